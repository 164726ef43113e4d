package queens_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A boardSpec describes a board with constraints, for the brute force below.
type boardSpec struct {
	n              int
	given, blocked []Square
	torus          bool
}

func (spec boardSpec) board(t testing.TB) *Board {
	t.Helper()
	b, err := New(spec.n, spec.constraints()...)
	if err != nil {
		t.Fatalf("New(%+v): %v", spec, err)
	}
	return b
}

func (spec boardSpec) constraints() []Constraint {
	list := []Constraint{Given(spec.given...), Blocked(spec.blocked...)}
	if spec.torus {
		list = append(list, Toroidal())
	}
	return list
}

// contradicts reports whether the given queens cannot stand on the board.
func (spec boardSpec) contradicts() bool {
	return slices.ContainsFunc(spec.given, func(queen Square) bool {
		return slices.Contains(spec.blocked, queen) || slices.ContainsFunc(spec.given, func(other Square) bool {
			return queen != other && spec.attack(queen, other)
		})
	})
}

// attack reports, by the rules alone, whether queens on two different squares attack each
// other.
func (spec boardSpec) attack(s, t Square) bool {
	rows, cols := s.Row-t.Row, s.Col-t.Col
	if rows == 0 || cols == 0 || rows == cols || rows == -cols {
		return true
	}
	return spec.torus && ((rows-cols)%spec.n == 0 || (rows+cols)%spec.n == 0)
}

// solutions finds all solutions by trying every column in every row, in order.
func (spec boardSpec) solutions() []Placement {
	var found []Placement
	p := make(Placement, 0, spec.n)
	var place func()
	place = func() {
		row := len(p)
		if row == spec.n {
			found = append(found, slices.Clone(p))
			return
		}
		for col := range spec.n {
			if spec.fits(p, Square{row, col}) {
				p = append(p, col)
				place()
				p = p[:row]
			}
		}
	}
	place()
	return found
}

func (spec boardSpec) fits(p Placement, sq Square) bool {
	for _, g := range spec.given {
		if g != sq && spec.attack(g, sq) {
			return false
		}
	}
	if slices.Contains(spec.blocked, sq) {
		return false
	}
	for row, col := range p {
		if spec.attack(Square{row, col}, sq) {
			return false
		}
	}
	return true
}

// attackingPairs is Conflicts by the rules alone.
func (spec boardSpec) attackingPairs(p Placement) [][2]Square {
	var pairs [][2]Square
	queens := slices.Collect(p.Queens())
	for i, s := range queens {
		for _, u := range queens[i+1:] {
			if spec.attack(s, u) {
				pairs = append(pairs, [2]Square{s, u})
			}
		}
	}
	return pairs
}

// randomSpec returns a spec with a few given queens, any number of blocked squares and, often,
// a symmetry.
func randomSpec(rng *rand.Rand, n int) boardSpec {
	spec := boardSpec{n: n, torus: rng.IntN(3) == 0}
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
			spec.given = add(spec.given)
		}
		for range rng.IntN(n * n) {
			spec.blocked = add(spec.blocked)
		}
	}
	return spec
}

// checkBoard compares everything that a Board says of itself and its solutions with the
// brute force, and with the group as Apply defines it.
func checkBoard(t *testing.T, spec boardSpec) {
	t.Helper()
	b, err := New(spec.n, spec.constraints()...)
	if (err != nil) != spec.contradicts() {
		t.Fatalf("New(%+v): error %v", spec, err)
	}
	if err != nil {
		return
	}
	solutions := spec.solutions()
	checkSolutions(t, spec, b, solutions)
	checkSteps(t, spec, b, solutions)
	var group []Symmetry
	for _, sym := range symmetries {
		if keeps(spec.n, sym, spec.given) && keeps(spec.n, sym, spec.blocked) {
			group = append(group, sym)
		}
	}
	WantSame(t, group, b.Symmetries(), "symmetries of %+v", spec)
	checkOrbits(t, b, group, solutions)
	checkFundamental(t, spec, b, group, solutions)
	checkText(t, spec, b)
}

func checkSolutions(t *testing.T, spec boardSpec, b *Board, want []Placement) {
	t.Helper()
	WantSame(t, want, Collect(t, b.Solutions(t.Context())), "solutions of %+v", spec)
	if got := count(t, b); got != uint64(len(want)) {
		t.Errorf("%+v: %d solutions counted, want %d", spec, got, len(want))
	}
}

// checkSteps carries out the steps, and compares what is on the board at each Found.
func checkSteps(t *testing.T, spec boardSpec, b *Board, want []Placement) {
	t.Helper()
	var found []Placement
	p := slices.Repeat(Placement{Empty}, spec.n)
	for step := range b.Steps() {
		switch step.Op {
		case Place:
			p[step.Square.Row] = step.Square.Col
		case Remove:
			p[step.Square.Row] = Empty
		case Found:
			found = append(found, slices.Clone(p))
		}
	}
	WantSame(t, want, found, "solutions in the steps of %+v", spec)
}

// checkFundamental compares the fundamental solutions with those that no symmetry in the group
// takes to a lesser one.
func checkFundamental(t *testing.T, spec boardSpec, b *Board, group []Symmetry, solutions []Placement) {
	t.Helper()
	want := slices.DeleteFunc(slices.Clone(solutions), func(p Placement) bool {
		return slices.ContainsFunc(group, func(sym Symmetry) bool {
			return slices.Compare(p.Transform(sym), p) < 0
		})
	})
	got := Collect(t, b.Fundamental(t.Context()))
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("fundamental solutions of %+v (-want +got):\n%s", spec, diff)
	}
}

// checkOrbits compares Orbit with the images that Transform returns for the symmetries in the
// group, all of which must pass Check.
func checkOrbits(t *testing.T, b *Board, group []Symmetry, solutions []Placement) {
	t.Helper()
	for _, p := range solutions {
		var images []Placement
		for _, sym := range group {
			images = append(images, p.Transform(sym))
		}
		slices.SortFunc(images, slices.Compare)
		images = slices.CompactFunc(images, slices.Equal)
		WantSame(t, images, b.Orbit(p), "%v: orbit of %v", b, p)
		for _, image := range images {
			if err := b.Check(image); err != nil {
				t.Errorf("%v: %v, in the orbit of the solution %v: %v", b, image, p, err)
			}
		}
	}
}

// checkText compares the text of a board with its spec, and reads it back.
func checkText(t *testing.T, spec boardSpec, b *Board) {
	t.Helper()
	words := []string{fmt.Sprintf("n=%d", spec.n)}
	if spec.torus {
		words = append(words, "torus")
	}
	for _, list := range []struct {
		name    string
		squares []Square
	}{{"given", spec.given}, {"blocked", spec.blocked}} {
		var names []string
		for sq := range squares(spec.n) {
			if slices.Contains(list.squares, sq) {
				names = append(names, sq.String())
			}
		}
		if names != nil {
			words = append(words, list.name+"="+strings.Join(names, ","))
		}
	}
	if b.N() != spec.n || b.Toroidal() != spec.torus {
		t.Errorf("%+v has %d rows, toroidal: %v", spec, b.N(), b.Toroidal())
	}
	want := strings.Join(words, " ")
	if got := b.String(); got != want {
		t.Errorf("the text of %+v is %q, want %q", spec, got, want)
	}
	read := Must(ParseBoard(want))
	if got := read.String(); got != want || !cmp.Equal(read.Symmetries(), b.Symmetries()) {
		t.Errorf("%q reads as %q with the symmetries %v, want %v", want, got, read.Symmetries(), b.Symmetries())
	}
	WantSame(t, some(t, b), some(t, read), "solutions of %q and of the board read from it", want)
}

// some returns the first few solutions.
func some(t testing.TB, b *Board) []Placement { return UpTo(5, Values(t, b.Solutions(t.Context()))) }

func keeps(n int, s Symmetry, squares []Square) bool {
	return !slices.ContainsFunc(squares, func(sq Square) bool {
		return !slices.Contains(squares, s.Apply(n, sq))
	})
}

func count(t testing.TB, b *Board) uint64 {
	t.Helper()
	return Must(b.Count(context.Background()))
}

var symmetries = []Symmetry{Identity, Rotate90, Rotate180, Rotate270, FlipRows, Transpose, FlipColumns, AntiTranspose}

func squares(n int) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i := range n * n {
			if !yield(Square{i / n, i % n}) {
				return
			}
		}
	}
}

// wantPanic checks that f panics with a string or an error that contains want.
func wantPanic(t *testing.T, want string, f func()) {
	t.Helper()
	if why := Recovered(f); why == nil || !strings.Contains(fmt.Sprint(why), want) {
		t.Errorf("panic %v, want %q", why, want)
	}
}

var errBody = errors.New("panic of the loop body")

// outcome returns the text of a board, or of the error if there is one instead.
func outcome(b *Board, err error) string {
	switch {
	case err == nil:
		return b.String()
	case b != nil:
		return fmt.Sprintf("both %v and the error %v", b, err)
	}
	return err.Error()
}
