package queens

import (
	"sync/atomic"
	"testing"

	. "example.com/queens/internal/testkit"
)

// TestCrossesStop makes sure that the flag ends the search for crosses, of which there
// are a hundred thousand here.
func TestCrossesStop(t *testing.T) {
	b := newBoard(t, 32)
	stop := new(atomic.Bool)
	visits := 0
	visit := func(*crossPiece) {
		if visits++; visits == 100 {
			stop.Store(true)
		}
	}
	b.root().extend(b.crossGroup(), stop, visit)
	if visits < 100 || visits > 200 {
		t.Errorf("%d crosses, stopped at the 100th", visits)
	}
}

// Cut as finely as can be, there is a piece for each fundamental solution or more.
func TestCrossesFinest(t *testing.T) {
	for n := range 13 {
		pieces := listed[*crossPiece](byCrosses(newBoard(t, n))(1e6))
		if got, want := len(pieces), int(Reference[n].Fundamental); got < want {
			t.Errorf("n = %d: %d pieces, want %d or more", n, got, want)
		}
		for _, p := range pieces {
			if p.queens.emptyRows() > 0 {
				t.Errorf("n = %d: a piece has only the queens %v", n, p.queens)
			}
		}
	}
}
