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

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/testkit"
)

// TestAuditCommand audits what "count --ledger" writes, and verifies it.
func TestAuditCommand(t *testing.T) {
	name := filepath.Join(t.TempDir(), "q12.jsonl")
	mustRun(t, "count 12 --quiet --ledger "+name)
	if got := queensRun(t.Context(), "audit --quiet "+name); got.status != 0 || !strings.HasPrefix(got.stdout, "n=12: 20 of ") {
		t.Errorf("%+v", got)
	}
	wrong := result{2, "", "queens: " + name + " is a ledger: see queens audit\n"}
	checkResult(t, name, wrong, queensRun(t.Context(), "verify 2413 "+name))
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
	zero := testkit.Must(os.Open("/dev/zero"))
	defer zero.Close()
	withStdin(t, zero)
	for line, want := range map[string]string{
		"verify":           "standard input is a device, want a file",
		"verify /dev/zero": "/dev/zero is a device, want a file",
		"verify " + pipe:   pipe + ": there is no placement",
		"verify /dev/null": "/dev/null: there is no placement",
		"audit /dev/zero":  "/dev/zero is not a regular file",
		"audit " + pipe:    pipe + " is not a regular file",
	} {
		checkResult(t, line, result{2, "", "queens: " + want + "\n"}, queensRun(t.Context(), line))
	}
}

// TestVerifyLarge checks placements larger than MaxN.
func TestVerifyLarge(t *testing.T) {
	testkit.Sequential(t)
	right := testkit.Must(queens.Construct(100_000))
	wrong, part := slices.Clone(right), slices.Clone(right)
	wrong[0], wrong[1] = wrong[1], wrong[0]
	part[99_999] = queens.Empty
	lines := strings.Split(runWith(t, fmt.Sprintf("%v\n%v\n%v\n", right, wrong, part), "verify").stdout, "\n")
	if lines[0] != "1: solution" || !strings.HasSuffix(lines[1], " attack each other") || lines[2] != "3: not a solution: rank 100000 has no queen" {
		t.Errorf("%q", lines)
	}
	if name := filepath.Join(t.TempDir(), "long"); os.WriteFile(name, make([]byte, 2<<20), 0o600) == nil {
		if got := queensRun(t.Context(), "verify "+name); got.status != 2 {
			t.Errorf("a line of 2 MiB: %.80v", got)
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
	for line, text := range []string{"2413\r\n", "1324\n"} {
		testkit.Must(keyboard.WriteString(text))
		if answer, err := answers.ReadString('\n'); !strings.HasPrefix(answer, fmt.Sprint(line+1)) || err != nil {
			t.Errorf("%q, %v", answer, err)
		}
	}
}
