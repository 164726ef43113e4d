package queens

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// References:
//
//	[a141843]     OEIS A141843: the lexicographically first solution of each size.
//	[fischetti]   Matteo Fischetti and Domenico Salvagnin. Finding First and Most-Beautiful
//	              Queens by Integer Programming. arXiv:1907.08246. 2019.

// First returns the least solution in lexicographic order, the one that [Board.Solutions]
// yields first, or [ErrNoSolution] if there is none. The [Placement] is the caller's to keep
// and to change.
//
// The least solution begins with queens on low columns, which crowd one corner. Most of what
// begins like it cannot be completed, and to see that can take time exponential in n, much
// more than to find some solution. But an empty board takes about a second of one core at
// most up to n = 57, and ten up to [MaxN]: what begins with too low columns leaves two
// corners without room for all queens that are missing. The solutions for n = 56 to 61 and
// 63 were first found by integer programming ([a141843], [fischetti]); we know of none for
// n = 62 and 64 before First's. A cancelled context ends First within milliseconds, with the
// context's error.
//
// First settles row by row. It knows a solution that begins with the rows settled so far,
// and asks, as [Board.Find] does, whether there is one with the next queen on the first of
// the columns to its left: if not, this column is refuted, and otherwise the row is settled.
// With several [Workers] it asks about as many columns at a time, and all of them work on
// those questions that are left. In [Progress], the rows that are settled are the pieces,
// Solutions is 0, and Fraction is the share of the rows.
func (b *Board) First(ctx context.Context, opts ...Option) (Placement, error) {
	r, err := newRun(opts)
	if err != nil {
		return nil, err
	}
	return b.start.least(ctx, r)
}

// least returns the least solution.
func (b bitboard) least(ctx context.Context, r run) (Placement, error) {
	s := firstSearch{board: b, run: r, hands: make(hands, r.workers)}
	s.hands.hold()
	some, err := s.find(ctx, b)
	s.hands.giveBack()
	if err != nil {
		return nil, err
	}
	s.least = some
	n := len(s.least)
	reported := time.Now()
	for row := range n {
		if err := s.settle(ctx, row); err != nil {
			return nil, err
		}
		if time.Since(reported) >= reportEvery {
			reported = time.Now()
			r.report(Progress{Done: row, Total: n, Fraction: float64(row) / float64(n)})
		}
	}
	r.report(Progress{Done: n, Total: n, Fraction: 1})
	return s.least, nil
}

// first returns the least solution. It backtracks while as many workers ask as First does, until
// one of the two has the answer: boards with many blocked squares can be slow to ask about.
func (b bitboard) first(ctx context.Context, workers int) (Placement, error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	var asked answer
	found := new(atomic.Bool) // or refuted: what stops the search
	var wait sync.WaitGroup
	wait.Go(func() {
		asked.solution, asked.err = b.least(asking, run{workers: workers})
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

// An answer is a solution, or why there is none.
type answer struct {
	solution Placement
	err      error
}

// toFill returns the number of rows with two open squares or more.
func (b bitboard) toFill() int {
	rows := 0
	for _, open := range b.open {
		if open&(open-1) != 0 {
			rows++
		}
	}
	return rows
}

// A firstSearch looks for the least solution of a board.
type firstSearch struct {
	board bitboard  // with the queens of the rows that are settled
	least Placement // of the solutions found so far; it has these queens too
	run   run
	hands hands
}

// settle finds the column of the queen in a row, and puts it on the board.
func (s *firstSearch) settle(ctx context.Context, row int) error {
	for {
		columns := lowestColumns(s.board.open[row]&(1<<s.least[row]-1), s.run.workers)
		if len(columns) == 0 {
			s.board = s.board.with(Square{row, s.least[row]})
			return nil
		}
		answers := s.askAll(ctx, row, columns)
		for i, found := range answers {
			if found.err == nil {
				s.least = found.solution
				break
			}
			if found.err != ErrNoSolution {
				return found.err
			}
			s.board = s.board.without(row, 1<<columns[i])
		}
	}
}

// lowestColumns returns the lowest columns of a set, in ascending order, and at most as many as
// given.
func lowestColumns(columns uint64, most int) []int {
	all := slices.Collect(bitsOf(columns))
	return all[:min(most, len(all))]
}

// without returns a copy of b in which columns of a row are closed.
func (b bitboard) without(row int, columns uint64) bitboard {
	b.open = slices.Clone(b.open)
	b.open[row] &^= columns
	return b
}

// askAll asks for a solution with the queen of a row in each of several columns. Once there is
// one, the columns after it do not matter, and have any answer.
func (s *firstSearch) askAll(ctx context.Context, row int, columns []int) []answer {
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()
	answers := make([]answer, len(columns))
	answered := make(chan int, len(columns))
	for i, col := range columns {
		s.hands.hold()
		s.claim(row, col, false)
		within := ctx
		var cancelRest context.CancelFunc
		ctx, cancelRest = context.WithCancel(ctx)
		ask := func() {
			defer s.hands.giveBack()
			solution, err := s.find(within, s.board.with(Square{row, col}))
			if answers[i] = (answer{solution, err}); err == nil {
				cancelRest()
			}
			answered <- i
		}
		if len(columns) == 1 {
			ask()
		} else {
			wait.Go(ask)
		}
	}
	for range columns {
		if i := <-answered; answers[i].err == ErrNoSolution {
			s.claim(row, columns[i], true)
		}
	}
	return answers
}

// claim reports that no solution goes on in a row with a column.
func (s *firstSearch) claim(row, col int, proved bool) {
	if s.run.onClaim != nil {
		s.run.onClaim(Claim{slices.Clone([]int(s.least[:row])), []int{col}}, proved)
	}
}

// constrain leaves the solutions that the claim denies.
func (c Claim) constrain(to *config) error {
	row := len(c.Prefix)
	if row >= len(to.blocked) {
		return fmt.Errorf("claim about row %d of a board of %d", row+1, len(to.blocked))
	}
	others := make(squareSet, len(to.blocked))
	others[row] = fullRow(len(others))
	for _, col := range c.Columns {
		if col < 0 || col >= len(others) {
			return fmt.Errorf("claimed %v is off the %d×%[2]d board", Square{row, col}, len(others))
		}
		others[row] &^= 1 << col
	}
	if err := blockedSquares(slices.Collect(others.squares())).constrain(to); err != nil {
		return err
	}
	for i, col := range c.Prefix { // Empty is off the board too
		if err := to.give(func(yield func(Square) bool) { yield(Square{i, col}) }); err != nil {
			return err
		}
	}
	return nil
}

// find returns a solution of a board, or ErrNoSolution.
func (s *firstSearch) find(ctx context.Context, b bitboard) (p Placement, err error) {
	err = untilDone(ctx, func(stop *atomic.Bool) (err error) {
		p, err = newFinder(b, s.hands, stop).find(nil)
		return err
	})
	return p, err
}
