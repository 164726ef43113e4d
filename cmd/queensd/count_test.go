package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/queens/cmd/queens/ledger"
)

// TestOneLedger goes on with a ledger of the program for one machine, whose lines name no
// account.
func TestOneLedger(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "q12.jsonl")
	board, cut := boardOf(t, "n=12", 300)
	fillLedger(t, file, cut, []int{0, 1, 2, 3, 50, 51, 52})
	dir := t.TempDir()
	_, url := serveAt(t, "--data "+dir)
	if got := mustCount(t, "count 12 --ledger "+file+as("coordinator", dir, url)); got != "14200\n" {
		t.Errorf("got %q", got)
	}
	c, err := ledger.OpenCount(t.Context(), file, board, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Ledger.Close()
	if c.Ledger.Done() != cut.Total || len(c.Ledger.Damaged) > 0 {
		t.Errorf("the ledger has %d tasks of %d, damaged %v", c.Ledger.Done(), cut.Total, c.Ledger.Damaged)
	}
}

// TestInterrupt interrupts a count by a signal, and cancels it. A second server cannot use
// the directory meanwhile.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send the signal")
	}
	dir := t.TempDir()
	_, url := serveAt(t, "--data "+dir)
	got := queensRun(t.Context(), "serve --data "+dir)
	if want := "queensd: data directory " + dir + " is in use by another process\n"; got != (result{2, "", want}) {
		t.Errorf("a second server: %+v", got)
	}
	cmd, stderr := start(t, "count 19 --quiet"+as("coordinator", dir, url))
	waitFor(t, "results", func() bool { return bookIn(t, dir).Done() > 0 })
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if got := stderr.String(); cmd.ProcessState.ExitCode() != 130 || !strings.HasPrefix(got, "queensd: interrupted after ") || !strings.HasSuffix(got, " tasks; the same command goes on from there\n") {
		t.Errorf("status %d, stderr %q", cmd.ProcessState.ExitCode(), got)
	}
	if got := mustRun(t, "jobs cancel 19"+as("coordinator", dir, url)); got != "n=19 cancelled\n" {
		t.Errorf("cancel: %q", got)
	}
	if got := mustRun(t, "jobs"+as("coordinator", dir, url)); !strings.HasPrefix(got, "n=19: ") || !strings.Contains(got, "cancelled") {
		t.Errorf("list: %q", got)
	}
}
