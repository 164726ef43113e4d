package join

import (
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"

	"example.com/queens/internal/testkit"
)

// eachSet yields all sets of columns.
func (j *join) eachSet(yield func(columnSet) bool) {
	for i := range j.sets.len() {
		if !yield(j.sets.at(i)) {
			return
		}
	}
}

// middleOf returns the middle of a solution or an upper half. If its queens are off the centre, but
// not where Lemma 6 wants them, it is noMiddle.
func middleOf(p placement) middle {
	switch middle := len(p) / 2; {
	case len(p)%2 == 1 && p[middle] == middle:
		return centred
	case len(p)%2 == 1 && slices.Index(p, middle) < p[middle] && p[middle] < middle:
		return offCentre
	}
	return noMiddle
}

// setsOfSolution returns the eight sets of columns and rows of a solution's quarters, each as the
// columns of the upper left quarter of an image, in the order of the symmetries.
func setsOfSolution(p placement) (sets [8]uint32) {
	for g := range symmetry(8) {
		for _, col := range p.transform(g)[:len(p)/2] {
			if col < len(p)/2 {
				sets[g] |= 1 << col
			}
		}
	}
	return sets
}

// upperColumns returns the columns of the queens above the seam, and of that on it.
func (j *join) upperColumns(p placement) columnSet {
	var row uint64
	for _, col := range p[:(j.seam.n+1)/2] {
		row |= 1 << col
	}
	return j.seam.columnsOf(row, middleOf(p))
}

// A solution of each kind, by k and the halves that tie: it has the weight of Lemma 3, and the
// pairs of its set of columns are what the solutions with that set make, one by one. No board of
// less than 14 rows has transposes with the same mask, but for a single queen.
func TestJoinKinds(t *testing.T) {
	testkit.Sequential(t)
	const p, notP, q, notQ = transpose, rotate270, rotate90, antiTranspose // what takes these rows to the upper left
	type ties []symmetry
	for _, test := range []struct {
		solution string
		k        int
		ties     ties
		weight   uint64
	}{
		{"2 5 7 1 3 8 6 4", 1, nil, 8},
		{"5 1 8 6 3 7 2 4", 1, nil, 8}, // A has one column
		{"1 6 8 3 7 4 2 5", 2, nil, 4},
		{"1 5 8 6 3 7 2 4", 1, ties{p}, 4}, // a single queen
		{"2 4 9 1 8 11 3 12 7 5 10 6", 1, ties{p}, 4},
		{"3 10 6 1 9 4 13 7 14 11 2 12 5 8", 1, ties{p}, 4}, // the transpose has the same mask
		{"3 7 12 10 2 4 6 11 9 1 5 8", 1, ties{notP}, 8},
		{"1 3 10 7 4 11 9 12 5 2 8 6", 1, ties{q}, 0},
		{"1 6 9 3 8 4 2 10 5 7", 1, ties{notQ}, 4},
		{"6 9 2 10 8 3 1 4 7 5", 1, ties{notQ}, 4},             // A has one column
		{"1 8 5 9 12 14 2 4 7 11 3 6 10 13", 1, ties{notQ}, 4}, // the transpose has the same mask
		{"6 2 10 7 9 3 1 4 8 5", 1, ties{p, notQ}, 0},          // a single queen
		{"5 11 8 1 4 9 3 10 7 2 6 12", 1, ties{p, notQ}, 0},
		{"3 13 6 12 9 1 14 4 10 7 2 11 5 8", 1, ties{p, notQ}, 0}, // the transpose has the same mask
		{"3 8 4 1 12 10 7 11 2 5 9 6", 1, ties{p, q}, 0},
		{"3 8 11 9 4 2 10 12 6 1 5 7", 1, ties{notP, q}, 0},
		{"5 12 10 3 7 2 4 8 1 11 9 6", 1, ties{notP, notQ}, 0},
		{"7 2 6 8 10 1 4 9 5 3", 2, ties{p}, 4}, // A has one column
		{"4 9 1 3 10 12 7 2 11 6 8 5", 2, ties{p}, 4},
		{"3 7 12 2 9 5 10 4 1 11 8 6", 2, ties{notP}, 4},
		{"1 4 7 11 8 3 12 9 5 2 10 6", 2, ties{q}, 4},
		{"1 11 5 7 10 4 2 12 8 6 3 9", 2, ties{notQ}, 4},
		{"7 4 12 5 2 10 3 11 8 1 9 6", 2, ties{p, notQ}, 2},
		{"2 7 5 10 12 4 11 3 6 9 1 8", 2, ties{notP, q}, 2},
	} {
		solution := parse(test.solution)
		if !solution.valid() {
			t.Fatalf("%s is not a solution", test.solution)
		}
		sets := setsOfSolution(solution)
		least := slices.Min(sets[:])
		isLeast := func(g symmetry) bool { return sets[g] == least }
		columns := slices.DeleteFunc([]symmetry{identity, flipColumns, flipRows, rotate180}, func(g symmetry) bool { return !isLeast(g) })
		rows := slices.DeleteFunc([]symmetry{p, notP, q, notQ}, func(g symmetry) bool { return !isLeast(g) })
		if !isLeast(identity) || len(columns) != test.k || !slices.Equal(rows, test.ties) {
			t.Errorf("%s has k = %d and ties by %v, want %d and %v", test.solution, len(columns), rows, test.k, test.ties)
		}
		want := 4 * 2 * test.weight // in quarters, with a single queen and without
		got := weightInQuarters(solution)
		if test.k == 1 && test.weight == 4 {
			want, got = 2*want, got+weightInQuarters(solution.transform(rows[0])) // one of both is chosen, or half of either
		}
		if got != want {
			t.Errorf("%s weighs %v, want %v", test.solution, float64(got)/8, float64(want)/8)
		}
		checkSetOf(t, solution)
	}
}

// weightInQuarters adds up the weights of a solution with a single queen chosen and not chosen.
func weightInQuarters(p placement) (weight uint64) {
	for _, single := range []bool{false, true} {
		tally := tallyOf(p, single)
		weight += tally.quarters * tally.weight
	}
	return weight
}

// checkSetOf compares the pairs that are counted for the set of columns of a solution with the
// solutions that have this set.
func checkSetOf(t *testing.T, solution placement) {
	n := len(solution)
	j := joinOf(n)
	c := j.upperColumns(solution)
	above := c.row(n)
	open := slices.Concat(slices.Repeat([]uint64{above}, n/2), slices.Repeat([]uint64{above ^ bitboard.Below(n)}, n/2))
	for _, single := range []bool{false, true} {
		var pairs, tied uint64 // in quarters
		for p := range solutionsOn(open) {
			tally := tallyOf(p, single)
			if pairs += tally.quarters; tally.bothTie {
				tied += tally.quarters
			}
		}
		for _, k := range kernel.Runnable() {
			counter := newJoiner(j, k.Pairing)
			gotPairs, gotTied := counter.pairs(c, single, new(atomic.Bool))
			if 4*gotPairs != pairs || 4*gotTied != tied {
				t.Errorf("%s: the columns of %v, single %t: %d pairs and %d ties, want %v and %v",
					k.Name, solution, single, gotPairs, gotTied, float64(pairs)/4, float64(tied)/4)
			}
		}
	}
}

// leftQuarter returns the queens of the upper left quarter, or of the lower left one turned upside
// down.
func leftQuarter(p placement, lower bool) (queens []bitboard.Square) {
	half := len(p) / 2
	for row, col := range p {
		if lower {
			row = len(p) - 1 - row
		}
		if row < half && 0 <= col && col < half {
			queens = append(queens, bitboard.Square{Row: row, Col: col})
		}
	}
	return queens
}

// However a count is cut, its pieces have all sets of columns one after the other, no more pieces
// than needed, and none is much larger than it has to be.
func TestJoinPieces(t *testing.T) {
	for _, n := range []int{4, 5, 12, 15, 18, 21} {
		j := joinOf(n)
		sets, dearest := j.sets.len(), 0.0
		for _, r := range j.sets {
			dearest = max(dearest, float64(r.setCost))
		}
		cost := j.piece(setRange{0, sets}).Cost(0)
		for _, atLeast := range []int{-1, 0, 1, 2, 50, 1000, 1e5, math.MaxInt} {
			pieces := cutOf(j, atLeast)
			if pieces.Len() < min(atLeast, sets) || pieces.Len() > max(1, 2*atLeast) && atLeast < sets/2 {
				t.Errorf("n = %d: %d pieces, want at least %d", n, pieces.Len(), atLeast)
			}
			next := 0
			for i := range pieces.Len() {
				p := pieces.at(i)
				if p.first != next || p.sets < 1 {
					t.Fatalf("n = %d: piece %d is %+v, want the first set to be %d", n, i, p, next)
				}
				next += p.sets
				if most := 2*cost/float64(max(1, atLeast)) + dearest; pieces.Cost(i) > most {
					t.Errorf("n = %d: piece %d of %d costs %v, want at most %v", n, i, pieces.Len(), pieces.Cost(i), most)
				}
			}
			if next != sets {
				t.Errorf("n = %d: at least %d pieces have %d sets, want %d", n, atLeast, next, sets)
			}
		}
	}
}

// A cut that is stopped does next to nothing more, and leaves the join to be made by another.
func TestCutStopped(t *testing.T) {
	const n = 30
	if p := Cut(n, 1000, testkit.RaisedFlag()); p.Len() > 0 || joins[n].Load() != nil {
		t.Errorf("a stopped cut gives %d pieces, and a join is kept: %t", p.Len(), joins[n].Load() != nil)
	}
	if j := newJoin(n, testkit.RaisedFlag()); len(j.sets) > 0 {
		t.Errorf("a stopped join has %d sets", len(j.sets))
	}
	j := joinOf(n)
	if p := j.cut(1000, testkit.RaisedFlag()); p.Len() > 0 {
		t.Errorf("a stopped cut of a join gives %d pieces", p.Len())
	}
	if length := j.sets.lengthFor(1000, testkit.RaisedFlag()); length != 1 {
		t.Errorf("a stopped search for a length goes on to %d", length)
	}
	if p := Cut(n, 1000, new(atomic.Bool)); p.Len() < 1000 {
		t.Errorf("after that a cut gives %d pieces", p.Len())
	}
}
