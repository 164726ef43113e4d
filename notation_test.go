package queens

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the files in testdata that tests generate")

// everyPlacement pushes all placements of size n, valid or not, rows without queens
// included: (n+1)ⁿ of them.
func everyPlacement(n int) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		p := emptyPlacement(n)
		for {
			if !yield(slices.Clone(p)) {
				return
			}
			row := 0
			for row < n && p[row] == n-1 {
				p[row] = Empty
				row++
			}
			if row == n {
				return
			}
			p[row]++
		}
	}
}

// bigPlacements are too large for everyPlacement: full and sparse, on boards with
// ranks and files of several characters.
func bigPlacements(sizes ...int) []Placement {
	rng := rand.New(rand.NewPCG(1, 2))
	var all []Placement
	for _, n := range sizes {
		full := Placement(rng.Perm(n))
		sparse := slices.Clone(full)
		for row := range sparse {
			if rng.IntN(3) > 0 {
				sparse[row] = Empty
			}
		}
		all = append(all, full, sparse, emptyPlacement(n))
	}
	return all
}

// readableStyles pushes the styles whose diagrams Parse reads.
func readableStyles(yield func(Style) bool) {
	symbols := []Style{
		{}, {Queen: "*"}, {Queen: " D ", Empty: " + "}, {Queen: "q", Empty: "-"},
		{Queen: "♛ ", Empty: "· "}, {Queen: "♕", Empty: "□"}, {Queen: " * ", Empty: "_"},
	}
	for _, style := range append(symbols, Style{Empty: " ", Grid: true}) {
		for options := range 6 {
			style.Grid = style.Empty == " " || options%2 > 0
			style.Labels = options/2 > 0
			style.RankUp = options/2 > 1
			if !yield(style) {
				return
			}
		}
	}
}

func TestSquareNames(t *testing.T) {
	for col, want := range map[int]string{
		0: "a", 1: "b", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa", 18277: "zzz", 18278: "aaaa",
	} {
		if got := fileName(col); got != want {
			t.Errorf("fileName(%d) = %q, want %q", col, got, want)
		}
	}
	for col := range 20000 {
		s := Square{Row: 3, Col: col}
		if got, ok := parseSquare(s.String()); got != s || !ok {
			t.Fatalf("%v reads as %v, %v", s, got, ok)
		}
	}
}

func TestStringAndFEN(t *testing.T) {
	for _, test := range []struct {
		p           Placement
		vector, fen string
	}{
		{nil, "", ""},
		{Placement{}, "", ""},
		{Placement{0}, "1", "Q"},
		{Placement{Empty}, ".", "1"},
		{Placement{1, 3, 0, 2}, "2 4 1 3", "2Q1/Q3/3Q/1Q2"},
		{Placement{0, 4, 7, 5, 2, 6, 1, 3}, "1 5 8 6 3 7 2 4", "3Q4/1Q6/6Q1/2Q5/5Q2/7Q/4Q3/Q7"},
		{Placement{2, Empty, 2}, "3 . 3", "2Q/3/2Q"},
		{Placement{3, -7, 0}, ". . 1", "Q2/3/3"},
		{
			Placement{Empty, 11, 0, 1, 10, Empty, Empty, Empty, Empty, Empty, Empty, Empty},
			". 12 1 2 11 . . . . . . .", "12/12/12/12/12/12/12/10Q1/1Q10/Q11/11Q/12",
		},
	} {
		if got := test.p.String(); got != test.vector {
			t.Errorf("String of %v = %q, want %q", []int(test.p), got, test.vector)
		}
		if got := test.p.FEN(); got != test.fen {
			t.Errorf("FEN of %v = %q, want %q", []int(test.p), got, test.fen)
		}
	}
}

func TestDiagram(t *testing.T) {
	eight := Placement{0, 4, 7, 5, 2, 6, 1, 3}
	four := Placement{1, 3, Empty, 2}
	for _, test := range []struct {
		p     Placement
		style Style
		want  string
	}{
		{nil, Style{Grid: true, Labels: true}, ""},
		{Placement{0}, Style{}, "Q\n"},
		{Placement{Empty}, Style{Labels: true, RankUp: true}, "1 .\n  a\n"},
		{Placement{0}, Style{Grid: true, Labels: true}, "" +
			"  +-+\n" +
			"1 |Q|\n" +
			"  +-+\n" +
			"   a\n"},
		{Placement{-5, 2}, Style{}, "..\n..\n"},
		{Placement{1, 3, 0, 2}, Style{}, "" +
			".Q..\n" +
			"...Q\n" +
			"Q...\n" +
			"..Q.\n"},
		{four, Style{RankUp: true}, "" +
			"..Q.\n" +
			"....\n" +
			"...Q\n" +
			".Q..\n"},
		{four, Style{Queen: "Q ", Empty: ". "}, "" +
			". Q . . \n" +
			". . . Q \n" +
			". . . . \n" +
			". . Q . \n"},
		{four, Style{Queen: " D ", Empty: " + "}, "" +
			" +  D  +  + \n" +
			" +  +  +  D \n" +
			" +  +  +  + \n" +
			" +  +  D  + \n"},
		{four, Style{Queen: "[Q]", Empty: "."}, "" +
			" . [Q] .  . \n" +
			" .  .  . [Q]\n" +
			" .  .  .  . \n" +
			" .  . [Q] . \n"},
		{four, Style{Queen: "♛", Empty: "··", Grid: true}, "" +
			"+--+--+--+--+\n" +
			"|··|♛ |··|··|\n" +
			"+--+--+--+--+\n" +
			"|··|··|··|♛ |\n" +
			"+--+--+--+--+\n" +
			"|··|··|··|··|\n" +
			"+--+--+--+--+\n" +
			"|··|··|♛ |··|\n" +
			"+--+--+--+--+\n"},
		{four, Style{Queen: " D ", Empty: " + ", Labels: true}, "" +
			"1  +  D  +  + \n" +
			"2  +  +  +  D \n" +
			"3  +  +  +  + \n" +
			"4  +  +  D  + \n" +
			"   a  b  c  d\n"},
		{four, Style{Queen: " D", Empty: " +", Labels: true, RankUp: true}, "" +
			"4  + + D +\n" +
			"3  + + + +\n" +
			"2  + + + D\n" +
			"1  + D + +\n" +
			"   a b c d\n"},
		{Placement{0}, Style{Queen: "<<Q>>", Labels: true}, "1 <<Q>>\n    a\n"},
		{Placement{0}, Style{Queen: "  ", Labels: true}, "1   \n  a\n"},
		{four, Style{Queen: "Q", Empty: " ", Grid: true, Labels: true, RankUp: true}, "" +
			"  +-+-+-+-+\n" +
			"4 | | |Q| |\n" +
			"  +-+-+-+-+\n" +
			"3 | | | | |\n" +
			"  +-+-+-+-+\n" +
			"2 | | | |Q|\n" +
			"  +-+-+-+-+\n" +
			"1 | |Q| | |\n" +
			"  +-+-+-+-+\n" +
			"   a b c d\n"},
		{eight, Style{Queen: "*", Labels: true, RankUp: true}, "" +
			"8 ...*....\n" +
			"7 .*......\n" +
			"6 ......*.\n" +
			"5 ..*.....\n" +
			"4 .....*..\n" +
			"3 .......*\n" +
			"2 ....*...\n" +
			"1 *.......\n" +
			"  abcdefgh\n"},
		{eight, Style{Queen: "Q", Empty: " ", Grid: true}, "" +
			"+-+-+-+-+-+-+-+-+\n" +
			"|Q| | | | | | | |\n" +
			"+-+-+-+-+-+-+-+-+\n" +
			"| | | | |Q| | | |\n" +
			"+-+-+-+-+-+-+-+-+\n" +
			"| | | | | | | |Q|\n" +
			"+-+-+-+-+-+-+-+-+\n" +
			"| | | | | |Q| | |\n" +
			"+-+-+-+-+-+-+-+-+\n" +
			"| | |Q| | | | | |\n" +
			"+-+-+-+-+-+-+-+-+\n" +
			"| | | | | | |Q| |\n" +
			"+-+-+-+-+-+-+-+-+\n" +
			"| |Q| | | | | | |\n" +
			"+-+-+-+-+-+-+-+-+\n" +
			"| | | |Q| | | | |\n" +
			"+-+-+-+-+-+-+-+-+\n"},
	} {
		if diff := cmp.Diff(test.want, test.p.Diagram(test.style)); diff != "" {
			t.Errorf("%v, %+v: (-want +got)\n%s", test.p, test.style, diff)
		}
	}
}

// TestDiagramLongNames looks at single lines of boards whose ranks and files
// have names of two letters.
func TestDiagramLongNames(t *testing.T) {
	p := emptyPlacement(28)
	p[0], p[9] = 26, 1
	for _, test := range []struct {
		style Style
		lines map[int]string
	}{
		{Style{Labels: true}, map[int]string{
			0:  " 1 " + strings.Repeat(" . ", 26) + " Q  . ",
			9:  "10  .  Q " + strings.Repeat(" . ", 26),
			28: "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x  y  z  aa ab",
		}},
		{Style{Labels: true, Grid: true, RankUp: true, Empty: " "}, map[int]string{
			0:  "   " + strings.Repeat("+--", 28) + "+",
			1:  "28 " + strings.Repeat("|  ", 28) + "|",
			55: " 1 " + strings.Repeat("|  ", 26) + "|Q |  |",
			57: "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x  y  z  aa ab",
		}},
	} {
		lines := strings.Split(p.Diagram(test.style), "\n")
		for i, want := range test.lines {
			if lines[i] != want {
				t.Errorf("%+v, line %d is\n%q, want\n%q", test.style, i, lines[i], want)
			}
		}
	}
}

// roundTrip checks that everything p writes reads as p, diagrams in the given
// styles.
func roundTrip(t *testing.T, p Placement, styles iter.Seq[Style]) {
	t.Helper()
	check := func(s string) {
		t.Helper()
		got, err := Parse(s)
		if err != nil {
			t.Fatalf("Parse(%.200q): %v", s, err)
		}
		if !slices.Equal(got, p) {
			t.Fatalf("Parse(%.200q) = %.200q, want %.200q", s, got, p)
		}
	}
	s := p.String()
	check(s)
	if len(p) > 0 {
		check("(" + strings.ReplaceAll(s, " ", ", ") + ")")
		check(" " + strings.ReplaceAll(s, " ", ",\t") + "\r\n")
	}
	if fen := p.FEN(); fen != "1" { // the empty 1×1 board, which reads as the other one
		check(fen)
		check("\n" + strings.ToLower(fen) + "\n")
	}
	checkSquares(t, p)
	if len(p) > 100 {
		return
	}
	for style := range styles {
		diagram := p.Diagram(style)
		check(diagram)
		check(strings.ReplaceAll("\n"+diagram, "\n", "\r\n\t"))
	}
}

// checkSquares reads p from the names of its squares, which tell no more of the
// board's size than the largest coordinate.
func checkSquares(t *testing.T, p Placement) {
	t.Helper()
	var names []string
	n := 0
	for s := range p.Queens() {
		names = append(names, s.String())
		n = max(n, s.Row+1, s.Col+1)
	}
	want := p[:n]
	slices.Reverse(names)
	for _, separator := range []string{" ", ", ", ",", "\r\n"} {
		s := strings.Join(names, separator)
		got, err := Parse(s)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("Parse(%.200q) = %.200q, %v, want %.200q", s, got, err, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for n := range 5 {
		for p := range everyPlacement(n) {
			roundTrip(t, p, readableStyles)
		}
	}
	two := slices.Values([]Style{{}, {Empty: " ", Grid: true, Labels: true, RankUp: true}})
	for p := range everyPlacement(5) {
		roundTrip(t, p, two)
	}
	for _, p := range bigPlacements(9, 10, 26, 27, 30, 100, 100000) {
		roundTrip(t, p, readableStyles)
	}
}

func TestParse(t *testing.T) {
	eight := Placement{2, 0, 5, 1, 7, 4, 3, 6}
	four := Placement{1, 3, 0, 2}
	for _, test := range []struct {
		text string
		want Placement
	}{
		// Nothing.
		{"", Placement{}},
		{" \r\n\t\n", Placement{}},

		// Vectors and digits.
		{"(3, 1, 6, 2, 8, 5, 4, 7)", eight},
		{"(3,1,6,2,8,5,4,7)", eight},
		{" ( 3 1 6 2\n8 5 4 7 )\n", eight},
		{"3 1 6 2 8 5 4 7", eight},
		{"3,1,6,2 , 8,5,\t4  7\r\n", eight},
		{"31628547", eight},
		{"123456789", Placement{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"10 9 8 7 6 5 4 3 2 1", Placement{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}},
		{"2 . 2", Placement{1, Empty, 1}},
		{"(1)", Placement{0}},
		{"(., 1)", Placement{Empty, 0}},

		// Squares.
		{"c1 a2 f3 b4 h5 e6 d7 g8", eight},
		{"g8,d7, e6 ,\nh5\nb4\tf3,a2 c1\n", eight},
		{"a1", Placement{0}},
		{"b1", Placement{1, Empty}},
		{"a1 b4", Placement{0, Empty, Empty, 1}},
		{"aa1", append(Placement{26}, emptyPlacement(26)...)},

		// FEN.
		{"2Q1/Q3/3Q/1Q2", four},
		{"\n2q1/Q3/3q/1Q2\r\n", four},
		{"Q11/12/12/12/12/12/12/12/12/12/12/4Q7", append(append(Placement{4}, emptyPlacement(10)...), 0)},

		// Diagrams.
		{".Q..\n...Q\nQ...\n..Q.", four},
		{"\t. Q\n\n\t  Q .\n\t", Placement{1, 0}},
		{"□♛\n♕·", Placement{1, 0}},
		{"-_\n+q", Placement{Empty, 1}},
		{"  a b\n2 . Q\n1 . .\n  a b", Placement{Empty, 1}},
		{"1...\n2.*.\n3*..\nabc", Placement{Empty, 1, 0}},
		{"|Q| |\n| |Q|", Placement{0, 1}},
		{" ---\n| Q |   |\n\n+-+-+\n|.| q|\n---", Placement{0, 1}},
		{"2|Q| |\n1 | |Q|", Placement{1, 0}},
		{"1 |Q| |\n2| |Q|", Placement{0, 1}},
		{"+-+\r\n| |\r\n+-+\r\n", Placement{Empty}},
	} {
		got, err := Parse(test.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.text, err)
		} else if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Parse(%q): (-want +got)\n%s", test.text, diff)
		}
	}
}

// TestParseOverlaps reads texts that could pass for more than one form.
func TestParseOverlaps(t *testing.T) {
	for _, test := range []struct {
		text, why string
		want      Placement
	}{
		{"1", "a vector, not the FEN of the empty board", Placement{0}},
		{"12", "two digits, not the vector of column 12", Placement{0, 1}},
		{"Q", "a diagram, and the same as a FEN", Placement{0}},
		{"q", "a queen, not a file", Placement{0}},
		{"D", "a queen", Placement{0}},
		{"q1", "a square, not one rank of a FEN", append(Placement{16}, emptyPlacement(16)...)},
		{"d4", "a square", Placement{Empty, Empty, Empty, 3}},
		{"q1/1q", "a FEN, not squares", Placement{1, 0}},
		{".", "a vector, and the same as a diagram", Placement{Empty}},
		{"-", "a diagram", Placement{Empty}},
		{". .", "a vector on one line", Placement{Empty, Empty}},
		{". .\n", "a vector on one line, ended", Placement{Empty, Empty}},
		{".,.", "a vector", Placement{Empty, Empty}},
		{". .\n. .", "a diagram on two lines, not four empty rows", Placement{Empty, Empty}},
		{"..\n..", "a diagram", Placement{Empty, Empty}},
		{". 1", "a vector", Placement{Empty, 0}},
		{"1 .", "a vector, not a labelled row", Placement{0, Empty}},
		{"1 .\na", "a labelled diagram, not a vector", Placement{Empty}},
		{"1 |.|", "a labelled grid, not a vector", Placement{Empty}},
		{"2 . .\n1 . .", "a labelled diagram, not six rows", Placement{Empty, Empty}},
		{"+-+\n-+-\n+-+", "a diagram without queens, not the lines of a grid", Placement{Empty, Empty, Empty}},
		{"|+|-|\n|-|+|", "a grid without queens", Placement{Empty, Empty}},
		{"(. .\n. .)", "a vector, for the parentheses", Placement{Empty, Empty, Empty, Empty}},
		{"b1\na2", "squares on two lines, not a diagram", Placement{1, 0}},
	} {
		got, err := Parse(test.text)
		if err != nil {
			t.Errorf("Parse(%q): %v, want %s", test.text, err, test.why)
		} else if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Parse(%q) is not %s: (-want +got)\n%s", test.text, test.why, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	long := strings.Repeat("7", 100)
	for _, test := range []struct{ text, want string }{
		// Vectors and digits.
		{"[1, 3, 0, 2]", `"[" opens JSON, with columns from 0; want columns from 1, in parentheses or bare`},
		{"1 5 8 6 0 7 2 4", `item 5 is "0", want a column 1..8 or "."`},
		{"1 3 0", `item 3 is "0", want a column 1..3 or "."`},
		{"1 3", `item 2 is "3", want a column 1..2 or "."`},
		{"-1 2", `item 1 is "-1", want a column 1..2 or "."`},
		{"1 +2", `item 2 is "+2", want a column 1..2 or "."`},
		{"01 2", `item 1 is "01", want a column 1..2 or "."`},
		{"1 x", `item 2 is "x", want a column 1..2 or "."`},
		{"1 Q", `item 2 is "Q", want a column 1..2 or "."`},
		{". Q", `item 2 is "Q", want a column 1..2 or "."`},
		{"1 a2", `item 2 is "a2", want a column 1..2 or "."`},
		{"1 18446744073709551617", `item 2 is "18446744073709551617", want a column 1..2 or "."`},
		{"1 " + long, `item 2 is "77777777777777777777"…, want a column 1..2 or "."`},
		{"15863720", `item 8 is "0", want a column 1..8 or "."`},
		{"9", `item 1 is "9", want a column 1..1 or "."`},
		{"1234567891", `"1234567891" is one item of 10 digits, want at most 9 or spaces between the columns`},
		{long, `"77777777777777777777"… is one item of 100 digits, want at most 9 or spaces between the columns`},
		{"1.3", `item 1 is "1.3", want a column 1..1 or "."`},
		{"1,,2", `item 2 is missing, want one on either side of a comma`},
		{"1, 2,", `item 3 is missing, want one on either side of a comma`},
		{",1", `item 1 is missing, want one on either side of a comma`},
		{"(1, 2", `text starts with "(", want ")" at its end`},
		{"(", `text starts with "(", want ")" at its end`},
		{"()", `item 1 is missing, want one on either side of a comma`},
		{"(12)", `item 1 is "12", want a column 1..1 or "."`},
		{"((1))", `item 1 is "(1)", want a column 1..1 or "."`},
		{"1 2)", `item 2 is "2)", want a column 1..2 or "."`},
		{strings.Repeat(". ", maxParse+1), `vector of 1048577 items, want at most 1048576`},

		// Squares.
		{"a1 5", `item 2 is "5", want a square such as "a1"`},
		{"a1 b", `item 2 is "b", want a square such as "a1"`},
		{"a1, B2", `item 2 is "B2", want a square such as "a1"`},
		{"a0", `item 1 is "a0", want a square such as "a1"`},
		{"a01", `item 1 is "a01", want a square such as "a1"`},
		{"a1b", `item 1 is "a1b", want a square such as "a1"`},
		{"a1,,b2", `item 2 is missing, want one on either side of a comma`},
		{"a1 b2 c1", `item 3 is "c1", want one queen a row: "a1" is there already`},
		{"a1 b2 b2", `item 3 is "b2", want one queen a row: "b2" is there already`},
		{"a1 b999999999", `item 2 is "b999999999", want a square of a board of at most 1048576 rows`},
		{"a1048577", `item 1 is "a1048577", want a square of a board of at most 1048576 rows`},
		{"zzzzz1", `item 1 is "zzzzz1", want a square of a board of at most 1048576 rows`},
		{"a" + long, `item 1 is "a7777777777777777777"…, want a square of a board of at most 1048576 rows`},
		{strings.Repeat("z", 100) + "1", `item 1 is "zzzzzzzzzzzzzzzzzzzz"…, want a square of a board of at most 1048576 rows`},

		// FEN.
		{"/", `rank 2 of the FEN is "", want 2 squares, one for each rank`},
		{"2/1", `rank 1 of the FEN is "1", want 2 squares, one for each rank`},
		{"1Q1/2", `rank 2 of the FEN is "1Q1", want 2 squares, one for each rank`},
		{"2Q1/QQ2/4/4", `rank 3 of the FEN has two queens, want at most one`},
		{"2/1k", `rank 1 of the FEN has "k", want Q or a number of empty squares`},
		{"2/02", `rank 1 of the FEN has "02", want Q or a number of empty squares`},
		{"2 /2", `rank 2 of the FEN has " ", want Q or a number of empty squares`},
		{"Q1/1Q w - - 0 1", `rank 1 of the FEN has " w - - 0 1", want Q or a number of empty squares`},
		{"999999999/", `rank 2 of the FEN is "999999999", want 2 squares, one for each rank`},
		{long + "/2", `rank 2 of the FEN is "77777777777777777777"…, want 2 squares, one for each rank`},
		{strings.Repeat("/", maxParse), `FEN of 1048577 ranks, want at most 1048576`},

		// Diagrams.
		{".Q..", `line 1 has 4 squares, want 1, one for each row`},
		{".Q\n\nQ\n", `line 3 has 1 square, want 2, one for each row`},
		{"1\n2\n", `line 1 has 0 squares, want 2, one for each row`},
		{"QQ\n..", `line 1 has two queens, want at most one`},
		{"\n.Q\n.x", `line 3 has "x" for square 2, want a queen (Q q * D ♛ ♕) or an empty square (. + - _ · □)`},
		{".Q\n.\xff", `line 2 has "\xff" for square 2, want a queen (Q q * D ♛ ♕) or an empty square (. + - _ · □)`},
		{"|Q|QQ|\n| | |", `line 1 has "QQ" for square 2, want a queen (Q q * D ♛ ♕) or an empty square (. + - _ · □)`},
		{"|Q| \n| |", `line 1 has 1 square, want 2, one for each row`},
		{"+-+\n|Q\n+-+", `line 2 is "|Q", want "|" at both ends of a row`},
		{"|", `line 1 is "|", want "|" at both ends of a row`},
		{"Q|", `line 1 is "Q|", want "|" at both ends of a row`},
		{"2 .Q\n2 Q.", `line 2 has the rank number "2", want "1"`},
		{"1 .Q\nQ.", `line 2 has the rank number "", want "2"`},
		{".Q\n1 Q.", `line 2 has the rank number "1", want ""`},
		{"3 .Q\n1 Q.", `line 1 has the rank number "3", want "1"`},
		{long + " .Q\n1 Q.", `line 1 has the rank number "77777777777777777777"…, want "1"`},
		{".Q\nQ.\n a c", `line 3 is "a c", want the names of files a to b`},
		{".Q\nQ.\n abc", `line 3 is "abc", want the names of files a to b`},
		{"a b", `"a b" has no row of a board, want a vector, squares, a FEN or a diagram`},
		{"hello", `line 1 has 5 squares, want 1, one for each row`},
		{strings.Repeat("♜", 99), `line 1 has 99 squares, want 1, one for each row`},
	} {
		p, err := Parse(test.text)
		want := "queens: parse: " + test.want
		if err == nil || err.Error() != want || p != nil {
			t.Errorf("Parse(%.200q) = %.200q, %v\nwant the error %s", test.text, p, err, want)
		}
	}
}

// TestParseSmallTextOfHugeBoard makes sure that a few characters naming a board
// beyond the limit do not take its memory.
func TestParseSmallTextOfHugeBoard(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, s := range []string{"a999999999", "zzzzz1", "999999999/", "a1 zzzzzzzzzzzzzzzz9", "1 999999999"} {
		if _, err := Parse(s); err == nil {
			t.Errorf("Parse(%q): no error", s)
		}
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1<<20 {
		t.Errorf("%d bytes allocated", allocated)
	}
	p, err := Parse("a1048576")
	if err != nil || len(p) != maxParse {
		t.Errorf("the largest board has %d rows, error %v", len(p), err)
	}
}

func FuzzParse(f *testing.F) {
	for p := range everyPlacement(3) {
		if p[0] == 1 {
			f.Add(p.String())
			f.Add(p.FEN())
		}
	}
	for style := range readableStyles {
		f.Add(Placement{1, 3, Empty, 2}.Diagram(style))
	}
	for _, s := range []string{"", "(3, 1, 6, 2, 8, 5, 4, 7)", "15863724", "a1 b4", "aa1,b2", "a999999999", "12/12", "[0]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Parse(s)
		if err == nil {
			roundTrip(t, p, readableStyles)
			return
		}
		if p != nil || !strings.HasPrefix(err.Error(), "queens: parse: ") || len(err.Error()) > 300 {
			t.Errorf("Parse(%q) = %v, %v", s, p, err)
		}
	})
}

// TestFundamental8 compares the picture of the twelve fundamental solutions with
// the one in testdata.
func TestFundamental8(t *testing.T) {
	const file = "testdata/fundamental8.svg"
	var svg bytes.Buffer
	if err := WriteGallery(&svg, slices.Collect(Fundamental(8))); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, svg.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, svg.Bytes()) {
		t.Errorf("%s is not what is drawn now; run the test with -update", file)
	}
}

// svgDocument is what the tests look at in a picture.
type svgDocument struct {
	XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
	Role    string   `xml:"role,attr"`
	Width   int      `xml:"width,attr"`
	Height  int      `xml:"height,attr"`
	ViewBox string   `xml:"viewBox,attr"`
	Title   string   `xml:"title"`
	Desc    string   `xml:"desc"`
	Defs    struct {
		Queen struct {
			ID string `xml:"id,attr"`
		} `xml:"path"`
		Boards []struct {
			ID     string `xml:"id,attr"`
			Labels struct {
				Text []string `xml:"text"`
			} `xml:"g"`
		} `xml:"g"`
	} `xml:"defs"`
	Groups []svgGroup `xml:"g"`
}

type svgGroup struct {
	Title string `xml:"title"`
	Text  string `xml:"text"`
	Uses  []struct {
		Href string `xml:"href,attr"`
		X    int    `xml:"x,attr"`
		Y    int    `xml:"y,attr"`
	} `xml:"use"`
	Groups []svgGroup `xml:"g"`
}

// placement reads back the board that g shows.
func (g svgGroup) placement(t *testing.T) Placement {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimPrefix(g.Uses[0].Href, "#board"))
	if err != nil {
		t.Fatal(err)
	}
	p := emptyPlacement(n)
	for _, use := range g.Uses[1:] {
		if use.Href != "#queen" {
			t.Fatalf("%s in place of a queen", use.Href)
		}
		p[-use.Y/svgSquare-1] = use.X / svgSquare
	}
	return p
}

func readSVG(t *testing.T, write func(io.Writer) error) svgDocument {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(&b)
	var doc svgDocument
	if err := decoder.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	var more any
	if err := decoder.Decode(&more); err != io.EOF {
		t.Fatalf("after the document: %v, want the end", err)
	}
	if want := fmt.Sprintf("0 0 %d %d", doc.Width, doc.Height); doc.Role != "img" || doc.ViewBox != want {
		t.Errorf("role %q, viewBox %q, want img, %q", doc.Role, doc.ViewBox, want)
	}
	if doc.Defs.Queen.ID != "queen" {
		t.Errorf("the queen's id is %q", doc.Defs.Queen.ID)
	}
	return doc
}

func TestWriteSVG(t *testing.T) {
	for _, test := range []struct {
		p           Placement
		title, desc string
	}{
		{Placement{}, "0×0 board, 0 queens", "No queens"},
		{Placement{0}, "1×1 board, 1 queen", "Queens on a1"},
		{Placement{Empty, 7}, "2×2 board, 0 queens", "No queens"},
		{Placement{1, 3, 0, 2}, "4×4 board, 4 queens", "Queens on b1, d2, a3, c4"},
		{Placement{1, Empty, 0, 2}, "4×4 board, 3 queens", "Queens on b1, a3, c4"},
	} {
		doc := readSVG(t, test.p.WriteSVG)
		if doc.Title != test.title || doc.Desc != test.desc {
			t.Errorf("title %q, description %q, want %q, %q", doc.Title, doc.Desc, test.title, test.desc)
		}
	}
	for _, p := range append(bigPlacements(5, 8, 28, 256), Placement{}, Placement{0}) {
		n := len(p)
		doc := readSVG(t, p.WriteSVG)
		if diff := cmp.Diff(p, doc.Groups[0].placement(t)); diff != "" {
			t.Errorf("wrong queens: (-want +got)\n%s", diff)
		}
		if doc.Width != svgSide(n) || doc.Height != svgSide(n) {
			t.Errorf("n = %d: the picture is %d×%d, want a side of %d", n, doc.Width, doc.Height, svgSide(n))
		}
		var want []string
		for i := range n {
			want = append(want, fileName(i), strconv.Itoa(i+1))
		}
		if diff := cmp.Diff(want, doc.Defs.Boards[0].Labels.Text); diff != "" {
			t.Errorf("n = %d: wrong coordinates: (-want +got)\n%s", n, diff)
		}
	}
}

// TestDarkSquares counts, from the path of the dark squares, the strips that
// cover each square.
func TestDarkSquares(t *testing.T) {
	for _, n := range []int{1, 2, 5, 8} {
		var pic picture
		pic.bareBoard(n)
		_, path, _ := strings.Cut(pic.String(), `fill-rule="evenodd" d="`)
		path, _, _ = strings.Cut(path, `"`)
		strips := make(map[Square]int)
		for strip := range strings.SplitSeq(strings.TrimSuffix(path, "z"), "z") {
			var x, y, width, height, back int
			if _, err := fmt.Sscanf(strings.ReplaceAll(strip, "-", " -"), "M%d %dh%dv%dh%d", &x, &y, &width, &height, &back); err != nil {
				t.Fatalf("strip %q: %v", strip, err)
			}
			if back != -width || height >= 0 {
				t.Fatalf("strip %q is no rectangle", strip)
			}
			for row := -y / svgSquare; row < (-y-height)/svgSquare; row++ {
				for col := x / svgSquare; col < (x+width)/svgSquare; col++ {
					strips[Square{row, col}]++
				}
			}
		}
		for row := range n {
			for col := range n {
				s := Square{row, col}
				if dark := strips[s]%2 == 1; dark != ((row+col)%2 == 0) {
					t.Errorf("n = %d: %v is covered by %d strips", n, s, strips[s])
				}
			}
		}
	}
}

func TestWriteGallery(t *testing.T) {
	mixed := []Placement{{1, 3, 0, 2}, {}, {0}, {Empty}, {1, Empty, 0, 2}}
	doc := readSVG(t, func(w io.Writer) error { return WriteGallery(w, mixed) })
	if want := "1: 2 4 1 3; 2:; 3: 1; 4: .; 5: 2 . 1 3"; doc.Title != "5 boards" || doc.Desc != want {
		t.Errorf("title %q, description %q, want 5 boards, %q", doc.Title, doc.Desc, want)
	}
	var ids []string
	for _, board := range doc.Defs.Boards {
		ids = append(ids, board.ID)
	}
	if diff := cmp.Diff([]string{"board0", "board1", "board4"}, ids); diff != "" {
		t.Errorf("wrong boards defined: (-want +got)\n%s", diff)
	}
	if len(doc.Groups) != len(mixed) {
		t.Fatalf("%d boards drawn, want %d", len(doc.Groups), len(mixed))
	}
	for i, g := range doc.Groups {
		if diff := cmp.Diff(mixed[i], g.Groups[0].placement(t)); diff != "" {
			t.Errorf("board %d: (-want +got)\n%s", i+1, diff)
		}
		if want := mixed[i].caption(i + 1); g.Title != want || g.Text != strconv.Itoa(i+1) {
			t.Errorf("board %d: title %q, caption %q, want %q, %d", i+1, g.Title, g.Text, want, i+1)
		}
	}

	none := readSVG(t, func(w io.Writer) error { return WriteGallery(w, nil) })
	if none.Title != "0 boards" || none.Desc != "" || len(none.Groups) != 0 {
		t.Errorf("an empty gallery is %+v", none)
	}
	one := readSVG(t, func(w io.Writer) error { return WriteGallery(w, mixed[:1]) })
	if one.Title != "1 board" {
		t.Errorf("the title of a gallery of one is %q", one.Title)
	}
}

func TestGalleryColumns(t *testing.T) {
	for boards, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 2, 6: 3, 12: 4, 46: 9, 92: 12} {
		if got := galleryColumns(boards, 400, 426); got != want {
			t.Errorf("%d boards stand in %d columns, want %d", boards, got, want)
		}
	}
}

// failingWriter takes so many bytes and then fails.
type failingWriter struct{ left int }

var errFull = errors.New("full")

func (w *failingWriter) Write(b []byte) (int, error) {
	if len(b) <= w.left {
		w.left -= len(b)
		return len(b), nil
	}
	n := w.left
	w.left = 0
	return n, errFull
}

func TestSVGWriteErrors(t *testing.T) {
	p := Placement{1, 3, 0, 2}
	writers := map[string]func(io.Writer) error{
		"WriteSVG":     p.WriteSVG,
		"WriteGallery": func(w io.Writer) error { return WriteGallery(w, []Placement{p, {0}}) },
	}
	for name, write := range writers {
		var whole bytes.Buffer
		if err := write(&whole); err != nil {
			t.Fatal(err)
		}
		for left := range whole.Len() + 1 {
			err := write(&failingWriter{left})
			if want := left < whole.Len(); errors.Is(err, errFull) != want {
				t.Fatalf("%s to a writer of %d bytes of %d: %v", name, left, whole.Len(), err)
			}
		}
	}
}

func TestSVGTooLarge(t *testing.T) {
	large := emptyPlacement(257)
	for want, write := range map[string]func(io.Writer) error{
		"queens: svg: board of 257 rows, want at most 256": large.WriteSVG,
		"queens: svg: board 2 has 257 rows, want at most 256": func(w io.Writer) error {
			return WriteGallery(w, []Placement{{0}, large})
		},
	} {
		var b bytes.Buffer
		if err := write(&b); err == nil || err.Error() != want || b.Len() != 0 {
			t.Errorf("%d bytes written, error %v, want none and %s", b.Len(), err, want)
		}
	}
}
