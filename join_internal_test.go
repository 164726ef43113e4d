package queens

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"
	"testing"
)

// imagesOfColumns are a column set's images: itself, and under the symmetries that
// keep rows apart from columns.
func imagesOfColumns(f *frame, c columnSet) []columnSet {
	mirrored := columnSet{c.right, c.left}
	return []columnSet{c, mirrored, f.lowerColumns(c), f.lowerColumns(mirrored)}
}

func TestJoinOrbits(t *testing.T) {
	for n := minJoin; n <= 15; n++ {
		j := newJoin(n)
		const i = 0
		f := &j.frames[i]
		if !f.symmetric() {
			t.Fatalf("n = %d: the first frame is not symmetric", n)
		}
		stoodFor := make(map[columnSet]bool)
		selfMirrored := 0
		for c := range j.sets[i].from(0) {
			orbit := make(map[columnSet]bool)
			for _, image := range imagesOfColumns(f, c) {
				if stoodFor[image] {
					t.Fatalf("n = %d: two sets stand for %b", n, image)
				}
				orbit[image] = true
			}
			for image := range orbit {
				stoodFor[image] = true
			}
			if len(orbit) == 2 {
				selfMirrored++
			}
			if got := f.orbit(c); got != uint64(len(orbit)) {
				t.Errorf("n = %d: the orbit of %b is of size %d, want %d", n, c, got, len(orbit))
			}
		}
		if want := binomial(n-n%2, n/2); len(stoodFor) != want || selfMirrored == 0 {
			t.Errorf("n = %d: sets stand for %d, want %d; %d are their own mirror images", n, len(stoodFor), want, selfMirrored)
		}
	}
}

func binomial(n, k int) int {
	b := 1
	for i := range k {
		b = b * (n - i) / (i + 1)
	}
	return b
}

// onAxis reports whether a frame has an axis with the queens of the middle row and column.
func onAxis(f *frame, p Placement) bool {
	middle := len(p) / 2
	return slices.ContainsFunc(f.axes, func(a axis) bool {
		return p[a.queen.Row] == a.queen.Col && slices.Contains(a.column, Square{slices.Index(p, middle), middle})
	})
}

// TestJoinFrames compares the solutions of each frame with those of the board that
// have its queens in the middle row and column.
func TestJoinFrames(t *testing.T) {
	for n := 5; n <= 11; n += 2 {
		j := newJoin(n)
		middle := n / 2
		want := make([]uint64, len(j.frames))
		for p := range All(n) {
			for i, f := range j.frames {
				if f.symmetric() == (p[middle] != middle) {
					continue
				}
				if f.symmetric() {
					want[i]++
				} else if onAxis(&f, p) {
					want[i] += 8
				}
			}
		}
		got := make([]uint64, len(j.frames))
		w := j.newWorker(portable)
		for _, p := range cutInto(t, j, 1) {
			solutions, err := w.count(p, new(atomic.Bool))
			if err != nil {
				t.Fatal(err)
			}
			got[p.frame] += solutions
		}
		if !slices.Equal(got, want) {
			t.Errorf("n = %d: frames have %d solutions, want %d", n, got, want)
		}
	}
}

// TestJoinSets compares the count of each set of columns with that of its solutions one by
// one.
func TestJoinSets(t *testing.T) {
	for n := minJoin; n <= fewer(10, 9); n++ {
		j := newJoin(n)
		want := solutionsBySet(j)
		eachKernel(t, func(t *testing.T, k *kernel) {
			pairs := newPairCounter(j, k.pairing, newQuarterStore(j.seam))
			var all uint64
			for i := range j.frames {
				f, seen := &j.frames[i], 0
				for c := range j.sets[i].from(0) {
					got, err := pairs.count(f, c, new(atomic.Bool))
					if got != want[i][c] || err != nil {
						t.Fatalf("n = %d, frame %d: columns %b have %d solutions, %v, want %d", n, i, c, got, err, want[i][c])
					}
					if got > 0 {
						seen++
					}
					all += got * f.weight * f.orbit(c)
				}
				if seen != len(want[i]) {
					t.Errorf("n = %d, frame %d: %d sets have solutions, want %d", n, i, seen, len(want[i]))
				}
			}
			if all != Reference[n].All {
				t.Errorf("n = %d: the sets stand for %d solutions, want %d", n, all, Reference[n].All)
			}
		})
	}
}

// solutionsBySet returns, for each frame, what its sets of columns are to count.
func solutionsBySet(j *join) []map[columnSet]uint64 {
	n, half := j.seam.n, j.seam.half
	all := uint32(fullRow(half))
	counts := make([]map[columnSet]uint64, len(j.frames))
	for i := range counts {
		counts[i] = make(map[columnSet]uint64)
	}
	for p := range All(n) {
		var upper columnSet
		var rows [2]uint32 // of the queens in the left half, above and below
		for row, col := range p {
			fromTop, fromLeft := min(row, n-1-row), min(col, n-1-col)
			if row < half && col < half {
				upper.left |= 1 << fromLeft
			} else if row < half && col >= n-half {
				upper.right |= 1 << fromLeft
			}
			if col < half && row < half {
				rows[0] |= 1 << fromTop
			} else if col < half && row >= n-half {
				rows[1] |= 1 << fromTop
			}
		}
		if n%2 == 1 && p[half] != half {
			if onAxis(&j.frames[1], p) {
				upper.left |= 1 << p[half]
				counts[1][upper] += 2
			}
			continue
		}
		least := min(upper.left, upper.right, all-upper.left, all-upper.right)
		if upper.left == least && min(rows[0], rows[1], all-rows[0], all-rows[1]) >= least {
			if times := timesCounted(p, least, upper.right, rows); times > 0 {
				counts[0][upper] += times
			}
		}
	}
	return counts
}

// timesCounted returns how often the join counts a solution whose upper left quarter has the
// least set of columns, and none of whose sets of rows is below: with its transpose it is to
// be counted twice, and for each other quarter with that set of columns or rows less often.
func timesCounted(p Placement, least, right uint32, rows [2]uint32) uint64 {
	all := uint32(fullRow(len(p) / 2))
	above := rows[0] == least || all-rows[0] == least
	below := rows[1] == least || all-rows[1] == least
	switch {
	case right == least || all-right == least:
		if above && below {
			return 1
		}
		return 2
	case !above && !below || all-rows[0] == least && !below:
		return 2
	case above && below || rows[1] == least:
		return 0
	case above:
		return uint64(1 + chosenBefore(leftQuarter(p, false)))
	}
	return uint64(1 + chosenBefore(leftQuarter(p, true)))
}

// leftQuarter returns the queens of the upper left quarter, or of the lower left one turned
// upside down.
func leftQuarter(p Placement, lower bool) (queens []Square) {
	half := len(p) / 2
	for row, col := range p {
		if lower {
			row = len(p) - 1 - row
		}
		if row < half && 0 <= col && col < half {
			queens = append(queens, Square{row, col})
		}
	}
	return queens
}

// chosenBefore returns 1 if a quarter with equal rows and columns is chosen, -1 if its
// transpose is, and 0 if they are the same.
func chosenBefore(queens []Square) int {
	var falling, transposed uint64
	var squares, mirrored []int
	for _, queen := range queens {
		falling |= 1 << (32 + queen.Col - queen.Row)
		transposed |= 1 << (32 + queen.Row - queen.Col)
		squares = append(squares, 64*queen.Row+queen.Col)
		mirrored = append(mirrored, 64*queen.Col+queen.Row)
	}
	slices.Sort(squares)
	slices.Sort(mirrored)
	return cmp.Or(cmp.Compare(falling, transposed), slices.Compare(squares, mirrored))
}

// A list of sets has them in order, those of every set of columns on the left in a run, and
// finds each again.
func TestJoinSetLists(t *testing.T) {
	for n := minJoin; n <= 15; n++ {
		j := newJoin(n)
		for i, list := range j.sets {
			var cost int64
			index := 0
			var last columnSet
			for c := range list.from(0) {
				at, found := list.index(c)
				if at != index || !found || list.at(index) != c || list.cost(index) != cost {
					t.Fatalf("n = %d: set %d is %b, found at %d, %t", n, index, c, at, found)
				}
				if index > 0 && (c.left < last.left || c.left == last.left && c.right <= last.right) {
					t.Fatalf("n = %d: set %b comes after %b", n, c, last)
				}
				last = c
				index++
				cost += j.expected(&j.frames[i], c.left)
			}
			if index != list.len() || list.cost(index) != cost {
				t.Errorf("n = %d: %d of %d sets, which cost %d of %d", n, index, list.len(), cost, list.cost(index))
			}
			for c := range list.from(index / 2) {
				if want := list.at(index / 2); c != want {
					t.Errorf("n = %d: the sets from %d on begin with %b, want %b", n, index/2, c, want)
				}
				break
			}
			all := uint32(fullRow(j.seam.half))
			for left := range all + 1 {
				for right := range all + 1 {
					at, found := list.index(columnSet{left, right})
					if found && list.at(at) != (columnSet{left, right}) {
						t.Fatalf("n = %d: %b %b is said to be at %d", n, left, right, at)
					}
				}
			}
		}
	}
}

// However a count is cut, its pieces have all sets of columns one after the other, no more
// pieces than needed, and none is much larger than it has to be.
func TestJoinPieces(t *testing.T) {
	for _, n := range []int{4, 5, 12, 15, 18, 21} {
		j := newJoin(n)
		sets, dearest, cost := 0, 0.0, 0.0
		for i, list := range j.sets {
			sets += list.len()
			for _, r := range list {
				dearest = max(dearest, float64(r.each))
			}
			cost += j.cost(&joinPiece{i, 0, list.len()})
		}
		for _, atLeast := range []int{-1, 0, 1, 2, 50, 1000, 1e5, math.MaxInt} {
			pieces := cutInto(t, j, atLeast)
			if len(pieces) < min(atLeast, sets) || len(pieces) > max(len(j.frames), 2*atLeast) && atLeast < sets/2 {
				t.Errorf("n = %d: %d pieces, want at least %d", n, len(pieces), atLeast)
			}
			next := make([]int, len(j.frames))
			for i, p := range pieces {
				if p.first != next[p.frame] || p.sets < 1 {
					t.Fatalf("n = %d: piece %d is %+v, want the first set to be %d", n, i, p, next[p.frame])
				}
				next[p.frame] += p.sets
				if most := 2*cost/float64(max(1, atLeast)) + dearest; j.cost(p) > most {
					t.Errorf("n = %d: piece %d of %d costs %v, want at most %v", n, i, len(pieces), j.cost(p), most)
				}
			}
			for i, end := range next {
				if end != j.sets[i].len() {
					t.Errorf("n = %d: at least %d pieces have %d sets, want %d", n, atLeast, end, j.sets[i].len())
				}
			}
		}
	}
}

// The costs of pieces are those of their sets, and of each list of quarters once.
func TestJoinCosts(t *testing.T) {
	for _, n := range []int{4, 9, 12, 15, 22} {
		j := newJoin(n)
		ofSets, ofLists := 0.0, 0.0
		lists := make(map[uint32]bool)
		for i := range j.frames {
			f := &j.frames[i]
			for c := range j.sets[i].from(0) {
				ofSets += float64(j.expected(f, c.left))
				below := f.lowerColumns(c)
				for _, cols := range []uint32{c.left, c.right, below.left, below.right} {
					if n < 22 && !lists[cols] {
						lists[cols] = true
						ofLists += j.costOfList(cols)
					}
				}
			}
		}
		for _, atLeast := range []int{1, 50, 1000} {
			pieces := cutInto(t, j, atLeast)
			costs, err := j.costs(new(atomic.Bool), pieces)
			if err != nil {
				t.Fatal(err)
			}
			sum, sumAlone := 0.0, 0.0
			for i, p := range pieces {
				if costs[i] < j.cost(p) || j.cost(p) <= 0 {
					t.Errorf("n = %d: piece %d costs %v, its sets %v", n, i, costs[i], j.cost(p))
				}
				sum += costs[i]
				sumAlone += j.cost(p)
			}
			if want := ofSets + ofLists; math.Abs(sum-want) > 1e-9*want || sumAlone != ofSets {
				t.Errorf("n = %d: %d pieces cost %v, their sets %v, want %v and %v", n, len(pieces), sum, sumAlone, want, ofSets)
			}
		}
	}
}
