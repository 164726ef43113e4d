package join

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"weak"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
)

// A join counts the solutions of the empty board of one size.
type join struct {
	seam    seam
	sets    setList    // of columns
	rowSets [][]uint32 // all sets of rows, or columns, of a quarter, by their size, sorted
	idle    sync.Pool  // joiners that are not in use
	sharing sync.Mutex // guards shared
	shared  weak.Pointer[quarterStore]
}

func newJoin(n int, stop *atomic.Bool) *join {
	s := newSeam(n)
	j := &join{seam: s, rowSets: make([][]uint32, s.half+1)}
	for set := range s.all() + 1 {
		size := bits.OnesCount32(set)
		j.rowSets[size] = append(j.rowSets[size], set)
	}
	var next setRun
	for _, x := range s.crosses() {
		for left := range s.all() + 1 {
			if stop.Load() {
				return j
			}
			rights := j.rights(x, left)
			if len(rights) == 0 {
				continue
			}
			next.middle, next.left, next.rights, next.setCost = x, left, rights, j.expected(x, left)
			j.sets = append(j.sets, next)
			next.before += len(rights)
			next.costBefore += int64(len(rights)) * next.setCost
		}
	}
	return j
}

// joins has the joins that were made, by the size of their boards.
var joins [kernel.MaxRows + 1]atomic.Pointer[join]

// joinFor returns the join of a size, which is made once.
func joinFor(n int, stop *atomic.Bool) *join {
	if j := joins[n].Load(); j != nil {
		return j
	}
	j := newJoin(n, stop)
	if !stop.Load() && !joins[n].CompareAndSwap(nil, j) {
		return joins[n].Load()
	}
	return j
}

// store returns the lists of quarters that all joiners share. They last as long as any joiner does.
func (j *join) store() *quarterStore {
	j.sharing.Lock()
	defer j.sharing.Unlock()
	store := j.shared.Value()
	if store == nil {
		store = newQuarterStore(j.seam)
		j.shared = weak.Make(store)
	}
	return store
}

// A setList has all sets of columns: in the order of their crosses, then of the columns on the
// left, then of those on the right. Those that differ only on the right form a run.
type setList []setRun

// A setRun is the sets of columns that differ only on the right. All cost the same.
type setRun struct {
	middle     middle
	left       uint32
	rights     []uint32
	setCost    int64
	before     int   // the number of sets in earlier runs
	costBefore int64 // of those
}

// len returns the number of sets.
func (l setList) len() int {
	last := l[len(l)-1]
	return last.before + len(last.rights)
}

// index returns where a set is, and whether it is there.
func (l setList) index(c columnSet) (int, bool) {
	i, found := slices.BinarySearchFunc(l, c, func(r setRun, c columnSet) int {
		return cmp.Or(cmp.Compare(r.middle, c.middle), cmp.Compare(r.left, c.left))
	})
	if !found {
		return 0, false
	}
	at, found := slices.BinarySearch(l[i].rights, c.right)
	return l[i].before + at, found
}

// run returns the run that has the set with an index.
func (l setList) run(index int) setRun {
	return l[sort.Search(len(l)-1, func(i int) bool { return index < l[i+1].before })]
}

// at returns the set with an index.
func (l setList) at(index int) columnSet {
	r := l.run(index)
	return columnSet{r.left, r.rights[index-r.before], r.middle}
}

// cost returns the cost of all sets before an index.
func (l setList) cost(index int) int64 {
	r := l.run(index)
	return r.costBefore + int64(index-r.before)*r.setCost
}

// rights returns the columns on the right that go with those on the left. If the middle is off the
// centre, these are all. Otherwise they are those with which A is the least of A, B, ¬A and ¬B
// (Lemma 3 in join.go), if there are sets of rows to go with A.
func (j *join) rights(x middle, left uint32) []uint32 {
	rights := j.rowSets[j.seam.half-bits.OnesCount32(left)]
	switch {
	case j.ways(x, left) == 0:
		return nil
	case x == offCentre:
		return rights
	}
	return j.seam.between(rights, left)
}

// between returns the sets of a sorted list that lie between a set and its complement.
func (s seam) between(sets []uint32, set uint32) []uint32 {
	first, _ := slices.BinarySearch(sets, set)
	end, _ := slices.BinarySearch(sets, s.all()-set+1)
	return sets[first:max(first, end)]
}

// Pieces are a count cut into pieces, or one of them. A piece is some consecutive sets of columns
// from the list of sets.
type Pieces struct {
	join *join
	len  int
	at   func(i int) setRange
}

// A setRange is sets of columns, by the index of the first and their number.
type setRange struct{ first, sets int }

// N returns the size of the board.
func (p *Pieces) N() int { return p.join.seam.n }

// Len returns the number of pieces.
func (p *Pieces) Len() int { return p.len }

// A Name says which piece it is, on all machines.
type Name struct {
	N       int
	Centred bool   // whether there is a queen in the centre, on a board of odd size
	Columns uint64 // the first set, as a row of the board
	Sets    int    // the number of sets
}

// Name returns the name of a piece.
func (p *Pieces) Name(i int) Name {
	j, piece := p.join, p.at(i)
	first := j.sets.at(piece.first)
	return Name{j.seam.n, first.middle == centred, first.row(j.seam.n), piece.sets}
}

// Named returns the piece with a name, alone, on a board of MinN to kernel.MaxRows rows.
func Named(name Name) (*Pieces, error) {
	j := joinFor(name.N, new(atomic.Bool))
	x := slices.Max(j.seam.crosses()) // off the centre, if n is odd
	if name.Centred {
		x = centred
	}
	first, ok := j.sets.index(j.seam.columnsOf(name.Columns, x))
	if !ok || name.Sets < 1 || name.Sets > j.sets.len()-first {
		return nil, fmt.Errorf("there are not %d sets of columns from %#x on", name.Sets, name.Columns)
	}
	return j.piece(setRange{first, name.Sets}), nil
}

// piece returns a single piece.
func (j *join) piece(piece setRange) *Pieces {
	return &Pieces{j, 1, func(int) setRange { return piece }}
}

// Counts reports whether the join counts a board: an empty plain one of MinN to kernel.MaxRows rows.
func Counts(b bitboard.Board) bool {
	return MinN <= len(b.Open) && len(b.Open) <= kernel.MaxRows && !b.Torus && b.Unconstrained()
}

// Cut cuts the count of the empty board of a size into pieces of about the same cost: as few as
// possible but at least as many as asked for, unless there are fewer sets of columns; then each
// piece is one set.
func Cut(n, atLeast int, stop *atomic.Bool) *Pieces { return joinFor(n, stop).cut(atLeast, stop) }

// Think of the sets as standing in a row, each as long as its cost, but none longer than pieceCost.
// The row is cut into stretches of length pieceCost, and a piece is the sets that begin in one of
// them. Each stretch has at least one, as no set is longer. Of all lengths that make as few pieces,
// cut takes the shortest, so that the last piece is about as long as the others.
func (j *join) cut(atLeast int, stop *atomic.Bool) *Pieces {
	if stop.Load() { // perhaps before all sets were listed
		return &Pieces{join: j}
	}
	longest := j.sets.lengthFor(atLeast-1, stop) - 1 // longer stretches make too few pieces
	number := j.sets.pieces(max(1, longest))
	pieceCost := j.sets.lengthFor(number, stop)
	c := cutRow{j.sets, pieceCost, make([]int64, len(j.sets))}
	var start int64
	for i, r := range j.sets {
		c.starts[i] = start
		start += min(r.setCost, pieceCost) * int64(len(r.rights))
	}
	return &Pieces{j, number, c.at}
}

// lengthFor returns the least length of stretches that makes at most that many pieces, or one more
// than the cost of all sets if there is none.
func (l setList) lengthFor(most int, stop *atomic.Bool) int64 {
	low, high := int64(1), l.cost(l.len())+1
	for low < high && !stop.Load() {
		if middle := low + (high-low)/2; l.pieces(middle) <= most {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// pieces returns how many pieces stretches of some length make.
func (l setList) pieces(pieceCost int64) int {
	var length int64 // of the row
	for i := range l {
		length += min(l[i].setCost, pieceCost) * int64(len(l[i].rights))
	}
	lastStart := length - min(l[len(l)-1].setCost, pieceCost)
	return int(lastStart/pieceCost) + 1
}

// A cutRow is the row of all sets, cut into stretches of length pieceCost.
type cutRow struct {
	sets      setList
	pieceCost int64
	starts    []int64 // of each run
}

// at returns the piece with an index.
func (c cutRow) at(index int) setRange {
	first, end := c.firstFrom(int64(index)*c.pieceCost), c.firstFrom(int64(index+1)*c.pieceCost)
	return setRange{first, min(end, c.sets.len()) - first}
}

// firstFrom returns the index of the first set that starts at a place in the row or after it.
// Beyond the start of the last set it returns the number of sets, or more.
func (c cutRow) firstFrom(place int64) int {
	i := sort.Search(len(c.sets)-1, func(i int) bool { return place < c.starts[i+1] })
	length := min(c.sets[i].setCost, c.pieceCost)
	return c.sets[i].before + int((place-c.starts[i]+length-1)/length) // perhaps the first of the next run
}

// ways returns how many ways there are to go on from columns on the left. If the middle is off the
// centre, they are the squares for its two queens; otherwise the sets of rows of left quarters that
// are not less than the columns, and whose complements are not.
func (j *join) ways(x middle, left uint32) (ways int) {
	if x == offCentre {
		for col := range bitboard.Members(uint64(left)) {
			ways += col // rows of the middle column
		}
		return ways
	}
	return len(j.seam.between(j.rowSets[bits.OnesCount32(left)], left))
}

// expected estimates how long it takes to count a set with certain columns on the left, in some
// unit. There are more halves the more evenly the columns are spread over left and right, and the
// more ways there are. The costs are whole numbers, so that all machines cut a count alike.
func (j *join) expected(x middle, left uint32) int64 {
	const (
		// curve fits the numbers of masks that kernels process. The worst of 300 pieces of n = 17
		// and 18 is off by a factor of 2.0; with half of curve it would be 2.5, with twice 3.4.
		curve = 0.3
		unit  = 1 << 16
		// lower is the ways for each row of lower halves, if the middle is off the centre. The worst
		// piece of n = 17 and 19 is off by 1.6; with 2 it would be 2.2, with 6 1.8.
		lower = 4
	)
	size := bits.OnesCount32(left)
	ways, all := j.ways(x, left), len(j.rowSets[size])
	if x == offCentre {
		ways += lower * j.seam.half
		all = 2 * j.seam.half // so that both crosses have about their share
	}
	uneven := float64(size) - float64(j.seam.half)/2
	return 1 + int64(unit*math.Exp(-curve*uneven*uneven))*int64(ways)/int64(all)
}

// Cost returns about how long a piece takes. It leaves out the lists of quarters that several
// pieces share: they take a twentieth of the time at n = 18, and less on larger boards.
func (p *Pieces) Cost(i int) float64 {
	sets, piece := p.join.sets, p.at(i)
	return float64(sets.cost(piece.first+piece.sets) - sets.cost(piece.first))
}
