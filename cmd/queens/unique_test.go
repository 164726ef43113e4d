package main

import (
	"strings"
	"testing"
)

func TestUnique(t *testing.T) {
	const one, other = "3 6 8 2 4 1 7 5", "6 3 7 2 4 8 1 5"
	const yes, hard, no, many = "exactly one solution, easy\n", "exactly one solution, hard\n", "no solution\n", "more than one solution\n"
	tests := []struct {
		args string
		want result
	}{
		{"8 --given b4,d5 --blocked c1 --format vector", result{0, other + "\n", hard}},
		{"8 --given b4,d5 --blocked f1 --format vector", result{0, one + "\n", hard}},
		{"8 --given b4,d5 --blocked c1,f1 --format vector", result{1, "", no}},
		{"8 --given b4,d5 --blocked c1,f1", result{1, "", no}},
		{"0 --format vector", result{0, "n=0\n", yes}},
		{"1", result{0, "1  Q\n   a\n\n", yes}},
		{"2", result{1, "", no}},
		{"8 --given b4,d5 --blocked c1 --json", result{0, `{"board":"n=8 given=b4,d5 blocked=c1","solutions":"one","difficulty":"hard","answers":[[5,2,6,1,3,7,0,4]]}` + "\n", ""}},
		{"3 --json", result{1, `{"board":"n=3","solutions":"none","answers":[]}` + "\n", ""}},
		{"4 --json", result{1, `{"board":"n=4","solutions":"several","answers":[[1,3,0,2],[2,0,3,1]]}` + "\n", ""}},
		{"5x", result{2, "", "queens: board \"5x\" cannot be read: item 1 is \"5x\", want a column 1..1 or \".\"\n"}},
		{"36824175 --format vector", result{0, one + "\n", yes}},
	}
	for _, test := range tests {
		checkResult(t, test.args, test.want, queensRun(t.Context(), "unique "+test.args))
	}
	got := queensRun(t.Context(), "unique 4")
	if got.status != 1 || got.stderr != many || strings.Count(got.stdout, "Q") != 8 {
		t.Errorf("unique 4: %+v", got)
	}
}

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
