package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
)

// printing are the commands that print boards, each with one board as its output, and the
// board that it is about.
var printing = []struct{ line, board string }{
	{"solve 8 --limit 1", "n=8 given=a1,e2,h3,f4,c5,g6,b7,d8"},
	{"solve 7 --torus --limit 1", ""},
	{"solve 8 --block a1 --limit 1", ""},
	{"complete 8 --given b4,d5", ""},
	{"complete 40", ""},
	{"unique 8 --given b4,d5 --block c1", ""},
	{"sample 8 --seed 1", ""},
	{"random 30 --seed 1", ""},
	{"construct 12", ""},
	{"puzzle 8 --seed 2", ""},
	{"puzzle 12 --difficulty hard --seed 3", ""},
	{"puzzle 7 --torus --seed 1", ""},
	{"puzzle 8 --block a1,h8,c3 --seed 1", ""},
	{"puzzle 11 --torus --block b2 --seed 4", ""},
	{"draw 36824175 --output -", "n=8 given=c1,f2,h3,b4,d5,a6,g7,e8"},
	{`verify --format`, ""}, // reads what solve prints
}

// TestWhatOnePrintsTheOthersRead has every command that prints boards write each format, and
// every command that reads boards read it. They must find the same board in all of them.
func TestWhatOnePrintsTheOthersRead(t *testing.T) {
	for _, from := range printing {
		first := ""
		for _, form := range formats {
			line := from.line + " --format " + form.name
			if from.line == "verify --format" {
				withInput(t, "36824175\n")
				line = "verify --format " + form.name
			}
			printed := queensRun(t.Context(), line)
			if printed.status != 0 {
				t.Fatalf("%s: %+v", line, printed)
			}
			text := strings.TrimPrefix(printed.stdout, "1: solution\n")
			if isTorus := strings.Contains(text, "torus"); strings.HasPrefix(from.line, "puzzle") && isTorus != strings.Contains(from.line, "torus") {
				t.Errorf("%s: torus: %v\n%s", line, isTorus, text)
			}
			board := readByAll(t, line, text)
			if !strings.HasPrefix(from.line, "puzzle") { // a solution is one of whatever board
				board, _, _ = strings.Cut(board, " blocked=")
			}
			if first == "" {
				first = board
			}
			if board != first {
				t.Errorf("%s: the board read is %s, in another format %s", line, board, first)
			}
			if from.board != "" && !strings.HasPrefix(board, from.board) {
				t.Errorf("%s: the board read is %s, want %s", line, board, from.board)
			}
		}
	}
}

// readByAll has every command that reads boards read a text, and returns the board.
func readByAll(t *testing.T, from, text string) string {
	t.Helper()
	name := writeText(t, text)
	var board *queens.Board
	root := newRoot()
	root.SetContext(t.Context())
	for text, err := range cli.ReadBoards(root, name) {
		read, parseErr := cli.ParsePosition(text.Text)
		if err != nil || parseErr != nil {
			t.Fatalf("%s: %v, %v\n%s", from, err, parseErr, text.Text)
		}
		if board, err = read.Board(); err != nil {
			t.Fatalf("%s: %v", from, err)
		}
	}
	solution, err := board.Unique(t.Context())
	if err != nil {
		t.Fatalf("%s: %v: %v", from, board, err)
	}
	isSolution := len(slices.Collect(board.Given())) == board.N()
	solved, unsolved := 0, 1 // the statuses of verify and of hint
	if !isSolution {
		solved, unsolved = 1, 0
	}
	for _, to := range []struct {
		line   string
		status int
		want   string // of its output, or "" for anything
	}{
		{"solve %s -f vector", 0, solution.String() + "\n"},
		{"complete %s -f vector", 0, solution.String() + "\n"},
		{"unique %s -f vector", 0, solution.String() + "\n"},
		{"sample %s -f vector --seed 1", 0, solution.String() + "\n"},
		{"count %s", 0, "1\n"},
		{"estimate %s --seed 1", 0, ""},
		{"hint %s", unsolved, ""},
		{"puzzle %s --seed 1 -f vector", -1, ""},
		{"trace %s --limit 0", -1, ""},
		{"verify %s", solved, ""},
		{"draw %s", 0, ""},
		{"draw %s -f vector", 0, ""},
	} {
		if strings.HasPrefix(to.line, "trace") && board.N() > 12 && !isSolution {
			continue
		}
		for _, file := range []string{name, "-"} {
			withInput(t, text)
			line := fmt.Sprintf(to.line, file)
			got := queensRun(t.Context(), line)
			if to.status >= 0 && got.status != to.status || got.status == 2 || to.want != "" && got.stdout != to.want {
				t.Errorf("%s | %s: %+v\n%s", from, line, got, text)
			}
		}
	}
	return board.String()
}

// FuzzPosition reads anything. What can be read as a board comes back from every format in
// which it is printed.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{
		"2 4 1 3", "n=8 b4 d5", "torus blocked=c1 n=8 b4 d5", "[1,-1,0,2]", "8/8/3Q4/8/8/8/8/8", `{"board":"n=5 torus given=a1"}`, `{"boards":[[0]]}`,
		"torus\n2 . Q\n1 x .\n  a b", "null", "n=4 blocked=a1", "n=0", "Q", "torus [0]", "n=4\n. Q . .", "given=b4", "{", "torus torus 1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		position, err := cli.ParsePosition(text)
		if err != nil || len(position.Queens) == 0 || len(position.Queens) > 20 {
			return
		}
		board, err := position.Board()
		if err != nil {
			return // its queens attack each other, say
		}
		given := cli.GivenOf(board)
		if len(given) == 1 {
			return // "1" is a size
		}
		isPuzzle := slices.Contains(given, queens.Empty)
		for _, form := range formats {
			written := form.writeWhole(board, given)
			again, err := cli.ParsePosition(written)
			if err != nil {
				t.Fatalf("%s: %v\n%s", form.name, err, written)
			}
			read, err := again.Board()
			if err != nil || isPuzzle && read.String() != board.String() || cli.GivenOf(read).String() != given.String() {
				t.Errorf("%s: %v, %v, want %v\n%s", form.name, read, err, board, written)
			}
		}
	})
}
