// Package rating turns the steps by which a person solves a puzzle into a score from 0 to 100.
//
// The effort of a step is the weight of its rule, times the units (rows, columns, regions) and
// the squares that one must look at at once, divided by the number of steps like it that there
// are to choose from: what is in many places is found soon. If all steps of a puzzle have the
// effort E together, its score is 100·E/(E+30). Thirty is the effort of a medium puzzle of
// eight or nine rows.
//
// The sum was fitted to puzzles that others have sorted: BENCHMARKS.md says how well it agrees
// with them. Each of its factors improves that; other weights and powers of them hardly do.
package rating

import "math"

const half = 30 // effort of a puzzle with the score 50

// Effort returns the effort of a step.
func Effort(weight, units, squares, choices int) float64 {
	return float64(weight*units*squares) / float64(max(choices, 1))
}

// Score returns the score of a puzzle by the effort of all its steps, which may be infinite.
func Score(effort float64) int { return int(math.Round(100 * (1 - half/(effort+half)))) }
