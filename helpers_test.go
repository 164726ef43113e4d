package queens_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// checkBoard compares everything that a Board says of itself and its solutions with the
// brute force, and with the group as Apply defines it.
func checkBoard(t *testing.T, spec boardtest.Spec) {
	t.Helper()
	b, err := queens.New(spec.N, spec.Constraints()...)
	if (err != nil) != spec.Contradicts() {
		t.Fatalf("New(%+v): error %v", spec, err)
	}
	if err != nil {
		return
	}
	solutions := spec.Solutions()
	checkSolutions(t, spec, b, solutions)
	checkSteps(t, spec, b, solutions)
	var group []queens.Symmetry
	for _, sym := range boardtest.Symmetries {
		if keeps(spec.N, sym, spec.Given) && keeps(spec.N, sym, spec.Blocked) {
			group = append(group, sym)
		}
	}
	testkit.WantSame(t, group, b.Symmetries(), "boardtest.Symmetries of %+v", spec)
	checkOrbits(t, b, group, solutions)
	checkFundamental(t, spec, b, group, solutions)
	checkText(t, spec, b)
}

func checkSolutions(t *testing.T, spec boardtest.Spec, b *queens.Board, want []queens.Placement) {
	t.Helper()
	testkit.WantSame(t, want, testkit.Collect(t, b.Solutions(t.Context())), "solutions of %+v", spec)
	if got := count(t, b); got != uint64(len(want)) {
		t.Errorf("%+v: %d solutions counted, want %d", spec, got, len(want))
	}
	first, err := b.First(t.Context())
	if len(want) == 0 && (first != nil || err != queens.ErrNoSolution) || len(want) > 0 && (err != nil || !slices.Equal(first, want[0])) {
		t.Errorf("%+v: the first solution is %v, %v, want the first of %v", spec, first, err, want)
	}
}

// checkSteps carries out the steps, and compares what is on the board at each Found.
func checkSteps(t *testing.T, spec boardtest.Spec, b *queens.Board, want []queens.Placement) {
	t.Helper()
	var found []queens.Placement
	p := slices.Repeat(queens.Placement{queens.Empty}, spec.N)
	for step := range b.Steps() {
		switch step.Op {
		case queens.Place:
			p[step.Square.Row] = step.Square.Col
		case queens.Remove:
			p[step.Square.Row] = queens.Empty
		case queens.Found:
			found = append(found, slices.Clone(p))
		}
	}
	testkit.WantSame(t, want, found, "solutions in the steps of %+v", spec)
}

// checkFundamental compares the fundamental solutions with those that no symmetry in the group
// takes to a lesser one.
func checkFundamental(t *testing.T, spec boardtest.Spec, b *queens.Board, group []queens.Symmetry, solutions []queens.Placement) {
	t.Helper()
	want := slices.DeleteFunc(slices.Clone(solutions), func(p queens.Placement) bool {
		return slices.ContainsFunc(group, func(sym queens.Symmetry) bool {
			return slices.Compare(p.Transform(sym), p) < 0
		})
	})
	got := testkit.Collect(t, b.Fundamental(t.Context()))
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("fundamental solutions of %+v (-want +got):\n%s", spec, diff)
	}
}

// checkOrbits compares Orbit with the images that Transform returns for the symmetries in the
// group, all of which must pass Check.
func checkOrbits(t *testing.T, b *queens.Board, group []queens.Symmetry, solutions []queens.Placement) {
	t.Helper()
	for _, p := range solutions {
		var images []queens.Placement
		for _, sym := range group {
			images = append(images, p.Transform(sym))
		}
		slices.SortFunc(images, slices.Compare)
		images = slices.CompactFunc(images, slices.Equal)
		testkit.WantSame(t, images, b.Orbit(p), "%v: orbit of %v", b, p)
		for _, image := range images {
			if err := b.Check(image); err != nil {
				t.Errorf("%v: %v, in the orbit of the solution %v: %v", b, image, p, err)
			}
		}
	}
}

// checkText compares the text of a board with its spec, and reads it back.
func checkText(t *testing.T, spec boardtest.Spec, b *queens.Board) {
	t.Helper()
	words := []string{fmt.Sprintf("n=%d", spec.N)}
	if spec.Torus {
		words = append(words, "torus")
	}
	for _, list := range []struct {
		name    string
		squares []queens.Square
	}{{"given", spec.Given}, {"blocked", spec.Blocked}} {
		var names []string
		for sq := range boardtest.Squares(spec.N) {
			if slices.Contains(list.squares, sq) {
				names = append(names, sq.String())
			}
		}
		if names != nil {
			words = append(words, list.name+"="+strings.Join(names, ","))
		}
	}
	if b.N() != spec.N || b.Toroidal() != spec.Torus {
		t.Errorf("%+v has %d rows, toroidal: %v", spec, b.N(), b.Toroidal())
	}
	want := strings.Join(words, " ")
	if got := b.String(); got != want {
		t.Errorf("the text of %+v is %q, want %q", spec, got, want)
	}
	read := testkit.Must(queens.ParseBoard(want))
	if got := read.String(); got != want || !cmp.Equal(read.Symmetries(), b.Symmetries()) {
		t.Errorf("%q reads as %q with the boardtest.Symmetries %v, want %v", want, got, read.Symmetries(), b.Symmetries())
	}
	testkit.WantSame(t, some(t, b), some(t, read), "solutions of %q and of the board read from it", want)
}

// some returns the first few solutions.
func some(t testing.TB, b *queens.Board) []queens.Placement {
	return testkit.UpTo(5, testkit.Values(t, b.Solutions(t.Context())))
}

func keeps(n int, s queens.Symmetry, squares []queens.Square) bool {
	return !slices.ContainsFunc(squares, func(sq queens.Square) bool {
		return !slices.Contains(squares, s.Apply(n, sq))
	})
}

func count(t testing.TB, b *queens.Board) uint64 {
	t.Helper()
	return testkit.Must(b.Count(context.Background()))
}

// wantPanic checks that f panics with a string or an error that contains want.
func wantPanic(t *testing.T, want string, f func()) {
	t.Helper()
	if why := testkit.Recovered(f); why == nil || !strings.Contains(fmt.Sprint(why), want) {
		t.Errorf("panic %v, want %q", why, want)
	}
}

// outcome returns the text of a board, or of the error if there is one instead.
func outcome(b *queens.Board, err error) string {
	switch {
	case err == nil:
		return b.String()
	case b != nil:
		return fmt.Sprintf("both %v and the error %v", b, err)
	}
	return err.Error()
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2718)) }
