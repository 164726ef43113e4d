package queens

import (
	"context"
	"math/rand/v2"
	"testing"
)

// Whatever Puzzle is doing, it ends soon after its context: when it looks for a solution,
// and when it looks for a puzzle that there is not.
func TestPuzzleCancel(t *testing.T) {
	var diagonals, others []Square
	solution, err := Construct(20)
	if err != nil {
		t.Fatal(err)
	}
	mirrored := solution.Transform(FlipColumns)
	for row := range MaxN {
		for col := range MaxN {
			if (row-col+MaxN)%5 < 2 {
				diagonals = append(diagonals, Square{row, col})
			}
			if max(row, col) < 20 && solution[row] != col && mirrored[row] != col {
				others = append(others, Square{row, col})
			}
		}
	}
	for _, test := range []struct {
		name    string
		n       int
		blocked []Square
	}{
		{"to draw a solution", MaxN, diagonals},
		{"to look for a puzzle", 20, others},
	} {
		b, err := New(test.n, Blocked(test.blocked...))
		if err != nil {
			t.Fatal(err)
		}
		checkCancel(t, test.name, func(ctx context.Context) error {
			_, err := b.Puzzle(ctx, rand.New(rand.NewPCG(1, 2)), Hard)
			return err
		})
	}
}
