package queens

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	. "example.com/queens/internal/testkit"
)

func TestConstruct(t *testing.T) {
	sizes := []int{0, 1, 1000003}
	for n := 4; n <= 2000; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		if p, err := Construct(n); p == nil || len(p) != n || !p.Solved() {
			t.Fatalf("n = %d: %v is not a solution, %v", n, p, err)
		}
	}
}

// builders are the functions that construct a solution of any size.
var builders = map[string]func(n int) (Placement, error){
	"Construct":       Construct,
	"ConstructRandom": func(n int) (Placement, error) { return ConstructRandom(context.Background(), newRNG(1), n) },
}

func newRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func TestConstructErrors(t *testing.T) {
	for name, build := range builders {
		for _, n := range []int{2, 3} {
			p, err := build(n)
			want := fmt.Sprintf("queens: no solution for n = %d (only n = 2 and 3 have none)", n)
			if p != nil || !errors.Is(err, ErrNoSolution) || err.Error() != want {
				t.Errorf("%s(%d) = %v, %v, want %s", name, n, p, err, want)
			}
		}
		for _, n := range []int{math.MinInt, -1, maxParse + 1, math.MaxInt32, math.MaxInt} {
			p, err := build(n)
			want := fmt.Sprintf("queens: n = %d out of range 0..134217728", n)
			if p != nil || err == nil || errors.Is(err, ErrNoSolution) || err.Error() != want {
				t.Errorf("%s(%d) = %v, %v, want %s", name, n, p, err, want)
			}
		}
	}
}

func TestConstructRandom(t *testing.T) {
	draws := map[int]int{0: 1, 1: 1, 1000: 10, 30000: 1}
	for n := 4; n <= 100; n++ {
		draws[n] = 10
	}
	if !testing.Short() {
		draws[1000003] = 1
	}
	rng := newRNG(1)
	for n, times := range draws {
		for range times {
			if p, err := ConstructRandom(t.Context(), rng, n); p == nil || len(p) != n || !p.Solved() {
				t.Fatalf("n = %d: %v is not a solution, %v", n, p, err)
			}
		}
	}
}

// TestConstructRandomReachesAll makes enough solutions of small boards that every one occurs.
func TestConstructRandomReachesAll(t *testing.T) {
	rng := newRNG(1)
	for n := 4; n <= 8; n++ {
		times := make(map[string]int)
		for range 2500 {
			p := Must(ConstructRandom(t.Context(), rng, n))
			times[p.String()]++
		}
		for p := range All(n) {
			if times[p.String()] == 0 {
				t.Errorf("n = %d: %v did not come up", n, p)
			}
		}
		if want := int(Reference[n].All); len(times) != want {
			t.Errorf("n = %d: %d solutions came up, want %d", n, len(times), want)
		}
	}
}

// TestConstructRandomVaries compares large solutions row by row: two of them agree about
// as often as two permutations do.
func TestConstructRandomVaries(t *testing.T) {
	const n = 5000
	rng := newRNG(1)
	first := Must(ConstructRandom(t.Context(), rng, n))
	for range 5 {
		p := Must(ConstructRandom(t.Context(), rng, n))
		same := 0
		for row, col := range p {
			if col == first[row] {
				same++
			}
		}
		if same > 10 { // expected: 1, as Poisson's law has it
			t.Errorf("two solutions of %d rows agree in %d", n, same)
		}
	}
}

// stuck is a source that always returns the same number.
type stuck uint64

func (s stuck) Uint64() uint64 { return uint64(s) }

// A search ends soon after its context, while it fills the rows and while it repairs them.
func TestConstructRandomCancel(t *testing.T) {
	for _, n := range []int{1 << 17, 1 << 20, 1 << 22} {
		CheckCancel(t, fmt.Sprintf("ConstructRandom, n = %d", n), func(ctx context.Context) error {
			for ctx.Err() == nil {
				if p, err := ConstructRandom(ctx, newRNG(1), n); err == nil && !p.Solved() {
					t.Errorf("n = %d: not a solution", n)
				}
			}
			return ctx.Err()
		})
	}
	if p, err := ConstructRandom(Cancelled(t), nil, 8); p != nil || err != context.Canceled {
		t.Errorf("after the end: %v, %v", p, err)
	}
}

// TestConstructRandomWithoutChance makes sure that ConstructRandom returns a solution even if no
// attempt can succeed.
func TestConstructRandomWithoutChance(t *testing.T) {
	for _, n := range []int{4, 6, 8, 100, 1001} {
		rng := rand.New(stuck(math.MaxUint64))
		p, err := ConstructRandom(t.Context(), rng, n)
		if err != nil || !p.Solved() {
			t.Errorf("n = %d: %v, %v", n, p, err)
		}
	}
	m := newMinimizer(t.Context(), rand.New(stuck(math.MaxUint64)), 1000, nil)
	if m.fill() {
		t.Errorf("%d rows filled and %d left", m.filled, 1000-m.filled)
	}
}

// TestMinimizerCounts recounts the queens on the diagonals after each step of a repair.
func TestMinimizerCounts(t *testing.T) {
	for seed := range uint64(50) {
		const n = 40
		m := newMinimizer(t.Context(), newRNG(seed), n, nil)
		m.fill()
		pairs := len(Pairs(m.queens.Conflicts()))
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
			pairs = len(Pairs(m.queens.Conflicts()))
			if improved != (pairs < before) {
				t.Fatalf("seed %d: improved: %v, from %d to %d pairs", seed, improved, before, pairs)
			}
			if !improved {
				break
			}
		}
		if solved := m.queens.Solved(); solved != (pairs == 0) {
			t.Errorf("seed %d: solved: %v, with %d pairs", seed, solved, pairs)
		}
	}
}

// Boards of up to MaxN rows, which Complete leaves to Find, are decided alike by what it does
// with larger ones. On the way, an exhaustive search that has to stop early leaves the columns
// as they were, though in another order.
func TestMinimizerDecidesAsFind(t *testing.T) {
	rng := newRNG(2)
	solved, refuted := 0, 0
	for n := 8; n <= MaxN; n += 4 {
		for _, share := range []float64{0.1, 0.3, 0.5, 0.6, 0.65, 0.7} {
			given := Placement(GivenAtRandom(rng, n, int(share*float64(n))))
			_, want := given.Complete(t.Context(), nil)
			m := newMinimizer(t.Context(), rng, n, given)
			for looks := range 20 {
				if found, certain := m.exhaust(1000 * looks); found != (want == nil) && certain {
					t.Fatalf("%v: found %v, Complete says %v", given, found, want)
				}
				columns := slices.Sorted(slices.Values(m.queens))
				if len(slices.Compact(columns)) != n {
					t.Fatalf("%v: the columns are %v after %d looks", given, m.queens, looks)
				}
			}
			got, err := m.complete()
			switch {
			case !errors.Is(err, want):
				t.Errorf("%v: %v, but Find says %v", given, err, want)
			case want != nil:
				refuted++
			default:
				solved++
				b := Must(NewFrom(given))
				if err := b.Check(got); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if solved < 20 || refuted < 20 {
		t.Errorf("%d boards with a solution and %d without are too few", solved, refuted)
	}
}
