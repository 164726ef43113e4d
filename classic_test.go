package queens_test

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// References, besides those of steps.go:
//
//	[bratko]    Ivan Bratko. Prolog Programming for Artificial Intelligence, 3rd
//	            edition, chapter 4: three programs for the eight queens. 2001.
//	[gauss]     Carl Friedrich Gauss and Heinrich Christian Schumacher. Letters of
//	            September 1850. In their Briefwechsel, volume 6. 1865.
//	[qiu]       Zongyan Qiu. Bit-vector encoding of n-queen problem. ACM SIGPLAN
//	            Notices 37 (2), pages 68–70. 2002.
//	[richards]  Martin Richards. Backtracking algorithms in MCPL using bit patterns
//	            and recursion. University of Cambridge, Computer Laboratory, TR 433.
//	            1997.

// A classicSearch visits all solutions of the n×n board in lexicographic order, each in a
// Placement of its own.
type classicSearch func(n int, visit func(queens.Placement))

// classics are the searches of the textbooks, the slowest at n = 10 first. They are oracles for
// the library, and its speed is measured against theirs. Beyond maxN they take longer than a
// second.
var classics = []struct {
	name   string
	search classicSearch
	maxN   int
}{
	{"permutations", classicPermutations, 10},
	{"domains", classicDomains, 12},
	{"pairwise", classicPairwise, 12},
	{"flags", classicFlags, 12},
	{"bitmask", classicBitmask, 14},
}

// seq returns an iterator for loops that go on to the end.
func (search classicSearch) seq(n int) iter.Seq[queens.Placement] {
	return func(yield func(queens.Placement) bool) { search(n, func(p queens.Placement) { yield(p) }) }
}

// classicPermutations takes the permutations of the columns, which attack along
// no row and no column, and tests the diagonals of each ([gauss]; [bratko],
// program 2).
// That a queen attacks the one before it is noticed only when all of them are placed.
func classicPermutations(n int, visit func(queens.Placement)) {
	p := make(queens.Placement, n)
	for row := range p {
		p[row] = row
	}
	for {
		if classicDiagonalsFree(p) {
			visit(slices.Clone(p))
		}
		// The next permutation: the row before the last descent takes the least greater
		// column below it, and the rest is sorted.
		row := n - 2
		for row >= 0 && p[row] > p[row+1] {
			row--
		}
		if row < 0 {
			return
		}
		slices.Reverse(p[row+1:])
		next := row + 1
		for p[next] < p[row] {
			next++
		}
		p[row], p[next] = p[next], p[row]
	}
}

func classicDiagonalsFree(p queens.Placement) bool {
	for row, col := range p {
		for above, c := range p[:row] {
			if rows := row - above; c == col-rows || c == col+rows {
				return false
			}
		}
	}
	return true
}

// classicDomains keeps three lists: of the columns that are still free, and of the free sums and
// differences of row and column. A queen takes an element of the first if its sum and its
// difference are in the others, and the search goes on without the three ([bratko], program 3).
func classicDomains(n int, visit func(queens.Placement)) {
	var cols, sums, differences []int
	for col := range n {
		cols = append(cols, col)
	}
	for i := range 2 * n {
		sums, differences = append(sums, i), append(differences, i-n)
	}
	var place func(p queens.Placement, cols, sums, differences []int)
	place = func(p queens.Placement, cols, sums, differences []int) {
		row := len(p)
		if row == n {
			visit(slices.Clone(p))
		}
		for i, col := range cols {
			sum, difference := slices.Index(sums, row+col), slices.Index(differences, row-col)
			if sum >= 0 && difference >= 0 {
				place(append(p, col), classicWithout(cols, i), classicWithout(sums, sum), classicWithout(differences, difference))
			}
		}
	}
	place(make(queens.Placement, 0, n), cols, sums, differences)
}

// classicWithout returns a copy of the list without its i-th element.
func classicWithout(list []int, i int) []int {
	return slices.Concat(list[:i], list[i+1:])
}

// classicPairwise remembers only the columns of the queens above, and compares every square with
// all of them.
func classicPairwise(n int, visit func(queens.Placement)) {
	p := make(queens.Placement, n)
	safe := func(row, col int) bool {
		for above, c := range p[:row] {
			if rows := row - above; c == col || c == col-rows || c == col+rows {
				return false
			}
		}
		return true
	}
	var place func(row int)
	place = func(row int) {
		if row == n {
			visit(slices.Clone(p))
			return
		}
		for col := range n {
			if safe(row, col) {
				p[row] = col
				place(row + 1)
			}
		}
	}
	place(0)
}

// classicFlags has a flag for each column and each diagonal, which is set as long as there is a
// queen on it, so that three look-ups test a square ([dijkstra], [wirth]).
func classicFlags(n int, visit func(queens.Placement)) {
	p := make(queens.Placement, n)
	cols, sums, differences := make([]bool, n), make([]bool, 2*n), make([]bool, 2*n)
	var place func(row int)
	place = func(row int) {
		if row == n {
			visit(slices.Clone(p))
			return
		}
		for col := range n {
			sum, difference := row+col, row-col+n
			if cols[col] || sums[sum] || differences[difference] {
				continue
			}
			p[row] = col
			cols[col], sums[sum], differences[difference] = true, true, true
			place(row + 1)
			cols[col], sums[sum], differences[difference] = false, false, false
		}
	}
	place(0)
}

// classicBitmask keeps the attacked columns of the next row in three words, one for each
// direction of attack. Diagonals shift by a bit from row to row, and all free columns are found
// at once ([qiu], [richards]).
func classicBitmask(n int, visit func(queens.Placement)) {
	p := make(queens.Placement, n)
	all := uint(1)<<n - 1
	var place func(row int, down, left, right uint)
	place = func(row int, down, left, right uint) {
		if row == n {
			visit(slices.Clone(p))
			return
		}
		for free := all &^ (down | left | right); free != 0; free &= free - 1 {
			queen := free & -free
			p[row] = bits.TrailingZeros(queen)
			place(row+1, down|queen, (left|queen)<<1, (right|queen)>>1)
		}
	}
	place(0, 0, 0, 0)
}

// BenchmarkClassics shows how each idea of the textbooks pays, from generate-and-test on.
func BenchmarkClassics(b *testing.B) {
	for _, classic := range classics {
		for _, n := range []int{8, 10, 12} {
			if n <= classic.maxN {
				b.Run(fmt.Sprintf("impl=%s/n=%d", classic.name, n), func(b *testing.B) {
					benchSeq(b, classic.search.seq(n), testkit.Reference[n].All)
				})
			}
		}
	}
}

// BenchmarkListing compares All with the recursion by bit masks that clones what it finds, where
// solutions are kept and where they are not. The two take turns, and the shortest turns count, in
// processor time. Beside their ratio it reports the time of the shortest All.
func BenchmarkListing(b *testing.B) {
	cloned := func(n int) iter.Seq[queens.Placement] {
		return func(yield func(queens.Placement) bool) {
			classicBitmask(n, func(p queens.Placement) { yield(slices.Clone(p)) })
		}
	}
	for _, n := range []int{8, 10, 12} {
		for _, keep := range []bool{false, true} {
			b.Run(fmt.Sprintf("n=%d/kept=%t", n, keep), func(b *testing.B) {
				repeat := int(1 + 50_000/testkit.Reference[n].All) // so that a turn takes milliseconds
				least := [2]time.Duration{time.Hour, time.Hour}
				for b.Loop() {
					for i, seq := range []func(int) iter.Seq[queens.Placement]{cloned, queens.All} {
						start := testkit.ProcessTime()
						for range repeat {
							var kept []queens.Placement
							for p := range seq(n) {
								if keep {
									kept = append(kept, p)
								}
							}
						}
						least[i] = min(least[i], testkit.ProcessTime()-start)
					}
				}
				b.ReportMetric(float64(least[1])/float64(least[0]), "of-recursion")
				b.ReportMetric(float64(least[1].Nanoseconds())/float64(repeat), "ns/list")
			})
		}
	}
}
