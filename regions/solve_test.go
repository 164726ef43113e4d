package regions_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

// checkSolve compares all ways to solve a board with a list of all its solutions.
func checkSolve(t *testing.T, b *regions.Board, want []queens.Placement) {
	t.Helper()
	ctx := t.Context()
	if got := testkit.Collect(t, b.Solutions(ctx)); !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("%v\nsolutions (-want +got):\n%s", b, cmp.Diff(want, got))
	}
	if got, err := b.Count(ctx); err != nil || got != uint64(len(want)) {
		t.Fatalf("%v\ncount %d, %v, want %d", b, got, err, len(want))
	}
	p, err := b.Find(ctx)
	found := slices.ContainsFunc(want, func(q queens.Placement) bool { return slices.Equal(p, q) })
	if found != (err == nil) || err != nil && (err != queens.ErrNoSolution || len(want) > 0) {
		t.Fatalf("%v\nFind: %v, %v, want one of %v", b, p, err, want)
	}
	if found && b.Check(p) != nil {
		t.Fatalf("%v\nthe solution %v: %v", b, p, b.Check(p))
	}
	checkAnother(t, b, want)
	p, err = b.Unique(ctx)
	if wanted := boardtest.UniqueError(len(want)); err != wanted || err != nil && p != nil || err == nil && !slices.Equal(p, want[0]) {
		t.Fatalf("%v\nUnique: %v, %v, want error %v", b, p, err, wanted)
	}
}

// checkAnother asks for solutions other than some of the board's own, a partial one and a wrong
// one.
func checkAnother(t *testing.T, b *regions.Board, all []queens.Placement) {
	t.Helper()
	others := append([]queens.Placement{make(queens.Placement, b.N())}, all[:min(len(all), 5)]...)
	if len(all) > 0 && b.N() > 0 {
		partial := slices.Clone(all[0])
		partial[0] = queens.Empty
		others = append(others, partial)
	}
	for _, other := range others {
		want := slices.DeleteFunc(slices.Clone(all), func(p queens.Placement) bool { return slices.Equal(p, other) })
		p, err := b.Another(t.Context(), other)
		found := slices.ContainsFunc(want, func(q queens.Placement) bool { return slices.Equal(p, q) })
		if found != (err == nil) || err != nil && (p != nil || err != queens.ErrNoSolution || len(want) > 0) {
			t.Fatalf("%v\nanother than %v: %v, %v, want one of %v", b, other, p, err, want)
		}
	}
}

func TestAnotherWrong(t *testing.T) {
	b := rowsBoard(4)
	_, err := b.Another(t.Context(), queens.Placement{0})
	wantError(t, "another size", err, "regions: placement of 1 row on a board of 4")
	_, err = b.Another(t.Context(), queens.Placement{0, 4, 0, 0})
	wantError(t, "no column", err, "regions: placement has 4 in row 2, want a column 0..3 or Empty (-1)")
	_, err = new(regions.Board).Another(t.Context(), nil)
	wantError(t, "another than the empty solution", err, queens.ErrNoSolution.Error())
}

// All ways to solve boards of all sorts agree with brute force. The steps are true of all solutions and say
// all that these have in common, and the difficulty is that of the strongest rule among them.
func TestSolve(t *testing.T) {
	testkit.Sequential(t)
	count := testkit.Fewer(2000, 400)
	if testkit.Long() {
		count = 4000
	}
	for i, sort := range boardSorts {
		t.Run(sort.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(24, uint64(100+i)))
			var boards [3]int // by their number of solutions, to 2
			rated := make(map[puzzle.Difficulty]int)
			for i := range count {
				b := sort.make(rng, 1+i%9)
				solutions := bruteForce(b)
				boards[min(len(solutions), 2)]++
				checkSolve(t, b, solutions)
				_, rules := checkDeduce(t, b, solutions, (*sketch).checkTrue)
				strongest := regions.Single
				for rule := range rules {
					strongest = max(strongest, rule)
				}
				got, err := b.Rate(t.Context())
				if want := boardtest.UniqueError(len(solutions)); err != want || want == nil && got.Difficulty != difficultyOf(strongest) {
					t.Fatalf("%v\ndifficulty %v, %v with %d solutions, and %v is needed", b, got, err, len(solutions), strongest)
				}
				if err == nil {
					rated[got.Difficulty]++
				}
			}
			t.Log(rated)
			if slices.Min(boards[:]) < count/50 || len(rated) < 2 {
				t.Errorf("boards by their number of solutions, to 2: %d; difficulties %v", boards, rated)
			}
		})
	}
	for n := 1; n <= 9; n++ {
		checkSolve(t, rowsBoard(n), bruteForce(rowsBoard(n)))
	}
}

// The sorts of boards, each by a function that makes one.
var boardSorts = []struct {
	name string
	make func(*rand.Rand, int) *regions.Board
}{
	{"scattered", randomBoard},
	{"connected", connectedBoard},
	{"random", func(rng *rand.Rand, n int) *regions.Board { return redrawn(rng, connectedBoard(rng, n), n*n/4) }},
	{"mutated", func(rng *rand.Rand, n int) *regions.Board {
		b := connectedBoard(rng, n)
		if n > 3 {
			var err error
			if b, err = regions.Generate(context.Background(), rng, n, puzzle.Difficulty(rng.IntN(2))); err != nil {
				panic(err)
			}
		}
		return redrawn(rng, b, rng.IntN(5))
	}},
	{"half filled", func(rng *rand.Rand, n int) *regions.Board {
		b := connectedBoard(rng, n)
		if rng.IntN(2) == 0 {
			b = randomBoard(rng, n)
		}
		if p, err := b.Find(context.Background()); err == nil {
			for _, row := range rng.Perm(n)[:n/2] {
				if c, err := b.With(regions.Given(queens.Square{Row: row, Col: p[row]})); err == nil && rng.IntN(3) > 0 {
					b = c
				}
			}
		}
		return played(rng, b)
	}},
}

// redrawn returns a board with so many squares given to the region of another one.
func redrawn(rng *rand.Rand, b *regions.Board, squares int) *regions.Board {
	matrix := b.Regions()
	for range squares {
		from, to := randomSquare(rng, b.N()), randomSquare(rng, b.N())
		matrix[to.Row][to.Col] = matrix[from.Row][from.Col]
	}
	if c, err := regions.New(matrix); err == nil {
		return c
	}
	return b // a region had no square left
}

func TestSolutionsIterator(t *testing.T) {
	b := rowsBoard(6)
	testkit.CheckListing(t, b.Solutions(t.Context()))
	all := testkit.Collect(t, b.Solutions(t.Context()))
	for p := range testkit.Values(t, b.Solutions(t.Context())) {
		testkit.WantSame(t, all[0], p, "a solution after a change of those before")
		clear(p) // it is the caller's
		all = all[1:]
	}
}

// Many goroutines may use one board.
func TestConcurrentUse(t *testing.T) {
	b := generate(t, 8, 1, puzzle.Medium)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			checkSolve(t, b, testkit.Collect(t, b.Solutions(t.Context())))
			steps := 0
			for range testkit.Values(t, b.Deduce(t.Context())) {
				steps++
			}
			if d, err := b.Rate(t.Context()); d.Difficulty != puzzle.Medium || err != nil || steps == 0 || d.Steps != steps || b.String() == "" {
				t.Errorf("%v, %v after %d steps", d, err, steps)
			}
		})
	}
	group.Wait()
}
