package queens_test

import (
	"fmt"
	"slices"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

func TestDeduceSentences(t *testing.T) {
	for _, test := range []struct {
		board string
		want  []string
	}{
		{"n=0", nil},
		{"n=1", []string{"Single: Rank 1 has one open square left, a1."}},
		{"n=1 blocked=a1", []string{"Single: Rank 1 has no open square left."}},
		{"n=2", []string{
			"Pin: A queen on a2 or b2 would leave rank 1 no square.",
			"Single: Rank 2 has no open square left.",
		}},
		{"n=4 given=b1", []string{
			"Single: Rank 2 has one open square left, d2.",
			"Single: Rank 3 has one open square left, a3.",
			"Single: Rank 4 has one open square left, c4.",
		}},
		{"n=4 given=b1,d2,a3,c4", nil},
	} {
		board, err := ParseBoard(test.board)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for d := range board.Deduce() {
			got = append(got, fmt.Sprintf("%v: %v", d.Rule, d))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.board, diff)
		}
	}
}

func TestDeductionString(t *testing.T) {
	row := func(n, row int) (line []Square) {
		for i := range n {
			line = append(line, Square{row, i})
		}
		return line
	}
	col := func(n, col int) (line []Square) {
		for i := range n {
			line = append(line, Square{i, col})
		}
		return line
	}
	on := func(names ...string) (list []Square) {
		for _, name := range names {
			s, err := ParseSquare(name)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
		return list
	}
	for _, test := range []struct {
		d    Deduction
		want string
	}{
		{Deduction{Queens: on("a5"), Because: row(8, 4)}, "Rank 5 has one open square left, a5."},
		{Deduction{Queens: on("ab3"), Because: col(30, 27)}, "File ab has one open square left, ab3."},
		{Deduction{Because: col(8, 5)}, "File f has no open square left."},
		{Deduction{Rule: Pin, Excluded: on("c3"), Because: col(8, 5)}, "A queen on c3 would leave file f no square."},
		{Deduction{Rule: Pin, Excluded: on("c3", "d5"), Because: col(8, 5)}, "A queen on c3 or d5 would leave file f no square."},
		{Deduction{Rule: Pin, Excluded: on("c3", "d5", "e3"), Because: row(8, 0)}, "A queen on c3, d5 or e3 would leave rank 1 no square."},
		{
			Deduction{Rule: Trial, Excluded: on("c3"), Because: slices.Concat(on("a5"), col(8, 5))},
			"A queen on c3 would force a queen on a5, leaving file f no square.",
		},
		{
			Deduction{Rule: Trial, Excluded: on("c3"), Because: slices.Concat(on("g7"), row(8, 7), col(8, 5))},
			"A queen on c3 would rule out g7, leaving file f no square.",
		},
		{
			Deduction{Rule: Trial, Excluded: on("c3"), Because: slices.Concat(on("a5", "b8", "g7"), row(8, 7), on("h2"), col(8, 4), on("e1"), col(8, 5))},
			"A queen on c3 would force queens on a5 and b8, then rule out g7 and h2, then force a queen on e1, leaving file f no square.",
		},
		// What no board yields is written in a plainer way.
		{Deduction{}, "Single: queens [], excluded [], because []"},
		{Deduction{Rule: 9, Because: row(8, 4)}, "Rule(9): queens [], excluded [], because [a5 b5 c5 d5 e5 f5 g5 h5]"},
		{Deduction{Rule: Pin, Because: row(2, 0)}, "Pin: queens [], excluded [], because [a1 b1]"},
		{Deduction{Queens: on("a5"), Because: on("a5")}, "Single: queens [a5], excluded [], because [a5]"},
		{Deduction{Rule: Trial, Excluded: on("c3"), Because: []Square{{-1, 0}}}, "Trial: queens [], excluded [c3], because [(-1, 0)]"},
		{Deduction{Because: []Square{{-1, 0}, {-1, 1}}}, "Single: queens [], excluded [], because [(-1, 0) (-1, 1)]"},
	} {
		if got := test.d.String(); got != test.want {
			t.Errorf("%#v is written as %q, want %q", test.d, got, test.want)
		}
	}
}

// Any Deduction can be written.
func FuzzDeductionString(f *testing.F) {
	f.Add(uint8(2), uint8(1), uint8(2), []byte{0, 4, 5, 0, 5, 1})
	f.Add(uint8(0), uint8(1), uint8(0), []byte{0, 0, 0, 0, 255, 255})
	f.Fuzz(func(t *testing.T, rule, queens, excluded uint8, coordinates []byte) {
		var list []Square
		for pair := range slices.Chunk(coordinates, 2) {
			list = append(list, Square{int(int8(pair[0])), int(int8(pair[len(pair)-1]))})
		}
		q := min(int(queens), len(list))
		e := min(q+int(excluded), len(list))
		if (Deduction{Rule(rule), list[:q], list[q:e], list[e:]}).String() == "" {
			t.Error("nothing is written")
		}
	})
}

func TestRuleString(t *testing.T) {
	for r, want := range map[Rule]string{Single: "Single", Pin: "Pin", Trial: "Trial", 3: "Rule(3)"} {
		if got := r.String(); got != want {
			t.Errorf("Rule %d is called %q, want %q", uint8(r), got, want)
		}
	}
	if !(Single < Pin && Pin < Trial) {
		t.Error("the rules are out of order")
	}
}
