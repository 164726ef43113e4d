package queens

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens/internal/construct"
	"example.com/queens/internal/work"
)

// Construct returns a solution of the empty n×n board from a closed formula (Pauls 1874,
// [Hoffman, Loessi and Moore 1969], [Bernhardsson 1991]), always the same one for the same n.
// It takes O(n) time.
//
// The error is [ErrNoSolution] if n is 2 or 3. It is also an error if n is negative, or greater
// than 2²⁷, which takes 1 GiB.
//
// For a different solution each time, see [ConstructRandom]; for one with given queens,
// [Placement.Complete]; for one with blocked squares, [Board.Find].
//
// E. Pauls. Das Maximalproblem der Damen auf dem Schachbrete. Deutsche Schachzeitung 29, pages
// 129–134 and 257–267. 1874.
//
// [Hoffman, Loessi and Moore 1969]: https://doi.org/10.1080/0025570X.1969.11975924
// [Bernhardsson 1991]: https://doi.org/10.1145/122319.122322
func Construct(n int) (Placement, error) {
	if err := constructible(n); err != nil {
		return nil, err
	}
	return construct.Solution(n), nil
}

// constructible returns an error if no solution of the n×n board can be constructed.
func constructible(n int) error {
	if n == 2 || n == 3 {
		return fmt.Errorf("%w for n = %d (only n = 2 and 3 have none)", ErrNoSolution, n)
	}
	return prefixed(checkSize(n, maxParse))
}

// ConstructRandom returns a random solution of the empty n×n board. Every solution is possible, but
// they are not equally likely: at n = 8, some are six times as likely as others. Package sample
// draws all solutions with the same probability. The same n and the same state of rng give the same
// solution; if rng is nil, the seed is drawn at random. It takes O(n) time and memory. The errors
// are those of [Construct]. A cancelled context ends it within milliseconds, with the context's
// error.
//
// It minimises conflicts ([Sosič and Gu 1994]). Row by row, it puts a queen on a random square that
// no other queen attacks. The rows in which it finds none, a few dozen in a million, get the
// columns that are left. Then pairs of rows exchange columns as long as that leaves fewer pairs of
// queens that attack each other.
//
// [Sosič and Gu 1994]: https://doi.org/10.1109/69.317698
func ConstructRandom(ctx context.Context, rng *rand.Rand, n int) (Placement, error) {
	if err := cmp.Or(constructible(n), ctx.Err()); err != nil {
		return nil, err
	}
	return NewPlacement(n).Complete(ctx, rng)
}

// Complete returns a random solution of the empty plain board that contains the queens of p, for p
// of any size. Every such solution is possible. The same p and the same state of rng give the same
// solution; if rng is nil, the seed is drawn at random. A cancelled context ends it within
// milliseconds, with the context's error.
//
// It minimises conflicts as [ConstructRandom] does, around the queens of p. If that leads nowhere
// and at most 2000 queens are missing, it also searches all possibilities, and so finds a solution
// or returns [ErrNoSolution]. If more are missing, it returns ErrNoSolution only if a row or a
// column has no open square; otherwise it goes on until it finds a solution or the context ends.
// The time is about O(n) where queens are given at random, and exponential in the worst case: the
// problem is NP-complete ([Gent, Jefferson and Nightingale 2017]).
//
// It is an error if p has a value that is neither a column nor [Empty], if queens of p attack each
// other, which is [ErrGiven], or if p has more than 2²⁷ rows.
//
// [Gent, Jefferson and Nightingale 2017]: https://doi.org/10.1613/jair.5512
func (p Placement) Complete(ctx context.Context, rng *rand.Rand) (Placement, error) {
	if err := cmp.Or(constructible(len(p)), ctx.Err()); err != nil {
		return nil, err
	}
	if !p.Valid() {
		return nil, prefixed(cmp.Or[error](p.checkValues(), &givenError{p.attack(false)}))
	}
	var solution Placement
	err := work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		solution, err = construct.Complete(work.Rand(rng), p, stop)
		return err
	})
	if _, ok := errors.AsType[construct.Stuck](err); ok {
		return nil, fmt.Errorf("%w: %w", ErrNoSolution, err)
	} else if err != nil {
		return nil, err
	}
	return solution, nil
}
