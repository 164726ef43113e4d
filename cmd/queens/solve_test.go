package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	const grid = `  +---+---+---+---+
4 |   |   | Q |   |
  +---+---+---+---+
3 | Q |   |   |   |
  +---+---+---+---+
2 |   |   |   | Q |
  +---+---+---+---+
1 |   | Q |   |   |
  +---+---+---+---+
    a   b   c   d

  +---+---+---+---+
4 |   | Q |   |   |
  +---+---+---+---+
3 |   |   |   | Q |
  +---+---+---+---+
2 | Q |   |   |   |
  +---+---+---+---+
1 |   |   | Q |   |
  +---+---+---+---+
    a   b   c   d

`
	const diagram = `4  . . Q .
3  Q . . .
2  . . . Q
1  . Q . .
   a b c d

4  . Q . .
3  . . . Q
2  Q . . .
1  . . Q .
   a b c d

`
	const summary = "2 solutions\n"
	tests := []struct{ line, stdout, stderr string }{
		{"solve 4", diagram, summary},
		{"solve 4 --format diagram", diagram, summary},
		{"solve 4 --format grid", grid, summary},
		{"solve 4 --format vector", "2 4 1 3\n3 1 4 2\n", summary},
		{"solve 4 --format fen", "2Q1/Q3/3Q/1Q2\n1Q2/3Q/Q3/2Q1\n", summary},
		{"solve 4 --format squares", "n=4 b1 d2 a3 c4\nn=4 c1 a2 d3 b4\n", summary},
		{"solve 4 --format json", "[1,3,0,2]\n[2,0,3,1]\n", summary},
		{"solve 0", "n=0\n", "1 solution\n"},
		{"solve 0 --format vector", "n=0\n", "1 solution\n"},
		{"solve 0 --format json", "{\"board\":\"n=0\"}\n", "1 solution\n"},
		{"solve 1 --format grid", "  +---+\n1 | Q |\n  +---+\n    a\n\n", "1 solution\n"},
		{"solve 1 --format json", "[0]\n", "1 solution\n"},
		{"solve 3", "", "no solutions\n"},
		{"solve 3 --fundamental", "", "no solutions\n"},
		{"solve 3 --format json", "", "no solutions\n"},
	}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) { check(t, test.line, test.stdout, test.stderr) })
	}
}

func check(t *testing.T, line, stdout, stderr string) {
	t.Helper()
	want := result{0, stdout, stderr}
	if strings.HasPrefix(stderr, "no solution") {
		want.status = 1
	}
	checkResult(t, line, want, queensRun(t.Context(), line))
}

func TestLimit(t *testing.T) {
	const four = "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n5 3 1 6 4 2\n"
	tests := []struct{ line, stdout, stderr string }{
		{"solve 6 --format vector --limit 1", four[:12], "first solution\n"},
		{"solve 6 --format vector --limit 3", four[:36], "first 3 solutions\n"},
		{"solve 6 --format vector --limit 4", four, "first 4 solutions\n"},
		{"solve 6 --format vector --limit 5", four, "4 solutions\n"},
		{"solve 6 --format vector --limit 0", four, "4 solutions\n"},
		{"solve 6 --format vector --limit 1 --fundamental", four[:12], "first fundamental solution\n"},
		{"solve 6 --format vector --limit 2 --fundamental", four[:12], "4 solutions, 1 fundamental\n"},
		{"solve 3 --format vector --limit 1", "", "no solutions\n"},
	}
	for _, test := range tests {
		check(t, test.line, test.stdout, test.stderr)
	}
	got := queensRun(t.Context(), "solve 25 --format vector --limit 2605")
	if lines := strings.Count(got.stdout, "\n"); lines != 2605 || got.stderr != "first 2605 solutions\n" {
		t.Errorf("%d lines, stderr %q", lines, got.stderr)
	}
}

func TestConstraints(t *testing.T) {
	const both = "3 6 8 2 4 1 7 5\n6 3 7 2 4 8 1 5\n"
	const torus = "1 3 5 7 2 4 6\n1 4 7 3 6 2 5\n1 5 2 6 3 7 4\n1 6 4 2 7 5 3\n"
	tests := []struct{ line, stdout, stderr string }{
		{"solve 8 --format vector --given b4,d5", both, "2 solutions\n"},
		{"solve 8 --format vector --given b4 --given d5", both, "2 solutions\n"},
		{"solve 8 --format vector --given b4,d5 --blocked c1", both[16:], "1 solution\n"},
		{"solve 8 --format vector --given b4,d5 --blocked c1,f1", "", "no solutions\n"},
		{"solve 8 --format vector --given b4,d5 --blocked c1 --fundamental", both[16:], "1 solution, 1 fundamental\n"},
		{"solve 7 --format vector --torus --given a1", torus, "4 solutions\n"},
		{"solve 7 --format vector --torus --given a1 --fundamental", torus[:28], "4 solutions, 2 fundamental\n"},
		{"solve 8 --format vector --torus", "", "no solutions\n"},
	}
	for _, test := range tests {
		check(t, test.line, test.stdout, test.stderr)
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
