package page

import (
	"context"
	"errors"
	"math/rand/v2"

	"example.com/queens"
	"example.com/queens/sample"
	"example.com/queens/tasks"
)

// Ways is the number of solutions that contain all queens of a position.
type Ways struct {
	Number   uint64  `json:"number"`
	Known    string  `json:"known"`    // how well: one of the constants
	Attacked bool    `json:"attacked"` // there is none, because queens attack each other
	Done     float64 `json:"done"`     // share of the count that is done, 1 at the end
}

// How well a number of ways is known.
const (
	Exactly  = "exactly"
	About    = "about"
	MoreThan = "more"
)

// CountWays counts the ways to complete a position. Before it returns it calls tell with
// what it knows: first that there is more than one way, then an estimate, then the share
// of the count that is done.
func CountWays(ctx context.Context, p Position, tell func(Ways)) (Ways, error) {
	p, err := p.checked()
	if err != nil {
		return Ways{}, err
	}
	board, err := p.board()
	if err != nil {
		return Ways{Known: Exactly, Attacked: true, Done: 1}, nil
	}
	switch _, err := board.Unique(ctx); {
	case err == nil:
		return Ways{Number: 1, Known: Exactly, Done: 1}, nil
	case errors.Is(err, queens.ErrNoSolution):
		return Ways{Known: Exactly, Done: 1}, nil
	case !errors.Is(err, queens.ErrNotUnique):
		return Ways{}, err
	}
	known := Ways{Number: 1, Known: MoreThan}
	tell(known)
	about, err := p.estimate(ctx, board)
	if err != nil {
		return Ways{}, err
	}
	if about >= 1 {
		known.Number, known.Known = uint64(about), About
		tell(known)
	}
	all, err := countTasks(ctx, board, func(done float64) {
		known.Done = done
		tell(known)
	})
	return Ways{Number: all, Known: Exactly, Done: 1}, err
}

// estimate returns about how many solutions there are, or 0 if they are soon counted.
func (p Position) estimate(ctx context.Context, board *queens.Board) (float64, error) {
	if p.N-len(p.Queens) <= soonCounted {
		return 0, nil
	}
	estimate, err := sample.EstimateCount(ctx, rand.New(rand.NewPCG(1, 2)), board, 2000)
	return estimate.Mean, err
}

// soonCounted is the number of empty rows up to which a count takes less time than reading an
// estimate.
const soonCounted = 12

// countTasks counts a board task by task, and calls tell with the share that is done after
// each. [queens.OnProgress] would need a second thread, which WebAssembly does not have.
func countTasks(ctx context.Context, board *queens.Board, tell func(done float64)) (uint64, error) {
	list, err := tasks.Cut(ctx, board, 100)
	if err != nil {
		return 0, err
	}
	var expected, done float64
	for _, task := range list.All() {
		expected += task.Cost()
	}
	var all uint64
	for _, task := range list.All() {
		solutions, err := task.Count(ctx)
		if err != nil {
			return 0, err
		}
		all += solutions
		done += task.Cost()
		tell(done / expected)
	}
	return all, nil
}
