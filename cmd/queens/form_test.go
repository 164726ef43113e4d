package main

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/queens"
	"example.com/queens/regions"
)

// formTexts are boards, right or wrong, by their forms.
var formTexts = map[form][]string{
	regionForm: {
		"AAB/ABB/CCC", "AAB\nABB\nCCC\n", "A A B\nA B B\nC C C", "AABABBCCC", "a", "A", "# board\n\nAAB\nABB\nCCC",
		"3\nAAB\nABB\nCCC", "DDD\nDAA\nBBB", "DDD/DAA/BBB", "aab\nabb\nccc", "AAB\nABB\nCC\n", "AAB/ABB", "red,red,blue\nred,blue,blue",
		"🟥🟥🟦\n🟥🟦🟦\n🟩🟩🟩", "4x1.AABBAABBCCDDCCDD", "https://puzz.link/p?starbattle/3/3/1/abc", "pzprv3/starbattle/3/3/1/", "pzprv3\nstarbattle\n",
		`{"regions":[[0,0],[1,1]]}`, `{"board":{"regions":[[0]]}}`, `[{"id":1,"puzzle":{"colorRegions":[]}}]`, `{"board":"AAB\nABB\nCCC","answer":[0]}`,
		`["AAB","ABB","CCC"]`, `[["A","A"],["B","B"]]`, `"AAB/ABB/CCC"`, `{'regions': [[0,0],[1,1]]}`, "export const a = {\n  colorRegions: [[1]]", `{"board":[[0,0,1],[0,1,2]]}`,
		"    a   b   c\n  +---+---+---+\n1 | A   A | B |\n  |   +---+   |\n", "+---+---+\n| ♛     |\n+---+---+\n| A   A |", `{"gridSize":3,"colorGrid":[]}`,
		"┌───┬─┐\n│ ┌─┤ │\n├─┘ │ │\n│   │ │\n└───┴─┘", `{"Color_Regions":[[1]]}`,
	},
	plainForm: {
		"8", "8\n9\n", "2 4 1 3", "2413", "n=8 given=b4,d5", "torus 2 4 1 3", "b1 d2 a3 c4", "2Q1/Q3/3Q/1Q2", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		". Q . .\n. . . Q\nQ . . .\n. . Q .", "4 . . Q .\n3 Q . . .\n2 . . . Q\n1 . Q . .\n  a b c d", "  a b c d\n4 . Q . .", "Q", "QQ\nQQ", "xx\nQx", "D", "eight",
		"+---+---+\n|   | Q |\n+---+---+\n|   |   |\n+---+---+\n", "+ Q + +\n+ + + +\n", "+ + + +\n", "0 1 0 0\n0 0 0 1", "0 0 1\n0 1 1\n2 2 2", "", "null", "Qs = [2,4,1,3]", "┌─┬─┐\n│ │♛│\n├─┼─┼\n│♛│ │\n└─┴─┘",
		`[1,3,0,2]`, `[[0,1],[1,0]]`, `[[0,0,1],[0,1,1],[2,2,2]]`, `{"board":"n=8 given=b4"}`, `{"board":[1,3,0,2]}`, `[".Q..","...Q"]`, `{"answer":[1,3,0,2]}`, `{"solutions":92}`,
		`[{"board":"n=4"},{"regions":[]}]`, "{\"board\":\"n=4\"}\n{\"regions\":[]}", "{", "-",
	},
}

// TestForm tells boards of regions from others, right or wrong, as arguments and as streams
// that come byte by byte.
func TestForm(t *testing.T) {
	for want, texts := range formTexts {
		for _, text := range texts {
			if got := formOf(text, true); got != want {
				t.Errorf("%q: form %v, want %v", text, got, want)
			}
			got, rest := lookAhead(iotest.OneByteReader(strings.NewReader(text)))
			if whole, err := io.ReadAll(rest); got != want || string(whole) != text || err != nil {
				t.Errorf("%q in a stream: form %v, want %v; %q, %v", text, got, want, whole, err)
			}
			for cut := range len(text) {
				if got := formOf(text[:cut], false); got != openForm && got != want {
					t.Errorf("%q cut to %d bytes: form %v, want %v or none", text, cut, got, want)
				}
			}
		}
	}
}

// mayTell matches letters and colours in rows, and objects that name regions: there the form tells
// the kind. Numbers may mean either, the names of regions may be any words, and four letters are
// more likely a word than a board of two rows.
var mayTell = regexp.MustCompile(`^[\pL\x{1F7E0}-\x{1F7EB} \t\r\n,;/]+$|^\{"\w*regions":[^a-z]*\}$`)

// FuzzForm compares the form with what the readers of both kinds say. Where the form tells the
// kind, a text that only the reader of regions can read has the form of regions. The beginning of
// a text has the same form or none yet, and spaces and line ends do not matter.
func FuzzForm(f *testing.F) {
	for _, texts := range formTexts {
		for i, text := range texts {
			f.Add(text, i)
		}
	}
	f.Fuzz(func(t *testing.T, text string, cut int) {
		found := formOf(text, true)
		_, plainErr := queens.ParseBoard(text)
		if b, err := regions.ParseBoard(text); err == nil && b.N() != 2 && plainErr != nil && found != regionForm && hasRegionMark(text) && !program.MatchString(text) && mayTell.MatchString(text) {
			t.Errorf("%q is a board of regions, but has the form %v", text, found)
		}
		for _, other := range []string{text + " ", text + "\n", text + "\r\n\r\n", "\n" + text, strings.ReplaceAll(text, "\n", "\r\n")} {
			if got := formOf(other, true); got != found {
				t.Errorf("%q has the form %v, %q has %v", text, found, other, got)
			}
		}
		begin := text[:uint(cut)%uint(len(text)+1)]
		if got := formOf(begin, false); got != openForm && got != found {
			t.Errorf("%q has the form %v, but its beginning %q has %v", text, found, begin, got)
		}
	})
}

// TestFormLinear has texts that would take forever if the time were more than linear.
func TestFormLinear(t *testing.T) {
	const depth = 2000
	nested := strings.Repeat(`{"board":`, depth) + `"AAB/ABB/CCC"` + strings.Repeat("}", depth)
	if got := formOf(nested, true); got != regionForm {
		t.Errorf("nested objects have the form %v", got)
	}
	open := strings.Repeat("+ + + +\n", 100_000)
	if got, _ := lookAhead(iotest.OneByteReader(strings.NewReader(open))); got != plainForm {
		t.Errorf("a long text has the form %v", got)
	}
}

// TestAttacks compares attacks with the pairs of queens that cannot both be given.
func TestAttacks(t *testing.T) {
	for _, constraints := range [][]queens.Constraint{nil, {queens.Toroidal()}} {
		bare := must(queens.New(5, constraints...))
		for i := range 625 {
			p, q := queens.Square{Row: i / 125, Col: i / 25 % 5}, queens.Square{Row: i / 5 % 5, Col: i % 5}
			_, err := bare.With(queens.Given(p, q))
			if got := (plainBoard{bare}).attacks(p, q); got != (err != nil) {
				t.Errorf("%v and %v on %v: %v", p, q, bare, got)
			}
		}
	}
}
