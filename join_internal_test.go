package queens

import (
	"maps"
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
		f := &j.frames[0]
		if !f.symmetric() {
			t.Fatalf("n = %d: the first frame is not symmetric", n)
		}
		stoodFor := make(map[columnSet]bool)
		selfMirrored := 0
		for c := range j.sets[0].from(0) {
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
			if got := f.leastTwice(c); got != (len(orbit) == 2) {
				t.Errorf("n = %d: the orbit of %b is of size %d; the least set is there twice: %t", n, c, len(orbit), got)
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

// setsOfSolution returns the eight sets of columns and rows of a solution's quarters, each as the
// columns of the upper left quarter of an image, in the order of the symmetries.
func setsOfSolution(p Placement) (sets [8]uint32) {
	for g := range Symmetry(8) {
		for _, col := range p.Transform(g)[:len(p)/2] {
			if col < len(p)/2 {
				sets[g] |= 1 << col
			}
		}
	}
	return sets
}

// TestJoinLeasts compares what sets of columns count with the solutions whose least set is that on
// the left, one by one: however ties are broken, all of these are to be counted there.
func TestJoinLeasts(t *testing.T) {
	for n := minJoin; n <= fewer(12, 10); n++ {
		j := newJoin(n)
		want := make([]map[uint32]uint64, len(j.frames)) // by the columns on the left
		for i := range want {
			want[i] = make(map[uint32]uint64)
		}
		for p := range All(n) {
			if n%2 == 0 || p[n/2] == n/2 {
				sets := setsOfSolution(p)
				want[0][slices.Min(sets[:])]++
				continue
			}
			for g := range Symmetry(8) { // one image has its queens where the frame wants them
				if image := p.Transform(g); onAxis(&j.frames[1], image) {
					want[1][j.upperColumns(image).left]++
				}
			}
		}
		eachKernel(t, func(t *testing.T, k *kernel) {
			pairs := newPairCounter(j, k.pairing, newQuarterStore(j.seam))
			for i, list := range j.sets {
				got := make(map[uint32]uint64)
				for c := range list.from(0) {
					solutions, err := pairs.count(&j.frames[i], c, wholeSet, new(atomic.Bool))
					if err != nil {
						t.Fatal(err)
					}
					if solutions > 0 {
						got[c.left] += solutions
					}
				}
				if !maps.Equal(got, want[i]) {
					t.Errorf("n = %d, frame %d: by the columns on the left there are %v solutions, want %v", n, i, got, want[i])
				}
			}
		})
	}
}

// upperColumns returns the columns of the queens above the seam, and of that on it.
func (j *join) upperColumns(p Placement) columnSet {
	var row uint64
	for _, col := range p[:(j.seam.n+1)/2] {
		row |= 1 << col
	}
	return j.seam.columnsOf(row)
}

// Each symmetry takes the set to the upper left that the table in join_symmetry.go says.
func TestJoinTable(t *testing.T) {
	for _, n := range []int{8, 9, 10} {
		half := n / 2
		all := uint32(fullRow(half))
		for p := range All(n) {
			if n%2 == 1 && p[half] != half {
				continue
			}
			var a, b, above, below uint32
			for row, col := range p {
				switch {
				case row < half && col < half:
					a |= 1 << col
					above |= 1 << row
				case row < half && col >= n-half:
					b |= 1 << (n - 1 - col)
				case row >= n-half && col < half:
					below |= 1 << (n - 1 - row)
				}
			}
			want := [8]uint32{
				Identity: a, FlipColumns: b, FlipRows: all - a, Rotate180: all - b,
				Transpose: above, Rotate270: all - above, Rotate90: below, AntiTranspose: all - below,
			}
			if got := setsOfSolution(p); got != want {
				t.Fatalf("%v has the sets %b, want %b", p, got, want)
			}
		}
	}
}

// The tables of ties in join_symmetry.go: how the images in which A is least share the least set among
// columns and rows, and, if one half ties, which image is the other and how it ties. Of boards of even size,
// only those from n = 12 on have solutions that tie by ¬P or Q alone.
func TestJoinTies(t *testing.T) {
	columns := []Symmetry{Identity, FlipColumns, FlipRows, Rotate180}
	rows := []Symmetry{Transpose, Rotate270, Rotate90, AntiTranspose}
	type class struct{ columns, ties int }
	classOf := func(p Placement) (c class) {
		sets := setsOfSolution(p)
		least := slices.Min(sets[:])
		for i := range columns {
			if sets[columns[i]] == least {
				c.columns++
			}
			if sets[rows[i]] == least {
				c.ties++
			}
		}
		return c
	}
	counts := map[class]int{{1, 0}: 8, {1, 2}: 0, {2, 0}: 4, {2, 1}: 4, {2, 2}: 2}
	partner := map[Symmetry]Symmetry{Transpose: Transpose, Rotate270: Rotate90, Rotate90: Rotate270, AntiTranspose: AntiTranspose}
	ties := make(map[Symmetry]int)
	for n := 6; n <= 12; n += 2 {
		for p := range All(n) {
			sets := setsOfSolution(p)
			least := slices.Min(sets[:])
			if sets[Identity] != least {
				continue
			}
			c := classOf(p)
			if c == (class{1, 1}) {
				i := slices.IndexFunc(rows, func(g Symmetry) bool { return sets[g] == least })
				other := setsOfSolution(p.Transform(rows[i]))
				if other[Identity] != least || other[partner[rows[i]]] != least {
					t.Fatalf("%v ties by the set that %v takes to the upper left: its image has %d, want %d there by %v", p, rows[i], other, least, partner[rows[i]])
				}
				ties[rows[i]]++
				continue
			}
			total := 0
			for g, set := range sets {
				if set == least {
					total += counts[classOf(p.Transform(Symmetry(g)))]
				}
			}
			if total != 8 {
				t.Fatalf("the images of %v, of class %v, count %d together, want 8", p, c, total)
			}
		}
	}
	if len(ties) != len(rows) || ties[Transpose]%2 != 0 || ties[AntiTranspose]%2 != 0 || ties[Rotate270] != ties[Rotate90] {
		t.Errorf("solutions tie %v times by their four sets of rows: want all of them, the first and last in pairs and the others equally often", ties)
	}
}

// The examples in join_symmetry.go: solutions in which one half ties or both.
func TestJoinExamples(t *testing.T) {
	var first Placement
	for _, test := range []struct {
		image      Symmetry // of the first one
		solution   string
		a, b, p, q uint32
		counts     uint64
	}{
		{Identity, "3 7 12 10 2 4 6 11 9 1 5 8", 14, 37, 49, 38, 8},
		{Rotate270, "3 8 4 9 12 2 7 11 6 1 5 10", 14, 25, 37, 14, 0},
		{Identity, "6 2 10 7 9 3 1 4 8 5", 2, 27, 2, 29, 0},
		{Transpose, "7 2 6 8 10 1 4 9 5 3", 2, 29, 2, 27, 4},
		{AntiTranspose, "8 6 2 7 10 1 3 5 9 4", 2, 29, 4, 29, 4},
	} {
		solution, err := Parse(test.solution)
		if err != nil || !solution.Solved() {
			t.Fatalf("%s is no solution, %v", test.solution, err)
		}
		sets := setsOfSolution(solution)
		if got, want := []uint32{sets[Identity], sets[FlipColumns], sets[Transpose], sets[Rotate90]}, []uint32{test.a, test.b, test.p, test.q}; !slices.Equal(got, want) {
			t.Errorf("%s: A, B, P, Q = %d, want %d", test.solution, got, want)
		}
		tally := tallyOf(solution, true)
		counts := tally.quarters * tally.worth / 4
		if counts != test.counts {
			t.Errorf("%s counts %d, want %d", test.solution, counts, test.counts)
		}
		if test.image == Identity {
			first = solution
		}
		if image := first.Transform(test.image); !slices.Equal(image, solution) {
			t.Errorf("by %v, %v is %v, want %v", test.image, first, image, solution)
		}
	}
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
			cost += j.cost(&joinPiece{i, 0, list.len(), wholeSet})
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
