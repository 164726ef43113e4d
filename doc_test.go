package queens_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// Tests of what the package comment says of all types.

// Whatever a program may print says what it is, and not where it lies in memory.
func TestPrinted(t *testing.T) {
	const text = "n=8 torus given=b4 blocked=a1"
	board := testkit.Must(queens.ParseBoard(text))
	plain := testkit.Must(queens.ParseBoard("n=8 given=b4 blocked=a1"))
	census := testkit.Must(plain.Census(t.Context()))
	testkit.CheckPrinted(t, [][2]any{
		{board, text},
		{*board, text},
		{queens.Given(queens.Square{3, 1}, queens.Square{4, 3}), "given=b4,d5"},
		{queens.Blocked(queens.Square{0, 0}), "blocked=a1"},
		{queens.Toroidal(), "torus"},
		{census, "8 solutions in 8 orbits: 8 of 1"},
		{queens.Step{Op: queens.Place, Square: queens.Square{3, 1}}, "place b4"},
		{queens.Step{queens.Reject, queens.Square{4, 2}, queens.Square{3, 1}}, "reject c5, which b4 attacks"},
		{queens.Progress{Done: 61, Total: 1024, Solutions: 7386256, Fraction: 0.5}, "50.0 %, 61 of 1024 pieces, 7386256 solutions"},
		{queens.Rotate90, "rotate90"},
		{queens.Square{3, 1}, "b4"},
		{queens.Placement{1, 3, 0, 2}, "2 4 1 3"},
	}...)
	if got, byValue := fmt.Sprintf("%q", board), fmt.Sprintf("%q", *board); got != `"`+text+`"` || byValue != got {
		t.Errorf("%%q prints a board as %s, and by value as %s", got, byValue)
	}
}

// The same seed gives the same. Another seed gives something else, and so does each call
// without a source of chance.
func TestSeeds(t *testing.T) {
	ctx := t.Context()
	testkit.CheckSeeds(t, map[string]func(*rand.Rand) any{
		"ConstructRandom": func(rng *rand.Rand) any { return testkit.Must(queens.ConstructRandom(ctx, rng, 2000)) },
		"Complete":        func(rng *rand.Rand) any { return testkit.Must(queens.NewPlacement(100).Complete(ctx, rng)) },
		"small":           func(rng *rand.Rand) any { return testkit.Must(queens.ConstructRandom(ctx, rng, 12)) },
	})
}

// Whatever a program may store comes back from its JSON.
func TestStored(t *testing.T) {
	large := testkit.Must(queens.Construct(100_000))
	large[3] = queens.Empty
	board := testkit.Must(queens.ParseBoard("n=8 torus given=b4 blocked=a1,h8"))
	census := testkit.Must(testkit.Must(queens.ParseBoard("n=8")).Census(t.Context()))
	testkit.CheckStored(t, [][2]any{
		{queens.Placement{1, queens.Empty, 0, 2}, "[1,-1,0,2]"},
		{queens.Placement{}, "[]"},
		{queens.Placement{0}, "[0]"},
		{queens.Placement{queens.Empty}, "[-1]"},
		{queens.Placement{5, -9}, "[5,-9]"},
		{large, ""},
		{queens.Square{3, 1}, `"b4"`},
		{[]queens.Square{{3, 1}, {29, 26}}, `["b4","aa30"]`},
		{map[queens.Square]int{{3, 1}: 7}, `{"b4":7}`},
		{board, `"n=8 torus given=b4 blocked=a1,h8"`},
		{*board, `"n=8 torus given=b4 blocked=a1,h8"`},
		{struct{ Board *queens.Board }{board}, `{"Board":"n=8 torus given=b4 blocked=a1,h8"}`},
		{struct{ Board *queens.Board }{}, `{"Board":null}`},
		{struct{ Board queens.Board }{*board}, `{"Board":"n=8 torus given=b4 blocked=a1,h8"}`},
		{struct{ Board queens.Board }{}, `{"Board":"n=0"}`},
		{map[string]queens.Board{"b": *board}, `{"b":"n=8 torus given=b4 blocked=a1,h8"}`},
		{map[int][]queens.Board{8: {{}, *board}}, `{"8":["n=0","n=8 torus given=b4 blocked=a1,h8"]}`},
		{census, `{"all":92,"fundamental":12,"orbits":[0,0,0,0,1,0,0,0,11]}`},
		{queens.Step{Op: queens.Place, Square: queens.Square{3, 1}}, `{"op":"place","square":"b4"}`},
		{queens.Step{queens.Reject, queens.Square{1, 1}, queens.Square{}}, `{"op":"reject","square":"b2","by":"a1"}`},
	}...)
}

// odd are values of all exported types with methods that nobody should have, but may.
var odd = []any{
	queens.AttackError{}, queens.AttackError{[2]queens.Square{{-1, math.MaxInt}, {math.MinInt, 0}}}, queens.ParseError{}, queens.Board{}, queens.Census{}, queens.Census{All: math.MaxUint64, Orbits: [9]uint64{1, 8: math.MaxUint64}},
	queens.Op(99),
	queens.Placement(nil), queens.Placement{}, queens.Placement{queens.Empty}, queens.Placement{-9, 99, 2, math.MinInt}, queens.Placement{0, 0, math.MaxInt},
	queens.Progress{}, queens.Progress{Done: -1, Fraction: math.NaN()}, queens.Square{}, queens.Square{math.MinInt, math.MaxInt},
	queens.Step{}, queens.Step{Op: 99, Square: queens.Square{-3, math.MaxInt}}, queens.Symmetry(99),
}

// No method panics, whatever the receiver and the arguments are, except for those of which the package
// comment says so.
func TestOddReceivers(t *testing.T) {
	arguments := []any{
		-7, uint64(math.MaxUint64), []byte("\x00{"), rand.New(rand.NewPCG(1, 2)), queens.Square{Row: -1, Col: math.MaxInt},
		queens.Placement{-9, 99}, queens.Symmetry(99), queens.DiagramStyle{Queen: "\n", Grid: true}, new(queens.Board),
	}
	testkit.CheckMethods(t, odd, arguments,
		"Symmetry.Apply", "Symmetry.Compose", "Symmetry.Inverse", "Board.Orbit",
		"Placement.Transform", "Placement.Canonical", "Placement.IsFundamental", "Placement.Orbit", "Placement.Stabilizer")
}

func TestNames(t *testing.T) {
	testkit.CheckNames[queens.Op](t, "place", "reject", "remove", "found")
	testkit.CheckNames[queens.Symmetry](t,
		"identity", "rotate90", "rotate180", "rotate270", "fliprows", "transpose", "flipcolumns", "antitranspose")
}
