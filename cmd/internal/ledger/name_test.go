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

// TestChanged removes, replaces or shortens a ledger during a count, before more is written to it than it loses.
func TestChanged(t *testing.T) {
	for what, test := range map[string]struct {
		change func(name string, l *Count) error
		want   string
	}{
		"removed": {func(name string, _ *Count) error { return os.Remove(name) }, "was deleted or replaced"},
		"replaced": {func(name string, l *Count) error {
			return errors.Join(os.Remove(name), os.WriteFile(name, l.Line(), 0o666))
		}, "was deleted or replaced"},
		"shortened": {func(name string, _ *Count) error { return os.Truncate(name, 150) }, "was shortened"},
	} {
		if runtime.GOOS == "windows" && what != "shortened" {
			continue // Windows does not let go of files in use
		}
		name := filepath.Join(t.TempDir(), "q8.jsonl")
		l := testkit.Must(open8(t, name))
		defer l.Close()
		testkit.Must(l.Add(by("ann@a", 0, 5)))
		testkit.NoError(t, test.change(name, l))
		if _, err := l.Add(by("ann@a", 1, 5), by("ann@a", 2, 5), by("ann@a", 3, 5)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", what, err)
		}
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
