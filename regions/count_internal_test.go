package regions

import (
	"context"
	"math/rand/v2"
	"testing"

	"example.com/queens"
)

// A position that is too large to sweep is counted square by square: the same sum, for
// each unit that may be branched on.
func TestCountBranches(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 10))
	for range 200 {
		n := 4 + rng.IntN(5)
		m := newMaker(t.Context(), n, rng)
		m.begin()
		m.grow(func() bool { return true })
		b := m.board()
		want, err := b.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for kind := range kinds {
			c := counter{ctx: t.Context()}
			got, ok := c.countBranches(newPosition(b), unitOf(kind, rng.IntN(n)))
			if !ok || got != want {
				t.Fatalf("%v\n%d, %v, want %d", b, got, ok, want)
			}
		}
	}
}

// Branches that fit 64 bits may have a sum that does not.
func TestCountBranchesOverflow(t *testing.T) {
	const n, large, small = 32, 14, 9
	block := func(i int) int { return max(0, i-large+small) / small }
	regions := make([][]int, n)
	var blocked []queens.Square
	for row := range n {
		for col := range n {
			regions[row] = append(regions[row], row)
			if block(row) != block(col) {
				blocked = append(blocked, queens.Square{Row: row, Col: col})
			}
		}
	}
	whole, err := New(regions)
	if err != nil {
		t.Fatal(err)
	}
	b, err := whole.With(nil, blocked)
	if err != nil {
		t.Fatal(err)
	}
	branch, err := b.With([]queens.Square{{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if count, err := branch.Count(t.Context()); err != nil || count < 1<<60 {
		t.Fatalf("a branch has %d solutions, %v", count, err)
	}
	c := counter{ctx: context.Background()}
	if count, ok := c.countBranches(newPosition(b), unitOf(Row, 0)); ok || c.err != nil {
		t.Errorf("count %d, %v, want an overflow", count, c.err)
	}
}
