package regions_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
)

// Boards as people and programs write them, one file of each kind, by the name of the kind.
var forms = map[string]string{
	"box, a character a square": "+-+-+-+-+\n|     | |\n+-+   + +\n| |   | |\n+ +-+-+-+\n|   |   |\n+-+-+   +\n|       |\n+-+-+-+-+\n",
	"box drawing":               "┌─────┬─┐\n│     │ │\n├─┐   │ │\n│ │   │ │\n│ └─┬─┴─┤\n│   │   │\n├───┘   │\n│       │\n└───────┘\n",
	"box with letters":          "  +-------+\n  |A A A|B|\n  +-+   + +\n  |C|A A|B|\n  + +-+-+-+\n  |C C|D D|\n  +-+-+   +\n  |D D D D|\n  +-------+\n",
	"grid":                      `{"size":4,"grid":[[0,0,0,1],[2,0,0,1],[2,2,3,3],[3,3,3,3]],"solution":[1,3,0,2]}`,
	"regionGrid":                `{"id":"x","regionGrid":[["a","a","a","b"],["c","a","a","b"],["c","c","d","d"],["d","d","d","d"]],"stars":1}`,
	"colors":                    `{"gridSize":4,"colorGrid":[{"colors":[0,0,0,1]},{"colors":[2,0,0,1]},{"colors":[2,2,3,3]},{"colors":[3,3,3,3]}]}`,
	"colors within":             "{\"data\":{\"puzzle\":{\"gridSize\":4,\"colorGrid\":[{\"colors\":[0,0,0,1]},\n{\"colors\":[2,0,0,1]},{\"colors\":[2,2,3,3]},{\"colors\":[3,3,3,3]}]},\"seen\":[7]}}",
	"elements":                  `{"elements":[{"a":{"gridSize":4,"colorGrid":[{"colors":[0,0,0,1]},{"colors":[2,0,0,1]},{"colors":[2,2,3,3]},{"colors":[3,3,3,3]}]}}]}`,
	"literal":                   "[\n  [\"A\",\"A\",\"A\",\"B\"],\n  [\"C\",\"A\",\"A\",\"B\"],\n  [\"C\",\"C\",\"D\",\"D\"],\n  [\"D\",\"D\",\"D\",\"D\"],\n]\n",
	"literal with quotes":       "[['A','A','A','B'],\n ['C','A','A','B'],\n ['C','C','D','D'],\n ['D','D','D','D'],];\n",
	"literal with names":        "{\n  path: '/it\\'s \"4\"',\n  colorRegions: [\n    ['A','A','A','B'], ['C','A','A','B'],\n    ['C','C','D','D'], ['D','D','D','D'],\n  ],\n  regionColors: { A: lightWisteria, B: white, },\n}\n",
	"link":                      "https://puzz.link/p?starbattle/4/4/1/6k0gv0\n",
	"size first":                "4\nAAAB\nCAAB\nCCDD\nDDDD\n",
	"letters":                   "AAAB\nCAAB\nCCDD\nDDDD\n",
	"slashes":                   "AAAB/CAAB/CCDD/DDDD\n",
	"rows of digits in a line":  "0001 2001 2233 3333\n",
	"names of rows and columns": "    0123\n 0 AAAB\n 1 CAAB\n 2 CCDD\n 3 DDDD\n",
	"ranks at the right":        "AAAB 1\nCAAB 2\nCCDD 3\nDDDD 4\n",
	"numpy":                     "[[0 0 0 1]\n [2 0 0 1]\n [2 2 3 3]\n [3 3 3 3]]\n",
	"tuples":                    "[('a','a','a','b'),\n ('c','a','a','b'),\n ('c','c','d','d'),\n ('d','d','d','d')]\n",
	"tabs":                      "a\ta\ta\tb\nc\ta\ta\tb\nc\tc\td\td\nd\td\td\td\n",
	"bars":                      "| A | A | A | B |\n| C | A | A | B |\n| C | C | D | D |\n| D | D | D | D |\n",
	"a comma behind an object":  "{size: 4, regions: [[0,0,0,1],[2,0,0,1],[2,2,3,3],[3,3,3,3]]},\n",
	"an answer as pairs":        `{"size":4,"regions":[[0,0,0,1],[2,0,0,1],[2,2,3,3],[3,3,3,3]],"solution":[[0,1],[1,3],[2,0],[3,2]]}`,
	"in a wrapper":              `{"version":1,"puzzles":[{"id":"one","size":4,"regions":[[0,0,0,1],[2,0,0,1],[2,2,3,3],[3,3,3,3]]}]}`,
}

// Forms that are not read: each is one error, and no board.
var goneForms = map[string]string{
	"letters in one line": "AAABCAABCCDDDDDD\n",
	"numbers in one line": "0 0 0 1 2 0 0 1 2 2 3 3 3 3 3 3\n",
	"numbers in an array": "[0,0,0,1,2,0,0,1,2,2,3,3,3,3,3,3]\n",
	"values in one array": `{"size":4,"regions":[0,0,0,1,2,0,0,1,2,2,3,3,3,3,3,3]}`,
	"cells":               `{"regions":[[[0,0],[0,1],[0,2],[1,1],[1,2]],[[0,3],[1,3]],[[1,0],[2,0],[2,1]],[[2,2],[2,3],[3,0],[3,1],[3,2],[3,3]]]}`,
	"names of cells":      `{"n":4,"regions":[["a1","b1","c1","b2","c2"],["d1","d2"],["a2","a3","b3"],["c3","d3","a4","b4","c4","d4"]]}`,
	"cells by region":     `{"regions":{"A":["a1","b1","c1","b2","c2"],"B":["d1","d2"],"C":["a2","a3","b3"],"D":["c3","d3","a4","b4","c4","d4"]}}`,
	"cells in objects":    `{"regions":[{"id":0,"cells":[{"row":0,"col":0},{"row":0,"col":1},{"row":0,"col":2},{"row":1,"col":1},{"row":1,"col":2}]},{"id":1,"cells":[[0,3],[1,3]]},{"cells":[[1,0],[2,0],[2,1]]},{"cells":[[2,2],[2,3],[3,0],[3,1],[3,2],[3,3]]}]}`,
	"rows of a literal":   "[0, 0, 0, 1]\n[2, 0, 0, 1]\n[2, 2, 3, 3]\n[3, 3, 3, 3]\n",
	"rows of letters":     "['A', 'A', 'A', 'B'],\n['C', 'A', 'A', 'B'],\n['C', 'C', 'D', 'D'],\n['D', 'D', 'D', 'D']\n",
	"pzpr":                "pzprv3/starbattle/4/4/1/4/0 0 0 1 /2 0 0 1 /2 2 3 3 /3 3 3 3 /. . . . /. . . . /. . . . /. . . . /\n",
	"pzpr lines":          "pzprv3\nstarbattle\n4\n4\n1\n4\n0 0 0 1 \n2 0 0 1 \n2 2 3 3 \n3 3 3 3 \n. . . . \n. . . . \n. . . . \n. . . . \n",
	"notation":            "4x1.AAABCAABCCDDDDDD\n",
	"semicolons":          "0;0;0;1\n2;0;0;1\n2;2;3;3\n3;3;3;3\n",
	"states":              `{"regions":["AAAB","CAAB","CCDD","DDDD"],"states":[["","","",""],["","","",""],["",null,0,""],["","",".",""]]}`,
	"grid below":          "AAAB\nCAAB\nCCDD\nDDDD\n\n....\n....\n....\n....\n",
	"braces":              "{{0,0,0,1},{2,0,0,1},{2,2,3,3},{3,3,3,3}}\n",
	"quoted CSV":          "\"a\",\"a\",\"a\",\"b\"\n\"c\",\"a\",\"a\",\"b\"\n\"c\",\"c\",\"d\",\"d\"\n\"d\",\"d\",\"d\",\"d\"\n",
	"size as an object":   `{"size":{"rows":4,"cols":4},"regions":[[0,0,0,1],[2,0,0,1],[2,2,3,3],[3,3,3,3]]}`,
	"size and stars":      "4\n1\nAAAB\nCAAB\nCCDD\nDDDD\n",
	"a heading":           "Puzzle 7 (1 star):\nAAAB\nCAAB\nCCDD\nDDDD\n",
}

// Every form is read, as just one board, by ParseBoard and by ReadBoards.
func TestForms(t *testing.T) {
	const want = "AAAB/CAAB/CCDD/DDDD"
	for name, text := range forms {
		if got := readAll(strings.NewReader(text)); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %s", name, got, want)
		}
		if b, err := regions.ParseBoard(text); err != nil || b.String() != strings.ReplaceAll(want, "/", "\n") {
			t.Errorf("%s: %v, %v, want %s", name, b, err, want)
		}
	}
	for name, text := range goneForms {
		boards := 0
		for b, err := range regions.ReadBoards(strings.NewReader(text)) {
			if err == nil && b != nil {
				boards++
			}
		}
		if b, err := regions.ParseBoard(text); err == nil || boards > 0 && name != "grid below" {
			t.Errorf("%s: %d boards, %v, want an error", name, boards, b)
		}
	}
	if b, err := regions.ParseBoard("+-+-+\n|Q| |\n+-+-+\n| |x|\n+-+-+"); err == nil || b != nil {
		t.Errorf("four regions on two rows are read as %v", b)
	}
	if got := testkit.Must(regions.ParseBoard("+-+-+\n|Q x|\n+-+-+\n|   |\n+-+-+")).String(); got != "AA\nBB\ngiven=a1 blocked=b1" {
		t.Errorf("marks in a box: %q", got)
	}
}

// White space, comments and what surrounds a board change nothing; and however a text is damaged,
// it is one board or an error, and the same for both readers.
func TestFormsChanged(t *testing.T) {
	testkit.Sequential(t)
	for name, text := range forms {
		want := readAll(strings.NewReader(text))
		for how, changed := range map[string]string{
			"CRLF":           strings.ReplaceAll(text, "\n", "\r\n"),
			"a mark":         "\ufeff" + text,
			"a comment":      "# AB\n#\n" + text + "\n# AB/AB",
			"empty lines":    "\n \u3000\n" + text + "\n\u2003\n",
			"a wide space":   "\u3000" + text + "\u2003",
			"line separator": "\u2028" + text + "\u2028",
			"indented":       "\t " + strings.ReplaceAll(text, "\n", "\n\t "),
			"trailing":       strings.ReplaceAll(text, "\n", " \u00a0\n"),
			"comments":       strings.ReplaceAll(strings.TrimRight(text, "\n")+"\n", "\n", " # AB/AB\n"),
		} {
			isBox := strings.HasPrefix(name, "box") && (how == "a wide space" || how == "line separator") // which would move its first line
			if how == "comments" && strings.ContainsAny(text, "[{") || isBox {
				continue
			}
			if got := readAll(strings.NewReader(changed)); !slices.Equal(got, want) {
				t.Errorf("%s, %s: %q, want %q", name, how, got, want)
			}
		}
		lines := strings.SplitAfter(text, "\n")
		for i := range lines {
			checkReaders(t, strings.Join(slices.Delete(slices.Clone(lines), i, i+1), ""), 1)
			checkReaders(t, strings.Join(slices.Insert(slices.Clone(lines), i, lines[i]), ""), 2)
		}
		for i := range text {
			checkReaders(t, text[:i], 1)
			checkReaders(t, text[:i]+text[i+1:], 1)
			checkReaders(t, text[:i]+"7"+text[i:], 1)
			checkReaders(t, text[:i]+"\n"+text[i:], 2)
		}
		checkReaders(t, text+"\n"+text, 2)
	}
}

// checkReaders checks that what ParseBoard accepts is the only board for ReadBoards, and that there
// are at most so many boards in a text.
func checkReaders(t *testing.T, text string, most int) {
	t.Helper()
	var boards, wrong []string
	for b, err := range regions.ReadBoards(strings.NewReader(text)) {
		if err != nil {
			wrong = append(wrong, err.Error())
		} else {
			boards = append(boards, b.String())
		}
	}
	b, err := regions.ParseBoard(text)
	if one := len(boards) == 1 && wrong == nil; one != (err == nil) || one && boards[0] != b.String() || len(boards) > most {
		t.Fatalf("%q is read as %v, %v, but in a stream as %q and %q", text, b, err, boards, wrong)
	}
}

// Whatever says that there is more than one star a row is refused with the same words.
func TestStars(t *testing.T) {
	for _, text := range []string{
		"4x2.AAABCAABCCDDDDDD", "starbattle/4/4/2/6k0gv0", "pzprv3/starbattle/4/4/2/4/0 0 0 1 /2 0 0 1 /2 2 3 3 /3 3 3 3 /",
		`{"stars":2,"regions":["AAAB","CAAB","CCDD","DDDD"]}`, `{"regions":["AAAB","CAAB","CCDD","DDDD"],"starsPerRow":2}`,
		`{"stars_per_row":"2","puzzle":{"regions":["AAAB","CAAB","CCDD","DDDD"]}}`, `[{"rules":{"STARS":2},"grid":["AAAB","CAAB","CCDD","DDDD"]}]`,
		`{queensPerRow: 2, grid: ['AAAB','CAAB','CCDD','DDDD',],}`, `{"meta":{"stars":2},"board":"AAABCAABCCDDDDDD"}`,
	} {
		_, err := regions.ParseBoard(text)
		if err == nil || !strings.HasPrefix(err.Error(), "regions: line 1: ") {
			t.Errorf("%s: %v, want an error", text, err)
		}
	}
}

// Text that is not a board is refused in one sentence for the whole text.
func TestRefused(t *testing.T) {
	checkRefused(t, map[string]string{
		"8": `line 1: "8" is one row, want as many as squares`,
		"import { a } from '../b';\n\nconst level = {\n  size: 2,\n  colorRegions: [\n    ['A','B'],\n    ['A','B'],\n  ],\n};\n\nexport default level;\n": `line 1: "import { a } from '."… and 1 line below are not the rows of a square`,
		"regions = [\n[0,1],\n[0,1]]\nprint(regions)\n":                `line 1: "regions = [" is a line of a program, want only the board`,
		"// level 1\n[[0,1],[0,1]]\n":                                  `line 1: "" and 2 lines below are not the rows of a square`,
		`{"size":3,"grid":["AB","AB"]}`:                                `line 1: 3 for the size, but there are 2 rows`,
		`{"regions":["AB","AB"],"colorGrid":["AB","BA"]}`:              `line 1: object with "regions" and "colorgrid" for the regions, want one`,
		`{"a":{"regions":["AB","AB"]},"b":{"regions":["AB","AB"]}}`:    "line 1: more than one board in the text",
		`{"regions":[[[0,0],[0,1]],[[1,0],[1,0]]]}`:                    `line 1: several boards in one object`,
		`{"regions":[[[0,0],[0,1]],[[1,0],[1,2]]]}`:                    `line 1: region 2, first on b2, is one more than there are rows`,
		`{"regions":[["a1","b1"],["a2"]]}`:                             `line 1: row 2 has 1 square, but there are 2 rows`,
		"3\nAB\nAB\n":                                                  `line 1: "3" and 2 lines below are not the rows of a square`,
		"pzprv3/sudoku/9/9/":                                           `line 1: "pzprv3" and 4 lines below are not the rows of a square`,
		"pzprv3/starbattle/2/3/1/2/0 0 0 /1 1 1 /":                     `line 1: "pzprv3" and 8 lines below are not the rows of a square`,
		"pzprv3/starbattle/2/2/1/2/0 0 /1 1 /. . /":                    `line 1: "pzprv3" and 9 lines below are not the rows of a square`,
		"AB\nAB\n\nAB\nAB\n":                                           "line 4: more than one board in the text",
		"A\nB\nC\n":                                                    `line 1: "A" and 2 lines below are not the rows of a square`,
		"8\n2\nAB\nAB\n":                                               `line 1: "8" and 3 lines below are not the rows of a square`,
		"2\n2\nAB\nAB\n":                                               `line 1: "2" and 3 lines below are not the rows of a square`,
		"Puzzle 3 (2 stars):\nAB\nAB\n":                                `line 1: "Puzzle 3 (2 stars):" is a line of a program, want only the board`,
		"<board size=\"2\">\n<row>AB</row>\n<row>AB</row>\n</board>\n": `line 1: "<board size=\"2\">" is a line of a program, want only the board`,
		`{"regions":["AB","AB"],"queens":[{"r":0,"c":1}]}`:             `line 1: an object with "queens", which may tell more of the board: want only n, size, gridsize, stars, given, givens, blocked, answer, solution, answers and regions`,
		`{"regions":["AB","AB"],"given":["a1"],"Given":["a2"]}`:        `line 1: the object has "Given" twice`,
		`{"regions":["AB","AB"],"a":[{"grid":["AB","AB"]}]}`:           `line 1: an object with "a", which may tell more of the board: want only n, size, gridsize, stars, given, givens, blocked, answer, solution, answers and regions`,
		`{"regions":["AB","AB"],"marks":["a1"]}`:                       `line 1: an object with "marks", which may tell more of the board: want only n, size, gridsize, stars, given, givens, blocked, answer, solution, answers and regions`,
		`{"state":{"crosses":[[0,0]]},"puzzle":{"grid":"AB/AB"}}`:      `line 1: an object with "crosses", which may tell more of the board: want only stars`,
		`{"regionGrid":["AB","AB"],"revealedQueens":[[0,0]]}`:          `line 1: an object with "revealedQueens", which may tell more of the board: want only n, size, gridsize, stars, given, givens, blocked, answer, solution, answers and regiongrid`,
		`{"grid":["AB","AB"],"prefilled":["a1"],"stars":1}`:            `line 1: an object with "prefilled", which may tell more of the board: want only n, size, gridsize, stars, given, givens, blocked, answer, solution, answers and grid`,
		"[[0,1],[0,1]]\n[\"AB\",7]":                                    "line 2: 1 row of 2 squares, want as many rows as squares",
	})
}

// Queens that break the rules and text that cannot be read are different errors, in all forms.
func TestErrGiven(t *testing.T) {
	for text, broken := range map[string]bool{
		"AB/AB given=a1,b2": true, "AB/AB given=a1 blocked=a1": true,
		`{"regions":["AB","AB"],"givens":{"queens":["a1"],"blocked":["a1"]}}`: true, "AB/AB given=c1": false, "AB/A": false, `["given queens ","x"]`: false,
	} {
		b, err := regions.ParseBoard(text)
		if wrong, ok := errors.AsType[*queens.ParseError](err); b != nil || errors.Is(err, queens.ErrGiven) != broken || !ok || wrong.Line == 0 {
			t.Errorf("%q: %v, %v, want a ParseError, of broken rules: %v", text, b, err, broken)
		}
	}
	if _, err := testkit.Must(regions.ParseBoard("AB/AB")).With(regions.Given(squares(t, "a1 b1")...)); !errors.Is(err, queens.ErrGiven) {
		t.Errorf("With: %v", err)
	}
}
