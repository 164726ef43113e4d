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

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/kernel"
)

// A join counts the solutions of the empty board of one size.
type join struct {
	seam    seam
	sets    setList    // of columns
	rowSets [][]uint32 // sets of rows or columns of a quarter, by their size, in order
	leasts  [][]uint32 // of each row set and its complement the lesser one, by size, in order
	idle    sync.Pool  // joiners that are not in use
	sharing sync.Mutex // of what follows
	shared  weak.Pointer[quarterStore]
}

func newJoin(n int) *join {
	s := newSeam(n)
	j := &join{seam: s, rowSets: make([][]uint32, s.half+1), leasts: make([][]uint32, s.half+1)}
	all := uint32(bitset.Below(s.half))
	for set := range all + 1 {
		size := bits.OnesCount32(set)
		j.rowSets[size] = append(j.rowSets[size], set)
	}
	for size, sets := range j.rowSets {
		for _, set := range sets {
			j.leasts[size] = append(j.leasts[size], min(set, all-set))
		}
		slices.Sort(j.leasts[size])
	}
	j.sets = j.listSets()
	return j
}

// joins has the joins that were made, by the size of their boards.
var joins [kernel.MaxRows + 1]atomic.Pointer[join]

// joinFor returns the join for the empty board of a size, always the same.
func joinFor(n int) *join {
	if joins[n].Load() == nil {
		joins[n].CompareAndSwap(nil, newJoin(n))
	}
	return joins[n].Load()
}

// store returns the quarters that all joiners share: what one of them lists is there for the
// others, as long as there is any joiner.
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

// A setList has all sets of columns, in order: by cross, by the columns on the left, then by
// those on the right. Those that differ only on the right stand together in a run.
type setList []setRun

// A setRun is the sets of columns that differ only on the right. Each costs as much as the
// others.
type setRun struct {
	cross      cross
	left       uint32
	rights     []uint32
	each       int64 // cost of a set
	before     int   // number of sets in earlier runs
	costBefore int64 // of those
}

func (j *join) listSets() (list setList) {
	var next setRun
	for _, x := range j.seam.crosses() {
		for left := range uint32(1) << j.seam.half {
			rights := j.rights(x, left)
			if len(rights) == 0 {
				continue
			}
			next.cross, next.left, next.rights, next.each = x, left, rights, j.expected(x, left)
			list = append(list, next)
			next.before += len(rights)
			next.costBefore += int64(len(rights)) * next.each
		}
	}
	return list
}

// len returns the number of sets.
func (l setList) len() int {
	last := l[len(l)-1]
	return last.before + len(last.rights)
}

// index returns where a set is, and whether it is there.
func (l setList) index(c columnSet) (int, bool) {
	i, found := slices.BinarySearchFunc(l, c, func(r setRun, c columnSet) int {
		return cmp.Or(cmp.Compare(r.cross, c.cross), cmp.Compare(r.left, c.left))
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
	return columnSet{r.left, r.rights[index-r.before], r.cross}
}

// cost returns the cost of all sets before an index.
func (l setList) cost(index int) int64 {
	r := l.run(index)
	return r.costBefore + int64(index-r.before)*r.each
}

// rights returns the columns on the right that go with those on the left: all of them if the
// cross is off the centre, else those with which A is the least of A, B, ¬A and ¬B (Lemma 3 of
// join.go), if there are sets of rows for it as well.
func (j *join) rights(x cross, left uint32) []uint32 {
	rights := j.rowSets[j.seam.half-bits.OnesCount32(left)]
	switch {
	case j.ways(x, left) == 0:
		return nil
	case x == offCentre:
		return rights
	}
	first, _ := slices.BinarySearch(rights, left)
	end, _ := slices.BinarySearch(rights, uint32(bitset.Below(j.seam.half))-left+1)
	return rights[first:max(first, end)]
}

// Pieces are a count cut into pieces, or one of them. A piece is some sets of columns, each of
// which follows the one before it in the list of sets.
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
	Sets    int    // this one and those that follow it
}

// Name returns the name of a piece.
func (p *Pieces) Name(i int) Name {
	j, piece := p.join, p.at(i)
	first := j.sets.at(piece.first)
	return Name{j.seam.n, first.cross == centred, first.row(j.seam.n), piece.sets}
}

// Named returns the piece with a name, alone, on a board of MinN to kernel.MaxRows rows.
func Named(name Name) (*Pieces, error) {
	j := joinFor(name.N)
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

// Cut cuts the count of the empty board of a size into pieces: see [join.cut].
func Cut(n, atLeast int) *Pieces { return joinFor(n).cut(atLeast) }

// A joinCut is a count cut into pieces of about the same cost.
//
// The sets stand in a row, each as long as its cost, but none longer than most.
// The row is cut into stretches as long as most, and a piece is the sets that begin in one of
// them: at least one does, as none is longer.
type joinCut struct {
	join   *join
	most   int64
	starts []int64 // of each run of sets
}

// cut cuts a count into pieces, as few as can be but at least as many as asked for, unless
// there are fewer sets of columns: then each piece is one set. Of the lengths that make so many
// pieces it takes the shortest, so that the last piece is as long as the others.
func (j *join) cut(atLeast int) *Pieces {
	longest := j.sets.lengthFor(atLeast-1) - 1 // longer stretches make too few pieces
	number := j.sets.pieces(max(1, longest))
	most := j.sets.lengthFor(number)
	c := joinCut{j, most, j.sets.starts(most)}
	return &Pieces{j, number, c.at}
}

// lengthFor returns the least length of stretches that makes no more pieces than that, or one
// more than the cost of all sets if there is none.
func (l setList) lengthFor(most int) int64 {
	low, high := int64(1), l.cost(l.len())+1
	for low < high {
		if middle := low + (high-low)/2; l.pieces(middle) <= most {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// pieces returns how many pieces there are of a length.
func (l setList) pieces(most int64) int {
	last := len(l) - 1
	r := l[last]
	return int((l.starts(most)[last]+min(r.each, most)*int64(len(r.rights)-1))/most) + 1
}

// starts returns where each run of sets starts.
func (l setList) starts(most int64) []int64 {
	starts := make([]int64, len(l))
	var start int64
	for i, r := range l {
		starts[i] = start
		start += min(r.each, most) * int64(len(r.rights))
	}
	return starts
}

// at returns the piece with an index.
func (c joinCut) at(index int) setRange {
	first, end := c.firstFrom(int64(index)*c.most), c.firstFrom(int64(index+1)*c.most)
	return setRange{first, min(end, c.join.sets.len()) - first}
}

// firstFrom returns the index of the first set that starts at a place in the row or after it, or one
// beyond all sets.
func (c joinCut) firstFrom(place int64) int {
	list := c.join.sets
	i := sort.Search(len(list)-1, func(i int) bool { return place < c.starts[i+1] })
	each := min(list[i].each, c.most)
	return list[i].before + int((place-c.starts[i]+each-1)/each) // which may be the first of the next run
}

// ways returns how many ways there are to go on from columns on the left. If the cross is off the
// centre, they are the squares for its two queens; else the sets of rows of left quarters that are
// not less than the columns, and whose complements are not.
func (j *join) ways(x cross, left uint32) (ways int) {
	if x == offCentre {
		for col := range bitset.Members(uint64(left)) {
			ways += col // rows of the middle column
		}
		return ways
	}
	leasts := j.leasts[bits.OnesCount32(left)]
	less, _ := slices.BinarySearch(leasts, left)
	return len(leasts) - less
}

// expected estimates how long it takes to count with a set of columns that has the given ones
// on the left, in some unit. There are more halves the more evenly the columns are spread over left and
// right, and the more ways there are. The costs are whole numbers, so that all machines cut a count alike.
func (j *join) expected(x cross, left uint32) int64 {
	const (
		curve = 0.3 // fits the numbers of masks that kernels write and look at
		unit  = 1 << 16
		lower = 4 // ways for each row of lower halves, if the cross is off the centre
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

// Cost returns about how long a piece takes. Lists of quarters that several pieces share are left
// out: they take a twentieth of the time at n = 18, and less on larger boards.
func (p *Pieces) Cost(i int) float64 {
	sets, piece := p.join.sets, p.at(i)
	return float64(sets.cost(piece.first+piece.sets) - sets.cost(piece.first))
}
