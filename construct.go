package queens

import (
	"cmp"
	"context"
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

// maxConstruct is the size of the largest solution that is constructed, 1 GiB of 64-bit
// ints. There has to be a limit: a program cannot ask whether there is enough memory, and
// crashes if there is not.
const maxConstruct = 1 << 27

// Construct returns a solution of the empty n×n board from a closed formula ([pauls],
// [hoffman], [bernhardsson]), always the same one for the same n. It takes O(n) time, a few
// milliseconds for a million queens.
//
// The error is [ErrNoSolution] if n is 2 or 3. It is also an error if n is negative, or
// greater than 2²⁷, which takes 1 GiB.
//
// For a different solution each time, see [ConstructRandom]; for one with given queens or
// blocked squares, [Board.Find].
func Construct(n int) (Placement, error) {
	if err := constructible(n); err != nil {
		return nil, err
	}
	return construct(n), nil
}

// constructible returns nil if a solution of the n×n board can be constructed, and
// otherwise why not.
func constructible(n int) error {
	switch {
	case n < 0 || n > maxConstruct:
		return fmt.Errorf("queens: n = %d out of range 0..%d", n, maxConstruct)
	case n == 2 || n == 3:
		return fmt.Errorf("%w for n = %d, as for 2 and 3 alone", ErrNoSolution, n)
	}
	return nil
}

// construct fills the first half of an even board with queens a knight's move apart, two
// columns further in each row, and the other half with their images under a half turn. If
// they start in the second column, no two share a diagonal unless n ≡ 2 modulo 6. If they
// start just left of the middle and wrap around at the edge, no two share one unless 6
// divides n. In neither case is there a queen on the main diagonal, so that one more queen
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

// ConstructRandom returns a random solution of the empty n×n board. Every solution is
// possible, but some are more likely than others, up to six times at n = 8; those of
// [Sampler.Sample] are all equally likely. The same n and the same state of rng give the
// same solution; if rng is nil, the seed is drawn at random. The errors are those of
// [Construct]. A cancelled context ends it within milliseconds, with the context's error.
//
// It takes O(n) time and memory: a few tenths of a second for a million queens, and 4 bytes
// for each queen besides the solution.
//
// It minimises conflicts ([sosic]). Row by row, it puts queens on random free squares,
// until it finds none in a row. The remaining rows, a few dozen in a million, get the
// remaining columns, and then rows exchange columns as long as that reduces the number of
// pairs of queens that attack each other.
func ConstructRandom(ctx context.Context, rng *rand.Rand, n int) (Placement, error) {
	if err := cmp.Or(constructible(n), ctx.Err()); err != nil {
		return nil, err
	}
	rng = orRandom(rng)
	// One attempt in ten succeeds at n = 6, the worst size, and nearly all do from
	// n = 1000 on. All of them fail only if rng is not random.
	const attempts = 1000
	m := newMinimizer(ctx, n, rng)
	for range attempts {
		solved := m.fill() && m.repair()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if solved {
			return m.queens, nil
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
	diags, antis []uint8 // queens on each diagonal
	filled       int     // rows whose queens were put on free squares, from row 0 on
}

// maxLeft is the most rows that fill may leave, so that the number of queens on a diagonal
// fits a uint8. Two queens in these rows attack each other on at most one diagonal, and
// each of them attacks at most two of the queens above: at most 5150 pairs at first, and
// fewer later. So no diagonal ever has more than 102 queens, or 104 during a swap.
const maxLeft = 100

func newMinimizer(ctx context.Context, n int, rng *rand.Rand) *minimizer {
	return &minimizer{ctx: ctx, rng: rng, queens: make(Placement, n), diags: make([]uint8, 2*n), antis: make([]uint8, 2*n)}
}

// stopped reports, once in a while, whether the context has ended.
func (m *minimizer) stopped() bool {
	const seldom = 1 << 12
	m.steps++
	return m.steps%seldom == 0 && m.ctx.Err() != nil
}

// diagonalCounts returns the numbers of queens on the two diagonals through a square.
func (m *minimizer) diagonalCounts(row, col int) (diag, anti *uint8) {
	return &m.diags[row-col+len(m.queens)], &m.antis[row+col]
}

// drop puts the queen of a row on the board, and returns how many it attacks.
func (m *minimizer) drop(row int) int {
	diag, anti := m.diagonalCounts(row, m.queens[row])
	attacked := int(*diag) + int(*anti)
	*diag++
	*anti++
	return attacked
}

// lift takes the queen of a row off the board, and returns how many it attacked.
func (m *minimizer) lift(row int) int {
	diag, anti := m.diagonalCounts(row, m.queens[row])
	*diag--
	*anti--
	return int(*diag) + int(*anti)
}

// fill starts afresh. It puts queens on free squares until it finds none in a row, and
// gives the remaining columns to the remaining rows. It reports whether these are few
// enough.
func (m *minimizer) fill() bool {
	for row := range m.queens {
		m.queens[row] = row
		clear(m.diags[2*row : 2*row+2])
		clear(m.antis[2*row : 2*row+2])
		if m.stopped() {
			return false
		}
	}
	m.filled = 0
	for m.filled < len(m.queens) && m.fillRow(m.filled) {
		if m.filled++; m.stopped() {
			return false
		}
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

// fillRow puts a queen on a free square of a row, if it comes across one among random
// columns of those that remain.
func (m *minimizer) fillRow(row int) bool {
	const draws = 200 // miss all free squares in a few dozen of a million rows
	left := m.queens[row:]
	for range draws {
		i := m.rng.IntN(len(left))
		if diag, anti := m.diagonalCounts(row, left[i]); *diag+*anti == 0 {
			left[0], left[i] = left[i], left[0]
			*diag, *anti = 1, 1
			return true
		}
	}
	return false
}

// repair exchanges the columns of attacked queens with those of others until no queen is
// attacked. It returns false if no exchange helps, or if it was stopped.
func (m *minimizer) repair() bool {
	// At first, one of any two queens that attack each other is in a row that was not
	// filled: most conflicts are gone before the search for more starts from the top.
	attacked := m.firstAttacked(m.filled)
	for attacked < len(m.queens) {
		if !m.improve(attacked) || m.ctx.Err() != nil {
			return false
		}
		if attacked = m.firstAttacked(attacked); attacked == len(m.queens) {
			attacked = m.firstAttacked(0)
		}
	}
	return true
}

// firstAttacked returns the first row, from the given one on, whose queen is attacked, or
// the number of rows if there is none.
func (m *minimizer) firstAttacked(row int) int {
	for ; row < len(m.queens); row++ {
		if diag, anti := m.diagonalCounts(row, m.queens[row]); *diag > 1 || *anti > 1 || m.stopped() {
			break
		}
	}
	return row
}

// improve tries to exchange columns with every other row, from a random one on, until that
// helps.
func (m *minimizer) improve(row int) bool {
	n := len(m.queens)
	other := m.rng.IntN(n)
	for range n {
		if other != row && m.swap(row, other) {
			return true
		}
		if m.stopped() {
			return false
		}
		if other++; other == n {
			other = 0
		}
	}
	return false
}

// swap exchanges the columns of two rows if that leaves fewer pairs of queens that attack
// each other.
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
