package find

import (
	"iter"
	"math/bits"
	"slices"

	"example.com/queens/internal/bitset"
)

// A track is a row, a column or a diagonal. It is kept as a word with a bit for each of
// its open squares: bit c for column c in a row, and bit r for row r in any other track.
// There are four families of tracks: rows, columns, diagonals (r-c is constant) and
// antidiagonals (r+c is constant).
//
// The queens of a solution stand on n different tracks of each family. So if only n tracks
// of a family have open squares, each of them must hold a queen. Rows and columns are
// like that from the start, and so are the n diagonals in either direction of a torus.
// The 2n-1 diagonals of a plain board are once all but n of them have lost their last
// open square.
const (
	rowFamily = iota
	colFamily
	diagonalFamily
	antidiagonalFamily
	families
	maxTracks = 6 * maxRows
)

// A trackBoard keeps a board by its tracks. Squares are closed on it, and reopened later.
type trackBoard struct {
	n           int
	torus       bool
	diagonals   int               // in either direction
	first       [families + 1]int // the first track of each family, and the end
	tracks      [maxTracks]uint64
	nonempty    [families]trackIndexes // tracks with open squares
	spare       [families]int          // how many more these are than the n that hold a queen
	closed      []square               // in the order in which they were closed
	forced      []int                  // tracks that must hold a queen and have one square for it
	refuted     bool                   // a track that must hold a queen has no open square
	refutations [maxTracks]int         // by the track that lost its last square
}

func newTrackBoard(start Board) *trackBoard {
	n := len(start.Open)
	diagonals := max(2*n-1, 0)
	if start.Torus {
		diagonals = n
	}
	b := &trackBoard{
		n:         n,
		torus:     start.Torus,
		diagonals: diagonals,
		first:     [...]int{0, n, 2 * n, 2*n + diagonals, 2*n + 2*diagonals},
		spare:     [...]int{-n, -n, -n, -n},
	}
	for row, open := range start.Open {
		for col := range bitset.Members(open) {
			b.open(square{row, col})
		}
	}
	return b
}

// board returns the board by its rows, which remain the board's own.
func (b *trackBoard) board() Board { return Board{b.rows(), b.torus} }

func (b *trackBoard) rows() []uint64 { return b.tracks[:b.n] }

// settle places the queens that are forced, then those that these force, and so on. It
// returns false if that refutes the board.
func (b *trackBoard) settle() bool {
	for len(b.forced) > 0 && !b.refuted {
		last := len(b.forced) - 1
		track := b.forced[last]
		b.forced = b.forced[:last]
		if open := b.tracks[track]; open == 0 {
			b.refuted = true
		} else {
			b.place(b.square(track, bits.TrailingZeros64(open)))
		}
	}
	return !b.refuted
}

// place closes all squares that a queen on s attacks.
func (b *trackBoard) place(s square) {
	for family, track := range b.tracksOf(s) {
		b.closeAll(track, b.tracks[track]&^bitOf(family, s))
	}
}

// closeAll closes open squares of a track, until that refutes the board.
func (b *trackBoard) closeAll(track int, squares uint64) {
	for ; squares != 0 && !b.refuted; squares &= squares - 1 {
		b.close(b.square(track, bits.TrailingZeros64(squares)))
	}
}

func (b *trackBoard) close(s square) {
	b.closed = append(b.closed, s)
	for family, track := range b.tracksOf(s) {
		b.tracks[track] &^= bitOf(family, s)
		if b.tracks[track] != 0 {
			if b.spare[family] == 0 {
				b.force(track)
			}
			continue
		}
		b.nonempty[family].remove(track - b.first[family])
		if b.spare[family]--; b.spare[family] < 0 {
			b.refutations[track]++
			b.refuted = true
		} else {
			b.forceAll(family)
		}
	}
}

// force notes a track that must hold a queen as forced if it has one open square.
func (b *trackBoard) force(track int) {
	if open := b.tracks[track]; open != 0 && open&(open-1) == 0 {
		b.forced = append(b.forced, track)
	}
}

// forceAll notes the tracks of a family that are forced, if all of them must hold a queen.
func (b *trackBoard) forceAll(family int) {
	if b.spare[family] > 0 {
		return
	}
	for track := b.first[family]; track < b.first[family+1]; track++ {
		b.force(track)
	}
}

// reopen undoes the closing of all squares but the first mark.
func (b *trackBoard) reopen(mark int) {
	for _, s := range b.closed[mark:] {
		b.open(s)
	}
	b.closed = b.closed[:mark]
	b.forced = b.forced[:0]
	b.refuted = false
}

func (b *trackBoard) open(s square) {
	for family, track := range b.tracksOf(s) {
		if b.tracks[track] == 0 {
			b.nonempty[family].add(track - b.first[family])
			b.spare[family]++
		}
		b.tracks[track] |= bitOf(family, s)
	}
}

// free returns the tracks of a family that have open squares but no queen, by their index in it.
func (b *trackBoard) free(family int) trackIndexes {
	free := b.nonempty[family]
	for row, open := range b.rows() {
		if open&(open-1) == 0 {
			queen := square{row, bits.TrailingZeros64(open)}
			free.remove(b.tracksOf(queen)[family] - b.first[family])
		}
	}
	return free
}

// lattice returns a toroidal solution, but not the excluded one, with an equal step from
// each row to the next, or nil if there is none. The columns, r-c and r+c of its queens differ if the step and the
// numbers next to it have no divisor in common with n.
func (b *trackBoard) lattice(excluded []int) []int {
	if !b.torus {
		return nil
	}
	p := make([]int, b.n)
	for step := range b.n {
		if !coprime(step, b.n) || !coprime(step-1, b.n) || !coprime(step+1, b.n) {
			continue
		}
		for start := range b.n {
			for row := range p {
				p[row] = (start + row*step) % b.n
			}
			if b.board().admits(p) && !slices.Equal(p, excluded) {
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
	return a == 1 || a == -1
}

// tracksOf returns the track of each family that s is on.
func (b *trackBoard) tracksOf(s square) [families]int {
	diagonal, antidiagonal := s.row-s.col+b.diagonals-b.n, s.row+s.col
	if diagonal < 0 { // on a torus
		diagonal += b.n
	}
	if antidiagonal >= b.diagonals { // on a torus
		antidiagonal -= b.n
	}
	return [...]int{s.row, b.n + s.col, b.first[diagonalFamily] + diagonal, b.first[antidiagonalFamily] + antidiagonal}
}

func (b *trackBoard) familyOf(track int) int {
	family := rowFamily
	for track >= b.first[family+1] {
		family++
	}
	return family
}

// bitOf returns the bit of s in its track of a family.
func bitOf(family int, s square) uint64 {
	if family == rowFamily {
		return 1 << (s.col & 63)
	}
	return 1 << (s.row & 63)
}

// square returns the square that bit i of a track stands for.
func (b *trackBoard) square(track, i int) square {
	family := b.familyOf(track)
	index := track - b.first[family]
	var col int
	switch family {
	case rowFamily:
		return square{index, i}
	case colFamily:
		return square{i, index}
	case diagonalFamily:
		col = i - index + b.diagonals - b.n
	case antidiagonalFamily:
		col = index - i
	}
	if col < 0 {
		col += b.n // on a torus
	}
	return square{i, col}
}

// trackIndexes is a set of the tracks of one family, by their index in it.
type trackIndexes [2]uint64

func (s *trackIndexes) add(i int) { s[i>>6&1] |= 1 << (i & 63) }

func (s *trackIndexes) remove(i int) { s[i>>6&1] &^= 1 << (i & 63) }

// all yields the indexes in ascending order.
func (s trackIndexes) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// bit returns 1 if the set has track i, and otherwise 0.
func (s *trackIndexes) bit(i int) uint64 { return s[i>>6&1] >> (i & 63) & 1 }
