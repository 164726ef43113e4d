package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

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

func TestWrongArguments(t *testing.T) {
	const size = `, want a whole number 0..64`
	const square = ` is not a square; want a file in small letters and a rank, such as d5`
	tests := []struct{ line, want string }{
		{"cuont 8", `unknown command "cuont" for "queensd"`},
		{"help cuont", `unknown command "cuont" for "queensd"`},
		{"completion csh", `unknown command "csh" for "queensd completion"`},
		{"count 8 9", `count has 2 arguments, want one, the size of the board`},
		{"count 8.5", `size of the board is "8.5"` + size},
		{"count -12", `size of the board is "-12"` + size},
		{"count 65 --data d", `n = 65 out of range 0..64`},
		{"count 8 --limit 3", `unknown flag: --limit`},
		{"count 8 --given B4", `invalid argument "B4" for "--given" flag: "B4"` + square},
		{"count 8 --block a1,a9", `blocked square a9 is off the 8×8 board`},
		{"count 8 --given b4,d4", `given queens b4 and d4 attack each other`},
	}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) {
			want := result{2, "", "queensd: " + test.want + "\n"}
			got := queensRun(t.Context(), test.line)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestErrorIsOneLine(t *testing.T) {
	var stdout, stderr strings.Builder
	status := run(t.Context(), []string{"count", "8", "--a\nb"}, &stdout, &stderr)
	if want := "queensd: unknown flag: --a\\nb\n"; status != 2 || stderr.String() != want {
		t.Errorf("status %d, stderr %q, want 2, %q", status, stderr.String(), want)
	}
}

func TestHelp(t *testing.T) {
	flagsOf := map[string][]string{
		"count": {"--given", "--block", "--torus", "--census", "--data", "--nats", "--auth", "--ca", "--workers", "--tasks",
			"--replicas", "--quiet"},
		"serve":  {"--data", "--listen", "--auth", "--cert", "--key", "--monitor"},
		"worker": {"--nats", "--auth", "--ca", "--workers", "--idle", "--quiet"},
		"status": {"--data", "--nats", "--auth", "--ca", "--json"},
		"export": {"--data", "--nats", "--auth", "--ca"},
		"import": {"--data", "--nats", "--auth", "--ca"},
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
	for _, command := range []string{"count", "serve", "worker", "status", "export", "import", "completion", "help"} {
		if !strings.Contains(help, "\n  "+command+" ") {
			t.Errorf("help has no line for %s:\n%s", command, help)
		}
	}
}

func TestVersion(t *testing.T) {
	got := mustRun(t, "--version")
	if !strings.HasPrefix(got, "queensd ") || len(words(got)) < 2 || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q", got)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if script := mustRun(t, "completion "+shell); !strings.Contains(script, "queensd") {
			t.Errorf("the script for %s does not name the program: %q", shell, script)
		}
	}
	if help := mustRun(t, "completion"); !strings.Contains(help, "powershell") {
		t.Errorf("completion names no shells:\n%s", help)
	}
}

// TestCompletionOfValues asks what the scripts ask when a user presses the key.
func TestCompletionOfValues(t *testing.T) {
	const noFiles, onlyDirs = ":4\n", ":16\n"
	tests := []struct {
		line []string
		want string
	}{
		{[]string{"count", "8", "--block", ""}, noFiles},
		{[]string{"count", ""}, noFiles},
		{[]string{"count", "8", "--data", ""}, onlyDirs},
		{[]string{"worker", "--nats", ""}, noFiles},
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
		"--help", "help count", "--version", "completion bash",
	} {
		var stderr strings.Builder
		status := run(t.Context(), words(line), failing{errors.New("disk full")}, &stderr)
		if status != 1 || stderr.String() != "queensd: disk full\n" {
			t.Errorf("%s: status %d, stderr %q", line, status, stderr.String())
		}
	}
}

func TestClosedPipe(t *testing.T) {
	for _, line := range []string{"--help", "completion zsh"} {
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
