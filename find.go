package queens

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// References:
//
//	[gent]   Ian P. Gent, Christopher Jefferson and Peter Nightingale. Complexity of
//	         n-Queens Completion. Journal of Artificial Intelligence Research 59,
//	         pages 815–848. 2017. Also problems 079 and 080 of CSPLib.
//	[gomes]  Carla P. Gomes, Bart Selman and Henry Kautz. Boosting Combinatorial
//	         Search through Randomization. AAAI-98, pages 431–437. 1998.
//	[wdeg]   Frédéric Boussemart, Fred Hemery, Christophe Lecoutre and Lakhdar Sais.
//	         Boosting Systematic Search by Weighting Constraints. ECAI, pages 146–150. 2004.

// Find returns a solution, or [ErrNoSolution] if there is none. Which solution is
// unspecified, but it is always the same for the same board. The [Placement] is
// the caller's to keep and to change.
//
// To complete a board is NP-complete ([gent]): the time is exponential in n at
// worst, and a cancelled context ends it within milliseconds, with the context's
// error. Most boards are easy: empty ones of any size take less than a
// millisecond, and so do boards with queens placed at random. Hard are
//
//   - boards blocked at random to about 7 open squares in a row, where half of them
//     have a solution: milliseconds at n = 30, up to a second at n = 40;
//   - boards with about n whole diagonals blocked: seconds at n = 20, a minute or
//     more at n = 24, and out of reach at n = 30;
//   - toroidal boards with more than half of their squares blocked, from n = 31 on.
//
// Find searches by constraint propagation. A line that has to hold a queen takes it
// when one open square is left, and refutes the board when none is; a line is a
// row, a column or a diagonal. When nothing follows any more, Find branches on the
// squares of a line that has few of them, preferably one that has refuted many
// boards before ([wdeg]), and first on the square that attacks the fewest others.
// After 100 branchings it starts again, with other choices among equals ([gomes]),
// then after 200, 400 and so on, in the end enough to refute any board.
func (s *Solver) Find(ctx context.Context) (Placement, error) {
	return newFinder(s.board).find(ctx, nil)
}

// Unique returns the solution if there is exactly one, which is what makes a board
// with given queens a puzzle. The error is [ErrNoSolution] if there is none and
// [ErrNotUnique] if there are several; then there is no Placement, and
// [Solver.Find] has one of them.
//
// It searches as Find does, for a solution and then for another one. To prove that
// there is no other may take long, exponential in n at worst. A cancelled context
// ends it within milliseconds, with the context's error.
func (s *Solver) Unique(ctx context.Context) (Placement, error) {
	return newFinder(s.board).unique(ctx)
}

// In this file a line is a row, a column or a diagonal, as a word with a bit for
// each of its open squares: bit c for column c in a row, and bit r for row r in all
// others. Lines are of four families: rows, columns, diagonals (r-c constant) and
// antidiagonals (r+c constant). The queens of a solution stand on n different lines
// of each. So if only n lines of a family have open squares, each of these has to
// hold a queen. That is so of rows and columns from the start, and of the n diagonals
// of either direction on a torus. It comes to be so of the 2n-1 diagonals of a plain
// board once all but n of them have lost their last square.
const (
	rowFamily = iota
	colFamily
	diagonalFamily
	antidiagonalFamily
	families
	maxLines = 6 * MaxN
)

// A finder searches one board for one solution. It works on a single copy of the
// board, where it closes squares and opens them again.
type finder struct {
	n        int
	torus    bool
	first    [families + 1]int // first line of each family, and the end
	lines    [maxLines]uint64
	spare    [families]int // lines with open squares beyond the n that hold a queen
	closed   []Square      // in the order in which they were closed
	forced   []int         // lines that have to hold a queen and have one square for it
	refuted  bool          // some family has fewer than n lines with open squares
	weights  [maxLines]int // how often losing the line's last square refuted a board, plus 1
	excluded Placement     // a solution that does not count, or nil
	nodes    uint64        // boards branched on
	limit    uint64        // nodes at which to start again
	rng      *rand.Rand    // for choices among equals
}

func newFinder(b board) *finder {
	n := len(b.open)
	diagonals := max(2*n-1, 0)
	if b.torus {
		diagonals = n
	}
	f := &finder{
		n:     n,
		torus: b.torus,
		first: [...]int{0, n, 2 * n, 2*n + diagonals, 2*n + 2*diagonals},
		spare: [...]int{-n, -n, -n, -n},
		rng:   rand.New(rand.NewPCG(0, 0)),
	}
	for line := range f.weights {
		f.weights[line] = 1
	}
	for row, open := range b.open {
		for col := range columns(open) {
			f.open(Square{row, col})
		}
	}
	return f
}

func (f *finder) unique(ctx context.Context) (Placement, error) {
	p, err := f.find(ctx, nil)
	if err != nil {
		return nil, err
	}
	_, err = f.find(ctx, p)
	switch err {
	case nil:
		return nil, ErrNotUnique
	case ErrNoSolution:
		return p, nil
	default:
		return nil, err
	}
}

// find returns a solution other than the excluded one.
func (f *finder) find(ctx context.Context, excluded Placement) (Placement, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	defer f.reopen(0)
	f.excluded = excluded
	if p, ok := f.lattice(); ok {
		return p, nil
	}
	if !f.begin() {
		return nil, ErrNoSolution
	}
	begun := len(f.closed)
	for nodes := uint64(100); ; nodes *= 2 { // to branch on until the next start
		f.limit = f.nodes + nodes
		switch f.search(ctx) {
		case found:
			return f.placement(), nil
		case none:
			return nil, ErrNoSolution
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.reopen(begun)
	}
}

// begin propagates. It returns false if there is no solution for a simple reason.
func (f *finder) begin() bool {
	if f.torus && !torusHasSolutions(f.n) || slices.Min(f.spare[:]) < 0 {
		return false
	}
	for family := range families {
		f.forceAll(family)
	}
	return f.propagate() && (f.torus || !f.tooFarOut())
}

// lattice looks for a toroidal solution with an equal step from each row to the
// next. There are such solutions of the empty board if n has no divisor in common
// with the step, nor with one more or one less.
func (f *finder) lattice() (Placement, bool) {
	if !f.torus {
		return nil, false
	}
	p := make(Placement, f.n)
	for step := range f.n {
		if gcd(f.n, (step-1)*step*(step+1)) != 1 {
			continue
		}
		for start := range f.n {
			open := true
			for row := range p {
				p[row] = (start + row*step) % f.n
				open = open && f.lines[row]>>p[row]&1 != 0
			}
			if open && !f.isExcluded(p) {
				return p, true
			}
		}
	}
	return nil, false
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// tooFarOut reports whether the open diagonals of a plain board are too far from the
// middle. Count rows and columns from the middle of the board: the squares of the rows
// add up to n(n²-1)/12, and so do those of the columns. Then
// (r-c)² + (r+c)² = 2r² + 2c² adds up to n(n²-1)/3 over the queens of a solution;
// and to no less than the n open diagonals of each direction nearest to the middle
// give.
func (f *finder) tooFarOut() bool {
	least := 0
	for _, family := range [...]int{diagonalFamily, antidiagonalFamily} {
		middle := f.first[family] + f.n - 1
		missing := f.n
		for out := 0; missing > 0; {
			if f.lines[middle+out] != 0 {
				least += out * out
				missing--
			}
			if out = -out; out >= 0 { // 0, 1, -1, 2, -2 and so on
				out++
			}
		}
	}
	return least > f.n*(f.n*f.n-1)/3
}

type outcome uint8

const (
	none    outcome = iota // there is no solution
	found                  // the board is a solution
	stopped                // at the limit, or by the context
)

// search looks for a solution of the board as it is, with nothing left to propagate.
func (f *finder) search(ctx context.Context) outcome {
	for {
		family, line := f.tightest()
		if line < 0 {
			if f.isExcluded(f.placement()) {
				return none
			}
			return found
		}
		if f.nodes == f.limit || ctx.Err() != nil {
			return stopped
		}
		f.nodes++
		queen := f.choose(family, line)
		mark := len(f.closed)
		f.place(queen)
		if f.propagate() {
			if result := f.search(ctx); result != none {
				return result
			}
		}
		f.reopen(mark)
		f.close(queen)
		if !f.propagate() {
			return none
		}
	}
}

// propagate places the queens that are forced, and those that these force, and so
// on. It returns false if that refutes the board.
func (f *finder) propagate() bool {
	for len(f.forced) > 0 && !f.refuted {
		last := len(f.forced) - 1
		line := f.forced[last]
		f.forced = f.forced[:last]
		family := 0
		for line >= f.first[family+1] {
			family++
		}
		f.place(f.square(family, line, bits.TrailingZeros64(f.lines[line])))
	}
	return !f.refuted
}

// tightest returns the line to branch on, or -1 if every queen is placed: of those that
// have to hold one, the line with the fewest open squares, two or more, for its weight.
func (f *finder) tightest() (family, line int) {
	line = -1
	fewest, weight, ties := MaxN+1, 1, 0
	for k, spare := range f.spare {
		if spare > 0 {
			continue
		}
		for i := f.first[k]; i < f.first[k+1]; i++ {
			open, w := bits.OnesCount64(f.lines[i]), f.weights[i]
			more := open*weight - fewest*w // has the sign of open/w - fewest/weight
			if open < 2 || more > 0 {
				continue
			}
			if more < 0 {
				fewest, weight, ties = open, w, 0
			}
			ties++
			if f.rng.IntN(ties) == 0 {
				family, line = k, i
			}
		}
	}
	return family, line
}

// choose returns the open square of a line that attacks the fewest others.
func (f *finder) choose(family, line int) Square {
	var best Square
	least := math.MaxInt
	for i := range columns(f.lines[line]) {
		s := f.square(family, line, i)
		attacked := f.rng.IntN(16) // breaks ties, in sixteenths of a square
		for _, l := range f.linesOf(s) {
			attacked += 16 * bits.OnesCount64(f.lines[l])
		}
		if attacked < least {
			best, least = s, attacked
		}
	}
	return best
}

// place closes all squares that a queen on s attacks.
func (f *finder) place(s Square) {
	for family, line := range f.linesOf(s) {
		others := f.lines[line] &^ bitOf(family, s)
		for ; others != 0 && !f.refuted; others &= others - 1 {
			f.close(f.square(family, line, bits.TrailingZeros64(others)))
		}
	}
}

// close closes an open square.
func (f *finder) close(s Square) {
	f.closed = append(f.closed, s)
	for family, line := range f.linesOf(s) {
		f.lines[line] &^= bitOf(family, s)
		if f.lines[line] != 0 {
			f.force(family, line)
			continue
		}
		f.spare[family]--
		switch spare := f.spare[family]; {
		case spare < 0:
			f.weights[line]++
			f.refuted = true
		case spare == 0:
			f.forceAll(family)
		}
	}
}

// force notes a line if it is forced.
func (f *finder) force(family, line int) {
	if open := f.lines[line]; f.spare[family] == 0 && open != 0 && open&(open-1) == 0 {
		f.forced = append(f.forced, line)
	}
}

func (f *finder) forceAll(family int) {
	for line := f.first[family]; line < f.first[family+1]; line++ {
		f.force(family, line)
	}
}

// reopen opens the squares again that were closed after the first so many.
func (f *finder) reopen(mark int) {
	for _, s := range f.closed[mark:] {
		f.open(s)
	}
	f.closed = f.closed[:mark]
	f.forced = f.forced[:0]
	f.refuted = false
}

// open opens a square on its lines.
func (f *finder) open(s Square) {
	for family, line := range f.linesOf(s) {
		if f.lines[line] == 0 {
			f.spare[family]++
		}
		f.lines[line] |= bitOf(family, s)
	}
}

// placement reads a board with one open square in each row.
func (f *finder) placement() Placement {
	p := make(Placement, f.n)
	for row := range p {
		p[row] = bits.TrailingZeros64(f.lines[row])
	}
	return p
}

func (f *finder) isExcluded(p Placement) bool {
	return f.excluded != nil && slices.Equal(p, f.excluded)
}

// linesOf returns the line of each family that s is on.
func (f *finder) linesOf(s Square) [families]int {
	diagonal, antidiagonal := s.Row-s.Col, s.Row+s.Col
	if !f.torus {
		diagonal += f.n - 1
	} else {
		if diagonal < 0 {
			diagonal += f.n
		}
		if antidiagonal >= f.n {
			antidiagonal -= f.n
		}
	}
	return [...]int{s.Row, f.n + s.Col, f.first[diagonalFamily] + diagonal, f.first[antidiagonalFamily] + antidiagonal}
}

// bitOf returns the bit of s in its line of a family.
func bitOf(family int, s Square) uint64 {
	if family == rowFamily {
		return 1 << s.Col
	}
	return 1 << s.Row
}

// square returns the square whose bit in a line of the family is the i-th.
func (f *finder) square(family, line, i int) Square {
	line -= f.first[family]
	var col int
	switch family {
	case rowFamily:
		return Square{line, i}
	case colFamily:
		return Square{i, line}
	case diagonalFamily:
		col = i - line
		if !f.torus {
			col += f.n - 1
		}
	case antidiagonalFamily:
		col = line - i
	}
	if col < 0 {
		col += f.n // on a torus
	}
	return Square{i, col}
}
