package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
)

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

// TestPuzzleFile has puzzles drawn into files that cannot be made, and makes none.
func TestPuzzleFile(t *testing.T) {
	none := filepath.Join(t.TempDir(), "no", "sheet.svg")
	got := queensRun(t.Context(), "puzzle 8 --count 2000000000 --output "+none)
	if got.status != 2 || got.stdout != "" || !strings.HasPrefix(got.stderr, "queens: open "+none) {
		t.Errorf("%+v", got)
	}
	unused := filepath.Join(t.TempDir(), "new.svg")
	if got := queensRun(t.Context(), "puzzle 3 --output "+unused); got.status != 1 {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(unused); err == nil {
		t.Error("the file is there, without a puzzle")
	}
}
