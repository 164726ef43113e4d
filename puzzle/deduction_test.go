package puzzle_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
)

func TestDeduceSentences(t *testing.T) {
	for _, test := range []struct {
		board string
		want  []string
	}{
		{"n=0", nil},
		{"n=1", []string{"single: Rank 1 has one open square left, a1."}},
		{"n=1 blocked=a1", []string{"contradiction: Rank 1 has no open square left."}},
		{"n=2", []string{
			"pin: A queen on a2 or b2 would leave rank 1 no square.",
			"contradiction: Rank 2 has no open square left.",
		}},
		{"n=4 given=b1", []string{
			"single: Rank 2 has one open square left, d2.",
			"single: Rank 3 has one open square left, a3.",
			"single: Rank 4 has one open square left, c4.",
		}},
		{"n=4 given=b1,d2,a3,c4", nil},
	} {
		board := testkit.Must(queens.ParseBoard(test.board))
		var got []string
		steps, _ := testkit.CollectUntil(t, puzzle.Deduce(t.Context(), board))
		for _, d := range steps {
			got = append(got, fmt.Sprintf("%v: %v", d.Rule, d))
		}
		testkit.WantSame(t, test.want, got, "%s", test.board)
	}
}

func TestDeductionString(t *testing.T) {
	rank, file := func(index int) puzzle.Line { return puzzle.Line{Index: index} }, func(index int) puzzle.Line { return puzzle.Line{Column: true, Index: index} }
	on := func(names ...string) (list []queens.Square) {
		for _, name := range names {
			list = append(list, testkit.Must(queens.ParseSquare(name)))
		}
		return list
	}
	forces := func(name string) puzzle.Deduction { return puzzle.Deduction{Queens: on(name), Line: rank(0)} }
	rulesOut := func(name string) puzzle.Deduction {
		return puzzle.Deduction{Rule: puzzle.Pin, Excluded: on(name), Line: file(7)}
	}
	end := puzzle.Deduction{Rule: puzzle.Contradiction, Line: file(5)}
	for _, test := range []struct {
		d    puzzle.Deduction
		want string
	}{
		{puzzle.Deduction{Queens: on("a5"), Line: rank(4)}, "Rank 5 has one open square left, a5."},
		{puzzle.Deduction{Queens: on("ab3"), Line: file(27)}, "File ab has one open square left, ab3."},
		{end, "File f has no open square left."},
		{puzzle.Deduction{Rule: puzzle.Pin, Excluded: on("c3"), Line: file(5)}, "A queen on c3 would leave file f no square."},
		{puzzle.Deduction{Rule: puzzle.Pin, Excluded: on("c3", "d5"), Line: file(5)}, "A queen on c3 or d5 would leave file f no square."},
		{puzzle.Deduction{Rule: puzzle.Pin, Excluded: on("c3", "d5", "e3"), Line: rank(0)}, "A queen on c3, d5 or e3 would leave rank 1 no square."},
		{puzzle.Deduction{Rule: puzzle.Trial, Excluded: on("c3"), Line: file(5), Steps: []puzzle.Deduction{end}}, "A queen on c3 would leave file f no square."},
		{
			puzzle.Deduction{Rule: puzzle.Trial, Excluded: on("c3"), Line: file(5), Steps: []puzzle.Deduction{forces("a5"), end}},
			"A queen on c3 would force a queen on a5, leaving file f no square.",
		},
		{
			puzzle.Deduction{Rule: puzzle.Trial, Excluded: on("c3"), Line: file(5), Steps: []puzzle.Deduction{rulesOut("g7"), end}},
			"A queen on c3 would rule out g7, leaving file f no square.",
		},
		{
			puzzle.Deduction{Rule: puzzle.Trial, Excluded: on("c3"), Line: file(5), Steps: []puzzle.Deduction{forces("a5"), forces("b8"), rulesOut("g7"), rulesOut("h2"), forces("e1"), end}},
			"A queen on c3 would force queens on a5 and b8, then rule out g7 and h2, then force a queen on e1, leaving file f no square.",
		},
		{puzzle.Deduction{Rule: puzzle.Trial, Excluded: on("c3"), Line: file(5)}, "A queen on c3 would leave file f no square in the end."},
		{puzzle.Deduction{Rule: puzzle.Trial, Excluded: on("c3"), Line: file(5), Steps: []puzzle.Deduction{}}, "A queen on c3 would leave file f no square in the end."},
		// What no board yields is written as its rule, if it names no square.
		{puzzle.Deduction{}, "single"},
		{puzzle.Deduction{Rule: 9, Because: on("a5")}, "Rule(9)"},
		{puzzle.Deduction{Rule: puzzle.Pin, Line: rank(0)}, "pin"},
		{puzzle.Deduction{Rule: puzzle.Trial, Steps: []puzzle.Deduction{end}}, "trial"},
	} {
		if got := test.d.String(); got != test.want {
			t.Errorf("%#v is written as %q, want %q", test.d, got, test.want)
		}
	}
}

// Any Deduction can be written, and those of a board come back from JSON as they were.
func FuzzDeductionString(f *testing.F) {
	f.Add(uint8(2), uint8(1), uint8(2), []byte{0, 4, 5, 0, 5, 1})
	f.Add(uint8(0), uint8(1), uint8(0), []byte{0, 0, 0, 0, 255, 255})
	f.Fuzz(func(t *testing.T, rule, placed, excluded uint8, coordinates []byte) {
		var list []queens.Square
		var line puzzle.Line
		for pair := range slices.Chunk(coordinates, 2) {
			list = append(list, queens.Square{Row: int(int8(pair[0])), Col: int(int8(pair[len(pair)-1]))})
			line = puzzle.Line{Column: pair[0]&1 != 0, Index: int(int8(pair[0]))}
		}
		q := min(int(placed), len(list))
		e := min(q+int(excluded), len(list))
		d := puzzle.Deduction{Rule: puzzle.Rule(rule), Queens: list[:q], Excluded: list[q:e], Because: list[e:], Line: line}
		d.Steps = []puzzle.Deduction{d, d}
		if d.String() == "" {
			t.Error("nothing is written")
		}
	})
}

func TestLineText(t *testing.T) {
	for _, test := range []struct {
		line puzzle.Line
		name string
	}{{puzzle.Line{}, "rank 1"}, {puzzle.Line{Index: 63}, "rank 64"}, {puzzle.Line{Column: true}, "file a"}, {puzzle.Line{Column: true, Index: 27}, "file ab"}, {puzzle.Line{Column: true, Index: 63}, "file bl"}} {
		text, err := test.line.MarshalText()
		if err != nil || string(text) != test.name || test.line.String() != test.name {
			t.Errorf("%#v is written as %q, %v, want %q", test.line, text, err, test.name)
		}
	}
	for want, line := range map[string]puzzle.Line{"rank (-1)": {Index: -1}, "file (-7)": {Column: true, Index: -7},
		fmt.Sprintf("rank %d", uint(math.MaxInt)+1): {Index: math.MaxInt}} {
		if got := line.String(); got != want {
			t.Errorf("%#v is written as %q, want %q", line, got, want)
		}
	}
	for _, index := range []int{-1, queens.MaxN, math.MaxInt} {
		if text, err := (puzzle.Line{Index: index}).MarshalText(); err == nil {
			t.Errorf("a line of index %d is written as %q", index, text)
		}
	}
}
