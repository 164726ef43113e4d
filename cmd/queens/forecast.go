package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
)

// coreSeconds are the times of BENCHMARKS.md: seconds in which one core counts, or would count,
// the boards of 16 and more rows with AVX-512.
var coreSeconds = []float64{
	0.039, 0.246, 0.633, 4.5, 18.4, 2.6 * minute, 16.2 * minute, 2.5 * hour, 17.8 * hour, 6.7 * day, 63 * day, 1.84 * year, 16.2 * year,
}

const tableFrom = 16 // the size of the first

const minute, hour, day, year = 60.0, 3600.0, 86400.0, 365 * 86400.0

// timeCount counts a board on some processors and returns the least time of some runs.
func timeCount(ctx context.Context, n, workers, runs int) (solutions uint64, seconds float64, err error) {
	seconds = math.Inf(1)
	for range runs {
		begun := time.Now()
		if solutions, err = queens.Count(ctx, n, queens.Workers(workers)); err != nil {
			return 0, 0, err
		}
		seconds = min(seconds, time.Since(begun).Seconds())
	}
	return solutions, seconds, nil
}

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

// longCount is the least number of seconds of a count that is announced.
const longCount = 60

// about returns a number of seconds in words that say that it is not exact.
func about(seconds float64) string {
	text := cli.Duration(seconds)
	if strings.HasPrefix(text, "over ") {
		return text
	}
	return "about " + text
}
