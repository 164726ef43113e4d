package main

import (
	"fmt"
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
	got := queensRun(t.Context(), "solve 25 --format vector --limit 2605")
	if lines := strings.Count(got.stdout, "\n"); lines != 2605 || got.stderr != "first 2605 solutions\n" {
		t.Errorf("%d lines, stderr %q", lines, got.stderr)
	}
}

// TestFundamentalTotal compares the sum of the orbits with a count.
func TestFundamentalTotal(t *testing.T) {
	for _, board := range []string{
		"0", "1", "4", "5", "6", "8", "9", "10", // no constraint
		"8 --blocked a1,h8",               // two diagonals and a half turn
		"8 --blocked a1,h1,a8,h8",         // all symmetries
		"8 --blocked d1,e1",               // a mirror
		"9 --given e5", "9 --given e5,e5", // all symmetries
		"10 --given c1,h10",                     // a half turn
		"9 --given e5 --blocked a1",             // a diagonal
		"12 --blocked b1,l2,k12,a11 --given c3", // none
		"8 --blocked b1,h2,g8,a7",               // rotations
		"7 --torus", "11 --torus", "11 --torus --given f6", "11 --torus --blocked a1",
	} {
		count := strings.TrimSpace(mustRun(t, "count "+board))
		got := queensRun(t.Context(), "solve --fundamental --format vector "+board)
		want := fmt.Sprintf("%s solutions, %d fundamental\n", count, strings.Count(got.stdout, "\n"))
		if count == "1" {
			want = "1 solution, 1 fundamental\n"
		}
		if got.stderr != want {
			t.Errorf("%s: %q, want %q", board, got.stderr, want)
		}
	}
}
