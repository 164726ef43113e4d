package queens

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
)

// Construct returns a solution of the empty n×n board from a closed formula ([Pauls 1874],
// [Hoffman, Loessi and Moore 1969], [Bernhardsson 1991]), always the same one for the same n.
// It takes O(n) time, a few milliseconds for a million queens.
//
// The error is [ErrNoSolution] if n is 2 or 3. It is also an error if n is negative, or greater
// than 2²⁷, which takes 1 GiB.
//
// For a different solution each time, see [ConstructRandom]; for one with given queens or
// blocked squares, [Board.Find].
//
// [Pauls 1874]: https://liacs.leidenuniv.nl/~kosterswa/nqueens/
// [Hoffman, Loessi and Moore 1969]: https://liacs.leidenuniv.nl/~kosterswa/nqueens/
// [Bernhardsson 1991]: https://doi.org/10.1145/122319.122322
func Construct(n int) (Placement, error) {
	if err := constructible(n); err != nil {
		return nil, err
	}
	return construct(n), nil
}

// constructible says why no solution of the n×n board can be constructed, if so.
func constructible(n int) error {
	if n == 2 || n == 3 {
		return fmt.Errorf("%w for n = %d (only n = 2 and 3 have none)", ErrNoSolution, n)
	}
	return prefixed(checkSize(n, maxParse))
}

// construct fills the first half of an even board with queens a knight's move apart, two
// columns further in each row, and the other half with their images under a half turn. If they
// start in the second column, no two share a diagonal unless n ≡ 2 modulo 6. If they start
// just left of the middle and wrap around at the edge, no two share one unless 6 divides n.
// In neither case is there a queen on the main diagonal, so one more queen in a new corner
// completes an odd board (Hoffman, Loessi and Moore).
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

// ConstructRandom returns a random solution of the empty n×n board. Every solution is possible,
// but some are more likely than others, up to six times at n = 8; those of [Sampler.Sample] are
// all equally likely. The same n and the same state of rng give the same solution; if rng is
// nil, the seed is drawn at random. The errors are those of [Construct]. A cancelled context
// ends it within milliseconds, with the context's error.
//
// It takes O(n) time and memory: a few tenths of a second for a million queens, and some 10
// bytes for each queen in addition to the solution.
//
// It minimises conflicts ([Sosič and Gu 1994]). Row by row, it puts queens on random free
// squares. The rows in which it finds none, a few dozen in a million, get the remaining
// columns, and then rows exchange columns as long as that reduces the number of pairs of queens
// that attack each other.
//
// [Sosič and Gu 1994]: https://doi.org/10.1109/69.317698
func ConstructRandom(ctx context.Context, rng *rand.Rand, n int) (Placement, error) {
	if err := cmp.Or(constructible(n), ctx.Err()); err != nil {
		return nil, err
	}
	rng = orRandom(rng)
	// One attempt in ten succeeds at n = 6, the worst size, and nearly all do from n = 1000 on.
	// All of them fail only if rng is not random.
	const attempts = 1000
	m := newMinimizer(ctx, rng, n, nil)
	if m == nil {
		return nil, ctx.Err()
	}
	for range attempts {
		if m.fill() && m.repair() {
			return m.queens, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return construct(n).Transform(Symmetry(rng.IntN(8))), nil
}

// orRandom returns rng, or one with a random seed if it is nil.
func orRandom(rng *rand.Rand) *rand.Rand {
	if rng == nil {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return rng
}

// A minimizer looks for a solution among the permutations of the columns, in which queens
// attack each other only on diagonals.
type minimizer struct {
	ctx          context.Context
	steps        int
	rng          *rand.Rand
	queens       Placement
	given        []int   // rows with a given queen
	open         []int32 // the other rows, in any order
	diags, antis []uint8 // queens on each diagonal
	filled       int     // open rows whose queens were put on free squares, from the first on
}

// maxPairs is how many pairs of queens may attack each other after fill, so that the number of
// queens on a diagonal fits a uint8: k of them are k(k-1)/2 pairs. Afterwards there are fewer
// and fewer pairs, except during a swap.
const maxPairs = 250 * 249 / 2

// newMinimizer returns a minimizer of n rows that keeps the queens of given, which do not
// attack each other; given is nil if there are none. The columns that they leave stand in the
// open rows. If ctx has ended, newMinimizer returns nil.
func newMinimizer(ctx context.Context, rng *rand.Rand, n int, given Placement) *minimizer {
	m := &minimizer{ctx: ctx, rng: rng, queens: make(Placement, n), diags: make([]uint8, 2*n), antis: make([]uint8, 2*n)}
	m.open = make([]int32, 0, n)
	taken := make([]bool, n)
	for row := range n {
		if given == nil || given[row] == Empty {
			m.open = append(m.open, int32(row))
		} else {
			m.given = append(m.given, row)
			m.queens[row] = given[row]
			taken[given[row]] = true
		}
		if m.stopped() {
			return nil
		}
	}
	rows := m.open
	for col := range n {
		if !taken[col] {
			m.queens[rows[0]], rows = col, rows[1:]
		}
		if m.stopped() {
			return nil
		}
	}
	return m
}

// exchange exchanges the columns of two open rows.
func (m *minimizer) exchange(i, j int) {
	a, b := m.open[i], m.open[j]
	m.queens[a], m.queens[b] = m.queens[b], m.queens[a]
}

// stopped reports, once in a while, whether the context has ended.
func (m *minimizer) stopped() bool {
	const seldom = 1 << 12
	m.steps++
	return m.steps%seldom == 0 && m.ctx.Err() != nil
}

// diagonalCounts returns the numbers of queens on the two diagonals through a square.
func (m *minimizer) diagonalCounts(row, col int) (onDiag, onAnti *uint8) {
	diag, anti := Square{row, col}.diagonals(len(m.queens))
	return &m.diags[diag], &m.antis[anti]
}

// drop puts the queen of a row on the board, and returns how many queens it attacks.
func (m *minimizer) drop(row int) int {
	diag, anti := m.diagonalCounts(row, m.queens[row])
	attacked := int(*diag) + int(*anti)
	*diag++
	*anti++
	return attacked
}

// lift takes the queen of a row off the board, and returns how many queens it attacked.
func (m *minimizer) lift(row int) int {
	diag, anti := m.diagonalCounts(row, m.queens[row])
	*diag--
	*anti--
	return int(*diag) + int(*anti)
}

// reset puts the given queens on an empty board. It returns false if it was stopped.
func (m *minimizer) reset() bool {
	m.filled = 0
	for row := range m.queens {
		clear(m.diags[2*row : 2*row+2])
		clear(m.antis[2*row : 2*row+2])
		if m.stopped() {
			return false
		}
	}
	for _, row := range m.given {
		if m.drop(row); m.stopped() {
			return false
		}
	}
	return true
}

// free reports whether no queen attacks the square in the i-th open row and the column of the
// j-th.
func (m *minimizer) free(i, j int) bool {
	diag, anti := m.diagonalCounts(int(m.open[i]), m.queens[m.open[j]])
	return *diag+*anti == 0
}

// refuted names a rank or a file in which the given queens, alone on the board, leave no
// square. It returns "" if there is none, or if it was stopped.
func (m *minimizer) refuted() string {
	rows := len(m.open)
	for i := range rows {
		var inRow, inCol bool
		for j := 0; j < rows && !(inRow && inCol); j++ {
			inRow = inRow || m.free(i, j) || m.stopped()
			inCol = inCol || m.free(j, i) || m.stopped()
		}
		switch {
		case !inRow:
			return fmt.Sprintf("rank %d", m.open[i]+1)
		case !inCol:
			return "file " + fileName(m.queens[m.open[i]])
		}
	}
	return ""
}

// fill starts afresh. It puts queens on free squares of the open rows where it finds some, and
// the remaining columns into the remaining rows. It reports whether few enough pairs of queens
// attack each other.
func (m *minimizer) fill() bool {
	if !m.reset() {
		return false
	}
	rows := len(m.open)
	for end := rows; m.filled < end; {
		if m.fillRow(m.filled) {
			m.filled++
		} else { // another row may have one
			end--
			m.open[m.filled], m.open[end] = m.open[end], m.open[m.filled]
		}
		if m.stopped() {
			return false
		}
	}
	m.rng.Shuffle(rows-m.filled, func(i, j int) { m.exchange(m.filled+i, m.filled+j) })
	pairs := 0
	for i := m.filled; i < rows && pairs <= maxPairs; i++ {
		pairs += m.drop(int(m.open[i]))
	}
	return pairs <= maxPairs
}

// fillRow puts a queen on a free square of an open row, if it finds one among some random
// columns of those that remain.
func (m *minimizer) fillRow(i int) bool {
	const draws = 200 // they miss all free squares in a few dozen of a million rows
	row := int(m.open[i])
	for range draws {
		j := i + m.rng.IntN(len(m.open)-i)
		if diag, anti := m.diagonalCounts(row, m.queens[m.open[j]]); *diag+*anti == 0 {
			m.exchange(i, j)
			*diag, *anti = 1, 1
			return true
		}
	}
	return false
}

// repair exchanges the columns of attacked queens with those of others until no queen is
// attacked. It returns false if no exchange helps, or if it was stopped.
func (m *minimizer) repair() bool {
	// At first, one of any two queens that attack each other is in a row that was not filled:
	// most conflicts are gone before the search for more starts from the top.
	attacked := m.firstAttacked(m.filled)
	for attacked < len(m.open) {
		if !m.improve(attacked) || m.ctx.Err() != nil {
			return false
		}
		if attacked = m.firstAttacked(attacked); attacked == len(m.open) {
			attacked = m.firstAttacked(0)
		}
	}
	return true
}

// firstAttacked returns the first open row, from the i-th on, whose queen is attacked, or the
// number of open rows if there is none.
func (m *minimizer) firstAttacked(i int) int {
	for ; i < len(m.open); i++ {
		row := int(m.open[i])
		if diag, anti := m.diagonalCounts(row, m.queens[row]); *diag > 1 || *anti > 1 || m.stopped() {
			break
		}
	}
	return i
}

// improve tries to exchange columns with every other open row, from a random one on, until that
// helps.
func (m *minimizer) improve(i int) bool {
	rows := len(m.open)
	start := m.rng.IntN(rows)
	for k := range rows {
		if j := (start + k) % rows; j != i && m.swap(i, j) {
			return true
		}
		if m.stopped() {
			return false
		}
	}
	return false
}

// swap exchanges the columns of two open rows if that leaves fewer pairs of queens that attack
// each other.
func (m *minimizer) swap(i, j int) bool {
	a, b := int(m.open[i]), int(m.open[j])
	exchange := func() (before, after int) {
		before = m.lift(a) + m.lift(b)
		m.exchange(i, j)
		return before, m.drop(a) + m.drop(b)
	}
	if before, after := exchange(); after < before {
		return true
	}
	exchange()
	return false
}
