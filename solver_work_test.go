package queens_test

import (
	"fmt"
	"testing"

	. "example.com/queens"
)

// workDone is how many boards Find branches on for so many boards of each family of
// BenchmarkFindFamilies, and First to refute what comes before the least solution.
var workDone = map[string]struct {
	boards int
	nodes  uint64
}{
	"completion 24": {12, 54},
	"completion 32": {12, 41},
	"blocked 24":    {12, 2653},
	"blocked 30":    {12, 7603},
	"blocked 40":    {4, 22983},
	"blocked 50":    {1, 50837},
	"torus 19":      {12, 5775},
	"torus 25":      {12, 36371},
	"diagonals 16":  {12, 2520},
	"diagonals 20":  {12, 3805},
	"diagonals 24":  {12, 4577},
	"diagonals 28":  {12, 4888},
	"diagonals 30":  {12, 13677},
	"diagonals 32":  {12, 11125},
	"diagonals 40":  {4, 21946},
	"diagonals 48":  {2, 13543},
	"first 36":      {0, 14340},
	"first 46":      {0, 8506},
	"first 48":      {0, 6488},
	"first 50":      {0, 2673},
	"first 52":      {0, 6163},
}

// A rule that prunes and is lost leaves all answers as they were, but more boards are branched
// on: no family takes a tenth more than its share of workDone.
func TestWorkDone(t *testing.T) {
	check := func(name string, nodes uint64) {
		if most := workDone[name].nodes * 11 / 10; nodes > most {
			t.Errorf("%s: %d boards branched on, want at most %d", name, nodes, most)
		}
	}
	for _, f := range findFamilies(t) {
		name := fmt.Sprint(f.name, " ", f.n)
		boards, nodes := 0, uint64(0)
		for b := range f.boards(t) {
			if boards++; boards > workDone[name].boards {
				break
			}
			nodes += Branchings(b)
		}
		check(name, nodes)
	}
	for _, n := range []int{36, 46, 48, 50, 52} {
		check(fmt.Sprint("first ", n), FirstBranchings(t, n))
	}
}
