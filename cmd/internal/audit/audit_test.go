package audit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/internal/testkit"
	"github.com/spf13/cobra"
)

// write writes a ledger of the empty board of size 12 in at least 50 tasks, all counted. It adds wrong
// to the counts of tasks.
func write(t *testing.T, name string, wrong map[int]uint64) *ledger.Cut {
	t.Helper()
	b := testkit.Must(queens.New(12))
	c := testkit.Must(ledger.OpenCount(t.Context(), name, b, 50))
	defer c.Close()
	for task := range c.Total {
		count := testkit.Must(c.Cut.Task(task).Count(t.Context()))
		testkit.Must(c.Add(ledger.Result{Task: task, Count: count + wrong[task]}))
	}
	return c.Cut
}

// run runs an audit, and returns its status and what it prints.
func run(t *testing.T, args ...string) (status int, stdout string) {
	t.Helper()
	root := &cobra.Command{Use: "test"}
	root.AddCommand(Command("test"))
	var out, stderr strings.Builder
	status = cli.Run(t.Context(), root, append([]string{"audit", "--quiet"}, args...), &out, &stderr)
	return status, out.String() + stderr.String()
}

// TestAudit draws shares of the tasks of a ledger that is right, and of one with a wrong count, which is
// found if its task is drawn to be recounted, and so always if all are.
func TestAudit(t *testing.T) {
	dir := t.TempDir()
	right, wrong := filepath.Join(dir, "right"), filepath.Join(dir, "wrong")
	write(t, right, nil)
	cut := write(t, wrong, map[int]uint64{7: 8})
	all := cut.Total
	count := testkit.Must(cut.Task(7).Count(t.Context()))
	line := fmt.Sprintf("task 7 has the count %d, but it is %d\n", count+8, count)
	for _, test := range []struct {
		flags              string
		recounted, checked int
	}{
		{"--recount 100 --check 0", all, 0},
		{"--recount 100 --check 100", all, all},
		{"--recount 0 --check 100", 0, all},
		{"--recount 0 --check 0.01", 0, 20},
		{"--recount 0 --check 0", 0, 0},
		{"--recount 50% --check 50", (all + 1) / 2, (all + 1) / 2},
	} {
		summary := func(wrong int) string {
			return fmt.Sprintf("n=12: %d of %d results recounted, %d wrong; %d checked, 0 wrong; %d of %d tasks done\n",
				test.recounted, all, wrong, test.checked, all, all)
		}
		flags := strings.Fields(test.flags)
		if status, out := run(t, append(flags, right)...); status != 0 || out != summary(0) {
			t.Errorf("%s: status %d, %q, want %q", test.flags, status, out, summary(0))
		}
		status, out := run(t, append(flags, wrong)...)
		found := status == 1 && out == line+summary(1)
		missed := status == 0 && out == summary(0)
		if test.recounted == all && !found || test.recounted == 0 && !missed || !found && !missed {
			t.Errorf("%s: a wrong count: status %d, %q", test.flags, status, out)
		}
	}
}

// TestAuditFindings prints what is wrong, with who counted it.
func TestAuditFindings(t *testing.T) {
	b := ledger.NewBook(ledger.Head{Board: "n=12", Asked: 1, Total: 3})
	f := findings{book: b, damaged: []string{"line 2 of q"}, recounts: []int{1}, checks: []int{1, 2}, meter: cli.NewMeter(&strings.Builder{})}
	f.addCount(1, 5)
	f.addCheck(2, nil)
	f.addCheck(1, errors.New("queens: the check fails"))
	var out strings.Builder
	err := f.print(&out)
	const want = "line 2 of q is damaged\n" + "task 1 has the count 0, but it is 5\n" + "task 1: the check fails\n" +
		"n=12: 1 of 0 results recounted, 1 wrong; 2 checked, 1 wrong; 0 of 3 tasks done\n"
	if err != cli.ErrNo || out.String() != want {
		t.Errorf("%v, %q, want %q", err, out.String(), want)
	}
}

// TestAuditDirectory reads several ledgers, one of them with a damaged line, and leaves them alone.
func TestAuditDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "q12.d")
	testkit.NoError(t, os.Mkdir(dir, 0o777))
	if _, out := run(t, dir); out != "test: no ledger is in the directory "+dir+"\n" {
		t.Errorf("an empty directory: %q", out)
	}
	one, other := filepath.Join(dir, "one.jsonl"), filepath.Join(dir, "other.jsonl")
	cut := write(t, one, nil)
	text := testkit.Must(os.ReadFile(one))
	lines := strings.SplitAfter(string(text), "\n")
	half := len(lines) / 2
	for name, part := range map[string][]string{one: append(slices.Clone(lines[:half]), "damaged\n"), other: append(lines[:1:1], lines[half:]...)} {
		testkit.NoError(t, os.WriteFile(name, []byte(strings.Join(part, "")), 0o666))
	}
	want := fmt.Sprintf("line %d of %s is damaged\nn=12: %d of %d results recounted, 0 wrong; 20 checked, 0 wrong; %d of %d tasks done\n",
		half+1, one, cut.Total, cut.Total, cut.Total, cut.Total)
	if status, out := run(t, dir, "--recount", "100"); status != 1 || out != want {
		t.Errorf("status %d, %q, want %q", status, out, want)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("the directory has %v, %v", entries, err)
	}
}
