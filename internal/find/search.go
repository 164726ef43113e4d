package find

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/work"
)

// A Solver searches one board for a solution. It works on a single copy of the board. The
// errors of its methods are ErrNone, work.ErrStopped and errLimit.
type Solver struct {
	board    *trackBoard
	corners  *corners // of a tight board
	balancer *balancer
	stop     *atomic.Bool
	tight    bool        // whether it pays to balance and refine the board once it is hard
	Asked    bool        // whether the board is one of First's questions
	sharings []int       // the numbers of queens in the first corner that are possible at the start
	hard     bool        // the first start had no answer
	within   residueCase // the case that is searched
	excluded []int       // a solution that does not count, or nil
	Nodes    uint64      // boards branched on
	limit    uint64      // nodes at which to start again
	rng      *rand.Rand  // for choices among equals
}

// New returns a solver for a board.
func New(start Board, stop *atomic.Bool) *Solver {
	b := newTrackBoard(start)
	return &Solver{board: b, balancer: newBalancer(b), stop: stop, rng: rand.New(rand.NewPCG(0, 0))}
}

// start searches a case, which may branch on nodes boards.
func (f *Solver) start(c residueCase, nodes uint64) ([]int, error) {
	f.within, f.limit = c, f.Nodes+nodes
	if !f.propagate() {
		return nil, ErrNone
	}
	return f.search()
}

// prepare propagates what follows on the whole board. It returns false if that, or a
// simple reason, refutes it.
func (f *Solver) prepare() bool {
	b := f.board
	f.within = wholeBoard(b.n)
	if slices.Min(b.spare[:]) < 0 {
		return false
	}
	for family := range families {
		b.forceAll(family)
	}
	if !b.settle() || b.torus {
		return !b.refuted
	}
	f.balancer.balance(&f.within)
	if f.tight = f.within.slack*tightSlack <= b.squaresOfOffsets(); f.tight {
		f.corners = b.cutAlong(b.widestGap())
		switch f.sharings = f.corners.sharings(); len(f.sharings) {
		case 0:
			return false
		case 1:
			f.within.corner = f.sharings[0]
		}
	}
	return f.propagate()
}

// search searches the board as it is, with nothing left to propagate.
func (f *Solver) search() ([]int, error) {
	b := f.board
	for {
		track := f.tightest()
		if track < 0 {
			if p := b.board().queens(); f.excluded == nil || !slices.Equal(p, f.excluded) {
				return p, nil
			}
			return nil, ErrNone
		}
		if f.stop.Load() {
			return nil, work.ErrStopped
		}
		if f.Nodes == f.limit {
			return nil, errLimit
		}
		f.Nodes++
		queen := f.choose(track)
		mark := len(b.closed)
		b.place(queen)
		if f.propagate() {
			if p, err := f.search(); err != ErrNone {
				return p, err
			}
		}
		b.reopen(mark)
		b.close(queen)
		if !f.propagate() {
			return nil, ErrNone
		}
	}
}

// propagate places the queens that follow, and closes squares that are too far out. It
// returns false if that refutes the board.
func (f *Solver) propagate() bool {
	for f.board.settle() {
		changed := f.within.corner != unknownQueens && f.corners.close(f.within.corner)
		if !changed && !f.board.refuted && f.tight && f.hard {
			changed = f.balancer.balance(&f.within)
		}
		if !changed {
			break
		}
	}
	return !f.board.refuted
}

// tightest returns the track to branch on, or -1 if every queen is placed: of those that
// must hold one, the track with the fewest open squares, two or more, relative to its
// weight: one more than the boards that it has refuted.
func (f *Solver) tightest() int {
	b := f.board
	tightest, ties := -1, 0            // ties are as tight
	fewest, weightOfIt := maxRows+1, 1 // open squares of the tightest, and its weight
	offer := func(track int) {
		open, weight := bits.OnesCount64(b.tracks[track]), b.refutations[track]+1
		order := open*weightOfIt - fewest*weight // has the sign of open/weight - fewest/weightOfIt
		if open < 2 || order > 0 {
			return
		}
		if order < 0 {
			fewest, weightOfIt, ties = open, weight, 0
		}
		ties++
		if f.rng.IntN(ties) == 0 {
			tightest = track
		}
	}
	for family, spare := range b.spare {
		if spare == 0 {
			for track := b.first[family]; track < b.first[family+1]; track++ {
				offer(track)
			}
		}
	}
	for i := range f.balancer.relaxations {
		if r := &f.balancer.relaxations[i]; b.spare[r.family] > 0 {
			for _, track := range r.central {
				offer(track)
			}
		}
	}
	return tightest
}

// choose returns the open square of a track that attacks the fewest others.
func (f *Solver) choose(track int) square {
	b := f.board
	var best square
	least := math.MaxInt
	for i := range bitset.Members(b.tracks[track]) {
		s := b.square(track, i)
		attacked := f.rng.IntN(16) // breaks ties, in sixteenths of a square
		for _, t := range b.tracksOf(s) {
			attacked += 16 * bits.OnesCount64(b.tracks[t])
		}
		if attacked < least {
			best, least = s, attacked
		}
	}
	return best
}
