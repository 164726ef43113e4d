package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
)

// TestWhatOnePrintsTheOthersRead has every command that prints boards write each format. One text or
// three of them are read as the same queens in all formats.
func TestWhatOnePrintsTheOthersRead(t *testing.T) {
	for _, line := range []string{
		"solve 8 --limit 1", "solve 0", "complete 8 --given b4,d5", "first 9", "unique 8 --given b4,d5 --blocked c1", "sample 8 --seed 1", "random 30 --seed 1",
		"construct 12", "puzzle 4 --seed 1", "puzzle 11 --torus --blocked b2 --seed 4", "draw 36824175 --output -", "verify 36824175",
	} {
		want := ""
		for _, form := range plainFormats() {
			what := line + " --format " + form.name
			text := strings.TrimPrefix(queensRun(t.Context(), what).stdout, "36824175, 1: solution\n")
			withInput(t, text+text+text)
			read := strings.SplitAfter(mustRun(t, "draw --format squares"), "\n")
			queensOf := regexp.MustCompile(` (torus|blocked=\S*)`).ReplaceAllString(read[0], "")
			if want = cmp.Or(want, queensOf); queensOf != want || len(read) != 4 || read[1] != read[0] || read[2] != read[0] {
				t.Errorf("%s: %q, want thrice %q\n%s", what, read, want, text)
			}
		}
	}
}

// plainFormats returns the formats that show boards without regions.
func plainFormats() []*format {
	return slices.DeleteFunc(slices.Clone(formats), func(f *format) bool { return f.needsRegions })
}

// TestBoardsInStreams has every command that takes several boards read one, three and none, from a file
// and from standard input, and every other command one.
func TestBoardsInStreams(t *testing.T) {
	const text, answer = `{"board":"n=8 given=b4,d5 blocked=c1","answer":[5,2,6,1,3,7,0,4]}`, "6 3 7 2 4 8 1 5\n"
	for _, to := range []struct{ line, want string }{
		{"solve -f vector", answer}, {"complete -f vector", answer}, {"unique -f vector", answer}, {"count", "1\n"},
		{"verify", ": solution\n"}, {"hint --look", "Look at file f: f1, f2, f6.\n"}, {"draw -f vector", "n=8 blocked=c1 6 3 7 2 4 8 1 5\n"},
	} {
		for stream, count := range map[string]int{
			text: 1, text + "\n\n" + text + text: 3, "[\n" + text + "," + text + ",\n" + text + "]\n": 3, "": 0, "\n# nothing\n": 0, "[]": 0,
		} {
			for _, way := range []string{writeText(t, stream), "-", ""} {
				got := runWith(t, stream, to.line+" "+way)
				if found := strings.Count(got.stdout, strings.TrimPrefix(to.want, "n=8 blocked=c1 ")); found != count || (got.status == 2) != (count == 0) {
					t.Errorf("%s %s: %+v\n%s", to.line, way, got, stream)
				}
			}
		}
	}
	for _, line := range []string{"sample - -f vector --seed 1", "estimate - --seed 1", "puzzle - --seed 1 -f vector", "trace - --limit 1", "first -"} {
		if got := runWith(t, text, line); got.status != 0 {
			t.Errorf("%s: %+v", line, got)
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
