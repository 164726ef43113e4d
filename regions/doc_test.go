package regions_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

// No exported method panics but [regions.Board.Region], whose doc says so, whatever the receiver and
// the arguments.
func TestOddReceivers(t *testing.T) {
	testkit.CheckMethods(t, []any{
		regions.Board{}, regions.Deduction{}, regions.Deduction{Rule: 99, Queens: make([]queens.Square, 3), Steps: make([]regions.Deduction, 2)},
		regions.Deduction{Rule: regions.Trial, Units: []regions.Unit{{Kind: 9, Index: -1}}, Within: []regions.Unit{{Kind: regions.Region, Index: 70}}},
		regions.Kind(99), regions.Rule(99),
		regions.Unit{}, regions.Unit{Kind: 99, Index: 3}, regions.Unit{Kind: regions.Region, Index: math.MinInt},
		regions.Unit{Kind: regions.Region, Index: 99}, regions.Unit{Kind: regions.Column, Index: math.MaxInt},
	}, []any{[]byte("\x00{"), queens.Square{Row: -1, Col: math.MaxInt}, queens.Placement{-9, 99}, new(regions.Board)}, "Board.Region", "Board.Equal")
	for _, style := range []regions.SVGStyle{{}, {Letters: true, Step: new(regions.Deduction)}} {
		if why := testkit.Recovered(func() { style.Write(io.Discard, new(regions.Board), queens.Placement{-9, 99}) }); why != nil {
			t.Errorf("%+v panics: %v", style, why)
		}
	}
	for rule := range regions.Contradiction + 2 { // without its fields a step is no sentence
		for _, d := range []regions.Deduction{{Rule: rule}, {Rule: rule, Within: make([]regions.Unit, 1)}, {Rule: rule, Steps: make([]regions.Deduction, 1)}} {
			if d.String() != rule.String() {
				t.Errorf("%#v is written as %q, want %q", d, d, rule)
			}
		}
	}
}

// Whatever a program may store comes back from its JSON.
func TestStored(t *testing.T) {
	testkit.CheckNames[regions.Rule](t, "single", "point", "pin", "set2", "set3", "set4", "trial", "search", "contradiction")
	for kind := regions.Row; kind <= regions.Region; kind++ {
		for index := range regions.MaxN {
			u := regions.Unit{Kind: kind, Index: index}
			testkit.CheckStored(t, [2]any{u, ""}, [2]any{map[regions.Unit]bool{u: true}, ""})
		}
	}
	const text = "AAB\nABB\nCCC\ngiven=b1 blocked=a2,c3"
	b := testkit.Must(regions.ParseBoard(text))
	testkit.CheckPrinted(t, [2]any{b, text}, [2]any{*b, text})
	testkit.CheckStored(t, [2]any{regions.Set2, `"set2"`}, [2]any{*b, ""}, [2]any{map[int]regions.Board{3: *b, 0: {}}, ""})
	for d := range puzzle.Expert + 1 {
		for step := range testkit.Values(t, generate(t, 9, 3, d).Deduce(t.Context())) {
			testkit.CheckStored(t, [2]any{step, ""})
			var read regions.Deduction
			testkit.NoError(t, json.Unmarshal(testkit.Must(json.Marshal(step)), &read))
			testkit.WantSame(t, fmt.Sprintf("%#v", step), fmt.Sprintf("%#v", read), "%v, from JSON", step)
		}
	}
	for _, text := range []string{"", "row", "row 0", "row 33", "column", "column ag", "column A", "region AA", "region g", "rank 1", "row  1", "row 1 "} {
		u := regions.Unit{Kind: regions.Column, Index: 3}
		if err := u.UnmarshalText([]byte(text)); err == nil || u.Index != 3 {
			t.Errorf("%q is read as %v, %v", text, u, err)
		}
	}
}

// Boards are equal if their texts are, by Equal and for go-cmp; nil equals nothing but nil.
func TestEqual(t *testing.T) {
	rng := rand.New(rand.NewPCG(44, 0))
	boards := []*regions.Board{nil, new(regions.Board), testkit.Must(regions.New(nil)), testkit.Must(regions.ParseBoard("A")), testkit.Must(testkit.Must(regions.ParseBoard("A")).With(regions.Given(queens.Square{})))}
	for range 40 {
		b := randomBoard(rng, 1+rng.IntN(2))
		boards = append(boards, b, testkit.Must(b.With(regions.Blocked(queens.Square{}))))
	}
	for _, b := range boards {
		for _, c := range boards {
			want := b == c
			if b != nil && c != nil {
				want = b.String() == c.String()
			}
			if got := b.Equal(c); got != want || cmp.Equal(b, c) != want {
				t.Errorf("%v equals %v: %t, want %t", b, c, got, want)
			}
		}
	}
}

func TestDocExample(t *testing.T) { testkit.CheckDocExample(t, "doc.go", "example_test.go") }
