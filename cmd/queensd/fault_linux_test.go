package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/queens/internal/testkit"
)

// TestFullDisk has the file system of the ledger fill up. The count ends with an error that
// names the file; with more space the same command goes on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=32k"); err != nil {
		t.Skipf("cannot make a small file system: %v", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	line := "count 12 --quiet --tasks 1000 --ledger " + dir + "/q.jsonl"
	got := queensRun(t.Context(), line)
	if got.status != 2 || got.stdout != "" || !strings.Contains(got.stderr, dir+"/q.jsonl") || !strings.Contains(got.stderr, "no space") {
		t.Errorf("full: %+v", got)
	}
	size := len(testkit.Must(os.ReadFile(dir + "/q.jsonl")))
	if got := queensRun(t.Context(), line); got.status != 2 {
		t.Errorf("still full: %+v", got)
	}
	testkit.NoError(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=10m"))
	if got := mustRun(t, line); got != "14200\n" {
		t.Errorf("got %q", got)
	}
	if more := len(testkit.Must(os.ReadFile(dir + "/q.jsonl"))); size < 16<<10 || more < 2*size {
		t.Errorf("%d bytes, then %d", size, more)
	}
}

// TestPipe gives a pipe that nobody writes to instead of a key.
func TestPipe(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	testkit.NoError(t, syscall.Mkfifo(pipe, 0o600))
	if got := queensRun(t.Context(), "worker --auth "+pipe); got.stderr != "queensd: "+pipe+" is not a regular file\n" {
		t.Errorf("%+v", got)
	}
}
