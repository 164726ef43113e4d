package queens

import "math/bits"

// A line is a row, a column or a diagonal, as a word with a bit for each of its open
// squares: bit c for column c in a row, and bit r for row r in all others. Lines are of
// four families: rows, columns, diagonals (r-c constant) and antidiagonals (r+c
// constant). The queens of a solution stand on n different lines of each. So if only n
// lines of a family have open squares, each of these has to hold a queen. That is so of
// rows and columns from the start, and of the n diagonals of either direction on a torus.
// It comes to be so of the 2n-1 diagonals of a plain board once all but n of them have
// lost their last square.
const (
	rowFamily = iota
	colFamily
	diagonalFamily
	antidiagonalFamily
	families
	maxLines = 6 * MaxN
)

// A lineBoard is a board by its lines. Squares are closed on it, and opened again in the
// opposite order.
type lineBoard struct {
	n       int
	torus   bool
	first   [families + 1]int // first line of each family, and the end
	lines   [maxLines]uint64
	spare   [families]int // lines with open squares beyond the n that hold a queen
	closed  []Square      // in the order in which they were closed
	forced  []int         // lines that have to hold a queen and have one square for it
	refuted bool          // a line that has to hold a queen has no open square
	weights [maxLines]int // how often losing the line's last square refuted a board, plus 1
}

func newLineBoard(b bitboard) lineBoard {
	n := len(b.open)
	diagonals := max(2*n-1, 0)
	if b.torus {
		diagonals = n
	}
	l := lineBoard{
		n:     n,
		torus: b.torus,
		first: [...]int{0, n, 2 * n, 2*n + diagonals, 2*n + 2*diagonals},
		spare: [...]int{-n, -n, -n, -n},
	}
	l.forgetWeights()
	for row, open := range b.open {
		for col := range columns(open) {
			l.open(Square{row, col})
		}
	}
	return l
}

func (b *lineBoard) forgetWeights() {
	for line := range b.weights {
		b.weights[line] = 1
	}
}

// settle places the queens that are forced, and those that these force, and so on. It
// returns false if that refutes the board.
func (b *lineBoard) settle() bool {
	for len(b.forced) > 0 && !b.refuted {
		last := len(b.forced) - 1
		line := b.forced[last]
		b.forced = b.forced[:last]
		if b.lines[line] == 0 {
			b.refuted = true
			break
		}
		family := 0
		for line >= b.first[family+1] {
			family++
		}
		b.place(b.square(family, line, bits.TrailingZeros64(b.lines[line])))
	}
	return !b.refuted
}

// place closes all squares that a queen on s attacks.
func (b *lineBoard) place(s Square) {
	for family, line := range b.linesOf(s) {
		others := b.lines[line] &^ bitOf(family, s)
		for ; others != 0 && !b.refuted; others &= others - 1 {
			b.close(b.square(family, line, bits.TrailingZeros64(others)))
		}
	}
}

// close closes an open square.
func (b *lineBoard) close(s Square) {
	b.closed = append(b.closed, s)
	for family, line := range b.linesOf(s) {
		b.lines[line] &^= bitOf(family, s)
		if b.lines[line] != 0 {
			b.force(family, line)
			continue
		}
		b.spare[family]--
		switch spare := b.spare[family]; {
		case spare < 0:
			b.weights[line]++
			b.refuted = true
		case spare == 0:
			b.forceAll(family)
		}
	}
}

// force notes a line if it is forced.
func (b *lineBoard) force(family, line int) {
	if open := b.lines[line]; b.spare[family] == 0 && open != 0 && open&(open-1) == 0 {
		b.forced = append(b.forced, line)
	}
}

func (b *lineBoard) forceAll(family int) {
	for line := b.first[family]; line < b.first[family+1]; line++ {
		b.force(family, line)
	}
}

// reopen opens the squares again that were closed after the first so many.
func (b *lineBoard) reopen(mark int) {
	for _, s := range b.closed[mark:] {
		b.open(s)
	}
	b.closed = b.closed[:mark]
	b.forced = b.forced[:0]
	b.refuted = false
}

// open opens a square on its lines.
func (b *lineBoard) open(s Square) {
	for family, line := range b.linesOf(s) {
		if b.lines[line] == 0 {
			b.spare[family]++
		}
		b.lines[line] |= bitOf(family, s)
	}
}

// placement reads a board with one open square in each row.
func (b *lineBoard) placement() Placement {
	p := make(Placement, b.n)
	for row := range p {
		p[row] = bits.TrailingZeros64(b.lines[row])
	}
	return p
}

// linesOf returns the line of each family that s is on.
func (b *lineBoard) linesOf(s Square) [families]int {
	diagonal, antidiagonal := s.Row-s.Col, s.Row+s.Col
	if !b.torus {
		diagonal += b.n - 1
	} else {
		if diagonal < 0 {
			diagonal += b.n
		}
		if antidiagonal >= b.n {
			antidiagonal -= b.n
		}
	}
	return [...]int{s.Row, b.n + s.Col, b.first[diagonalFamily] + diagonal, b.first[antidiagonalFamily] + antidiagonal}
}

// bitOf returns the bit of s in its line of a family.
func bitOf(family int, s Square) uint64 {
	if family == rowFamily {
		return 1 << s.Col
	}
	return 1 << s.Row
}

// square returns the square whose bit in a line of the family is the i-th.
func (b *lineBoard) square(family, line, i int) Square {
	line -= b.first[family]
	var col int
	switch family {
	case rowFamily:
		return Square{line, i}
	case colFamily:
		return Square{i, line}
	case diagonalFamily:
		col = i - line
		if !b.torus {
			col += b.n - 1
		}
	case antidiagonalFamily:
		col = line - i
	}
	if col < 0 {
		col += b.n // on a torus
	}
	return Square{i, col}
}
