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
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/internal/testkit"
)

// TestCountInLedgers counts in files and in directories, twice in each.
func TestCountInLedgers(t *testing.T) {
	dir := t.TempDir()
	for i, line := range []string{"count 0", "count 2", "count 10 --workers 1", "count 8 --given b4,d5", "count 13 --torus", "count 12 --census"} {
		want := mustRun(t, line)
		withLedger := fmt.Sprintf("%s --ledger %s", line, filepath.Join(dir, strconv.Itoa(i)))
		for _, line := range []string{withLedger, withLedger, withLedger + ".d", withLedger + ".d"} {
			check(t, line, want, "")
		}
	}
	var answer struct {
		Seconds float64 `json:"elapsed_seconds"`
	}
	if err := json.Unmarshal([]byte(mustRun(t, "count 8 --json")), &answer); err != nil || answer.Seconds <= 0 {
		t.Errorf("%+v, %v", answer, err)
	}
}

// TestDamage counts in a ledger of another board, and in one that is damaged.
func TestDamage(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	mustRun(t, "count 8 --tasks 20 --ledger "+name)
	wrong := "queens: ledger " + name + `: it is for board "n=8", not for "n=9"; count in another file` + "\n"
	checkResult(t, "another board", result{2, "", wrong}, queensRun(t.Context(), "count 9 --ledger "+name))
	lines := testkit.Must(os.ReadFile(name))
	testkit.NoError(t, os.WriteFile(name, bytes.Replace(lines, []byte(`"count":`), []byte(`"count":1`), 1), 0o600))
	want := result{0, "92\n", "line 2 of " + name + " is damaged: its task is counted again\n"}
	checkResult(t, "damage", want, queensRun(t.Context(), "count 8 --ledger "+name))
}

// start starts the program in another process, which is killed at the end of the test.
func start(t *testing.T, line string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	cmd, stdout, stderr = child(t, line), new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	testkit.NoError(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd, stdout, stderr
}

// TestKill kills counts at random moments and resumes them until one finishes, while a
// second process tries to count in the same file. With QUEENS_LONG=1 it kills more often.
func TestKill(t *testing.T) {
	kills, size, want := 10, 16, "14772512\n"
	switch {
	case os.Getenv(long) != "":
		kills = 30
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

// TestKillTogether has eight processes count in one directory, and kills and starts them at
// random.
func TestKillTogether(t *testing.T) {
	kills, size, want := int64(20), 17, "95815104\n"
	switch {
	case os.Getenv(long) != "":
		kills, size, want = 40, 18, "666090624\n"
	case testing.Short():
		kills, size, want = 4, 14, "365596\n"
	}
	dir := filepath.Join(t.TempDir(), "q.d")
	line := fmt.Sprintf("count %d --quiet --workers 2 --tasks 1000 --ledger %s", size, dir)
	var killed atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for {
				cmd, stdout, stderr := start(t, line)
				if killed.Load() < kills {
					time.AfterFunc(rand.N(time.Second), func() {
						if cmd.Process.Kill() == nil {
							killed.Add(1)
						}
					})
				}
				err := cmd.Wait()
				if cmd.ProcessState.ExitCode() < 0 {
					continue
				}
				if err != nil || stdout.String() != want {
					t.Errorf("%v, %q, %q", err, stdout, stderr)
				}
				return
			}
		})
	}
	wait.Wait()
	check(t, line, want, "")
	results, tasks := 0, 0
	names := testkit.Must(filepath.Glob(dir + "/*"))
	for _, name := range names {
		b, err := ledger.ReadFile(name)
		if text, _ := os.ReadFile(name); err != nil && !bytes.Contains(text, []byte("\n")) {
			continue // it was killed before it had written a line
		}
		if err != nil {
			t.Error(err)
			continue
		}
		results += b.Len()
		tasks = b.Total
	}
	t.Logf("%d kills, %d files, %d results of %d tasks, %.1f %% of them twice", killed.Load(), len(names), results, tasks, 100*float64(results-tasks)/float64(tasks))
}

// TestInterrupt sends one signal to a count, which stops at once and says how to resume.
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
	exe := testkit.Must(os.Executable())
	disk := t.TempDir()
	// In a namespace of its own, any user may mount a file system.
	script := func(lines string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "unshare", "--map-root-user", "--mount", "sh", "-c", "set -e; "+lines)
		cmd.Env = append(os.Environ(), beQueens+"=1", "GORACE=atexit_sleep_ms=0", "QUEENS="+exe, "DISK="+disk)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := script("mount -t tmpfs tmpfs $DISK"); err != nil {
		t.Skipf("cannot mount: %v, %s", err, out)
	}
	for _, ledger := range []string{"ledger", "ledger.d"} {
		for _, size := range []string{"4k", "8k", "16k"} {
			out, err := script("mount -t tmpfs -o size=" + size + " tmpfs $DISK; " +
				"! $QUEENS count 12 --tasks 1000 --ledger $DISK/" + ledger + "; mount -o remount,size=1m $DISK; echo grown; $QUEENS count 12 --ledger $DISK/" + ledger)
			small, grown, _ := strings.Cut(out, "grown\n")
			if err != nil || !strings.Contains(small, ledger) || !strings.Contains(small, "no space left on device") || strings.Contains(small, "14200") || grown != "14200\n" {
				t.Errorf("%s, size %s: %v\n%s", ledger, size, err, out)
			}
		}
	}
	out, err := script("mount -t tmpfs tmpfs $DISK; $QUEENS count 12 --ledger $DISK/done; mount -o remount,ro $DISK; " +
		"! $QUEENS count 14 --ledger $DISK/new; ! $QUEENS count 14 --ledger $DISK/new.d; ! $QUEENS count 12 --ledger $DISK/done")
	if want := "read-only file system\n"; err != nil || strings.Count(out, want) != 3 {
		t.Errorf("read-only: %v\n%s", err, out)
	}
}
