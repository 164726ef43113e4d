package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
)

// TestPuzzle makes puzzles and checks that their answer is the only one.
func TestPuzzle(t *testing.T) {
	for _, line := range []string{
		"puzzle 0", "puzzle 1", "puzzle 4", "puzzle 8", "puzzle 12", "puzzle 8 --difficulty hard", "puzzle 8 --difficulty easy", "puzzle 8 --given b4 --blocked c1", "puzzle 7 --torus",
	} {
		got := queensRun(t.Context(), line+" --json --answer --seed 1")
		var made struct {
			Board  string
			Answer queens.Placement
			Seed   uint64

			Difficulty string
		}
		if err := json.Unmarshal([]byte(got.stdout), &made); err != nil || made.Seed != 1 {
			t.Fatalf("%s: %v, %+v", line, err, got)
		}
		s := testkit.Must(queens.ParseBoard(made.Board))
		if only, err := s.Unique(t.Context()); err != nil || only.String() != made.Answer.String() {
			t.Errorf("%s: the answer is %v, not %v, %v", line, only, made.Answer, err)
		}
		rating, err := puzzle.Rate(t.Context(), s)
		if _, asked, ok := strings.Cut(line, "--difficulty "); err != nil || ok && asked != made.Difficulty || made.Difficulty != rating.Difficulty.String() {
			t.Errorf("%s: it is %v, %v, and said to be %s", line, rating, err, made.Difficulty)
		}
	}
}

// TestPuzzleShown prints a puzzle with its answer, and draws it.
func TestPuzzleShown(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "puzzle.svg")
	got := queensRun(t.Context(), "puzzle 8 --seed 1 --answer --output "+picture)
	if verdicts := runWith(t, got.stdout, "verify").stdout; !strings.Contains(verdicts, "1: not a solution: rank ") || !strings.HasSuffix(verdicts, ": solution\n") {
		t.Errorf("%s\n%s", got.stdout, verdicts)
	}
	_, words, _ := strings.Cut(got.stderr, "queens ")
	_, words, _ = strings.Cut(words, `queens complete "`)
	board, _, _ := strings.Cut(words, `"`)
	if shown := quotedRun(t, "complete", board); !strings.HasSuffix(got.stdout, shown.stdout) || shown.stdout == "" {
		t.Errorf("%q shows %+v", board, shown)
	}
	svg := testkit.Must(os.ReadFile(picture))
	wellFormed(t, string(svg))
}
