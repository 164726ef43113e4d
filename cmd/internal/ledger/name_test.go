package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"example.com/queens/internal/testkit"
)

// TestDeleted removes or replaces a ledger during a count.
func TestDeleted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let go of files in use")
	}
	for _, replaced := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "q8.jsonl")
		l := testkit.Must(open8(t, name))
		defer l.Close()
		if _, err := l.Add(by("ann@a", 0, 5)); err != nil {
			t.Error(err)
		}
		testkit.NoError(t, os.Remove(name))
		if replaced {
			testkit.NoError(t, os.WriteFile(name, l.Line(), 0o666))
		}
		if _, err := l.Add(by("ann@a", 1, 5)); err == nil || !strings.Contains(err.Error(), "was deleted or replaced") {
			t.Errorf("replaced %t: %v", replaced, err)
		}
	}
}

// TestShortened shortens a ledger before more is written to it than it loses.
func TestShortened(t *testing.T) {
	name := filepath.Join(t.TempDir(), "q8.jsonl")
	l := testkit.Must(open8(t, name))
	defer l.Close()
	if _, err := l.Add(by("ann@a", 0, 5)); err != nil {
		t.Error(err)
	}
	testkit.NoError(t, os.Truncate(name, 150))
	if _, err := l.Add(by("ann@a", 1, 5), by("ann@a", 2, 5), by("ann@a", 3, 5)); err == nil || !strings.Contains(err.Error(), "was shortened") {
		t.Error(err)
	}
}

// TestUnsyncedDirectory opens a ledger in a directory that cannot be synced: because the file
// system has no such operation, or because it fails.
func TestUnsyncedDirectory(t *testing.T) {
	before := syncDir
	defer func() { syncDir = before }()
	for _, test := range []struct {
		err error
		ok  bool
	}{{syscall.EINVAL, true}, {errors.ErrUnsupported, true}, {syscall.EIO, false}} {
		syncDir = func(name string) error { return &os.PathError{Op: "sync", Path: name, Err: test.err} }
		l, err := open8(t, filepath.Join(t.TempDir(), "q8.jsonl"))
		if test.ok && err != nil || !test.ok && !errors.Is(err, test.err) {
			t.Errorf("%v: %v", test.err, err)
		}
		if err == nil {
			l.Close()
		}
	}
}
