package main

import (
	"strings"
	"testing"
)

func check(t *testing.T, line, stdout, stderr string) {
	t.Helper()
	want := result{0, stdout, stderr}
	if strings.HasPrefix(stderr, "no solution") {
		want.status = 1
	}
	checkResult(t, line, want, queensRun(t.Context(), line))
}

// TestLimit stops after many solutions, which come in batches.
func TestLimit(t *testing.T) {
	got := queensRun(t.Context(), "solve 13 --format vector --limit 2605")
	if lines := strings.Count(got.stdout, "\n"); lines != 2605 || got.stderr != "first 2605 solutions\n" {
		t.Errorf("%d lines, stderr %q", lines, got.stderr)
	}
}
