package main

import (
	"strings"
	"testing"
)

func TestWrongArguments(t *testing.T) {
	const limit = ` for "-l, --limit" flag: want a whole number, at least 0`
	const format = ` for "-f, --format" flag: want one of diagram, grid, vector, fen, squares, json, leetcode, letters, link`
	tests := []struct{ line, want string }{
		{"cuont 8", `unknown command "cuont" for "queens"; did you mean "count"?`},
		{"slove 8 --limit 3", `unknown command "slove" for "queens"; did you mean "solve"?`},
		{"8", `unknown command "8" for "queens"; did you mean "solve 8"?`},
		{"xyz", `unknown command "xyz" for "queens"`},
		{"--limit 3", `unknown flag: --limit`},
		{"help slove", `unknown command "slove" for "queens"; did you mean "solve"?`},
		{"completion csh", `unknown command "csh" for "queens completion"`},
		{"completion bash zsh", `unknown command "zsh" for "queens completion bash"`},
		{"sample", `sample has 0 arguments, want one, the board`},
		{"count 8 9 --ledger x", `count has 2 arguments, want one, the board`},
		{"random 8 9", `random has 2 arguments, want one, the size of the board`},
		{"solve eight", `board "eight" cannot be read: "eight" is not a board: want a vector, squares, a FEN or a diagram`},
		{"solve -1", `-1 is not a board size`},
		{"solve -- -1", `board "-1" cannot be read: n = -1 out of range 0..64`},
		{"solve 65", `board "65" cannot be read: n = 65 out of range 0..64; "queens complete 65" prints one solution`},
		{"count 65", `board "65" cannot be read: n = 65 out of range 0..64; "queens complete 65" prints one solution`},
		{"construct 999999999", `size of the board is "999999999", want a whole number 0..134217728`},
		{"construct 1001 --format grid", `size of the board is 1001, want at most 1000 for a grid`},
		{"solve 8 --fundemental", `unknown flag: --fundemental; did you mean "--fundamental"?`},
		{"solve 8 --fast", `unknown flag: --fast`},
		{"solve 8 --json --format fen", `--json and --format fen exclude each other`},
		{"solve AB/AB --json --format vector", `--json and --format vector exclude each other`},
		{"puzzle 2 --regions", `no such puzzle: no board of 2 rows divided into regions is medium`},
		{"puzzle 5 --regions --json --format link", `--json and --format link exclude each other`},
		{"puzzle 5 --regions --answer --format link", `a link has no queens, so --answer needs another format`},
		{"solve 8 -x", `unknown shorthand flag: 'x' in -x`},
		{"solve 8 --limit", `flag needs an argument: --limit`},
		{"solve 8 --limit -1", `invalid argument "-1"` + limit},
		{"solve 8 --limit some", `invalid argument "some"` + limit},
		{"solve 8 --format xml", `invalid argument "xml"` + format},
		{"solve 8 --format=", `invalid argument ""` + format},
		{"solve 8 --color sometimes", `invalid argument "sometimes" for "--color" flag: want one of auto, always, never`},
		{"count 8 --given b", `invalid argument "b" for "-g, --given" flag: "b" is not a square, want one such as b4`},
		{"count 8 --given=", `invalid argument "" for "-g, --given" flag: there is no square, want a list such as b4,d5`},
		{"count 8 --given i1", `given queen i1 is off the 8×8 board`},
		{"count 8 --blocked a1,a9", `blocked square a9 is off the 8×8 board`},
		{"solve 8 --given b4,d4", `given queens b4 and d4 attack each other`},
		{"solve 8 --given a1,c7 --torus", `given queens a1 and c7 attack each other around the edge`},
		{"solve 8 --given b4 --blocked b4", `given queen b4 stands on a blocked square`},
		{"count 8 --workers 0", `invalid argument "0" for "-w, --workers" flag: want a whole number, at least 1`},
		{"count 8 --tasks 5", `--tasks needs --ledger`},
		{"count 8 --ledger -", `a ledger is a file or a directory, not standard output; the name of a file can be ./-`},
		{"count 8-4", `the range 8-4 is empty; write 4-8`},
		{"count 60-65", `the range 60-65 ends after 64, the largest size`},
		{"count 4-8 --ledger q", `a ledger is for one board, not for a range of sizes`},
		{"count 1-8 --given e5", `given queen e5 is off the 1×1 board`},
		{"count 8 --ledger=", `invalid argument "" for "--ledger" flag: the name is empty`},
		{"sample 8 --seed x", `invalid argument "x" for "-s, --seed" flag: want a whole number below 2^64`},
		{"sample 8 --count 0", `invalid argument "0" for "-c, --count" flag: want a whole number, at least 1`},
		{"puzzle 8 --difficulty fiendish", `invalid argument "fiendish" for "-d, --difficulty" flag: want easy, medium, hard or expert`},
		{"puzzle 4 --difficulty hard --seed 1", `no such puzzle: found no hard one in 4000 attempts at the board of n = 4`},
		{"complete /nonexist", `open /nonexist: no such file or directory`},
		{"complete ./a.txt", `open ./a.txt: no such file or directory`},
		{"draw boards.txt", `open boards.txt: no such file or directory`},
		{"hint 8 --given a1,b2", `given queens a1 and b2 attack each other`},
	}
	for _, test := range tests {
		got := queensRun(t.Context(), test.line)
		got.stderr = strings.TrimPrefix(got.stderr, "seed 1\n")
		checkResult(t, test.line, result{2, "", "queens: " + test.want + "\n"}, got)
	}
}

// TestWrongBoards names boards that cannot be meant as they stand.
func TestWrongBoards(t *testing.T) {
	for _, test := range []struct{ board, want string }{
		{"n=4 b5", `board "n=4 b5" cannot be read: item 1: b5 is off the 4×4 board`},
		{"n=8 2 4 1 3", `board "n=8 2 4 1 3" cannot be read: a board of 4 rows, want n = 8`},
		{"null", `board "null" cannot be read: null stands for no solution, so there is no board`},
		{`{"solutions":92}`, `board "{\"solutions\":92}" cannot be read: the object has neither "board" nor "answer" nor "solution" nor "answers"`},
		{`{"answers":[[0],[0]]}`, `board "{\"answers\":[[0],[0]]}" cannot be read: more than one board in the text`},
		{"2413/x.txt", `open 2413/x.txt: no such file or directory`},
	} {
		for _, command := range []string{"solve", "complete", "unique", "count", "hint"} {
			checkResult(t, command+" "+test.board, result{2, "", "queens: " + test.want + "\n"}, quotedRun(t, command, test.board))
		}
	}
	two := writeText(t, "2413\n3142\n")
	checkResult(t, "two boards", result{2, "", "queens: " + two + " has 2 boards, want one\n"}, queensRun(t.Context(), "sample "+two))
	bad := writeText(t, "# a board\n2 4 1 9\n")
	want := `item 4 is "9", want a column 1..4 or "."`
	checkResult(t, "a bad file", result{2, "", "queens: " + bad + ", line 2: " + want + "\n"}, queensRun(t.Context(), "solve "+bad))
	checkResult(t, "nothing to verify", result{2, "", "queens: standard input has no placement\n"}, runWith(t, "", "verify"))
	checkResult(t, "nothing to draw", result{2, "", "queens: standard input has no placement\n"}, queensRun(t.Context(), "draw"))
}

// TestNoSolution has the commands that print one solution say that there is none.
func TestNoSolution(t *testing.T) {
	for _, line := range []string{"complete 3", "sample 3 --seed 1", "random 3 --seed 1", "construct 3", "puzzle 3 --seed 1"} {
		checkResult(t, line, result{1, "", "no solution\n"}, queensRun(t.Context(), line))
		checkResult(t, line, result{1, "null\n", ""}, queensRun(t.Context(), line+" --json"))
		checkResult(t, line, result{1, "null\n", ""}, queensRun(t.Context(), line+" --format json"))
	}
}
