package queens_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

// A board made in two steps is the board made in one, and the first step stays as it
// is.
func TestWith(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		pos := randomPosition(rng, 1+rng.IntN(7))
		options := pos.options()
		rng.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
		cut := rng.IntN(len(options) + 1)
		want, wantErr := New(pos.n, options...)
		first, err := New(pos.n, options[:cut]...)
		if err != nil {
			continue
		}
		before := first.String()
		got, err := first.With(options[cut:]...)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%+v: With gives error %v, New %v", pos, err, wantErr)
		}
		if after := first.String(); after != before {
			t.Fatalf("With changes %q to %q", before, after)
		}
		if err != nil {
			if got != nil {
				t.Fatalf("%+v: With returns a Board with its error", pos)
			}
			continue
		}
		if got.String() != want.String() || !cmp.Equal(some(got), some(want)) || !cmp.Equal(got.Symmetries(), want.Symmetries()) {
			t.Fatalf("%q with the rest is %q, want %q", before, got, want)
		}
	}
}

func TestNewFrom(t *testing.T) {
	for p, want := range map[*Placement]string{
		{}:                    "n=0",
		{Empty}:               "n=1",
		{1, Empty, Empty, 2}:  "n=4 given=b1,c4",
		{Empty, 3, Empty, 2}:  "n=4 given=d2,c4",
		{Empty, 4, 2, Empty}:  "queens: placement has 4 on rank 2, want a column 0..3 or Empty (-1)",
		{Empty, -2, 9, Empty}: "queens: placement has -2 on rank 2, want a column 0..3 or Empty (-1)",
		{1, Empty, 1}:         "queens: given queens b1 and b3 attack each other",
	} {
		checkSolver(t, want)(NewFrom(*p))
	}
	checkSolver(t, "n=0")(NewFrom(nil))
	checkSolver(t, "n=4 torus given=b1 blocked=a1")(NewFrom(Placement{1, Empty, Empty, Empty}, Toroidal(), Blocked(Square{0, 0})))
	checkSolver(t, "queens: given queen b1 stands on a blocked square")(NewFrom(Placement{1, Empty}, Blocked(Square{0, 1})))
	checkSolver(t, "queens: given queens b1 and c3 attack each other around the edge")(NewFrom(Placement{1, Empty, 2}, Toroidal()))
	checkSolver(t, "queens: n = 65 out of range 0..64")(NewFrom(slices.Repeat(Placement{Empty}, 65)))
}

// checkSolver returns a function that checks the text of a Board, or of the error
// in its place.
func checkSolver(t *testing.T, want string) func(*Board, error) {
	t.Helper()
	return func(s *Board, err error) {
		t.Helper()
		got := fmt.Sprint(err)
		if err == nil {
			got = s.String()
		} else if s != nil {
			t.Errorf("a Board %v beside the error %v", s, err)
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestNilOption(t *testing.T) {
	const want = "queens: constraint is nil, want Given, Blocked or Toroidal"
	checkSolver(t, want)(New(8, nil))
	checkSolver(t, want)(New(8, Toroidal(), nil, Given()))
	checkSolver(t, want)(NewFrom(Placement{0}, nil))
	checkSolver(t, want)(position{n: 8}.solver(t).With(nil))
}

// Solvers and options print as what they say, not as where they lie in memory.
func TestPrint(t *testing.T) {
	s, err := New(8, Given(Square{3, 1}), Blocked(Square{0, 0}), Toroidal())
	if err != nil {
		t.Fatal(err)
	}
	const board = "n=8 torus given=b4 blocked=a1"
	for format, want := range map[string]string{"%v": board, "%+v": board, "%s": board, "%q": `"` + board + `"`} {
		if got := fmt.Sprintf(format, s); got != want {
			t.Errorf("%s prints %s, want %s", format, got, want)
		}
	}
	for _, v := range []any{s, *s, Given(Square{3, 1}), Blocked(Square{0, 0}), Toroidal()} {
		for _, format := range []string{"%v", "%+v", "%#v"} {
			if got := fmt.Sprintf(format, v); format != "%#v" && strings.Contains(got, "0x") || strings.Contains(got, "(0xc") {
				t.Errorf("%s of a %T prints a pointer: %s", format, v, got)
			}
		}
	}
}

func TestN(t *testing.T) {
	for _, n := range []int{0, 1, 8, 64} {
		if got := (position{n: n}).solver(t).N(); got != n {
			t.Errorf("N() = %d, want %d", got, n)
		}
	}
}

func TestBoardOrbitPanics(t *testing.T) {
	s := position{n: 3, blocked: []Square{{0, 1}}}.solver(t)
	wantPanic(t, "queens: placement has no transpose: queens b1 and b3 share a column", func() { s.Orbit(Placement{1, Empty, 1}) })
	wantPanic(t, "queens: placement has 3 on rank 1, want a column 0..2 or Empty (-1)", func() { s.Orbit(Placement{3, 0, 1}) })
}
