// Package cross cuts the count of any board into pieces and counts these.
//
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
package cross

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/list"
	"example.com/queens/internal/naive"
	"example.com/queens/internal/probe"
	"example.com/queens/internal/symmetry"
	"example.com/queens/internal/work"
)

// A Board is what is counted. Nobody changes it.
type Board struct {
	bitboard.Board                 // the squares that given queens and blocked squares leave open
	Given          []int           // by row, the column of the given queen, or None
	Group          []symmetry.View // those that keep the constraints, the identity first
}

// A source is a board of package queens, as what it says of itself.
type source[Square ~struct{ Row, Col int }, Symmetry ~uint8] interface {
	N() int
	Toroidal() bool
	Given() iter.Seq[Square]
	Blocked() iter.Seq[Square]
	Symmetries() []Symmetry
}

// New returns a board in the form that is counted.
func New[Square ~struct{ Row, Col int }, Symmetry ~uint8](from source[Square, Symmetry]) Board {
	n := from.N()
	b := Board{Board: bitboard.Empty(n), Given: slices.Repeat([]int{none}, n)}
	b.Torus = from.Toroidal()
	for s := range from.Blocked() {
		at := struct{ Row, Col int }(s)
		b.Open[at.Row] &^= 1 << at.Col
	}
	for s := range from.Given() {
		at := struct{ Row, Col int }(s)
		b.Place(at.Row, at.Col)
		b.Given[at.Row] = at.Col
	}
	for _, s := range from.Symmetries() {
		b.Group = append(b.Group, symmetry.Views[s])
	}
	return b
}

// N returns the number of rows.
func (b Board) N() int { return len(b.Open) }

// A Cross is a piece of a count: the solutions with certain Queens, the given ones among them.
// Each of these stands for as many solutions as the Weight says.
type Cross struct {
	Queens []int // by row, or None
	Weight uint64
}

// emptyRows returns the number of rows without a queen.
func emptyRows(queens []int) (rows int) {
	for _, col := range queens {
		if col == none {
			rows++
		}
	}
	return rows
}

// Pieces are pieces of the count of a board.
type Pieces struct {
	board Board
	list  []Cross
}

// Piece returns a piece by itself, of a board that has it.
func Piece(b Board, c Cross) *Pieces { return &Pieces{b, []Cross{c}} }

// At returns a piece.
func (p *Pieces) At(i int) Cross { return p.list[i] }

// Cut cuts a count into crosses, sorted by their numbers of queens. It splits those with the
// fewest queens until there are enough crosses that differ by at most one queen, or each is one
// solution.
func Cut(b Board, atLeast int, stop *atomic.Bool) *Pieces {
	all := &Pieces{board: b}
	if b.Hopeless() {
		return all
	}
	n := b.N()
	byQueens := make([][]Cross, n+1)
	add := func(c Cross) {
		size := n - emptyRows(c.Queens)
		byQueens[size] = append(byQueens[size], c)
	}
	b.extend(b.root(), b.crossGroup(), stop, add)
	for size, some := range byQueens[:n] {
		if len(some)+len(byQueens[size+1]) >= atLeast {
			break
		}
		for _, c := range some {
			if stop.Load() {
				return all
			}
			for _, further := range b.Split(c) {
				add(further)
			}
		}
		byQueens[size] = nil
	}
	all.list = slices.Concat(byQueens...)
	return all
}

// root returns the cross that stands for all solutions. On an empty torus it has a queen in the
// middle: translations permute the solutions, and n of the n² translations of a solution take
// one of its queens there, so one solution in n has a queen in the middle.
func (b Board) root() Cross {
	if !b.Translates() {
		return Cross{b.Given, 1}
	}
	n := b.N()
	queens := slices.Repeat([]int{none}, n)
	queens[n/2] = n / 2
	return Cross{queens, uint64(n)}
}

// MostWeight returns a multiple of the weights of all crosses: how many ways there are to move the
// board onto itself.
func (b Board) MostWeight() uint64 {
	n := b.N()
	most := uint64(len(b.Group))
	if n < 2 {
		most = 1 // all symmetries act in the same way
	}
	if b.Translates() {
		most *= uint64(n)
	}
	return most
}

// crossGroup returns the symmetries under which crosses have their orbits. Boards of more than
// 32 rows have millions of crosses of two rows and two columns, so there a cross is the queens
// of rows only.
func (b Board) crossGroup() []symmetry.View {
	if b.N() <= kernel.MaxRows {
		return b.Group
	}
	return slices.DeleteFunc(slices.Clone(b.Group), func(v symmetry.View) bool { return v.Transposed })
}

// Split splits a cross by the queen of one more row. The row is one with the fewest open
// squares: that makes the fewest crosses, and leaves the fewest boards to search.
func (b Board) Split(c Cross) (further []Cross) {
	left := b.WithAll(c.Queens)
	tightest, fewest := -1, len(left.Open)+1
	for row, open := range left.Open {
		if squares := bits.OnesCount64(open); c.Queens[row] == none && squares < fewest {
			tightest, fewest = row, squares
		}
	}
	for col := range bitboard.Members(left.Open[tightest]) {
		if !slices.Contains(left.With(tightest, col).Open, 0) {
			queens := slices.Clone(c.Queens)
			queens[tightest] = col
			further = append(further, Cross{queens, c.Weight})
		}
	}
	return further
}

// A crossSearch places the queens of a cross in every way. It visits the crosses that are the
// lexicographically least of their orbits.
type crossSearch struct {
	weight uint64 // of the cross that is extended
	stop   *atomic.Bool
	visit  func(c Cross, kept []symmetry.View) // kept: those of the group that keep the cross
	group  []symmetry.View
	placed symmetry.Imager  // the queens so far
	boards []bitboard.Board // boards[i] is for the search with i arms to go
}

// extend visits crosses that together stand for the solutions of c, and have the queens of the
// next rows and columns from the middle. The group is the symmetries that keep the board and c.
func (b Board) extend(c Cross, group []symmetry.View, stop *atomic.Bool, visit func(Cross)) {
	arms := nextArms(c.Queens, group)
	if len(arms) == 0 {
		visit(c)
		return
	}
	start := b.WithAll(c.Queens)
	placed := symmetry.Imager{Rows: slices.Clone(c.Queens), Cols: slices.Repeat([]int{none}, b.N())}
	for row, col := range c.Queens {
		if col != none {
			placed.Cols[col] = row
		}
	}
	f := crossSearch{weight: c.Weight, stop: stop, group: group, placed: placed}
	for range arms {
		f.boards = append(f.boards, bitboard.Board{Open: make([]uint64, len(start.Open)), Torus: start.Torus})
	}
	f.visit = func(next Cross, kept []symmetry.View) {
		if emptyRows(next.Queens) < emptyRows(c.Queens)-1 || len(kept) == 1 {
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
func (f *crossSearch) fill(b bitboard.Board, arms []arm) {
	if f.stop.Load() {
		return
	}
	if len(arms) == 0 {
		if kept := f.stabilizer(); kept != nil {
			orbit := uint64(len(f.group) / len(kept))
			f.visit(Cross{slices.Clone(f.placed.Rows), f.weight * orbit}, kept)
		}
		return
	}
	next, rest := f.boards[len(arms)-1], arms[1:]
	for _, queen := range arms[0] {
		if b.Open[queen.Row]>>queen.Col&1 == 0 {
			continue
		}
		if f.placed.Rows[queen.Row] == queen.Col {
			f.fill(b, rest) // the queen of another arm stands in this one, too
			return
		}
		copy(next.Open, b.Open)
		next.Place(queen.Row, queen.Col)
		f.placed.Rows[queen.Row], f.placed.Cols[queen.Col] = queen.Col, queen.Row
		f.fill(next, rest)
		f.placed.Rows[queen.Row], f.placed.Cols[queen.Col] = none, none
	}
}

// stabilizer returns the symmetries of the group that keep the cross, or nil if the cross is
// not the least of its images.
func (f *crossSearch) stabilizer() (kept []symmetry.View) {
	kept = append(kept, symmetry.View{}) // the first of the group
	for _, v := range f.group[1:] {
		switch order := f.placed.Compare(v, symmetry.View{}); {
		case order < 0:
			return nil
		case order == 0:
			kept = append(kept, v)
		}
	}
	return kept
}

// An arm of a cross is the squares of a row or a column, in order.
type arm []bitboard.Square

// nextArms returns the arms of the next cross: the row nearest to the middle that has no queen,
// and the rows and columns that the symmetries take it to.
func nextArms(queens []int, group []symmetry.View) (arms []arm) {
	n := len(queens)
	hasQueen := func(s bitboard.Square) bool { return queens[s.Row] == s.Col }
	for low := (n+1)/2 - 1; low >= 0 && arms == nil; low-- {
		for _, v := range group {
			var image arm
			for col := range n {
				row, col := v.Apply(n, low, col)
				image = append(image, bitboard.Square{Row: row, Col: col})
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

// A Counter counts crosses of one board, in buffers that it keeps.
type Counter struct {
	board  Board
	blocks *blockSearch // nil on boards with too many rows for a kernel, which are listed
	list   func(b bitboard.Board, stop *atomic.Bool, yield func([]int) bool) bool
}

// NewCounter returns a counter of crosses of a board.
func NewCounter(b Board, k *kernel.Kernel) Counter {
	c := Counter{board: b, list: list.Solutions}
	if b.N() <= kernel.MaxRows {
		c.blocks = takeBlockSearch(k, emptyRows(b.Given))
	}
	return c
}

// Release keeps the buffers for the next count.
func (c Counter) Release() {
	if c.blocks != nil {
		c.blocks.release()
	}
}

// Count counts all solutions on the calling goroutine. If the board is its own mirror image, it
// counts half of them, by the queen of the first row.
func Count(b Board, k *kernel.Kernel) uint64 {
	c := NewCounter(b, k)
	defer c.Release()
	count := func(board bitboard.Board) uint64 {
		return c.count(position{board, b.Given}, new(atomic.Bool)) // a flag that nobody sets
	}
	if n := b.N(); n > 0 && slices.Contains(b.Group, symmetry.View{FlipCols: true}) {
		left := bitboard.Below(n / 2) // of the first row
		middle := bitboard.Below((n+1)/2) &^ left
		return 2*count(b.Without(0, ^left)) + count(b.Without(0, ^middle))
	}
	return count(b.Board)
}

// Len returns the number of crosses.
func (p *Pieces) Len() int { return len(p.list) }

// On returns the pieces as a job for a kernel.
func (p *Pieces) On(k *kernel.Kernel) work.Job {
	return work.Job{Len: p.Len(), Cost: p.Cost, NewWorker: func() work.Worker {
		c := NewCounter(p.board, k)
		count := func(i int, stop *atomic.Bool) (uint64, error) {
			return work.AddTimes(0, c.Solutions(p.list[i], stop), p.list[i].Weight)
		}
		return work.Worker{Count: count, Release: c.Release}
	}}
}

// checkedRows is the number of rows left to fill in the part of a cross that is checked.
const checkedRows = 10

// Check draws a part of a cross at random, with queens in more rows, and counts it as a worker does
// and by a naive search, which takes nothing but the board and the queens.
func (p *Pieces) Check(i int, k *kernel.Kernel, rng *rand.Rand, stop *atomic.Bool) error {
	c := NewCounter(p.board, k)
	defer c.Release()
	return c.check(p.list[i], rng, stop)
}

func (c Counter) check(part Cross, rng *rand.Rand, stop *atomic.Bool) error {
	for emptyRows(part.Queens) > checkedRows {
		further := c.board.Split(part)
		if len(further) == 0 {
			return nil
		}
		part = further[rng.IntN(len(further))]
	}
	got := c.Solutions(part, stop)
	open := slices.Clone(c.board.Open)
	for row, col := range part.Queens {
		if col != none {
			open[row] &= 1 << col
		}
	}
	if want := naive.Count(open, c.board.Torus, stop); got != want {
		return fmt.Errorf("the check with queens in columns %v, from 0, fails: %d solutions are counted, and a search finds %d", part.Queens, got, want)
	}
	return nil
}

// Solutions returns the number of solutions with the queens of a cross, without its weight.
func (c Counter) Solutions(part Cross, stop *atomic.Bool) uint64 {
	return c.count(c.board.position(part), stop)
}

// position returns the board with the queens of a cross.
func (b Board) position(c Cross) position { return position{b.WithAll(c.Queens), c.Queens} }

// count returns the number of solutions of a position.
func (c Counter) count(p position, stop *atomic.Bool) (solutions uint64) {
	if p.Hopeless() {
		return 0
	}
	if c.blocks != nil {
		return c.blocks.count(p, stop)
	}
	c.list(p.easiest().Board, stop, func([]int) bool {
		solutions++
		return true
	})
	return solutions
}

// Solutions visits the solutions with the queens of a cross, in lexicographic order, in a slice that
// it reuses. It returns false if visit did or stop was set.
func (b Board) Solutions(c Cross, stop *atomic.Bool, visit func([]int) bool) bool {
	return list.Solutions(b.WithAll(c.Queens), stop, visit)
}

// A few pieces may take most of the time of a count. To tell how far it has come, each piece
// has a cost: about the number of boards that its search goes through.

// probedBoards is how many boards a probe keeps at each row. It then takes some microseconds.
const probedBoards = 32

// Cost returns the cost of a cross, always the same.
func (p *Pieces) Cost(i int) float64 {
	return p.board.cost(p.list[i], rand.New(rand.NewPCG(0, 0)), probedBoards)
}

// cost estimates how many boards the search of a cross goes through. The block search passes over the
// rows that have a queen.
func (b Board) cost(c Cross, rng *rand.Rand, most int) float64 {
	p := b.position(c).easiest()
	searched := func(row int) bool { return p.queens[row] == none || b.N() > kernel.MaxRows }
	return probe.Nodes(p.Board, searched, rng, most)
}
