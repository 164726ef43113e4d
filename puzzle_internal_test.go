package queens

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// The hunt after all attempts have failed finds a puzzle if any subset of the queens of any
// solution is one.
func TestExhaust(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 7))
	var found, none int
	for range 300 {
		b := blockedAtRandom(t, rng, 5+rng.IntN(3))
		for d := Medium; d <= Expert; d++ {
			puzzle, err := puzzler{board: b, difficulty: d}.exhaust(t.Context())
			if want := b.hasPuzzle(t, d); want != (err == nil) || err != nil && !errors.Is(err, ErrNoPuzzle) {
				t.Fatalf("%v, %v: %v, %v, but puzzles: %v", b, d, puzzle, err, want)
			}
			if err != nil {
				none++
				continue
			}
			found++
			if got, err := (puzzler{board: b}).rate(t.Context(), puzzle); got != d || err != nil {
				t.Errorf("%v, %v: %v is %v, %v", b, d, puzzle, got, err)
			}
		}
	}
	if min(found, none) < 20 {
		t.Errorf("%d puzzles found, and %d times none", found, none)
	}
}

// blockedAtRandom blocks squares of a board, some of a solution too.
func blockedAtRandom(t *testing.T, rng *rand.Rand, n int) *Board {
	t.Helper()
	var blocked []Square
	share := rng.IntN(3 * n * n / 4)
	for range share {
		blocked = append(blocked, Square{rng.IntN(n), rng.IntN(n)})
	}
	b, err := New(n, Blocked(blocked...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// hasPuzzle rates every subset of the queens of every solution.
func (b *Board) hasPuzzle(t *testing.T, d Difficulty) bool {
	t.Helper()
	for solution := range b.Solutions(t.Context()) {
		for set := range 1 << b.N() {
			puzzle := slices.Clone(solution)
			for row := range puzzle {
				if set>>row&1 == 0 {
					puzzle[row] = Empty
				}
			}
			if got, err := (puzzler{board: b}).rate(t.Context(), puzzle); err == nil && got == d {
				return true
			}
		}
	}
	return false
}

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
