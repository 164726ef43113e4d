package queens

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"
	"testing"
	"time"
)

// The first solution of these boards is far away.
func TestIteratorsCancel(t *testing.T) {
	for _, n := range []int{32, 48, 64} {
		for _, constraints := range [][]Constraint{nil, {Blocked(Square{0, 1})}, {Given(Square{n / 2, n / 3})}} {
			b := newBoard(t, n, constraints...)
			for name, solutions := range map[string]func(context.Context, ...Option) iter.Seq2[Placement, error]{
				"Solutions": b.Solutions, "Fundamental": b.Fundamental,
			} {
				checkCancel(t, fmt.Sprintf("%s, %v", name, b), func(ctx context.Context) error {
					for _, err := range solutions(ctx) {
						if err != nil {
							return err
						}
					}
					return nil
				})
			}
		}
	}
}

// Workers are some thousands of solutions ahead of the loop, and no more, however long it waits.
func TestListAhead(t *testing.T) {
	for _, workers := range []int{2, 7, 100} {
		var found atomic.Int64
		counting := func() func(Placement) bool {
			return func(Placement) bool {
				found.Add(1)
				return true
			}
		}
		e := &enumeration{n: 12, boards: []bitboard{emptyBitboard(12)}, filter: counting, stop: new(atomic.Bool)}
		visited, most := int64(0), int64(0)
		if err := e.list(workers, func(Placement) bool {
			if visited%5000 == 0 {
				time.Sleep(200 * time.Millisecond) // enough to find all
			}
			most = max(most, found.Load()-visited)
			visited++
			return true
		}); err != nil || visited != int64(Reference[12].All) {
			t.Errorf("%d workers: %d solutions, %v", workers, visited, err)
		}
		if most > 2*mostAhead {
			t.Errorf("%d workers are %d solutions ahead", workers, most)
		}
	}
}
