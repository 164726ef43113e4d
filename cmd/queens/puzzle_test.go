package main

import (
	"io"
	"strings"
	"testing"
)

// TestBoardNotations completes a board of one solution in every notation.
func TestBoardNotations(t *testing.T) {
	want := result{0, "3 6 8 2 4 1 7 5\n", ""}
	for _, board := range []string{
		". . . 2 4 . . .",
		"(., ., ., 2, 4, ., ., .)",
		"8/8/8/3Q4/1Q6/8/8/8",
		"[-1,-1,-1,1,3,-1,-1,-1]",
		" [ -1, -1,-1,1,3,-1,-1,-1 ]\n",
		"........\n........\n........\n.Q......\n...Q....\n........\n........\n........",
		"36824175", "c1 f2 h3 b4 d5 a6 g7 e8",
	} {
		checkResult(t, board, want, quotedRun(t, "complete", board, "--block", "f1", "--format", "vector"))
		withInput(t, board)
		checkResult(t, "- "+board, want, quotedRun(t, "complete", "-", "--block", "f1", "--format", "vector"))
	}
	checkResult(t, "both", want, quotedRun(t, "complete", ". . . 2 . . . .", "--given", "d5", "--block", "f1", "--format", "vector"))
}

func TestWrongBoards(t *testing.T) {
	const want = ", want a size 0..64 or a placement: parse: "
	tests := []struct{ board, message string }{
		{"eight", `board is "eight"` + want + `line 1 has 5 squares, want 1, one for each row`},
		{"1000", `board is "1000"` + want + `item 2 is "0", want a column 1..4 or "."`},
		{"65", `n = 65 out of range 0..64`},
		{"999", `n = 999 out of range 0..64`},
		{"b4 d4", `board is "b4 d4"` + want + `item 2 is "d4", want one queen a row: "b4" is there already`},
		{"b4 b5", `given queens b4 and b5 attack each other`},
		{"[0,2,4", `board is "[0,2,4"` + want + `JSON: unexpected end of JSON input`},
		{"[0,2,4]", `board is "[0,2,4]"` + want + `item 3 of the JSON is no column 0..2, nor -1 for an empty row`},
		{"[0,-2,1]", `board is "[0,-2,1]"` + want + `item 2 of the JSON is no column 0..2, nor -1 for an empty row`},
		{"[0,1,null]", `board is "[0,1,null]"` + want + `item 3 of the JSON is no column 0..2, nor -1 for an empty row`},
		{strings.Repeat(". ", 65), `n = 65 out of range 0..64`},
		{strings.Repeat("x", 100), `board is "` + strings.Repeat("x", 40) + `"` + want + `line 1 has 100 squares, want 1, one for each row`},
	}
	for _, test := range tests {
		for _, command := range []string{"complete", "unique", "estimate", "sample"} {
			want := result{2, "", "queens: " + test.message + "\n"}
			checkResult(t, command+" "+test.board, want, quotedRun(t, command, test.board))
		}
	}
}

// TestWrongBoardRead reads what is wrong from standard input: no mistake in the
// arguments, so that the status is another.
func TestWrongBoardRead(t *testing.T) {
	for _, test := range []struct{ text, message string }{
		{"2 4 x 3", `standard input: parse: item 3 is "x", want a column 1..4 or "."`},
		{"1 1 . .", `given queens a1 and a2 attack each other`},
		{strings.Repeat(". ", 65), `n = 65 out of range 0..64`},
	} {
		withInput(t, test.text)
		want := result{1, "", "queens: " + test.message + "\n"}
		checkResult(t, test.text, want, quotedRun(t, "complete", "-"))
	}
}

func TestUnreadableBoard(t *testing.T) {
	for _, test := range []struct {
		stdin io.Reader
		want  string
	}{
		{endless{}, "standard input: placement is longer than 64 MiB"},
		{broken{}, "standard input: unplugged"},
	} {
		if _, err := readPlacement(t.Context(), test.stdin); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

func TestNumberOfBoards(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"complete", `complete has 0 arguments, want one, the board`},
		{"unique 8 9", `unique has 2 arguments, want one, the board`},
		{"construct", `construct has 0 arguments, want one, the size of the board`},
		{"random 8 9", `random has 2 arguments, want one, the size of the board`},
		{"draw 8 9", `draw has 2 arguments, want at most one, the board`},
	} {
		checkResult(t, test.line, result{2, "", "queens: " + test.want + "\n"}, queensRun(t.Context(), test.line))
	}
}
