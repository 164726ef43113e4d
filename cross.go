package queens

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/block"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// A count is cut into pieces that can be counted one by one, on any goroutine or machine. Every
// solution has a queen in each of the middle rows and columns: a cross of queens.
//
//	. . . ┆ ┆ . . .
//	. . . ┆ Q . . .
//	. . . ┆ ┆ . . .
//	┄ ┄ ┄ ┄ ┄ Q ┄ ┄     two middle rows and two middle columns of the 8×8 board,
//	Q ┄ ┄ ┄ ┄ ┄ ┄ ┄     filled by four queens, or by fewer if one stands in a row
//	. . . ┆ ┆ . . .     and a column at the same time
//	. . . Q ┆ . . .
//	. . . ┆ ┆ . . .
//
// The symmetries that keep the board take crosses to crosses. So one cross of each orbit is
// enough: its completions count once for each cross of the orbit, and the search below needs no
// test for symmetry. Queens near the centre attack most, which makes that search small. If no
// symmetry that exchanges rows and columns keeps the constraints, a cross is the queens of the
// middle rows only, and if none at all does, the queen of one row.

// A cross is a piece of a count: the solutions with certain queens, the given ones among them.
// Each of these stands for as many solutions as the weight says.
type cross struct {
	queens Placement
	weight uint64
}

// with returns c with one queen more.
func (c cross) with(queen Square) cross {
	queens := slices.Clone(c.queens)
	queens[queen.Row] = queen.Col
	return cross{queens, c.weight}
}

// crosses are pieces of the count of a board.
type crosses struct {
	board *Board
	list  []cross
}

// cut cuts a count into crosses, sorted by their numbers of queens. It splits those with the
// fewest queens until there are enough crosses that differ by at most one queen, or each is one
// solution.
func (b *Board) cut(stop *atomic.Bool, atLeast int) (*crosses, error) {
	all := &crosses{board: new(*b)} // a copy, which no UnmarshalText changes
	if b.start.hopeless() {
		return all, nil
	}
	n := b.N()
	byQueens := make([][]cross, n+1)
	add := func(c cross) {
		size := n - c.queens.emptyRows()
		byQueens[size] = append(byQueens[size], c)
	}
	b.extend(b.root(), b.crossGroup(), stop, add)
	for size, some := range byQueens[:n] {
		if len(some)+len(byQueens[size+1]) >= atLeast {
			break
		}
		for _, c := range some {
			if stop.Load() {
				return nil, work.ErrStopped
			}
			for _, further := range b.split(c) {
				add(further)
			}
		}
		byQueens[size] = nil
	}
	if stop.Load() {
		return nil, work.ErrStopped
	}
	all.list = slices.Concat(byQueens...)
	return all, nil
}

// root returns the cross that stands for all solutions. On an empty torus it has a queen in the
// middle: translations permute the solutions, and n of the n² translations of a solution take
// one of its queens there, so one solution in n has a queen in the middle.
func (b *Board) root() cross {
	if !b.start.translates() {
		return cross{b.given, 1}
	}
	n := b.N()
	queens := NewPlacement(n)
	queens[n/2] = n / 2
	return cross{queens, uint64(n)}
}

// crossGroup returns the symmetries under which crosses have their orbits. Boards of more than
// 32 rows have millions of crosses of two rows and two columns, so there a cross is the queens
// of rows only.
func (b *Board) crossGroup() []Symmetry {
	if b.N() <= kernel.MaxRows {
		return b.group
	}
	return slices.DeleteFunc(slices.Clone(b.group), func(s Symmetry) bool { return s.view().transposed })
}

// split splits a cross by the queen of one more row. The row is one with the fewest open
// squares: that makes the fewest crosses, and leaves the fewest boards to search.
func (b *Board) split(c cross) (further []cross) {
	left := b.start.withAll(c.queens)
	tightest, fewest := -1, len(left.open)+1
	for row, open := range left.open {
		if squares := bits.OnesCount64(open); c.queens[row] == Empty && squares < fewest {
			tightest, fewest = row, squares
		}
	}
	for col := range bitset.Members(left.open[tightest]) {
		queen := Square{tightest, col}
		if !slices.Contains(left.with(queen).open, 0) {
			further = append(further, c.with(queen))
		}
	}
	return further
}

// A crossSearch places the queens of a cross in every way. It visits the crosses that are the
// lexicographically least of their orbits.
type crossSearch struct {
	weight uint64 // of the cross that is extended
	stop   *atomic.Bool
	visit  func(c cross, kept []Symmetry) // kept: those of the group that keep the cross
	group  []Symmetry
	views  []view     // of the group
	placed imager     // the queens so far
	boards []bitboard // boards[i] is for the search with i arms to go
}

// extend visits crosses that together stand for the solutions of c, and have the queens of the
// next rows and columns from the middle. The group is the symmetries that keep the board and c.
func (b *Board) extend(c cross, group []Symmetry, stop *atomic.Bool, visit func(cross)) {
	arms := nextArms(c.queens, group)
	if len(arms) == 0 {
		visit(c)
		return
	}
	start := b.start.withAll(c.queens)
	f := crossSearch{weight: c.weight, stop: stop, group: group, views: viewsOf(group), placed: slices.Clone(c.queens).imager()}
	for range arms {
		f.boards = append(f.boards, bitboard{make([]uint64, len(start.open)), start.torus})
	}
	f.visit = func(next cross, kept []Symmetry) {
		if next.queens.emptyRows() < c.queens.emptyRows()-1 || len(kept) == 1 {
			visit(next)
			return
		}
		// A single queen in the very middle leaves much of the board's symmetry to use once
		// more. Other crosses are not worth extending: few have any symmetry left.
		b.extend(next, kept, stop, visit)
	}
	f.fill(start, arms)
}

// fill places a queen in each of the arms, in every way.
func (f *crossSearch) fill(b bitboard, arms []arm) {
	if f.stop.Load() {
		return
	}
	if len(arms) == 0 {
		if kept := f.stabilizer(); kept != nil {
			orbit := uint64(len(f.group) / len(kept))
			f.visit(cross{slices.Clone(f.placed.rows), f.weight * orbit}, kept)
		}
		return
	}
	next, rest := f.boards[len(arms)-1], arms[1:]
	for _, queen := range arms[0] {
		if b.open[queen.Row]>>queen.Col&1 == 0 {
			continue
		}
		if f.placed.rows[queen.Row] == queen.Col {
			f.fill(b, rest) // the queen of another arm stands in this one, too
			return
		}
		copy(next.open, b.open)
		next.place(queen)
		f.placed.rows[queen.Row], f.placed.cols[queen.Col] = queen.Col, queen.Row
		f.fill(next, rest)
		f.placed.rows[queen.Row], f.placed.cols[queen.Col] = Empty, Empty
	}
}

// stabilizer returns the symmetries of the group that keep the cross, or nil if the cross is
// not the least of its images.
func (f *crossSearch) stabilizer() (kept []Symmetry) {
	kept = append(kept, Identity) // the first of the group
	for i, s := range f.group[1:] {
		switch order := f.placed.compare(f.views[1+i], view{}); {
		case order < 0:
			return nil
		case order == 0:
			kept = append(kept, s)
		}
	}
	return kept
}

// An arm of a cross is the squares of a row or a column, in order.
type arm []Square

// nextArms returns the arms of the next cross: the row nearest to the middle that has no queen,
// and the rows and columns that the symmetries take it to.
func nextArms(p Placement, group []Symmetry) (arms []arm) {
	n := len(p)
	hasQueen := func(s Square) bool { return p[s.Row] == s.Col }
	for low := (n+1)/2 - 1; low >= 0 && arms == nil; low-- {
		for _, s := range group {
			var image arm
			for col := range n {
				image = append(image, s.Apply(n, Square{low, col}))
			}
			if first, last := image[0], image[n-1]; last.Row < first.Row || last.Col < first.Col {
				slices.Reverse(image)
			}
			known := slices.ContainsFunc(arms, func(a arm) bool { return slices.Equal(a, image) })
			if !known && !slices.ContainsFunc(image, hasQueen) {
				arms = append(arms, image)
			}
		}
	}
	return arms
}

// A counter counts crosses of one board, in buffers that it keeps.
type counter struct {
	board  *Board
	blocks *block.Search // nil if the board is too large for it
}

func newCounter(b *Board, k *kernel.Kernel) counter {
	if b.N() > kernel.MaxRows {
		return counter{board: b}
	}
	return counter{b, block.Take(k, b.given.emptyRows())}
}

// Release keeps the buffers for the next count.
func (c counter) Release() {
	if c.blocks != nil {
		c.blocks.Release()
	}
}

// A crossWorker counts crosses by their indices.
type crossWorker struct {
	counter
	list []cross
}

// Len returns the number of crosses.
func (p *crosses) Len() int { return len(p.list) }

// NewWorker returns a worker for the crosses.
func (p *crosses) NewWorker(k *kernel.Kernel) work.Worker {
	return crossWorker{newCounter(p.board, k), p.list}
}

// Count returns how many solutions a cross stands for.
func (w crossWorker) Count(i int, stop *atomic.Bool) (uint64, error) {
	solutions, err := w.solutions(w.list[i], stop)
	if err != nil {
		return 0, err
	}
	return work.AddTimes(0, solutions, w.list[i].weight)
}

// checkedRows is the number of rows left to fill in the part of a cross that is checked.
const checkedRows = 10

// Check draws a part of a cross at random, with queens in more rows, and counts it in blocks
// and by the textbook search.
func (p *crosses) Check(i int, k *kernel.Kernel, rng *rand.Rand, stop *atomic.Bool) error {
	b, part := p.board, p.list[i]
	for part.queens.emptyRows() > checkedRows {
		further := b.split(part)
		if len(further) == 0 {
			return nil
		}
		part = further[rng.IntN(len(further))]
	}
	c := newCounter(b, k)
	defer c.Release()
	got, err := c.solutions(part, stop)
	if err != nil {
		return err
	}
	want, err := counter{}.countOn(b.start.withAll(part.queens), part.queens, stop)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("the check of %v with queens %v fails: %d solutions in blocks, and %d in a search", b, part.queens, got, want)
	}
	return nil
}

// solutions returns the number of solutions with the queens of a cross, without its weight. The
// error is work.ErrStopped if stop was set.
func (c counter) solutions(part cross, stop *atomic.Bool) (uint64, error) {
	easiest := part.easiest(c.board)
	return c.countOn(bitboard{easiest.Open, easiest.Torus}, easiest.Queens, stop)
}

// countOn returns the number of solutions of a board, given the queens that are placed on it.
// The error is work.ErrStopped if stop was set.
func (c counter) countOn(b bitboard, queens Placement, stop *atomic.Bool) (solutions uint64, err error) {
	if b.hopeless() {
		return 0, nil
	}
	if c.blocks != nil {
		return c.blocks.Count(b.positionWith(queens), stop)
	}
	done := b.backtrack(stop, func(Placement) bool {
		solutions++
		return true
	})
	if !done {
		return 0, work.ErrStopped
	}
	return solutions, nil
}

// easiest returns the image of the cross to search: of the four that differ in the side to
// start from, the one whose first rows have the fewest open squares. All have equally many
// solutions, but the fewer choices there are to begin with, the fewer boards a search looks at.
func (c cross) easiest(b *Board) block.Position {
	return b.start.withAll(c.queens).positionWith(c.queens).Easiest()
}

// positionWith returns b for the block search, with the queens that are placed on it.
func (b bitboard) positionWith(queens Placement) block.Position {
	return block.Position{Open: b.open, Torus: b.torus, Queens: queens}
}

// A few pieces may take most of the time of a count. To tell how far it has come, each piece
// has a cost: about the number of boards that its search goes through.
//
// A probe goes down the rows as the search does. Where more boards wait at a row than it
// may keep, it keeps one in every few, which stands for the others (Knuth 1975, as for
// [Board.Estimate]).

// probedBoards is how many boards a probe keeps at most. It then takes some microseconds.
const probedBoards = 32

// Cost returns the cost of a cross, always the same.
func (p *crosses) Cost(i int) float64 {
	return p.list[i].probe(p.board, rand.New(rand.NewPCG(0, 0)), probedBoards)
}

// attacks are the columns of a row that the queens above it attack: straight down, and along the
// diagonals to either side.
type attacks struct{ cols, left, right uint64 }

// probe estimates how many boards the search of the cross goes through. It keeps at most that
// many at each row.
func (c cross) probe(board *Board, rng *rand.Rand, most int) float64 {
	b := c.easiest(board)
	cost, weight := 0.0, 1.0 // each board that waits stands for weight boards
	waiting := []attacks{{}}
	var next []attacks
	for row, open := range b.Open {
		// The block search passes over the rows that have a queen.
		if b.Queens[row] == Empty || len(b.Open) > kernel.MaxRows {
			cost += weight * float64(len(waiting))
		}
		step := (len(waiting) + most - 1) / most
		if step == 0 {
			break
		}
		weight *= float64(step)
		for i := rng.IntN(step); i < len(waiting); i += step {
			next = waiting[i].appendChildren(next, bitboard{b.Open, b.Torus}, open)
		}
		waiting, next = next, waiting[:0]
	}
	return cost + weight*float64(len(waiting)) // with those that are full
}

// appendChildren appends what attacks the next row for each queen that a row can have, given its
// open squares.
func (above attacks) appendChildren(children []attacks, b bitboard, open uint64) []attacks {
	for free := open &^ (above.cols | above.left | above.right); free != 0; free &= free - 1 {
		queen := free & -free
		left, right := b.shift(above.left|queen, above.right|queen)
		children = append(children, attacks{above.cols | queen, left, right})
	}
	return children
}
