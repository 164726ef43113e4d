package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
)

func TestVerify(t *testing.T) {
	tests := []struct{ flags, text, wrong string }{
		{"", "1 5 8 6 3 7 2 4", ""},
		{"", "15863724", ""},
		{"", "(1, 5, 8, 6, 3, 7, 2, 4)\r", ""},
		{"", "a1 e2 h3 f4 c5 g6 b7 d8", ""},
		{"", "3Q4/1Q6/6Q1/2Q5/5Q2/7Q/4Q3/Q7", ""},
		{"", "[0,4,7,5,2,6,1,3]", ""},
		{"", "[[]]", ""},
		{"", "n=0", ""},
		{"", "Q", ""},
		{"", "n=4 given=b1,d2,a3,c4", ""},
		{"", "4 . . Q .\n3 Q . . .\n2 . . . Q\n1 . Q . .\n  a b c d", ""},
		{"", ". . Q .\nQ . . x\n. . . Q\n. Q . .", ""},
		{"", "15863742", "queens h3 and d7 attack each other"},
		{"", "2 4 1 .", "rank 4 has no queen"},
		{"", "torus 2 4 1 3", "line 1: given queens b1 and c4 attack each other around the edge"},
		{"", "n=4 blocked=b1 2 4 1 3", "line 1: given queen b1 stands on a blocked square"},
		{"", "n=100", "rank 1 has no queen"},
		{"", `{"board":"n=4 torus","answer":[1,3,0,2]}`, "queens b1 and c4 attack each other around the edge"},
		{"", `{"board":"n=4 given=c1","answer":[1,3,0,2]}`, "given queen c1 is missing"},
		{"", `{"board":"n=4","answer":[0]}`, "placement of 1 row on a board of 4"},
		{"", `{"board":"n=4","answer":[1,3,0,2],"difficulty":"easy"}`, "there is another one, 3 1 4 2"},
		{"", `{"board":"n=4 given=b1","answer":[1,3,0,2],"difficulty":"hard"}`, `the puzzle is easy, not "hard"`},
		{"", `{"board":"n=4 given=b1","answer":[1,3,0,2],"steps":7}`, "the steps are not an array"},
		{"--given b1", "2 4 1 3", ""},
		{"--given c1,a2", "2 4 1 3", "given queen c1 is missing"},
		{"--given i9", "2 4 1 3", "given queen i9 is off the 4×4 board"},
		{"--blocked a1,d4", "2 4 1 3", ""},
		{"--blocked b1,a1,d2", "2 4 1 3", "queen b1 stands on a blocked square"},
		{"--torus", "1 3 5 2 4", ""},
		{"--torus", "2 4 1 3", "queens b1 and c4 attack each other around the edge"},
	}
	for _, test := range tests {
		want := result{0, "1: solution\n", ""}
		if test.wrong != "" {
			want = result{1, "1: not a solution: " + test.wrong + "\n", ""}
		}
		checkResult(t, test.flags+" "+test.text, want, runWith(t, test.text+"\n", "verify "+test.flags))
	}
	for text, wrong := range map[string]string{
		"2 4 1 x":     `item 4 is "x", want a column 1..4 or "."`,
		"[1,3,0,4]":   `item 4 is "4", want a column 0..3, or -1 for an empty row: an array counts from 0`,
		"[1,3,0,2.5]": `item 4 is "2.5", want a column 0..3, or -1 for an empty row: an array counts from 0`,
		"null":        "null stands for no solution, so there is no board",
		"{":           "JSON breaks off",
	} {
		checkResult(t, text, result{2, "", "queens: standard input, line 1: " + wrong + "\n"}, runWith(t, text, "verify"))
	}
	checkResult(t, "two rows of three", result{2, "", "queens: standard input, line 2: 2 squares, want 3 as in the first row\n"}, runWith(t, "Q . .\n. Q", "verify"))
	withInput(t, "2413\n2414\n")
	want := `{"number":1,"solution":true}` + "\n" + `{"number":2,"solution":false,"wrong":"queens d2 and d4 attack each other"}` + "\n"
	checkResult(t, "JSON", result{1, want, ""}, queensRun(t.Context(), "verify --json"))
}

// TestVerifyFiles reads several files and standard input, with blank lines and comments.
func TestVerifyFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"right.txt": "# answers\n\n2413\n  \n[2,0,3,1]", // no newline at the end
		"wrong.txt": "2413\n1234\n\n. Q\n",
		"empty.txt": "",
	} {
		noError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	const right = "right.txt, 1: solution\nright.txt, 2: solution\n"
	const wrong = "wrong.txt, 1: solution\nwrong.txt, 2: not a solution: queens a1 and b2 attack each other\n"
	const unreadable = "queens: wrong.txt, line 4: 1 row of 2 squares, want as many rows as squares\n"
	_, err := os.Open("no.txt")
	missing := fmt.Sprintf("queens: %v\n", err)
	for _, test := range []struct {
		line string
		want result
	}{
		{"verify right.txt", result{0, right, ""}},
		{"verify wrong.txt right.txt", result{2, wrong + right, unreadable}},
		{"verify empty.txt", result{2, "", "queens: empty.txt has no placement\n"}},
		{"verify", result{0, "1: solution\n", ""}},
		{"verify right.txt - empty.txt", result{2, right + "-, 1: solution\n", "queens: empty.txt has no placement\n"}},
		{"verify right.txt no.txt wrong.txt", result{2, right + wrong, missing + unreadable}},
	} {
		checkResult(t, test.line, test.want, runWith(t, "\n2413\n", test.line))
	}
	if got := queensRun(t.Context(), "verify "+t.TempDir()); got.status != 2 || got.stdout != "" {
		t.Errorf("verify of a directory: %+v", got)
	}
}

// TestAuditCommand audits what "count --ledger" writes, and refuses what has no results of a count.
func TestAuditCommand(t *testing.T) {
	for _, name := range []string{"q18.jsonl", "q18.d"} {
		name = filepath.Join(t.TempDir(), name)
		mustRun(t, "count 18 --quiet --tasks 100 --ledger "+name)
		const want = "n=18: 20 of 100 results recounted, 0 wrong; 100 checked, 0 wrong; 100 of 100 tasks done\n"
		checkResult(t, name, result{0, want, ""}, queensRun(t.Context(), "audit --quiet --check 100 "+name))
		if !ledger.IsDirectory(name) {
			wrong := fmt.Sprintf("queens: %s is a ledger: see queens audit\n", name)
			checkResult(t, name, result{2, "", wrong}, queensRun(t.Context(), "verify 2413 "+name))
		}
	}
	proof := filepath.Join(t.TempDir(), "q8.jsonl")
	mustRun(t, "first 8 --ledger "+proof)
	for line, wrong := range map[string]string{
		"":              `audit has 0 arguments, want one, the ledger`,
		"--check 200 q": `invalid argument "200" for "--check" flag: want a percentage, 0 to 100`,
		"q --quiet":     "open q: no such file or directory",
		os.DevNull:      os.DevNull + " is not a regular file",
		proof:           proof + `: it is the ledger of a proof, of "queens first"`,
	} {
		checkResult(t, line, result{2, "", "queens: " + wrong + "\n"}, queensRun(t.Context(), "audit "+line))
	}
}

// TestEndless reads from devices that never end, and from a pipe to which nobody writes.
func TestEndless(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("wants /dev/zero and mkfifo")
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := exec.CommandContext(t.Context(), "mkfifo", pipe).Run(); err != nil {
		t.Skipf("no pipe with a name: %v", err)
	}
	zero := must(os.Open("/dev/zero"))
	defer zero.Close()
	withStdin(t, zero)
	for line, want := range map[string]string{
		"verify":           "standard input is a device, want a file",
		"verify /dev/zero": "/dev/zero is a device, want a file",
		"verify " + pipe:   pipe + " has no placement",
		"verify /dev/null": "/dev/null has no placement",
		"audit /dev/zero":  "/dev/zero is not a regular file",
		"audit " + pipe:    pipe + " is not a regular file",
	} {
		checkResult(t, line, result{2, "", "queens: " + want + "\n"}, queensRun(t.Context(), line))
	}
}

// TestVerifyLarge checks placements larger than MaxN.
func TestVerifyLarge(t *testing.T) {
	right := must(queens.Construct(100_000))
	wrong, part := slices.Clone(right), slices.Clone(right)
	wrong[0], wrong[1] = wrong[1], wrong[0]
	part[99_999] = queens.Empty
	lines := strings.Split(runWith(t, fmt.Sprintf("%v\n%v\n%v\n", right, wrong, part), "verify").stdout, "\n")
	if lines[0] != "1: solution" || !strings.HasSuffix(lines[1], " attack each other") || lines[2] != "3: not a solution: rank 100000 has no queen" {
		t.Errorf("%q", lines)
	}
	if name := filepath.Join(t.TempDir(), "long"); os.WriteFile(name, make([]byte, 65<<20), 0o600) == nil {
		if got := queensRun(t.Context(), "verify "+name); got.status != 2 {
			t.Errorf("a line of 65 MiB: %.80v", got)
		}
	}
}

// TestVerifyAnswersAtOnce types one line and waits for its verdict before the next.
func TestVerifyAnswersAtOnce(t *testing.T) {
	typed, keyboard, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer keyboard.Close()
	withStdin(t, typed)
	screen, out := io.Pipe()
	go func() {
		cli.Run(t.Context(), newRoot(), []string{"verify"}, out, io.Discard)
		out.Close()
	}()
	answers := bufio.NewReader(screen)
	for line, text := range []string{"2413\n", "1234\n"} {
		must(keyboard.WriteString(text))
		begun := time.Now()
		answer, err := answers.ReadString('\n')
		if took := time.Since(begun); !strings.HasPrefix(answer, fmt.Sprint(line+1)) || err != nil || took > 5*time.Second {
			t.Errorf("%q, %v after %v", answer, err, took)
		}
	}
}

// What holds no answer, or one that cannot be read, is an error and not a wrong answer.
func TestVerifyWithoutAnswer(t *testing.T) {
	const board = `"regions":[[0,0,0,1],[2,0,0,1],[2,2,3,3],[3,3,3,3]]`
	const none = "queens: 1: the board has no queens, so there is no answer to check\n"
	for text, want := range map[string]result{
		`{` + board + `}`:                                {2, "", none},
		"AAB/ABB/CCC":                                    {2, "", none},
		`{` + board + `,"solution":[1,3,0,2]}`:           {0, "1: solution\n", ""},
		`{` + board + `,"answer":["b1","d2","a3","c4"]}`: {2, "", ""},
		`{` + board + `,"answer":[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]}`: {0, "1: solution\n", ""},
		`{` + board + `,"answer":[2,0,3,1]}`:                                 {1, "1: not a solution: queens c1 and d3", ""},
		`{"board":4}`:                                                        {2, "", ""},
		`{"board":"n=4","solution":[1,3,0,2]}`:                               {0, "1: solution\n", ""},
	} {
		got := runWith(t, text, "verify")
		if got.status != want.status || want.status == 0 && got.stdout != want.stdout || want.status == 2 && (got.stdout != "" || got.stderr == "" || want.stderr != "" && got.stderr != want.stderr) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
