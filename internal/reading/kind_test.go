package reading_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	. "example.com/queens/internal/reading"
)

// kinds are texts of boards, right or wrong, by whether they are boards of regions.
var kinds = map[bool][]string{
	true: {
		"AAB/ABB/CCC", "AAB\nABB\nCCC\n", "A A B\nA B B\nC C C", "AABABBCCC", "a", "A", "# board\n\nAAB\nABB\nCCC",
		"3\nAAB\nABB\nCCC", "DDD\nDAA\nBBB", "DDD/DAA/BBB", "aab\nabb\nccc", "AAB\nABB\nCC\n", "AAB/ABB", "red,red,blue\nred,blue,blue",
		"🟥🟥🟦\n🟥🟦🟦\n🟩🟩🟩", "4x1.AABBAABBCCDDCCDD", "https://puzz.link/p?starbattle/3/3/1/abc", "pzprv3/starbattle/3/3/1/", "pzprv3\nstarbattle\n",
		`{"regions":[[0,0],[1,1]]}`, `{"board":{"regions":[[0]]}}`, `[{"id":1,"puzzle":{"colorRegions":[]}}]`, `{"board":"AAB\nABB\nCCC","answer":[0]}`,
		`["AAB","ABB","CCC"]`, `[["A","A"],["B","B"]]`, `"AAB/ABB/CCC"`, `{'regions': [[0,0],[1,1]]}`, `{"board":[[0,0,1],[0,1,2]]}`,
		"    a   b   c\n  +---+---+---+\n1 | A   A | B |\n  |   +---+   |\n", "+---+---+\n| ♛     |\n+---+---+\n| A   A |\n+---+---+", `{"gridSize":3,"colorGrid":[]}`,
		`{"Color_Regions":[[1]]}`, `{"puzzles":[{"regions":[[0]]}]}`,
	},
	false: {
		"8", "8\n9\n", "2 4 1 3", "2413", "n=8 given=b4,d5", "torus 2 4 1 3", "b1 d2 a3 c4", "2Q1/Q3/3Q/1Q2", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		". Q . .\n. . . Q\nQ . . .\n. . Q .", "4 . . Q .\n3 Q . . .\n2 . . . Q\n1 . Q . .\n  a b c d", "  a b c d\n4 . Q . .", "Q", "QQ\nQQ", "xx\nQx", "D", "eight",
		"+---+---+\n|   | Q |\n+---+---+\n|   |   |\n+---+---+\n", "+ Q + +\n+ + + +\n", "0 1 0 0\n0 0 0 1", "0 0 1\n0 1 1\n2 2 2", "", "null", "Qs = [2,4,1,3]",
		`[1,3,0,2]`, `[[0,1],[1,0]]`, `[[0,0,1],[0,1,1],[2,2,2]]`, `{"board":"n=8 given=b4"}`, `{"board":[1,3,0,2]}`, `[".Q..","...Q"]`, `{"answer":[1,3,0,2]}`, `{"solutions":92}`,
		`[{"board":"n=4"},{"regions":[]}]`, "{\"board\":\"n=4\"}\n{\"regions\":[]}", "{", "-", `{"board":{"n":4,"given":["b1"]}}`,
	},
}

// TestIsRegions tells boards of regions from others, and loses nothing of the stream.
func TestIsRegions(t *testing.T) {
	for want, texts := range kinds {
		for _, text := range texts {
			got, rest := IsRegions(iotest.OneByteReader(strings.NewReader(text)), Limits{Rows: 64, Bytes: 1 << 20})
			if whole, err := io.ReadAll(rest); got != want || string(whole) != text || err != nil {
				t.Errorf("%q: regions %v, want %v; %q, %v", text, got, want, whole, err)
			}
		}
	}
}
