package construct

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
)

// pairsOf counts the pairs of queens in different columns that attack each other.
func pairsOf(queens []int) (pairs int) {
	for s, a := range queens {
		for u, b := range queens[:s] {
			if a-b == s-u || b-a == s-u {
				pairs++
			}
		}
	}
	return pairs
}

// TestMinimizerCounts recounts the queens on the diagonals after each step of a repair.
func TestMinimizerCounts(t *testing.T) {
	for seed := range uint64(50) {
		const n = 40
		m := newMinimizer(rand.New(rand.NewPCG(seed, 0)), slices.Repeat([]int{bitboard.None}, n), new(atomic.Bool))
		m.fill()
		pairs := pairsOf(m.queens)
		for row := m.firstAttacked(0); row < n; row = m.firstAttacked(0) {
			improved := m.improve(row)
			diags, antis := make([]uint8, 2*n), make([]uint8, 2*n)
			for row, col := range m.queens {
				diags[row-col+n]++
				antis[row+col]++
			}
			if !slices.Equal(diags, m.diags) || !slices.Equal(antis, m.antis) {
				t.Fatalf("seed %d: the numbers on the diagonals of %v are wrong", seed, m.queens)
			}
			before := pairs
			pairs = pairsOf(m.queens)
			if improved != (pairs < before) {
				t.Fatalf("seed %d: improved: %v, from %d to %d pairs", seed, improved, before, pairs)
			}
			if !improved {
				break
			}
		}
		if solved := (pairsOf(m.queens) == 0); solved != (pairs == 0) {
			t.Errorf("seed %d: solved: %v, with %d pairs", seed, solved, pairs)
		}
	}
}
