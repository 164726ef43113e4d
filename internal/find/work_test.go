package find

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/testkit"
)

// workDone is how many thousand squares Find closes for an answer about so many boards of each
// family, and to refute what comes before the first solution.
var workDone = map[string]struct{ boards, squares int }{
	"completion 24": {12, 1}, "completion 32": {12, 2}, "blocked 24": {12, 94}, "blocked 30": {12, 813},
	"blocked 40": {4, 1102}, "blocked 50": {1, 2481}, "torus 19": {12, 345}, "torus 25": {3, 2162},
	"diagonals 16": {12, 86}, "diagonals 20": {12, 196}, "diagonals 24": {12, 495}, "diagonals 28": {12, 363},
	"diagonals 30": {12, 1487}, "diagonals 32": {12, 1411}, "diagonals 40": {4, 1848}, "diagonals 48": {2, 3325},
	"first 46": {0, 569}, "first 48": {0, 2790}, "first 50": {0, 122},
}

// A rule that prunes and is lost leaves all answers as they were, but more squares are closed
// one by one: no family takes a quarter more than its share of workDone.
func TestWorkDone(t *testing.T) {
	testkit.Sequential(t)
	check := func(name string, closed int) {
		t.Logf("%s: %d thousand squares closed", name, closed/1000)
		if most := workDone[name].squares * 5 / 4; closed > 1000*most {
			t.Errorf("%s: %d thousand squares closed, want at most %d", name, closed/1000, most)
		}
	}
	for _, f := range testkit.Families(t, "../../testdata/find_families.txt") {
		name := fmt.Sprint(f.Name, " ", f.N)
		boards, closed := 0, 0
		for b := range f.Boards() {
			if boards++; boards > workDone[name].boards {
				break
			}
			g := Empty(f.N, b.Torus)
			for _, s := range b.Blocked {
				g.Open[s[0]].remove(s[1])
			}
			for _, s := range b.Given {
				g = g.With(s[0], s[1])
			}
			solver := newTestSolver(g)
			_, _ = solver.Find(nil)
			closed += solver.board.closed
		}
		check(name, closed)
	}
	for line := range strings.Lines(string(testkit.Must(os.ReadFile("../../testdata/first.txt")))) {
		columns := strings.Fields(line)
		n := len(columns)
		if _, ok := workDone[fmt.Sprint("first ", n)]; strings.HasPrefix(line, "#") || !ok {
			continue
		}
		closed := 0
		g := Empty(n, false)
		for row, text := range columns {
			col := testkit.Must(strconv.Atoi(text)) - 1
			solver := newFirstSolver(g.Without(row, Below(n).without(Below(col))), new(atomic.Bool))
			if _, err := solver.Find(nil); err != ErrNone {
				t.Errorf("n = %d: a solution comes before the first one: %v", n, err)
			}
			closed += solver.board.closed
			g = g.With(row, col)
		}
		check(fmt.Sprint("first ", n), closed)
	}
}
