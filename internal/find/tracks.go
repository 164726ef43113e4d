package find

import (
	"slices"
	"sync"

	"example.com/queens/internal/bitboard"
)

// A track is a row, a column or a diagonal. There are four families of tracks: rows, columns,
// diagonals (r-c is constant) and antidiagonals (r+c is constant). A track is kept as the set
// of its open squares: by their columns in a row, and by their rows in any other track.
//
// The queens of a solution stand on n different tracks of each family. So if only n tracks of a
// family have open squares, each of them must hold a queen. Rows and columns are like that from
// the start, and so are the n diagonals in either direction of a torus. The 2n-1 diagonals of a
// plain board are once all but n of them have lost their last open square.
const (
	rowFamily = iota
	colFamily
	diagonalFamily
	antidiagonalFamily
	families
)

// A trackBoard is a board by its tracks, on which squares are closed and reopened. A row with
// one open square is said to hold a queen there, and so are the other tracks of that square.
type trackBoard struct {
	n         int
	torus     bool
	diagonals int               // in either direction
	offset    [families + 1]int // of each family in the slices that follow, and their length
	position
	saved       []*position
	refutations []int // how often a track lost its last square and refuted the board
	closed      int   // squares, in all branches: a measure of the work done
	forced      []int // tracks that must hold a queen and have one square for it
	refuted     bool  // a track that must hold a queen has no open square
}

// A position is what a branch of a search changes.
type position struct {
	tracks []Set
	sizes  []uint8       // the numbers of open squares
	spare  [families]int // by how many the tracks with open squares exceed n
}

func newTrackBoard(start Grid) *trackBoard {
	n := len(start.Open)
	diagonals := max(2*n-1, 0)
	if start.Torus {
		diagonals = n
	}
	offset := [...]int{0, n, 2 * n, 2*n + diagonals, 2*n + 2*diagonals}
	b := &trackBoard{
		n:           n,
		torus:       start.Torus,
		diagonals:   diagonals,
		offset:      offset,
		position:    position{tracks: make([]Set, offset[families]), sizes: make([]uint8, offset[families])},
		refutations: make([]int, offset[families]),
	}
	for family := range families {
		b.spare[family] = -n
	}
	for row, open := range start.Open {
		for col := range open.Members() {
			s := bitboard.Square{Row: row, Col: col}
			for family, track := range b.tracksOf(s) {
				if b.sizes[track] == 0 {
					b.spare[family]++
				}
				b.sizes[track]++
				b.tracks[track].add(memberOf(family, s))
			}
		}
	}
	return b
}

// settle places the queens that are forced, then those that these force, and so on. It returns
// false if that refutes the board.
func (b *trackBoard) settle() bool {
	for len(b.forced) > 0 && !b.refuted {
		last := len(b.forced) - 1
		track := b.forced[last]
		b.forced = b.forced[:last]
		if b.sizes[track] == 0 {
			b.refuted = true
		} else {
			b.place(b.square(b.familyOf(track), track, b.tracks[track].min()))
		}
	}
	return !b.refuted
}

// place closes all squares that a queen on s attacks.
func (b *trackBoard) place(s bitboard.Square) {
	for family, track := range b.tracksOf(s) {
		if b.sizes[track] > 1 {
			others := b.tracks[track]
			others.remove(memberOf(family, s))
			b.closeAll(family, track, others)
		}
	}
}

// close closes an open square.
func (b *trackBoard) close(s bitboard.Square) { b.closeAll(rowFamily, s.Row, SetOf(s.Col)) }

// closeAll closes open squares of a track. Once that refutes the board, the tracks that cross
// it may be left as they were.
func (b *trackBoard) closeAll(family, track int, squares Set) {
	if squares == (Set{}) {
		return
	}
	count := squares.len()
	b.closed += count
	b.tracks[track] = b.tracks[track].without(squares)
	if b.sizes[track] -= uint8(count); b.sizes[track] < 2 {
		b.shrunk(family, track)
	}
	for ; squares != (Set{}) && !b.refuted; squares = squares.withoutMin() {
		s := b.square(family, track, squares.min())
		for f, crossing := range b.tracksOf(s) {
			if f == family {
				continue
			}
			b.tracks[crossing].remove(memberOf(f, s))
			if b.sizes[crossing]--; b.sizes[crossing] < 2 {
				b.shrunk(f, crossing)
			}
		}
	}
}

// shrunk draws the conclusions when a track has lost open squares, and has one left or none.
func (b *trackBoard) shrunk(family, track int) {
	if b.sizes[track] == 1 {
		if b.spare[family] == 0 {
			b.forced = append(b.forced, track)
		}
		return
	}
	if b.spare[family]--; b.spare[family] < 0 {
		b.refutations[track]++
		b.refuted = true
	} else if b.spare[family] == 0 {
		b.forceAll(family)
	}
}

// force notes a track that must hold a queen as forced if it has one open square.
func (b *trackBoard) force(track int) {
	if b.sizes[track] == 1 {
		b.forced = append(b.forced, track)
	}
}

// forceAll notes the tracks of a family that are forced, if each of them must hold a queen.
func (b *trackBoard) forceAll(family int) {
	if b.spare[family] > 0 {
		return
	}
	for track := b.offset[family]; track < b.offset[family+1]; track++ {
		b.force(track)
	}
}

// idlePositions are not in use. To get new ones would take half of the time of an easy search.
var idlePositions = sync.Pool{New: func() any { return new(position) }}

// save keeps the board as it is, to be restored by the mark that it returns.
func (b *trackBoard) save() (mark int) {
	p := idlePositions.Get().(*position)
	p.copy(b.position)
	b.saved = append(b.saved, p)
	return len(b.saved) - 1
}

// restore brings back the board that was saved with a mark, and drops what was saved after it.
func (b *trackBoard) restore(mark int) {
	b.copy(*b.saved[mark])
	for _, p := range b.saved[mark:] {
		idlePositions.Put(p)
	}
	b.saved = b.saved[:mark]
	b.forced = b.forced[:0]
	b.refuted = false
}

func (p *position) copy(from position) {
	p.tracks = append(p.tracks[:0], from.tracks...)
	p.sizes = append(p.sizes[:0], from.sizes...)
	p.spare = from.spare
}

// lattice returns a toroidal solution, but not the excluded one, with an equal step from each
// row to the next, or nil if there is none. The columns, r-c and r+c of its queens differ if
// the step and the numbers next to it have no divisor in common with n.
func (b *trackBoard) lattice(excluded []int) []int {
	if !b.torus {
		return nil
	}
	p := make([]int, b.n)
	for step := range b.n {
		if !coprime((step-1)*step*(step+1), b.n) {
			continue
		}
		for start := range b.n {
			fits := true
			for row := range p {
				p[row] = (start + row*step) % b.n
				fits = fits && b.tracks[row].Has(p[row])
			}
			if fits && !slices.Equal(p, excluded) {
				return p
			}
		}
	}
	return nil
}

func coprime(a, b int) bool {
	for b != 0 {
		a, b = b, a%b
	}
	return a == 1
}

// tracksOf returns the track of each family that s is on.
func (b *trackBoard) tracksOf(s bitboard.Square) [families]int {
	diagonal, antidiagonal := s.Row-s.Col+b.diagonals-b.n, s.Row+s.Col
	if diagonal < 0 { // on a torus
		diagonal += b.n
	}
	if antidiagonal >= b.diagonals { // on a torus
		antidiagonal -= b.n
	}
	return [...]int{s.Row, b.n + s.Col, b.offset[diagonalFamily] + diagonal, b.offset[antidiagonalFamily] + antidiagonal}
}

func (b *trackBoard) familyOf(track int) int {
	family := rowFamily
	for track >= b.offset[family+1] {
		family++
	}
	return family
}

// memberOf returns the number that stands for s in its track of a family.
func memberOf(family int, s bitboard.Square) int {
	if family == rowFamily {
		return s.Col
	}
	return s.Row
}

// square returns the square that a member of a track of a family stands for.
func (b *trackBoard) square(family, track, member int) bitboard.Square {
	index := track - b.offset[family]
	var col int
	switch family {
	case rowFamily:
		return bitboard.Square{Row: index, Col: member}
	case colFamily:
		return bitboard.Square{Row: member, Col: index}
	case diagonalFamily:
		col = member - index + b.diagonals - b.n
	case antidiagonalFamily:
		col = index - member
	}
	if col < 0 {
		col += b.n // on a torus
	}
	return bitboard.Square{Row: member, Col: col}
}
