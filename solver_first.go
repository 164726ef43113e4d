package queens

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/work"
)

// First returns the least solution in lexicographic order, the one that [Board.Solutions]
// yields first, or [ErrNoSolution] if there is none. The [Placement] is the caller's to keep
// and to change.
//
// The least solution begins with queens on low columns, which crowd one corner. Most of
// what begins like it cannot be completed, and seeing that can take time exponential in n,
// much longer than finding some solution. But an empty board takes a second or two of one
// core at most up to n = 63, and four at [MaxN]: what begins with too low columns leaves
// two corners without room for all queens that are missing. The solutions for n = 56 to 61
// and 63 were first found by integer programming ([Fischetti and Salvagnin 2019],
// [A141843]); we know of none for n = 62 and 64 before First's. A cancelled context ends
// First within milliseconds, with the context's error.
//
// First settles row by row. It knows a solution that begins with the rows settled so far,
// and asks, as [Board.Find] does, whether there is one with the next queen on the first of
// the columns to its left: if not, this column is refuted, and otherwise the row is
// settled. Once a hard question has left one way to share the queens among the corners, it
// asks about all columns to the left at once. With several [Workers] it asks as many
// questions at a time, and all of them work on those that are left. In [Progress], the rows
// that are settled are the pieces, Solutions is 0, and Fraction is the share of the rows.
//
// [A141843]: https://oeis.org/A141843
// [Fischetti and Salvagnin 2019]: https://arxiv.org/abs/1907.08246
func (b *Board) First(ctx context.Context, opts ...Option) (Placement, error) {
	r, err := newRun(opts)
	if err != nil {
		return nil, err
	}
	return b.start.least(ctx, r, 0)
}

// least returns the least solution.
func (b bitboard) least(ctx context.Context, r run, seed uint64) (Placement, error) {
	s := firstSearch{board: b, run: r, hands: make(crew, r.workers), seed: seed}
	s.hands.hold()
	var err error
	s.least, err = s.find(ctx, b)
	s.hands.giveBack()
	if err != nil {
		return nil, err
	}
	n := len(s.least)
	reported := time.Now()
	for row := range n {
		if err := s.settle(ctx, row); err != nil {
			return nil, err
		}
		if time.Since(reported) >= work.ReportEvery {
			reported = time.Now()
			r.report(Progress{Done: row, Total: n, Fraction: float64(row) / float64(n)})
		}
	}
	r.report(Progress{Done: n, Total: n, Fraction: 1})
	return s.least, nil
}

// first returns the least solution. It backtracks while workers ask as First does, until one of
// the two has the answer: boards with many blocked squares can be slow to ask about.
func (b bitboard) first(ctx context.Context, workers int) (Placement, error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	var asked outcome
	found := new(atomic.Bool) // or refuted: what stops the search
	var wait sync.WaitGroup
	wait.Go(func() {
		asked.solution, asked.err = b.least(asking, run{workers: workers}, 0)
		found.Store(true)
	})
	var searched Placement
	complete := b.search(found, func(p Placement) bool {
		searched = slices.Clone(p)
		return false
	})
	cancel()
	wait.Wait()
	switch {
	case searched != nil:
		return searched, nil
	case complete:
		return nil, ErrNoSolution
	}
	return asked.solution, asked.err
}

// An outcome is a solution, or why there is none.
type outcome struct {
	solution Placement
	err      error
}

// A firstSearch looks for the least solution of a board.
type firstSearch struct {
	board bitboard  // with the queens of the rows that are settled
	least Placement // of the solutions found so far; it has these queens too
	run   run
	hands crew
	seed  uint64 // of the questions' choices among equals
	// cornered is set once a hard question had a known number of queens in the corners: from
	// then on the lower columns of a row are refuted alike, and so by one question.
	cornered atomic.Bool
}

// settle finds the column of the queen in a row, and puts it on the board.
func (s *firstSearch) settle(ctx context.Context, row int) error {
	for {
		questions := s.questions(s.board.open[row] & (1<<s.least[row] - 1))
		if len(questions) == 0 {
			s.board = s.board.with(Square{row, s.least[row]})
			return nil
		}
		for i, found := range s.askAll(ctx, row, questions) {
			if found.err == nil {
				s.least = found.solution
				break
			}
			if found.err != ErrNoSolution {
				return found.err
			}
			s.board = s.board.without(row, questions[i])
		}
	}
}

// questions returns sets of columns to ask about, one for each worker: the lowest columns, or
// all of them once s is cornered.
func (s *firstSearch) questions(columns uint64) (sets []uint64) {
	each := 1
	if s.cornered.Load() {
		each = (bits.OnesCount64(columns) + s.run.workers - 1) / s.run.workers
	}
	for len(sets) < s.run.workers && columns != 0 {
		var set uint64
		for range each {
			lowest := columns & -columns
			set, columns = set|lowest, columns^lowest
		}
		sets = append(sets, set)
	}
	return sets
}

// askAll asks for a solution with the queen of a row in each of several sets of columns. Once
// there is one, the sets after it do not matter, and their answers may be anything.
func (s *firstSearch) askAll(ctx context.Context, row int, questions []uint64) []outcome {
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()
	answers := make([]outcome, len(questions))
	answered := make(chan int, len(questions))
	for i, columns := range questions {
		s.hands.hold()
		s.claim(row, columns, false)
		within := ctx
		var cancelRest context.CancelFunc
		ctx, cancelRest = context.WithCancel(ctx)
		ask := func() {
			defer s.hands.giveBack()
			solution, err := s.find(within, s.board.without(row, ^columns))
			if answers[i] = (outcome{solution, err}); err == nil {
				cancelRest()
			}
			answered <- i
		}
		if len(questions) == 1 {
			ask()
		} else {
			wait.Go(ask)
		}
	}
	for range questions {
		if i := <-answered; answers[i].err == ErrNoSolution {
			s.claim(row, questions[i], true)
		}
	}
	return answers
}

// claim reports that no solution goes on in a row with one of some columns.
func (s *firstSearch) claim(row int, columns uint64, proved bool) {
	if s.run.onClaim != nil {
		s.run.onClaim(Claim{slices.Clone([]int(s.least[:row])), slices.Collect(bitset.Members(columns))}, proved)
	}
}

// constrain leaves the solutions that the claim denies.
func (c Claim) constrain(to *config) error {
	n, row := len(to.blocked), len(c.Prefix)
	if row >= n {
		return fmt.Errorf("claim about row %d of a board of %d", row+1, n)
	}
	var claimed uint64
	for _, col := range c.Columns {
		if err := (Square{row, col}).checkOn(n); err != nil {
			return fmt.Errorf("claimed %w", err)
		}
		claimed |= 1 << col
	}
	to.blocked[row] |= bitset.Below(n) &^ claimed
	var queens []Square
	for i, col := range c.Prefix { // Empty is off the board too
		queens = append(queens, Square{i, col})
	}
	return to.given.add("given queen", queens)
}

// find returns a solution of a board, or ErrNoSolution.
func (s *firstSearch) find(ctx context.Context, b bitboard) (p Placement, err error) {
	err = untilDone(ctx, func(stop *atomic.Bool) (err error) {
		f := newFinder(b, s.hands, stop)
		f.asked, f.rng = true, rand.New(rand.NewPCG(s.seed, 0))
		p, err = f.find(nil)
		if f.hard && len(f.sharings) == 1 {
			s.cornered.Store(true)
		}
		return err
	})
	return p, err
}
