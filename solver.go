package queens

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/kernel"
)

// Find returns a solution, or [ErrNoSolution] if there is none. Which solution is
// unspecified, but it is always the same for the same board. The [Placement] is the caller's
// to keep and to change.
//
// Completing a board is NP-complete ([Gent, Jefferson and Nightingale 2017]): in the worst
// case the time is exponential in n. A cancelled context ends the search within
// milliseconds, with the context's error. Most boards are easy. Empty boards of any size
// take less than a millisecond, and so do boards with queens given at random. Three kinds
// are hard:
//
//   - boards with squares blocked at random, down to about 7 open ones in a row, where
//     half of them have a solution: milliseconds at n = 30, up to a second at n = 50;
//   - boards with about n whole diagonals blocked: milliseconds up to n = 32, up to a
//     second at n = 40 and a few seconds at n = 48; half of those at n = 64 take longer;
//   - toroidal boards with more than half of their squares blocked, from n = 31 on.
//
// Find searches by constraint propagation. Every row and every column must hold a queen,
// and a diagonal must if there are no others to spare. Each of these takes its queen when
// one of its squares is left open, and refutes the board when none is. Squares too far
// from the centre are closed: the squares of the rows and columns of a solution add up
// to a known sum, which limits how far out its queens can stand. If the open squares lie in
// two corners, with a gap between them along a diagonal, there is room for few queens in
// either, and that limits how far they can stand from the edges.
//
// When nothing more follows, Find branches on a row, column or diagonal with few open squares,
// preferably one that has refuted many boards before (Boussemart, Hemery, Lecoutre and Sais 2004), and
// first tries the square that attacks the fewest others. After 100 branchings it starts
// again, with other choices among equals (Gomes, Selman and Kautz 1998). Each restart
// branches more often than the one before, in the end often enough to decide any board.
//
// Where few diagonals are open, every start but the first goes through cases: the
// possible numbers of queens on the diagonals whose r-c, or whose r+c, agree modulo 2, 4,
// 8 and so on. The sums of all r-c and r+c and of their squares are known. Few cases agree
// with them; often none does.
//
// From the fourth start on, boards of up to 32 rows are not searched to the end like
// this. Once few of their squares are open they are searched row by row, as [Board.Count]
// does, many at a time and on as many goroutines as [Workers] says.
//
// [Gent, Jefferson and Nightingale 2017]: https://doi.org/10.1613/jair.5512
func (b *Board) Find(ctx context.Context, opts ...Option) (Placement, error) {
	return b.withFinder(ctx, opts, func(f *finder) (Placement, error) { return f.find(nil) })
}

// Unique returns the solution if there is exactly one, which is what makes a board
// with given queens a puzzle. The error is [ErrNoSolution] if there is none and
// [ErrNotUnique] if there are several; then [Board.Find] returns one of them, and
// [Board.Another] a second one.
//
// It searches for a solution as Find does, and then for another. To prove that there is
// no other can take much longer than to find the first: the time is exponential in n in
// the worst case. A cancelled context ends the search within milliseconds, with the
// context's error.
func (b *Board) Unique(ctx context.Context, opts ...Option) (Placement, error) {
	return b.withFinder(ctx, opts, (*finder).unique)
}

// Another returns a solution other than p, or [ErrNoSolution] if there is none. Given one
// solution, it thus tells whether it is the only one and, if not, what else fits. p need not
// solve this board: if it is partial or wrong, Another returns any solution. It is an
// error if p differs in size from the board, or holds a value that is neither a column
// nor [Empty].
//
// Another searches as Find does, and takes about as long as [Board.Unique]. Which solution
// it returns is unspecified, but it is always the same for the same board and p. It may share
// most of its queens with p, or none. A cancelled context ends the search within
// milliseconds, with the context's error.
func (b *Board) Another(ctx context.Context, p Placement, opts ...Option) (Placement, error) {
	if err := b.misfit(p); err != nil {
		return nil, ours(err)
	}
	if b.Check(p) != nil {
		return b.Find(ctx, opts...)
	}
	excluded := append(Placement{}, p...) // not nil, even if p is
	return b.withFinder(ctx, opts, func(f *finder) (Placement, error) { return f.find(excluded) })
}

// withFinder runs a search on a finder, until ctx is cancelled.
func (b *Board) withFinder(ctx context.Context, opts []Option, search func(*finder) (Placement, error)) (p Placement, err error) {
	r, err := newRun(opts)
	if err != nil {
		return nil, err
	}
	hands := make(crew, r.workers)
	hands.hold()
	err = untilDone(ctx, func(stop *atomic.Bool) (err error) {
		p, err = search(newFinder(b.start, hands, stop))
		return err
	})
	return p, err
}

// unique returns the solution if there is exactly one, or [ErrNotUnique].
func (f *finder) unique() (Placement, error) {
	p, err := f.find(nil)
	if err != nil {
		return nil, err
	}
	switch _, err = f.find(p); err {
	case nil:
		return nil, ErrNotUnique
	case ErrNoSolution:
		return p, nil
	default:
		return nil, err
	}
}

const (
	// firstNodes is how many boards the first start may branch on.
	firstNodes = 100
	// unsweptNodes is the most boards that a start without a sweep may branch on. That takes
	// a millisecond or two, and is enough for most boards that are not hard.
	unsweptNodes = 400
	// leastNodes is the least number of boards that a start may branch on in each case.
	leastNodes = 40
	// A start refines its cases until it would have less than nodesPerCase boards to branch
	// on in each, or until there are maxCases.
	nodesPerCase = 40
	maxCases     = 1 << 14
	// looksPerNode is how many distributions a refinement looks at for each board to branch
	// on, but never more than maxLooks.
	looksPerNode = 20
	maxLooks     = 1 << 21
	// refineAsked is how many boards a start must be allowed to branch on before a question of
	// First is refined: most are answered earlier, in less time than it takes to refine them.
	refineAsked = 32 * firstNodes
	// mostSharings is the most ways to share the queens among the corners that become cases.
	mostSharings = 2
)

// find returns a solution other than the excluded one.
func (f *finder) find(excluded Placement) (Placement, error) {
	defer f.board.reopen(0)
	f.excluded, f.sweep, f.hard = excluded, nil, false
	if !f.prepare() {
		return nil, ErrNoSolution
	}
	if p := f.board.lattice(excluded); p != nil {
		return p, nil
	}
	cases := f.firstCases()
	for nodes := uint64(firstNodes); ; nodes *= 2 {
		p, rest, err := f.decide(cases, nodes)
		if err != errLimit {
			return p, err
		}
		cases, f.hard = rest, true
		if f.sweep != nil { // a start too short to refute a board is lost, and costs most here
			nodes *= 2
		}
	}
}

// firstCases returns the whole board or, for a question of First, a case for each way to share
// the queens among the corners, if these are few.
func (f *finder) firstCases() []residueCase {
	if !f.asked || f.corners == nil || len(f.sharings) > mostSharings {
		return []residueCase{f.within}
	}
	cases := slices.Repeat([]residueCase{f.within}, len(f.sharings))
	for i := range cases {
		cases[i].corner = f.sharings[i]
	}
	return cases
}

// decide refines cases, and searches them, which may branch on nodes boards together. If the
// error is errLimit, it also returns the cases that are left undecided.
func (f *finder) decide(cases []residueCase, nodes uint64) (Placement, []residueCase, error) {
	if f.hard && f.tight && (!f.asked || nodes >= refineAsked) {
		var err error
		looks, most := min(nodes*looksPerNode, maxLooks), min(nodes/nodesPerCase, maxCases)
		budget := refineBudget{f.stop, int(looks), int(most) - len(cases)}
		if cases, err = f.refine(cases, &budget); err != nil {
			return nil, nil, err
		}
		slices.SortFunc(cases, func(c, d residueCase) int { return d.slack - c.slack }) // most slack first
	}
	if nodes > unsweptNodes && f.sweep == nil && f.board.n <= kernel.MaxRows {
		f.sweep = newSweep(f.board, f.excluded, f.hands, f.stop)
		// Many boards were refuted when few queens were missing. Those are swept from now on.
		clear(f.board.refutations[:])
	}
	return f.startEach(cases, nodes)
}

// refine splits cases as far as the budget goes. It returns those that are not refuted. The
// error is errStopped.
func (f *finder) refine(cases []residueCase, budget *refineBudget) (refined []residueCase, err error) {
	begun := len(f.board.closed)
	for _, c := range slices.Backward(cases) {
		f.within = c
		budget.cases++ // those that it is split into take its place
		var finer []residueCase
		if f.propagate() {
			finer, err = f.balancer.split(&f.within, budget)
		}
		switch err {
		case nil:
			budget.cases -= len(finer)
			if finer, err = f.refine(finer, budget); err != nil {
				return nil, err
			}
			refined = append(refined, finer...)
		case errLimit:
			budget.cases--
			refined, err = append(refined, f.within), nil
		default:
			return nil, err
		}
		f.board.reopen(begun)
	}
	return refined, nil
}

// startEach searches one case after the other, which may branch on nodes boards together.
// If the error is errLimit, it also returns the cases that are left undecided.
func (f *finder) startEach(cases []residueCase, nodes uint64) (Placement, []residueCase, error) {
	begun := len(f.board.closed)
	perCase := max(nodes/max(1, uint64(len(cases))), leastNodes)
	var rest []residueCase
	for _, c := range cases {
		p, err := f.start(c, perCase)
		f.board.reopen(begun)
		switch err {
		case ErrNoSolution:
		case errLimit:
			rest = append(rest, c)
		default:
			return p, nil, err
		}
	}
	if len(rest) > 0 {
		return nil, rest, errLimit
	}
	return nil, nil, ErrNoSolution
}

// Complete returns a solution of the empty plain board that contains the queens of p, for p of
// any size. Up to [MaxN] rows it is [Board.Find] on the board of [NewFrom]: it returns a
// solution or proves that there is none, which is the error [ErrNoSolution], and rng is not
// used.
//
// Beyond that the solution is random; if rng is nil, the seed is drawn at random. Complete
// minimises conflicts, as [ConstructRandom] does, and keeps the given queens. Where that leads
// nowhere and at most 2000 queens are missing, it also goes through all possibilities, row or
// column with the fewest free squares first, and so comes to a solution or to ErrNoSolution.
// With more missing it knows that there is none only if a row or a column has no square
// left, which it sees at once. Otherwise it looks until the context ends, and returns the
// context's error.
//
// However many queens are given at random, boards of 100 rows are decided within
// a millisecond or two, boards of 1000 within some ten milliseconds, and of 100 000 with
// 80 000 queens given as well; a million rows with 100 000 take a few tenths of a second. The
// worst case is exponential: the problem is NP-complete.
//
// It is an error if p has a value that is neither a column nor [Empty], if queens of p attack
// each other, or if p has more rows than [Construct] makes.
func (p Placement) Complete(ctx context.Context, rng *rand.Rand) (Placement, error) {
	if len(p) <= MaxN {
		b, err := NewFrom(p)
		if err != nil {
			return nil, err
		}
		return b.Find(ctx)
	}
	if err := cmp.Or(constructible(len(p)), ctx.Err()); err != nil {
		return nil, err
	}
	if !p.Valid() {
		return nil, ours(cmp.Or(p.badValue(), p.attack("given queens", false)))
	}
	m := newMinimizer(ctx, len(p), orRandom(rng))
	if !m.keep(p) {
		return nil, ctx.Err()
	}
	return m.complete()
}

// maxExhausted is the most open rows of a board that is searched exhaustively: one look at
// each of its squares takes some ten milliseconds.
const maxExhausted = 2000

// complete returns a solution with the given queens, or why there is none.
func (m *minimizer) complete() (Placement, error) {
	if m.reset() {
		if where := m.refuted(); where != "" {
			return nil, fmt.Errorf("%w: the given queens leave no square in %s", ErrNoSolution, where)
		}
	}
	// What one round does not decide, the next one with twice the effort may.
	for starts, looks := 10, 1<<23; ; starts, looks = 2*starts, 2*looks {
		for range starts {
			if m.fill() && m.repair() {
				return m.queens, nil
			}
			if err := m.ctx.Err(); err != nil {
				return nil, err
			}
		}
		if m.openRows() > maxExhausted {
			continue
		}
		if found, certain := m.exhaust(looks); found {
			return m.queens, nil
		} else if certain {
			return nil, ErrNoSolution
		}
	}
}

// exhaust reports whether there is a solution, which it leaves in m.queens, and whether that
// is certain: it is not if there are more squares to look at than looks, or if m was stopped.
func (m *minimizer) exhaust(looks int) (found, certain bool) {
	found = m.reset() && m.fillTightest(&looks)
	return found, found || looks >= 0 && m.ctx.Err() == nil
}

// fillTightest reports whether the open rows that are not filled can be. It tries all columns
// of a row, or all rows of a column: of one with the fewest free squares each time.
func (m *minimizer) fillTightest(looks *int) bool {
	first, rows := m.filled, m.openRows()
	if first == rows {
		return true
	}
	if *looks -= (rows - first) * (rows - first); *looks < 0 {
		return false
	}
	row, col := m.tightest()
	for i := first; i < rows; i++ {
		if row >= 0 && m.try(row, i, looks) || row < 0 && m.try(i, col, looks) {
			return true
		}
	}
	return false
}

// tightest returns the open row with the fewest free squares, or the one that has the column
// with the fewest, and -1 for the other.
func (m *minimizer) tightest() (row, col int) {
	rows := m.open[m.filled:]
	cols, inRow, inCol := make([]int, len(rows)), make([]int, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		cols[i] = m.queens[row]
	}
	for i, row := range rows {
		for j, col := range cols {
			if diag, anti := m.diagonalCounts(row, col); *diag+*anti == 0 {
				inRow[i]++
				inCol[j]++
			}
		}
	}
	fewestInRow, fewestInCol := slices.Min(inRow), slices.Min(inCol)
	if fewestInRow <= fewestInCol {
		return m.filled + slices.Index(inRow, fewestInRow), -1
	}
	return -1, m.filled + slices.Index(inCol, fewestInCol)
}

// try goes on with a queen in the i-th open row and the column of the j-th, if that square is
// free.
func (m *minimizer) try(i, j int, looks *int) bool {
	if !m.free(i, j) || m.ctx.Err() != nil {
		return false
	}
	first := m.filled
	m.exchange(i, j)
	m.open[first], m.open[i] = m.open[i], m.open[first]
	m.drop(m.row(first))
	m.filled++
	if m.fillTightest(looks) {
		return true
	}
	m.filled--
	m.lift(m.row(first))
	m.open[first], m.open[i] = m.open[i], m.open[first]
	m.exchange(i, j)
	return false
}
