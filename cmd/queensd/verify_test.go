package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queens/ledger"
)

func tasksOf(cut *ledger.Cut) (tasks []int) {
	for task := range cut.Total {
		tasks = append(tasks, task)
	}
	return tasks
}

// TestVerify finds a wrong result and a damaged line in a ledger.
func TestVerify(t *testing.T) {
	t.Parallel()
	_, cut := boardOf(t, "n=8", 10)
	text := cut.Line()
	err := cut.CountTasks(t.Context(), tasksOf(cut), 1, func(r ledger.Result) {
		r.By, r.At = "eve@e", time.Unix(1e9, 0).UTC()
		if r.Task == 3 {
			r.Count++
			text = append(text, cut.ResultLine(r)...)
			r.By = "mallory@m"
		}
		text = append(text, cut.ResultLine(r)...)
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ledger")
	if err := os.WriteFile(file, append(text, "x\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	got := queensRun(t.Context(), "verify --recount 100 "+file)
	if got.status != 1 || !strings.Contains(got.stdout, " is damaged\ntask 3 has the count ") || !strings.Contains(got.stdout, ` by "eve@e" and by "mallory@m", but it is `) || !strings.Contains(got.stdout, ", 1 wrong; ") {
		t.Errorf("got %+v", got)
	}
}
