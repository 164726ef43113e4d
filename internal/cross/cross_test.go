package cross_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/cross"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
	"golang.org/x/exp/stats"
)

func newBoard(t testing.TB, n int, constraints ...queens.Constraint) *queens.Board {
	t.Helper()
	return testkit.Must(queens.New(n, constraints...))
}

// boardsBelow returns the number of boards that wait at a row or below it, or are
// full, when all are gone through: at rows without a queen only, or at each row.
func boardsBelow(b bitboard.Board, given []int, row int, each bool) int {
	if row == len(b.Open) {
		return 1
	}
	below := 0
	if each || given[row] == queens.Empty {
		below = 1
	}
	for col := range given {
		if b.Open[row]>>col&1 != 0 {
			below += boardsBelow(b.With(row, col), given, row+1, each)
		}
	}
	return below
}

// A probe that may keep all boards counts them. One that may keep a few is right on
// average.
func TestCostProbe(t *testing.T) {
	large := testkit.Must(queens.Construct(34))
	tests := []struct {
		n           int
		constraints []queens.Constraint
		want        int // 0: not known
	}{
		{8, nil, 2057}, // 2056 queens placed, and the empty board
		{9, []queens.Constraint{queens.Blocked(queens.Square{Row: 0, Col: 0}, queens.Square{Row: 3, Col: 5}, queens.Square{Row: 8, Col: 1})}, 0},
		{10, []queens.Constraint{queens.Given(queens.Square{Row: 4, Col: 1}, queens.Square{Row: 7, Col: 2})}, 0},
		{11, []queens.Constraint{queens.Toroidal(), queens.Given(queens.Square{Row: 3, Col: 3})}, 0},
		{34, []queens.Constraint{queens.Given(slices.Collect(large[:24].Queens())...)}, 0},
	}
	for _, test := range tests {
		b := newBoard(t, test.n, test.constraints...)
		rng := rand.New(rand.NewPCG(21, 22))
		x := cross.New(b)
		c := cross.Cross{Queens: x.Given, Weight: 1}
		easiest, given := x.Easiest(c)
		want := boardsBelow(easiest, given, 0, test.n > kernel.MaxRows)
		if test.want != 0 && want != test.want {
			t.Fatalf("%v: the search goes through %d boards, want %d", b, want, test.want)
		}
		if got := x.Cost(c, rng, 1<<20); got != float64(want) {
			t.Errorf("%v: a probe of all boards counts %v, want %d", b, got, want)
		}
		costs := make([]float64, 4000)
		for i := range costs {
			costs[i] = x.Cost(c, rng, 3)
		}
		mean, deviation := stats.MeanAndStdDev(costs)
		off := (mean - float64(want)) / (deviation / math.Sqrt(float64(len(costs))))
		if math.Abs(off) > 4 {
			t.Errorf("%v: probes count %.0f on average, %.1f standard errors from %d", b, mean, off, want)
		}
	}
}

// TestCrossesStop makes sure that the flag ends the search for crosses, of which there
// are a hundred thousand here.
func TestCrossesStop(t *testing.T) {
	b := newBoard(t, 32)
	stop := new(atomic.Bool)
	visits := 0
	visit := func(cross.Cross) {
		if visits++; visits == 100 {
			stop.Store(true)
		}
	}
	x := cross.New(b)
	x.Extend(x.Root(), x.CrossGroup(), stop, visit)
	if visits < 100 || visits > 200 {
		t.Errorf("%d crosses, stopped at the 100th", visits)
	}
}

// Cut as finely as can be, there is a piece for each fundamental solution or more.
func TestCrossesFinest(t *testing.T) {
	for n := range 13 {
		cut := cross.Cut(cross.New(newBoard(t, n)), 1e6, new(atomic.Bool))
		if got, want := cut.Len(), int(testkit.Reference[n].Fundamental); got < want {
			t.Errorf("n = %d: %d pieces, want %d or more", n, got, want)
		}
		for i := range cut.Len() {
			if p := cut.At(i); slices.Contains(p.Queens, queens.Empty) {
				t.Errorf("n = %d: a piece has only the queens %v", n, p.Queens)
			}
		}
	}
}
