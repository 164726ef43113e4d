package page

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"

	"example.com/queens"
)

// Ways says how many solutions have all queens of a position.
type Ways struct {
	Number string  `json:"number"` // "92", or "about 1.2e+06" or "more than 1" while it is counted
	Says   string  `json:"says"`
	Done   float64 `json:"done"` // share of the count that is done; 1 at the end
}

// CountWays counts the ways to go on from a position. It tells what it knows so far, the
// sooner the less: whether there are none, one or more, then an estimate, then how far
// the count is.
func CountWays(ctx context.Context, p Position, tell func(Ways)) (Ways, error) {
	p, err := p.checked()
	if err != nil {
		return Ways{}, err
	}
	s, err := p.solver()
	if err != nil {
		return Ways{Number: "0", Says: "There is no way to go on while queens attack each other.", Done: 1}, nil
	}
	switch _, err := s.Unique(ctx); {
	case err == nil && len(p.Queens) == p.N:
		return Ways{Number: "1", Says: "The board is complete.", Done: 1}, nil
	case err == nil:
		return Ways{Number: "1", Says: "There is exactly one way to go on.", Done: 1}, nil
	case errors.Is(err, queens.ErrNoSolution):
		return Ways{Number: "0", Says: "There is no way to go on.", Done: 1}, nil
	case !errors.Is(err, queens.ErrNotUnique):
		return Ways{}, err
	}
	known := Ways{Number: "more than 1", Says: "There is more than one way to go on."}
	tell(known)
	if p.N-len(p.Queens) > soonCounted {
		estimate, err := s.Estimate(ctx, rand.New(rand.NewPCG(1, 2)), 2000)
		if err != nil {
			return Ways{}, err
		}
		if estimate.Mean >= 1 {
			known.Number = "about " + grouped(rounded(estimate.Mean))
			known.Says = "There are " + known.Number + " ways to go on."
			tell(known)
		}
	}
	all, err := countPieces(ctx, s, func(done float64) {
		known.Done = done
		tell(known)
	})
	if err != nil {
		return Ways{}, err
	}
	number := grouped(strconv.FormatUint(all, 10))
	return Ways{Number: number, Says: "There are " + number + " ways to go on.", Done: 1}, nil
}

// soonCounted is how many rows without a queen are counted before anybody can read an
// estimate.
const soonCounted = 12

// countPieces counts a board piece by piece and tells the share that is done after each.
// [queens.OnProgress] would tell it less often, but needs a second thread, which
// WebAssembly has not.
func countPieces(ctx context.Context, s *queens.Board, tell func(done float64)) (uint64, error) {
	tasks, err := s.Tasks(ctx, 100)
	if err != nil {
		return 0, err
	}
	var all uint64
	for i, task := range tasks {
		solutions, err := task.Count(ctx)
		if err != nil {
			return 0, err
		}
		all += solutions
		tell(float64(i+1) / float64(len(tasks)))
	}
	return all, nil
}

// rounded returns the two first digits of a number of at least 1, and zeros.
func rounded(x float64) string {
	digits := strconv.FormatFloat(x, 'e', 1, 64) // such as 9.4e+07
	x, _ = strconv.ParseFloat(digits, 64)
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// grouped puts thin spaces between the thousands of a whole number of five digits or more.
func grouped(digits string) string {
	if len(digits) < 5 || strings.Trim(digits, "0123456789") != "" {
		return digits
	}
	const thinSpace = "\u2009"
	first := (len(digits)-1)%3 + 1
	said := digits[:first]
	for ; first < len(digits); first += 3 {
		said += thinSpace + digits[first:first+3]
	}
	return said
}
