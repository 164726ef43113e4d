package queens

import (
	"math"
	"testing"
)

func TestAddTimes(t *testing.T) {
	tests := []struct {
		sum, solutions, weight uint64
		want                   uint64
		ok                     bool
	}{
		{0, 0, 8, 0, true},
		{5, 7, 8, 61, true},
		{math.MaxUint64 - 8, 1, 8, math.MaxUint64, true},
		{math.MaxUint64 - 7, 1, 8, 0, false},
		{0, 1 << 61, 8, 0, false},
		{1, math.MaxUint64, 1, 0, false},
	}
	for _, test := range tests {
		got, ok := addTimes(test.sum, test.solutions, test.weight)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("addTimes(%d, %d, %d) = %d, %t, want %d, %t",
				test.sum, test.solutions, test.weight, got, ok, test.want, test.ok)
		}
	}
}
