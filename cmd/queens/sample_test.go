package main

import (
	"strings"
	"testing"
)

// TestSeed repeats runs with the seed that they printed.
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
