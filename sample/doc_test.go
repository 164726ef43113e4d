package sample_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/sample"
)

func TestTypes(t *testing.T) {
	exact := sample.Estimate{Mean: 92, Probes: 32, Exact: true}
	large := sample.Estimate{Mean: 1.5e30, StdErr: 3.25e28, Probes: 100}
	unknown := sample.Estimate{StdErr: math.Inf(1), Probes: 1}
	testkit.CheckStored(t, [][2]any{
		{exact, `{"mean":92,"stderr":0,"probes":32,"exact":true}`},
		{large, `{"mean":1.5e+30,"stderr":3.25e+28,"probes":100,"exact":false}`},
		{unknown, `{"mean":0,"stderr":null,"probes":1,"exact":false}`},
	}...)
	testkit.CheckPrinted(t, [2]any{sample.Estimate{Mean: 92, StdErr: 3, Probes: 100}, "92 ± 3 (100 probes)"})
	testkit.CheckMethods(t, []any{
		exact, large, unknown, sample.Estimate{}, sample.Estimate{Mean: math.NaN(), StdErr: math.NaN(), Probes: -1},
		sample.Estimate{Mean: math.Inf(-1), StdErr: 1e-300}, sample.Sampler{},
	}, []any{[]byte("\x00{"), seeded(1)}, "Sampler.Sample")
	var e sample.Estimate
	if err := json.Unmarshal([]byte(`"92"`), &e); err == nil || e != (sample.Estimate{}) {
		t.Errorf("a string is read as %v, %v", e, err)
	}
}

// The same seed gives the same. Another seed gives something else, and so does each call without a
// source of chance.
func TestSeeds(t *testing.T) {
	ctx, b := t.Context(), boardtest.New(t, 12)
	m, err := sample.New(ctx, b)
	testkit.NoError(t, err)
	testkit.CheckSeeds(t, map[string]func(*rand.Rand) any{
		"Sample": func(rng *rand.Rand) any { return m.Sample(rng) },
		"EstimateCount": func(rng *rand.Rand) any {
			e, err := sample.EstimateCount(ctx, rng, b, 100)
			testkit.NoError(t, err)
			return e.Mean
		},
		"Draws": func(rng *rand.Rand) any {
			drawn := ""
			for p, weight := range sample.Draws(rng, b) {
				if drawn += fmt.Sprintln(p, weight); len(drawn) > 400 {
					break
				}
			}
			return drawn
		},
	})
}

// A Sampler and draws keep to their board, even if another one is read into its variable.
func TestBoardReplaced(t *testing.T) {
	b := boardtest.New(t, 6)
	m, err := sample.New(t.Context(), b)
	testkit.NoError(t, err)
	draws := sample.Draws(seeded(1), b)
	testkit.NoError(t, b.UnmarshalText([]byte("n=5 torus")))
	if p := m.Sample(seeded(1)); len(p) != 6 {
		t.Errorf("a sampler of 6 rows draws %v", p)
	}
	for p := range draws {
		if p != nil && len(p) != 6 {
			t.Errorf("draws of 6 rows yield %v", p)
		}
		break
	}
}

func TestZeroSampler(t *testing.T) {
	if why := testkit.Recovered(func() { new(sample.Sampler).Sample(seeded(1)) }); why == nil {
		t.Error("the zero Sampler samples")
	}
	if _, err := sample.New(t.Context(), boardtest.New(t, 3)); err != queens.ErrNoSolution {
		t.Errorf("a board without solutions has a sampler: %v", err)
	}
}
