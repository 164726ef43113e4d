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

// On larger boards, the ways to solve them agree with each other, and boards with thousands of
// solutions are counted by all methods.
func TestSolveLarge(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(24, 6))
	counts, boards := 0, testkit.Fewer(60, 15)
	for i := range boards {
		n := 9 + i%8
		b := connectedBoard(rng, n)
		if i%3 == 0 {
			b = randomBoard(rng, 9+i%4)
		}
		var all []queens.Placement
		for p := range b.Solutions(t.Context()) {
			testkit.NoError(t, b.Check(p))
			if all = append(all, p); len(all) == 20_000 {
				break
			}
		}
		if !slices.IsSortedFunc(all, slices.Compare) {
			t.Fatalf("%v\nsolutions are out of order", b)
		}
		if len(all) < 20_000 {
			checkSolve(t, b, all)
			counts++
		}
	}
	if counts < boards/3 {
		t.Errorf("only %d boards of %d were checked", counts, boards)
	}
}

// On this board the rules place all queens after a first search has given up.
func TestSolvePruned(t *testing.T) {
	b := testkit.Must(regions.ParseBoard(`
		aaaaaaaaaaaaaaa
		aaaaaaaaaaaaaab
		aaaacadaaaabbbb
		aaaccdddeebbfbb
		caacccdeeeeffbb
		ccccccceeeeefgb
		cccchgggggieggb
		ccchhhgggiiiggg
		cjcchgggggigggg
		jjcjjggjggggggk
		jjcjjjjjjlgggkk
		jjjjjmmmlllgggk
		jjjjjmnnnlngggk
		jjjjmmoonnnnnkk
		jjjjjjooonnnnnk`))
	solutions := testkit.Collect(t, b.Solutions(t.Context()))
	if len(solutions) != 1 {
		t.Fatalf("solutions %v, want one", solutions)
	}
	checkSolve(t, b, solutions)
	if d, err := b.Rate(t.Context()); err != nil || d.Difficulty != puzzle.Hard {
		t.Errorf("difficulty %v, %v, want hard", d, err)
	}
	p := make(queens.Placement, b.N())
	for step := range testkit.Values(t, b.Deduce(t.Context())) {
		for _, s := range step.Queens {
			p[s.Row] = s.Col
		}
	}
	if err := b.Check(p); err != nil {
		t.Errorf("the steps lead to %v: %v", p, err)
	}
}

// Boards whose regions are their rows leave the permutations without neighbours that differ by
// 1 (OEIS A002464), and so do those whose regions are their columns.
func TestCountRows(t *testing.T) {
	testkit.Sequential(t)
	for n, want := range []uint64{4: 2, 14, 90, 646, 5242, 47622, 479306} {
		if n < 4 {
			continue
		}
		columns := make([][]int, n)
		for row := range columns {
			for col := range n {
				columns[row] = append(columns[row], col)
			}
		}
		for _, b := range []*regions.Board{rowsBoard(n), testkit.Must(regions.New(columns))} {
			if got, err := b.Count(t.Context()); err != nil || got != want {
				t.Errorf("n = %d: %d, %v, want %d", n, got, err, want)
			}
		}
	}
}

// On the 4×4 board only two placements keep queens apart, b1 d2 a3 c4 and its mirror image.
// Of all ways to colour the eight squares that they are on, 4!·4⁴ give the queens of each four
// colours. The other squares may have any colours.
func TestCountAllColourings(t *testing.T) {
	testkit.Sequential(t)
	const n = 4
	var matter, rest []int
	for square := range n * n {
		if row, col := square/n, square%n; (row == 0 || row == n-1) == (col == 0 || col == n-1) {
			rest = append(rest, square) // corners and centre
		} else {
			matter = append(matter, square)
		}
	}
	rng := rand.New(rand.NewPCG(24, 8))
	matrix := [][]int{make([]int, n), make([]int, n), make([]int, n), make([]int, n)}
	solutions := uint64(0)
	for colouring := range 1 << (2 * len(matter)) {
		for i, square := range matter {
			matrix[square/n][square%n] = colouring >> (2 * i) & 3
		}
		for i, j := range rng.Perm(len(rest)) {
			matrix[rest[i]/n][rest[i]%n] = j & 3
		}
		solutions += testkit.Must(testkit.Must(regions.New(matrix)).Count(t.Context()))
	}
	if solutions != 2*24*256 {
		t.Errorf("%d solutions of all boards, want %d", solutions, 2*24*256)
	}
}

func TestCancel(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 7))
	large := randomBoard(rng, 24)
	testkit.CheckCancel(t, "Count", func(ctx context.Context) error { _, err := large.Count(ctx); return err })
	testkit.CheckCancel(t, "Count of rows", func(ctx context.Context) error { _, err := rowsBoard(32).Count(ctx); return err })
	testkit.CheckCancel(t, "Solutions", func(ctx context.Context) error { return boardtest.Ended(large.Solutions(ctx)) })
	for name, call := range map[string]func(context.Context) (queens.Placement, error){
		"Find": hardBoard().Find, "Unique": hardBoard().Unique,
		"Another": func(ctx context.Context) (queens.Placement, error) {
			return hardBoard().Another(ctx, queens.NewPlacement(32))
		},
	} {
		testkit.CheckCancel(t, name, func(ctx context.Context) error { _, err := call(ctx); return err })
	}
	testkit.CheckCancel(t, "Rate", func(ctx context.Context) error { _, err := hardBoard().Rate(ctx); return err })
	testkit.CheckCancel(t, "Solutions that do not come", func(ctx context.Context) error { return boardtest.Ended(hardBoard().Solutions(ctx)) })
}

// hardBoard returns a board that takes long to solve.
func hardBoard() *regions.Board { return connectedBoard(rand.New(rand.NewPCG(hardSeed, 32)), 32) }

const hardSeed = 2

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
