package queens

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens/internal/join"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
	"example.com/queens/internal/testkit/kerneltest"
)

func TestCountToroidal(t *testing.T) {
	kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) {
		want := []uint64{1, 1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524, 0, 0, 0, 140692, 0, 820496} // OEIS A051906
		for n, want := range want[:testkit.Fewer(20, 18)] {
			if got, err := newBoard(t, n, Toroidal()).count(t.Context(), k, testTeam(t)); got != want || err != nil {
				t.Errorf("n = %d: %d solutions, %v, want %d", n, got, err, want)
			}
		}
	})
}

// TestCountLarge leaves a few rows open on boards of both word sizes.
func TestCountLarge(t *testing.T) {
	for _, n := range []int{29, 31, 32, 34, 35, 41, 64} {
		solution := testkit.Must(Construct(n))
		rng := rand.New(rand.NewPCG(uint64(n), 5))
		for range 5 {
			var given []Square
			for _, row := range rng.Perm(n)[:n-9] {
				given = append(given, Square{row, solution[row]})
			}
			b := newBoard(t, n, Given(given...))
			want := countSolutions(b)
			for _, k := range kernel.Runnable() {
				if got := countBy(t, byCrosses, b, k, 1); got != want || want == 0 {
					t.Errorf("%s: %v: %d solutions, want %d", k.Name, b, got, want)
				}
			}
		}
	}
}

// Boards above 32 rows that a symmetry keeps: nearly all squares are blocked, so
// that the solutions can be listed.
func TestCountLargeSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 64))
	for _, n := range []int{34, 35, 64}[:testkit.Fewer(3, 1)] {
		for _, symmetry := range []Symmetry{FlipColumns, FlipRows, Rotate180, Transpose} {
			open := make(squareSet, n)
			add := func(sq Square) {
				image := symmetry.Apply(n, sq)
				open[sq.Row] |= 1 << sq.Col
				open[image.Row] |= 1 << image.Col
			}
			for row, col := range testkit.Must(Construct(n)) {
				add(Square{row, col})
				if row%8 == 0 {
					add(Square{row, rng.IntN(n)})
				}
			}
			b := newBoard(t, n, Blocked(SquaresWhere(n, func(sq Square) bool { return !open.has(sq) })...))
			if !slices.Contains(b.group, symmetry) {
				t.Fatalf("n = %d: %v does not keep the board", n, symmetry)
			}
			got, err := b.Count(t.Context())
			if want := countSolutions(b); err != nil || got != want || want == 0 {
				t.Errorf("n = %d, %v: %d solutions, %v, want %d", n, symmetry, got, err, want)
			}
		}
	}
}

func TestJoinCounts(t *testing.T) {
	tests := []struct {
		n           int
		constraints []Constraint
		want        bool
	}{
		{join.MinN - 1, nil, false},
		{join.MinN, nil, true},
		{kernel.MaxRows, nil, true},
		{kernel.MaxRows + 1, nil, false},
		{20, []Constraint{Toroidal()}, false},
		{20, []Constraint{Blocked(Square{3, 4})}, false},
		{20, []Constraint{Given(Square{3, 4})}, false},
	}
	for _, test := range tests {
		b := newBoard(t, test.n, test.constraints...)
		if got := join.Counts(b.start); got != test.want {
			t.Errorf("%v: the join counts it: %t", b, got)
		}
	}
}

// TestCountJoined counts the smallest boards that are counted by the join.
func TestCountJoined(t *testing.T) {
	if testing.Short() || testkit.RaceEnabled {
		t.Skip("takes some seconds")
	}
	k, last := kernel.Portable, kernel.Portable.JoinsFrom
	if testkit.Long() {
		k, last = kernel.Fastest(), 19
		if k == kernel.Portable {
			last = 18 // the next one takes minutes
		}
	}
	for n := k.JoinsFrom; n <= last; n++ {
		b := newBoard(t, n)
		if !join.Counts(b.start) {
			t.Errorf("n = %d is not counted by the join", n)
		}
		if got, err := b.count(t.Context(), k, testTeam(t)); got != testkit.Reference[n].All || err != nil {
			t.Errorf("n = %d: %d solutions, %v, want %d", n, got, err, testkit.Reference[n].All)
		}
	}
}
