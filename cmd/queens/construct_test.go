package main

import (
	"encoding/json"
	"testing"

	"example.com/queens"
)

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
