package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestLedgerDeleted deletes the ledger of a count under way. The count says so and ends; its
// results are still on the server.
func TestLedgerDeleted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not delete a file in use")
	}
	dir := t.TempDir()
	_, url := serveAt(t, "--data "+dir)
	file := filepath.Join(t.TempDir(), "q19.jsonl")
	cmd, stderr := start(t, "count 19 --quiet --ledger "+file+as("coordinator", dir, url))
	waitFor(t, "a ledger with results", func() bool {
		info, err := os.Stat(file)
		return err == nil && info.Size() > 500
	})
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	want := "queensd: ledger " + file + " was deleted or replaced while it was in use: what is written to it is lost\n"
	if got := stderr.String(); cmd.ProcessState.ExitCode() != 2 || got != want {
		t.Errorf("status %d, stderr %q, want %q", cmd.ProcessState.ExitCode(), got, want)
	}
	waitFor(t, "results on the server", func() bool { return bookIn(t, dir).Done() > 0 })
}
