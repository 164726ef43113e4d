package queens

import (
	"fmt"
	"math/rand/v2"
)

// References:
//
//	[bernhardsson]  Bo Bernhardsson. Explicit Solutions to the n-Queens Problem for
//	                All n. SIGART Bulletin 2, page 7. 1991.
//	[hoffman]       E. J. Hoffman, J. C. Loessi and R. C. Moore. Constructions for
//	                the Solution of the m Queens Problem. Mathematics Magazine 42,
//	                pages 66–72. 1969.
//	[pauls]         E. Pauls. Das Maximalproblem der Damen auf dem Schachbrete.
//	                Deutsche Schachzeitung 29, pages 129–134 and 257–267. 1874.
//	[sosic]         Rok Sosič and Jun Gu. Efficient Local Search with Conflict
//	                Minimization: A Case Study of the n-Queens Problem. IEEE
//	                Transactions on Knowledge and Data Engineering 6, pages
//	                661–668. 1994.

// maxConstruct is the largest board that is built at once, 1 GiB of 64-bit ints.
// There has to be a limit: a program cannot ask whether there is memory enough,
// and dies if there is not.
const maxConstruct = 1 << 27

// Construct returns a solution of the empty n×n board by a closed form ([pauls],
// [hoffman], [bernhardsson]), the same for every call. It takes O(n) time, some
// milliseconds for a million queens.
//
// The error is [ErrNoSolution] if n is 2 or 3. It is also an error if n is
// negative or greater than 2²⁷, which is 1 GiB of queens.
//
// For a varied solution, see [ConstructRandom]; for one with queens given or squares
// blocked, [Board.Find].
func Construct(n int) (Placement, error) {
	if err := constructible(n); err != nil {
		return nil, err
	}
	return construct(n), nil
}

// constructible returns why no solution of the n×n board can be made, or nil.
func constructible(n int) error {
	switch {
	case n < 0 || n > maxConstruct:
		return fmt.Errorf("queens: n = %d out of range 0..%d", n, maxConstruct)
	case n == 2 || n == 3:
		return fmt.Errorf("%w for n = %d, as for 2 and 3 alone", ErrNoSolution, n)
	}
	return nil
}

// construct fills the first half of an even board by knight's moves, two columns a
// row, and the other half with the images of its queens under a half turn. Moves
// from the second column meet no diagonal twice unless n leaves 2 on division by
// 6; moves from just left of the middle, wrapped around at the edge, unless 6
// divides n. Neither way is there a queen on the main diagonal, so that one more
// in a new corner completes an odd board ([hoffman]).
func construct(n int) Placement {
	p := make(Placement, n)
	even := n &^ 1
	if even < n {
		p[n-1] = n - 1
	}
	start := 1
	if even%6 == 2 {
		start = even/2 - 1
	}
	for row := range even / 2 {
		col := (start + 2*row) % even
		p[row], p[even-1-row] = col, even-1-col
	}
	return p
}

// ConstructRandom returns a solution of the empty n×n board, drawn at random. Every
// solution can come up, but some are likelier than others, up to six times at
// n = 8; [Sampler.Sample] is fair to all. The same n and state of rng give the same
// solution. The errors are those of [Construct]. rng must not be nil.
//
// It takes O(n) time and memory: some tenths of a second for a million queens, and
// 4 bytes a queen besides the solution.
//
// It works by conflict minimisation ([sosic]). Row by row, queens are put on free
// squares drawn at random, until a row seems to have none. The rows left, some tens
// in a million, get the columns left, and then rows swap columns as long as that
// leaves fewer pairs of queens that attack each other.
func ConstructRandom(n int, rng *rand.Rand) (Placement, error) {
	if err := constructible(n); err != nil {
		return nil, err
	}
	// An attempt succeeds one time in ten at n = 6, the worst board, and nearly
	// always at n = 1000 and more. So many fail together only if there is no
	// chance in rng.
	const attempts = 1000
	m := newMinimizer(n, rng)
	for range attempts {
		if m.fill() && m.repair() {
			return m.queens, nil
		}
	}
	return construct(n).Transform(Symmetry(rng.IntN(8))), nil
}

// A minimizer looks for a solution among the permutations of the columns, where
// queens attack each other on diagonals only.
type minimizer struct {
	rng          *rand.Rand
	queens       Placement
	diags, antis []uint8 // queens on each diagonal
	filled       int     // rows whose queens were put on free squares
}

// maxLeft is how many rows fill may leave, so that the queens on a diagonal are few
// enough for a uint8. Two queens of these rows attack each other on one diagonal at
// most, and each attacks at most two of the queens above: 5150 pairs at first, and only
// fewer later. So no diagonal has more than 102 queens, or 104 in the midst of a swap.
const maxLeft = 100

func newMinimizer(n int, rng *rand.Rand) *minimizer {
	return &minimizer{rng: rng, queens: make(Placement, n), diags: make([]uint8, 2*n), antis: make([]uint8, 2*n)}
}

// diagonals returns the numbers of queens on the two diagonals of a square.
func (m *minimizer) diagonals(row, col int) (diag, anti *uint8) {
	return &m.diags[row-col+len(m.queens)], &m.antis[row+col]
}

// drop puts the queen of a row on the board, and returns how many it attacks.
func (m *minimizer) drop(row int) int {
	diag, anti := m.diagonals(row, m.queens[row])
	attacked := int(*diag) + int(*anti)
	*diag++
	*anti++
	return attacked
}

// lift takes the queen of a row off the board, and returns how many it attacked.
func (m *minimizer) lift(row int) int {
	diag, anti := m.diagonals(row, m.queens[row])
	*diag--
	*anti--
	return int(*diag) + int(*anti)
}

// fill starts anew. It puts queens on free squares until it finds none in a row,
// and hands out the columns left over. It reports whether few enough were.
func (m *minimizer) fill() bool {
	clear(m.diags)
	clear(m.antis)
	for row := range m.queens {
		m.queens[row] = row
	}
	m.filled = 0
	for m.filled < len(m.queens) && m.fillRow(m.filled) {
		m.filled++
	}
	left := m.queens[m.filled:]
	if len(left) > maxLeft {
		return false
	}
	m.rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	for row := m.filled; row < len(m.queens); row++ {
		m.drop(row)
	}
	return true
}

// fillRow puts a queen on a free square of a row, if one turns up among the
// columns drawn from those that are left.
func (m *minimizer) fillRow(row int) bool {
	const draws = 200 // miss every free square in some tens of a million rows
	left := m.queens[row:]
	for range draws {
		i := m.rng.IntN(len(left))
		if diag, anti := m.diagonals(row, left[i]); *diag+*anti == 0 {
			left[0], left[i] = left[i], left[0]
			*diag, *anti = 1, 1
			return true
		}
	}
	return false
}

// repair swaps the columns of attacked queens with those of others until none is
// attacked. It reports false if no swap helps.
func (m *minimizer) repair() bool {
	// Of two queens that attack each other at first, one is in a row that was
	// left: most are put right before the search for more starts from the top.
	attacked := m.firstAttacked(m.filled)
	for attacked < len(m.queens) {
		if !m.improve(attacked) {
			return false
		}
		if attacked = m.firstAttacked(attacked); attacked == len(m.queens) {
			attacked = m.firstAttacked(0)
		}
	}
	return true
}

// firstAttacked returns the first row, from the given one on, whose queen is
// attacked.
func (m *minimizer) firstAttacked(row int) int {
	for ; row < len(m.queens); row++ {
		if diag, anti := m.diagonals(row, m.queens[row]); *diag > 1 || *anti > 1 {
			break
		}
	}
	return row
}

// improve looks for a row to swap columns with, all rows in turn from one drawn
// at random.
func (m *minimizer) improve(row int) bool {
	n := len(m.queens)
	other := m.rng.IntN(n)
	for range n {
		if other != row && m.swap(row, other) {
			return true
		}
		if other++; other == n {
			other = 0
		}
	}
	return false
}

// swap swaps the columns of two rows if that leaves fewer pairs of queens that
// attack each other.
func (m *minimizer) swap(row, other int) bool {
	before := m.lift(row) + m.lift(other)
	m.queens[row], m.queens[other] = m.queens[other], m.queens[row]
	after := m.drop(row) + m.drop(other)
	if after < before {
		return true
	}
	m.lift(row)
	m.lift(other)
	m.queens[row], m.queens[other] = m.queens[other], m.queens[row]
	m.drop(row)
	m.drop(other)
	return false
}
