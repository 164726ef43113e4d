package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queens/cli"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// long in the environment makes the longest tests run in full.
const long = "QUEENS_LONG"

// beQueens in the environment makes the test binary run the program.
const beQueens = "BE_QUEENS"

func TestMain(m *testing.M) {
	if os.Getenv(beQueens) != "" {
		main()
	}
	os.Exit(m.Run())
}

// result is the outcome of one run of the program.
type result struct {
	status         int
	stdout, stderr string
}

// queensRun runs a command line. It has no quoting: words are split at spaces.
func queensRun(ctx context.Context, line string) result {
	var stdout, stderr strings.Builder
	status := cli.Run(ctx, newRoot(), words(line), &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

// words never returns nil, since cobra would then take the arguments of the test.
func words(line string) []string {
	return append([]string{}, strings.Fields(line)...)
}

// mustRun returns the standard output of a run that must succeed and print nothing to
// standard error.
func mustRun(t *testing.T, line string) string {
	t.Helper()
	got := queensRun(t.Context(), line)
	if got.status != 0 || got.stderr != "" {
		t.Fatalf("queens %s: status %d, stderr %q", line, got.status, got.stderr)
	}
	return got.stdout
}

// child returns a command that runs the program in another process.
func child(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, words(line)...)
	cmd.Env = append(os.Environ(), beQueens+"=1")
	return cmd
}

// withInput makes a text the standard input for the rest of the test.
func withInput(t *testing.T, text string) {
	t.Helper()
	file, err := os.Open(writeText(t, text))
	if err != nil {
		t.Fatal(err)
	}
	was := os.Stdin
	os.Stdin = file
	t.Cleanup(func() {
		os.Stdin = was
		file.Close()
	})
}

// writeText returns the name of a new file with the text.
func writeText(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "placements")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// quotedRun runs the program with arguments that may contain spaces.
func quotedRun(t *testing.T, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	status := cli.Run(t.Context(), newRoot(), args, &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

func checkResult(t *testing.T, what string, want, got result) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

func TestWrongArguments(t *testing.T) {
	const limit = ` for "-l, --limit" flag: want a whole number, at least 0`
	const format = ` for "-f, --format" flag: want one of diagram, grid, vector, fen, squares, json`
	tests := []struct{ line, want string }{
		{"cuont 8", `unknown command "cuont" for "queens"; did you mean "count"?`},
		{"slove 8 --limit 3", `unknown command "slove" for "queens"; did you mean "solve"?`},
		{"8", `unknown command "8" for "queens"; did you mean "solve 8"?`},
		{"xyz", `unknown command "xyz" for "queens"`},
		{"--limit 3", `unknown flag: --limit`},
		{"help slove", `unknown command "slove" for "queens"; did you mean "solve"?`},
		{"completion csh", `unknown command "csh" for "queens completion"`},
		{"completion bash zsh", `unknown command "zsh" for "queens completion bash"`},
		{"solve", `solve has 0 arguments, want one, the board`},
		{"count 8 9", `count has 2 arguments, want one, the board`},
		{"random 8 9", `random has 2 arguments, want one, the size of the board`},
		{"solve eight", `board "eight" is not a size 0..64 and cannot be read: line 1 has 5 squares, want 1, one for each row`},
		{"solve -1", `-1 is not a board size`},
		{"solve -- -1", `n = -1 out of range 0..64`},
		{"solve 65", `n = 65 out of range 0..64`},
		{"count 65", `n = 65 out of range 0..64`},
		{"construct 999999999", `size of the board is "999999999", want a whole number 0..134217728`},
		{"construct 1001 --format grid", `size of the board is 1001, want at most 1000 for a grid`},
		{"solve 8 --fundemental", `unknown flag: --fundemental; did you mean "--fundamental"?`},
		{"solve 8 --fast", `unknown flag: --fast`},
		{"solve 8 -x", `unknown shorthand flag: 'x' in -x`},
		{"solve 8 --limit", `flag needs an argument: --limit`},
		{"solve 8 --limit -1", `invalid argument "-1"` + limit},
		{"solve 8 --limit some", `invalid argument "some"` + limit},
		{"solve 8 --format xml", `invalid argument "xml"` + format},
		{"solve 8 --format=", `invalid argument ""` + format},
		{"solve 8 --color sometimes", `invalid argument "sometimes" for "--color" flag: want auto, always or never`},
		{"count 8 --given b", `invalid argument "b" for "-g, --given" flag: "b" is not a square, want one such as b4`},
		{"count 8 --given=", `invalid argument "" for "-g, --given" flag: there is no square, want a list such as b4,d5`},
		{"count 8 --given i1", `given queen i1 is off the 8×8 board`},
		{"count 8 --block a1,a9", `blocked square a9 is off the 8×8 board`},
		{"solve 8 --given b4,d4", `given queens b4 and d4 attack each other`},
		{"solve 8 --given a1,c7 --torus", `given queens a1 and c7 attack each other around the edge`},
		{"solve 8 --given b4 --block b4", `given queen b4 stands on a blocked square`},
		{"count 8 --workers 0", `invalid argument "0" for "-w, --workers" flag: want a whole number, at least 1`},
		{"count 8 --tasks 5", `--tasks needs --ledger`},
		{"count 8 --ledger=", `invalid argument "" for "--ledger" flag: the name is empty`},
		{"sample 8 --seed x", `invalid argument "x" for "-s, --seed" flag: want a whole number below 2^64`},
		{"sample 8 --count 0", `invalid argument "0" for "-c, --count" flag: want a whole number, at least 1`},
		{"puzzle 8 --difficulty fiendish", `invalid argument "fiendish" for "-d, --difficulty" flag: want easy, medium or hard`},
		{"puzzle 4 --difficulty hard --seed 1", `no such puzzle: the board of n = 4 has no hard one`},
		{"solve 1000", `board "1000" is not a size 0..64, nor the columns of a placement`},
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
	const squares = `squares alone do not tell how large the board is; put its size before them, as in "n=8 b4 d5"`
	for _, test := range []struct{ board, want string }{
		{"b4 d5", `board "b4 d5" is not a size 0..64 and cannot be read: ` + squares},
		{"torus b4 d5", `board "torus b4 d5" is not a size 0..64 and cannot be read: ` + squares},
		{"n=4 b5", `board "n=4 b5" is not a size 0..64 and cannot be read: the squares "b5" are not all on a board of 4 rows`},
		{"n=8 2 4 1 3", `board "n=8 2 4 1 3" is not a size 0..64 and cannot be read: the placement has 4 rows, want 8`},
		{"null", `board "null" is not a size 0..64 and cannot be read: null stands for no solution, so there is no board`},
		{`{"solutions":92}`, `board "{\"solutions\":92}" is not a size 0..64 and cannot be read: the JSON has neither "board" nor "boards"`},
		{`{"boards":[[0],[0]]}`, `board "{\"boards\":[[0],[0]]}" is not a size 0..64 and cannot be read: the JSON has 2 boards, want one`},
		{"2413/x.txt", `open 2413/x.txt: no such file or directory`},
	} {
		for _, command := range []string{"solve", "complete", "unique", "count", "hint"} {
			checkResult(t, command+" "+test.board, result{2, "", "queens: " + test.want + "\n"}, quotedRun(t, command, test.board))
		}
	}
	two := writeText(t, "2413\n3142\n")
	checkResult(t, "two boards", result{2, "", "queens: " + two + " has 2 boards, want one\n"}, queensRun(t.Context(), "solve "+two))
	bad := writeText(t, "# a board\n2 4 1 9\n")
	want := `board "2 4 1 9" is not a size 0..64 and cannot be read: item 4 is "9", want a column 1..4 or "."`
	checkResult(t, "a bad file", result{2, "", "queens: " + bad + ":2: " + want + "\n"}, queensRun(t.Context(), "solve "+bad))
	withInput(t, "")
	checkResult(t, "nothing to verify", result{2, "", "queens: standard input has no placement\n"}, queensRun(t.Context(), "verify"))
	checkResult(t, "nothing to draw", result{2, "", "queens: standard input has no board\n"}, queensRun(t.Context(), "draw"))
}

// TestNoSolution has the commands that print one solution say that there is none.
func TestNoSolution(t *testing.T) {
	for _, line := range []string{"complete 3", "sample 3 --seed 1", "random 3 --seed 1", "construct 3", "puzzle 3 --seed 1"} {
		checkResult(t, line, result{1, "", "no solution\n"}, queensRun(t.Context(), line))
		checkResult(t, line, result{1, "null\n", ""}, queensRun(t.Context(), line+" --json"))
		checkResult(t, line, result{1, "null\n", ""}, queensRun(t.Context(), line+" --format json"))
	}
}

// TestFlagsMeanOneThing checks that a letter stands for the same flag in all commands.
func TestFlagsMeanOneThing(t *testing.T) {
	meaning := map[string]string{}
	for cmd := range cli.Commands(newRoot()) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Shorthand == "" {
				return
			}
			if other, ok := meaning[f.Shorthand]; ok && other != f.Name {
				t.Errorf("%s: -%s is --%s, and --%s elsewhere", cmd.CommandPath(), f.Shorthand, f.Name, other)
			}
			meaning[f.Shorthand] = f.Name
		})
	}
}

// TestLight builds the program, which must stay quick to build: it has less than 10 MB
// and no server in it.
func TestLight(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	deps, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil || strings.Contains(string(deps), "\nnet/http\n") {
		t.Errorf("it has net/http, or go list fails: %v", err)
	}
	name := filepath.Join(t.TempDir(), "queens.exe")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", name, ".")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if info, err := os.Stat(name); err != nil || info.Size() >= 10_000_000 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
}

func TestErrorIsOneLine(t *testing.T) {
	var stdout, stderr strings.Builder
	status := cli.Run(t.Context(), newRoot(), []string{"solve", "8", "--a\nb"}, &stdout, &stderr)
	if want := "queens: unknown flag: --a\\nb\n"; status != 2 || stderr.String() != want {
		t.Errorf("status %d, stderr %q, want 2, %q", status, stderr.String(), want)
	}
}

// TestHelp checks the help of every command: it has an example and no long line.
func TestHelp(t *testing.T) {
	root := newRoot()
	if help := mustRun(t, ""); !strings.Contains(help, "\nPuzzles:\n") {
		t.Errorf("help has no groups:\n%s", help)
	}
	for cmd := range cli.Commands(root) {
		name := strings.TrimPrefix(cmd.CommandPath(), "queens ")
		help := mustRun(t, "help "+name)
		if diff := cmp.Diff(help, mustRun(t, name+" --help")); diff != "" {
			t.Errorf("%s --help and help %[1]s differ:\n%s", name, diff)
		}
		if !strings.Contains(help, "\nExamples:\n  queens "+name) {
			t.Errorf("%s has no example", name)
		}
		for line := range strings.Lines(help) {
			if len([]rune(line)) > 81 {
				t.Errorf("help of %s has a long line: %s", cmd.Name(), line)
			}
		}
	}
}

// TestExamples runs the examples that need no shell, no file and little time.
func TestExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	for cmd := range cli.Commands(newRoot()) {
		for line := range strings.Lines(cmd.Example) {
			if strings.ContainsAny(line, "<>|-\"") && strings.Contains(line, " - ") || strings.ContainsAny(line, "<>|\"") ||
				strings.Contains(line, "00") || strings.Contains(line, "count 21") || strings.Contains(line, ".txt") || strings.Contains(line, " play ") || strings.Contains(line, " bench") {
				continue
			}
			got := queensRun(t.Context(), strings.TrimPrefix(strings.TrimSpace(line), "queens "))
			if got.status != 0 && line != "  queens unique 8 --given b4,d5\n" {
				t.Errorf("%s: %+v", line, got)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	got := mustRun(t, "--version")
	if !strings.HasPrefix(got, "queens ") || len(words(got)) < 2 || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q", got)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if script := mustRun(t, "completion "+shell); !strings.Contains(script, "queens") {
			t.Errorf("the script for %s does not name the program: %q", shell, script)
		}
	}
	if help := mustRun(t, "completion"); !strings.Contains(help, "powershell") {
		t.Errorf("completion names no shells:\n%s", help)
	}
}

// failing fails on every write.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestBrokenOutput has the program write to a full disk and to a closed pipe.
func TestBrokenOutput(t *testing.T) {
	for _, line := range []string{
		"solve 8", "solve 8 --json", "solve 14 --limit 100000", "count 8", "complete 8", "unique 8", "estimate 8", "sample 8",
		"construct 8", "construct 100000", "random 8", "draw 8", "verify", "trace 5", "puzzle 6", "hint 6", "verify -f fen", "draw -f fen 2413",
		"regions generate 6 --count 9", "regions generate 6 --json", "complete 3 --json", "version",
		"", "verify --help", "help solve", "--version", "completion bash",
	} {
		for _, test := range []struct {
			err    error
			status int
			stderr string
		}{
			{errors.New("disk full"), 2, "queens: disk full\n"},
			{io.ErrClosedPipe, 0, ""},
		} {
			withInput(t, strings.Repeat("2413\n", 1000))
			var stderr strings.Builder
			status := cli.Run(t.Context(), newRoot(), words(line), failing{test.err}, &stderr)
			if status != test.status || !strings.HasSuffix(stderr.String(), test.stderr) {
				t.Errorf("%s: status %d, stderr %q", line, status, stderr.String())
			}
		}
	}
}

// TestPipes feeds the output of commands to other commands.
func TestPipes(t *testing.T) {
	for _, from := range []string{
		"solve 8 --limit 1", "solve 8 --limit 1 --format grid", "solve 8 --limit 1 --block b1", "complete 8", "unique 15863724",
		"sample 8 --seed 1", "random 30 --seed 1", "construct 12", "puzzle 8 --seed 1", "puzzle 8 --seed 1 --block c1",
	} {
		text := queensRun(t.Context(), from).stdout
		for _, to := range []string{"draw -", "complete -", "unique -", "estimate -", "solve - --limit 1"} {
			withInput(t, text)
			if got := queensRun(t.Context(), to); got.status != 0 && to != "unique -" || got.stdout == "" {
				t.Errorf("%s | %s: %+v", from, to, got)
			}
		}
	}
	for _, format := range formats {
		withInput(t, queensRun(t.Context(), "solve 8 --format "+format.name).stdout)
		if got := mustRun(t, "verify"); strings.Count(got, ": solution\n") != 92 || strings.Count(got, "\n") != 92 {
			t.Errorf("%s:\n%s", format.name, got)
		}
	}
}

// TestHead is "queens solve 20 | head -1".
func TestHead(t *testing.T) {
	for _, format := range []string{"diagram", "vector"} {
		cmd := child(t, "solve 20 --format "+format)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		readLine(t, cmd).Close()
		if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
			t.Errorf("%s: %v, stderr %q", format, err, &stderr)
		}
	}
}

// readLine starts a command and waits for its first line of output.
func readLine(t *testing.T, cmd *exec.Cmd) io.ReadCloser {
	t.Helper()
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(pipe).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	return pipe
}

func TestSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send the signal")
	}
	cmd := child(t, "solve 20 --format vector")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	pipe := readLine(t, cmd)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, pipe); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 130 || stderr.String() != "queens: interrupted\n" {
		t.Errorf("status %d, stderr %q", status, &stderr)
	}
}

// TestCancel cancels searches that would take for ever, and reads of input that never comes.
func TestCancel(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	defer func(was *os.File) { os.Stdin = was }(os.Stdin)
	os.Stdin = r
	for _, line := range []string{
		"count 30", "solve 20 --format fen", "solve 20 --fundamental", "solve 40", "trace 20", "sample 20 --seed 1",
		"estimate 64 --probes 1000000000 --seed 1", "complete -", "draw", "verify", "sample 8 --count 2000000000 --seed 1",
		"regions solve", "regions count", "regions generate 13 --count 2000000000 --seed 1", "hint -",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var cancelled time.Time
		time.AfterFunc(100*time.Millisecond, func() {
			cancelled = time.Now()
			cancel()
		})
		got := queensRun(ctx, line)
		if took := time.Since(cancelled); took > time.Second {
			t.Errorf("%s: ended %v after it was cancelled", line, took)
		}
		if got.status != 130 || !strings.HasSuffix(got.stderr, "queens: interrupted\n") {
			t.Errorf("%s: status %d, stderr %q", line, got.status, got.stderr)
		}
	}
}

// TestPatience waits for the hint of a search that finds nothing for seconds.
func TestPatience(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for some seconds")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience+time.Second)
	defer cancel()
	stop, interrupt := context.WithCancel(context.Background())
	context.AfterFunc(ctx, interrupt)
	got := queensRun(stop, "solve 40 --limit 1 --block a1")
	want := `no solution yet: "queens complete 40 --block a1" finds one sooner, "queens estimate 40 --block a1" estimates how many there are`
	if got.status != 130 || !strings.HasPrefix(got.stderr, want) {
		t.Errorf("%+v", got)
	}
}

// TestCompletionOfFlags asks for completions as a shell does. They are plain text.
func TestCompletionOfFlags(t *testing.T) {
	const noFiles, files = ":4\n", ":0\n"
	names := "diagram\ngrid\nvector\nfen\nsquares\njson\n"
	tests := []struct {
		line []string
		want string
	}{
		{[]string{"solve", "8", "--format", ""}, names + ":36\n"},
		{[]string{"solve", "8", "--color", ""}, "auto\nalways\nnever\n" + noFiles},
		{[]string{"solve", "8", "--given", ""}, noFiles},
		{[]string{"solve", ""}, noFiles},
		{[]string{"count", "8", "--ledger", ""}, files},
		{[]string{"sample", "8", "--count", ""}, noFiles},
		{[]string{"draw", "8", "--output", ""}, files},
		{[]string{"verify", ""}, files},
		{[]string{"so"}, "solve\n" + noFiles},
	}
	for _, test := range tests {
		var stdout strings.Builder
		cli.Run(t.Context(), newRoot(), append([]string{"__completeNoDesc"}, test.line...), &stdout, io.Discard)
		if diff := cmp.Diff(test.want, stdout.String()); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.line, diff)
		}
	}
	for command := range cli.Commands(newRoot()) {
		if got := queensRun(t.Context(), "__complete "+strings.TrimPrefix(command.CommandPath(), "queens ")+" --"); strings.Contains(got.stdout, "`") {
			t.Errorf("%s: %s", command.Name(), got.stdout)
		}
	}
}
