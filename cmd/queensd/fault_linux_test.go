package main

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"example.com/queens/internal/testkit"
)

// TestFullDisk has the file system of the ledger fill up. The count ends with an error that
// names the file; with more space the same command goes on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	// In a namespace of its own, any user may mount a file system.
	const script = `mount -t tmpfs -o size=32k tmpfs $DIR || exit 3
		! $COUNT && ! $COUNT && wc -c $DIR/q.jsonl && mount -o remount,size=10m $DIR && exec $COUNT`
	dir := t.TempDir()
	disk := launch(t, exec.Command("unshare", "--map-root-user", "--mount", "sh", "-c", script),
		"DIR="+dir, "COUNT="+testkit.Must(os.Executable())+" count 12 --quiet --tasks 1000 --ledger "+dir+"/q.jsonl")
	if waitFor(t, "the end", disk.hasEnded); disk.ProcessState.ExitCode() == 3 {
		t.Skipf("cannot make a small file system: %s", disk.stderr)
	}
	var size, total int
	_, err := fmt.Sscanf(disk.stdout.String(), "%d "+dir+"/q.jsonl\n%d\n", &size, &total)
	full := "queensd: write " + dir + "/q.jsonl: no space left on device\n"
	if err != nil || total != 14200 || size < 16<<10 || disk.stderr.String() != full+full {
		t.Errorf("%v, %q, %q, %v", disk.ProcessState, disk.stdout, disk.stderr, err)
	}
}
