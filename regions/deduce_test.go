package regions_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// checkDeduce passes all steps on a board to check and makes sure that they end as they should.
// It returns the sketch that they lead to, and how many there are by each rule.
func checkDeduce(t *testing.T, b *regions.Board, solutions []queens.Placement, check stepCheck) (*sketch, map[regions.Rule]int) {
	t.Helper()
	s, rules := newSketch(b), make(map[regions.Rule]int)
	steps, end := testkit.CollectUntil(t, b.Deduce(t.Context()))
	if want := boardtest.UniqueError(len(solutions)); end != want {
		t.Fatalf("%v\n%d solutions, and the steps end with %v, want %v", b, len(solutions), end, want)
	}
	for _, step := range steps {
		if rules[regions.Contradiction] > 0 {
			t.Fatalf("%v\n%v comes after a contradiction", b, step)
		}
		check(s, t, step, solutions)
		s.take(step)
		rules[step.Rule]++
	}
	if (len(solutions) == 0) != (rules[regions.Contradiction] == 1) {
		t.Fatalf("%v\n%d solutions, %d contradictions", b, len(solutions), rules[regions.Contradiction])
	}
	if len(solutions) > 0 {
		s.checkRest(t, solutions)
	}
	return s, rules
}

// A stepCheck checks a step on a board with these solutions: [sketch.check] against the plain
// rules, which takes long, [sketch.checkTrue] against the solutions alone.
type stepCheck func(s *sketch, t *testing.T, step regions.Deduction, solutions []queens.Placement)

// checkRest makes sure that all queens stand if there is one solution, and that each square
// that is open is in a solution.
func (s *sketch) checkRest(t *testing.T, solutions []queens.Placement) {
	t.Helper()
	if len(solutions) == 1 && len(s.queens) < s.b.N() {
		t.Fatalf("%v\none solution, but the steps end with queens on %v", s.b, s.queens)
	}
	for _, square := range s.allOpen() {
		some := slices.ContainsFunc(solutions, func(p queens.Placement) bool { return p[square.Row] == square.Col })
		if !some {
			t.Fatalf("%v\n%v is in no solution, but the steps leave it open", s.b, square)
		}
	}
}

// All steps on boards of all sorts, with one solution, several and none, are checked against
// the rules in their plainest form and against all solutions.
func TestDeduce(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(24, 3))
	rules := make(map[regions.Rule]int)
	for i := range testkit.Fewer(600, 150) {
		n := 1 + i%6
		if i%50 == 0 {
			n = 7
		}
		b := connectedBoard(rng, n)
		if rng.IntN(3) == 0 {
			b = randomBoard(rng, n)
		}
		if rng.IntN(2) == 0 {
			b = played(rng, b)
		}
		_, steps := checkDeduce(t, b, bruteForce(b), (*sketch).check)
		add(rules, steps)
	}
	t.Log(rules)
	if rules[regions.Trial] == 0 || rules[regions.Contradiction] == 0 {
		t.Errorf("steps only by %v", rules)
	}
}

// add adds up how many steps there are by each rule.
func add(sums, rules map[regions.Rule]int) {
	for rule, steps := range rules {
		sums[rule] += steps
	}
}

func TestDeduceIterator(t *testing.T) {
	testkit.CheckListing(t, generate(t, 7, 1, puzzle.Expert).Deduce(t.Context()))
}

// difficultyOf returns how hard a board is that takes rules up to the strongest.
func difficultyOf(strongest regions.Rule) puzzle.Difficulty {
	switch {
	case strongest <= regions.Point:
		return puzzle.Easy
	case strongest <= regions.Set2:
		return puzzle.Medium
	case strongest <= regions.Set4:
		return puzzle.Hard
	}
	return puzzle.Expert
}

func TestNames(t *testing.T) {
	for got, want := range map[fmt.Stringer]string{
		regions.Unit{regions.Row, 2}: "row 3", regions.Unit{regions.Column, 2}: "column c", regions.Unit{regions.Column, 27}: "column ab", regions.Unit{regions.Region, 0}: "region A", regions.Unit{regions.Region, 31}: "region f",
		regions.Unit{regions.Region, 32}: "region (32)", regions.Unit{regions.Column, -1}: "column (-1)", regions.Unit{regions.Row, -1}: "row (-1)", regions.Unit{regions.Row, math.MaxInt}: fmt.Sprintf("row %d", uint(math.MaxInt)+1), regions.Unit{regions.Kind(7), 1}: "Kind(7) (1)",
		regions.Row: "row", regions.Column: "column", regions.Region: "region", regions.Kind(3): "Kind(3)",
		regions.Single: "single", regions.Set4: "set4", regions.Contradiction: "contradiction", regions.Rule(10): "Rule(10)",
	} {
		if got.String() != want {
			t.Errorf("%#v is called %q, want %q", got, got, want)
		}
	}
	for want, u := range map[string]regions.Unit{
		"regions: no unit column (-1)": {regions.Column, -1}, "regions: no unit region (32)": {regions.Region, 32}, "regions: no unit Kind(3) (0)": {regions.Kind(3), 0},
	} {
		text, err := u.MarshalText()
		if wantError(t, "MarshalText", err, want); text != nil {
			t.Errorf("text %q beside the error", text)
		}
	}
	got := regions.Deduction{Rule: regions.Contradiction, Units: []regions.Unit{{regions.Kind(9), 0}}}.String()
	if want := "Kind(9) (0) has no open square left."; got != want {
		t.Errorf("a contradiction of no kind is %q, want %q", got, want)
	}
}

// Boards with scattered regions and squares blocked until one solution is left need searches
// too.
func TestDeduceScattered(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(24, 11))
	rules := make(map[regions.Rule]int)
	told, plain := 0, 0
	for range testkit.Fewer(10, 3) {
		b, solution := leaveOne(t, rng, randomBoard(rng, 12))
		s, steps := checkDeduce(t, b, []queens.Placement{solution}, (*sketch).check)
		add(rules, steps)
		told, plain = told+s.told, plain+s.plain
		if r, err := b.Rate(t.Context()); err != nil || steps[regions.Search] > 0 && r.Score != 100 {
			t.Errorf("%v\nwith steps by %v: %v, %v", b, steps, r, err)
		}
	}
	t.Log(rules, told, plain)
	if told == 0 || told > plain {
		t.Errorf("trials have %d steps, want fewer than %d, with those that nothing follows from", told, plain)
	}
	if rules[regions.Search] == 0 || rules[regions.Trial] == 0 {
		t.Errorf("steps only by %v", rules)
	}
}

// leaveOne blocks squares of solutions until only the first is left.
func leaveOne(t *testing.T, rng *rand.Rand, b *regions.Board) (*regions.Board, queens.Placement) {
	t.Helper()
	first := testkit.Must(b.Find(t.Context()))
	for {
		var others []queens.Square
		for p := range b.Solutions(t.Context()) {
			for row, col := range p {
				if col != first[row] {
					others = append(others, queens.Square{Row: row, Col: col})
				}
			}
			if others != nil {
				break
			}
		}
		if others == nil {
			return b, first
		}
		b = testkit.Must(b.With(regions.Blocked(others[rng.IntN(len(others))])))
	}
}

// What a search finds out about squares is true, however early it ends, and given time it finds
// out everything.
func TestTrialsSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 12))
	unknown := 0
	for range 300 {
		b := regions.Grow(rng, 4+rng.IntN(4))
		solved := make(map[queens.Square]bool)
		for p := range testkit.Values(t, b.Solutions(t.Context())) {
			for queen := range p.Queens() {
				solved[queen] = true
			}
		}
		for _, nodes := range []int{1, 2, regions.SquareNodes} {
			open, alive, dead := regions.TrialSquares(b, nodes)
			known := make(map[queens.Square]bool)
			for square := range alive {
				if known[square] = true; !solved[square] {
					t.Fatalf("%v\nwith %d nodes: %v is in no solution", b, nodes, square)
				}
			}
			for square := range dead {
				if known[square] = true; solved[square] {
					t.Fatalf("%v\nwith %d nodes: %v is in a solution", b, nodes, square)
				}
			}
			for square := range open {
				if !known[square] {
					unknown++
				}
				if !known[square] && nodes == regions.SquareNodes {
					t.Fatalf("%v\nnothing is known of %v", b, square)
				}
			}
			if nodes == regions.SquareNodes && len(slices.Collect(alive)) != len(solved) {
				t.Fatalf("%v\n%d squares are in solutions, want %d", b, len(slices.Collect(alive)), len(solved))
			}
		}
	}
	if unknown == 0 {
		t.Error("no search was ended early")
	}
}
