package reading_test

import (
	"cmp"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"example.com/queens/internal/reading"
	"example.com/queens/internal/testkit"
)

var divisionLimits = reading.Limits{Rows: 32, Bytes: 1 << 20}

var divisionReader = reader[*reading.Division]{
	func(in io.Reader) iter.Seq2[*reading.Division, error] { return reading.Divisions(in, divisionLimits) },
	func(text string) (*reading.Division, error) { return reading.OneDivision(text, divisionLimits) },
	sayDivision,
}

// sayDivision writes the rows with a letter for each region, the words and the answers.
func sayDivision(d *reading.Division) string {
	var rows []string
	for _, numbers := range d.Regions {
		row := ""
		for _, region := range numbers {
			row += string(rune('A' + region))
		}
		rows = append(rows, row)
	}
	text := cmp.Or(strings.Join(rows, "/"), "n=0") + word("given", d.Given) + word("blocked", d.Blocked)
	for _, a := range d.Answers() {
		if a.NoAnswer != nil {
			text += ", no " + a.NoAnswer.Error()
		} else {
			text += ", answer " + columns(a.Answer)
		}
	}
	return text
}

// What texts say as boards of regions. A plus stands before those that are boards of regions by their form.
var divisionsSaid = []said{
	// names
	{"+ AAAB/CAAB/CCDD/DDDD", []string{
		"AAAB\nCAAB\nCCDD\nDDDD", "A A A B\nC A A B\r\nC C D D\nD D D D\n", "AAAB/CAAB/CCDD/DDDD",
		" A A A B / C A A B / C C D D / D D D D ", "aaab\ncaab\nccdd\ndddd", "🟥🟥🟥🟦\n🟧🟥🟥🟦\n🟧🟧🟨🟨\n🟨🟨🟨🟨",
		"a\ta\ta\tb\nc\ta\ta\tb\nc\tc\td\td\nd\td\td\td",
		"| A | A | A | B |\n| C | A | A | B |\n| C | C | D | D |\n| D | D | D | D |", "4\nAAAB\nCAAB\nCCDD\nDDDD",
		"# one\nAAAB\n# two\nCAAB # three\nCCDD\nDDDD\n", `["AAAB","CAAB","CCDD","DDDD"]`,
		`["A A A B","C A A B","C C D D","D D D D"]`,
		`[["A","A","A","B"],["C","A","A","B"],["C","C","D","D"],["D","D","D","D"],]`,
		"[('a','a','a','b'),\n ('c','a','a','b'),\n ('c','c','d','d'),\n ('d','d','d','d')]",
		`"AAAB\nCAAB\nCCDD\nDDDD"`, `"AAAB/CAAB/CCDD/DDDD"`,
	}},
	{"AAAB/CAAB/CCDD/DDDD", []string{
		"⬛️⬛️⬛️⬜️\n🟧⬛️⬛️⬜️\n🟧🟧🟨🟨\n🟨🟨🟨🟨",
	}},
	{"+ AAAB/CAAB/CCDD/DDDD", []string{
		"    0123\n 0 AAAB\n 1 CAAB\n 2 CCDD\n 3 DDDD",
		"1 AAAB\n2 CAAB\n3 CCDD\n4 DDDD", "AAAB 1\nCAAB 2\nCCDD 3\nDDDD 4", "4 DDDD\n3 CCDD\n2 CAAB\n1 AAAB",
	}},
	{"+ AAAD/BAAD/BBCC/CCCC", []string{"a,a,a,light blue\nc,a,a,light blue\nc,c,d2,d2\nd2,d2,d2,d2"}},
	{"+ A", []string{"A"}}, {"A", []string{"Q"}}, {"AB/AB", []string{"Qx\nQx"}}, {"+ BA/BA", []string{"aA\naA"}},
	// numbers
	{"AAAB/CAAB/CCDD/DDDD", []string{
		"0 0 0 1\n2 0 0 1\n2 2 3 3\n3 3 3 3", "1, 1, 1, 2,\n3, 1, 1, 2,\n3, 3, 4, 4,\n4, 4, 4, 4,",
		"0001\n2001\n2233\n3333", "0001 2001 2233 3333", "0,0,0,1/2,0,0,1/2,2,3,3/3,3,3,3",
		"[[0,0,0,1],[2,0,0,1],[2,2,3,3],[3,3,3,3]]", "[[-7,-7,-7,1],[20,-7,-7,1],[20,20,300,300],[300,300,300,300]]",
		"[[0 0 0 1]\n [2 0 0 1]\n [2 2 3 3]\n [3 3 3 3]]", `["0001","2001","2233","3333"]`,
	}},
	{"AAAC/BAAC/BBDD/DDDD", []string{"1,1,1,20\n3,1,1,20\n3,3,40,40\n40,40,40,40"}},
	// words
	{"+ AAAB/CAAB/CCDD/DDDD given=b1 blocked=a2,c3", []string{
		"AAAB/CAAB/CCDD/DDDD given=b1 blocked=a2,c3", "AAAB\nCAAB\nCCDD\nDDDD\ngiven=b1\n\nblocked=a2,c3",
		"AAAB\nCAAB\nCCDD\nDDDD\n# c\n\nblocked=a2,c3 given=B1", `"AAAB/CAAB/CCDD/DDDD given=b1 blocked=a2,c3"`,
	}},
	{"n=0", []string{"n=0"}},
	// drawing
	{"+ AAAB/CAAB/CCDD/DDDD", []string{
		"+-+-+-+-+\n|     | |\n+-+   + +\n| |   | |\n+ +-+-+-+\n|   |   |\n+-+-+   +\n|       |\n+-+-+-+-+",
		"┌─────┬─┐\n│     │ │\n├─┐   │ │\n│ │   │ │\n│ └─┬─┴─┤\n│   │   │\n├───┘   │\n│       │\n└───────┘",
		"  +-------+\n  |A A A|B|\n  +-+   + +\n  |C|A A|B|\n  + +-+-+-+\n  |C C|D D|\n  +-+-+   +\n  |D D D D|\n  +-------+",
	}},
	{"+ AAAB/CAAB/CCDD/DDDD given=b1,a3 blocked=d2", []string{
		"    a   b   c   d\n  +---+---+---+---+\n1 | A   ♛   A | B |\n  +---+       |   |\n2 | C | A   A | x |\n  |   +---+---+---+\n3 | Q   C | D   D |\n  +---+---+       |\n4 | D   D   D   D |\n  +---+---+---+---+",
	}},
	{"? b1 is in region A, but no line divides it from region B", []string{"+-+-+\n|B A|\n+-+-+\n|A A|\n+-+-+"}},
	{"+ AA/BB", []string{"+-+-+\n|A A \n+-+-+\n|B B|\n+-+-+"}},
	{"+ BB/AA", []string{"+-+-+\n|B B|\n+-+-+\n|A A|\n+-+-+"}},
	{"+ AA/BB given=a1 blocked=b1", []string{"+-+-+\n|Q x|\n+-+-+\n|   |\n+-+-+"}},
	{"? the region of a2 is one more than there are rows, or its letter is hidden", []string{
		"+-+-+\n|Q| |\n+-+-+\n| |x|\n+-+-+",
	}},
	{"? lines of + -", []string{
		"+--+\n| Q |\n+---+", "+---+\nb Q |\n+---+", "+---+ torus\n| A |\n+---+", "  +---+\n2 | A |\n  +---+",
		"  +---+\n1 | A | B\n  +---+",
	}},
	{`? "?" on a1`, []string{"+---+\n| ? |\n+---+"}},
	// link
	{"+ AAAB/CAAB/CCDD/DDDD", []string{"https://puzz.link/p?starbattle/4/4/1/6k0gv0"}},
	{"+ AAB/ACB/CCB given=b1", []string{"http://pzv.jp/p.html?starbattle/3/3/1/EGA0 given=b1"}},
	{"+ A", []string{"https://puzz.link/p?starbattle/1/1/1/"}},
	{"+ ? link: puzzle of 2 stars a row", []string{"https://puzz.link/p?starbattle/3/3/2/ega0"}},
	{"+ ? link", []string{"https://puzz.link/p?starbattle/4/3/1/ega0", "https://puzz.link/p?starbattle/3/3/ega0"}},
	{"+ ? link: board of 33 rows with 4 digits for the borders", []string{
		"https://puzz.link/p?starbattle/33/33/1/ega0",
	}},
	{"+ ? link: board of 0 rows with 0 digits for the borders", []string{"https://puzz.link/p?starbattle/0/0/1/"}},
	{"+ ? link: board of 3 rows with 3 digits for the borders", []string{"https://puzz.link/p?starbattle/3/3/1/ega"}},
	{`+ ? link: borders "egaw"`, []string{"https://puzz.link/p?starbattle/3/3/1/egaw"}},
	{"+ ? 1 region [A], want 3", []string{"https://puzz.link/p?starbattle/3/3/1/0000"}},
	{"+ ? the region of a2 is one more than there are rows, or its letter is hidden", []string{
		"https://puzz.link/p?starbattle/3/3/1/uuuu",
	}},
	{"+ ? not the rows of a square", []string{"https://puzz.link/starbattle/3/3/1/ega0"}},
	// object
	{"+ AB/AB", []string{
		`{"regions":["AB","AB"]}`, `{"n":2,"colorRegions":[["A","B"],["A","B"]],"id":7,"states":null}`,
		`{"size":2,"regionGrid":"AB/AB","stars":1}`,
		`{"gridSize":2,"colorGrid":[{"colors":[0,1]},{"colors":[0,1]}]}`,
		`{"grid":[[0,1],[0,1]],"difficulty":"hard"}`, `{"data":{"puzzle":{"regions":["AB","AB"]},"seen":[7]}}`,
		"{\n  path: '/it\\'s',\n  colorRegions: [\n    ['A','B'],\n    ['A','B'],\n  ],\n}",
		"{size: 2, regions: [[0,1],[0,1]]},", `{"regions":["AB","AB"],"solution":true}`,
	}},
	{`+ AB/AB, no answer: item 2 is "3", want a column 0..1, or -1 for an empty row: an array counts from 0`, []string{
		`{"board":[[0,1],[0,1]],"solution":[1,3]}`,
	}},
	{"+ AB/AB given=a1 blocked=b1", []string{
		`{"n":2,"regions":[[0,1],[0,1]],"given":["a1"],"blocked":["b1"]}`,
		`{"regions":["AB","AB"],"given":[{"row":0,"col":0}],"blocked":"b1"}`,
	}},
	{"+ AB/AB | A", []string{
		`{"version":1,"puzzles":[{"id":"one","size":2,"regions":["AB","AB"]},{"regions":["A"]}]}`,
		`[{"regions":["AB","AB"]},{"regions":["A"]}]`,
	}},
	{"+ n=0", []string{`{"n":0,"regions":[]}`}},
	{"+ AAAB/CAAB/CCDD/DDDD, answer 2 4 1 3", []string{
		`{"regions":["AAAB","CAAB","CCDD","DDDD"],"answer":[1,3,0,2]}`,
		`{"regions":["AAAB","CAAB","CCDD","DDDD"],"solution":[[0,1],[1,3],[2,0],[3,2]]}`,
		`{"regions":["AAAB","CAAB","CCDD","DDDD"],"solution":[{"row":0,"col":1},{"row":1,"col":3},{"row":2,"col":0},{"row":3,"col":2}]}`,
	}},
	{"+ AAAB/CAAB/CCDD/DDDD, answer 2 4 1 3, answer 2 4 . .", []string{
		`{"regions":["AAAB","CAAB","CCDD","DDDD"],"answers":[[1,3,0,2],"b1 d2"]}`,
	}},
	{`+ AB/AB, no answer: "none" is not a board: want columns, squares, a FEN or a diagram`, []string{
		`{"regions":["AB","AB"],"answer":"none"}`,
	}},
	// no object
	{"? object without a board", []string{"{}", `{"colorrid":[{"colors":[0,1]},{"colors":[0,1]}]}`}},
	{`? an object with "regions"`, []string{`{"regions":null}`}}, {`+ ? "7" is not a board`, []string{`{"regions":7}`}},
	{"? puzzle of 2 stars a row", []string{"2\n2\nAB\nAB"}},
	{"+ ? puzzle of 2 stars a row", []string{`{"stars":2,"regions":["AB","AB"]}`}},
	{"+ ? 3 for the size, but there are 2 rows", []string{`{"n":3,"regions":["AB","AB"]}`}},
	{`+ ? "\"2\"" for the size`, []string{`{"n":"2","regions":["AB","AB"]}`}},
	{`+ ? "{\"rows\":2,\"cols\":2}" for the size`, []string{`{"size":{"rows":2,"cols":2},"regions":["AB","AB"]}`}},
	{`+ ? the object has "regions" and "colorGrid"`, []string{
		`{"regions":["AB","AB"],"colorGrid":["AB","AB"]}`,
	}},
	{`+ ? a size or an answer, but no "regions" beside it`, []string{`{"a":{"regions":["AB","AB"]},"size":2}`}},
	{`+ ? an object with "Queens"`, []string{`{"regions":["AB","AB"],"Queens":[{"r":0,"c":1}]}`}},
	{`+ ? an object with "placed_queens"`, []string{`{"regions":["AB","AB"],"placed_queens":0}`}},
	{`+ ? an object with "zones"`, []string{`{"regions":["AB","AB"],"zones":[[0,1],[0,1]]}`}},
	{`? an object with "zones"`, []string{`{"zones":[[0,1],[0,1]]}`}},
	{`+ ? an object with "marks"`, []string{`{"regions":["AB","AB"],"marks":["a1"]}`}},
	{`+ ? the object has "given" and "Given"`, []string{`{"regions":["AB","AB"],"given":["a1"],"Given":["b2"]}`}},
	{`+ ? "given": "7"`, []string{`{"regions":["AB","AB"],"given":7}`}},
	{`+ ? an object with "givens"`, []string{`{"regions":["AB","AB"],"givens":7}`}},
	{`+ ? "given": "[[0,0]]"`, []string{`{"regions":["AB","AB"],"given":[[0,0]]}`}},
	{`+ ? an object with "crosses"`, []string{
		`{"state":{"crosses":[[0,0]]},"puzzle":{"grid":"AB/AB"}}`,
	}},
	{`? a size or an answer, but no "regions" beside it`, []string{`{"size":5,"solution":[1,3,0,4,2]}`}},
	{`? an object with "zones"`, []string{`{"size":5,"zones":[[0,1],[0,1]],"solution":[1,3,0,4,2]}`}},
	{`+ ? an object with "regionColors"`, []string{`{"regions":["AB","AB"],"regionColors":{"A":"red"}}`}},
	{"+ ? more than one board", []string{`{"regions":[[[0,0],[0,1]],[[1,0],[1,0]]]}`}},
	{"+ ? 1 row of 4 squares", []string{`{"regions":[0,1,0,1]}`}},
	{`+ ? the object has "answer" and "solution"`, []string{`{"regions":["AB","AB"],"answer":[0],"solution":[0]}`}},
	// wrong
	{"+ ? not the rows of a square", []string{
		"AAB\nAB\nCCC", "A/AB", "AB/AB torus given=a1", `[["a","b"],["a",["b"]]]`,
		"pzprv3/starbattle/2/2/1/2/0 1 /0 1 /. . /. . /",
	}},
	{"+ ? region D, first on c3, is one more than there are rows", []string{"AAB\nABB\nCCD"}},
	{"+ ? 2 regions [A B], want 3", []string{"AAB\nABB\nAAB"}},
	{`? "?" for b2`, []string{"AB\nA?"}},
	{"? not the rows of a square", []string{
		"A,B\nA,", "AB\nAB\nAB", "AB\nAB\nAB\nAB", "A\nA", "A\n1", "3\nAB\nAB", "AB\nAB\nqueens=a1",
	}},
	{`? "_" for a1`, []string{"_"}}, {`? "-" for a1`, []string{"-"}}, {`? "'" for a1`, []string{"'"}},
	{`? "_" for b1`, []string{"Q_\n__"}}, {`? "." for a1`, []string{".Q\nQ."}},
	{`? "8" is one row`, []string{"8"}}, {`? "1" is one row`, []string{"1\n1"}},
	{`+ ? "blockd=b2": unknown word`, []string{"AB/AB given=a1 blockd=b2"}},
	{`+ ? "[[0]]": unknown word`, []string{"AB/AB given=a1 [[0]]"}},
	{`+ ? "given=a1,": "" is not a square`, []string{"AB/AB given=a1,"}},
	{`+ ? "given=b2": word "given" appears twice`, []string{"AB/AB given=a1 given=b2"}},
	{`+ ? "torus" beside regions`, []string{"AB\nAB\ntorus"}},
	{`? "given=a1" without a board before it`, []string{"given=a1"}},
	{`+ ? "given=a1" before a board`, []string{"given=a1 AB/AB"}},
	{`+ ? "n=2" before a board`, []string{`n=2 [["A","B"],["A","B"]]`, `n=2 {"regions":["AB","AB"]}`}},
	{`+ ? "A" by itself, want the rows of a board in a list`, []string{`"A"`}},
	{"? 1 row of 2 squares", []string{"[0,1]"}}, {`? "null" for b2`, []string{"[[0,1],[0,null]]"}},
	{`? "1.5" for b2`, []string{"[[0,1],[0,1.5]]"}},
	{"? region a, first on a2, is one more than there are rows", []string{`[[0,1],["a",1]]`}},
	{"? row 2 has 1 square, want 2", []string{"[[0,1],[0]]"}}, {"", []string{"[]", "[[],[]]"}},
	{"? 1 row of 1 square", []string{"[null]"}}, {"? behind a value | AB/AB", []string{"[[0]] 7\nAB/AB"}},
	{"? not closed", []string{"{"}},
	{`? "x = [[0,1],[0,1]]" is a line of a program`, []string{"x = [[0,1],[0,1]]"}},
	{`? "<board>" is a line of a program`, []string{"<board>\nAB"}},
	{`? "Puzzle 3 (1 star):" is a line of a program`, []string{"Puzzle 3 (1 star):\nAB\nAB"}},
	{`? "4x1.AAABCAABCCDDDDDD" is not a board`, []string{"4x1.AAABCAABCCDDDDDD"}},
	{`? "AAABCAABCCDDDDDD" is not a board`, []string{"AAABCAABCCDDDDDD"}},
	{`? "0 1 0 1" is not a board`, []string{"0 1 0 1"}}, {"? brackets", []string{"{{0,1},{0,1}}"}},
	{"? is not a board", []string{"|A|| |", "||x", "|||"}},
	{"? between slashes", []string{"2/AB/AB", "1 AB/2 AB/a b"}},
	{"? not the rows of a square", []string{"A given=a1\nA given=a1"}},
	// streams
	{"+ AAB/ABB/CCC | AB/AB | A", []string{"AAB\nABB\nCCC\n\nAB\nAB\n\nA\n"}},
	{"+ AB/AB | AB/AB | AB/AB | AB/AB | AB/AB", []string{
		"AB/AB\np?starbattle/2/2/1/o0\n\n[[0,1],[0,1]]{\"regions\":[\"AB\",\"AB\"]} \"AB/AB\"",
	}},
	{"AAB/ABB/CCC | AB/AB", []string{"1 1 2\n1 2 2\n30 30 30\n\n5,6\n5,6"}},
	{"AB/AB | ?2 1 row of 2 squares | AB/AB", []string{"[[0,1],[0,1]]\n[\"AB\",7]\nAB/AB"}},
	{"+ AB/AB | AB/AB | AB/AB", []string{"AB\nAB\n[[0,1],\n[0,1]]\nAB\nAB"}},
	{"+ AAB/ABB/CCC | ?5 not the rows of a square | AB/AB", []string{"AAB\nABB\nCCC\n\nAB\nA\n\nAB\nAB"}},
	{"+ ? not the rows of a square | A | ?6 not the rows of a square", []string{"AB/A\nAB/A\n\nA\n\nAB/A"}},
	{`+ A | ?2 "AB" is not a board`, []string{"[{\"regions\":[[0]]},\nAB]"}},
	{"? not closed", []string{"[ # no comment\n"}},
	{"AB/AB | A", []string{"[\n# comment\n [\n[0,1],[0,1]],{\"regions\":[[0]]}]"}},
	{"? object without a board | A | ?3 not closed", []string{"[{},\n{\"regions\":[[0]]}\n"}},
	{`? "given=a1" without a board before it | AB/AB | ?5 "given=a1,b2" without a board before it | ?7 "given=a2" without a board before it`, []string{
		"given=a1\n\nAB/AB\n\ngiven=a1,b2\n\ngiven=a2",
	}},
	{"? brackets", []string{`{"a" 1}"AB/AB"`}}, {"", []string{"", " \n\n# only this\n"}},
}

func TestDivisions(t *testing.T) {
	for _, test := range divisionsSaid {
		for _, text := range test.texts {
			want, isByForm := strings.CutPrefix(test.want, "+ ")
			divisionReader.check(t, text, want)
			got, rest := reading.IsRegions(strings.NewReader(text), divisionLimits)
			if all := string(testkit.Must(io.ReadAll(rest))); got != isByForm || all != text {
				t.Errorf("%q: of regions by its form %v, want %v, and then %q", text, got, isByForm, all)
			}
		}
	}
}

// No text without regions is one of regions by its form.
func TestIsRegions(t *testing.T) {
	for _, test := range queensSaid {
		for _, text := range test.texts {
			got, rest := reading.IsRegions(strings.NewReader(text), boards)
			if all := string(testkit.Must(io.ReadAll(rest))); got && !strings.HasPrefix(test.want, "?") || all != text {
				t.Errorf("%q: of regions by its form %v, and then %q", text, got, all)
			}
		}
	}
}

// Regions are numbered in the order of their values.
func TestNumber(t *testing.T) {
	for _, test := range []struct {
		values [][]int
		want   [][]int
		fault  string
	}{
		{[][]int{{7, -7}, {7, -7}}, [][]int{{1, 0}, {1, 0}}, ""},
		{[][]int{}, [][]int{}, ""},
		{[][]int{{0, 1}, {0}}, nil, "row 2 has 1 square, want 2"},
		{[][]int{{0, 0}}, nil, "row 1 has 2 squares, want 1"},
		{[][]int{{0, 1}, {0, 2}}, nil, "region 2, first on b2, is one more than there are rows"},
		{[][]int{{3, 3}, {3, 3}}, nil, "1 region [3], want 2"},
		{make([][]int, 4), nil, "board of 4 rows, want 0 to 3"},
	} {
		got, err := reading.Number(test.values, 3)
		if !slices.EqualFunc(got, test.want, slices.Equal) || (err == nil) != (test.fault == "") || err != nil && err.Error() != test.fault {
			t.Errorf("%v: %v, %v, want %v, %s", test.values, got, err, test.want, test.fault)
		}
	}
}
