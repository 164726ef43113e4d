package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestCount(t *testing.T) {
	tests := []struct{ line, want string }{
		{"count 0", "1"},
		{"count 1", "1"},
		{"count 2", "0"},
		{"count 8", "92"},
		{"count 10 --workers 1", "724"},
		{"count 8 --given b4,d5", "2"},
		{"count 8 --given B4 --given d5", "2"},
		{"count 8 --given b4,D5,b4", "2"},
		{"count 8 --given b4,d5 --block c1", "1"},
		{"count 36824175", "1"},
		{"count 8 --block a1,b1,c1,d1,e1,f1,g1,h1", "0"},
		{"count 5 --torus", "10"},
		{"count 13 --torus", "4524"},
		{"count 7 --torus --given a1", "4"},
		{"count 12 --census", "14200 solutions, 1787 fundamental"},
		{"count 9 --given e5 --census", "40 solutions, 7 fundamental"},
	}
	dir := t.TempDir()
	for i, test := range tests {
		withLedger := fmt.Sprintf("%s --ledger %s", test.line, filepath.Join(dir, strconv.Itoa(i)))
		for _, line := range []string{test.line, withLedger, withLedger} {
			if got := mustRun(t, line); got != test.want+"\n" {
				t.Errorf("%s: got %q, want %s", line, got, test.want)
			}
		}
	}
	got := quotedRun(t, "count", "n=8 given=b4 blocked=c1", "--given", "D5", "--json")
	var answer struct {
		Board     string
		Solutions uint64
		Seconds   float64 `json:"elapsed_seconds"`
	}
	if err := json.Unmarshal([]byte(got.stdout), &answer); err != nil || answer.Board != "n=8 given=b4,d5 blocked=c1" || answer.Solutions != 1 || answer.Seconds <= 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestOtherLedger counts in a file of another board, and in one with other tasks.
func TestOtherLedger(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	mustRun(t, "count 8 --tasks 20 --ledger "+name)
	for line, want := range map[string]string{
		"count 9 ":            `is for board "n=8", not for "n=9"; count in another file`,
		"count 8 --tasks 21 ": "is cut into at least 20 tasks, not 21; ask for as many, or count in another file",
	} {
		want = "queens: ledger " + name + " " + want + "\n"
		checkResult(t, line, result{2, "", want}, queensRun(t.Context(), line+"--ledger "+name))
	}
	lines, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(lines, []byte(`"count":`), []byte(`"count":1`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	want := result{0, "92\n", "line 2 of " + name + " is damaged: its task is counted again\n"}
	checkResult(t, "damage", want, queensRun(t.Context(), "count 8 --ledger "+name))
}

// start starts the program in another process, which is killed at the end of the test.
func start(t *testing.T, line string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	cmd, stdout, stderr = child(t, line), new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd, stdout, stderr
}

// TestKill kills counts at random moments and resumes them until one finishes, while a
// second process tries to count in the same file. With QUEENS_LONG=1 it kills more often.
func TestKill(t *testing.T) {
	kills, size, want := 10, 16, "14772512\n"
	switch {
	case os.Getenv(long) != "":
		kills = 100
	case testing.Short():
		kills, size, want = 2, 13, "73712\n"
	}
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 0))
	for killed, ended := 0, 0; killed < kills; ended++ {
		line := fmt.Sprintf("count %d --quiet --workers %d --ledger %s", size, 1+rng.IntN(2), filepath.Join(t.TempDir(), "ledger"))
		for {
			cmd, stdout, stderr := start(t, line)
			doomed := killed < kills
			timer := time.AfterFunc(time.Duration(rng.Int64N(int64(120*time.Millisecond))), func() {
				if doomed {
					cmd.Process.Kill()
				}
			})
			second, secondOut, secondErr := start(t, line)
			err := cmd.Wait()
			timer.Stop()
			secondFailed := second.Wait()
			if secondFailed == nil && secondOut.String() != want || secondFailed != nil && !strings.Contains(secondErr.String(), "in use by another process") {
				t.Fatalf("seed %d: second process: %v, %q, %q", seed, secondFailed, secondOut, secondErr)
			}
			if err == nil && stdout.String() == want {
				break
			}
			if cmd.ProcessState.ExitCode() >= 0 && !strings.Contains(stderr.String(), "in use by another process") || stdout.String() != "" && stdout.String() != want {
				t.Fatalf("seed %d: after %d kills: %v, %q, %q", seed, killed, err, stdout, stderr)
			}
			killed++
		}
		t.Logf("%d kills, %d counts ended", killed, ended+1)
	}
}

// TestInterrupt ends a count with one signal: it stops at once and says how to resume.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send the signal")
	}
	name := filepath.Join(t.TempDir(), "ledger")
	cmd, _, stderr := start(t, "count 20 --quiet --ledger "+name)
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(name); err == nil && bytes.Count(text, []byte("\n")) > 1 {
			break
		}
	}
	if got, want := queensRun(t.Context(), "count 20 --quiet --ledger "+name), "queens: ledger "+name+" is in use by another process\n"; got != (result{2, "", want}) {
		t.Errorf("got %+v", got)
	}
	cmd.Process.Signal(os.Interrupt)
	begun := time.Now()
	cmd.Wait()
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("it took %v to end", took)
	}
	got := stderr.String()
	if cmd.ProcessState.ExitCode() != 130 || !strings.HasPrefix(got, "queens: interrupted after ") || !strings.HasSuffix(got, " tasks; the same command resumes the count\n") {
		t.Errorf("status %d, stderr %q", cmd.ProcessState.ExitCode(), got)
	}
}

// TestFullDisk counts on a disk that is too small, resumes when it has grown, and counts
// on a read-only disk.
func TestFullDisk(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	disk := t.TempDir()
	// In a namespace of its own, any user may mount a file system.
	script := func(lines string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "unshare", "--map-root-user", "--mount", "sh", "-c", "set -e; "+lines)
		cmd.Env = append(os.Environ(), beQueens+"=1", "QUEENS="+exe, "DISK="+disk)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := script("mount -t tmpfs tmpfs $DISK"); err != nil {
		t.Skipf("cannot mount: %v, %s", err, out)
	}
	for _, size := range []string{"4k", "8k", "16k"} {
		out, err := script("mount -t tmpfs -o size=" + size + " tmpfs $DISK; " +
			"! $QUEENS count 14 --tasks 1000 --ledger $DISK/ledger; mount -o remount,size=1m $DISK; echo grown; $QUEENS count 14 --ledger $DISK/ledger")
		small, grown, _ := strings.Cut(out, "grown\n")
		if err != nil || !strings.Contains(small, "no space left on device") || strings.Contains(small, "365596") || grown != "365596\n" {
			t.Errorf("size %s: %v\n%s", size, err, out)
		}
	}
	out, err := script("mount -t tmpfs tmpfs $DISK; $QUEENS count 12 --ledger $DISK/done; mount -o remount,ro $DISK; " +
		"! $QUEENS count 14 --ledger $DISK/new; ! $QUEENS count 12 --ledger $DISK/done")
	if want := "read-only file system\n"; err != nil || strings.Count(out, want) != 2 {
		t.Errorf("read-only: %v\n%s", err, out)
	}
}
