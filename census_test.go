package queens_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

func TestCensus(t *testing.T) {
	last := testkit.Fewer(16, 12)
	for n := range last + 1 {
		want := queens.Census{All: testkit.Reference[n].All, Fundamental: testkit.Reference[n].Fundamental}
		half, quarter := testkit.Reference[n].Half, testkit.Reference[n].Quarter
		if n < 2 {
			want.Orbits[1] = 1
		} else {
			want.Orbits[8] = (want.All - half) / 8
			want.Orbits[4] = (half - quarter) / 4
			want.Orbits[2] = quarter / 2
		}
		got := testkit.Must(boardtest.New(t, n).Census(t.Context()))
		testkit.WantSame(t, want, got, "n = %d: census", n)
	}
}

func TestCensusConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	rounds := testkit.Fewer(1000, 200)
	for range rounds {
		n := 1 + rng.IntN(8)
		s := boardtest.New(t, n, boardtest.RandomConstraints(rng, n)...)
		var want queens.Census
		seen := make(map[string]bool)
		for p := range s.Solutions(context.Background()) {
			want.All++
			if seen[p.String()] {
				continue
			}
			size := 0
			for _, sym := range s.Symmetries() {
				if image := p.Transform(sym).String(); !seen[image] {
					seen[image] = true
					size++
				}
			}
			want.Orbits[size]++
			want.Fundamental++
		}
		got := testkit.Must(s.Census(t.Context()))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s: census (-want +got):\n%s", s.String(), diff)
		}
	}
}
