// Package rating turns the steps by which a person solves a puzzle into a score from 0 to 100.
//
// The effort of a step is the weight of its rule, times the number of squares that one must look at
// at once, divided by the number of steps like it to choose from at the time: what can be found
// in many places is found soon. The effort of a trial is that of all steps in it. The score of a puzzle
// whose steps have the effort E together is 100·E/(E+Half).
package rating

import "math"

// Half is the effort of a puzzle with the score 50.
const Half = 60

// Effort returns the effort of a step.
func Effort(weight float64, squares, choices int) float64 {
	return weight * float64(squares) / float64(max(choices, 1))
}

// Score returns the score of a puzzle by the effort of all steps, which may be infinite.
func Score(effort float64) int {
	return int(math.Round(100 * (1 - Half/(effort+Half))))
}
