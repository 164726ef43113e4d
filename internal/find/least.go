package find

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/work"
)

// A LeastQuery says how the least solution is looked for.
type LeastQuery struct {
	Workers int
	Seed    uint64 // of the questions' choices among equals
	// Claim, if not nil, is told of each question: whether some solution begins with a prefix and goes on
	// with one of the columns. It is told again once there is proved to be none.
	Claim   func(prefix, columns []int, proved bool)
	Settled func(rows int) // is told how many rows are settled, now and then and at the end
}

// Least returns the least solution of a board in lexicographic order.
func (q LeastQuery) Least(ctx context.Context, b Board) ([]int, error) {
	s := firstSearch{board: b, LeastQuery: q}
	var err error
	s.least, err = s.find(ctx, b)
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
			q.Settled(row)
		}
	}
	q.Settled(n)
	return s.least, nil
}

// An outcome is a solution, or why there is none.
type outcome struct {
	solution []int
	err      error
}

// A firstSearch looks for the least solution of a board.
type firstSearch struct {
	board Board // with the queens of the rows that are settled
	least []int // of the solutions found so far; it has these queens too
	LeastQuery
	// cornered is set once a hard question had a known number of queens in the corners: from
	// then on the lower columns of a row are refuted alike, and so by one question.
	cornered atomic.Bool
}

// settle finds the column of the queen in a row, and puts it on the board.
func (s *firstSearch) settle(ctx context.Context, row int) error {
	for {
		questions := s.questions(s.board.Open[row] & (1<<s.least[row] - 1))
		if len(questions) == 0 {
			s.board = s.board.with(square{row, s.least[row]})
			return nil
		}
		for i, found := range s.askAll(ctx, row, questions) {
			if found.err == nil {
				s.least = found.solution
				break
			}
			if found.err != ErrNone {
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
		each = (bits.OnesCount64(columns) + s.Workers - 1) / s.Workers
	}
	for len(sets) < s.Workers && columns != 0 {
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
		s.say(row, columns, false)
		within := ctx
		var cancelRest context.CancelFunc
		ctx, cancelRest = context.WithCancel(ctx)
		ask := func() {
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
		if i := <-answered; answers[i].err == ErrNone {
			s.say(row, questions[i], true)
		}
	}
	return answers
}

// say reports that no solution goes on in a row with one of some columns.
func (s *firstSearch) say(row int, columns uint64, proved bool) {
	if s.Claim != nil {
		s.Claim(slices.Clone(s.least[:row]), slices.Collect(bitset.Members(columns)), proved)
	}
}

// find returns a solution of a board, or ErrNone.
func (s *firstSearch) find(ctx context.Context, b Board) (p []int, err error) {
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		f := New(b, stop)
		f.Asked, f.rng = true, rand.New(rand.NewPCG(s.Seed, 0))
		p, err = f.Find(nil)
		if f.hard && len(f.sharings) == 1 {
			s.cornered.Store(true)
		}
		return err
	})
	return p, err
}
