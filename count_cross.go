package queens

import (
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"
)

// A count is cut into pieces that can be counted one by one, on any goroutine or
// machine. Every solution has a queen in each of the middle rows and columns: a cross
// of queens.
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
// The symmetries that keep the board take crosses to crosses. So one cross of each
// orbit is enough, if its completions are counted once for each member of the orbit. No
// test for symmetry is left in the search. Queens near the centre attack most, which
// makes the search below small as well. If no symmetry that exchanges rows and columns
// keeps the constraints, a cross is only the queens of the middle rows, and if no
// symmetry does, the queen of one row.

// A crossMethod counts the solutions of any board, in pieces.
type crossMethod struct{ board *Board }

// A piece of a count is the solutions that contain certain queens, the given ones
// among them. Each of them stands for as many solutions as the piece's weight says.
type piece struct {
	cols   [MaxN]int8 // of the queens by row, Empty in rows without one
	size   int        // number of queens
	weight uint64
}

func newPiece(queens Placement, weight uint64) *piece {
	p := &piece{weight: weight}
	for row, col := range queens {
		p.cols[row] = int8(col)
		if col != Empty {
			p.size++
		}
	}
	return p
}

// queens returns the queens of the piece, on the board of size n that it is for.
func (p *piece) queens(n int) Placement {
	queens := make(Placement, n)
	for row := range queens {
		queens[row] = int(p.cols[row])
	}
	return queens
}

// with returns p with one queen more.
func (p *piece) with(queen Square) *piece {
	more := *p
	more.cols[queen.Row] = int8(queen.Col)
	more.size++
	return &more
}

// cut cuts the count into pieces, the larger ones first. Those with the fewest queens
// are cut further until there are as many as asked for among those with at most one
// queen more, so that the largest are not much larger than the rest; or until each
// is a single solution.
func (m crossMethod) cut(stop *atomic.Bool, atLeast int) ([]*piece, error) {
	start := m.board.start
	if start.hopeless() {
		return nil, nil
	}
	n := len(start.open)
	byQueens := make([][]*piece, n+1)
	visit := func(p *piece) { byQueens[p.size] = append(byQueens[p.size], p) }
	(&crosses{board: start, stop: stop, visit: visit}).extend(m.root(), m.group())
	for size, level := range byQueens[:n] {
		if len(level)+len(byQueens[size+1]) >= atLeast {
			break
		}
		for _, p := range level {
			if stop.Load() {
				return nil, errStopped
			}
			m.cutFurther(p, visit)
		}
		byQueens[size] = nil
	}
	if stop.Load() {
		return nil, errStopped
	}
	return slices.Concat(byQueens...), nil
}

// root returns the piece that stands for all solutions. On an empty torus it has a
// queen in the middle. There each solution has n² translations, as many as it has
// queens lead to one with a queen in the middle, and so of all pairs of a solution
// and a translation one in n does: there are n times as many solutions in all.
func (m crossMethod) root() *piece {
	if !m.board.start.translates() {
		return newPiece(m.board.given, 1)
	}
	n := m.board.N()
	queens := emptyPlacement(n)
	queens[n/2] = n / 2
	return newPiece(queens, uint64(n))
}

// group returns the symmetries under which crosses have their orbits. Boards of more
// than 32 rows have millions of crosses of two rows and two columns, so there a cross is
// the queens of rows only.
func (m crossMethod) group() []Symmetry {
	group := m.board.group
	if m.board.N() <= maxBlockRows {
		return group
	}
	return slices.DeleteFunc(slices.Clone(group), func(s Symmetry) bool { return s.view().transposed })
}

// cutFurther visits the pieces that p is cut into by the column of one more queen.
func (m crossMethod) cutFurther(p *piece, visit func(*piece)) {
	b := m.board.start.withAll(p.queens(m.board.N()))
	row := p.tightest(b)
	for col := range bitsOf(b.open[row]) {
		queen := Square{row, col}
		if !slices.Contains(b.with(queen).open, 0) {
			visit(p.with(queen))
		}
	}
}

// tightest returns the row without a queen that has the fewest open squares. Cutting
// there makes the fewest pieces, and leaves the fewest boards to search.
func (p *piece) tightest(b bitboard) int {
	tightest, fewest := -1, len(b.open)+1
	for row, open := range b.open {
		if squares := bits.OnesCount64(open); p.cols[row] == Empty && squares < fewest {
			tightest, fewest = row, squares
		}
	}
	return tightest
}

// crosses finds one cross of each orbit.
//
// For each orbit of squares in turn it takes one square, q, and finds the crosses
// that have a queen on q and none on the squares of the orbits before. Every cross
// has such an image: in the first orbit that holds one of its queens, a symmetry takes
// that queen to q. If it has several, the lexicographically least is kept. A symmetry
// leads to another only if it takes some queen to q.
type crosses struct {
	board bitboard
	stop  *atomic.Bool
	visit func(*piece)
}

// extend visits pieces that together stand for the solutions of p, each with one
// more cross of queens. The group is the symmetries that keep both the board and p.
func (c *crosses) extend(p *piece, group []Symmetry) {
	n := len(c.board.open)
	queens := p.queens(n)
	arms := nextArms(queens, group)
	if len(arms) == 0 {
		c.visit(p)
		return
	}
	f := crossSearch{
		crosses: c,
		group:   group,
		views:   viewsOf(group),
		cross:   queens.imager(),
		weight:  p.weight,
		orbit:   make(squareSet, n),
	}
	for range arms {
		f.boards = append(f.boards, bitboard{make([]uint64, n), c.board.torus})
	}
	start := c.board.withAll(queens)
	for _, a := range arms {
		for q := range a.squares(n) {
			if start.open[q.Row]>>q.Col&1 == 0 {
				continue
			}
			f.through(q, start, arms)
			for _, s := range group {
				done := s.Apply(n, q)
				start.open[done.Row] &^= 1 << done.Col
			}
		}
	}
}

// A crossSearch finds the crosses through one square.
type crossSearch struct {
	crosses *crosses
	group   []Symmetry
	views   []view     // of the group
	cross   imager     // as far as placed
	weight  uint64     // of the piece that is extended
	boards  []bitboard // boards[i] is for the search with i arms to go
	sources []Square   // of the square: group[i] takes sources[i] to it
	orbit   squareSet  // of the square
	alone   bool       // the queen on the square is the whole cross
	// others counts the symmetries but the identity that keep the square, and the
	// queens elsewhere on its orbit. If it is 0, no image of the cross but itself has
	// a queen on the square.
	others int
}

// through visits the pieces with the crosses that have a queen on q, on the board b.
func (f *crossSearch) through(q Square, b bitboard, arms []arm) {
	n := len(b.open)
	f.sources = f.sources[:0]
	clear(f.orbit)
	f.others = -1 // for the identity
	for _, s := range f.group {
		source := s.Inverse().Apply(n, q)
		f.sources = append(f.sources, source)
		f.orbit[source.Row] |= 1 << source.Col
		if source == q {
			f.others++
		}
	}
	var without []arm
	for _, a := range arms {
		if !a.has(q) {
			without = append(without, a)
		}
	}
	f.alone = len(without) == 0
	f.put(q)
	f.fill(f.placed(b, q, without), without)
	f.lift(q)
}

func (f *crossSearch) put(queen Square) {
	f.cross.rows[queen.Row], f.cross.cols[queen.Col] = queen.Col, queen.Row
}

func (f *crossSearch) lift(queen Square) {
	f.cross.rows[queen.Row], f.cross.cols[queen.Col] = Empty, Empty
}

// fill places a queen in each of the arms in all ways, and keeps the crosses that are
// the least of their images through the square.
func (f *crossSearch) fill(b bitboard, arms []arm) {
	if len(arms) == 0 {
		f.keep()
		return
	}
	if f.crosses.stop.Load() {
		return
	}
	first, rest := arms[0], arms[1:]
	for queen := range first.squares(len(b.open)) {
		if b.open[queen.Row]>>queen.Col&1 == 0 {
			continue
		}
		if f.cross.rows[queen.Row] == queen.Col {
			f.fill(b, rest) // the queen of another arm stands in this one as well
			return
		}
		others := f.others
		if f.orbit.has(queen) {
			f.others++
		}
		f.put(queen)
		if len(rest) == 0 {
			f.keep()
		} else {
			f.fill(f.placed(b, queen, rest), rest)
		}
		f.lift(queen)
		f.others = others
	}
}

// placed returns b with the queen, in the memory of the search with those arms to go.
func (f *crossSearch) placed(b bitboard, queen Square, arms []arm) bitboard {
	next := f.boards[len(arms)]
	copy(next.open, b.open)
	next.place(queen)
	return next
}

// keep visits the piece with the cross, unless another image of the cross is the one
// to take. The size of the orbit is part of the weight.
func (f *crossSearch) keep() {
	var room [8]Symmetry
	kept := append(room[:0], Identity) // those that keep the cross
	if f.others > 0 {
		if kept = f.stabilizer(kept); kept == nil {
			return
		}
	}
	p := newPiece(f.cross.rows, f.weight*uint64(len(f.group)/len(kept)))
	if f.alone && len(kept) > 1 {
		// One queen in the very middle leaves much of the board's symmetry for a second
		// cross. To extend other crosses does not pay: few have any symmetry left.
		f.crosses.extend(p, slices.Clone(kept))
		return
	}
	f.crosses.visit(p)
}

// stabilizer appends to kept the symmetries but the identity that keep the cross.
// It returns nil if the cross is not the least of its images through the square.
func (f *crossSearch) stabilizer(kept []Symmetry) []Symmetry {
	for i, s := range f.group {
		if source := f.sources[i]; s == Identity || f.cross.rows[source.Row] != source.Col {
			continue
		}
		switch order := f.cross.compare(f.views[i], view{}); {
		case order < 0:
			return nil
		case order == 0:
			kept = append(kept, s)
		}
	}
	return kept
}

// An arm of a cross is a row or a column, by its index.
type arm struct {
	index  int
	column bool
}

// has reports whether the square is on the arm.
func (a arm) has(s Square) bool {
	if a.column {
		return s.Col == a.index
	}
	return s.Row == a.index
}

// squares yields the squares of the arm on a board of size n.
func (a arm) squares(n int) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i := range n {
			s := Square{a.index, i}
			if a.column {
				s = Square{i, a.index}
			}
			if !yield(s) {
				return
			}
		}
	}
}

// image returns what s makes of the arm.
func (a arm) image(n int, s Symmetry) arm {
	first, second := Square{a.index, 0}, Square{a.index, 1}
	if a.column {
		first, second = Square{0, a.index}, Square{1, a.index}
	}
	first, second = s.Apply(n, first), s.Apply(n, second)
	if first.Row == second.Row {
		return arm{first.Row, false}
	}
	return arm{first.Col, true}
}

// nextArms returns the arms of the next cross: of the rows nearest to the middle,
// those without a queen, and the rows and columns without a queen that the
// symmetries take them to.
func nextArms(p Placement, group []Symmetry) []arm {
	n := len(p)
	for low := (n+1)/2 - 1; low >= 0; low-- {
		arms := arm{low, false}.orbit(n, group)
		arms = slices.DeleteFunc(arms, func(a arm) bool { return a.filled(p) })
		if len(arms) > 0 {
			return arms
		}
	}
	return nil
}

// orbit returns the arms that the symmetries of a group take a to.
func (a arm) orbit(n int, group []Symmetry) []arm {
	var arms []arm
	for _, s := range group {
		if image := a.image(n, s); !slices.Contains(arms, image) {
			arms = append(arms, image)
		}
	}
	return arms
}

// filled reports whether the arm has a queen of p.
func (a arm) filled(p Placement) bool {
	if a.column {
		return slices.Contains(p, a.index)
	}
	return p[a.index] != Empty
}
