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

// An Estimate comes back from its JSON, and null leaves it as it is.
func TestStored(t *testing.T) {
	for want, e := range map[string]sample.Estimate{
		`{"mean":92,"stderr":0,"probes":32,"exact":true}`:               {Mean: 92, Probes: 32, Exact: true},
		`{"mean":1.5e+30,"stderr":3.25e+28,"probes":100,"exact":false}`: {Mean: 1.5e30, StdErr: 3.25e28, Probes: 100},
		`{"mean":0,"stderr":null,"probes":1,"exact":false}`:             {StdErr: math.Inf(1), Probes: 1},
	} {
		stored, err := json.Marshal(e)
		if err != nil || string(stored) != want {
			t.Errorf("%v is stored as %s, %v, want %s", e, stored, err, want)
		}
		var back sample.Estimate
		if err := json.Unmarshal(stored, &back); err != nil || back != e {
			t.Errorf("%s comes back as %v, %v", stored, back, err)
		}
		if err := json.Unmarshal([]byte("null"), &back); err != nil || back != e {
			t.Errorf("null makes %v of %v, %v", back, e, err)
		}
	}
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
	for name, draw := range map[string]func(*rand.Rand) any{
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
	} {
		one := fmt.Sprint(draw(seeded(1)))
		testkit.WantSame(t, one, fmt.Sprint(draw(seeded(1))), "%s with the same seed again", name)
		drawn := map[string]bool{one: true}
		for _, rng := range []*rand.Rand{seeded(2), seeded(3), nil, nil, nil} {
			drawn[fmt.Sprint(draw(rng))] = true
		}
		if len(drawn) < 5 { // two of six may be equal by chance
			t.Errorf("%s: of six draws with other seeds, only %d differ", name, len(drawn))
		}
	}
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
