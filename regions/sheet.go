package regions

import (
	"iter"
	"math/bits"

	"example.com/queens"
)

// A sheet is a board while it is solved: the open squares, where a queen may still stand, and
// the units that still want one. Squares that a queen attacks are not open, nor is its own.
type sheet struct {
	*division
	open    set
	pending [3]uint32 // by kind, the rows, columns and regions without a queen
	queens  []uint8   // the column of the queen in each row that is not pending
}

// A division is what all sheets of a board share.
type division struct {
	*geometry
	region []uint8
	masks  sets
}

// newSheet returns the board with the squares that its given queens attack closed.
func newSheet(b *Board) *sheet {
	p := &makeSheets(&division{geometryOf(b.n), b.region, b.masks}, 1)[0]
	p.begin(b)
	return p
}

// makeSheets returns sheets of a division, to be filled in.
func makeSheets(d *division, count int) []sheet {
	sheets, open, queens := make([]sheet, count), makeSets(count, d.words), make([]uint8, count*d.n)
	for i := range sheets {
		sheets[i] = sheet{division: d, open: open.at(i), queens: queens[i*d.n : (i+1)*d.n]}
	}
	return sheets
}

// begin sets p back to a board of its division.
func (p *sheet) begin(b *Board) {
	for i := range p.open {
		p.open[i] = p.all[i] &^ b.blocked[i]
	}
	all := uint32(1<<p.n - 1)
	p.pending = [3]uint32{all, all, all}
	for queen := range b.given.Queens() {
		p.place(p.number(queen))
	}
}

// assign makes p the same as another sheet of its division.
func (p *sheet) assign(from *sheet) {
	copy(p.open, from.open)
	copy(p.queens, from.queens)
	p.pending = from.pending
}

func (p *sheet) solved() bool { return p.pending[Row] == 0 }

func (p *sheet) placement() queens.Placement {
	placement := make(queens.Placement, p.n)
	for row, col := range p.queens {
		placement[row] = int(col)
	}
	return placement
}

// place puts a queen on a square and closes it, with its region, and those that it attacks.
func (p *sheet) place(square int) {
	attacks, region := p.attacks.at(square), p.region[square]
	mask := p.masks.at(int(region))
	for i := range p.open {
		p.open[i] &^= attacks[i] | mask[i]
	}
	r, c := p.rowOf[square], p.colOf[square]
	p.pending[Row] &^= 1 << r
	p.pending[Column] &^= 1 << c
	p.pending[Region] &^= 1 << region
	p.queens[r] = c
}

// pendingUnits returns an iterator over the units without a queen.
func (p *sheet) pendingUnits() iter.Seq[unit] {
	return func(yield func(unit) bool) {
		for kind, pending := range p.pending {
			for ; pending != 0; pending &= pending - 1 {
				if !yield(unitOf(Kind(kind), bits.TrailingZeros32(pending))) {
					return
				}
			}
		}
	}
}

// settle places the queens of all units with one open square. It returns the pending unit with
// the fewest open squares, two or more, and false if some unit has none.
func (p *sheet) settle() (tightest unit, ok bool) {
	for {
		placed, fewest := false, p.n*p.n+1
		for kind := range kinds {
			all := p.wordsOf(kind)
			for pending := p.pending[kind]; pending != 0; pending &= pending - 1 {
				index := bits.TrailingZeros32(pending)
				count, square := 0, 0
				squares := all[index*p.words:][:len(p.open)]
				for i, word := range p.open {
					if word &= squares[i]; word != 0 {
						count += bits.OnesCount64(word)
						square = i<<6 + bits.TrailingZeros64(word)
					}
				}
				if count > 1 {
					if count < fewest {
						tightest, fewest = unitOf(kind, index), count
					}
					continue
				}
				if count == 0 {
					return unitOf(kind, index), false
				}
				p.place(square)
				placed = true
			}
		}
		if !placed {
			return tightest, true
		}
	}
}

// firstOpen returns the first open square of a unit, or false if there is none.
func (p *sheet) firstOpen(u unit) (square int, ok bool) {
	squares := p.squaresOf(u)
	for i, word := range p.open {
		if word &= squares[i]; word != 0 {
			return i<<6 + bits.TrailingZeros64(word), true
		}
	}
	return 0, false
}

// count returns the number of open squares of a unit.
func (p *sheet) count(u unit) int {
	count := 0
	squares := p.squaresOf(u)
	for i, word := range p.open {
		count += bits.OnesCount64(word & squares[i])
	}
	return count
}

// wordsOf returns the squares of all units of a kind, one after another.
func (d *division) wordsOf(kind Kind) []uint64 {
	switch kind {
	case Row:
		return d.lines.words
	case Column:
		return d.lines.words[d.n*d.words:]
	}
	return d.masks.words
}

// squaresOf returns all squares of a unit.
func (d *division) squaresOf(u unit) set {
	return d.wordsOf(u.kind())[u.index()*d.words:][:d.words:d.words]
}
