package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/testkit"
)

// printing are the commands that print one board, and the board that it is about.
var printing = []struct{ line, board string }{
	{"solve 8 --limit 1", "n=8 given=a1,e2,h3,f4,c5,g6,b7,d8"},
	{"solve 0", "n=0"},
	{"solve 1", ""},
	{"solve 7 --torus --limit 1", ""},
	{"solve 8 --blocked a1 --limit 1", ""},
	{"complete 8 --given b4,d5", ""},
	{"first 9", "n=9 given=a1,c2,f3,h4,b5,d6,i7,g8,e9"},
	{"complete 40", ""},
	{"unique 8 --given b4,d5 --blocked c1", ""},
	{"sample 8 --seed 1", ""},
	{"random 30 --seed 1", ""},
	{"construct 12", ""},
	{"puzzle 4 --seed 1", "n=4 given=d2"},
	{"puzzle 4 --seed 5", ""},
	{"puzzle 8 --seed 2", ""},
	{"puzzle 12 --difficulty hard --seed 3", ""},
	{"puzzle 7 --torus --seed 1", ""},
	{"puzzle 8 --blocked a1,h8,c3 --seed 1", ""},
	{"puzzle 11 --torus --blocked b2 --seed 4", ""},
	{"draw 36824175 --output -", "n=8 given=c1,f2,h3,b4,d5,a6,g7,e8"},
	{"verify 36824175", ""},
}

// TestWhatOnePrintsTheOthersRead has every command that prints boards write each format, and
// every command that reads boards read one, three and none of them, from a file and from
// standard input. They must find the same board in all formats.
func TestWhatOnePrintsTheOthersRead(t *testing.T) {
	for i, from := range printing {
		first := ""
		printed := map[string]string{}
		for j, form := range plainFormats() {
			if testing.Short() && (i+j)%3 != 0 {
				continue
			}
			printed[form.name] = strings.TrimPrefix(queensRun(t.Context(), from.line+" --format "+form.name).stdout, "36824175, 1: solution\n")
		}
		for _, command := range []string{"solve", "complete", "sample", "random", "construct", "puzzle", "unique"} {
			if strings.HasPrefix(from.line, command) {
				printed["--json"] = queensRun(t.Context(), from.line+" --json").stdout
			}
		}
		if indented := printed["--json"]; indented != "" {
			var pretty bytes.Buffer
			testkit.NoError(t, json.Indent(&pretty, []byte(indented), "", "  "))
			printed["jq"] = pretty.String() + "\n"
		}
		for format, text := range printed {
			what := from.line + " --format " + format
			board := theBoard(t, what, text)
			if puzzle := strings.HasPrefix(from.line, "puzzle"); puzzle && board.Toroidal() != strings.Contains(from.line, "torus") {
				t.Errorf("%s: %v\n%s", what, board, text)
			} else if puzzle && first == "" {
				first = board.String()
			}
			if from.board != "" && board.String() != from.board && format != "--json" && format != "jq" {
				t.Errorf("%s: the board read is %v, want %s", what, board, from.board)
			}
			if first != "" && board.String() != first {
				t.Errorf("%s: the board read is %v, in another format %s", what, board, first)
			}
			readByAll(t, what, text, board)
		}
	}
}

// plainFormats returns the formats that show boards without regions.
func plainFormats() []*format {
	return slices.DeleteFunc(slices.Clone(formats), func(f *format) bool { return f.needsRegions })
}

// theBoard returns the only board in a text.
func theBoard(t *testing.T, what, text string) *queens.Board {
	t.Helper()
	var boards []*queens.Board
	for board, err := range queens.ReadBoards(strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, text)
		}
		boards = append(boards, board)
	}
	if len(boards) != 1 {
		t.Fatalf("%s: there are %d boards\n%s", what, len(boards), text)
	}
	return boards[0]
}

// A reader is a command that reads any number of boards, its status, or -1 for any, and its output
// for one board, or "" for any.
type reader struct {
	line   string
	status int
	want   string
}

// readers returns the readers of a board with a single solution.
func readers(board *queens.Board, answered bool, solution queens.Placement) []reader {
	isSolution := len(slices.Collect(board.Given())) == board.N()
	solved, unsolved := 0, 1 // the statuses of verify and of hint
	if !isSolution {
		solved, unsolved = 1, 0
		if answered {
			solved = 0
		}
	}
	vector := solution.String() + "\n"
	switch board.N() {
	case 0:
		vector = "n=0\n"
	case 1: // "1" is a size
		solved, unsolved = 0, -1
	}
	return []reader{
		{"solve -f vector", 0, vector},
		{"complete -f vector", 0, vector},
		{"unique -f vector", 0, vector},
		{"hint", unsolved, ""},
		{"verify", solved, ""},
		{"count", 0, "1\n"},
		{"draw", 0, ""},
		{"draw -f vector", 0, ""},
	}
}

// readByAll has every command that reads boards read a text with one board, with three and with none.
func readByAll(t *testing.T, from, text string, board *queens.Board) {
	t.Helper()
	solution, err := board.Unique(t.Context())
	if err != nil {
		t.Fatalf("%s: %v: %v", from, board, err)
	}
	streams := map[int][]string{1: {text}, 3: {text + text + text}}
	others := strings.Contains(from, "--format vector") || strings.Contains(from, "--json")
	if others { // which do not depend on the format
		streams[0] = []string{"", "\n# nothing\n", "[]\n"}
	}
	if strings.HasPrefix(strings.TrimSpace(text), "{") || strings.HasPrefix(text, "[") {
		streams[1] = append(streams[1], "[\n "+text+"]\n") // as jq -s
		streams[3] = append(streams[3], "["+text+","+text+",\n"+text+"]\n")
	}
	for count, texts := range streams {
		for i, text := range texts {
			name := writeText(t, text)
			ways := []string{name, "-", ""}
			if i > 0 || count == 3 || !others {
				ways = []string{""}
			}
			for _, to := range readers(board, strings.Contains(text, `"answer`), solution) {
				for _, way := range ways {
					got := runWith(t, text, to.line+" "+way)
					want := strings.Repeat(to.want, count)
					status := to.status
					if count == 0 {
						status = 2
					}
					if status >= 0 && got.status != status || to.want != "" && got.stdout != want || count > 0 && strings.HasPrefix(to.line, "verify") && strings.Count(got.stdout, "\n") != count {
						t.Errorf("%s, %d times | %s %s: %+v\n%s", from, count, to.line, way, got, text)
					}
				}
			}
		}
	}
	if others {
		readByOthers(t, from, text, board)
	}
}

// readByOthers has the commands that take one board read it.
func readByOthers(t *testing.T, from, text string, board *queens.Board) {
	for _, line := range []string{"sample - -f vector --seed 1", "estimate - --seed 1", "puzzle - --seed 1 -f vector", "trace - --limit 0"} {
		if strings.HasPrefix(line, "trace") && board.N() > 12 {
			continue
		}
		if got := runWith(t, text, line); got.status == 2 {
			t.Errorf("%s | %s: %+v\n%s", from, line, got, text)
		}
	}
}

// TestDataSet makes rated and explained puzzles of both kinds, and verifies them, as they are and
// with something wrong.
func TestDataSet(t *testing.T) {
	for _, kind := range []string{"", " --regions"} {
		for _, level := range []string{"easy", "medium", "hard"} {
			text := mustRun(t, "puzzle 8"+kind+" --count 4 --seed 7 --json --steps --difficulty "+level)
			if strings.Count(text, "\n") != 4 {
				t.Fatalf("%s%s:\n%s", kind, level, text)
			}
			withInput(t, text)
			check(t, "verify"+kind, "1: solution\n2: solution\n3: solution\n4: solution\n", "")
			withInput(t, "["+strings.Join(strings.SplitAfter(strings.TrimSpace(text), "\n"), ",")+"]")
			if got := mustRun(t, "verify --json"); strings.Count(got, `"solution":true}`) != 4 {
				t.Errorf("%s%s: %s", kind, level, got)
			}
			first, _, _ := strings.Cut(text, "\n")
			for what, wrong := range map[string]string{
				"the difficulty": strings.Replace(first, `"difficulty":"`+level, `"difficulty":"none`, 1),
				"the answer":     strings.Replace(first, `"answer":[`, `"answer":[1,`, 1),
				"a step":         strings.Replace(first, `"queens":["`, `"queens":["a9","`, 1),
				"the steps":      first[:strings.Index(first, `"steps":[`)] + `"steps":[]}`,
			} {
				got := runWith(t, wrong+"\n"+text, "verify")
				if lines := strings.Split(got.stdout, "\n"); wrong == first || got.status != 1 || !strings.HasPrefix(lines[0], "1: not a solution: ") || lines[4] != "5: solution" {
					t.Errorf("%s%s, %s: %+v\n%s", kind, level, what, got, wrong)
				}
			}
		}
	}
}

// FuzzFormats reads anything. What can be read as a board comes back from every format in
// which it is printed.
func FuzzFormats(f *testing.F) {
	for _, text := range []string{
		"2 4 1 3", "n=8 b4 d5", "torus blocked=c1 n=8 b4 d5", "[1,-1,0,2]", "8/8/3Q4/8/8/8/8/8", `{"board":"n=5 torus given=a1"}`, `{"answers":[[0]]}`,
		"torus\n2 . Q\n1 x .\n  a b", "null", "n=4 blocked=a1", "n=0", "Q", "torus [0]", "n=4\n. Q . .", "given=b4", "{", "torus torus 1", "3 . . .", "1 .",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		board, err := queens.ParseBoard(text)
		if err != nil || board.N() > 20 || board.N() == 1 { // "1" is a size
			return
		}
		given := cli.GivenOf(board)
		for _, form := range plainFormats() {
			written := form.write(plainBoard{board}, given) + "\n"
			var read []*queens.Board
			for again, err := range queens.ReadBoards(strings.NewReader(written + written)) {
				if err != nil {
					t.Fatalf("%s: %v\n%s", form.name, err, written)
				}
				read = append(read, again)
			}
			if len(read) != 2 || fmt.Sprint(cli.GivenOf(read[1])) != fmt.Sprint(given) || slices.Contains(given, queens.Empty) && read[0].String() != board.String() {
				t.Errorf("%s: %v, want %v twice\n%s", form.name, read, board, written)
			}
		}
	})
}
