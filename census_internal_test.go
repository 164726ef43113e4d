package queens

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "example.com/queens/internal/testkit"
	"example.com/queens/internal/words"
)

func TestCensus(t *testing.T) {
	last := Fewer(16, 12)
	for n := range last + 1 {
		want := Census{All: Reference[n].All, Fundamental: Reference[n].Fundamental}
		half, quarter := Reference[n].Half, Reference[n].Quarter
		if n < 2 {
			want.Orbits[1] = 1
		} else {
			want.Orbits[8] = (want.All - half) / 8
			want.Orbits[4] = (half - quarter) / 4
			want.Orbits[2] = quarter / 2
		}
		got := Must(newBoard(t, n).Census(t.Context()))
		WantSame(t, want, got, "n = %d: census", n)
	}
}

func TestCensusOf(t *testing.T) {
	for n := 2; n < len(Reference); n++ {
		census, err := newBoard(t, n).CensusOf(t.Context(), Reference[n].All)
		if err != nil || census.Fundamental != Reference[n].Fundamental {
			t.Errorf("n = %d: %d fundamental solutions, %v, want %d", n, census.Fundamental, err, Reference[n].Fundamental)
		}
	}
	for _, wrong := range []struct {
		n   int
		all uint64
	}{{8, 91}, {8, 93}, {12, 72}, {5, 0}, {5, 1}, {1, 3}, {0, 7}} {
		_, err := newBoard(t, wrong.n).CensusOf(t.Context(), wrong.all)
		if err == nil || !strings.Contains(err.Error(), words.Plural(wrong.all, "solution")+" cannot be all") {
			t.Errorf("n = %d, %d solutions: error %v", wrong.n, wrong.all, err)
		}
	}
}

// TestCensusOfLarge has the numbers of boards on which it takes long to find the solutions that
// turns keep, of OEIS as in [Reference]: the orbits of the right number of solutions are as
// many as A002562 says, and no number that is off by less than eight can be right. Nobody knows
// the number at n = 28, nor the orbits; but it must be 0 modulo 8.
func TestCensusOfLarge(t *testing.T) {
	const unknown = 2_500_000_000_000_000_000 // a multiple of 8
	for _, known := range []struct {
		n                               int
		all, half, quarter, fundamental uint64
	}{
		{24, 227514171973736, 11675080, 3328, 28439272956934},
		{25, 2207893435808352, 34132592, 3264, 275986683743434},
		{26, 22317699616364044, 115718268, 0, 2789712466510289},
		{27, 234907967154122528, 320403024, 0, 29363495934315694},
		{28, unknown, 1250901440, 32896, 0},
	} {
		order := newBoard(t, known.n).order()
		census, err := censusOf(known.all, known.half, known.quarter, order)
		if err != nil || census.All != known.all || known.fundamental > 0 && census.Fundamental != known.fundamental {
			t.Errorf("n = %d: %v, %v, want %d orbits", known.n, census, err, known.fundamental)
		}
		var all uint64
		for size, orbits := range census.Orbits {
			all += uint64(size) * orbits
		}
		if all != known.all {
			t.Errorf("n = %d: the orbits have %d solutions, want %d", known.n, all, known.all)
		}
		for off := uint64(1); off < 8; off++ {
			for _, wrong := range []uint64{known.all - off, known.all + off} {
				if census, err := censusOf(wrong, known.half, known.quarter, order); err == nil {
					t.Errorf("n = %d: %d solutions are taken for %v", known.n, wrong, census)
				}
			}
		}
		if _, err := censusOf(known.all+8, known.half, known.quarter, order); err != nil {
			t.Errorf("n = %d: eight more: %v", known.n, err) // it is worth no more than three bits
		}
	}
}

func TestCensusConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	rounds := Fewer(1000, 200)
	for range rounds {
		n := 1 + rng.IntN(8)
		s := newBoard(t, n, randomOptions(rng, n)...)
		var want Census
		seen := make(map[string]bool)
		for p := range s.Solutions(context.Background()) {
			want.All++
			if seen[p.String()] {
				continue
			}
			size := 0
			for _, sym := range s.group {
				if image := p.Transform(sym).String(); !seen[image] {
					seen[image] = true
					size++
				}
			}
			want.Orbits[size]++
			want.Fundamental++
		}
		got := Must(s.Census(t.Context()))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s: census (-want +got):\n%s", s.String(), diff)
		}
	}
}
