package queens_test

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// roundTrip checks that everything p writes reads as p, diagrams in the given
// styles.
func roundTrip(t *testing.T, p queens.Placement, styles iter.Seq[queens.DiagramStyle]) {
	t.Helper()
	check := func(s string) {
		t.Helper()
		if got, err := queens.ParsePlacement(s); err != nil || !slices.Equal(got, p) {
			t.Fatalf("ParsePlacement(%.200q) = %.200q, %v, want %.200q", s, got, err, p)
		}
	}
	if len(p) == 0 {
		check("[]")
		return
	}
	s := p.String()
	check(s)
	if len(p) != 2 { // "(1, 2)" may be a square
		check("(" + strings.ReplaceAll(s, " ", ", ") + ")")
		check(" " + strings.ReplaceAll(s, " ", ",\t") + "\r\n")
	}
	if fen := p.FEN(); fen != "1" { // the empty 1×1 board, which reads as the other one
		check(fen)
		check("\n" + strings.ToLower(fen) + "\n")
	}
	check(p.FEN() + " w - - 0 1")
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

// checkSquares reads p from the names of its squares. The largest coordinate is all that they
// tell about the size of the board.
func checkSquares(t *testing.T, p queens.Placement) {
	t.Helper()
	var names []string
	n := 0
	for s := range p.Queens() {
		names = append(names, s.String())
		n = max(n, s.Row+1, s.Col+1)
	}
	if n == 0 {
		return
	}
	want := p[:n]
	slices.Reverse(names)
	for _, separator := range []string{" ", ", ", ",", "\r\n"} {
		s := strings.Join(names, separator)
		got, err := queens.ParsePlacement(s)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("ParsePlacement(%.200q) = %.200q, %v, want %.200q", s, got, err, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	testkit.Sequential(t)
	for n := range testkit.Fewer(5, 4) {
		for p := range everyPlacement(n) {
			roundTrip(t, p, readableStyles)
		}
	}
	two := slices.Values([]queens.DiagramStyle{{}, {Empty: " ", Grid: true, Labels: true, RankUp: true}})
	for p := range everyPlacement(testkit.Fewer(5, 4)) {
		roundTrip(t, p, two)
	}
	for _, p := range queens.BigPlacements(9, 10, 26, 27, 30, 100, 100000) {
		roundTrip(t, p, readableStyles)
	}
}
