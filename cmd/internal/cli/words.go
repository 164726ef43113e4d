package cli

import (
	"fmt"
	"math"
)

// Plural returns a number with its noun: "1 solution", "2 solutions".
func Plural[T int | uint64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Duration returns a number of seconds in the units that people use: "1 h 17 min".
func Duration(seconds float64) string {
	const minute, hour, day, year = 60, 60 * 60, 24 * 60 * 60, 365 * 24 * 60 * 60
	switch s := math.Round(seconds); {
	case s < 10*minute:
		return twoUnits(int(s), minute, "min", "s")
	case s < 10*hour:
		return twoUnits(int(math.Round(s/minute)), 60, "h", "min")
	case s < 10*day:
		return twoUnits(int(math.Round(s/hour)), 24, "d", "h")
	case s < 2*year:
		return fmt.Sprintf("%.0f d", s/day)
	case s < 1000*year:
		return fmt.Sprintf("%.0f years", s/year)
	}
	return "over 1000 years"
}

// twoUnits writes n small units, per of which make a large one.
func twoUnits(n, per int, large string, small string) string {
	switch {
	case n < per:
		return fmt.Sprintf("%d %s", n, small)
	case n%per == 0:
		return fmt.Sprintf("%d %s", n/per, large)
	}
	return fmt.Sprintf("%d %s %d %s", n/per, large, n%per, small)
}
