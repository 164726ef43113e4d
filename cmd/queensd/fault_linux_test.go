package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
)

// TestFullDisk has the file system of the ledger fill up. The count ends with an error that
// names the file; with more space the same command goes on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	// In a namespace of its own, any user may mount a file system, if the machine allows that.
	const script = `mount -t tmpfs -o size=32k tmpfs $DIR && echo mounted &&
		! $COUNT && ! $COUNT && wc -c <$DIR/q.jsonl && mount -o remount,size=10m $DIR && exec $COUNT`
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	disk := launch(t, exec.Command(unshare, "--map-root-user", "--mount", "sh", "-c", script),
		"DIR="+dir, "COUNT="+testkit.Must(os.Executable())+" count 12 --quiet --tasks 1000 --ledger "+dir+"/q.jsonl")
	if waitFor(t, "the end", disk.hasEnded); disk.stdout.String() == "" {
		t.Skipf("cannot make a small file system: %s", disk.stderr)
	}
	var size, total int
	_, err = fmt.Sscanf(disk.stdout.String(), "mounted\n%d\n%d\n", &size, &total)
	full := strings.Count(disk.stderr.String(), dir+"/q.jsonl: no space left on device\n")
	if err != nil || total != 14200 || size < 16<<10 || full != 2 {
		t.Errorf("%v, %q, %q, %v", disk.ProcessState, disk.stdout, disk.stderr, err)
	}
}
