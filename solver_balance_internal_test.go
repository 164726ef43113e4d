package queens

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// tightBoard leaves open the diagonals of one solution, and each other with some
// probability.
func tightBoard(rng *rand.Rand, solution Placement, keep float64) bitboard {
	n := len(solution)
	var open [2][]bool
	for i := range open {
		for range 2*n - 1 {
			open[i] = append(open[i], rng.Float64() < keep)
		}
	}
	for s := range solution.Queens() {
		open[0][s.Row-s.Col+n-1], open[1][s.Row+s.Col] = true, true
	}
	b := bitboard{make([]uint64, n), false}
	for row := range n {
		for col := range n {
			if open[0][row-col+n-1] && open[1][row+col] {
				b.open[row] |= 1 << col
			}
		}
	}
	return b
}

// No solution of a part is lost with the squares that are too far out, nor with the lines
// that would leave the queens too far out: neither on the whole board nor below some queens.
func TestBalanceKeepsSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 12))
	closed, forced := 0, 0
	for range fewer(3000, 1500) {
		n := 5 + rng.IntN(5)
		all := slices.Collect(All(n))
		one := all[rng.IntN(len(all))]
		b := tightBoard(rng, one, 0.4*rng.Float64())
		p := partOf(one, 1<<rng.IntN(7))
		solutions := slices.DeleteFunc(all, func(q Placement) bool {
			return !solves(b, q) || partOf(q, p.classes).queens != p.queens
		})
		f := newFinder(b)
		for family := range families {
			f.forceAll(family)
		}
		for _, row := range rng.Perm(n) {
			if !f.settle() {
				t.Fatalf("%b is refuted by propagation, but has the solution %v", b.open, one)
			}
			before := len(f.closed)
			f.balance(&p)
			if p.slack < 0 || f.refuted {
				t.Fatalf("%b is refuted with %d classes, but has the solution %v", b.open, p.classes, one)
			}
			for _, s := range f.closed[before:] {
				closed++
				if i := slices.IndexFunc(solutions, func(p Placement) bool { return p[s.Row] == s.Col }); i >= 0 {
					t.Fatalf("%b loses %v, and the solution %v", b.open, s, solutions[i])
				}
			}
			for _, line := range f.forced {
				forced++
				if i := slices.IndexFunc(solutions, func(p Placement) bool { return !f.holds(line, p) }); i >= 0 {
					t.Fatalf("%b: line %d has to hold a queen, but has none in %v", b.open, line, solutions[i])
				}
			}
			queen := Square{row, one[row]}
			f.place(queen)
			solutions = slices.DeleteFunc(solutions, func(p Placement) bool { return p[row] != queen.Col })
		}
	}
	if closed < 400 || forced < 400 {
		t.Errorf("%d squares closed and %d lines forced, want 400 of each", closed, forced)
	}
}

// solves reports whether p, a solution of the empty board, is one of b.
func solves(b bitboard, p Placement) bool {
	for s := range p.Queens() {
		if !squareSet(b.open).has(s) {
			return false
		}
	}
	return true
}

// holds reports whether p has a queen on the line.
func (f *finder) holds(line int, p Placement) bool {
	for s := range p.Queens() {
		if lines := f.linesOf(s); slices.Contains(lines[:], line) {
			return true
		}
	}
	return false
}

// No bound is higher than the best choice among all sets of diagonals with so many of each
// class, nor lower than any that one number gives; and sums of squares are as far apart as is
// said.
func TestAimBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	const n = 8
	for i := range fewer(1500, 300) {
		f := newFinder(bitboard{make([]uint64, n), false})
		a := &f.aims[1]
		a.begin(antidiagonalFamily, 1<<(i%5))
		a.sum = rng.IntN(2*n+1) - n
		var free []int
		for x := 1 - n; x < n; x++ {
			if rng.IntN(3) > 0 {
				f.lines[f.first[a.family]+x+n-1] = 1
				free = append(free, x)
			}
		}
		a.open(&f.lineBoard)
		classOf := func(x int) int { return (x + n - 1) % a.classes }
		var queens classCounts
		missing, sum := 1+rng.IntN(n), 0
		for _, i := range rng.Perm(len(free))[:min(missing, len(free))] {
			queens[classOf(free[i])]++
			sum += free[i]
		}
		if i%2 == 0 {
			a.sum = sum
		}
		least := map[int]int{} // by an offset in the set, or n for any set
		sums := map[int]bool{}
		for set := range 1 << len(free) {
			var offsets []int
			var counts classCounts
			sum, squares := 0, 0
			for i, x := range free {
				if set>>i&1 != 0 {
					offsets = append(offsets, x)
					counts[classOf(x)]++
					sum += x
					squares += x * x
				}
			}
			if counts != queens || sum != a.sum {
				continue
			}
			sums[squares] = true
			for _, x := range append(offsets, n) {
				if old, ok := least[x]; !ok || squares < old {
					least[x] = squares
				}
			}
		}
		exact, possible := least[n]
		if !a.take(&queens) {
			if possible {
				t.Fatalf("%v of %v make %d", queens, free, a.sum)
			}
			continue
		}
		if !possible {
			continue // between the least and the largest sum, but not exactly
		}
		if a.least > exact || a.bound > a.least {
			t.Fatalf("%v of %v that make %d: squares %d, bound %d, want at most %d", queens, free, a.sum, a.least, a.bound, exact)
		}
		for squares := range sums {
			if (squares-a.least)%squaresStep(a.classes) != 0 {
				t.Fatalf("%v of %v that make %d: squares %d and %d, want a multiple of %d between them", queens, free, a.sum, squares, a.least, squaresStep(a.classes))
			}
		}
		var more [2 * MaxN]int
		a.more(&f.lineBoard, &more)
		for x, want := range least {
			if x < n && a.least+more[x+n-1] > want {
				t.Fatalf("%v of %v that make %d: squares %d at least with %d, want %d at most", queens, free, a.sum, a.least+more[x+n-1], x, want)
			}
		}
		if a.classes > 1 {
			continue
		}
		for twice := -4 * n; twice <= 4*n; twice++ {
			if bound := boundAround(twice, free, missing, a.sum); 4*a.bound < bound {
				t.Fatalf("%d of %v that make %d: squares %d at least, want %d/4", missing, free, a.sum, a.bound, bound)
			}
		}
	}
}

// boundAround returns four times the bound that the number twice gives.
func boundAround(twice int, free []int, missing, sum int) int {
	var terms []int
	for _, x := range free {
		terms = append(terms, (2*x-twice)*(2*x-twice))
	}
	slices.Sort(terms)
	bound := 4*twice*sum - missing*twice*twice
	for _, term := range terms[:missing] {
		bound += term
	}
	return bound
}

// Boards without two of five diagonals are tight, and those without half of their squares
// are not.
func TestBalanceTight(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 50))
	for n := 16; n <= MaxN; n += 4 {
		solution, err := Construct(n)
		if err != nil {
			t.Fatal(err)
		}
		f := newFinder(tightBoard(rng, solution, 0.2))
		if !f.begin() || !f.tight {
			t.Errorf("n = %d: a board without two of five diagonals is not tight", n)
		}
		f = newFinder(blockedBoard(rng, n, false, 0.5))
		if !f.begin() || f.tight {
			t.Errorf("n = %d: a board without half of its squares is tight", n)
		}
	}
}
