package main

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestForm tells boards of regions from others, right or wrong, as arguments and as streams
// that come byte by byte.
func TestForm(t *testing.T) {
	for want, texts := range map[form][]string{
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
	} {
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
