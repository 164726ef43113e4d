package queens_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

// A position is a board with constraints, for the brute force below.
type position struct {
	n              int
	given, blocked []Square
	torus          bool
}

func (pos position) solver(t testing.TB) *Board {
	t.Helper()
	s, err := New(pos.n, pos.options()...)
	if err != nil {
		t.Fatalf("New(%+v): %v", pos, err)
	}
	return s
}

func (pos position) options() []Constraint {
	options := []Constraint{Given(pos.given...), Blocked(pos.blocked...)}
	if pos.torus {
		options = append(options, Toroidal())
	}
	return options
}

// attack says by the rules alone whether two queens of different squares attack
// each other.
func (pos position) attack(s, t Square) bool {
	rows, cols := s.Row-t.Row, s.Col-t.Col
	if rows == 0 || cols == 0 || rows == cols || rows == -cols {
		return true
	}
	return pos.torus && ((rows-cols)%pos.n == 0 || (rows+cols)%pos.n == 0)
}

// solutions finds all solutions by trying every column in every row, in order.
func (pos position) solutions() []Placement {
	var found []Placement
	p := make(Placement, 0, pos.n)
	var place func()
	place = func() {
		row := len(p)
		if row == pos.n {
			found = append(found, slices.Clone(p))
			return
		}
		for col := range pos.n {
			if pos.fits(p, Square{row, col}) {
				p = append(p, col)
				place()
				p = p[:row]
			}
		}
	}
	place()
	return found
}

func (pos position) fits(p Placement, sq Square) bool {
	for _, g := range pos.given {
		if g != sq && pos.attack(g, sq) {
			return false
		}
	}
	if slices.Contains(pos.blocked, sq) {
		return false
	}
	for row, col := range p {
		if pos.attack(Square{row, col}, sq) {
			return false
		}
	}
	return true
}

// checkPosition compares everything a Board says of a position with the brute
// force and with the group as Apply defines it.
func checkPosition(t *testing.T, pos position) {
	t.Helper()
	s, err := New(pos.n, pos.options()...)
	contradiction := slices.ContainsFunc(pos.given, func(g Square) bool {
		return slices.Contains(pos.blocked, g) || slices.ContainsFunc(pos.given, func(h Square) bool {
			return g != h && pos.attack(g, h)
		})
	})
	if contradiction != (err != nil) {
		t.Fatalf("New(%+v): error %v", pos, err)
	}
	if err != nil {
		return
	}
	want := pos.solutions()
	if diff := cmp.Diff(want, slices.Collect(s.Solutions(context.Background()))); diff != "" {
		t.Errorf("solutions of %+v (-want +got):\n%s", pos, diff)
	}
	if got := count(t, s); got != uint64(len(want)) {
		t.Errorf("%+v: %d solutions counted, want %d", pos, got, len(want))
	}

	var group []Symmetry
	for _, sym := range symmetries {
		if keeps(pos.n, sym, pos.given) && keeps(pos.n, sym, pos.blocked) {
			group = append(group, sym)
		}
	}
	if diff := cmp.Diff(group, s.Symmetries()); diff != "" {
		t.Errorf("symmetries of %+v (-want +got):\n%s", pos, diff)
	}
	checkOrbits(t, s, group, want)
	checkText(t, pos, s)
	fundamental := slices.DeleteFunc(slices.Clone(want), func(p Placement) bool {
		return slices.ContainsFunc(group, func(sym Symmetry) bool {
			return slices.Compare(p.Transform(sym), p) < 0
		})
	})
	if diff := cmp.Diff(fundamental, slices.Collect(s.Fundamental(context.Background())), cmp.Transformer("empty", func(ps []Placement) []Placement {
		return slices.Concat([]Placement{}, ps)
	})); diff != "" {
		t.Errorf("fundamental solutions of %+v (-want +got):\n%s", pos, diff)
	}

	var found []Placement
	p := slices.Repeat(Placement{Empty}, pos.n)
	for step := range s.Steps() {
		switch step.Op {
		case Place:
			p[step.Square.Row] = step.Square.Col
		case Remove:
			p[step.Square.Row] = Empty
		case Found:
			found = append(found, slices.Clone(p))
		}
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("solutions in the steps of %+v (-want +got):\n%s", pos, diff)
	}
}

// checkOrbits compares Orbit with the images under the group as Transform makes
// them, and looks whether all of them pass Check.
func checkOrbits(t *testing.T, s *Board, group []Symmetry, solutions []Placement) {
	t.Helper()
	for _, p := range solutions {
		var images []Placement
		for _, sym := range group {
			images = append(images, p.Transform(sym))
		}
		slices.SortFunc(images, slices.Compare)
		images = slices.CompactFunc(images, slices.Equal)
		if diff := cmp.Diff(images, s.Orbit(p)); diff != "" {
			t.Errorf("%v: orbit of %v (-want +got):\n%s", s, p, diff)
		}
		for _, image := range images {
			if err := s.Check(image); err != nil {
				t.Errorf("%v: %v, in the orbit of the solution %v: %v", s, image, p, err)
			}
		}
	}
}

// checkText compares the text of a board with the position, and reads it back.
func checkText(t *testing.T, pos position, s *Board) {
	t.Helper()
	words := []string{fmt.Sprintf("n=%d", pos.n)}
	if pos.torus {
		words = append(words, "torus")
	}
	for _, list := range []struct {
		name    string
		squares []Square
	}{{"given", pos.given}, {"blocked", pos.blocked}} {
		var names []string
		for sq := range squares(pos.n) {
			if slices.Contains(list.squares, sq) {
				names = append(names, sq.String())
			}
		}
		if names != nil {
			words = append(words, list.name+"="+strings.Join(names, ","))
		}
	}
	if s.Toroidal() != pos.torus {
		t.Errorf("%+v is toroidal: %v", pos, s.Toroidal())
	}
	want := strings.Join(words, " ")
	if got := s.String(); got != want {
		t.Errorf("the text of %+v is %q, want %q", pos, got, want)
	}
	read, err := ParseBoard(want)
	if err != nil {
		t.Fatal(err)
	}
	if got := read.String(); got != want || !cmp.Equal(read.Symmetries(), s.Symmetries()) {
		t.Errorf("%q reads as %q with the symmetries %v, want %v", want, got, read.Symmetries(), s.Symmetries())
	}
	if diff := cmp.Diff(some(s), some(read)); diff != "" {
		t.Errorf("solutions of %q and of the board read from it (-want +got):\n%s", want, diff)
	}
}

// some returns the first solutions.
func some(s *Board) []Placement {
	var found []Placement
	for p := range s.Solutions(context.Background()) {
		if found = append(found, p); len(found) == 5 {
			break
		}
	}
	return found
}

func keeps(n int, s Symmetry, squares []Square) bool {
	return !slices.ContainsFunc(squares, func(sq Square) bool {
		return !slices.Contains(squares, s.Apply(n, sq))
	})
}

// randomPosition has a few given queens, any number of blocked squares, and often
// a symmetry.
func randomPosition(rng *rand.Rand, n int) position {
	pos := position{n: n, torus: rng.IntN(3) == 0}
	sym := symmetries[rng.IntN(8)]
	add := func(squares []Square) []Square {
		sq := Square{rng.IntN(n), rng.IntN(n)}
		squares = append(squares, sq)
		if rng.IntN(3) > 0 {
			squares = append(squares, sym.Apply(n, sq))
		}
		return squares
	}
	if n > 0 {
		for range rng.IntN(3) {
			pos.given = add(pos.given)
		}
		for range rng.IntN(n * n) {
			pos.blocked = add(pos.blocked)
		}
	}
	return pos
}
