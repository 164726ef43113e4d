package main

import (
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	tests := []struct{ line, want string }{
		{"count 0", "1"},
		{"count 1", "1"},
		{"count 2", "0"},
		{"count 8", "92"},
		{"count 10", "724"},
		{"count 8 --given b4,d5", "2"},
		{"count 8 --given b4 --given d5", "2"},
		{"count 8 --given b4,d5,b4", "2"},
		{"count 8 --given b4,d5 --block c1", "1"},
		{"count 8 --block a1,b1,c1,d1,e1,f1,g1,h1", "0"},
		{"count 4 --block b1", "1"},
		{"count 5 --torus", "10"},
		{"count 8 --torus", "0"},
		{"count 13 --torus", "4524"},
		{"count 7 --torus --given a1", "4"},
	}
	for _, test := range tests {
		if got := mustRun(t, test.line); got != test.want+"\n" {
			t.Errorf("%s: got %q, want %s", test.line, got, test.want)
		}
	}
}

// TestCountGivenSolution gives a whole solution, with files after z.
func TestCountGivenSolution(t *testing.T) {
	solution := queensRun(t.Context(), "solve 28 --limit 1 --format squares").stdout
	given := strings.ReplaceAll(strings.TrimSpace(solution), " ", ",")
	if !strings.Contains(given, "ab") {
		t.Fatalf("no file ab in %q", given)
	}
	if got := mustRun(t, "count 28 --given "+given); got != "1\n" {
		t.Errorf("got %q", got)
	}
}
