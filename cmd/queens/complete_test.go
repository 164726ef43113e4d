package main

import (
	"strings"
	"testing"

	"example.com/queens"
)

func TestComplete(t *testing.T) {
	tests := []struct{ line, stdout, stderr string }{
		{"complete 8 --given b4,d5 --blocked f1", `8  . . . . Q . . .
7  . . . . . . Q .
6  Q . . . . . . .
5  . . . Q . . . .
4  . Q . . . . . .
3  . . . . . . . Q
2  . . . . . Q . .
1  . . Q . . x . .
   a b c d e f g h

`, ""},
		{"complete 8 --given b4,d5 --blocked f1 --format fen", "4Q3/6Q1/Q7/3Q4/1Q6/7Q/5Q2/2Q5\n", ""},
		{"complete 0 --format vector", "n=0\n", ""},
		{"complete 1 --format json", "[0]\n", ""},
		{"complete 8 --given b4,d5 --blocked c1,f1 --format grid", "", "no solution\n"},
		{"complete 8 --torus", "", "no solution\n"},
	}
	for _, test := range tests {
		check(t, test.line, test.stdout, test.stderr)
	}
}

func TestCompleteLarge(t *testing.T) {
	for _, line := range []string{"complete 64", "complete 49 --torus", "complete 64 --given a1,c64 --blocked b3"} {
		p, err := queens.Parse(mustRun(t, line+" --format fen"))
		if err != nil || !p.Solved() {
			t.Errorf("%s: %v, %v", line, p, err)
		}
	}
}

// Boards of more than 64 rows are read from the command line and from files, and keep their
// given queens.
func TestCompleteBeyondBoards(t *testing.T) {
	solved := func(text string, given ...int) {
		t.Helper()
		p, err := queens.Parse(strings.TrimSpace(text))
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
			t.Errorf("%.60s… has not the queens of %v", line, random[:2])
		}
	}
	withInput(t, "8\n4\n")
	check(t, "complete --format vector --given b1", "2 8 6 1 3 5 7 4\n2 4 1 3\n", "")
	for line, want := range map[string]string{
		"complete 100 --seed 1 --given a1,b2": "queens: given queens a1 and b2 attack each other\n",
		"complete 100 --given a1,c1":          "queens: given queens a1 and c1 attack each other\n",
		"complete 100 --given a101":           "queens: given queen a101 is off the 100×100 board\n",
		"complete 100 --blocked a1":           "queens: a board of 100 rows has only given queens: --blocked, --torus and --regions are for at most 64 rows\n",
		"complete 2000":                       "queens: the board has 2000 rows, want at most 1000 for a diagram\n",
		"complete 134217729":                  "queens: board \"134217729\" cannot be read: n = 134217729 out of range 0..64\n",
	} {
		if got := queensRun(t.Context(), line); got.status != 2 || got.stderr != want {
			t.Errorf("%s: %+v, want %q", line, got, want)
		}
	}
}
