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
	if len(p) > 0 {
		check(p.FEN() + " w - - 0 1")
	}
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

func TestParse(t *testing.T) {
	eight := queens.Placement{2, 0, 5, 1, 7, 4, 3, 6}
	four := queens.Placement{1, 3, 0, 2}
	for _, test := range []struct {
		text string
		want queens.Placement
	}{
		// Vectors and digits.
		{"(3, 1, 6, 2, 8, 5, 4, 7)", eight},
		{"(3,1,6,2,8,5,4,7)", eight},
		{" ( 3 1 6 2\n8 5 4 7 )\n", eight},
		{"3 1 6 2 8 5 4 7", eight},
		{"3,1,6,2 , 8,5,\t4  7\r\n", eight},
		{"31628547", eight},
		{"123456789", queens.Placement{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"10 9 8 7 6 5 4 3 2 1", queens.Placement{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}},
		{"2 . 2", queens.Placement{1, queens.Empty, 1}},
		{"(1)", queens.Placement{0}},
		{"(., 1)", queens.Placement{queens.Empty, 0}},

		{"2 _ 2", queens.Placement{1, queens.Empty, 1}},
		{"_,1", queens.Placement{queens.Empty, 0}},
		{"(2, _, ., 3)", queens.Placement{1, queens.Empty, queens.Empty, 2}},

		// JSON.
		{"[1,3,0,2]", four},
		{" [\n  1,\n  -1,\n  0,\n  2\n]\n", queens.Placement{1, queens.Empty, 0, 2}},
		{"[1 _ 0 .]", queens.Placement{1, queens.Empty, 0, queens.Empty}},
		{"[]", queens.Placement{}},
		{"[ ]", queens.Placement{}},
		{"[[]]", queens.Placement{}},
		{"[[[1,3,0,2]]]", four},
		{`"2413"`, four},
		{`["n=4 b1 d2 a3 c4"]`, four},
		{`"n=4 given=b1"`, queens.Placement{1, queens.Empty, queens.Empty, queens.Empty}},
		{`{"board":"n=4 given=b1,d2,a3,c4"}`, four},
		{`{"Board":"n=0"}`, queens.Placement{}},
		{`{"board":[1,-1,-1,-1],"answer":[1,3,0,2],"seed":7}`, four},
		{`{"board":null,"answer":[1,3,0,2]}`, four},
		{`{"solutions":"one","answers":[[1,3,0,2]]}`, four},
		{`{"board":{"n":4},"answer":[1,3,0,2]}`, four},
		{`{"Board":"n=4","SOLUTION":[1,3,0,2]}`, four},
		{`{"answer":"2413","solution":true}`, four},
		{`{"board":"torus n=5","answer":[1,3,0,2]}`, four},

		// Words.
		{"n=4 b1 d2 a3 c4", four},
		{"n=8 c1", append(queens.Placement{2}, queens.NewPlacement(7)...)},
		{"n=4", queens.NewPlacement(4)},
		{"n=0", queens.Placement{}},
		{"n=4 given=b1,d2", queens.Placement{1, 3, queens.Empty, queens.Empty}},
		{"given=b1\tn=4 d2, a3", queens.Placement{1, 3, 0, queens.Empty}},
		{"n=4 \n\n", queens.NewPlacement(4)},

		// Comments and byte order marks.
		{"\uFEFF2413", four},
		{"# four\n2413 # more\n#", four},
		{".Q..\n#\n...Q # b\nQ...\n..Q.", four},
		{"\uFEFF[1,3,0,2]\r\n", four},

		// Squares.
		{"c1 a2 f3 b4 h5 e6 d7 g8", eight},
		{"g8,d7, e6 ,\nh5,\nb4\tf3,a2 c1\n", eight},
		{"g8\nd7\ne6\nh5\nb4\nf3\na2\nc1\n", eight},
		{"a1", queens.Placement{0}},
		{"b1", queens.Placement{1, queens.Empty}},
		{"a1 b4", queens.Placement{0, queens.Empty, queens.Empty, 1}},
		{"aa1", append(queens.Placement{26}, queens.NewPlacement(26)...)},

		// FEN.
		{"2Q1/Q3/3Q/1Q2", four},
		{"\n2q1/Q3/3q/1Q2\r\n", four},
		{"2Q1/Q3/3Q/1Q2 w - - 0 1", four},
		{"2Q1/Q3/3Q/1Q2 b KQkq e3 50 114", four},
		{"\r\n 2q1/q3/3q/1q2\tw AHah  - 007 0 \n", four},
		{"2Q1/Q3/3Q/1Q2 w - -", four},
		{"2Q1/Q3/3Q/1Q2/", four},
		{"2/2 w - - 0 1", queens.Placement{queens.Empty, queens.Empty}},
		{"Q w - - 0 1", queens.Placement{0}},
		{"q b - - 0 1", queens.Placement{0}},
		{"1 w - - 0 1", queens.Placement{queens.Empty}},
		{"Q11/12/12/12/12/12/12/12/12/12/12/4Q7", append(append(queens.Placement{4}, queens.NewPlacement(10)...), 0)},

		// Diagrams.
		{".Q..\n...Q\nQ...\n..Q.", four},
		{"\t. Q\n# a\n\t  Q .\n\t", queens.Placement{1, 0}},
		{"□♛\n♛□", queens.Placement{1, 0}},
		{"-_\n+q", queens.Placement{queens.Empty, 1}},
		{"  a b\n2 . Q\n1 . .\n  a b", queens.Placement{queens.Empty, 1}},
		{"1...\n2.*.\n3*..\nabc", queens.Placement{queens.Empty, 1, 0}},
		{"|Q| |\n| |Q|", queens.Placement{0, 1}},
		{"|Q||\n||Q|", queens.Placement{0, 1}},
		{"||\n", queens.Placement{queens.Empty}},
		{" ---\n| Q |   |\n+-+-+\n| | Q|\n---", queens.Placement{0, 1}},
		{"+-+\n|Q\n+-+", queens.Placement{0}},
		{"2 | . Q\n1 | Q .\n  +---\n    a b", queens.Placement{0, 1}},
		{"2|Q| |\n1 | |Q|", queens.Placement{1, 0}},
		{"1 |Q| |\n2| |Q|", queens.Placement{0, 1}},
		{"+-+\r\n| |\r\n+-+\r\n", queens.Placement{queens.Empty}},
	} {
		if got, err := queens.ParsePlacement(test.text); err != nil || !slices.Equal(got, test.want) || got == nil {
			t.Errorf("ParsePlacement(%q) = %v, %v, want %v", test.text, got, err, test.want)
		}
	}
}

// TestParseOverlaps reads texts that could pass for more than one form.
func TestParseOverlaps(t *testing.T) {
	for _, test := range []struct {
		text, why string
		want      queens.Placement
	}{
		{"1", "a vector, not the FEN of the empty board", queens.Placement{0}},
		{"Q", "a diagram, and the same as a FEN", queens.Placement{0}},
		{"q", "a queen, not a file", queens.Placement{0}},
		{"D", "a queen", queens.Placement{0}},
		{"q1", "a square, not one rank of a FEN", append(queens.Placement{16}, queens.NewPlacement(16)...)},
		{"d4", "a square", queens.Placement{queens.Empty, queens.Empty, queens.Empty, 3}},
		{"q1/1q", "a FEN, not squares", queens.Placement{1, 0}},
		{".", "a vector, and the same as a diagram", queens.Placement{queens.Empty}},
		{"-", "a diagram", queens.Placement{queens.Empty}},
		{". .", "a vector on one line", queens.Placement{queens.Empty, queens.Empty}},
		{". .\n", "a vector on one line, ended", queens.Placement{queens.Empty, queens.Empty}},
		{".,.", "a vector", queens.Placement{queens.Empty, queens.Empty}},
		{". .\n. .", "a diagram on two lines, not four empty rows", queens.Placement{queens.Empty, queens.Empty}},
		{"..\n..", "a diagram", queens.Placement{queens.Empty, queens.Empty}},
		{". 1", "a vector", queens.Placement{queens.Empty, 0}},
		{"1 .", "a vector, not a labelled row", queens.Placement{0, queens.Empty}},
		{"1 .\na", "a labelled diagram, not a vector", queens.Placement{queens.Empty}},
		{"a b\n1 Q .\n2 . .", "a labelled diagram, with a file where a FEN has its side to move", queens.Placement{0, queens.Empty}},
		{"2 . .\n1 . .", "a labelled diagram, not six rows", queens.Placement{queens.Empty, queens.Empty}},
		{"(. .\n. .)", "a vector, for the parentheses", queens.Placement{queens.Empty, queens.Empty, queens.Empty, queens.Empty}},
		{"b1\na2", "squares on two lines, not a diagram", queens.Placement{1, 0}},
	} {
		if got, err := queens.ParsePlacement(test.text); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("ParsePlacement(%q) = %v, %v, want %s: %v", test.text, got, err, test.why, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	long := strings.Repeat("7", 100)
	const onlyBoards = "the board has blocked squares or is a torus, which only ParseBoard reads"
	for _, test := range []struct{ text, want string }{
		// Vectors and digits.
		{"[1, 3, 0, 4]", `item 4 is "4", want a column 0..3, or -1 for an empty row: an array counts from 0`},
		{"[2, 4, 1, 3]", `item 2 is "4", want a column 0..3, or -1 for an empty row: an array counts from 0`},
		{"[0, 1", `a bracket or a quotation mark is not closed`},
		{"[0,, 1]", `brackets, commas and values do not make a list or an object`},
		{"[0, 2.5]", `lists that are not the rows of one board`},
		{"1 3 0", `item 3 is "0", want a column 1..3 or ".": columns count from 0 only in square brackets`},
		{"1 3", `item 2 is "3", want a column 1..2 or "."`},
		{"-1 2", `"-1 2" is not a board: want columns, squares, a FEN or a diagram`},
		{"1 +2", `"1 +2" is not a board: want columns, squares, a FEN or a diagram`},
		{"01 2", `item 1 is "01", want a column 1..2 or "."`},
		{". Q", `". Q" is not a board: want columns, squares, a FEN or a diagram`},
		{"1 " + long, `item 2 is "77777777777777777777"…, want a column 1..2 or "."`},
		{"15863720", `item 8 is "0", want a column 1..8 or ".": columns count from 0 only in square brackets`},
		{"1234567891", `"1234567891" is one word of 10 digits, want at most 9 or spaces between the columns`},
		{long, `"77777777777777777777"… is one word of 100 digits, want at most 9 or spaces between the columns`},
		{"1.3", `"1.3" is not a board: want columns, squares, a FEN or a diagram`},
		{"1,,2", `item 2 is missing, want one on each side of a comma`},
		{",1", `item 1 is missing, want one on each side of a comma`},
		{"(", `a bracket or a quotation mark is not closed`},
		{"()", `nothing in parentheses, want columns`},

		// Squares.
		{"a1 5", `item 2: "5" is not a square, want one such as "b4"`},
		{"a1, Qb2", `item 2: "Qb2" is not a square, want one such as "b4"`},
		{"a0", `item 1: "a0" is not a square, want one such as "b4"`},
		{"a1,,b2", `item 2: "" is not a square, want one such as "b4"`},
		{"a1 b2 c1", `a1 and c1 attack each other`},
		{"a1 b2 b2", `item 3: b2 appears twice`},
		{"a1 b999999999", `item 2: "b999999999" is not a square of a board of at most 134217728 rows`},
		{"a1048577", `n = 1048577 out of range 0..4096`},
		{"a" + long, `item 1: "a7777777777777777777"… is not a square of a board of at most 134217728 rows`},
		{strings.Repeat("z", 100) + "1", `item 1: "zzzzzzzzzzzzzzzzzzzz"… is not a square of a board of at most 134217728 rows`},

		// FEN.
		{"/", `rank 1 of the FEN is "", want 1 squares, one for each rank`},
		{"1Q1/2", `rank 2 of the FEN is "1Q1", want 2 squares: Q and numbers of empty ones`},
		{"2Q1/QQ2/4/4", `a3 and b3 attack each other`},
		{"2/02", `rank 1 of the FEN is "02", want 2 squares: Q and numbers of empty ones`},
		{"Q1/1Q w - - 0 1 1", `the FEN goes on with "w - - 0 1 1", want fields such as "w - - 0 1" or none`},
		{"Q1/1Q w KQ- - 0 1", `the FEN goes on with "w KQ- - 0 1", want fields such as "w - - 0 1" or none`},
		{"Q1/1Q b - - 0 1.", `the FEN goes on with "b - - 0 1.", want fields such as "w - - 0 1" or none`},
		{"Q1/1Q b - - 0 " + long + "x", `the FEN goes on with "b - - 0 777777777777"…, want fields such as "w - - 0 1" or none`},
		{"QQ/2 w - - 0 1", `a2 and b2 attack each other`},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", `rank 8 of the FEN is "rnbqkbnr", want 8 squares: Q and numbers of empty ones`},
		{long + "/2", `rank 2 of the FEN is "77777777777777777777"…, want 2 squares: Q and numbers of empty ones`},

		// Diagrams.
		{".Q..", `".Q.." is not a board: want columns, squares, a FEN or a diagram`},
		{"..\n...", `line 1: ".." and 1 line below are not the rows of a square`},
		{".Q\n\nQ\n", `line 1: ".Q" is not a board: want columns, squares, a FEN or a diagram`},
		{"1\n1\n", `line 2: more than one board in the text`},
		{"QQ\n..", `line 1: a1 and b1 attack each other`},
		{".Q\n.\xff", `line 1: signs ".", "Q" and "�", want one for queens (Q q * D ♛ ♕ 👑), one for empty squares (. + - _ · □) and x for blocked ones`},
		{"|Q|QQ|\n| | |", `line 1: "|Q|QQ|" and 1 line below are not the rows of a square`},
		{"|", `"|" is not a board: want columns, squares, a FEN or a diagram`},
		{"2 .Q\n2 Q.", `line 1: "2 .Q" and 1 line below are not the rows of a square`},
		{long + " .Q\n1 Q.", `line 1: "77777777777777777777"… and 1 line below are not the rows of a square`},
		{".Q\nQ.\n a c", `line 1: ".Q" and 2 lines below are not the rows of a square`},
		{"hello", `"hello" is not a board: want columns, squares, a FEN or a diagram`},
		{strings.Repeat("♜", 99), `"♜♜♜♜♜♜♜♜♜♜♜♜♜♜♜♜♜♜♜♜"… is not a board: want columns, squares, a FEN or a diagram`},

		// Words.
		{"torus", `words without the size of the board, want "n=8" or a placement with them`},
		{"n=4 2413 n=4", `"2413 n=4": unknown word`},
		{"n=5 2413", `a board of 4 rows, want n = 5`},
		{"n=3 b1 d2", `item 2: d2 is off the 3×3 board`},
		{"n=2000000", `n = 2000000 out of range 0..4096`},
		{"n=4 given=b1 a1", `a1 and b1 attack each other`},
		{"n=4 given=e1", `e1 is off the 4×4 board`},
		{"n=100 blocked=a100", onlyBoards},
		{"n=4 2413 # four\n# of\n . .", `line 3: more than one board in the text`},
		{"torus [1,3,0,2]", onlyBoards},
		{"\n.Q\n.x", "line 2: " + onlyBoards},
		{`{"board":"n=1 blocked=a1"}`, `the object has a board, but neither "answer" nor "solution"`},
		{"torus\n.Q\n.k", `line 1: signs ".", "Q" and "k", want one for queens (Q q * D ♛ ♕ 👑), one for empty squares (. + - _ · □) and x for blocked ones`},

		// JSON.
		{"null", `null stands for no solution, so there is no board`},
		{"[null]", `null stands for no solution, so there is no board`},
		{"[[0], [0]]", `more than one board in the text`},
		{`["1", ""]`, `"" has no board`},
		{"[[0], 8]", `lists that are not the rows of one board`},
		{"{}", `the object has neither "board" nor "answer" nor "solution"`},
		{`{"Rule":"single","Queens":["b4"]}`, `an object with "Queens", which may tell more of the board: want only board, answer, solution, answers, n, size, given, givens, blocked and torus`}, {`{"a":1}`, `the object has neither "board" nor "answer" nor "solution"`},
		{`{"board":{}}`, `"board": the object has neither "board" nor "answer" nor "solution"`},
		{`{"board":"n=4 b9"}`, `"board": item 1: b9 is off the 4×4 board`},
		{`{"answers":[]}`, `no board in the text`},
		{`{"board":"n=4 given=b1"}`, `the object has a board, but neither "answer" nor "solution"`},
		{`{"board":8,"answer":92}`, `answer: "92", want a string with a board, an array of columns, or an object`},
		{`{"answer":[0],"solution":[0]}`, `the object has answers under two names, want one`},
		{`{"answers":"2413"}`, `"\"2413\"" for "answers", want a list of them`},
		{`{"answers":[[0],[0]]}`, `more than one board in the text`},
		{`{"answer":[0,7]}`, `answer: item 2 is "7", want a column 0..1, or -1 for an empty row: an array counts from 0`},
		{`{"answer" [0]}`, `brackets, commas and values do not make a list or an object`},
		{`"n=8`, `brackets, commas and values do not make a list or an object`},
		{`"\u00zz"`, `brackets, commas and values do not make a list or an object`},
	} {
		p, err := queens.ParsePlacement(test.text)
		want := "queens: parse: " + test.want
		if err == nil || err.Error() != want || p != nil {
			t.Errorf("ParsePlacement(%.200q) = %.200q, %v\nwant the error %s", test.text, p, err, want)
		}
	}
}
