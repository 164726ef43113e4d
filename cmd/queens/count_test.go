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

// TestKill has processes count in one ledger, a file or a directory, and kills and starts them at random.
// All find the right total; a file lets in one at a time.
func TestKill(t *testing.T) {
	kills, size, want := int64(20), 17, "95815104\n"
	switch {
	case testkit.Long():
		kills, size, want = 40, 18, "666090624\n"
	case testing.Short():
		kills, size, want = 4, 14, "365596\n"
	}
	for name, processes := range map[string]int{"ledger": 2, "q.d": 8} {
		line := fmt.Sprintf("count %d --quiet --workers 2 --tasks 1000 --ledger %s", size, filepath.Join(t.TempDir(), name))
		var killed atomic.Int64
		var wait sync.WaitGroup
		for range processes {
			wait.Go(func() {
				for {
					cmd, stdout, stderr := start(t, line)
					if killed.Load() < kills {
						time.AfterFunc(rand.N(time.Duration(processes)*125*time.Millisecond), func() {
							if cmd.Process.Kill() == nil {
								killed.Add(1)
							}
						})
					}
					err := cmd.Wait()
					if cmd.ProcessState.ExitCode() < 0 || name == "ledger" && strings.Contains(stderr.String(), "in use by another process") {
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
		t.Logf("%s: %d kills", name, killed.Load())
		check(t, line, want, "")
	}
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
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	got := stderr.String()
	if cmd.ProcessState.ExitCode() != 130 || !strings.HasPrefix(got, "queens: interrupted after ") || !strings.HasSuffix(got, " tasks; the same command resumes the count\n") {
		t.Errorf("status %d, stderr %q", cmd.ProcessState.ExitCode(), got)
	}
}
