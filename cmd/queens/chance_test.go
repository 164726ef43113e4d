package main

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/queens"
)

// TestSeed makes choices again with the seed that was printed.
func TestSeed(t *testing.T) {
	for _, line := range []string{"sample 10", "random 50", "puzzle 9", "estimate 20 --probes 500", "estimate 16 --probes 500 --json"} {
		first := queensRun(t.Context(), line)
		seed, ok := strings.CutPrefix(first.stderr, "seed ")
		if !ok || first.status != 0 || first.stdout == "" {
			t.Fatalf("%s: %+v", line, first)
		}
		seed, _, _ = strings.Cut(seed, "\n")
		again := func(seed string) string { return queensRun(t.Context(), line+" --seed "+seed).stdout }
		if again(seed) != first.stdout {
			t.Errorf("%s: seed %s gave %q and then %q", line, seed, first.stdout, again(seed))
		}
		if again("1") == again("2") {
			t.Errorf("%s: the same with seeds 1 and 2", line)
		}
	}
}

// TestSample draws often enough that each of four solutions comes, and no other.
func TestSample(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(mustRun(t, "sample 6 --count 100 --seed 1")) {
		seen[strings.TrimSpace(line)] = true
	}
	for p := range queens.All(6) {
		if !seen[p.String()] {
			t.Errorf("%v never came", p)
		}
	}
	if len(seen) != 4 {
		t.Errorf("%d different placements", len(seen))
	}
	check(t, "sample 3 --seed 1", "", "no solution\n")
	check(t, "sample 8 --given b4,d5 --block c1 --seed 1", "6 3 7 2 4 8 1 5\n", "")
}

func TestConstruct(t *testing.T) {
	check(t, "construct 3", "", "no solution\n")
	check(t, "random 2 --seed 1", "", "no solution\n")
	for _, line := range []string{"construct 0", "construct 8", "construct 100000", "random 8 --seed 1", "random 100000 --seed 1"} {
		var p queens.Placement
		if err := json.Unmarshal([]byte(mustRun(t, line+" --json")), &p); err != nil || !p.Solved() {
			t.Errorf("%s: %.40v, %v", line, p, err)
		}
	}
}

func TestEstimate(t *testing.T) {
	check(t, "estimate 8 --seed 1", "92 exactly\n", "")
	check(t, "estimate 8 --seed 7 --json", `{"mean":92,"stderr":0,"probes":20000,"exact":true,"seed":7}`+"\n", "")
	if got := mustRun(t, "estimate 20 --probes 1 --seed 1 --json"); !strings.Contains(got, `"stderr":null,"probes":1,"exact":false`) {
		t.Errorf("one probe: %s", got)
	}
	if got := mustRun(t, "estimate 27 --seed 1"); !strings.Contains(got, "e+17 ± ") {
		t.Errorf("n = 27: %s", got)
	}
}
