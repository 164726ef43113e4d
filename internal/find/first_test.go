package find

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	. "example.com/queens/internal/testkit"
)

// The claims are true, and together leave no solution before the one that is found. Each was
// made before it was proved. That is so on boards of more than 64 rows too.
func TestFirstClaims(t *testing.T) {
	blocked := gridWithout(14, func(s square) bool { return s == square{0, 0} || s == square{3, 6} })
	grids := []Grid{Empty(11, true), blocked, Empty(9, false).With(4, 4)}
	for _, n := range []int{68, 0, 1, 3, 4, 6, 8, 12, 16, 22}[Fewer(0, 1):] {
		grids = append(grids, Empty(n, false))
	}
	for _, g := range grids {
		for workers := 1; workers <= 3 && (workers == 1 || len(g.Open) <= 64); workers++ {
			made, covered := map[string]bool{}, map[string][]int{} // whether a claim is proved; columns by prefix
			first, err := FirstQuery{Workers: workers, OnClaim: func(c Claim, proved bool) {
				text := fmt.Sprint(c)
				if was, ok := made[text]; ok != proved || was {
					t.Errorf("claim %s, proved %t: it was made before: %t, proved: %t", text, proved, ok, was)
				}
				if made[text] = proved; proved {
					covered[fmt.Sprint(c.Prefix)] = append(covered[fmt.Sprint(c.Prefix)], c.Columns...)
					rest := Must(c.Counterexamples(g))
					if p, err := newFirstSolver(rest, 1, new(atomic.Bool)).Find(nil); err != ErrNone {
						t.Errorf("claim %s: %v, %v", text, p, err)
					}
				}
			}}.Find(t.Context(), g)
			if len(g.Open) <= 16 {
				want := append(solutionsIn(g, 1), nil)[0]
				if !slices.Equal(first, want) || (err == nil) != (len(want) == len(g.Open)) && len(g.Open) > 0 {
					t.Errorf("%d workers: %v, %v, want %v", workers, first, err, want)
				}
			}
			rest := g
			for row, best := range first {
				for col := range rest.Open[row].and(Below(best)).Members() {
					if !slices.Contains(covered[fmt.Sprint(first[:row])], col) {
						t.Errorf("no claim says that %v cannot go on with %d", first[:row], col)
					}
				}
				rest = rest.With(row, best)
			}
		}
	}
}

// The first solutions of boards of more than 64 rows: one that takes a second, or those that take
// up to five. The rows up to 64 are tested with the library.
func TestFirstLarge(t *testing.T) {
	sizes := []int{68, 65, 67, 71, 72, 75}
	if !Long() {
		sizes = sizes[:Fewer(1, 0)]
	}
	for line := range strings.Lines(string(Must(os.ReadFile("../../testdata/first.txt")))) {
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

func TestClaimErrors(t *testing.T) {
	g := Empty(4, false)
	for want, c := range map[string]Claim{
		"claim about row 5 of a board of 4":          {Prefix: []int{1, 3, 0, 2}},
		"claim about column 5 of a board of 4":       {Prefix: []int{1}, Columns: []int{4}},
		"claim about column 0 of a board of 4":       {Columns: []int{-1}},
		"claim with a queen in row 2 and column 0,":  {Prefix: []int{0, -1}},
		"claim with a queen in row 2 and column 65,": {Prefix: []int{0, 64}},
		"claim with a queen in row 2 and column 2,":  {Prefix: []int{0, 1}},
	} {
		if _, err := c.Counterexamples(g); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", c, err, want)
		}
	}
	rest := Must(Claim{Prefix: []int{1}, Columns: []int{2, 3}}.Counterexamples(g))
	if solutions := solutionsIn(rest, math.MaxInt); len(solutions) != 1 {
		t.Errorf("%v: solutions %v, want one", rest, solutions)
	}
}

// Boards of more than 64 rows: with any number of the queens of a solution given it is found,
// and a queen too many refutes the board.
func TestFindLargeBoards(t *testing.T) {
	for n := 65; n <= MaxRows; n += 9 {
		solution := Must(newTestSolver(Empty(n, false)).Find(nil))
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
