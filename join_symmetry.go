package queens

// A frame is one way to fill the middle row and column of a board: not at all if n is even.
// If n is odd, with a queen in the centre, or with two others.
type frame struct {
	queens  []Square  // in the centre
	blocked uint64    // diagonals that it attacks
	columns columnSet // of all other queens
	axes    []axis    // the other ways to fill the middle row and column
	spread  []int     // by number of columns on the left: a factor of the cost
	weight  uint64    // how many solutions one stands for, apart from transposes and sets of columns
}

// frames returns all frames, up to symmetry.
//
// The queen in the centre of an odd board stays there under all symmetries. Otherwise
// let the queen of the middle row stand a columns from the centre, and the one of the
// middle column b rows. They do not attack each other, so a and b differ, and of the
// eight images of the board one has the former to the left, the latter above the
// centre, and a < b: its transpose has b < a.
func (s seam) frames() []frame {
	all := uint32(fullRow(s.half))
	symmetric := frame{columns: columnSet{all, all}, weight: 1}
	if s.n%2 == 0 {
		return []frame{symmetric}
	}
	centre := Square{s.half, s.half}
	symmetric.queens, symmetric.blocked = []Square{centre}, s.mask(centre)
	other := frame{columns: symmetric.columns, weight: 4}
	for col := 1; col < s.half; col++ {
		a := axis{queen: Square{s.half, col}}
		for row := range col {
			a.column = append(a.column, Square{row, s.half})
		}
		other.axes = append(other.axes, a)
	}
	return []frame{symmetric, other}
}

// symmetric reports whether the frame is its own image under all symmetries.
func (f *frame) symmetric() bool { return f.axes == nil }

// lowerColumns returns the columns that a set leaves to the lower half.
func (f *frame) lowerColumns(c columnSet) columnSet {
	return columnSet{f.columns.left &^ c.left, f.columns.right &^ c.right}
}

// orbit returns how many sets of columns a set stands for: a solution's mirror images
// have a set's own images, left to right and upside down. It is 0 if another one
// stands for them.
func (f *frame) orbit(c columnSet) uint64 {
	if !f.symmetric() {
		return 1
	}
	below := f.lowerColumns(c)
	switch {
	case min(c.right, below.left, below.right) < c.left:
		return 0
	case f.leastTwice(c):
		return 2
	}
	return 4
}

// leastTwice reports whether the columns on the left are the columns of another quarter as well.
func (f *frame) leastTwice(c columnSet) bool {
	return c.right == c.left || f.lowerColumns(c).right == c.left
}

// rowsFor returns the sets of rows that go with a set of columns, above the seam and below
// it: neither they nor their complements are below the least set of columns. Single says
// whether a quarter of a single queen is chosen.
func (s seam) rowsFor(f *frame, c columnSet, single bool) (above, below rowRange) {
	all := uint32(fullRow(s.half))
	if !f.symmetric() {
		above.last, below.last = all, all
		return above, below
	}
	above = rowRange{first: c.left, last: all - c.left, least: c.left, ties: true, chosen: !f.leastTwice(c), single: single}
	below = above
	if below.chosen {
		below.first++
	}
	return above, below
}
