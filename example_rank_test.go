package queens_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"example.com/queens"
)

// Of the 365 596 solutions of the 14×14 board, in lexicographic order, which one comes after
// 200 000 others? And how many come before a given solution? Counts of boards with one more
// queen given tell, without a look at the solutions before it.
func Example_kthSolution() {
	ctx := context.Background()
	b, err := queens.New(14)
	if err != nil {
		log.Fatal(err)
	}
	p, err := kth(ctx, b, 200_000)
	if err != nil {
		log.Fatal(err)
	}
	before, err := rank(ctx, b, p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p, "comes after", before)
	// Output: 8 6 2 10 13 7 4 11 1 12 9 5 3 14 comes after 200000
}

// kth returns the solution of b that k solutions come before.
func kth(ctx context.Context, b *queens.Board, k uint64) (queens.Placement, error) {
	var p queens.Placement
	for row := range b.N() {
		for col := range b.N() {
			next, err := b.With(queens.Given(queens.Square{Row: row, Col: col}))
			if err != nil {
				continue // the square is blocked or attacked
			}
			count, err := next.Count(ctx)
			if err != nil {
				return nil, err
			}
			if k < count {
				b, p = next, append(p, col)
				break
			}
			k -= count
		}
		if len(p) == row {
			return nil, errors.New("there are not so many")
		}
	}
	return p, nil
}

// rank returns the number of solutions of b that come before a solution.
func rank(ctx context.Context, b *queens.Board, solution queens.Placement) (before uint64, err error) {
	for queen := range solution.Queens() {
		for col := range queen.Col {
			if next, err := b.With(queens.Given(queens.Square{Row: queen.Row, Col: col})); err == nil {
				count, err := next.Count(ctx)
				if err != nil {
					return 0, err
				}
				before += count
			}
		}
		if b, err = b.With(queens.Given(queen)); err != nil {
			return 0, err
		}
	}
	return before, nil
}
