package queens_test

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// everyPlacement yields all (n+1)ⁿ placements of size n, valid or not, complete or not.
func everyPlacement(n int) iter.Seq[queens.Placement] {
	return func(yield func(queens.Placement) bool) {
		p := queens.NewPlacement(n)
		for {
			if !yield(slices.Clone(p)) {
				return
			}
			row := 0
			for row < n && p[row] == n-1 {
				p[row] = queens.Empty
				row++
			}
			if row == n {
				return
			}
			p[row]++
		}
	}
}

// readableStyles yields styles whose diagrams Parse reads.
func readableStyles(yield func(queens.DiagramStyle) bool) {
	symbols := []queens.DiagramStyle{
		{}, {Queen: "*"}, {Queen: " D ", Empty: " + "}, {Queen: "q", Empty: "-"},
		{Queen: "♛ ", Empty: "· "}, {Queen: "♕", Empty: "□"}, {Queen: " * ", Empty: "_"},
	}
	for _, style := range append(symbols, queens.DiagramStyle{Empty: " ", Grid: true}) {
		for options := range 6 {
			style.Grid = style.Empty == " " || options%2 > 0
			style.Labels = options/2 == 1
			style.RankUp = options/2 > 1
			if !yield(style) {
				return
			}
		}
	}
}

func TestStringAndFEN(t *testing.T) {
	for _, test := range []struct {
		p           queens.Placement
		vector, fen string
	}{
		{nil, "", ""},
		{queens.Placement{}, "", ""},
		{queens.Placement{0}, "1", "Q"},
		{queens.Placement{queens.Empty}, ".", "1"},
		{queens.Placement{1, 3, 0, 2}, "2 4 1 3", "2Q1/Q3/3Q/1Q2"},
		{queens.Placement{0, 4, 7, 5, 2, 6, 1, 3}, "1 5 8 6 3 7 2 4", "3Q4/1Q6/6Q1/2Q5/5Q2/7Q/4Q3/Q7"},
		{queens.Placement{2, queens.Empty, 2}, "3 . 3", "2Q/3/2Q"},
		{queens.Placement{3, -7, 0}, "4 -6 1", "Q2/3/3"},
		{
			queens.Placement{queens.Empty, 11, 0, 1, 10, queens.Empty, queens.Empty, queens.Empty, queens.Empty, queens.Empty, queens.Empty, queens.Empty},
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
	four := queens.Placement{1, 3, queens.Empty, 2}
	for _, test := range []struct {
		p     queens.Placement
		style queens.DiagramStyle
		want  string
	}{
		{nil, queens.DiagramStyle{Grid: true, Labels: true}, ""},
		{queens.Placement{0}, queens.DiagramStyle{}, "Q\n"},
		{queens.Placement{queens.Empty}, queens.DiagramStyle{Labels: true, RankUp: true}, "1 .\n  a\n"},
		{queens.Placement{0}, queens.DiagramStyle{Grid: true, Labels: true}, "" +
			"  +-+\n" +
			"1 |Q|\n" +
			"  +-+\n" +
			"   a\n"},
		{queens.Placement{-5, 2}, queens.DiagramStyle{}, "..\n..\n"},
		{queens.Placement{1, 3, 0, 2}, queens.DiagramStyle{}, "" +
			".Q..\n" +
			"...Q\n" +
			"Q...\n" +
			"..Q.\n"},
		{four, queens.DiagramStyle{Queen: "[Q]", Empty: "."}, "" +
			" . [Q] .  . \n" +
			" .  .  . [Q]\n" +
			" .  .  .  . \n" +
			" .  . [Q] . \n"},
		{four, queens.DiagramStyle{Queen: "♛", Empty: "··", Grid: true}, "" +
			"+--+--+--+--+\n" +
			"|··|♛ |··|··|\n" +
			"+--+--+--+--+\n" +
			"|··|··|··|♛ |\n" +
			"+--+--+--+--+\n" +
			"|··|··|··|··|\n" +
			"+--+--+--+--+\n" +
			"|··|··|♛ |··|\n" +
			"+--+--+--+--+\n"},
		{four, queens.DiagramStyle{Queen: " D ", Empty: " + ", Labels: true}, "" +
			"1  +  D  +  + \n" +
			"2  +  +  +  D \n" +
			"3  +  +  +  + \n" +
			"4  +  +  D  + \n" +
			"   a  b  c  d\n"},
		{four, queens.DiagramStyle{Queen: " D", Empty: " +", Labels: true, RankUp: true}, "" +
			"4  + + D +\n" +
			"3  + + + +\n" +
			"2  + + + D\n" +
			"1  + D + +\n" +
			"   a b c d\n"},
		{queens.Placement{0}, queens.DiagramStyle{Queen: "<<Q>>", Labels: true}, "1 <<Q>>\n    a\n"},
		{queens.Placement{0}, queens.DiagramStyle{Queen: "  ", Labels: true}, "1   \n  a\n"},
		{four, queens.DiagramStyle{Queen: "Q", Empty: " ", Grid: true, Labels: true, RankUp: true}, "" +
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
	} {
		testkit.WantSame(t, test.want, test.p.Diagram(test.style), "%v, %+v", test.p, test.style)
	}
}

// TestDiagramLongNames looks at single lines of boards whose ranks and files have names of two
// characters.
func TestDiagramLongNames(t *testing.T) {
	p := queens.NewPlacement(28)
	p[0], p[9] = 26, 1
	for _, test := range []struct {
		style queens.DiagramStyle
		lines map[int]string
	}{
		{queens.DiagramStyle{Labels: true}, map[int]string{
			0:  " 1 " + strings.Repeat(" . ", 26) + " Q  . ",
			9:  "10  .  Q " + strings.Repeat(" . ", 26),
			28: "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x  y  z  aa ab",
		}},
		{queens.DiagramStyle{Labels: true, Grid: true, RankUp: true, Empty: " "}, map[int]string{
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

func TestBoardDiagram(t *testing.T) {
	b := testkit.Must(queens.New(4, queens.Given(queens.Square{0, 1}), queens.Blocked(queens.Square{1, 1}, queens.Square{2, 3}, queens.Square{3, 3}), queens.Toroidal()))
	for _, test := range []struct {
		p     queens.Placement
		style queens.DiagramStyle
		want  string
	}{
		{nil, queens.DiagramStyle{}, "" +
			".Q..\n" +
			".x..\n" +
			"...x\n" +
			"...x\n"},
		{queens.Placement{1, 3, 0, 2}, queens.DiagramStyle{}, "" +
			".Q..\n" +
			".x.Q\n" +
			"Q..x\n" +
			"..Qx\n"},
		{queens.Placement{queens.Empty, 1, 7, 3}, queens.DiagramStyle{RankUp: true}, "" + // queens on blocked squares
			"4 ...Q\n" +
			"3 ...x\n" +
			"2 .Q..\n" +
			"1 ....\n  abcd\n"},
		{nil, queens.DiagramStyle{Queen: " D", Empty: " +", Labels: true}, "" +
			"1  + D + +\n" +
			"2  + x + +\n" +
			"3  + + + x\n" +
			"4  + + + x\n" +
			"   a b c d\n"},
		{nil, queens.DiagramStyle{Queen: " * ", Empty: " ", Grid: true}, "" +
			"+---+---+---+---+\n" +
			"|   | * |   |   |\n" +
			"+---+---+---+---+\n" +
			"|   | x |   |   |\n" +
			"+---+---+---+---+\n" +
			"|   |   |   | x |\n" +
			"+---+---+---+---+\n" +
			"|   |   |   | x |\n" +
			"+---+---+---+---+\n"},
		{queens.Placement{1, queens.Empty}, queens.DiagramStyle{}, ".Q\n..\n"}, // another size
		{queens.Placement{}, queens.DiagramStyle{Grid: true}, ""},
	} {
		testkit.WantSame(t, test.want, b.Diagram(test.p, test.style), "%v, %+v", test.p, test.style)
	}
	for p := range everyPlacement(3) {
		for style := range readableStyles {
			if got, want := testkit.Must(queens.New(3)).Diagram(p, style), p.Diagram(style); got != want {
				t.Fatalf("the empty board with %v is drawn\n%s, want\n%s", p, got, want)
			}
		}
	}
}
