package find

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens/internal/bitboard"

	"example.com/queens/internal/testkit"
)

// tightGrid leaves open the diagonals of one solution, and each other with some probability.
func tightGrid(rng *rand.Rand, solution []int, keep float64) Grid {
	n := len(solution)
	var open [2][]bool
	for i := range open {
		for range 2*n - 1 {
			open[i] = append(open[i], rng.Float64() < keep)
		}
	}
	for s := range squares(solution) {
		open[0][s.Row-s.Col+n-1], open[1][s.Row+s.Col] = true, true
	}
	return gridWithout(n, func(s bitboard.Square) bool { return !open[0][s.Row-s.Col+n-1] || !open[1][s.Row+s.Col] })
}

// Closing the squares that are too far out, and forcing the tracks that leave the queens too
// far out without theirs, loses no solution of a case, however many queens are placed.
func TestBalanceKeepsSolutions(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(3, 12))
	closed, forced, mandatory := 0, 0, 0
	for range testkit.Fewer(3000, 1500) {
		n := 5 + rng.IntN(5)
		all := solutionsIn(Empty(n, false), math.MaxInt)
		one := all[rng.IntN(len(all))]
		b := tightGrid(rng, one, 0.4*rng.Float64())
		c := caseOf(one, [2]int{1 << rng.IntN(7), 1 << rng.IntN(7)})
		solutions := slices.DeleteFunc(all, func(q []int) bool {
			return !b.solves(q) || !c.has(q)
		})
		tracks := newTrackBoard(b)
		balancer := newBalancer(tracks)
		for family := range families {
			tracks.forceAll(family)
		}
		for _, row := range rng.Perm(n) {
			if !tracks.settle() {
				t.Fatalf("%b is refuted by propagation, but has the solution %v", b.Open, one)
			}
			before := slices.Clone(tracks.grid().Open)
			balancer.balance(&c)
			if c.slack < 0 || tracks.refuted {
				t.Fatalf("%b is refuted with %d classes, but has the solution %v", b.Open, c.classes, one)
			}
			for row, open := range tracks.grid().Open {
				lost := before[row].without(open)
				closed += lost.len()
				if i := slices.IndexFunc(solutions, func(p []int) bool { return lost.Has(p[row]) }); i >= 0 {
					t.Fatalf("%b loses %b in row %d, and the solution %v", b.Open, lost, row, solutions[i])
				}
			}
			for _, track := range tracks.forced {
				forced++
				if tracks.spare[tracks.familyOf(track)] > 0 { // the number of open tracks does not force it
					mandatory++
				}
				if open := tracks.tracks[track]; open.len() > 1 {
					t.Fatalf("%b: track %d is forced with the open squares %b", b.Open, track, open)
				}
				if i := slices.IndexFunc(solutions, func(p []int) bool { return !tracks.holds(track, p) }); i >= 0 {
					t.Fatalf("%b: track %d has to hold a queen, but has none in %v", b.Open, track, solutions[i])
				}
			}
			tracks.place(bitboard.Square{Row: row, Col: one[row]})
			solutions = slices.DeleteFunc(solutions, func(p []int) bool { return p[row] != one[row] })
		}
	}
	if closed < 400 || forced < 400 || mandatory < 40 {
		t.Errorf("%d squares closed and %d tracks forced, %d of them by their place alone, want 400, 400 and 40", closed, forced, mandatory)
	}
}

// holds reports whether p has a queen on the track.
func (b *trackBoard) holds(track int, p []int) bool {
	for s := range squares(p) {
		if tracks := b.tracksOf(s); slices.Contains(tracks[:], track) {
			return true
		}
	}
	return false
}

// A relaxation agrees with brute force over all sets of diagonals: on whether there are any to
// choose, on the bound, and on what the use of a diagonal adds to it.
func TestRelaxation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	const n = 8
	solved := 0
	for i := range testkit.Fewer(1500, 300) {
		b := newTrackBoard(Grid{make([]Set, n), false})
		balancer := newBalancer(b)
		r := &balancer.relaxations[i/5%2]
		free := r.openAtRandom(rng, 1<<(i%5))
		some := sample(rng, free, 1+rng.IntN(n))
		queens := r.countsOf(some)
		r.sum = rng.IntN(2*n+1) - n
		if i%2 == 0 {
			r.sum = sumOfOffsets(some)
		}
		sets := r.sets(free, queens)
		if r.solve(&queens) {
			if len(sets) > 0 { // else the sum is between the least and the largest, but cannot be made
				solved++
				checkRelaxation(t, r, sets)
			}
		} else if len(sets) > 0 {
			t.Fatalf("no solution with %d classes and the sum %d, but there is %v", r.classes, r.sum, sets[0])
		}
		if t.Failed() {
			t.Fatalf("diagonals %v, queens %v, %d classes, sum %d, bound %d, attainable %d",
				free, queens[:r.classes], r.classes, r.sum, r.bound, r.attainable)
		}
	}
	if solved < 150 {
		t.Errorf("%d relaxations solved, want 150", solved)
	}
}

// openAtRandom opens about two diagonals of three for the relaxation to read, and returns their
// offsets.
func (r *relaxation) openAtRandom(rng *rand.Rand, classes int) (free []int) {
	n := r.board.n
	for x := 1 - n; x < n; x++ {
		if rng.IntN(3) > 0 {
			r.board.sizes[r.board.offset[r.family]+x+n-1] = 2
			free = append(free, x)
		}
	}
	r.classify(classes)
	return free
}

// sample returns some of the numbers, in order.
func sample(rng *rand.Rand, numbers []int, size int) []int {
	var some []int
	for _, i := range rng.Perm(len(numbers))[:min(size, len(numbers))] {
		some = append(some, numbers[i])
	}
	slices.Sort(some)
	return some
}

// countsOf returns how many of the offsets are in each class, by its definition.
func (r *relaxation) countsOf(offsets []int) (queens classCounts) {
	for _, x := range offsets {
		difference := x // r-c
		if r.family == antidiagonalFamily {
			difference += r.board.n - 1 // r+c
		}
		queens[(difference%r.classes+r.classes)%r.classes]++
	}
	return queens
}

// sets returns all sets of free offsets that put the queens where they should be and make the
// required sum.
func (r *relaxation) sets(free []int, queens classCounts) (sets [][]int) {
	set := make([]int, 0, len(free))
	for members := range uint64(1) << len(free) {
		set = set[:0]
		for i := range bitboard.Members(members) {
			set = append(set, free[i])
		}
		if sumOfOffsets(set) == r.sum && r.countsOf(set) == queens {
			sets = append(sets, slices.Clone(set))
		}
	}
	return sets
}

func sumOfOffsets(numbers []int) (sum int) {
	for _, x := range numbers {
		sum += x
	}
	return sum
}

func sumOfTheirSquares(numbers []int) (sum int) {
	for _, x := range numbers {
		sum += x * x
	}
	return sum
}

// checkRelaxation checks a solved relaxation against all sets of offsets that it may choose, of
// which there is at least one.
func checkRelaxation(t *testing.T, r *relaxation, sets [][]int) {
	t.Helper()
	if r.bound > r.attainable {
		t.Errorf("the bound %d is rounded up to %d", r.bound, r.attainable)
	}
	r.findRaises()
	for _, set := range sets {
		squares := sumOfTheirSquares(set)
		if (squares-r.attainable)%squaresStep(r.classes) != 0 {
			t.Errorf("%v has the squares %d, not a multiple of %d from %d", set, squares, squaresStep(r.classes), r.attainable)
		}
		if squares < r.attainable {
			t.Errorf("%v has the squares %d, which the bound rules out", set, squares)
		}
		for _, x := range set {
			if raised := r.raises[x+r.board.n-1]; squares < r.attainable+raised {
				t.Errorf("%v has the squares %d, but to use %d raises the bound by %d", set, squares, x, raised)
			}
		}
		least := r.least(t, set)
		if least > squares {
			t.Errorf("%v has the squares %d, which the tracks that are forced rule out", set, squares)
		}
	}
}

// least returns the bound for a set, raised for each chosen diagonal that it leaves out.
func (r *relaxation) least(t *testing.T, set []int) int {
	t.Helper()
	least := r.attainable
	for i := range r.classes {
		c := &r.byClass[i]
		for _, x := range r.free[c.low:c.high] {
			if !slices.Contains(set, int(x)) {
				least = max(least, r.attainable+r.raised(r.cheapest(c)-r.cost(x)))
			}
		}
	}
	return least
}

// Without classes, no multiplier gives a better bound than the one that was found.
func TestRelaxationMultiplier(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	const n = 8
	for range testkit.Fewer(1500, 300) {
		b := newTrackBoard(Grid{make([]Set, n), false})
		balancer := newBalancer(b)
		r := &balancer.relaxations[0]
		free := r.openAtRandom(rng, 1)
		some := sample(rng, free, 1+rng.IntN(n))
		queens := r.countsOf(some)
		r.sum = sumOfOffsets(some)
		if !r.solve(&queens) {
			t.Fatalf("no solution for %v of %v", some, free)
		}
		for multiplier := -4 * n; multiplier <= 4*n; multiplier++ {
			if bound := boundAround(multiplier, free, len(some), r.sum); 4*r.bound < bound {
				t.Fatalf("%d of %v that make %d: squares %d at least, want %d/4", len(some), free, r.sum, r.bound, bound)
			}
		}
	}
}

// boundAround returns four times the bound that the multiplier gives.
func boundAround(multiplier int, free []int, missing, sum int) int {
	var terms []int
	for _, x := range free {
		terms = append(terms, (2*x-multiplier)*(2*x-multiplier))
	}
	slices.Sort(terms)
	bound := 4*multiplier*sum - missing*multiplier*multiplier
	for _, term := range terms[:missing] {
		bound += term
	}
	return bound
}
