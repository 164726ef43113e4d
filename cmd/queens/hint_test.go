package main

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// TestHints follows all steps of puzzles to their only solution.
func TestHints(t *testing.T) {
	for _, line := range []string{"puzzle 8 --seed 1 -d easy", "puzzle 12 --seed 2 -d medium", "puzzle 14 --seed 3 -d hard", "puzzle 11 --torus --seed 4"} {
		text := queensRun(t.Context(), line+" --json --answer").stdout
		withInput(t, text)
		var made struct {
			Board  *queens.Board
			Answer queens.Placement
		}
		testkit.NoError(t, json.Unmarshal([]byte(text), &made))
		queensLeft := made.Board.N()
		for range made.Board.Given() {
			queensLeft--
		}
		for text := range strings.Lines(mustRun(t, "hint - --all --json")) {
			var step struct {
				Rule, Text       string
				Queens, Excluded []queens.Square
			}
			testkit.NoError(t, json.Unmarshal([]byte(text), &step))
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
