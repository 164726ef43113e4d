package queens

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A finder searches one board for a solution. It works on a single copy of the board. The
// errors of its methods are ErrNoSolution, errStopped and errLimit.
type finder struct {
	board    *lineBoard
	balancer *balancer
	stop     *atomic.Bool
	workers  int           // goroutines that sweep
	team     int           // finders that share the cases of the board: this one and its helpers
	helpers  []*finder     // as many as were needed so far
	tight    bool          // whether it pays to balance and refine the board, if it is hard
	hard     bool          // the first start had no answer
	known    []residueCase // that have all solutions, or nil
	within   residueCase   // the case that is searched
	excluded Placement     // a solution that does not count, or nil
	sweep    *sweep        // nil while no boards are swept
	nodes    uint64        // boards branched on
	looks    int           // at distributions
	limit    uint64        // nodes at which to start again
	rng      *rand.Rand    // for choices among equals
}

func newFinder(start bitboard, stop *atomic.Bool) *finder {
	b := newLineBoard(start)
	return &finder{
		board: b, balancer: newBalancer(b), stop: stop,
		workers: runtime.GOMAXPROCS(0), team: 1, rng: rand.New(rand.NewPCG(0, 0)),
	}
}

// casesToShare is how many cases each finder must get for it to pay that they are shared.
const casesToShare = 16

// sharing returns how many finders of the team share so many cases.
func (f *finder) sharing(cases []residueCase) int {
	return max(1, min(f.team, len(cases)/casesToShare))
}

// share has some finders of the team work at the same time.
func (f *finder) share(finders int, work func(i int, f *finder)) {
	for len(f.helpers) < finders-1 {
		f.helpers = append(f.helpers, f.clone())
	}
	var wait sync.WaitGroup
	for i, helper := range f.helpers[:finders-1] {
		wait.Go(func() { work(i+1, helper) })
	}
	work(0, f)
	wait.Wait()
}

// clone returns a finder for a copy of the board as it is.
func (f *finder) clone() *finder {
	b := *f.board
	b.closed, b.forced = slices.Clone(b.closed), nil
	c := *f
	c.board, c.balancer, c.nodes, c.looks = &b, newBalancer(&b), 0, 0
	c.team, c.helpers, c.known, c.sweep, c.rng = 1, nil, nil, nil, rand.New(rand.NewPCG(0, 0))
	return &c
}

// dealCases deals cases to several.
func dealCases(cases []residueCase, parts int) [][]residueCase {
	dealt := make([][]residueCase, parts)
	for i, c := range cases {
		dealt[i%parts] = append(dealt[i%parts], c)
	}
	return dealt
}

// looksPerBoard is how many looks at distributions take as long as to branch on a board.
const looksPerBoard = 5

// cost returns what the finder and its helpers have done, in looks at distributions.
func (f *finder) cost() int64 {
	cost := int64(f.looks) + int64(f.nodes)*looksPerBoard
	for _, helper := range f.helpers {
		cost += helper.cost()
	}
	return cost
}

// start searches a case, which may branch on nodes boards, and sweeps the leaves that are
// left in the end.
func (f *finder) start(c residueCase, nodes uint64) (Placement, error) {
	f.within, f.limit = c, f.nodes+nodes
	if !f.propagate() {
		return nil, ErrNoSolution
	}
	p, err := f.search()
	if f.sweep == nil || err != ErrNoSolution && err != errLimit {
		return p, err
	}
	if p, swept := f.sweep.solution(); swept != ErrNoSolution {
		return p, swept
	}
	return nil, err
}

// prepare propagates what follows on the whole board. It returns false if that, or a
// simple reason, refutes it.
func (f *finder) prepare() bool {
	b := f.board
	if b.torus && !torusHasSolutions(b.n) || slices.Min(b.spare[:]) < 0 {
		return false
	}
	for family := range families {
		b.forceAll(family)
	}
	if !b.settle() || b.torus {
		return !b.refuted
	}
	all := wholeBoard(b.n)
	f.balancer.balance(&all)
	f.tight = all.slack*tightSlack <= b.squaresOfOffsets()
	return f.propagate()
}

// search searches the board as it is, with nothing left to propagate.
func (f *finder) search() (Placement, error) {
	b := f.board
	for {
		family, line := f.tightest()
		if line < 0 && f.sweep == nil { // else it waits with the leaves that came before
			if p := b.placement(); !f.isExcluded(p) {
				return p, nil
			}
			return nil, ErrNoSolution
		}
		if f.stop.Load() {
			return nil, errStopped
		}
		if f.nodes == f.limit {
			return nil, errLimit
		}
		f.nodes++
		if f.sweep != nil && isLeaf(b) {
			if f.sweep.add(b) {
				return f.sweep.solution()
			}
			return nil, ErrNoSolution
		}
		queen := f.choose(family, line)
		mark := len(b.closed)
		b.place(queen)
		if f.propagate() {
			if p, err := f.search(); err != ErrNoSolution {
				return p, err
			}
		}
		b.reopen(mark)
		b.close(queen)
		if !f.propagate() {
			return nil, ErrNoSolution
		}
	}
}

// propagate places the queens that follow, and closes squares that are too far out. It
// returns false if that refutes the board.
func (f *finder) propagate() bool {
	for f.board.settle() && f.tight && f.hard {
		if !f.balancer.balance(&f.within) {
			break
		}
	}
	return !f.board.refuted
}

// tightest returns the line to branch on, or -1 if every queen is placed: of those that
// must hold one, the line with the fewest open squares, two or more, relative to its
// weight: one more than the boards that it has refuted.
func (f *finder) tightest() (family, line int) {
	b := f.board
	t := tightestLine{line: -1, fewest: MaxN + 1, weight: 1}
	for k, spare := range b.spare {
		if spare == 0 {
			for i, open := range b.lines[b.first[k]:b.first[k+1]] {
				if open&(open-1) != 0 {
					f.offer(&t, k, b.first[k]+i)
				}
			}
		}
	}
	for k := range f.balancer.relaxations {
		if family := diagonalFamily + k; b.spare[family] > 0 {
			for _, i := range f.balancer.relaxations[k].central {
				f.offer(&t, family, i)
			}
		}
	}
	return t.family, t.line
}

// A tightestLine is the tightest of some lines.
type tightestLine struct {
	family, line   int
	fewest, weight int // its open squares, and its weight
	ties           int // lines that are as tight
}

// offer replaces the tightest line by a tighter one.
func (f *finder) offer(t *tightestLine, family, line int) {
	open, weight := bits.OnesCount64(f.board.lines[line]), f.board.refutations[line]+1
	order := open*t.weight - t.fewest*weight // has the sign of open/weight - t.fewest/t.weight
	if open < 2 || order > 0 {
		return
	}
	if order < 0 {
		t.fewest, t.weight, t.ties = open, weight, 0
	}
	t.ties++
	if f.rng.IntN(t.ties) == 0 {
		t.family, t.line = family, line
	}
}

// choose returns the open square of a line that attacks the fewest others.
func (f *finder) choose(family, line int) Square {
	b := f.board
	var best Square
	least := math.MaxInt
	for i := range bitsOf(b.lines[line]) {
		s := b.square(family, line, i)
		attacked := f.rng.IntN(16) // breaks ties, in sixteenths of a square
		for _, l := range b.linesOf(s) {
			attacked += 16 * bits.OnesCount64(b.lines[l])
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
