package regions_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
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

func TestSymmetries(t *testing.T) {
	for text, want := range map[string][]queens.Symmetry{
		"A":                                boardtest.Symmetries,
		"AABB\nACCB\nDDCB\nDDDB":           {queens.Identity},
		"AAA\nBBB\nCCC":                    {queens.Identity, queens.Rotate180, queens.FlipRows, queens.FlipColumns},
		"AAA\nBBB\nCCC\nblocked=a1,c1":     {queens.Identity, queens.FlipColumns},
		"AAA\nBBB\nCCC\ngiven=a1":          {queens.Identity},
		"AAA\nBBB\nCCC\ngiven=b2":          {queens.Identity, queens.Rotate180, queens.FlipRows, queens.FlipColumns},
		"ABB\nACB\nDDB\nDDD\n":             nil,
		"ABA\nBCB\nABA":                    boardtest.Symmetries,
		"AAB\nDCB\nDEE\nxyz":               nil,
		"ABCD\nBBCD\nCCCD\nDDDD":           {queens.Identity, queens.Transpose},
		"ABCD\nBBCD\nCCCD\nDDDD\ngiven=b1": {queens.Identity},
		"ABBB\nABCC\nABCD\nADDD":           {queens.Identity},
		"AABB\nAABB\nCCDD\nCCDD":           boardtest.Symmetries,
		"AABB\nABBD\nACCD\nCCDD":           {queens.Identity, queens.Rotate180},
		"AAAB\nDABB\nDDCB\nDCCC":           {queens.Identity, queens.Rotate90, queens.Rotate180, queens.Rotate270},
	} {
		b, err := regions.ParseBoard(text)
		if want == nil {
			if err == nil {
				t.Errorf("%q is read", text)
			}
			continue
		}
		if got := testkit.Must(b, err).Symmetries(); !slices.Equal(got, want) {
			t.Errorf("%v\nsymmetries %v, want %v", b, got, want)
		}
	}
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
