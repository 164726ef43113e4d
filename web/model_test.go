package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// TestModel compares the rules and the form of texts that the scripts know, because the page shows the
// first puzzle before it has the library, with those of the library.
func TestModel(t *testing.T) {
	p := newTab(t, 400, 300).open("#editor")
	p.script("model.ts", "model")
	attacks := func(text string, n int, attacks func(a, b queens.Square) bool) {
		t.Helper()
		var want []string // for each square, row by row, x where its queen attacks
		for i := range n * n {
			var from strings.Builder
			for j := range n * n {
				attacked := attacks(queens.Square{Row: i / n, Col: i % n}, queens.Square{Row: j / n, Col: j % n})
				from.WriteString(map[bool]string{true: "x", false: "."}[attacked])
			}
			want = append(want, from.String())
		}
		got := eval[[]string](p, fmt.Sprintf(`(() => { const board = model.readBoard(%q); const all = model.squaresOf(board.n);
			return all.map(a => all.map(b => model.attack(board, a, b) ? "x" : ".").join("")) })()`, text))
		if !slices.Equal(got, want) {
			t.Errorf("%s: the page and the library differ about attacks", text)
		}
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{1, 5, 6, 8} {
		attacks(fmt.Sprintf("n=%d", n), n, queens.Square.Attacks)
		torus := must(queens.New(n, queens.Toroidal()))
		attacks(torus.String(), n, torus.Attacks)
		if n >= 5 {
			board := must(regions.Generate(t.Context(), rng, n, puzzle.Medium))
			attacks(line.Replace(board.String()), n, board.Attacks)
		}
	}
	if lines := eval[[][4]int](p, `model.attack({kind: "queens", n: 8, torus: true}, "a1", "b8")`); !slices.Equal(lines, [][4]int{{0, 0, -1, 1}, {8, 0, 7, 1}}) {
		t.Errorf("the attack around an edge has the lines %v", lines)
	}
	for _, text := range []string{
		"n=1", "n=8", "n=20", "n=8 torus", "n=20 torus given=t20 blocked=a1,b2", "n=8 blocked=h8", "AAB/ABB/CCC", "AAB/ABB/CCC given=a1", "AAB/ABB/CCC given=a1 blocked=c1",
		"", "n=", "n=0", "n=21", "n=08", "n=8 given=i1", "n=8 given=a9", "n=8 given=a0", "n=8 given=a01", "n=8 given=", "n=8 given=A1", "n=8 given=a1,a1", "n=8 blocked=a1,b1,a1", "n=8 blocked=a1 given=b3", "n=8  torus", "n=8 torus torus",
		"AAB/ABB/CC", "AAB/ABB/AAA", "AAB/ABB/CCD", "AAB/ABB/CCC torus", "AAB/ABB/CCC/", "AAB ABB CCC", "2 4 1 3", "hello",
	} {
		is(p, fmt.Sprintf(`model.readBoard(%q) !== null`, text), writes(text))
	}
}

// writes reports whether the library writes this text of a board of 1 to 20 rows.
func writes(text string) bool {
	inSize := func(n int) bool { return n >= 1 && n <= 20 }
	if board, err := queens.ParseBoard(text); err == nil && inSize(board.N()) && board.String() == text {
		return true
	}
	board, err := regions.ParseBoard(text)
	return err == nil && inSize(board.N()) && line.Replace(board.String()) == text
}

// line writes a board of regions on one line.
var line = strings.NewReplacer("\ngiven", " given", "\nblocked", " blocked", "\n", "/")
