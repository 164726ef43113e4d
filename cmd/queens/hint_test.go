package main

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/queens"
)

func TestHint(t *testing.T) {
	const several = "no further step: there is more than one solution\n"
	tests := []struct {
		args string
		want result
	}{
		{"8 --given b4,d5 --blocked c1", result{0, "A queen on g1 would force a queen on a6, leaving file f no square.\n", ""}},
		{"4", result{0, "A queen on b2 would force a queen on d1, leaving rank 3 no square.\n", ""}},
		{"8", result{1, "", several}},
		{"8 --given b4,d5 --blocked c1 --look", result{0, "Look at file f: f1, f2, f6.\n", ""}},
		{"4 --given b1 --look --all", result{0, "Look at rank 2.\nLook at rank 3.\nLook at rank 4.\n", ""}},
		{"AABB/ACCB/DDCB/DDDB --look", result{0, "Look at column d: d1, d2, d3, d4.\n", ""}},
		{"15863724", result{1, "", "the board is solved\n"}},
		{"8 --given a1,b3", result{1, "", "no solution; without the queen on a1 there is one\n"}},
		{"8 --given a8,b2,c7", result{1, "", "no solution; without the queen on c7 there is one\n"}},
		{"3", result{1, "", "no solution\n"}},
	}
	for _, test := range tests {
		checkResult(t, test.args, test.want, queensRun(t.Context(), "hint "+test.args))
	}
}

// TestHints follows all steps of puzzles to their only solution.
func TestHints(t *testing.T) {
	for _, line := range []string{"puzzle 8 --seed 1 -d easy", "puzzle 12 --seed 2 -d medium", "puzzle 14 --seed 3 -d hard", "puzzle 11 --torus --seed 4"} {
		withInput(t, queensRun(t.Context(), line+" --json --answer").stdout)
		var made struct {
			Board  *queens.Board
			Answer queens.Placement
		}
		noError(t, json.Unmarshal([]byte(queensRun(t.Context(), line+" --json --answer").stdout), &made))
		queensLeft := made.Board.N()
		for range made.Board.Given() {
			queensLeft--
		}
		for text := range strings.Lines(mustRun(t, "hint - --all --json")) {
			var step struct {
				Rule, Text       string
				Queens, Excluded []queens.Square
			}
			noError(t, json.Unmarshal([]byte(text), &step))
			for _, queen := range step.Queens {
				if made.Answer[queen.Row] != queen.Col {
					t.Errorf("%s: %s, against the answer", line, step.Text)
				}
				queensLeft--
			}
			for _, square := range step.Excluded {
				if made.Answer[square.Row] == square.Col {
					t.Errorf("%s: %s, against the answer", line, step.Text)
				}
			}
		}
		if queensLeft != 0 {
			t.Errorf("%s: %d queens are not placed", line, queensLeft)
		}
	}
}
