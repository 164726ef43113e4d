package queens_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
)

// diagonals returns the squares of some of the 4n-2 diagonals: those of row+col,
// and then those of row-col+n-1.
func diagonals(n int, some []int) []Square {
	chosen := make([]bool, 4*n-2)
	for _, d := range some {
		chosen[d] = true
	}
	return SquaresWhere(n, func(s Square) bool { return chosen[s.Row+s.Col] || chosen[2*n-1+s.Row-s.Col+n-1] })
}

// About half of these boards have a solution. The row-by-row search tells which: with squares blocked at random,
// and with whole diagonals blocked, as in problem 079 of CSPLib.
func TestFindThreshold(t *testing.T) {
	for name, draw := range map[string]func(*rand.Rand) boardSpec{
		"squares": func(rng *rand.Rand) boardSpec { return randomBlocked(rng, 14, 0.45, false) },
		"diagonals": func(rng *rand.Rand) boardSpec {
			n := 10 + rng.IntN(4)
			return boardSpec{n: n, blocked: diagonals(n, rng.Perm(4*n - 2)[:rng.IntN(n+8)])}
		},
	} {
		rng := rand.New(rand.NewPCG(79, 80))
		var boards [3]int // by their number of solutions, to 2
		for range 80 {
			pos := draw(rng)
			some := UpTo(2, values(t, pos.board(t).Solutions(t.Context())))
			checkFind(t, pos, some)
			boards[len(some)]++
		}
		if boards[0] < 15 || boards[1] == 0 || boards[2] < 15 {
			t.Errorf("%s: boards by their number of solutions, to 2: %d", name, boards)
		}
	}
}

// Boards with only the diagonals of one solution open have that solution: no bound refutes
// it.
func TestFindOwnDiagonals(t *testing.T) {
	for p := range All(9) {
		var others []int
		for d := range 4*9 - 2 {
			on := func(s Square) bool { return s.Row+s.Col == d || 2*9-1+s.Row-s.Col+9-1 == d }
			if !slices.ContainsFunc(slices.Collect(p.Queens()), on) {
				others = append(others, d)
			}
		}
		pos := boardSpec{n: 9, blocked: diagonals(9, others)}
		checkFind(t, pos, pos.solutions())
	}
}
