package main

import (
	"context"
	"fmt"
	"math"

	"example.com/queens"
)

const (
	forecastFrom = 19
	growth       = 12 // from row to row beyond the table
)

// forecast returns about how many seconds a count will take on some processors, or 0 if that cannot
// be told: the board is small or not empty. It counts the board of 16 rows to see how fast the machine is.
func forecast(ctx context.Context, board *queens.Board, workers int) (seconds float64, err error) {
	n := board.N()
	if isEmpty := board.String() == fmt.Sprintf("n=%d", n); n < forecastFrom || !isEmpty {
		return 0, nil
	}
	_, speed, err := timeCount(ctx, tableFrom, 1, 1)
	if err != nil {
		return 0, err
	}
	row := min(n-tableFrom, len(coreSeconds)-1)
	seconds = coreSeconds[row] * math.Pow(growth, float64(n-tableFrom-row))
	return seconds * speed / coreSeconds[0] / float64(workers), nil
}
