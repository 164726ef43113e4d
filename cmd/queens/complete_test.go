package main

import (
	"strings"
	"testing"

	"example.com/queens"
)

// TestCompleteBeyondBoards reads boards of more than 64 rows from the command line and from a file.
// They keep their given queens.
func TestCompleteBeyondBoards(t *testing.T) {
	solved := func(text string, given ...int) {
		t.Helper()
		p, err := queens.ParsePlacement(strings.TrimSpace(text))
		if err != nil || !p.Solved() {
			t.Errorf("%.60s…: %v", text, err)
		}
		for row, col := range given {
			if p[row] != col {
				t.Errorf("%.60s…: row %d has column %d, want %d", text, row, p[row], col)
			}
		}
	}
	solved(mustRun(t, "complete 100 --given a1,c2 --format vector --seed 1"), 0, 2)
	random := strings.Fields(mustRun(t, "random 300 --seed 1"))
	for row := 2; row < 200; row++ {
		random[row] = "_"
	}
	withInput(t, strings.Join(random, " ")+"\n"+strings.Join(random, " ")+"\n")
	lines := strings.Split(strings.TrimSpace(mustRun(t, "complete --format vector --seed 1")), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d solutions, want 2", len(lines))
	}
	for _, line := range lines {
		solved(line)
		if !strings.HasPrefix(line, random[0]+" "+random[1]+" ") {
			t.Errorf("%.60s… does not have the queens of %v", line, random[:2])
		}
	}
}
