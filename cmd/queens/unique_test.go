package main

import (
	"strings"
	"testing"
)

// TestUniqueTwo checks the two solutions printed for boards with several.
func TestUniqueTwo(t *testing.T) {
	for _, board := range []string{"4", "8 --given b4,d5", "12 --given a1", "20 --blocked a1", "64", "13 --torus", "35 --torus --given b1"} {
		got := queensRun(t.Context(), "unique --format vector "+board)
		if got.status != 1 || got.stderr != "more than one solution\n" {
			t.Fatalf("%s: %+v", board, got)
		}
		lines := strings.Split(got.stdout, "\n")
		if len(lines) != 3 || lines[0] == lines[1] {
			t.Fatalf("%s: solutions are %q", board, lines)
		}
		_, constraints, _ := strings.Cut(board, " ")
		if got := runWith(t, got.stdout, "verify "+constraints); got.status != 0 {
			t.Errorf("%s: %s", board, got.stdout)
		}
	}
}
