package regions

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
)

// Wherever the first search gives up, the rules that come next decide the board or leave
// something to count by other methods: the number is the same.
func TestCountPruned(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 11))
	solved, dead, swept := 0, 0, 0
	for range 900 {
		n := 5 + rng.IntN(16)
		b := mutated(rng, grown(t, rng, n))
		want := uint64(0)
		for range b.Solutions(t.Context()) {
			if want++; want > 5000 {
				break
			}
		}
		if want > 5000 {
			continue
		}
		for nodes := 1; nodes <= 256; nodes *= 4 {
			if got, err := countSheet(t.Context(), newSheet(b), nodes); err != nil || got != want {
				t.Fatalf("%v\n%d, %v after a search of %d nodes, want %d", b, got, err, nodes, want)
			}
		}
		checkAll(t, b, want)
		p := newSheet(b)
		switch _, ok := newSearch(t.Context(), p).prune(p); {
		case !ok:
			dead++
		case p.solved():
			solved++
		default:
			swept++
		}
	}
	if min(solved, dead, swept) < 20 {
		t.Errorf("rules solve %d boards, refute %d and leave %d", solved, dead, swept)
	}
}

// checkAll checks what the other functions say of a board with so many solutions.
func checkAll(t *testing.T, b *Board, count uint64) {
	t.Helper()
	ctx := t.Context()
	p, err := b.Find(ctx)
	if count == 0 {
		if err != queens.ErrNoSolution {
			t.Fatalf("%v\nFind: %v, %v, want ErrNoSolution", b, p, err)
		}
	} else if err != nil || b.Check(p) != nil {
		t.Fatalf("%v\nFind: %v, %v, %v", b, p, err, b.Check(p))
	}
	want := []error{queens.ErrNoSolution, nil, queens.ErrNotUnique}[min(count, 2)]
	if q, err := b.Unique(ctx); err != want || err == nil && !slices.Equal(p, q) {
		t.Fatalf("%v\nUnique: %v, %v, want %v, %v", b, q, err, p, want)
	}
	if _, err := b.Difficulty(ctx); err != want {
		t.Fatalf("%v\nDifficulty: %v, want %v", b, err, want)
	}
	if count > 0 {
		q, err := b.Another(ctx, p)
		if found := err == nil && b.Check(q) == nil && !slices.Equal(p, q); found != (count > 1) || !found && err != queens.ErrNoSolution {
			t.Fatalf("%v\nanother than %v: %v, %v", b, p, q, err)
		}
	}
	if count != 1 {
		return
	}
	for step := range b.Deduce(ctx) {
		for _, s := range step.Queens {
			if p[s.Row] != s.Col {
				t.Fatalf("%v\n%v, but the solution is %v", b, step, p)
			}
		}
	}
}

// grown returns a board with connected regions around the queens of a solution.
func grown(t *testing.T, rng *rand.Rand, n int) *Board {
	m := newMaker(t.Context(), n, rng, queens.Easy)
	m.begin()
	m.grow()
	return m.board()
}

// mutated returns a board with the regions of some squares exchanged, and some of the
// queens of a solution given.
func mutated(rng *rand.Rand, b *Board) *Board {
	regions := b.Regions()
	for range rng.IntN(4) {
		one, other := rng.IntN(b.n*b.n), rng.IntN(b.n*b.n)
		x, y := &regions[one/b.n][one%b.n], &regions[other/b.n][other%b.n]
		*x, *y = *y, *x
	}
	changed, err := New(regions)
	if err != nil {
		panic(err)
	}
	p, err := changed.Find(context.Background())
	if err != nil {
		return changed
	}
	for row := range rng.IntN(b.n) {
		if changed, err = changed.With(Given(queens.Square{Row: row, Col: p[row]})); err != nil {
			panic(err)
		}
	}
	return changed
}

// A sheet that is too large for its rows is counted square by square: the same sum, for
// each unit that may be branched on.
func TestCountBranches(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 10))
	for range 200 {
		n := 4 + rng.IntN(5)
		m := newMaker(t.Context(), n, rng, queens.Easy)
		m.begin()
		m.grow()
		b := m.board()
		want, err := b.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for kind := range kinds {
			got, err := countBranches(t.Context(), newSheet(b), unitOf(kind, rng.IntN(n)))
			if err != nil || got != want {
				t.Fatalf("%v\n%d, %v, want %d", b, got, err, want)
			}
		}
	}
}

// Branches that fit 64 bits may have a sum that does not.
func TestCountBranchesOverflow(t *testing.T) {
	const n, large, small = 32, 14, 9
	block := func(i int) int { return max(0, i-large+small) / small }
	regions := make([][]int, n)
	var blocked []queens.Square
	for row := range n {
		for col := range n {
			regions[row] = append(regions[row], row)
			if block(row) != block(col) {
				blocked = append(blocked, queens.Square{Row: row, Col: col})
			}
		}
	}
	whole, err := New(regions)
	if err != nil {
		t.Fatal(err)
	}
	b, err := whole.With(Blocked(blocked...))
	if err != nil {
		t.Fatal(err)
	}
	branch, err := b.With(Given(queens.Square{}))
	if err != nil {
		t.Fatal(err)
	}
	if count, err := branch.Count(t.Context()); err != nil || count < 1<<60 {
		t.Fatalf("a branch has %d solutions, %v", count, err)
	}
	if count, err := countBranches(t.Context(), newSheet(b), unitOf(Row, 0)); err != queens.ErrOverflow {
		t.Errorf("count %d, %v, want %v", count, err, queens.ErrOverflow)
	}
}

// A frontier counts what a search counts, by rows and by columns; what takes too much work or is
// cancelled says so.
func TestCountByRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 15))
	tried := 0
	for i := range 600 {
		n := 2 + rng.IntN(8)
		b := grown(t, rng, n)
		if i%2 == 0 {
			b = scattered(rng, n)
		}
		if i%3 == 0 {
			b = mutated(rng, b)
		}
		want := uint64(0)
		for range b.Solutions(t.Context()) {
			want++
		}
		p := newSheet(b)
		if _, ok := p.settle(); !ok || p.solved() {
			continue
		}
		for _, kind := range []Kind{Row, Column} {
			if got, err := countByRows(t.Context(), rowsOf(p, kind), n, math.MaxInt); got != want || err != nil {
				t.Fatalf("%v\n%d, %v by %vs, want %d", b, got, err, kind, want)
			}
			tried++
		}
	}
	if tried < 500 {
		t.Errorf("%d boards tried", tried)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rows := fewestStates(newSheet(scattered(rng, 12)))
	if _, err := countByRows(ctx, rows, 12, math.MaxInt); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if _, err := countByRows(t.Context(), rows, 12, 1000); err != errTooLong {
		t.Errorf("error %v, want %v", err, errTooLong)
	}
}

// scattered returns a board with a region for each square drawn at random.
func scattered(rng *rand.Rand, n int) *Board {
	for {
		matrix := make([][]int, n)
		for row := range matrix {
			for range n {
				matrix[row] = append(matrix[row], rng.IntN(n))
			}
		}
		if b, err := New(matrix); err == nil {
			return b
		}
	}
}
