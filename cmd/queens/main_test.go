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

	"github.com/google/go-cmp/cmp"
)

// beQueens in the environment makes the test binary the program itself.
const beQueens = "BE_QUEENS"

func TestMain(m *testing.M) {
	if os.Getenv(beQueens) != "" {
		main()
	}
	os.Exit(m.Run())
}

// result is what one run of the program left.
type result struct {
	status         int
	stdout, stderr string
}

// queensRun runs the command line, which has no quoting: its words are split at
// spaces.
func queensRun(ctx context.Context, line string) result {
	var stdout, stderr strings.Builder
	status := run(ctx, words(line), &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

// words is never nil, for which cobra would take the arguments of the test.
func words(line string) []string {
	return append([]string{}, strings.Fields(line)...)
}

// mustRun returns the standard output of a run that succeeds, and says nothing
// else.
func mustRun(t *testing.T, line string) string {
	t.Helper()
	got := queensRun(t.Context(), line)
	if got.status != 0 || got.stderr != "" {
		t.Fatalf("queens %s: status %d, stderr %q", line, got.status, got.stderr)
	}
	return got.stdout
}

// child returns the command that runs the program in a process of its own.
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

// withInput makes the text standard input for the rest of the test.
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

// writeText returns the name of a new file that holds the text.
func writeText(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "placements")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// quotedRun runs the command with arguments that may have spaces.
func quotedRun(t *testing.T, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	status := run(t.Context(), args, &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

func checkResult(t *testing.T, what string, want, got result) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

// endless never ends.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '1'
	}
	return len(b), nil
}

// broken fails when it is read.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("unplugged") }

func TestWrongArguments(t *testing.T) {
	const size = `, want a whole number 0..64`
	tests := []struct{ line, want string }{
		{"slove 8", `unknown command "slove" for "queens"`},
		{"slove 8 --limit 3", `unknown command "slove" for "queens"`},
		{"--limit 3", `unknown flag: --limit`},
		{"help slove", `unknown command "slove" for "queens"`},
		{"completion csh", `unknown command "csh" for "queens completion"`},
		{"completion bash zsh", `unknown command "zsh" for "queens completion bash"`},
		{"solve", `solve has 0 arguments, want one, the size of the board`},
		{"solve --torus", `solve has 0 arguments, want one, the size of the board`},
		{"count 8 9", `count has 2 arguments, want one, the size of the board`},
		{"solve eight", `size of the board is "eight"` + size},
		{"count 8.5", `size of the board is "8.5"` + size},
		{"count 0x8", `size of the board is "0x8"` + size},
		{"solve 99999999999999999999", `size of the board is "99999999999999999999"` + size},
		{"solve -1", `size of the board is "-1"` + size},
		{"count -12", `size of the board is "-12"` + size},
		{"solve -- -1", `n = -1 out of range 0..64`},
		{"solve 65", `n = 65 out of range 0..64`},
		{"count 65", `n = 65 out of range 0..64`},
		{"solve 8 --fast", `unknown flag: --fast`},
		{"solve 8 -x", `unknown shorthand flag: 'x' in -x`},
		{"count 8 --limit 3", `unknown flag: --limit`},
		{"solve 8 --limit", `flag needs an argument: --limit`},
		{"solve 8 --limit -1", `invalid argument "-1" for "--limit" flag: want a whole number, 0 for no limit`},
		{"solve 8 --limit some", `invalid argument "some" for "--limit" flag: want a whole number, 0 for no limit`},
		{"solve 8 --format", `flag needs an argument: --format`},
		{"solve 8 --format xml", `invalid argument "xml" for "--format" flag: want one of diagram, grid, vector, fen, squares, json`},
		{"solve 8 --format=", `invalid argument "" for "--format" flag: want one of diagram, grid, vector, fen, squares, json`},
		{"count 8 --given i1", `given queen i1 is off the 8×8 board`},
		{"count 8 --block a1,a9", `blocked square a9 is off the 8×8 board`},
		{"solve 8 --given b4,d4", `given queens b4 and d4 attack each other`},
		{"solve 8 --given b4 --given d6", `given queens b4 and d6 attack each other`},
		{"solve 8 --given a1,c7 --torus", `given queens a1 and c7 attack each other around the edge`},
		{"solve 8 --given b4 --block b4", `given queen b4 stands on a blocked square`},
	}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) {
			want := result{2, "", "queens: " + test.want + "\n"}
			got := queensRun(t.Context(), test.line)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestErrorIsOneLine(t *testing.T) {
	var stdout, stderr strings.Builder
	status := run(t.Context(), []string{"solve", "8", "--a\nb"}, &stdout, &stderr)
	if want := "queens: unknown flag: --a\\nb\n"; status != 2 || stderr.String() != want {
		t.Errorf("status %d, stderr %q, want 2, %q", status, stderr.String(), want)
	}
}

func TestHelp(t *testing.T) {
	flagsOf := map[string][]string{
		"solve": {"--fundamental", "--limit", "--format", "--given", "--block", "--torus"},
		"count": {"--given", "--block", "--torus", "--census", "--workers", "--quiet"},
	}
	for command, flags := range flagsOf {
		help := mustRun(t, command+" --help")
		for _, flag := range flags {
			if !strings.Contains(help, "      "+flag+" ") {
				t.Errorf("help of %s has no line for %s:\n%s", command, flag, help)
			}
		}
		if diff := cmp.Diff(help, mustRun(t, "help "+command)); diff != "" {
			t.Errorf("%s --help and help %[1]s differ:\n%s", command, diff)
		}
	}
	help := mustRun(t, "")
	for _, command := range []string{"solve", "count", "completion", "help"} {
		if !strings.Contains(help, "\n  "+command+" ") {
			t.Errorf("help has no line for %s:\n%s", command, help)
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

// TestCompletionOfValues asks what the scripts ask when a user presses the key.
func TestCompletionOfValues(t *testing.T) {
	const noFiles, noFilesInOrder = ":4\n", ":36\n"
	tests := []struct {
		line []string
		want string
	}{
		{[]string{"solve", "8", "--format", ""}, "diagram\ngrid\nvector\nfen\nsquares\njson\n" + noFilesInOrder},
		{[]string{"solve", "8", "--limit", ""}, noFiles},
		{[]string{"solve", "8", "--given", ""}, noFiles},
		{[]string{"count", "8", "--block", ""}, noFiles},
		{[]string{"solve", ""}, noFiles},
		{[]string{"count", ""}, noFiles},
		{[]string{"so"}, "solve\n" + noFiles},
		{[]string{"complete", "8", "--format", "f"}, "diagram\ngrid\nvector\nfen\nsquares\njson\n" + noFilesInOrder},
		{[]string{"sample", "8", "--count", ""}, noFiles},
		{[]string{"estimate", "8", "--probes", ""}, noFiles},
		{[]string{"random", "8", "--seed", ""}, noFiles},
		{[]string{"draw", "8", "--output", ""}, ":0\n"},
		{[]string{"verify", ""}, ":0\n"},
	}
	for _, test := range tests {
		var stdout strings.Builder
		run(t.Context(), append([]string{"__completeNoDesc"}, test.line...), &stdout, io.Discard)
		if diff := cmp.Diff(test.want, stdout.String()); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.line, diff)
		}
	}
}

// failing fails on every write.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriteError(t *testing.T) {
	for _, line := range []string{
		"solve 8", "solve 8 --format json", "solve 3", "solve 14 --limit 100000",
		"count 8", "--help", "help solve", "--version", "completion bash",
	} {
		var stderr strings.Builder
		status := run(t.Context(), words(line), failing{errors.New("disk full")}, &stderr)
		if status != 1 || stderr.String() != "queens: disk full\n" {
			t.Errorf("%s: status %d, stderr %q", line, status, stderr.String())
		}
	}
}

func TestClosedPipe(t *testing.T) {
	for _, line := range []string{"solve 20", "solve 20 --format vector", "solve 3", "count 8", "--help", "completion zsh"} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		var stderr strings.Builder
		status := run(t.Context(), words(line), w, &stderr)
		w.Close()
		if status != 0 || stderr.String() != "" {
			t.Errorf("%s: status %d, stderr %q", line, status, stderr.String())
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

// readLine starts the command and reads its first line, which is there long
// before the last.
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
		t.Skip("no signal can be sent")
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

func TestCancel(t *testing.T) {
	for _, line := range []string{
		"count 30",
		"solve 20 --format fen",
		"solve 20 --fundamental",
		"solve 40", // the first solution is far off
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
		if got.status != 130 || got.stderr != "queens: interrupted\n" {
			t.Errorf("%s: status %d, stderr %q", line, got.status, got.stderr)
		}
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := queensRun(ctx, "count 8"); got != (result{130, "", "queens: interrupted\n"}) {
		t.Errorf("got %+v", got)
	}
}
