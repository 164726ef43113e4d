package regions_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
)

// A count finds as many solutions as a listing, whether the rules that it applies after a while
// without any solve the board, refute it or leave something to search.
func TestCountPruned(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(24, 11))
	solved, dead, swept := 0, 0, 0
	for i := range testkit.Fewer(600, 300) {
		b := mutated(t, rng, regions.Grow(rng, 5+rng.IntN(16)))
		if i%20 == 0 {
			b = randomBoard(rng, 9+i%4)
		}
		var all []queens.Placement
		for p := range b.Solutions(t.Context()) {
			testkit.NoError(t, b.Check(p))
			if all = append(all, p); len(all) > 5000 {
				break
			}
		}
		if !slices.IsSortedFunc(all, slices.Compare) {
			t.Fatalf("%v\nsolutions are out of order", b)
		}
		if len(all) > 5000 {
			continue
		}
		checkSolve(t, b, all)
		if len(all) == 1 { // other boards take long
			checkDeduce(t, b, all, (*sketch).checkTrue)
		}
		if _, err := b.Rate(t.Context()); err != boardtest.UniqueError(len(all)) {
			t.Fatalf("%v\ndifficulty: error %v, want %v", b, err, boardtest.UniqueError(len(all)))
		}
		switch isSolved, ok := regions.Prune(b); {
		case !ok:
			dead++
		case isSolved:
			solved++
		default:
			swept++
		}
	}
	if min(solved, dead, swept) < 10 {
		t.Errorf("rules solve %d boards, refute %d and leave %d", solved, dead, swept)
	}
}

// mutated returns a board with the regions of some squares exchanged, and some of the queens of
// a solution given.
func mutated(t *testing.T, rng *rand.Rand, b *regions.Board) *regions.Board {
	t.Helper()
	n, matrix := b.N(), b.Regions()
	for range rng.IntN(4) {
		s, u := randomSquare(rng, n), randomSquare(rng, n)
		x, y := &matrix[s.Row][s.Col], &matrix[u.Row][u.Col]
		*x, *y = *y, *x
	}
	b = testkit.Must(regions.New(matrix))
	p, err := b.Find(t.Context())
	if err != nil {
		return b
	}
	for row := range rng.IntN(n) {
		b = testkit.Must(b.With(regions.Given(queens.Square{Row: row, Col: p[row]})))
	}
	return b
}
