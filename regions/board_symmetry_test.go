package regions_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
)

// image returns the image of a board under a symmetry, square by square, with its regions
// numbered at random.
func image(rng *rand.Rand, b *regions.Board, s queens.Symmetry) *regions.Board {
	n := b.N()
	matrix, numbers := b.Regions(), rng.Perm(2*n)
	var given, blocked []queens.Square
	for row := range n {
		for col := range n {
			from := queens.Square{Row: row, Col: col}
			to := s.Apply(n, from)
			matrix[to.Row][to.Col] = numbers[b.Region(from)]
		}
	}
	for q := range b.Given() {
		given = append(given, s.Apply(n, q))
	}
	for q := range b.Blocked() {
		blocked = append(blocked, s.Apply(n, q))
	}
	return testkit.Must(regions.New(matrix, regions.Given(given...), regions.Blocked(blocked...)))
}

// All images of a board have the same canonical board, which is one of them. A symmetry
// keeps the board if and only if the image has the same regions; then it takes solutions to
// solutions.
func TestCanonical(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(24, 12))
	several := 0
	for i := range 400 {
		n := 1 + i%9
		b := connectedBoard(rng, n)
		if i%4 == 0 {
			b = rowsBoard(n)
		} else if i < 30 { // kept by a quarter turn, by all, and by a reflection
			b = testkit.Must(regions.ParseBoard([]string{"AAAB\nDABB\nDDCB\nDCCC", "AABB\nAABB\nCCDD\nCCDD", "ABCD\nBBCD\nCCCD\nDDDD"}[i/4%3]))
		}
		if i%3 == 0 {
			b = played(rng, b)
		}
		canonical, symmetries := b.Canonical(), b.Symmetries()
		seen := false
		for s := queens.Identity; s <= queens.AntiTranspose; s++ {
			c := image(rng, b, s)
			if got := c.Canonical(); got.String() != canonical.String() {
				t.Fatalf("%v\nhas the canonical board\n%v\nand its image under %v\n%v", b, canonical, s, got)
			}
			if got := len(c.Symmetries()); got != len(symmetries) {
				t.Fatalf("%v\nhas %d symmetries, and its image under %v has %d", b, len(symmetries), s, got)
			}
			same := slices.EqualFunc(partition(c), partition(b), slices.Equal) && given(c) == given(b)
			if same != slices.Contains(symmetries, s) {
				t.Fatalf("%v\nsymmetries %v: %v keeps it: %v", b, symmetries, s, same)
			}
			if same && s != queens.Identity {
				several++
			}
			seen = seen || slices.EqualFunc(partition(c), canonical.Regions(), slices.Equal) && given(c) == given(canonical)
		}
		if !seen {
			t.Fatalf("%v\nis no image of\n%v", canonical, b)
		}
		if !slices.Equal(canonical.Canonical().Regions()[0], canonical.Regions()[0]) || canonical.Canonical().String() != canonical.String() {
			t.Fatalf("%v\nis not canonical, but\n%v", canonical, canonical.Canonical())
		}
		if p, err := b.Find(t.Context()); err == nil {
			for _, s := range symmetries {
				if err := b.Check(p.Transform(s)); err != nil {
					t.Fatalf("%v\n%v keeps the board and not the solution %v: %v", b, s, p, err)
				}
			}
		}
	}
	if several < 50 {
		t.Errorf("only %d boards have symmetries", several)
	}
}

// given returns the queens and crosses of a board as text.
func given(b *regions.Board) string {
	text := ""
	for q := range b.Given() {
		text += q.String() + " "
	}
	for q := range b.Blocked() {
		text += "x" + q.String() + " "
	}
	return text
}
