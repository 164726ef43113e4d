package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"github.com/google/go-cmp/cmp"
)

func TestVerify(t *testing.T) {
	tests := []struct {
		args, text, verdict string
	}{
		{"", "1 5 8 6 3 7 2 4", "solution"},
		{"", "15863724", "solution"},
		{"", "(1, 5, 8, 6, 3, 7, 2, 4)\r", "solution"},
		{"", "a1 e2 h3 f4 c5 g6 b7 d8", "solution"},
		{"", "3Q4/1Q6/6Q1/2Q5/5Q2/7Q/4Q3/Q7", "solution"},
		{"", "[0,4,7,5,2,6,1,3]", "solution"},
		{"", "[]", "solution"},
		{"", "Q", "solution"},
		{"", "1", "solution"},
		{"", "15863742", "no solution: h3 attacks d7, f4 attacks b8"},
		{"", "." + strings.Repeat(" .", 11), "no solution: row 1 is empty, row 2 is empty, row 3 is empty, " +
			"row 4 is empty, row 5 is empty, row 6 is empty, row 7 is empty, row 8 is empty, row 9 is empty, row 10 is empty, and more"},
		{"", "2 4 1 .", "no solution: row 4 is empty"},
		{"", "1 2 3 .", "no solution: a1 attacks b2, a1 attacks c3, b2 attacks c3; row 4 is empty"},
		{"", "1 2 3 4 5", "no solution: a1 attacks b2, a1 attacks c3, a1 attacks d4, a1 attacks e5, b2 attacks c3, " +
			"b2 attacks d4, b2 attacks e5, c3 attacks d4, c3 attacks e5, d4 attacks e5"},
		{"", "1 2 3 4 5 .", "no solution: a1 attacks b2, a1 attacks c3, a1 attacks d4, a1 attacks e5, b2 attacks c3, " +
			"b2 attacks d4, b2 attacks e5, c3 attacks d4, c3 attacks e5, d4 attacks e5; row 6 is empty"},
		{"", "1 1 1 1 1 1", "no solution: a1 attacks a2, a1 attacks a3, a1 attacks a4, a1 attacks a5, a1 attacks a6, " +
			"a2 attacks a3, a2 attacks a4, a2 attacks a5, a2 attacks a6, a3 attacks a4, and more"},
		{"", "2 4 1 x", `no placement: item 4 is "x", want a column 1..4 or "."`},
		{"", "[1,3,0,4]", `no placement: item 4 of the JSON is no column 0..3, nor -1 for an empty row`},
		{"", "[1,3,0,2.5]", `no placement: JSON: json: cannot unmarshal number 2.5 into Go value of type int`},
		{"", "no solutions", `no placement: line 1 has 11 squares, want 1, one for each row`},
		{"--given b1", "2 4 1 3", "solution"},
		{"--given c1,d2", "2 4 1 3", "no solution: given queen c1 is missing"},
		{"--given i9", "2 4 1 3", "no solution: given queen i9 is missing"},
		{"--block a1,d4", "2 4 1 3", "solution"},
		{"--block b1,a1,d2", "2 4 1 3", "no solution: b1 is blocked, d2 is blocked"},
		{"--block i9", "2 4 1 3", "solution"},
		{"--given a1,c1,d1,a2,b2,c2,b3,c3,d3,a4,b4,d4", "2 4 1 3", "no solution: given queen a1 is missing, given queen c1 is missing, " +
			"given queen d1 is missing, given queen a2 is missing, given queen b2 is missing, given queen c2 is missing, " +
			"given queen b3 is missing, given queen c3 is missing, given queen d3 is missing, given queen a4 is missing, and more"},
		{"--block b1,d2,a3,c4,b1,d2,a3,c4,b1,d2,a3,c4", "2 4 1 3", "no solution: b1 is blocked, d2 is blocked, a3 is blocked, " +
			"c4 is blocked, b1 is blocked, d2 is blocked, a3 is blocked, c4 is blocked, b1 is blocked, d2 is blocked, and more"},
		{"--given c1 --block b1", "2 4 . 4", "no solution: d2 attacks d4; row 3 is empty; given queen c1 is missing; b1 is blocked"},
		{"--torus", "1 3 5 2 4", "solution"},
		{"--torus", "2 4 1 3", "no solution: b1 attacks c4, d2 attacks a3"},
	}
	for _, test := range tests {
		status := 1
		if test.verdict == "solution" {
			status = 0
		}
		withInput(t, test.text+"\n")
		want := result{status, "1: " + test.verdict + "\n", ""}
		checkResult(t, test.args+" "+test.text, want, queensRun(t.Context(), "verify "+test.args))
	}
}

// TestVerifyFiles reads several files and standard input, with lines that hold no
// placement among them.
func TestVerifyFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"right.txt": "# answers\n\n2413\n  \n[2,0,3,1]", // no newline at the end
		"wrong.txt": "2413\n1234\nqueens\n",
		"empty.txt": "",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const right = "right.txt:3: solution\nright.txt:5: solution\n"
	const wrong = "wrong.txt:1: solution\n" +
		"wrong.txt:2: no solution: a1 attacks b2, a1 attacks c3, a1 attacks d4, b2 attacks c3, b2 attacks d4, c3 attacks d4\n" +
		"wrong.txt:3: no placement: line 1 has 6 squares, want 1, one for each row\n"
	_, err := os.Open("no.txt")
	missing := fmt.Sprintf("queens: %v\n", err)
	for _, test := range []struct {
		line string
		want result
	}{
		{"verify right.txt", result{0, right, ""}},
		{"verify wrong.txt", result{1, wrong, ""}},
		{"verify wrong.txt right.txt", result{1, wrong + right, ""}},
		{"verify empty.txt", result{0, "", ""}},
		{"verify", result{0, "2: solution\n", ""}},
		{"verify right.txt - empty.txt", result{0, right + "-:2: solution\n", ""}},
		{"verify no.txt right.txt", result{1, "", missing}},
		{"verify right.txt no.txt wrong.txt", result{1, right, missing}},
	} {
		withInput(t, "\n2413\n")
		checkResult(t, test.line, test.want, queensRun(t.Context(), test.line))
	}
	dir := t.TempDir()
	got := queensRun(t.Context(), "verify "+dir)
	if got.status != 1 || got.stdout != "" || !strings.Contains(got.stderr, filepath.Base(dir)) {
		t.Errorf("verify of a directory: %+v", got)
	}
}

// TestVerifySolve verifies what solve prints.
func TestVerifySolve(t *testing.T) {
	for _, format := range []string{"vector", "fen", "squares", "json"} {
		withInput(t, queensRun(t.Context(), "solve 8 --format "+format).stdout)
		got := mustRun(t, "verify")
		if strings.Count(got, ": solution\n") != 92 || strings.Count(got, "\n") != 92 {
			t.Errorf("%s:\n%s", format, got)
		}
	}
}

func TestVerifyLongLines(t *testing.T) {
	right, err := queens.Construct(100_000)
	if err != nil {
		t.Fatal(err)
	}
	wrong := slices.Clone(right)
	wrong[99_998], wrong[99_999] = wrong[99_999], wrong[99_998]
	same := make(queens.Placement, 100_000)
	for _, flags := range []string{"", " --torus"} {
		withInput(t, fmt.Sprintln(right)+fmt.Sprintln(wrong)+fmt.Sprintln(same))
		got := queensRun(t.Context(), "verify"+flags)
		lines := strings.Split(got.stdout, "\n")
		if got.status != 1 || len(lines) != 4 {
			t.Fatalf("%+v", got)
		}
		if solved := lines[0] == "1: solution"; solved != (flags == "") {
			t.Errorf("verify%s: %s", flags, lines[0])
		}
		for _, line := range lines[1:3] {
			if !strings.Contains(line, ": no solution: ") || len(line) > 1000 {
				t.Errorf("verify%s: %.100s", flags, line)
			}
		}
	}
}

func TestVerifyUnreadable(t *testing.T) {
	var v verify
	for _, test := range []struct {
		in   input
		want string
	}{
		{input{"answers.txt", io.MultiReader(strings.NewReader("2413\n"), endless{})}, "answers.txt:2: placement is longer than 64 MiB"},
		{input{"", broken{}}, "unplugged"},
	} {
		err := v.run(t.Context(), []input{test.in}, io.Discard)
		if err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// TestVerifyAnswersAtOnce writes one line and waits for what is said of it before
// it writes the next.
func TestVerifyAnswersAtOnce(t *testing.T) {
	stdin, type_ := io.Pipe()
	screen, stdout := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- new(verify).run(t.Context(), []input{{"", stdin}}, stdout)
		stdout.Close()
	}()
	timeout := time.AfterFunc(20*time.Second, func() { stdin.Close() })
	defer timeout.Stop()
	for i := range 3 {
		fmt.Fprintln(type_, "2413")
		var number int
		if _, err := fmt.Fscanf(screen, "%d: solution\n", &number); err != nil || number != i+1 {
			t.Fatalf("line %d: %d, %v", i+1, number, err)
		}
	}
	type_.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestWrappedConflicts compares with a test of every pair.
func TestWrappedConflicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	type pair struct{ s, t queens.Square }
	for range 300 {
		p := make(queens.Placement, rng.IntN(12))
		for row := range p {
			p[row] = rng.IntN(len(p)+1) - 1
		}
		n := len(p)
		var want, got []pair
		for s := range p.Queens() {
			for t := range p.Queens() {
				rows, cols := t.Row-s.Row, t.Col-s.Col
				if rows > 0 && (cols == 0 || (rows-cols)%n == 0 || (rows+cols)%n == 0) {
					want = append(want, pair{s, t})
				}
			}
		}
		for s, t := range wrappedConflicts(p) {
			got = append(got, pair{s, t})
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(pair{})); diff != "" {
			t.Fatalf("%v (-want +got)\n%s", p, diff)
		}
		for s, u := range wrappedConflicts(p) { // early end
			if (pair{s, u}) != want[0] {
				t.Fatalf("%v: first is %v %v", p, s, u)
			}
			break
		}
	}
}
