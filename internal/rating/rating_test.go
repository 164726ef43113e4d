package rating

import (
	"math"
	"testing"
)

// The sum is the documented one.
func TestScore(t *testing.T) {
	for _, test := range []struct{ weight, units, squares, choices, score int }{
		{1, 1, 1, 1, 3}, {2, 3, 10, 2, 50}, {1, 1, 30, 1, 50}, {2, 4, 30, 1, 89}, {1, 1, 5, 0, 14},
	} {
		effort := Effort(test.weight, test.units, test.squares, test.choices)
		if got := Score(effort); got != test.score {
			t.Errorf("%+v: effort %g and score %d", test, effort, got)
		}
	}
	if Score(0) != 0 || Score(math.Inf(1)) != 100 {
		t.Errorf("scores of no effort and of any: %d, %d", Score(0), Score(math.Inf(1)))
	}
}
