package queens_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	. "example.com/queens"
)

// Tests of what the package comment says of all types.

// Whatever a program may print says what it is, and not where it lies in memory.
func TestPrinted(t *testing.T) {
	const text = "n=8 torus given=b4 blocked=a1"
	board := mustParseBoard(t, text)
	plain := mustParseBoard(t, "n=8 given=b4 blocked=a1")
	sampler, err := plain.Sampler(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	census, err := plain.Census(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := plain.Tasks(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		value any
		want  string
	}{
		{list, fmt.Sprintf("%d tasks of n=8 given=b4 blocked=a1", list.Len())},
		{board, text},
		{*board, text},
		{Given(Square{3, 1}), "[b4]"},
		{Blocked(Square{0, 0}), "[a1]"},
		{Toroidal(), "{}"},
		{sampler, "sampler of 8 solutions of n=8 given=b4 blocked=a1"},
		{census, "8 solutions in 8 orbits: 8 of 1"},
		{Estimate{Mean: 92, StdErr: 3, Probes: 100}, "92 ± 3 (100 probes)"},
		{Task{}, "no task"},
		{Step{Op: Place, Square: Square{3, 1}}, "place b4"},
		{Step{Reject, Square{4, 2}, Square{3, 1}}, "reject c5, which b4 attacks"},
		{Progress{Done: 61, Total: 1024, Solutions: 7386256, Fraction: 0.5}, "50.0 %, 61 of 1024 pieces, 7386256 solutions"},
		{Workers(3), "3"},
		{OnProgress(func(Progress) {}), "OnProgress"},
		{Rotate90, "rotate90"},
		{Square{3, 1}, "b4"},
		{Placement{1, 3, 0, 2}, "2 4 1 3"},
	} {
		for _, verb := range []string{"%v", "%+v", "%s"} {
			if got := fmt.Sprintf(verb, test.value); got != test.want && verb != "%s" || strings.Contains(got, "0x") {
				t.Errorf("%s prints a %T as %q, want %q", verb, test.value, got, test.want)
			}
		}
	}
	if got := fmt.Sprint(list.At(0)); !strings.HasPrefix(got, "queens-task/1 n=8 given=b4 blocked=a1 ") {
		t.Errorf("a task is printed as %q", got)
	}
	if got := fmt.Sprintf("%q", board); got != `"`+text+`"` {
		t.Errorf("%%q prints a board as %s", got)
	}
}

// Whatever a program may store comes back from its JSON.
func TestStored(t *testing.T) {
	large, err := Construct(100_000)
	if err != nil {
		t.Fatal(err)
	}
	large[3] = Empty
	board := mustParseBoard(t, "n=8 torus given=b4 blocked=a1,h8")
	census, err := mustParseBoard(t, "n=8").Census(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := mustParseBoard(t, "n=8 given=b4 blocked=a1").Tasks(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		value any
		want  string // or "" if it is not of interest
	}{
		{Placement{1, Empty, 0, 2}, "[1,-1,0,2]"},
		{Placement{}, "[]"},
		{Placement{0}, "[0]"},
		{Placement{Empty}, "[-1]"},
		{Placement{5, -9}, "[5,-9]"},
		{large, ""},
		{Square{3, 1}, `"b4"`},
		{[]Square{{3, 1}, {29, 26}}, `["b4","aa30"]`},
		{map[Square]int{{3, 1}: 7}, `{"b4":7}`},
		{Step{Op: Place, Square: Square{3, 1}}, `{"op":"place","square":"b4"}`},
		{Step{Reject, Square{1, 1}, Square{}}, `{"op":"reject","square":"b2","by":"a1"}`},
		{board, `"n=8 torus given=b4 blocked=a1,h8"`},
		{struct{ Board *Board }{board}, `{"Board":"n=8 torus given=b4 blocked=a1,h8"}`},
		{struct{ Board *Board }{}, `{"Board":null}`},
		{struct{ Board Board }{*board}, `{"Board":"n=8 torus given=b4 blocked=a1,h8"}`},
		{struct{ Board Board }{}, `{"Board":"n=0"}`},
		{map[string]Board{"b": *board}, `{"b":"n=8 torus given=b4 blocked=a1,h8"}`},
		{census, `{"all":92,"fundamental":12,"orbits":[0,0,0,0,1,0,0,0,11]}`},
		{Estimate{Mean: 92.5, StdErr: 3.25, Probes: 100}, `{"mean":92.5,"stderr":3.25,"probes":100,"exact":false}`},
		{tasks.At(0), ""},
		{slices.Collect(tasks.All()), ""},
	} {
		encoded, err := json.Marshal(test.value)
		if err != nil || test.want != "" && string(encoded) != test.want {
			t.Errorf("%T is stored as %.100s, %v, want %s", test.value, encoded, err, test.want)
			continue
		}
		back := reflect.New(reflect.TypeOf(test.value))
		if err := json.Unmarshal(encoded, back.Interface()); err != nil {
			t.Errorf("%.100s: %v", encoded, err)
			continue
		}
		if again, err := json.Marshal(back.Interface()); err != nil || !slices.Equal(again, encoded) {
			t.Errorf("%.100s comes back as %.100s, %v", encoded, again, err)
		}
	}
}
