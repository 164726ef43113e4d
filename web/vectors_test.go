package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/regions"
)

var update = flag.Bool("update", false, "write the vectors anew, from the library")

// vectorsFile has what the library says of the rules and formats that the scripts know too,
// because the page shows the first puzzle before it has the library.
const vectorsFile = "testdata/vectors.json"

type vectors struct {
	Attacks map[string][]string // by boards: for each square, row by row, x where its queen attacks
	Texts   map[string]bool     // whether the library writes this text of a board of 1 to 20 rows
}

// TestVectors compares the vectors with the library.
func TestVectors(t *testing.T) {
	v := vectors{map[string][]string{}, map[string]bool{}}
	rng := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{1, 5, 6, 8} {
		v.Attacks[fmt.Sprintf("n=%d", n)] = attacksOf(n, queens.Square.Attacks)
		torus := must(queens.New(n, queens.Toroidal()))
		v.Attacks[torus.String()] = attacksOf(n, func(a, b queens.Square) bool {
			_, err := torus.With(queens.Given(a, b))
			return a != b && err != nil
		})
		if n >= 5 {
			board := must(regions.Generate(t.Context(), rng, n, queens.Medium))
			v.Attacks[line.Replace(board.String())] = attacksOf(n, board.Attacks)
		}
	}
	for _, text := range []string{
		"n=1", "n=8", "n=20", "n=8 torus", "n=20 torus given=t20 blocked=a1,b2", "n=8 blocked=h8", "AAB/ABB/CCC", "AAB/ABB/CCC given=a1", "AAB/ABB/CCC given=a1 blocked=c1",
		"", "n=", "n=0", "n=21", "n=08", "n=8 given=i1", "n=8 given=a9", "n=8 given=a0", "n=8 given=a01", "n=8 given=", "n=8 given=A1", "n=8 blocked=a1 given=b3", "n=8  torus", "n=8 torus torus",
		"AAB/ABB/CC", "AAB/ABB/AAA", "AAB/ABB/CCD", "AAB/ABB/CCC torus", "AAB/ABB/CCC/", "AAB ABB CCC", "2 4 1 3", "hello",
	} {
		v.Texts[text] = writes(text)
	}
	made := append(must(json.MarshalIndent(v, "", " ")), '\n')
	if *update {
		noError(t, os.WriteFile(vectorsFile, made, 0o644))
	}
	if read(t, vectorsFile) != string(made) {
		t.Errorf("%s is not what the library says; go -C web test -run Vectors -update . writes it", vectorsFile)
	}
}

func attacksOf(n int, attacks func(a, b queens.Square) bool) (all []string) {
	for i := range n * n {
		var from strings.Builder
		for j := range n * n {
			attacked := attacks(queens.Square{Row: i / n, Col: i % n}, queens.Square{Row: j / n, Col: j % n})
			from.WriteString(map[bool]string{true: "x", false: "."}[attacked])
		}
		all = append(all, from.String())
	}
	return all
}

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

// TestScripts compares the scripts with the vectors.
func TestScripts(t *testing.T) {
	var v vectors
	if err := json.Unmarshal([]byte(read(t, vectorsFile)), &v); err != nil || len(v.Attacks) < 11 || len(v.Texts) < 30 {
		t.Fatal(err, len(v.Attacks), len(v.Texts))
	}
	p := newTab(t, 400, 300).open("#editor")
	p.script("model.ts", "model")
	for text, want := range v.Attacks {
		got := eval[[]string](p, fmt.Sprintf(`(() => { const board = model.readBoard(%q); const all = model.squaresOf(board.n);
			return all.map(a => all.map(b => model.attack(board, a, b) ? "x" : ".").join("")) })()`, text))
		if !slices.Equal(got, want) {
			t.Errorf("%s: the page and the library differ about attacks", text)
		}
	}
	for text, want := range v.Texts {
		is(p, fmt.Sprintf(`model.readBoard(%q) !== null`, text), want)
	}
	if lines := eval[[][4]int](p, `model.attack({kind: "queens", n: 8, torus: true}, "a1", "b8")`); !slices.Equal(lines, [][4]int{{0, 0, -1, 1}, {8, 0, 7, 1}}) {
		t.Errorf("the attack around an edge has the lines %v", lines)
	}
}
