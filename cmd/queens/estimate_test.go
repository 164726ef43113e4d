package main

import (
	"strings"
	"testing"
)

func TestEstimate(t *testing.T) {
	check(t, "estimate 8 --seed 1", "92 exactly\n", "")
	check(t, "estimate 8 --seed 7 --json", `{"mean":92,"stderr":0,"probes":20000,"exact":true,"seed":7}`+"\n", "")
	if got := mustRun(t, "estimate 20 --probes 1 --seed 1 --json"); !strings.Contains(got, `"stderr":null,"probes":1,"exact":false`) {
		t.Errorf("one probe: %s", got)
	}
	if one, two := mustRun(t, "estimate 20 --seed 1 --workers 1"), mustRun(t, "estimate 20 --seed 1 --workers 2"); one != two {
		t.Errorf("with one worker %q, with two %q", one, two)
	}
	if got := mustRun(t, "estimate 27 --seed 1"); !strings.Contains(got, "e+17 ± ") {
		t.Errorf("n = 27: %s", got)
	}
}
