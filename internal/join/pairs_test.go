package join

import (
	"maps"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/testkit/kerneltest"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"

	"example.com/queens/internal/testkit"
)

// A solutionTally is how often a solution is found as a pair of halves, in quarters, and how many
// solutions each pair counts for.
type solutionTally struct {
	quarters uint64
	bothTie  bool
	weight   uint64
}

// tallyOf finds a solution in the table of weights in join.go. Its eight sets say what is least and
// what ties.
func tallyOf(p placement, single bool) solutionTally {
	if n := len(p); n%2 == 1 && p[n/2] != n/2 {
		if middleOf(p) != offCentre {
			return solutionTally{}
		}
		return solutionTally{4, false, 8}
	}
	sets := setsOfSolution(p)
	least := slices.Min(sets[:])
	if sets[identity] != least {
		return solutionTally{}
	}
	is := func(g symmetry) bool { return sets[g] == least }
	bothTie := (is(transpose) || is(rotate270)) && (is(rotate90) || is(antiTranspose))
	if is(flipColumns) || is(rotate180) {
		if bothTie {
			return solutionTally{4, true, 2}
		}
		return solutionTally{4, false, 4}
	}
	upper, lower := uint64(2), uint64(2)
	if is(transpose) {
		upper = chosenHalves(leftQuarter(p, false), single)
	}
	switch {
	case is(rotate90):
		lower = 0
	case is(antiTranspose):
		lower = chosenHalves(leftQuarter(p, true), single)
	}
	if bothTie {
		return solutionTally{upper * lower, true, 0}
	}
	return solutionTally{upper * lower, false, 8}
}

// chosenHalves returns 2 if a quarter is chosen and not its transpose, 0 if its transpose is, and 1
// if either may be: then both have the same diagonals. The one whose queens are farther right of
// the diagonal is chosen, the farthest first.
func chosenHalves(quarter []bitboard.Square, single bool) uint64 {
	var right, below []int
	for _, queen := range quarter {
		right = append(right, queen.Row-queen.Col)
		below = append(below, queen.Col-queen.Row)
	}
	slices.Sort(right)
	slices.Sort(below)
	switch order := slices.Compare(right, below); {
	case order < 0:
		return 2
	case order > 0:
		return 0
	case len(quarter) > 1:
		return 1
	case single:
		return 2
	}
	return 0
}

// TestPairsOfSets compares the pairs of each set of columns, and those of which both halves tie,
// with the solutions that have these columns above the seam, looked at one by one. What the images
// of a solution count adds up to 8. There are solutions of which both halves tie at n = 9, 10 and
// 12; without the rule for ties by Q, the first wrong set is at n = 12.
func TestPairsOfSets(t *testing.T) {
	type key struct {
		set    columnSet
		single bool
	}
	type found struct{ pairs, tied uint64 } // in quarters
	for n := 6; n <= testkit.Fewer(12, 10); n++ {
		j := joinOf(n)
		want := make(map[key]found)
		for p := range solutions(n) {
			k := key{set: j.upperColumns(p)}
			for _, k.single = range []bool{false, true} {
				tally := tallyOf(p, k.single)
				w := want[k]
				w.pairs += tally.quarters
				if tally.bothTie {
					w.tied += tally.quarters
				}
				want[k] = w
			}
			var images uint64 // twice what they count
			for g := range symmetry(8) {
				for _, single := range []bool{false, true} {
					tally := tallyOf(p.transform(g), single)
					images += tally.quarters * tally.weight
				}
			}
			if images != 8*4*2 {
				t.Fatalf("the images of %v count %v, want 8", p, float64(images)/8)
			}
		}
		kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) {
			counter := newJoiner(j, k.Pairing)
			var ties uint64
			left := maps.Clone(want)
			for c := range j.eachSet {
				for _, single := range []bool{false, true} {
					pairs, tied := counter.pairs(c, single, new(atomic.Bool))
					at := key{c, single}
					if got := (found{4 * pairs, 4 * tied}); got != left[at] {
						t.Errorf("n = %d, columns %b, single %t: %d pairs and %d ties, want %v and %v", n, c, single,
							pairs, tied, float64(left[at].pairs)/4, float64(left[at].tied)/4)
					}
					delete(left, at)
					ties += tied
				}
			}
			for at, w := range left {
				if w.pairs > 0 {
					t.Errorf("n = %d: solutions in %+v, which is not a set", n, at)
				}
			}
			if n == 10 && ties == 0 {
				t.Error("n = 10: in no solution both halves tie")
			}
		})
	}
}

// TestPairsParts makes lists in parts and branches, as on boards too large to count.
func TestPairsParts(t *testing.T) {
	testkit.Sequential(t)
	kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) {
		for n := MinN; n <= 11; n++ {
			for prefix := range 5 {
				j := joinOf(n)
				w := newJoiner(j, k.Pairing)
				w.prefix, w.branch, w.sieve.group = prefix, (prefix+n)%4, (prefix+n)%3
				if all, want := countPieces(w, cutOf(j, 1)), testkit.Reference[n].All; all != want {
					t.Errorf("n = %d, a prefix of %d diagonals, %d to branch, %d for groups: %d solutions, want %d",
						n, prefix, w.branch, w.sieve.group, all, want)
				}
			}
		}
	})
}

// TestPairsOrder makes sure that the order of the diagonals is the same for sets that differ in the
// outer columns on the right, so that their quarters are prepared once, and that the tables of the
// sieve are hardly larger than the live diagonals need.
func TestPairsOrder(t *testing.T) {
	testkit.Sequential(t)
	for n := 12; n <= testkit.Fewer(22, 18); n++ {
		j := joinOf(n)
		p := newJoiner(j, kernel.Portable.Pairing)
		var entries, least int
		pieces := cutOf(j, 200)
		for i := range pieces.Len() {
			first := j.sets.at(pieces.at(i).first)
			left, outer := first.left, uint32(bitboard.Below(outerColumns))
			if first.middle == offCentre {
				outer = uint32(bitboard.Below(j.seam.half))
			}
			orders := map[uint32][]int{}
			for _, right := range j.rights(first.middle, left) {
				c := columnSet{left, right, first.middle}
				order, live := p.order(c)
				p.sieve.setFields(order, live, 2*j.seam.crossing, p.prefix, p.branch)
				w := p.sieve.widths
				if one := orders[right&^outer]; one == nil {
					orders[right&^outer] = order
				} else if !slices.Equal(order, one) {
					t.Fatalf("n = %d, columns %b: the order is %v, and %v for others that differ in %b", n, c, order, one, outer)
				}
				if len(orders) > 8 {
					break
				}
				inChunks := -w.prefix - w.branch - w.group - w.key
				for _, diagonal := range order {
					inChunks += int(live >> diagonal & 1)
				}
				for i, width := range w.chunks {
					entries += 1 << width
					least += 1 << ((inChunks + i) / kernel.Chunks)
				}
			}
		}
		if entries > least+least/8 {
			t.Errorf("n = %d: %d entries in tables, want little more than %d", n, entries, least)
		}
	}
}

// TestPairsStop sets the flag at certain calls of the kernel, and makes sure that little is done
// after that: at most a few milliseconds' work, in every phase of a count that takes long. Lists of
// the larger boards are made in parts.
func TestPairsStop(t *testing.T) {
	testkit.Sequential(t)
	const mostMasks = 8 * kernel.BatchSize
	sizes := []int{20, 24, 25, 26, 28}
	for _, n := range sizes[:testkit.Fewer(5, 2)] {
		j := joinOf(n)
		c := evenSet(j)
		var stop atomic.Bool
		var calls, stopAt, callsAfter, masksAfter int
		metered := kerneltest.MeteredPairing(kernel.Fastest().Pairing, func(masks int) {
			if calls++; calls == stopAt {
				stop.Store(true)
			}
			if stop.Load() {
				callsAfter++
				masksAfter += masks
			}
		})
		counting := newJoiner(j, metered)
		most := 0
		var after []int // calls, in each try
		for stopAt = 1; stopAt < 1e5; stopAt *= 3 {
			stop.Store(false)
			calls, callsAfter, masksAfter = 0, 0, 0
			counting.countSet(0, c, &stop)
			if calls < stopAt {
				break // the count was complete
			}
			most = max(most, masksAfter)
			after = append(after, callsAfter)
		}
		t.Logf("n = %d: when the flag is set there follow %v calls, with at most %d masks", n, after, most)
		if most > mostMasks || len(after) < 7 {
			t.Errorf("n = %d: when the flag is set, up to %d masks are gone through, in %d tries; want at most %d", n, most, len(after), mostMasks)
		}
	}
}

// evenSet returns a set of columns that are spread evenly over left and right, for which there are
// the most halves.
func evenSet(j *join) columnSet {
	crosses := j.seam.crosses()
	for c := range j.eachSet {
		if c.middle == crosses[len(crosses)-1] && c.left >= 0x555&uint32(bitboard.Below(j.seam.half)) && bits.OnesCount32(c.left) == j.seam.half/2 {
			return c
		}
	}
	panic("there is no such set")
}

// Workers share their lists, and nobody keeps these when all are gone.
func TestJoinersShare(t *testing.T) {
	j := joinOf(31)
	a, b := j.take(kernel.Portable), j.take(kernel.Fastest())
	if store := j.store(); a.upper.tools.store != store || b.lower.tools.store != store || len(store.lists) != 2<<j.seam.half {
		t.Error("two workers do not share their lists")
	}
	a.release()
	b.release()
	a, b = nil, nil
	for range 3 {
		runtime.GC() // once for each generation of idle workers
	}
	if j.shared.Value() != nil {
		t.Error("the lists outlive the workers")
	}
}

// TestJoinersKernels makes sure that a kernel is given a worker of its own.
func TestJoinersKernels(t *testing.T) {
	for _, n := range []int{4, 9, 12} {
		j := joinOf(n)
		for _, k := range kernel.Runnable() {
			j.take(k).release()
		}
		for _, k := range slices.Concat(kernel.Runnable(), kernel.Runnable()) {
			w := j.take(k)
			if w.join != j || w.sieve.pairing != k.Pairing || w.upper.tools.pairing != k.Pairing {
				t.Errorf("%s, n = %d: given a worker of another kernel", k.Name, n)
			}
			w.release()
		}
	}
}
