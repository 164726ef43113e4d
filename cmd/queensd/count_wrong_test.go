package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/queens/cmd/queens/ledger"
)

// TestWrongResult counts with the results of two accounts, one of which is wrong. The first run
// names it and withdraws its results; the second has the right total.
func TestWrongResult(t *testing.T) {
	t.Parallel()
	_, cut := boardOf(t, "n=8", 10)
	text := cut.Line()
	byEve, wrong := 0, ledger.Result{}
	err := cut.CountTasks(t.Context(), tasksOf(cut), 1, func(r ledger.Result) {
		r.By = "ann@a"
		if r.Task%2 == 1 {
			r.By = "eve@e"
			byEve++
		}
		if r.Task == 3 {
			r.Count++
			wrong = r
		}
		text = append(text, cut.ResultLine(r)...)
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ledger")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	_, url := serveAt(t, "--data "+dir)
	at := as("coordinator", dir, url)
	mustRun(t, "import "+file+at)
	got := queensRun(t.Context(), "count 8 --quiet --recount 100"+at)
	want := fmt.Sprintf(`queensd: task 3 of "n=8": eve@e counted %d, this computer %d; all %d results of eve were withdrawn, and their tasks queued again`, wrong.Count, wrong.Count-1, byEve)
	if got.status != 2 || got.stdout != "" || !strings.HasPrefix(got.stderr, want) {
		t.Errorf("got %+v, want %s", got, want)
	}
	if got := mustCount(t, "count 8 --quiet"+at); got != "92\n" {
		t.Errorf("got %q", got)
	}
}
