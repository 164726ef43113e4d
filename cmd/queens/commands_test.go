package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// TestInterrupted ends reading what does not come, and what takes long.
func TestInterrupted(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	defer func(was *os.File) { os.Stdin = was }(os.Stdin)
	os.Stdin = r
	for _, line := range []string{"complete -", "draw", "verify", "estimate 64 --probes 8000 --seed 1", "sample 17 --seed 1"} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		if got, want := queensRun(ctx, line), (result{130, "", "queens: interrupted\n"}); got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
}

// TestBrokenOutput writes to a full disk and to a closed pipe.
func TestBrokenOutput(t *testing.T) {
	for _, line := range []string{
		"complete 8", "complete 3", "unique 8", "unique 3", "estimate 8 --seed 1", "sample 8 --seed 1", "construct 8",
		"construct 100000", "random 8 --seed 1", "draw 8", "verify", "verify --help",
	} {
		for _, test := range []struct {
			err  error
			want result
		}{
			{errors.New("disk full"), result{1, "", "queens: disk full\n"}},
			{io.ErrClosedPipe, result{}},
		} {
			withInput(t, strings.Repeat("2413\n", 1000))
			var stderr strings.Builder
			status := run(t.Context(), words(line), failing{test.err}, &stderr)
			checkResult(t, line, test.want, result{status, "", stderr.String()})
		}
	}
}

// TestFlagsInHelp looks for the line of every flag.
func TestFlagsInHelp(t *testing.T) {
	board := []string{"--given squares", "--block squares", "--torus"}
	for command, flags := range map[string][]string{
		"complete":  append([]string{"--format format"}, board...),
		"unique":    append([]string{"--format format"}, board...),
		"estimate":  append([]string{"--probes K", "--seed S", "--json"}, board...),
		"sample":    append([]string{"--count K", "--seed S", "--format format"}, board...),
		"construct": {"--format format"},
		"random":    {"--seed S", "--format format"},
		"draw":      append([]string{"--output FILE"}, board...),
		"verify":    board,
	} {
		help := mustRun(t, "help "+command)
		for _, flag := range flags {
			if !strings.Contains(help, " "+flag+" ") {
				t.Errorf("help of %s has no line for %s:\n%s", command, flag, help)
			}
		}
		if !strings.Contains(mustRun(t, ""), "\n  "+command+" ") {
			t.Errorf("help has no line for %s", command)
		}
		for line := range strings.Lines(help) {
			if len([]rune(line)) > 81 {
				t.Errorf("help of %s has a long line: %s", command, line)
			}
		}
	}
}

// TestExamplesInHelp runs the examples that need no shell and little time.
func TestExamplesInHelp(t *testing.T) {
	if testing.Short() {
		t.Skip("estimates of large boards")
	}
	t.Chdir(t.TempDir())
	for _, command := range []string{"complete", "unique", "estimate", "sample", "construct", "random", "draw"} {
		_, examples, _ := strings.Cut(mustRun(t, "help "+command), "Examples:\n")
		examples, _, _ = strings.Cut(examples, "\n\n")
		ran := 0
		for line := range strings.Lines(examples) {
			if strings.Contains(line, "00000") || strings.ContainsAny(line, "<>|") {
				continue
			}
			ran++
			var args []string
			for i, part := range strings.Split(strings.TrimSpace(line), `"`) {
				if i%2 == 1 {
					args = append(args, part)
				} else {
					args = append(args, strings.Fields(part)...)
				}
			}
			want := 0
			if strings.HasSuffix(line, "unique 8 --given b4,d5\n") {
				want = 1
			}
			if got := quotedRun(t, args[1:]...); got.status != want {
				t.Errorf("%s: %+v", line, got)
			}
		}
		if ran == 0 {
			t.Errorf("%s has no example:\n%s", command, examples)
		}
	}
}
