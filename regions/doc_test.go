package regions_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

// No exported method panics but [Board.Region], whose doc says so, whatever the receiver and
// the arguments; of a nil pointer only in the goroutine of the caller.
func TestOddReceivers(t *testing.T) {
	for _, value := range []any{
		regions.Board{}, regions.Deduction{}, regions.Deduction{Rule: 99, Queens: make([]queens.Square, 3), Steps: make([]regions.Deduction, 2)},
		regions.Deduction{Rule: regions.Trial, Units: []regions.Unit{{9, -1}}, Within: []regions.Unit{{regions.Region, 70}}}, regions.Kind(99), regions.Rule(99), regions.SVGStyle{}, regions.SVGStyle{Letters: true, Step: new(regions.Deduction)},
		regions.Unit{}, regions.Unit{99, 3}, regions.Unit{regions.Region, math.MinInt}, regions.Unit{regions.Region, 99}, regions.Unit{regions.Column, math.MaxInt},
	} {
		pointer := reflect.New(reflect.TypeOf(value))
		pointer.Elem().Set(reflect.ValueOf(value))
		for i := range pointer.NumMethod() {
			name := pointer.Type().Method(i).Name
			for _, arguments := range []func(reflect.Type) reflect.Value{zeroArgument, oddArgument} {
				if why := testkit.PanicOf(t, pointer.Method(i), arguments); why != nil && name != "Region" {
					t.Errorf("%T.%s of %#v panics: %v", value, name, value, why)
				}
			}
			if why := testkit.PanicOf(t, reflect.Zero(pointer.Type()).Method(i), zeroArgument); why != nil && name == "Equal" {
				t.Errorf("%T.%s of nil panics: %v", value, name, why)
			}
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

// zeroArgument returns a zero value: for a board to draw, that of size 0.
func zeroArgument(of reflect.Type) reflect.Value {
	if of == reflect.TypeFor[*regions.Board]() {
		return reflect.ValueOf(new(regions.Board))
	}
	return reflect.Zero(of)
}

// oddArgument returns a value that makes little sense, of any type that methods take.
func oddArgument(of reflect.Type) reflect.Value {
	for _, value := range []any{[]byte("\x00{"), queens.Square{Row: -1, Col: math.MaxInt}, queens.Placement{-9, 99}, new(regions.Board)} {
		if reflect.TypeOf(value) == of {
			return reflect.ValueOf(value)
		}
	}
	panic(fmt.Sprintf("no odd %v", of))
}

// A board by value prints and stores as one by address does, and comes back.
func TestBoardValues(t *testing.T) {
	b := testkit.Must(regions.ParseBoard("AAB\nABB\nCCC\ngiven=b1 blocked=a2,c3"))
	if byValue, byAddress := fmt.Sprint(*b), fmt.Sprint(b); byValue != byAddress {
		t.Errorf("printed as %q by value, and %q by address", byValue, byAddress)
	}
	type level struct {
		Board regions.Board
		ByN   map[int]regions.Board
		Many  []regions.Board
	}
	stored := level{*b, map[int]regions.Board{3: *b, 0: {}}, []regions.Board{{}, *b}}
	text := testkit.Must(json.Marshal(stored))
	var read level
	testkit.NoError(t, json.Unmarshal(text, &read))
	same := cmp.Comparer(func(a, b regions.Board) bool { return a.Equal(&b) })
	if diff := cmp.Diff(stored, read, same); diff != "" {
		t.Errorf("%s comes back changed:\n%s", text, diff)
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
