package main

import (
	"fmt"
	"strings"
	"testing"

	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/internal/testkit"
)

// TestTwoCounts starts two counts with the same accounts at once, and a third one later. Only one goes on, and
// says so; a worker ends with it.
func TestTwoCounts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := testkit.Must(access.Start(access.Config{Listen: "127.0.0.1:0", Keys: testkit.Must(access.Keys(dir)), Log: func(string) {}}))
	defer server.Stop()
	count := func(n int) *process {
		line := "count %d --workers 0 --quiet --tasks 500 --ledger %s/q%[1]d" + as("coordinator", dir, server.URL())
		return start(t, fmt.Sprintf(line, n, dir))
	}
	mustLose := func(loser *process, n int) {
		t.Helper()
		waitFor(t, "the end of a count", loser.hasEnded)
		want := fmt.Sprintf("queensd: a count of \"n=%d\" uses that server already: want one count in each account\n", n)
		if got := loser.stderr.String(); !strings.HasSuffix(got, want) || loser.ProcessState.ExitCode() != 2 {
			t.Errorf("%v, %q", loser.ProcessState, got)
		}
	}
	winner, loser, n, total := count(10), count(11), 10, "724\n"
	waitFor(t, "the end of a count", func() bool { return winner.hasEnded() || loser.hasEnded() })
	if winner.hasEnded() {
		winner, loser, n, total = loser, winner, 11, "2680\n"
	}
	mustLose(loser, n)
	mustLose(count(9), n)
	mustRun(t, "worker --quiet"+as("worker", dir, server.URL()))
	winner.mustEnd(t)
	if got := winner.stderr.String(); winner.stdout.String() != total || !strings.Contains(got, `a count of "n=9" has begun on the same server; this one goes on`) {
		t.Errorf("%q, %q", winner.stdout, got)
	}
}
