package find

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
)

// ErrNone says that there is no solution, and ErrSeveral that there is more than one.
var (
	ErrNone    = errors.New("queens: no solution")
	ErrSeveral = errors.New("queens: more than one solution")
)

// errLimit says that a search did all it may do, or that stop was set, and came to no answer.
var errLimit = errors.New("limit of a search reached")

// firstNodes is the number of nodes of the first start.
const firstNodes = 100

// A Solver searches one grid for solutions. The errors of its methods are [ErrNone] and what else
// they name. Once stop is set, they mean nothing.
type Solver struct {
	board    *trackBoard
	balancer *balancer
	corners  *corners // of a tight board, or nil
	stop     *atomic.Bool
	rng      *rand.Rand // for choices among equals
	// The many easy searches of [FirstQuery] have other limits than one hard search.
	refineFrom uint64 // the least number of nodes of a start that refines its cases
	mostSplits int    // the most ways to split the queens between the corners that become cases

	excluded []int // a solution that does not count, or nil
	rules    []rule
	splits   []int   // the possible numbers of queens in the first corner of a tight board
	current  subcase // the case that is searched
	nodes    uint64  // the number of positions branched on
	limit    uint64  // the number of nodes at which to start again
}

// A rule closes squares that no solution of a case uses, or refutes the case. It reports
// whether it changed anything. Nothing may be left to settle.
type rule func(*subcase) (changed bool)

// New returns a solver for a grid.
func New(start Grid, stop *atomic.Bool) *Solver {
	b := newTrackBoard(start)
	return &Solver{
		board: b, balancer: newBalancer(b), stop: stop, rng: rand.New(rand.NewPCG(0, 0)),
		refineFrom: 2 * firstNodes, mostSplits: 1,
	}
}

// prepare draws the conclusions that hold for the whole board, and returns the cases to begin
// with: none if it is refuted.
func (s *Solver) prepare() []subcase {
	b := s.board
	whole := wholeBoard(b.n)
	if slices.Min(b.spare[:]) < 0 || b.torus && !bitboard.TorusHasSolutions(b.n) {
		return nil
	}
	for family := range families {
		b.forceAll(family)
	}
	if !b.settle() {
		return nil
	}
	if b.torus {
		return []subcase{whole}
	}
	s.balancer.balance(&whole)
	if whole.slack*tightSlack <= b.squaresOfOffsets() {
		s.corners = b.cutAlong(b.widestGap())
		s.splits = s.corners.splits()
		s.rules = []rule{s.corners.close}
	}
	if !b.settle() {
		return nil
	}
	if s.corners == nil || len(s.splits) > s.mostSplits {
		return []subcase{whole}
	}
	cases := slices.Repeat([]subcase{whole}, len(s.splits))
	for i, queens := range s.splits {
		cases[i].corner = queens
	}
	return cases
}

// propagate applies the rules until nothing changes. It returns false if that refutes the case.
func (s *Solver) propagate() bool {
	for changed := true; changed && s.board.settle(); {
		changed = false
		for _, apply := range s.rules {
			if changed = apply(&s.current); changed || s.board.refuted {
				break
			}
		}
	}
	return !s.board.refuted
}

// search branches until there is an answer; nothing may be left to propagate.
func (s *Solver) search() ([]int, error) {
	b := s.board
	for {
		track := s.tightest()
		if track < 0 {
			columns := make([]int, b.n)
			for row := range columns {
				columns[row] = b.tracks[row].min()
			}
			if s.excluded == nil || !slices.Equal(columns, s.excluded) {
				return columns, nil
			}
			return nil, ErrNone
		}
		if s.nodes == s.limit || s.stop.Load() {
			return nil, errLimit
		}
		s.nodes++
		queen := s.choose(track)
		mark := b.save()
		b.place(queen)
		if s.propagate() {
			if p, err := s.search(); !errors.Is(err, ErrNone) {
				return p, err
			}
		}
		b.restore(mark)
		b.close(queen)
		if !s.propagate() {
			return nil, ErrNone
		}
	}
}

// tightest returns the track to branch on, or -1 if every queen is placed: of those that must
// hold a queen, the one with the fewest open squares, two or more, relative to its weight. The
// weight is 1 plus the number of positions that the track has refuted.
func (s *Solver) tightest() int {
	b := s.board
	tightest, equals := -1, 0
	fewest, itsWeight := MaxRows+1, 1 // open squares
	offer := func(track int) {
		open, weight := int(b.sizes[track]), b.refutations[track]+1
		order := open*itsWeight - fewest*weight // has the sign of open/weight - fewest/itsWeight
		if open < 2 || order > 0 {
			return
		}
		if order < 0 {
			fewest, itsWeight, equals = open, weight, 0
		}
		equals++
		if s.rng.IntN(equals) == 0 {
			tightest = track
		}
	}
	for family, spare := range b.spare {
		if spare == 0 {
			for track := b.offset[family]; track < b.offset[family+1]; track++ {
				offer(track)
			}
		}
	}
	for i := range s.balancer.relaxations {
		if r := &s.balancer.relaxations[i]; b.spare[r.family] > 0 {
			for _, track := range r.mandatory {
				offer(track)
			}
		}
	}
	return tightest
}

// choose returns the open square of a track that attacks the fewest others.
func (s *Solver) choose(track int) bitboard.Square {
	b := s.board
	family := b.familyOf(track)
	var best bitboard.Square
	least := math.MaxInt
	for open := b.tracks[track]; open != (Set{}); open = open.withoutMin() {
		queen := b.square(family, track, open.min())
		attacked := s.rng.IntN(16) // breaks ties, in sixteenths of a square
		for _, t := range b.tracksOf(queen) {
			attacked += 16 * int(b.sizes[t])
		}
		if attacked < least {
			best, least = queen, attacked
		}
	}
	return best
}
