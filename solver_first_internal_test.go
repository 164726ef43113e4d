package queens

import (
	"iter"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
)

// On large boards Solutions begins with First and goes on from there; backtracking yields the
// same.
func TestSolutionsLarge(t *testing.T) {
	for _, b := range []*Board{
		newBoard(t, 30), newBoard(t, 31, Blocked(slices.Collect(upperRight(31))...)),
	} {
		const most = 3
		var want, got []Placement
		b.start.search(new(atomic.Bool), func(p Placement) bool {
			want = append(want, slices.Clone(p))
			return len(want) < most
		})
		for p := range b.Solutions(t.Context()) {
			if got = append(got, p); len(got) == most {
				break
			}
		}
		if !slices.EqualFunc(want, got, slices.Equal) {
			t.Errorf("%v: Solutions yields\n%v, want\n%v", b, got, want)
		}
	}
}

// First finds what plain backtracking does, which takes 18 s at n = 34.
func TestFirstBacktracking(t *testing.T) {
	most := 31
	if long() {
		most = 34
	}
	for n := 27; n <= most; n++ {
		b := newBoard(t, n)
		var want Placement
		b.start.search(new(atomic.Bool), func(p Placement) bool {
			want = slices.Clone(p)
			return false
		})
		if got, err := b.First(t.Context()); err != nil || !slices.Equal(got, want) {
			t.Errorf("n = %d: %v, %v, want %v", n, got, err, want)
		}
	}
}

// The cases that the questions share have every solution of the board, and those with a
// queen more are decided among them.
func TestFirstKnownCases(t *testing.T) {
	const n = 12
	all := slices.Collect(All(n))
	rng := rand.New(rand.NewPCG(3, 6))
	shared := 0
	for range fewer(60, 20) {
		s := firstSearch{board: newBoard(t, n).start, run: run{workers: 1 + rng.IntN(3)}}
		p := all[rng.IntN(len(all))]
		row := 2 + rng.IntN(4)
		for r := range row {
			s.board = s.board.with(Square{r, p[r]})
		}
		for range 3 {
			s.cost.Store(1 << 18)
			if err := s.refine(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s.cases == nil {
			continue // too slack to split
		}
		shared++
		left := slices.DeleteFunc(slices.Clone(all), func(q Placement) bool { return !slices.Equal(q[:row], p[:row]) })
		for _, q := range left {
			if !slices.ContainsFunc(s.cases, func(c residueCase) bool { return c.has(q) }) {
				t.Fatalf("%v is in no case after %v", q, p[:row])
			}
		}
		for col := range bitsOf(s.board.open[row]) {
			f := newTestFinder(s.board.with(Square{row, col}))
			if !f.prepare() {
				continue
			}
			f.hard = true
			got, err := f.decide(&split{cases: slices.Clone(s.cases)}, 1<<20)
			if want := slices.ContainsFunc(left, func(q Placement) bool { return q[row] == col }); want != (err == nil) {
				t.Fatalf("%v, and column %d in row %d: %v, %v", p[:row], col, row, got, err)
			}
		}
	}
	if shared == 0 {
		t.Error("no board is split")
	}
}

// upperRight yields the squares right of the diagonal in the upper half.
func upperRight(n int) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for row := range n / 2 {
			for col := n - row; col < n; col++ {
				if !yield(Square{row, col}) {
					return
				}
			}
		}
	}
}
