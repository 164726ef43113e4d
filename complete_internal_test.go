package queens

import (
	"errors"
	"slices"
	"testing"

	. "example.com/queens/internal/testkit"
)

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
			m := newMinimizer(t.Context(), n, rng)
			m.keep(given)
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
