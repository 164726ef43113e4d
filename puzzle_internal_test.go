package queens

import (
	"context"
	"math/rand/v2"
	"testing"
)

// Whatever Puzzle is doing, it ends soon after its context: when it looks for a solution,
// and when it looks for a puzzle that there is not.
func TestPuzzleCancel(t *testing.T) {
	solution := Must(Construct(20))
	mirrored := solution.Transform(FlipColumns)
	others := squaresWhere(20, func(s Square) bool { return solution[s.Row] != s.Col && mirrored[s.Row] != s.Col })
	for name, b := range map[string]*Board{
		"to draw a solution":   twoOfFiveBlocked(t, MaxN),
		"to look for a puzzle": newBoard(t, 20, Blocked(others...)),
	} {
		checkCancel(t, name, func(ctx context.Context) error {
			_, err := b.Puzzle(ctx, rand.New(rand.NewPCG(1, 2)), Hard)
			return err
		})
	}
}
