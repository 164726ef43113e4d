package queens

import (
	"context"
	"fmt"
	"sync/atomic"

	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// A Census says how many solutions a board has, All, and how many orbits they form under
// [Board.Symmetries], Fundamental: there is one fundamental solution in each. Orbits[k] is the
// number of orbits of k solutions. On the empty 8×8 board 11 orbits of 8 and one of 4 make 92.
type Census struct {
	All         uint64    `json:"all"`
	Fundamental uint64    `json:"fundamental"`
	Orbits      [9]uint64 `json:"orbits"`
}

// String returns c in words: "92 solutions in 12 orbits: 1 of 4, 11 of 8".
func (c Census) String() string {
	said := fmt.Sprintf("%s in %s", words.Plural(c.All, "solution"), words.Plural(c.Fundamental, "orbit"))
	separator := ": "
	for size, orbits := range c.Orbits {
		if orbits > 0 {
			said += fmt.Sprintf("%s%d of %d", separator, orbits, size)
			separator = ", "
		}
	}
	return said
}

// Census counts the solutions and their orbits. It takes little longer than [Board.Count], whose
// errors it returns. A cancelled context ends it within milliseconds, with the context's error. If
// tasks have counted the solutions, CensusOf in package tasks makes the census of their sum.
func (b *Board) Census(ctx context.Context, opts ...Option) (Census, error) {
	all, err := b.Count(ctx, opts...)
	if err != nil {
		return Census{}, err
	}
	census := Census{All: all}
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		census.Fundamental, census.Orbits, err = b.crossed().Orbits(all, stop)
		return err
	})
	if err != nil {
		return Census{}, err
	}
	return census, nil
}
