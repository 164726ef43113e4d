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
//     have a solution: milliseconds at n = 30, up to a second at n = 50;
//   - boards with about n whole diagonals blocked: milliseconds up to n = 32, up to a
//     second at n = 40 and some seconds at n = 48, and at n = 64 half of them take longer;
//   - toroidal boards with more than half of their squares blocked, from n = 31 on.
//
// Find searches by constraint propagation. A line that has to hold a queen takes it
// when one open square is left, and refutes the board when none is; a line is a
// row, a column or a diagonal. Squares too far from the middle are closed, where the
// sum of the squares of the rows and columns, which is known, leaves no room for them.
// When nothing follows any more, Find branches on the squares of a line that has few of
// them, preferably one that has refuted many boards before ([wdeg]), and first on the
// square that attacks the fewest others. After 100 branchings it starts again, with
// other choices among equals ([gomes]), then after some times as many, and so on, in the
// end enough to refute any board.
//
// Where few diagonals are open, Find goes from the second start on through the numbers of
// queens that there can be on the diagonals whose r-c, or whose r+c, is the same modulo 2,
// 4, 8 and so on. The sums of all r-c and r+c and of their squares are known, and few
// numbers agree with them; often none do.
//
// From the fourth start on, boards of up to 32 rows that have few open squares left are
// searched row by row, as [Board.Count] does, many at a time, on as many goroutines as
// GOMAXPROCS says.
func (b *Board) Find(ctx context.Context) (Placement, error) {
	return newFinder(b.start).find(ctx, nil)
}

// Unique returns the solution if there is exactly one, which is what makes a board
// with given queens a puzzle. The error is [ErrNoSolution] if there is none and
// [ErrNotUnique] if there are several; then there is no Placement, and
// [Board.Find] has one of them.
//
// It searches as Find does, for a solution and then for another one. To prove that
// there is no other may take long, exponential in n at worst. A cancelled context
// ends it within milliseconds, with the context's error.
func (b *Board) Unique(ctx context.Context) (Placement, error) {
	return newFinder(b.start).unique(ctx)
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

// A finder searches one board for one solution. It works on a single copy of the board.
type finder struct {
	balancedBoard
	tight    bool       // whether it pays to balance the board and to split it, if it is hard
	hard     bool       // the first start had no answer
	part     part       // of the board that is searched
	excluded Placement  // a solution that does not count, or nil
	solution Placement  // the one found
	sweep    *sweep     // nil while no boards are swept
	nodes    uint64     // boards branched on
	limit    uint64     // nodes at which to start again
	rng      *rand.Rand // for choices among equals
}

func newFinder(b bitboard) *finder {
	return &finder{balancedBoard: balancedBoard{lineBoard: newLineBoard(b)}, rng: rand.New(rand.NewPCG(0, 0))}
}

const (
	// firstNodes is how many boards the first start branches on at most.
	firstNodes = 100
	// unsweptNodes is how many those starts branch on at most that do not sweep. That is
	// a millisecond or two, and enough for most boards that are not hard: less makes them
	// slower, and more brings nothing to hard ones.
	unsweptNodes = 400
	// leastNodes is how many a start may branch on in each part at least.
	leastNodes = 40
	// A start that branches on so many for each part has no more parts, nor more than
	// mostParts. Finer parts are better up to n = 32, and coarser ones from n = 40 on.
	nodesPerPart = 40
	mostParts    = 1 << 14
	// looksPerNode is how many ways to split parts are looked at, each in less than a
	// microsecond, for each board to branch on. Never are they more than mostLooks.
	looksPerNode = 20
	mostLooks    = 1 << 18
)

// find returns a solution other than the excluded one.
func (f *finder) find(ctx context.Context, excluded Placement) (Placement, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	defer f.reopen(0)
	f.excluded, f.sweep, f.hard = excluded, nil, false
	if p, ok := f.lattice(); ok {
		return p, nil
	}
	if !f.begin() {
		return nil, ErrNoSolution
	}
	begun := len(f.closed)
	parts := []part{wholeBoard(f.n)}
	for nodes := uint64(firstNodes); len(parts) > 0; nodes *= f.growth() { // to branch on in all parts
		if nodes > firstNodes {
			f.hard = true
			parts = f.refine(ctx, parts, nodes)
		}
		if nodes > unsweptNodes && f.sweep == nil {
			f.beginSweeping()
		}
		var left []part
		for _, p := range parts {
			result := f.start(ctx, p, max(nodes/uint64(len(parts)), leastNodes))
			f.reopen(begun)
			if result == found {
				return f.solution, nil
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if result == stopped {
				left = append(left, p)
			}
		}
		parts = left
	}
	return nil, ErrNoSolution
}

// refine splits the parts of a tight board as far as pays before so many boards are
// branched on. It returns those that are not refuted, the one with the most slack first.
func (f *finder) refine(ctx context.Context, parts []part, nodes uint64) []part {
	if !f.tight {
		return parts
	}
	begun := len(f.closed)
	most := int(min(nodes/nodesPerPart, mostParts))
	looks := int(min(nodes*looksPerNode, mostLooks))
	goOn := func() bool {
		if looks--; looks%1024 == 0 && ctx.Err() != nil {
			looks = 0
		}
		return looks > 0
	}
	var refined []part
	for len(parts) > 0 && ctx.Err() == nil {
		last := len(parts) - 1
		f.part = parts[last]
		parts = parts[:last]
		if f.propagate() {
			if finer, ok := f.split(&f.part, most-len(refined)-len(parts), goOn); ok {
				parts = append(parts, finer...)
			} else {
				refined = append(refined, f.part)
			}
		}
		f.reopen(begun)
	}
	refined = append(refined, parts...)
	slices.SortFunc(refined, func(p, q part) int { return q.slack - p.slack })
	return refined
}

// beginSweeping lets the next starts sweep, if block search takes the board. The lines
// that have refuted many boards so far did so among the few last queens, which are left
// to the sweep.
func (f *finder) beginSweeping() {
	if f.n <= maxBlockRows {
		f.sweep = newSweep(f.lines[:f.n], f.torus, f.excluded)
		f.forgetWeights()
	}
}

// growth is how many times as many boards the next start branches on. A start that was
// too short to refute a board is lost. Where boards are swept, that costs more than other
// choices bring.
func (f *finder) growth() uint64 {
	if f.sweep != nil {
		return 4
	}
	return 2
}

// start searches a part, branches on so many boards at most, and sweeps what leaves are
// left in the end.
func (f *finder) start(ctx context.Context, p part, nodes uint64) outcome {
	f.part, f.limit = p, f.nodes+nodes
	if !f.propagate() {
		return none
	}
	result := f.search(ctx)
	if f.sweep == nil || result == found {
		return result
	}
	if swept := f.sweepLeaves(ctx); swept != none {
		return swept
	}
	return result
}

// begin propagates. It returns false if there is no solution for a simple reason.
func (f *finder) begin() bool {
	if f.torus && !torusHasSolutions(f.n) || slices.Min(f.spare[:]) < 0 {
		return false
	}
	for family := range families {
		f.forceAll(family)
	}
	if !f.settle() || f.torus {
		return !f.refuted
	}
	all := wholeBoard(f.n)
	f.balance(&all)
	f.tight = all.slack*tightSlack <= f.squaresOfOffsets()
	return f.propagate()
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
		if line < 0 && f.sweep == nil { // else it waits with the leaves that came before
			f.solution = f.placement()
			if f.isExcluded(f.solution) {
				return none
			}
			return found
		}
		if f.nodes == f.limit || ctx.Err() != nil {
			return stopped
		}
		f.nodes++
		if f.sweep != nil && isLeaf(f.lines[:f.n]) {
			if f.sweep.add(f.lines[:2*f.n]) {
				return f.sweepLeaves(ctx)
			}
			return none
		}
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

// sweepLeaves searches the leaves that wait.
func (f *finder) sweepLeaves(ctx context.Context) outcome {
	p, err := f.sweep.solution(ctx)
	switch {
	case err != nil:
		return stopped
	case p == nil:
		return none
	}
	f.solution = p
	return found
}

// propagate places the queens that follow, and closes squares that are too far out. It
// returns false if that refutes the board.
func (f *finder) propagate() bool {
	for f.settle() && f.tight && f.hard {
		if !f.balance(&f.part) {
			break
		}
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

func (f *finder) isExcluded(p Placement) bool {
	return f.excluded != nil && slices.Equal(p, f.excluded)
}
