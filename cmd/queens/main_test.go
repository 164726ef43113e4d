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
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// beQueens in the environment makes the test binary run the program.
const beQueens = "BE_QUEENS"

func TestMain(m *testing.M) {
	if os.Getenv(beQueens) != "" {
		main()
	}
	patience = time.Hour // on a busy machine much takes seconds
	os.Exit(m.Run())
}

// result is the outcome of one run of the program.
type result struct {
	status         int
	stdout, stderr string
}

// runArgs runs the program with arguments.
func runArgs(ctx context.Context, args []string) result {
	var stdout, stderr strings.Builder
	status := cli.Run(ctx, newRoot(), args, &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

// queensRun runs a command line. It has no quoting: words are split at spaces.
func queensRun(ctx context.Context, line string) result {
	return runArgs(ctx, fields(line))
}

// fields never returns nil, since cobra would then take the arguments of the test.
func fields(line string) []string {
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
	exe := testkit.Must(os.Executable())
	cmd := exec.CommandContext(t.Context(), exe, fields(line)...)
	cmd.Env = append(os.Environ(), beQueens+"=1", "GORACE=atexit_sleep_ms=0") // or each would end a second late under -race
	return cmd
}

// withInput makes a text the standard input for the rest of the test.
func withInput(t *testing.T, text string) {
	t.Helper()
	file := testkit.Must(os.Open(writeText(t, text)))
	t.Cleanup(func() { file.Close() })
	withStdin(t, file)
}

// withStdin makes a file the standard input for the rest of the test.
func withStdin(t *testing.T, file *os.File) {
	t.Helper()
	was := os.Stdin
	os.Stdin = file
	t.Cleanup(func() { os.Stdin = was })
}

// runWith runs a command line with a text as standard input.
func runWith(t *testing.T, text, line string) result {
	t.Helper()
	withInput(t, text)
	return queensRun(t.Context(), line)
}

// writeText returns the name of a new file with the text.
func writeText(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "placements")
	testkit.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// quotedRun runs the program with arguments that may contain spaces.
func quotedRun(t *testing.T, args ...string) result { return runArgs(t.Context(), args) }

func checkResult(t *testing.T, what string, want, got result) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

// TestFlagsMeanOneThing checks that a letter stands for the same flag in all commands, and that a flag
// has the same letter and takes the same kind of value.
func TestFlagsMeanOneThing(t *testing.T) {
	meaning, kind := map[string]string{}, map[string]string{}
	for _, cmd := range newRoot().Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			is := "-" + f.Shorthand + " " + f.Value.Type()
			if other, ok := kind[f.Name]; ok && other != is {
				t.Errorf("%s: --%s is %s, and %s elsewhere", cmd.CommandPath(), f.Name, is, other)
			}
			if kind[f.Name] = is; f.Shorthand == "" {
				return
			}
			if other, ok := meaning[f.Shorthand]; ok && other != f.Name {
				t.Errorf("%s: -%s is --%s, and --%s elsewhere", cmd.CommandPath(), f.Shorthand, f.Name, other)
			}
			meaning[f.Shorthand] = f.Name
		})
	}
}

// TestLight builds the program, which must stay quick to build: it stays below 10.9 MB and has no
// server in it.
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
	if info, err := os.Stat(name); err != nil || info.Size() >= 10_900_000 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
}

// TestHelpBoard reads the examples in help board.
func TestHelpBoard(t *testing.T) {
	count := 0
	for _, row := range regexp.MustCompile(`(?m)^  (\w+) +(.*?)(?:    .*)?$`).FindAllStringSubmatch(mustRun(t, "help board"), -1) {
		for text := range strings.SplitSeq(row[2], "   ") {
			if row[1] == "diagram" || row[1] == "drawing" || strings.Contains(text, "…") {
				continue
			}
			count++
			isRegions := strconv.FormatBool(row[1] == "rows")
			if got := quotedRun(t, "draw", "--regions="+isRegions, "--", strings.TrimSpace(text)); got.status != 0 || got.stdout == "" {
				t.Errorf("%s: %+v", row[0], got)
			}
		}
	}
	if count != 14 {
		t.Errorf("%d examples, want 14", count)
	}
}

// TestHelp checks the help of every command: it has an example and no long line.
func TestHelp(t *testing.T) {
	root := newRoot()
	if help := mustRun(t, ""); !strings.Contains(help, "\nPuzzles:\n") {
		t.Errorf("help has no groups:\n%s", help)
	}
	for _, cmd := range root.Commands() {
		name := strings.TrimPrefix(cmd.CommandPath(), "queens ")
		help := mustRun(t, "help "+name)
		if diff := cmp.Diff(help, mustRun(t, name+" --help")); diff != "" {
			t.Errorf("%s --help and help %[1]s differ:\n%s", name, diff)
		}
		if cmd.Runnable() && !strings.Contains(help, "\nExamples:\n  queens "+name) {
			t.Errorf("%s has no example", name)
		}
		for line := range strings.Lines(cmd.Long + "\n" + cmd.Example) {
			if len([]rune(strings.TrimRight(line, "\n"))) > 80 {
				t.Errorf("the help of %s has a line that is folded: %s", name, line)
			}
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
	others := regexp.MustCompile(`[<>|"]| - |00|count 21|\.txt|\.jsonl| play | bench`)
	for _, cmd := range newRoot().Commands() {
		for line := range strings.Lines(cmd.Example) {
			if others.MatchString(line) {
				continue
			}
			got := queensRun(t.Context(), strings.TrimPrefix(strings.TrimSpace(line), "queens "))
			if got.status != 0 && line != "  queens unique 8 --given b4,d5\n" {
				t.Errorf("%s: %+v", line, got)
			}
		}
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
		"puzzle 6 --regions --count 9", "puzzle 6 --regions --json", "complete 3 --json",
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
			status := cli.Run(t.Context(), newRoot(), fields(line), failing{test.err}, &stderr)
			if status != test.status || !strings.HasSuffix(stderr.String(), test.stderr) {
				t.Errorf("%s: status %d, stderr %q", line, status, stderr.String())
			}
		}
	}
}

// TestHead is "queens solve 20 | head -1", and so on: the first solution comes long before the last.
func TestHead(t *testing.T) {
	for _, line := range []string{"solve 20", "solve 20 --format vector", "solve 20 --fundamental --format vector"} {
		cmd := child(t, line)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		pipe := testkit.Must(cmd.StdoutPipe())
		testkit.NoError(t, cmd.Start())
		first := testkit.Must(bufio.NewReader(pipe).ReadString('\n'))
		pipe.Close()
		if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
			t.Errorf("%s: %v, stderr %q", line, err, &stderr)
		}
		if p, err := queens.ParsePlacement(first); strings.Contains(line, "vector") && (err != nil || !p.Solved()) {
			t.Errorf("%s: the first line is %q", line, first)
		}
	}
}

// TestCancel cancels searches that would take forever, and reads of input that never comes.
func TestCancel(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	withStdin(t, r)
	for _, line := range []string{
		"count 30", "solve 20 --format fen", "solve 20 --fundamental", "solve 40", "trace 20", "sample 20 --seed 1",
		"estimate 64 --probes 1000000000 --seed 1", "complete -", "draw", "verify", "sample 8 --count 2000000000 --seed 1",
		"solve", "count", "puzzle 13 --regions --count 2000000000 --seed 1", "hint -", "construct 30000000", "first 84",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		if got := queensRun(ctx, line); got.status != 130 || !strings.HasSuffix(got.stderr, "queens: interrupted\n") {
			t.Errorf("%s: status %d, stderr %q", line, got.status, got.stderr)
		}
	}
}

// TestPatience waits until a search that has found nothing for some seconds says what else to try.
func TestPatience(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for some seconds")
	}
	defer func(before time.Duration) { patience = before }(patience)
	patience = 500 * time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), patience+time.Second)
	defer cancel()
	stop, interrupt := context.WithCancel(context.Background())
	context.AfterFunc(ctx, interrupt)
	var blocked []string // two of every five diagonals: that is hard for any search
	for i := range 64 * 64 {
		if s := (queens.Square{Row: i / 64, Col: i % 64}); (s.Row+s.Col)%5 < 2 {
			blocked = append(blocked, s.String())
		}
	}
	got := queensRun(stop, "solve 64 --limit 1 --blocked "+strings.Join(blocked, ","))
	want := `no solution yet: queens complete "n=64 blocked=a1,b1,`
	if got.status != 130 || !strings.HasPrefix(got.stderr, want) {
		t.Errorf("%+v", got)
	}
}

// TestCompletionIsPlainText looks at the descriptions of flags, as a shell gets them.
func TestCompletionIsPlainText(t *testing.T) {
	for _, command := range newRoot().Commands() {
		if got := queensRun(t.Context(), "__complete "+strings.TrimPrefix(command.CommandPath(), "queens ")+" --"); strings.Contains(got.stdout, "`") {
			t.Errorf("%s: %s", command.Name(), got.stdout)
		}
	}
}
