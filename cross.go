package queens

import (
	"context"
	"iter"
	"math/bits"
	"slices"
)

// Every solution has a queen in each of the middle rows and columns: a cross of
// queens. The symmetries that keep a board take crosses to crosses, so that a
// count may go through one of each orbit of crosses and count its completions as
// often as the orbit has members. No test for symmetry is left in the search.
// Queens near the centre attack most, which makes the search below small as well.
// Where constraints keep no symmetry that exchanges rows and columns, the queens of
// the middle rows will do, and where they keep none at all, those of one row.

// A piece of a count is the solutions that contain certain queens, the given ones
// among them. Each stands for as many solutions as the piece's weight says.
type piece struct {
	cols   []int8 // of the queens by row, or Empty: small, as there are thousands
	size   int    // number of queens
	weight uint64
}

func newPiece(queens Placement, weight uint64) piece {
	p := piece{cols: make([]int8, len(queens)), weight: weight}
	for row, col := range queens {
		p.cols[row] = int8(col)
		if col != Empty {
			p.size++
		}
	}
	return p
}

// queens returns them.
func (p piece) queens() Placement {
	queens := make(Placement, len(p.cols))
	for row, col := range p.cols {
		queens[row] = int(col)
	}
	return queens
}

// pieces cuts a count into pieces, the larger ones first. Those with the fewest
// queens are split until there are as many as asked for among those with at most
// one queen more, so that no few are much larger than the rest; or until nothing
// is left to split.
func (s *Solver) pieces(ctx context.Context, atLeast int) ([]piece, error) {
	if s.hopeless() {
		return nil, nil
	}
	byQueens := make([][]piece, len(s.open)+1)
	add := func(p piece) { byQueens[p.size] = append(byQueens[p.size], p) }
	(&crosses{board: s.board, ctx: ctx, visit: add}).extend(s.root(), s.crossGroup())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for size, level := range byQueens[:len(s.open)] {
		if len(level)+len(byQueens[size+1]) >= atLeast {
			break
		}
		for _, p := range level {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s.split(p, add)
		}
		byQueens[size] = nil
	}
	return slices.Concat(byQueens...), nil
}

// root returns the piece that stands for all solutions. On an empty torus it has a
// queen in the middle. There each solution has n² translations, as many as it has
// queens lead to one with a queen in the middle, and so of all pairs of a solution
// and a translation one in n does: there are n times as many solutions in all.
func (s *Solver) root() piece {
	if !s.translates() {
		return newPiece(s.given, 1)
	}
	n := len(s.open)
	queens := emptyPlacement(n)
	queens[n/2] = n / 2
	return newPiece(queens, uint64(n))
}

// crossGroup returns the symmetries that crosses are taken under. There are millions
// of crosses of two rows and two columns on boards of more than 32 rows, so that
// those make do with rows.
func (s *Solver) crossGroup() []Symmetry {
	n := len(s.open)
	if n <= blockBoard {
		return s.group
	}
	exchanges := func(symmetry Symmetry) bool { return line{0, false}.image(n, symmetry).column }
	return slices.DeleteFunc(slices.Clone(s.group), exchanges)
}

// split pushes the pieces of p by the column of one queen missing.
func (s *Solver) split(p piece, add func(piece)) {
	b := s.withAll(p.queens())
	row := p.tightest(b)
	for col := range columns(b.open[row]) {
		queen := Square{row, col}
		if slices.Contains(b.with(queen).open, 0) {
			continue
		}
		cols := slices.Clone(p.cols)
		cols[row] = int8(col)
		add(piece{cols, p.size + 1, p.weight})
	}
}

// tightest returns the row without a queen that has the fewest open squares. To
// split there makes the fewest pieces, and leaves the fewest boards to search.
func (p piece) tightest(b board) int {
	tightest, fewest := -1, len(b.open)+1
	for row, open := range b.open {
		if squares := bits.OnesCount64(open); p.cols[row] == Empty && squares < fewest {
			tightest, fewest = row, squares
		}
	}
	return tightest
}

// crosses finds one of each orbit of crosses.
//
// For each orbit of squares in turn it takes one square, q, and finds the crosses
// that have a queen on q and none on the squares of the orbits before. Every cross
// has such an image. If it has several, the lexicographically least is kept: a
// symmetry leads from one to another if it takes some queen to q.
type crosses struct {
	board
	ctx   context.Context
	visit func(piece)
	free  []int8 // room for pieces
}

// extend pushes pieces that together stand for the solutions of p, with a cross
// more each. Group is the symmetries that keep both the board and p.
func (c *crosses) extend(p piece, group []Symmetry) {
	n := len(c.open)
	queens := p.queens()
	lines := nextLines(queens, group)
	if len(lines) == 0 {
		c.visit(p)
		return
	}
	f := crossing{
		crosses: c,
		group:   group,
		views:   views(group),
		images:  queens.images(),
		size:    p.size,
		weight:  p.weight,
		orbit:   make(squareSet, n),
	}
	for range lines {
		f.boards = append(f.boards, board{make([]uint64, n), c.torus})
	}
	start := c.withAll(queens)
	for _, line := range lines {
		for q := range line.squares(n) {
			if start.open[q.Row]>>q.Col&1 == 0 {
				continue
			}
			f.through(q, start, lines)
			for _, s := range group {
				barred := s.Apply(n, q)
				start.open[barred.Row] &^= 1 << barred.Col
			}
		}
	}
}

// crossing is the search for the crosses through one square.
type crossing struct {
	*crosses
	group   []Symmetry
	views   []view    // of the group
	images            // of the cross, as far as placed
	size    int       // number of queens placed
	weight  uint64    // of the piece that is extended
	boards  []board   // boards[i] is for the search with i lines to go
	sources []Square  // of the square: group[i] takes sources[i] to it
	orbit   squareSet // of the square
	ties    int       // ways to take a queen to the square, beside the identity
	alone   bool      // the queen on the square is the whole cross
}

func (f *crossing) through(q Square, b board, lines []line) {
	n := len(b.open)
	f.sources = f.sources[:0]
	clear(f.orbit)
	f.ties = -1
	for _, s := range f.group {
		source := s.Inverse().Apply(n, q)
		f.sources = append(f.sources, source)
		f.orbit[source.Row] |= 1 << source.Col
		if source == q {
			f.ties++
		}
	}
	var without []line
	for _, l := range lines {
		if !l.through(q) {
			without = append(without, l)
		}
	}
	f.alone = len(without) == 0
	f.add(q)
	f.fill(f.placed(b, q, without), without)
	f.remove(q)
}

func (f *crossing) add(queen Square) {
	f.rows[queen.Row], f.cols[queen.Col] = queen.Col, queen.Row
	f.size++
}

func (f *crossing) remove(queen Square) {
	f.rows[queen.Row], f.cols[queen.Col] = Empty, Empty
	f.size--
}

// fill places a queen in each of the lines, and keeps the cross if it is the
// least of its images through the square.
func (f *crossing) fill(b board, lines []line) {
	if len(lines) == 0 {
		f.keep()
		return
	}
	if f.ctx.Err() != nil {
		return
	}
	line, rest := lines[0], lines[1:]
	for queen := range line.squares(len(b.open)) {
		if b.open[queen.Row]>>queen.Col&1 == 0 {
			continue
		}
		if f.rows[queen.Row] == queen.Col {
			f.fill(b, rest) // the queen of another line stands in this one as well
			return
		}
		ties := f.ties
		if f.orbit.has(queen) {
			f.ties++
		}
		f.add(queen)
		if len(rest) == 0 {
			f.keep()
		} else {
			f.fill(f.placed(b, queen, rest), rest)
		}
		f.remove(queen)
		f.ties = ties
	}
}

// placed is b with the queen, for the search with lines to go.
func (f *crossing) placed(b board, queen Square, lines []line) board {
	next := f.boards[len(lines)]
	copy(next.open, b.open)
	next.place(queen)
	return next
}

// keep pushes the cross, with the size of its orbit as part of the weight.
func (f *crossing) keep() {
	var room [8]Symmetry
	kept := append(room[:0], Identity) // those that keep the cross
	if f.ties > 0 {
		if kept = f.stabilizer(kept); kept == nil {
			return
		}
	}
	p := f.piece(f.weight * uint64(len(f.group)/len(kept)))
	if f.alone && len(kept) > 1 {
		// One queen in the very middle: much of the board's symmetry is left. To
		// go on with other crosses, few of which have any, would not pay.
		f.extend(p, slices.Clone(kept))
		return
	}
	f.visit(p)
}

// stabilizer appends to kept the symmetries but the identity that keep the cross.
// It returns nil if the cross is not the least of its images through the square.
func (f *crossing) stabilizer(kept []Symmetry) []Symmetry {
	for i, s := range f.group {
		if source := f.sources[i]; s == Identity || f.rows[source.Row] != source.Col {
			continue
		}
		switch order := f.order(f.views[i]); {
		case order < 0:
			return nil
		case order == 0:
			kept = append(kept, s)
		}
	}
	return kept
}

// piece is the cross as a piece. Many of them are cut from one array.
func (f *crossing) piece(weight uint64) piece {
	n := len(f.rows)
	if len(f.free) < n {
		f.free = make([]int8, 256*n)
	}
	cols := f.free[:n:n]
	f.free = f.free[n:]
	for row, col := range f.rows {
		cols[row] = int8(col)
	}
	return piece{cols, f.size, weight}
}

// A line is a row or a column.
type line struct {
	index  int
	column bool
}

func (l line) through(s Square) bool {
	if l.column {
		return s.Col == l.index
	}
	return s.Row == l.index
}

func (l line) squares(n int) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i := range n {
			s := Square{l.index, i}
			if l.column {
				s = Square{i, l.index}
			}
			if !yield(s) {
				return
			}
		}
	}
}

// image returns what s makes of the line.
func (l line) image(n int, s Symmetry) line {
	first, second := Square{l.index, 0}, Square{l.index, 1}
	if l.column {
		first, second = Square{0, l.index}, Square{1, l.index}
	}
	first, second = s.Apply(n, first), s.Apply(n, second)
	if first.Row == second.Row {
		return line{first.Row, false}
	}
	return line{first.Col, true}
}

// nextLines returns the rows and columns without a queen that the symmetries take
// one of the rows nearest to the middle to.
func nextLines(p Placement, group []Symmetry) []line {
	n := len(p)
	for low := (n+1)/2 - 1; low >= 0; low-- {
		lines := line{low, false}.orbit(n, group)
		lines = slices.DeleteFunc(lines, func(l line) bool { return l.filled(p) })
		if len(lines) > 0 {
			return lines
		}
	}
	return nil
}

// orbit returns the lines that the symmetries take l to.
func (l line) orbit(n int, some []Symmetry) []line {
	var lines []line
	for _, s := range some {
		if image := l.image(n, s); !slices.Contains(lines, image) {
			lines = append(lines, image)
		}
	}
	return lines
}

func (l line) filled(p Placement) bool {
	if l.column {
		return slices.Contains(p, l.index)
	}
	return p[l.index] != Empty
}
