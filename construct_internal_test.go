package queens

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/queens/internal/testkit"
)

func TestConstruct(t *testing.T) {
	testkit.Sequential(t)
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

func newRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func TestConstructErrors(t *testing.T) {
	for _, n := range []int{2, 3} {
		p, err := Construct(n)
		want := fmt.Sprintf("queens: no solution for n = %d (only n = 2 and 3 have none)", n)
		if p != nil || !errors.Is(err, ErrNoSolution) || err.Error() != want {
			t.Errorf("Construct(%d) = %v, %v, want %s", n, p, err, want)
		}
	}
	for _, n := range []int{math.MinInt, -1, maxParse + 1, math.MaxInt32, math.MaxInt} {
		p, err := Construct(n)
		want := fmt.Sprintf("queens: n = %d out of range 0..134217728", n)
		if p != nil || err == nil || errors.Is(err, ErrNoSolution) || err.Error() != want {
			t.Errorf("Construct(%d) = %v, %v, want %s", n, p, err, want)
		}
	}
}

// TestConstructRandomReachesAll makes enough solutions of small boards that every one occurs.
func TestConstructRandomReachesAll(t *testing.T) {
	testkit.Sequential(t)
	rng := newRNG(1)
	for n := 4; n <= 8; n++ {
		times := make(map[string]int)
		for range 2500 {
			p := testkit.Must(NewPlacement(n).Complete(t.Context(), rng))
			times[p.String()]++
		}
		for p := range All(n) {
			if times[p.String()] == 0 {
				t.Errorf("n = %d: %v did not come up", n, p)
			}
		}
		if want := int(testkit.Reference[n].All); len(times) != want {
			t.Errorf("n = %d: %d solutions came up, want %d", n, len(times), want)
		}
	}
}

// TestConstructRandomVaries compares large solutions row by row: two of them agree about
// as often as two permutations do.
func TestConstructRandomVaries(t *testing.T) {
	const n = 5000
	rng := newRNG(1)
	first := testkit.Must(NewPlacement(n).Complete(t.Context(), rng))
	for range 5 {
		p := testkit.Must(NewPlacement(n).Complete(t.Context(), rng))
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
		testkit.CheckCancel(t, fmt.Sprintf("ConstructRandom, n = %d", n), func(ctx context.Context) error {
			for ctx.Err() == nil {
				if p, err := NewPlacement(n).Complete(ctx, newRNG(1)); err == nil && !p.Solved() {
					t.Errorf("n = %d: not a solution", n)
				}
			}
			return ctx.Err()
		})
	}
	for _, n := range []int{8, 100, 1_000_000} {
		if p, err := NewPlacement(n).Complete(testkit.Cancelled(t), nil); p != nil || err != context.Canceled {
			t.Errorf("after the end: %v, %v", p, err)
		}
	}
}

// TestConstructRandomWithoutChance makes sure that ConstructRandom returns a solution even if no
// attempt can succeed.
func TestConstructRandomWithoutChance(t *testing.T) {
	for _, n := range []int{4, 6, 8, 100, 1001} {
		rng := rand.New(stuck(math.MaxUint64))
		p, err := NewPlacement(n).Complete(t.Context(), rng)
		if err != nil || !p.Solved() {
			t.Errorf("n = %d: %v, %v", n, p, err)
		}
	}
}

// Boards that the solver takes are decided as it does.
func TestCompleteDecidesAsFind(t *testing.T) {
	rng := newRNG(2)
	solved, refuted := 0, 0
	for n := 8; n <= MaxN; n += 4 {
		for _, share := range []float64{0.1, 0.3, 0.5, 0.6, 0.65, 0.7} {
			given := Placement(testkit.GivenAtRandom(rng, n, int(share*float64(n))))
			b := testkit.Must(NewFrom(given))
			_, want := b.Find(t.Context())
			got, err := given.Complete(t.Context(), rng)
			switch {
			case !errors.Is(err, want):
				t.Errorf("%v: %v, but Find says %v", given, err, want)
			case want != nil:
				refuted++
			default:
				solved++
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
