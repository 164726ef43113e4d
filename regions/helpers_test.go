package regions_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
)

// randomBoard returns a board with a region for each square drawn at random: hardly any is
// connected.
func randomBoard(rng *rand.Rand, n int) *regions.Board {
	matrix := make([][]int, n)
	for {
		for row := range matrix {
			matrix[row] = make([]int, n)
			for col := range matrix[row] {
				matrix[row][col] = rng.IntN(n)
			}
		}
		if b, err := regions.New(matrix); err == nil {
			return b
		}
	}
}

// connectedBoard returns a board with regions grown at random from n squares.
func connectedBoard(rng *rand.Rand, n int) *regions.Board {
	matrix := make([][]int, n)
	for row := range matrix {
		matrix[row] = slices.Repeat([]int{-1}, n)
	}
	for region, square := range rng.Perm(n * n)[:n] {
		matrix[square/n][square%n] = region
	}
	for grown := true; grown; {
		grown = false
		for _, square := range rng.Perm(n * n) {
			row, col := square/n, square%n
			side := [4][2]int{{row - 1, col}, {row, col - 1}, {row, col + 1}, {row + 1, col}}[rng.IntN(4)]
			if matrix[row][col] >= 0 {
				continue
			}
			grown = true
			if min(side[0], side[1]) >= 0 && max(side[0], side[1]) < n {
				matrix[row][col] = matrix[side[0]][side[1]]
			}
		}
	}
	return testkit.Must(regions.New(matrix))
}

// rowsBoard returns the board whose regions are its rows.
func rowsBoard(n int) *regions.Board {
	matrix := make([][]int, n)
	for row := range matrix {
		matrix[row] = slices.Repeat([]int{row}, n)
	}
	return testkit.Must(regions.New(matrix))
}

// played returns a board with some queens that do not attack each other and some blocked
// squares put on it at random.
func played(rng *rand.Rand, b *regions.Board) *regions.Board {
	for range rng.IntN(2 + b.N()/4) {
		if c, err := b.With(regions.Given(randomSquare(rng, b.N()))); err == nil {
			b = c
		}
	}
	for range rng.IntN(1 + b.N()) {
		if c, err := b.With(regions.Blocked(randomSquare(rng, b.N()))); err == nil {
			b = c
		}
	}
	return b
}

func randomSquare(rng *rand.Rand, n int) queens.Square {
	return queens.Square{Row: rng.IntN(n), Col: rng.IntN(n)}
}

func squares(t testing.TB, names string) []queens.Square {
	t.Helper()
	var squares []queens.Square
	for name := range strings.FieldsSeq(names) {
		squares = append(squares, testkit.Must(queens.ParseSquare(name)))
	}
	return squares
}

// bruteForce returns the solutions of b in lexicographic order, by trying all permutations and
// judging them by the rules of the puzzle as they are written.
func bruteForce(b *regions.Board) []queens.Placement {
	n := b.N()
	given, blocked, matrix := slices.Collect(b.Given()), slices.Collect(b.Blocked()), b.Regions()
	var solutions []queens.Placement
	p := make(queens.Placement, n)
	var try func(row int)
	try = func(row int) {
		if row == n {
			for _, queen := range given {
				if p[queen.Row] != queen.Col {
					return
				}
			}
			solutions = append(solutions, slices.Clone(p))
			return
		}
	columns:
		for col := range n {
			square := queens.Square{Row: row, Col: col}
			if slices.Contains(blocked, square) {
				continue
			}
			for above := range row {
				if p[above] == col || matrix[above][p[above]] == matrix[row][col] || row-above == 1 && max(col-p[above], p[above]-col) == 1 {
					continue columns
				}
			}
			p[row] = col
			try(row + 1)
		}
	}
	try(0)
	return solutions
}

// wantError checks that an error has a text.
func wantError(t *testing.T, what string, err error, text string) {
	t.Helper()
	if got := fmt.Sprint(err); got != text {
		t.Errorf("%s: error %q, want %q", what, got, text)
	}
}
