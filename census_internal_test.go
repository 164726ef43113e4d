package queens

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCensus(t *testing.T) {
	last := fewer(16, 12)
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
		got, err := newBoard(t, n).Census(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("n = %d: census (-want +got):\n%s", n, diff)
		}
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
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%d solutions cannot be all", wrong.all)) {
			t.Errorf("n = %d, %d solutions: error %v", wrong.n, wrong.all, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newBoard(t, 16).CensusOf(ctx, Reference[16].All); err != context.Canceled {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestCensusConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	rounds := fewer(1000, 200)
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
		got, err := s.Census(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s: census (-want +got):\n%s", s.String(), diff)
		}
	}
}

func TestSymmetricSolutions(t *testing.T) {
	last := fewer(len(Reference)-1, 16)
	for n := 2; n <= last; n++ {
		s := newBoard(t, n)
		for turn, want := range map[Symmetry]uint64{Rotate180: Reference[n].Half, Rotate90: Reference[n].Quarter} {
			if got, err := s.countKept(new(atomic.Bool), turn); got != want || err != nil {
				t.Errorf("n = %d: %v keeps %d solutions, %v, want %d", n, turn, got, err, want)
			}
		}
	}
}
