package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"example.com/queens"
)

// A TaskMeter tells a meter what share of a count in tasks is done: solutions found of
// all that there may be, because most tasks take too different times to go by their
// number.
type TaskMeter struct {
	meter       *Meter
	ctx         context.Context
	board       *queens.Board
	begun       time.Time
	first, last queens.Progress
	known       bool
	solutions   float64 // of the board, as estimated; 0 to go by the number of tasks
}

// NewTaskMeter returns a meter of the tasks of a board.
func NewTaskMeter(ctx context.Context, s *queens.Board, meter *Meter) *TaskMeter {
	return &TaskMeter{meter: meter, ctx: ctx, board: s, begun: time.Now(), known: isEven(s)}
}

// isEven reports whether all tasks of a board take about as long. Those of large empty
// boards do, which the library counts by joining halves.
func isEven(s *queens.Board) bool {
	return s.N() >= 18 && s.String() == fmt.Sprintf("n=%d", s.N())
}

const (
	// A count of so many tasks is long enough to be worth an estimate at once, which
	// takes some hundredths of a second. Others must have gone on for shareAfter.
	manyTasks  = 1000
	shareAfter = 2 * time.Second
)

// Update notes how far the count is, by number of tasks. The meter is told nothing at
// first, and then how far it was at the beginning too.
func (e *TaskMeter) Update(p queens.Progress) {
	e.last = p
	if e.first.Total == 0 {
		e.first = e.last
	}
	switch {
	case e.known:
	case e.last.Total < manyTasks && time.Since(e.begun) < shareAfter:
		return
	default:
		found, err := e.board.Estimate(e.ctx, rand.New(rand.NewPCG(1, 1)), 2500)
		if err != nil {
			return // the count ends too
		}
		e.known, e.solutions = true, found.Mean
		e.meter.Update(e.with(e.first))
	}
	e.meter.Update(e.with(e.last))
}

func (e *TaskMeter) with(p queens.Progress) queens.Progress {
	const nearly = 0.999
	switch {
	case p.Done == p.Total:
		p.Fraction = 1
	case e.solutions == 0:
		p.Fraction = float64(p.Done) / float64(p.Total)
	default:
		p.Fraction = min(float64(p.Solutions)/e.solutions, nearly)
	}
	return p
}
