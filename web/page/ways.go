package page

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"

	"example.com/queens"
)

// Ways is the number of solutions that contain all queens of a position.
type Ways struct {
	Number string  `json:"number"` // "92", or "more than 1" or "about 1 200 000" during the count
	Says   string  `json:"says"`
	Done   float64 `json:"done"` // share of the count that is done, 1 at the end
}

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
		return Ways{Number: "0", Says: "There is no way to complete the board while queens attack each other.", Done: 1}, nil
	}
	switch _, err := board.Unique(ctx); {
	case err == nil && len(p.Queens) == p.N:
		return Ways{Number: "1", Says: "The board is complete.", Done: 1}, nil
	case err == nil:
		return Ways{Number: "1", Says: "There is exactly one way to complete the board.", Done: 1}, nil
	case errors.Is(err, queens.ErrNoSolution):
		return Ways{Number: "0", Says: "There is no way to complete the board.", Done: 1}, nil
	case !errors.Is(err, queens.ErrNotUnique):
		return Ways{}, err
	}
	known := Ways{Number: "more than 1", Says: "There is more than one way to complete the board."}
	tell(known)
	if p.N-len(p.Queens) > soonCounted {
		estimate, err := board.Estimate(ctx, rand.New(rand.NewPCG(1, 2)), 2000)
		if err != nil {
			return Ways{}, err
		}
		if estimate.Mean >= 1 {
			known.Number = "about " + grouped(rounded(estimate.Mean))
			known.Says = "There are " + known.Number + " ways to complete the board."
			tell(known)
		}
	}
	all, err := countTasks(ctx, board, func(done float64) {
		known.Done = done
		tell(known)
	})
	if err != nil {
		return Ways{}, err
	}
	number := grouped(strconv.FormatUint(all, 10))
	return Ways{Number: number, Says: "There are " + number + " ways to complete the board.", Done: 1}, nil
}

// soonCounted is the number of empty rows up to which the count takes less time than it
// takes to read an estimate.
const soonCounted = 12

// countTasks counts a board task by task, and calls tell with the share that is done after
// each. [queens.OnProgress] would need a second thread, which WebAssembly does not have.
func countTasks(ctx context.Context, board *queens.Board, tell func(done float64)) (uint64, error) {
	tasks, err := board.Tasks(ctx, 100)
	if err != nil {
		return 0, err
	}
	var expected, done float64
	for task := range tasks.All() {
		expected += task.Cost()
	}
	var all uint64
	for task := range tasks.All() {
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

// rounded returns a number of at least 1, rounded to two digits.
func rounded(x float64) string {
	digits := strconv.FormatFloat(x, 'e', 1, 64) // such as 9.4e+07
	x, _ = strconv.ParseFloat(digits, 64)
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// grouped separates the thousands of a whole number of five digits or more by thin spaces.
func grouped(digits string) string {
	if len(digits) < 5 || strings.Trim(digits, "0123456789") != "" {
		return digits
	}
	const thinSpace = "\u2009"
	first := (len(digits)-1)%3 + 1
	text := digits[:first]
	for ; first < len(digits); first += 3 {
		text += thinSpace + digits[first:first+3]
	}
	return text
}
