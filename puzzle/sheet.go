package puzzle

import (
	"iter"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/bitboard"
)

// A sheet is a board as the person solving it sees it: its open squares, and the lines
// that have no queen yet. Line i is row i, and line n+i is column i. A queen's own square
// is the only open one of its row and column.
type sheet struct {
	n       int
	torus   bool
	open    [queens.MaxN]uint64
	wanting lineSet      // lines without a queen
	stop    *atomic.Bool // ends what takes long
}

// A lineSet is a set of rows and columns, as bits.
type lineSet struct{ rows, cols uint64 }

// newSheet returns the sheet of a board with its given queens.
func newSheet(b *queens.Board, stop *atomic.Bool) *sheet {
	n := b.N()
	s := &sheet{n: n, torus: b.Toroidal(), wanting: lineSet{bitboard.Below(n), bitboard.Below(n)}, stop: stop}
	for row := range n {
		s.open[row] = bitboard.Below(n)
	}
	for square := range b.Blocked() {
		s.exclude(square)
	}
	for queen := range b.Given() {
		s.place(queen)
	}
	return s
}

// board returns the board of the open squares, which remain those of the sheet.
func (s *sheet) board() bitboard.Board { return bitboard.Board{Open: s.open[:s.n], Torus: s.torus} }

// place puts a queen on an open square.
func (s *sheet) place(queen queens.Square) {
	s.board().Place(queen.Row, queen.Col)
	s.wanting.rows &^= 1 << queen.Row
	s.wanting.cols &^= 1 << queen.Col
}

// with returns a copy with a queen on an open square.
func (s *sheet) with(queen queens.Square) sheet {
	t := *s
	t.place(queen)
	return t
}

// exclude closes a square.
func (s *sheet) exclude(square queens.Square) { s.open[square.Row] &^= 1 << square.Col }

// solved reports whether all queens are placed.
func (s *sheet) solved() bool { return s.wanting.rows == 0 }

// mostPinned is how many squares of a line a queen outside it attacks at most: one along
// the line that crosses it, and one along each diagonal.
const mostPinned = 3

// fewOpen returns the lines without a queen that have k open squares, for each k up to
// mostPinned.
func (s *sheet) fewOpen() (few [mostPinned + 1]lineSet) {
	var one, two, three, four uint64 // columns with at least that many open squares
	for row, open := range s.open[:s.n] {
		four |= three & open
		three |= two & open
		two |= one & open
		one |= open
		if k := bits.OnesCount64(open); k <= mostPinned {
			few[k].rows |= s.wanting.rows & (1 << row)
		}
	}
	few[0].cols = s.wanting.cols &^ one
	few[1].cols = s.wanting.cols & one &^ two
	few[2].cols = s.wanting.cols & two &^ three
	few[3].cols = s.wanting.cols & three &^ four
	return few
}

// lines yields the lines of the set on a board of n rows, rows first.
func (set lineSet) lines(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, lines := range [2]uint64{set.rows, set.cols} {
			for index := range bitboard.Members(lines) {
				if !yield(i*n + index) {
					return
				}
			}
		}
	}
}

// first returns the first of the lines, if there are any.
func (set lineSet) first(n int) (line int, some bool) {
	if set.rows != 0 {
		return bits.TrailingZeros64(set.rows), true
	}
	return n + bits.TrailingZeros64(set.cols), set.cols != 0
}

// openIn returns the open squares of a line, bit i for its i-th square.
func (s *sheet) openIn(line int) uint64 {
	if line < s.n {
		return s.open[line]
	}
	col := line - s.n
	var open uint64
	for row := range s.n {
		open |= s.open[row] >> col & 1 << row
	}
	return open
}

// openOf yields the open squares of a line, in order.
func (s *sheet) openOf(line int) iter.Seq[queens.Square] {
	return func(yield func(queens.Square) bool) {
		for i := range bitboard.Members(s.openIn(line)) {
			square := queens.Square{Row: line, Col: i}
			if line >= s.n {
				square = queens.Square{Row: i, Col: line - s.n}
			}
			if !yield(square) {
				return
			}
		}
	}
}

// openSquares yields the open squares of rows without a queen, until stop is set. They may be
// closed as they come.
func (s *sheet) openSquares() iter.Seq[queens.Square] {
	return func(yield func(queens.Square) bool) {
		for row := range bitboard.Members(s.wanting.rows) {
			for col := range bitboard.Members(s.open[row]) {
				if s.stop.Load() || !yield(queens.Square{Row: row, Col: col}) {
					return
				}
			}
		}
	}
}

// pinned yields the open squares outside a line whose queens attack all its open squares,
// of which there are mostPinned or fewer. They may be closed as they come.
func (s *sheet) pinned(line int) iter.Seq[queens.Square] {
	return func(yield func(queens.Square) bool) {
		held := slices.AppendSeq(make([]queens.Square, 0, mostPinned), s.openOf(line))
		if len(held) == 0 {
			return
		}
		for row := range s.n {
			attackers := s.open[row]
			for _, square := range held {
				attackers &= s.attackedFrom(square, row)
			}
			for col := range bitboard.Members(attackers) {
				if !yield(queens.Square{Row: row, Col: col}) {
					return
				}
			}
		}
	}
}

// attackedFrom returns the squares of a row that a queen attacks.
func (s *sheet) attackedFrom(queen queens.Square, row int) uint64 {
	return s.board().Attacked(queen.Row, queen.Col, row)
}

// branch returns an open square to try: on a line without a queen that has the fewest, the
// one that attacks the fewest others.
func (s *sheet) branch() (best queens.Square) {
	tightest, fewest := 0, queens.MaxN+1
	for line := range s.wanting.lines(s.n) {
		if open := bits.OnesCount64(s.openIn(line)); open < fewest {
			tightest, fewest = line, open
		}
	}
	least := math.MaxInt
	for square := range s.openOf(tightest) {
		attacked := 0
		for row := range s.n {
			attacked += bits.OnesCount64(s.open[row] & s.attackedFrom(square, row))
		}
		if attacked < least {
			best, least = square, attacked
		}
	}
	return best
}
