package reading_test

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/queens/internal/reading"
)

var (
	boards     = reading.Limits{Rows: 64, Bytes: 16 << 20, Sizes: true}
	placements = reading.Limits{Rows: reading.MaxRows, Bytes: 16 << 20}
)

func queensReader(l reading.Limits) reader[*reading.Reading] {
	return reader[*reading.Reading]{
		func(in io.Reader) iter.Seq2[*reading.Reading, error] { return reading.Read(in, l) },
		func(text string) (*reading.Reading, error) { return reading.One(text, l) },
		sayQueens,
	}
}

// sayQueens writes the queens or, if there are none, the size; the rest of the board; the answer if it is another
// one; and what is wrong.
func sayQueens(r *reading.Reading) string {
	text := columns(r.Queens)
	if strings.Trim(text, ". ") == "" {
		text = fmt.Sprintf("n=%d", len(r.Queens))
	}
	if r.Torus {
		text += " torus"
	}
	text += word("blocked", r.Blocked)
	if r.Answer != nil && !slices.Equal(r.Answer, r.Queens) {
		text += ", answer " + columns(r.Answer)
	}
	if r.NoBoard != nil {
		text += ", but " + r.NoBoard.Error()
	} else if r.NoAnswer != nil {
		text += ", no answer"
	}
	return text
}

// What texts say as boards and, behind two bars if that is something else, as placements.
var queensSaid = []said{
	// vector
	{"3 1 6 2 8 5 4 7", []string{"( 3 1 6 2\n8 5 4 7 )"}}, {"1", []string{"(1)"}},
	{"n=2", []string{". .", ".,.", ". .\n"}}, {"n=4", []string{"(. .\n. .)"}}, {"2 .", []string{"2, .\r\n"}},
	{"2 4 1 3", []string{"2 4 1 3", "2,4,1,3", "2, 4 ,1,\t3\r\n", "(2, 4, 1, 3)", "2413", "Solution 1: 2 4 1 3"}},
	{". 4 1 .", []string{". 4 1 .", "_,4,1,_"}}, {"2 4 1 3 | 2 4 1 3", []string{"( 2 4\n1\n3)\n2413"}},
	{". 1", []string{"(., 1)"}}, {"1 5 8 6 3 7 2 4", []string{"15863724"}},
	{"1 2 3 4 5 6 7 8 9", []string{"123456789"}},
	{"2 4 1 3 | 3 1 4 2", []string{"Solution 1:\n2 4 1 3\nSolution 2 of 2:\n3 1 4 2", "2 4 1 3\n3 1 4 2"}},
	{`? "Losung" is not a board | 2 4 1 3`, []string{"Losung\n2 4 1 3"}},
	{"10 9 8 7 6 5 4 3 2 1", []string{"10 9 8 7 6 5 4 3 2 1"}},
	{"3 . . . | 2 . . . | 3 . . .", []string{"3 . . .\n2 . . .\n3 . . ."}},
	{`1 5 8 6 3 7 2 4 | ?2 "see below" is not a board | 2 4 6 8 3 1 7 5`, []string{
		"1 5 8 6 3 7 2 4\nsee below\n2 4 6 8 3 1 7 5",
	}},
	{"1 2", []string{"1 2"}}, {"1 .", []string{"1 ."}},
	// not vectors
	{`? "-1 2" is not a board`, []string{"-1 2"}}, {`? "1.3" is not a board`, []string{"1.3"}},
	{`? "77777777777777777777"… is one word of 29 digits`, []string{"77777777777777777777777777777"}},
	{"? not closed", []string{"("}}, {`? "1 3 5 2 x" is not a board`, []string{"1 3 5 2 x"}},
	{`? item 3 is "0"`, []string{"1 3 0"}}, {`? item 2 is "3"`, []string{"1 3"}},
	{`? item 1 is "01"`, []string{"01 2"}}, {`? "1 +2" is not a board`, []string{"1 +2"}},
	{`? item 2 is ""`, []string{"1,,2"}}, {`? item 1 is ""`, []string{",1"}},
	{`? item 2 is "77777777777777777777"…`, []string{"1 77777777777777777777777"}},
	{`? item 8 is "0"`, []string{"15863720"}},
	{`? "1234567890" is one word of 10 digits`, []string{"1234567890"}},
	{"? nothing in parentheses", []string{"()"}}, {"? pairs of numbers", []string{"(1, 2)"}},
	{"? a list of 0 and 1 by itself may be a row or columns", []string{"0 1 0", "1000", "0 1 0 0 0 0 0 1 1 0 0 0 0 0 1 0"}},
	{`? "Row 1 3 5 2 4 Soluti"… is not a board`, []string{"Row 1 3 5 2 4 Solution 1: 1 ."}},
	// size
	{`n=8 || ? item 1 is "8"`, []string{"8", " 8\n"}}, {`n=0 || ? item 1 is "0"`, []string{"0"}},
	{`n=64 || ? "64" may be the size of a board or columns`, []string{"64"}},
	{`? n = 65 out of range 0..64 || ? "65" may be the size of a board or columns`, []string{"65"}},
	{`? n = 999 out of range 0..64 || ? "999" may be the size of a board or columns`, []string{"999"}},
	{`n=12 || ? "12" may be the size of a board or columns`, []string{"12"}},
	{"n=1, answer 1 || 1", []string{"1", "1 \n"}}, {`? item 1 is "0"`, []string{"008"}},
	{`? "4x5"`, []string{"4x5"}},
	// array
	{"", []string{"[ ]", "[]\n[ ]\n[\n]", "[]"}}, {"n=0", []string{"[[]]"}},
	{"2 4 1 3", []string{
		"[[[1,3,0,2]]]", `["n=4 b1 d2 a3 c4"]`, `["b1 d2 a3 c4"]`, "[1,3,0,2]", "[[1,3,0,2]]", "[\n  1,\n  3,\n  0,\n  2\n]",
		"[1 3 0 2]", "[1,3,0,2,]", "queens.Placement{1, 3, 0, 2}", "[]int{1, 3, 0, 2}",
	}},
	{"2 4 1 3 | 3 1 4 2", []string{
		"[[1,3,0,2],[2,0,3,1]]", "[1,3,0,2]\u2028[2,0,3,1]",
		"[]queens.Placement{queens.Placement{1, 3, 0, 2}, queens.Placement{2, 0, 3, 1}}",
	}},
	{"2 4 1 3 | 2 . . . | 2 4 1 3 | 2 4 1 3 | 2 4 1 3", []string{
		"[[1,3,0,2], \"n=4 given=b1\"\n,{\"board\":\"n=4 2413\"}, [[1,3,0,2]]]\n2413",
	}},
	{"2 1 | n=0 | 1", []string{"[\n  [\n    1,\n    0\n  ],\n  [],\n  [\n    0\n  ]\n]"}},
	{"2 . . .", []string{`"n=4 given=b1"`}}, {"2 4 . 3", []string{"[1, 3, null, 2]"}},
	{"2 . 1 .", []string{"[1, None, 0, -1]", "[1 _ 0 .]"}}, {"1", []string{"[0]"}}, {"n=1", []string{"[-1]"}},
	{"2 4 1 3 | 3 1 4 2 | 2 4 1 3", []string{`[1,3,0,2] [2,0,3,1]"2413"`}}, {"n=0 | 1", []string{"[[],[0]]"}},
	{"1 2", []string{"[0,1]"}},
	// not arrays
	{"? null | 2 4 1 3 | ?3 null | 2 4 1 3", []string{"null\n2413\n[null,[1,3,0,2]]"}},
	{`n=1, answer 1 | ? "" has no board || 1 | ? "" has no board`, []string{`["1", ""]`}},
	{"? a list of 0 and 1 by itself may be a row or columns", []string{"[0,1,0]", "[0,1,1]"}},
	{`? item 2 is "4"`, []string{"[2,4,1,3]"}},
	{"? lists that are not the rows of one board", []string{"[[0], 8]"}}, {`? item 2 is "2.5"`, []string{"[0, 2.5]"}},
	{"? brackets", []string{"[0,, 1]", `Q{"n":4,"answer":[1,3,0,2]}`}}, {"? not closed", []string{"[0, 1"}},
	{"? behind a value | 2 4 1 3", []string{"[1,3,0,2] x\n2413"}},
	{"? behind a value | 2 4 1 3", []string{"(1) 2 4 1 3\n2413"}},
	{"? null", []string{"null", "null", "[null]"}}, {`? "]" is a line of a program`, []string{"]\n2413"}},
	{`? "2{1, 3, 0, 2}" is a line of a program`, []string{"2{1, 3, 0, 2}"}},
	{`? item 4 is "3;"`, []string{"[2 4 1 3; 3 1 4 2]"}},
	// squares
	{"2 1", []string{"b1\na2", "q1/1q"}}, {". . . 4", []string{"d4"}},
	{"2 4 1 3", []string{
		"b1 d2 a3 c4", "b1,d2,a3,c4", "B1, D2,A3  C4", "b1\nd2\na3\nc4", "b1,\nd2,\na3 c4",
		`[{"r":1,"column":2},{"r":2,"c":4},{"r":3,"c":1},{"r":4,"c":3}]`,
	}},
	{"2 4 . .", []string{"b1\n# c\nd2", `[{"row":0,"col":1},{"row":1,"col":3}]`, `["b1","d2"]`}},
	{"2 4 . . | . . 1 3", []string{"b1 d2\na3 c4"}}, {"1 5 . . . . . .", []string{"n=8 a1 e2"}},
	{"1", []string{"a1"}}, {"17 . . . . . . . . . . . . . . . .", []string{"q1"}},
	{"27 . . . . . . . . . . . . . . . . . . . . . . . . . .", []string{"aa1"}},
	{`? the object has neither "board" nor "answer" nor "solution"`, []string{`{"row":0,"col":1}`}},
	{"2 2", []string{`[{"row":1,"col":2},{"row":2,"col":2}]`}},
	{"3 1 ., but queens b1 and c1 attack each other", []string{"a2 c1 b1"}},
	// not squares
	{`? item 1: "zzzzzzzzzzzzzzzzzzzz"… is not a square of a board of at most 134217728 rows`, []string{
		"zzzzzzzzzzzzzzzzzzzzzzzzzzz1",
	}},
	{`? item 2: "b999999999999999" is not a square of a board of at most 134217728 rows`, []string{
		"a1 b999999999999999",
	}},
	{`? item 2: "5" is not a square`, []string{"a1 5"}},
	{`? item 2: "Qb2" is not a square`, []string{"a1, Qb2"}}, {`? item 1: "a0" is not a square`, []string{"a0"}},
	{`? item 2: "" is not a square`, []string{"a1,,b2"}}, {"? item 3: b2 appears twice", []string{"a1 b2 b2"}},
	{"? item 2: d2 is off the 3×3 board", []string{"n=3 b1 d2"}},
	{"? n = 65 out of range 0..64 || . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . 1", []string{
		"a65",
	}},
	{"? n = 4097 out of range 0..64 || ? n = 4097 out of range 0..4096", []string{"a4097"}},
	{`? item 1: "a134217729" is not a square of a board of at most 134217728 rows`, []string{"a134217729"}},
	{"1 ., but queens a1 and b1 attack each other", []string{`[{"row":1,"col":1},{"row":1,"col":2}]`}},
	{"? rows and columns may count from 0 or from 1", []string{`[{"row":1,"col":2},{"row":2,"col":4}]`}},
	// pairs
	{"2 4 1 3", []string{
		"[[0,1],[1,3],[2,0],[3,2]]", "[(1,2),(2,4),(3,1),(4,3)]", "[(0, 1), (1, 3), (2, 0), (3, 2)]",
	}},
	// not pairs
	{"? pairs of numbers", []string{
		"[[0,1],[1,3],[3,2],[2,0]]", "[[0,1],[1,3],[2,0],[3,4]]", "[[1,1],[2,3],[3,0],[4,2]]", "[[2,1],[3,3],[4,2]]",
		"[[0,1],[1,0]]", "[(1, 2)]", "((1,2),(2,4),(3,1),(4,3))",
	}},
	{"? pairs of numbers", []string{"(1,2) (2,4)"}},
	{"? lists that are not the rows of one board", []string{"[1/2, 2/4, 3/1, 4/3]"}},
	// FEN
	{"2 4 1 3", []string{
		"\r\n 2q1/q3/3q/1q2\tw AHah  - 007 0 ", "2Q1/Q3/3Q/1Q2", "2q1/q3/3q/1q2", "2Q1/Q3/3Q/1Q2 w - - 0 1",
		"2Q1/Q3/3Q/1Q2 b KQkq e3 50 114", "2Q1/Q3/3Q/1Q2 w - -", "2Q1/Q3/3Q/1Q2/",
	}},
	{"n=2", []string{"2/2"}}, {"1", []string{"Q w - - 0 1"}}, {"n=1", []string{"1 w - - 0 1"}}, {". 2", []string{"2 #Q\n1 ##"}},
	{". 1 | 1 . | 1", []string{"Q1/2\n2/Q1\na1"}},
	{". . . . . . . . . . . 12", []string{"11Q/12/12/12/12/12/12/12/12/12/12/12"}},
	// no FEN
	{`? the FEN goes on with "x b - - 0 1"`, []string{"Q1/1Q x b - - 0 1"}},
	{`? rank 2 of the FEN is "77777777777777777777"…`, []string{"77777777777777777777777/2"}},
	{`? rank 2 of the FEN is "Q2"`, []string{"Q2/2"}}, {`? rank 2 of the FEN is "1Q1"`, []string{"1Q1/2"}},
	{`? rank 1 of the FEN is "02"`, []string{"2/02"}}, {`? rank 1 of the FEN is ""`, []string{"/"}},
	{". . 1 3, but queens a3 and b3 attack each other", []string{"2Q1/QQ2/4/4"}},
	{`? rank 8 of the FEN is "rnbqkbnr"`, []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}},
	{`? the FEN goes on with "c KQ - 0 1"`, []string{"Q1/1Q c KQ - 0 1"}},
	{`? the FEN goes on with "w - - 0 1 1"`, []string{"Q1/1Q w - - 0 1 1"}},
	{"? --regions", []string{"12/12", "112/122/332"}},
	// diagram
	{". 2", []string{"  a b\n2 . Q\n1 . .\n  a b", "-_\n+q", "  a b\n2 . Q\n1 . .", ". Q 2\n. . 1"}},
	{"n=1", []string{"||\n", "-", ".", "1 .\n  a"}},
	{"1 2", []string{
		" ---\n| Q |   |\n+-+-+\n| | Q|\n---", "1 |Q| |\n2| |Q|", "*·\n·*", "|Q| |\n| |Q|", "|Q||\n||Q|",
		"| Q . |\n| . Q |", "2 | . Q\n1 | Q .\n  +---\n    a b",
	}},
	{"1", []string{"+-+\n|Q\n+-+", "q", "Q", "D"}},
	{"2 1", []string{
		"2|Q| |\n1 | |Q|", "□♛\n♛□", "⬜👑\n👑⬜", ".\tQ\nQ\t.", "╔═══╗\n║· Q║\n║Q ·║\n╚═══╝",
		"| | |\n|---|---|\n| |Q|\n|Q| |", `[[".","Q"],["Q","."]]`,
	}},
	{"n=2", []string{". .\n. .", "2 . .\n1 . ."}},
	{"n=3", []string{"3 . . .\n2 . . .\n# no queens\n1 . . .", "0 0 0\n0 0 0\n0 0 0"}},
	{"2 . 1 | 3 . 2", []string{"[[[0,1,0],[0,0,0],[1,0,0]],[[0,0,1],[0,0,0],[0,1,0]]]"}},
	{"? pairs of numbers", []string{"[[0,0],[0,0]]"}}, {"1 .", []string{`[["Q",null],[null,null]]`}},
	{"3 . 1", []string{"001\n000\n100"}}, {"1 3 5 2 4", []string{"10000\n00100\n00001\n01000\n00010"}},
	{"1 . . torus blocked=b2", []string{"torus\nQ . .\n. x .\n. . ."}},
	{"2 . 1 | 1", []string{". Q .\n. . .\nQ . .\n-----\nQ"}},
	{"2 4 1 3", []string{
		".Q..\n...Q\nQ...\n..Q.", ". Q . .\n. . . Q\nQ . . .\n. . Q .", "⬛⬜⬛⬛\n⬛⬛⬛⬜\n⬜⬛⬛⬛\n⬛⬛⬜⬛",
		"□■□□\n□□□■\n■□□□\n□□■□", "+.++\n+++.\n.+++\n++.+", "⬜🟥⬜⬜\n⬜⬜⬜🟥\n🟥⬜⬜⬜\n⬜⬜🟥⬜",
		"oXoo\noooX\nXooo\nooXo", `[".Q..","...Q","Q...","..Q."]`, `["0100","0001","1000","0010"]`,
	}},
	{"1 .", []string{"♛\uFE0F ⬛\uFE0F\n⬛\uFE0F ⬛\uFE0F"}},
	{"2 . 1", []string{
		"0 1 0\n0 0 0\n1 0 0", "010\n000\n100", "0,1,0\r\n0,0,0\r\n1,0,0", "[[0,1,0],[0,0,0],[1,0,0]]",
		"[[0 1 0]\n [0 0 0]\n [1 0 0]]", "[[false,true,false],[false,false,false],[true,false,false]]",
		"[0, 1, 0]\n[0, 0, 0]\n[1, 0, 0]",
	}},
	{". 1 blocked=a1,b2", []string{"x.\nQx"}}, {"n=1 blocked=a1", []string{"x"}},
	{"2 . blocked=a2", []string{"+-+-+\n| |Q|\n+-+-+\n|x| |\n+-+-+", "┌─┬─┐\n│ │♛│\n├─┼─┤\n│x│ │\n└─┴─┘"}},
	{"2 .", []string{
		"  a b\n1 . Q\n2 . .", "1 . Q\n2 . .\n  a b", "1 2\n. Q\n. .", "  0 1\n0 . Q\n1 . .", "2\n.Q\n..",
		"n=2\n.Q\n..", "['.Q', '..']", "['.', 'Q']\n['.', '.']",
	}},
	{". 2 1", []string{"1...\n2.*.\n3*..\nabc"}}, {"2 . torus blocked=b2", []string{"torus\n.Q\n.x"}},
	{"3 . 1 blocked=b1,a2,b2,c2", []string{".xQ\nxxx\nQ.."}},
	{"2 1 | . 2", []string{".Q\nQ.\n\n..\n.Q", ".Q\nQ.\n---\n..\n.Q", ".Q\nQ.\nSolution 2:\n..\n.Q"}},
	{"? not the rows of a square", []string{"| | |\n|Q| |\n| | |"}},
	{"2 . 1 3", []string{"-Q--\n----\nQ---\n--Q-"}}, {"2 4 1 3", []string{"---\n-Q--\n---Q\nQ---\n--Q-\n----"}},
	{". 2 4 1", []string{"----\n-Q--\n---Q\nQ---"}}, {"? not the rows of a square", []string{"----\n-Q--\n---Q\nQ---\n--Q-"}},
	{"1 3 .", []string{"[[ True False False]\n [False False  True]\n [False False False]]"}},
	{"2 1 | 1 .", []string{`[[".Q","Q."],["Q.",".."]]`}},
	{"1 . 3, but queens a1 and b1 attack each other", []string{"QQ.\n...\n..Q"}},
	// no diagram
	{`? "|" is not a board`, []string{"|"}},
	{"? not the rows of a square", []string{
		".Q\n.\\u00fe", "..\n...", "Q . . . .\n. . . . Q\n. Q . . .\n. . . Q .",
		"_ Q _ _\n_ _ _ Q 3\nQ _ _ _\n_ _ Q _", "| | |\n|Q| |\n| | |", "2 .Q\n2 Q.", "1 .Q\n3 Q.", ".Q\nQ.\n a c", "1.\n1",
		"  Q\n Q\nQ", "QWERTYUIO\n12345678",
	}},
	{`?2 signs ".", "Q" and "k" | 2 4 1 3`, []string{"\n. Q .\n. . k\n. . .\n\n2413"}},
	{`? item 2 is "0" | 2 . 1`, []string{"1 0 2\n. Q .\n. . .\nQ . ."}},
	{`? rows of two numbers may be a diagram or columns | n=5 || ? rows of two numbers may be a diagram or columns | ?5 item 1 is "5"`, []string{
		"1 1 1\n2 2 2\n1 1 1\n\n5",
	}},
	{"? lists that are not the rows of one board", []string{
		`[["Q","."],7]`, "[[0,1,0],[0,0,1]]", `[".Q","..","Q"]`, "[[0,1,0],7]",
	}},
	{`? signs "A", "B" and "C"`, []string{`["AAB","ABB","CCC"]`}}, {`? signs "⬛" and "⬜"`, []string{"⬜⬛\n⬛⬛"}},
	{"? not the rows of a square", []string{".#.\n#..\n..#", ".#..\n...#\n#...\n..#."}}, // # begins a comment
	{`? signs "■" and "□"`, []string{"□■■■\n■■■□\n■□■■\n■■■■"}},
	{`? signs ".", "Q" and "k"`, []string{".Q\n.k"}}, {`? "Q" and "q" in one diagram`, []string{"Q.\n.q"}},
	{`? signs ".", "X" and "x"`, []string{"xX\n.."}}, {`? signs ".", "Q" and "o"`, []string{".Qo\n..o\nQ.."}},
	{"? more than eight signs in one diagram", []string{"abcd\nefgh\nijkl\nmnop"}},
	{`? ".Q.." is not a board`, []string{".Q.."}},
	{`? signs "X" and "o"`, []string{"Xoo\noXo\nooX"}}, {"? a board of 4 rows, want n = 0", []string{"n=0 2413"}},
	{`? ".Q" is not a board | 1 | 2 4 1 3`, []string{".Q\n\nQ\n\n2413"}},
	{"? not the rows of a square", []string{"3\n.Q\nQ.", "10\na", "0\na", "11\na", "+---+--+\n| Q |   |\n+---+---+|   |   |\n+---+---+"}}, {`? signs "", "Q" and "QQ"`, []string{"|Q|QQ|\n| | |"}},
	{`? "-," is not a board`, []string{"-,"}},
	{"? --regions", []string{
		"1 0\n0 0", "1 1 2\n1 2 2\n3 3 3", "112 122 333", "1112\n3112\n3344\n4444", "[[1,1,2],[1,2,2],[3,3,3]]",
		`["112","122","333"]`,
	}},
	{"? rows of two numbers may be a diagram or columns", []string{
		"1 2\n2 1", "1 2 1\n2 1 2\n1 2 1", "[[null,1],[0,null]]",
	}},
	{`? n = 112 out of range 0..64 || ? "112" may be the size of a board or columns`, []string{"112\n122\n333"}},
	{"? pairs of numbers", []string{"[[0,1],[1,0]]"}}, {`? ". Q" is not a board`, []string{". Q"}},
	// words
	{". . . . . . . . . . . . . . . . . . . . . . . . . . . . . 27 blocked=ad1,ab2", []string{
		"n=30 given=aa30 blocked=ad1,AB2",
	}},
	{"n=64 torus", []string{"n=64 torus"}},
	{"2 . . . | 2 . . . torus blocked=a4 | n=2 | 2 . . . torus", []string{
		"n=4 given=b1\ntorus blocked=a4 2 _ . .\nn=2\ntorus\n2 . . .",
	}},
	{"n=8", []string{"n=8"}}, {"n=0", []string{"n=0"}}, {"2 4 . .", []string{"n=4 given=b1,d2"}},
	{". . . 2 . . . . torus blocked=a1,h8", []string{"n=8 torus given=b4 blocked=a1,h8"}},
	{". . . 2 . . . . blocked=h8,a1,a1", []string{"n=8 blocked=h8,a1,a1 given=B4"}},
	{". . . 2 4 . . . torus", []string{"torus\ngiven=d5,b4\nn=8"}},
	{"n=8 torus", []string{"\u3000n=8\u2003torus\u2028"}}, {"2 4 1 3", []string{"n=4 2413"}},
	{"2 4 1 3 torus", []string{"torus 2 4 1 3"}}, {"2 4 1 3 blocked=a4", []string{"blocked=a4 [1,3,0,2]"}},
	{"2 4 1 .", []string{"given=b1\tn=4 d2, a3"}},
	{". . . 3 torus blocked=a1", []string{"torus blocked=a1 2Q1/4/4/4"}},
	{"2 . . . | 2 . . . torus blocked=a4 | n=2", []string{"n=4 given=b1\ntorus blocked=a4 2 _ . .\nn=2"}},
	{"n=4 | n=5", []string{"n=4\nn=5"}}, {"n=4", []string{"n=4 # four\n\n# more"}},
	// no words
	{`? "n=8=8"`, []string{"n=8=8"}}, {`? "n=8,torus"`, []string{"n=8,torus"}},
	{`? "torus=" is not a board`, []string{"n=8 torus="}},
	{`? "given=b3": word "given" appears twice`, []string{"n=8 given=a1 given=b3"}},
	{`? "given=a1;b3": "a1;b3" is not a square`, []string{"n=8 given=a1;b3"}},
	{`? "n=999999999999999999"…`, []string{"n=99999999999999999999"}},
	{`? "2413 n=4" is not a board`, []string{"n=4 2413 n=4"}},
	{"2 4 1 3 torus | ?3 words without the size of the board", []string{"torus\n2 4 1 3\ntorus"}},
	{"? a1 is off the 0×0 board", []string{"n=0 blocked=a1"}},
	{"? words without the size of the board", []string{"torus"}},
	{"? words without the size of the board | 2 4 1 3", []string{"torus\n\n2413"}}, {`? "n="`, []string{"n="}},
	{`? "n=08"`, []string{"n=08"}}, {`? "n=-1": want the size`, []string{"n=-1"}},
	{`? "n=x"`, []string{"n=x"}}, {"? n = 65 out of range 0..64 || n=65", []string{"n=65"}},
	{"? n = 4096 out of range 0..64 || n=4096", []string{"n=4096"}},
	{"? n = 4097 out of range 0..64 || ? n = 4097 out of range 0..4096", []string{"n=4097"}},
	{`? "n=8": word "n" appears twice`, []string{"n=8 n=8"}},
	{`? "torus": word "torus" appears twice`, []string{"n=8 torus torus"}},
	{`? "torus=1" is not a board`, []string{"n=8 torus=1"}}, {`? "Torus" is not a board`, []string{"n=8 Torus"}},
	{`? "placed=a1" is not a board`, []string{"n=8 placed=a1"}},
	{`? "given" is not a board`, []string{"n=8 given"}},
	{`? "given=": "" is not a square`, []string{"n=8 given="}},
	{`? "given=a1,": "" is not a square`, []string{"n=8 given=a1, b3"}},
	{"? i1 is off the 8×8 board", []string{"n=8 given=i1"}},
	{"? a9 is off the 8×8 board", []string{"n=8 blocked=a9"}}, {"? a board of 4 rows", []string{"n=5 2413"}},
	{`? "2413 torus" is not a board`, []string{"n=4 2413 torus"}},
	{"2 ., but queens a1 and b1 attack each other", []string{"n=2 given=a1 b1"}},
	{"? words before a string or an object", []string{`torus "2413"`}},
	// object
	{"2 . . ., answer 2 4 1 3", []string{
		`{"board":[1,-1,-1,-1],"answer":[1,3,0,2]}`,
		"[\n {\n  \"board\": \"n=4 given=b1\",\n  \"answer\": [\n 1,\n 3,\n 0,\n 2\n ]\n }\n]",
	}},
	{"n=5 torus, answer 2 4 1 3", []string{`{"board":"torus n=5","answer":[1,3,0,2]}`}},
	{"1 | 1", []string{`{"answers":[[0],[0]]}`}},
	{"n=4, no answer", []string{
		`{"board":"n=4"}`, `{"board":"n=4","answers":[]}`, `{"board":4,"solutions":92,"list":[1,2,3]}`,
	}},
	{"n=4, answer 2 4 1 3", []string{
		`{"board":4,"answer":[1,3,0,2]}`, `{"Board":"n=4","SOLUTION":[1,3,0,2]}`,
		`{"board":{"n":4},"answer":[".Q..","...Q","Q...","..Q."]}`, "{board: 'n=4', answer: [1, 3, 0, 2],}",
	}},
	{"2 4 1 3", []string{
		`{"answer":"2413","solution":true}`, `{"n":4,"solution":[1,3,0,2]}`, `{"board":"2413"}`,
		`{"board":null,"answer":[1,3,0,2]}`,
		`{"id":"7","difficulty":"A","board":"n=4 2413","seed":7,"more":{"a":[{}]}}`,
	}},
	{"2 . . ., no answer", []string{`{"board":"n=4 given=b1"}`, `{"n":4,"given":["b1"]}`}},
	{"2 . . . torus blocked=c4, no answer", []string{
		`{"board":{"n":4,"given":["b1"],"blocked":["c4"],"torus":true}}`,
	}},
	{"2 . 3 . . . . . blocked=c4, no answer", []string{`{"board":8,"given":"b1,c3","blocked":["c4"],"torus":false}`}},
	{"2 . . . torus, no answer", []string{`{"board":4,"given":[{"row":0,"col":1}],"torus":true}`}},
	{"2 . . . blocked=a4, no answer", []string{`{"size":4,"given":["b1"],"blocked":["a4"]}`}},
	{"1 2 2", []string{`{"answer":[0,1,1]}`}},
	{`? answer: "none" is not a board`, []string{`{"answer":"none"}`}},
	{"n=4, answer 2 4 1 3 | n=4, answer 3 1 4 2", []string{`{"board":"n=4","answers":[[1,3,0,2],[2,0,3,1]]}`}},
	{"", []string{`{"answers":[]}`}}, {"n=5, answer 2 4 1 3", []string{`{"board":"n=5","answer":[1,3,0,2]}`}},
	{"1 . . ., but queens a1 and b1 attack each other", []string{`{"answer":["QQ..","....","....","...."]}`}},
	{"2 4 1 3 | 3 1 4 2 | n=1, no answer", []string{`[{"board":"2413"},{"answer":"3142"}] {"n":1}`}},
	{`? answer | n=8 || ? answer | ?4 item 1 is "8"`, []string{"{\"board\":\"n=4\",\n\"answer\":\n[0,7]}\n8"}},
	// no object
	{`? "given": "b0" is not a square`, []string{`{"board":5,"given":["b0"]}`}},
	{`? an object without "n"`, []string{`{"torus":true}`, `{"given":["a1"],"answer":[0]}`}},
	{`? the object has neither "board" nor "answer" nor "solution"`, []string{
		`[{"row":0,"col":1},{"row":1}]`, "{}", `{"a":1}`,
	}},
	{`? "board": pairs of numbers`, []string{`{"board":[[0,1],[1,0]]}`}},
	{`? "board": more than one board in the text`, []string{`{"board":["n=1","n=2"]}`}},
	{"n=0", []string{`{"answer":[]}`, `{"board":[]}`}},
	{`? "board": the object has neither "board" nor "answer" nor "solution"`, []string{`{"board":{}}`}},
	{`? "board"`, []string{`{"board":"n=4 b9"}`}},
	{`? an object with "placed"`, []string{`{"n":4,"placed":[1,-1,-1,-1]}`}},
	{`? an object with "a"`, []string{
		`{"board":"n=4","a":[0,1,2,3]}`, `{"board":"n=4","a":{"b":[[0,1],[2,3]]}}`,
		`{"board":"n=4","a":"2Q1/Q3/3Q/1Q2"}`, `{"board":"n=4","a":["b1"]}`, `{"board":"n=4","a":"b1,d2"}`,
		`{"board":"n=4","a":[{"b":{"row":0,"col":1}}]}`,
	}},
	{`? an object with "blocked_positions"`, []string{`{"board":"n=4","blocked_positions":[[0,4],[5,2]]}`}},
	{`? an object with "puzzle"`, []string{`{"n":5,"puzzle":{"board":"n=4"}}`}},
	{`? "board": 5 rows beside n = 4`, []string{`{"board":5,"n":4}`}},
	{`? "1" for "torus"`, []string{`{"board":5,"torus":1}`}},
	{"? f1 is off the 5×5 board", []string{`{"board":5,"given":["f1"]}`}},
	{`? "given": "7"`, []string{`{"board":5,"given":7}`}},
	{`? the object has "board" and "Board"`, []string{`{"board":5,"Board":4}`}},
	{`? the object has "answer" and "solution"`, []string{`{"answer":[0],"solution":[0]}`}},
	{`? "\"2413\"" for "answers"`, []string{`{"answers":"2413"}`}},
	{`? answer: "92"`, []string{`{"board":8,"answer":92}`}},
	{"? brackets", []string{`{"answer" [0]}`, `"n=8`, `"\u00zz"`}},
	{"? 4 rows beside n = 5", []string{`{"n":5,"answer":[1,3,0,2]}`}},
	{"? not closed", []string{`{"board":"n=4",`}},
	// comment
	{"2 4 1 3", []string{"# four\n2413 # more\n#", "# -----\n2413", "#####\n2413"}},
	{"2 .", []string{".Q\n# c\n#\n.."}}, {"2 4 1 3 | 3 1 4 2", []string{"# 1\n2413\n# 2\n3142"}},
	{"2 4 1 3 | 2 4 1 3", []string{"\ufeff2413\n\ufeff[1,3,0,2]"}},
	// nothing
	{"", []string{"", " \n\r\n\t\u00a0\n\ufeff\n", "# one\n  # two\n#", "Solution 1:"}},
	// streams
	{`2 4 1 3 | ?2 "2 4 1 x" is not a board | 2 4 1 3`, []string{"2413\n2 4 1 x\n2413"}},
	{"? brackets", []string{"[1,3,0\n{\"board\":\"n=4\n2413"}},
	{"2 4 1 3 | 2 4 1 3 | 2 4 1 3 | 2 4 1 3 | 2 4 1 3 | 2 4 1 3", []string{
		"2413\n\n2 4 1 3 # as well\n# no board\n2Q1/Q3/3Q/1Q2\r\n(2, 4, 1, 3)\nn=4 b1 d2 a3 c4\nb1,d2,a3,c4",
	}},
	{"2 1 | 2 4 1 3 | 1 | 1", []string{". Q\nQ .\n2413\n+-+\n|Q|\n+-+\n[0]"}},
	{`2 4 1 3 | ?2 "hello" is not a board | 2 4 1 3`, []string{"2413\nhello\n2413"}},
	{`? item 4 is "9" | 2 4 1 3 | ?5 item 4 is "9" | ?6 item 4 is "8"`, []string{
		"2 4 1 9\n2 4 1 8\n2 4 1 7\n2413\n2 4 1 9\n2 4 1 8",
	}},
	{`? not the rows of a square | ?3 item 1 is "7"`, []string{"hello\nworld\n[7]\n[8]"}},
	{"? not closed", []string{"[1,3,0\n[1,3,0,2]\n2413", "[[1,3,0,2],", "(1 2\n3\n\n2413"}},
	{"2 4 1 3 | ?2 not closed", []string{`[{"board":"2413"},`}},
	{`? "import queens;" is a line of a program`, []string{"import queens;\n2413"}},
	{`? "x = 5;" is a line of a program`, []string{"x = 5;"}},
}

func TestQueens(t *testing.T) {
	for _, test := range queensSaid {
		board, placement, differ := strings.Cut(test.want, " || ")
		if !differ {
			placement = board
		}
		for _, text := range test.texts {
			queensReader(boards).check(t, text, board)
			queensReader(placements).check(t, text, placement)
		}
	}
}

// Names that may put queens or squares on a board are errors beside it, whatever their values and marks are.
func TestStrangeNames(t *testing.T) {
	for _, name := range strings.Fields("queens PLACED preset isFixed locked start blocks crosses holes walls " +
		"forbid_den given-count regions toroidal TORUS_1 wrapped stars") {
		queensReader(boards).check(t, fmt.Sprintf(`{"board":"n=4","more_%s":0}`, name), fmt.Sprintf(`? an object with "more_%s"`, name))
		queensReader(boards).check(t, fmt.Sprintf(`{"board":"n=4","a":{%q:0}}`, name), `? an object with "a"`)
	}
}

// One sign among blanks may be a row of a board, if it is not all of the text or a size.
func TestLoneSigns(t *testing.T) {
	queensReader(boards).check(t, "Q   \n   Q\n Q  \n\n.", "? not the rows of a square | n=1")
	queensReader(boards).check(t, "Q\n\n Q\n\n1 \n8 \n 9", "1 | ?3 one sign among blanks | ?5 one sign among blanks | n=8 | n=9")
	queensReader(boards).check(t, " Q\n\n", "1")
	queensReader(placements).check(t, "1 \n", "1")
}

// Each error of a reader is the last one, with its line, and is not one of the text.
func TestInputErrors(t *testing.T) {
	broken := errors.New("broken")
	for text, line := range map[string]int{
		"": 1, "2413\n": 2, "2413\n24": 2, "2413\n[1,3": 2, "[[1,0],": 1, "2413\n. Q": 2, "(1\n2": 1, "\"n=4": 1, "a1\n": 2,
	} {
		var last error
		for _, last = range reading.Read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), placements) {
		}
		fault, ok := last.(*reading.Error)
		if !ok || !fault.IsInput || !errors.Is(last, broken) || fault.Line < line || fault.Line > line+1 {
			t.Errorf("%q: the last error is %v, want that of the reader on line %d", text, last, line)
		}
	}
}

// Lines, values, diagrams and sizes have bounds.
func TestBounds(t *testing.T) {
	small := reading.Limits{Rows: 64, Bytes: 100, Sizes: true}
	long, many := strings.Repeat(". ", 51), strings.Repeat("Q\n", 200)
	queensReader(small).check(t, "4\n"+long+"\n5", "n=4 | ?2 too long | n=5")
	queensReader(small).check(t, long+"\n"+long+"\n5", "? too long | n=5")
	queensReader(small).check(t, "4\n[1,\n"+long[:98]+"\n0]\n5", "n=4 | ?2 too long")
	queensReader(small).check(t, "4\n\n"+many+"\n5", "n=4 | ?3 too long | n=5")
}

// A loop that ends leaves what follows to the next one.
func TestLoopGoesOn(t *testing.T) {
	all := reading.Read(strings.NewReader("4\n[\"n=5\",\"n=6\"]\n7"), boards)
	var sizes []int
	for range 5 {
		for read, err := range all {
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, len(read.Queens))
			break
		}
	}
	if !slices.Equal(sizes, []int{4, 5, 6, 7}) {
		t.Errorf("sizes %v", sizes)
	}
}

// What a reading says beside the board: its line, its object, and where the answer stands.
func TestReadingDetails(t *testing.T) {
	const text = "8\n\n2413\n[{\"board\":4}, {\"answer\":[0]}]\n{\"board\":\n4,\"answer\":[1,3,0,2]}\n. .\n. .\n\n2 4 1 3\n3 1 4 2"
	var got []string
	for read, err := range reading.Read(strings.NewReader(text), boards) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.TrimSpace(fmt.Sprintln(read.Line, read.Beside, read.Object)))
	}
	want := []string{"1 false", "3 false", `4 false {"board":4}`, "4 false",
		"5 true {\"board\":\n4,\"answer\":[1,3,0,2]}", "7 false", "10 false", "11 false"}
	if !slices.Equal(got, want) {
		t.Errorf("details\n%q, want\n%q", got, want)
	}
	const object = `{"Seed":7,"more":{"a":[1]},"none":null}`
	for name, want := range map[string]string{"seed": "7", "more": `{"a":[1]}`, "none": "", "a": ""} {
		if got := reading.Field(object, name); got != want {
			t.Errorf("field %s is %q, want %q", name, got, want)
		}
	}
}
