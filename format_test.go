package queens_test

import (
	"iter"
	"slices"
	"testing"

	. "example.com/queens"
)

// everyPlacement yields all (n+1)ⁿ placements of size n, valid or not, complete or not.
func everyPlacement(n int) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		p := NewPlacement(n)
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

// readableStyles yields styles whose diagrams Parse reads.
func readableStyles(yield func(DiagramStyle) bool) {
	symbols := []DiagramStyle{
		{}, {Queen: "*"}, {Queen: " D ", Empty: " + "}, {Queen: "q", Empty: "-"},
		{Queen: "♛ ", Empty: "· "}, {Queen: "♕", Empty: "□"}, {Queen: " * ", Empty: "_"},
	}
	for _, style := range append(symbols, DiagramStyle{Empty: " ", Grid: true}) {
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
		{Placement{3, -7, 0}, "4 -6 1", "Q2/3/3"},
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
