package queens

import (
	"context"
	"fmt"
	"iter"
	"testing"
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
