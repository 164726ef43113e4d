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
	solution := Must(Construct(20))
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
		b := Must(New(test.n, Blocked(test.blocked...)))
		checkCancel(t, test.name, func(ctx context.Context) error {
			_, err := b.Puzzle(ctx, rand.New(rand.NewPCG(1, 2)), Hard)
			return err
		})
	}
}
