package find

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
)

// The first solution is that of a naive search, for any number of workers, who report their progress.
func TestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 5))
	grids := []Grid{Empty(11, true), Empty(9, false).With(4, 4)}
	for n := range testkit.Fewer(20, 14) {
		grids = append(grids, Empty(n, false))
	}
	for range testkit.Fewer(300, 50) {
		grids = append(grids, blockedGrid(rng, 5+rng.IntN(9), rng.IntN(4) == 0, 0.4+0.5*rng.Float64()))
	}
	solvable := 0
	for _, g := range grids {
		var want []int
		for _, want = range solutionsIn(g, 1) {
			solvable++
		}
		for workers := 1; workers <= 3; workers++ {
			rows := 0
			first, err := FirstQuery{Workers: workers, OnRows: func(settled int) {
				if settled < rows {
					t.Errorf("%b: %d rows are settled after %d", g.Open, settled, rows)
				}
				rows = settled
			}}.Find(t.Context(), g)
			if !slices.Equal(first, want) || (err == nil) != (want != nil) || err != nil && err != ErrNone || err == nil && rows != len(g.Open) {
				t.Errorf("%b, torus %t, %d workers: %v, %v with %d rows settled, want %v", g.Open, g.Torus, workers, first, err, rows, want)
			}
		}
	}
	if solvable < len(grids)/3 {
		t.Errorf("only %d of %d boards have a solution", solvable, len(grids))
	}
}

// The first solutions of boards of more than 64 rows: one that takes a second, or those that take
// up to five. The rows up to 64 are tested with the library.
func TestFirstLarge(t *testing.T) {
	sizes := []int{68, 65, 67, 71, 72, 75}
	if !testkit.Long() {
		sizes = sizes[:testkit.Fewer(1, 0)]
	}
	for line := range strings.Lines(string(testkit.Must(os.ReadFile("../../testdata/first.txt")))) {
		columns := strings.Fields(line)
		n := len(columns)
		if strings.HasPrefix(line, "#") || !slices.Contains(sizes, n) {
			continue
		}
		first, err := FirstQuery{Workers: 2}.Find(t.Context(), Empty(n, false))
		for row, col := range first {
			if columns[row] != fmt.Sprint(col+1) {
				t.Errorf("n = %d: %v, want %v, counted from 1", n, first, columns)
				break
			}
		}
		if err != nil {
			t.Errorf("n = %d: %v", n, err)
		}
	}
}

// Large boards, of more than 64 rows too: with any number of the queens of a solution given it is
// found, and a queen too many refutes the board.
func TestFindLargeBoards(t *testing.T) {
	testkit.Sequential(t)
	for n := 20; n <= MaxRows; n += 9 {
		solution := testkit.Must(newTestSolver(Empty(n, false)).Find(nil))
		g := Empty(n, false)
		for row, col := range solution {
			if !g.Open[row].Has(col) {
				t.Fatalf("n = %d: %v is not a solution", n, solution)
			}
			g = g.With(row, col)
		}
		for given := n - 1; given > n/2; given -= 5 {
			g := Empty(n, false)
			for row := range given {
				g = g.With(row, solution[row])
			}
			found, err := newTestSolver(g).Unique()
			if err == nil && !slices.Equal(found, solution) || err != nil && err != ErrSeveral {
				t.Errorf("n = %d, %d queens of %v given: %v, %v", n, given, solution, found, err)
			}
			g.Open[n-1].remove(solution[n-1])
			if found, err := newTestSolver(g).Find(nil); given == n-1 && err != ErrNone || err == nil && slices.Equal(found, solution) {
				t.Errorf("n = %d, a square of %v blocked: %v, %v", n, solution, found, err)
			}
		}
	}
	for n := 60; n <= MaxRows; n++ {
		_, err := newTestSolver(Empty(n, true)).Find(nil)
		if solvable := n%2 != 0 && n%3 != 0; solvable != (err == nil) {
			t.Errorf("torus of %d rows: %v", n, err)
		}
	}
}
