package regions_test

import (
	"context"
	"encoding/json"
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

// Each rule has the parts of a deduction that its definition says: a hint can be given in three
// stages, and the first is there and does not give away the last.
func TestDeductionParts(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(63, 7))
	seen := map[regions.Rule]int{}
	boards := []*regions.Board{testkit.Must(regions.ParseBoard("AB/AB"))}
	for seed := range uint64(testkit.Fewer(40, 10)) {
		for d := range puzzle.Expert + 1 {
			boards = append(boards, generate(t, 9, seed, d))
		}
	}
	for seen[regions.Search] == 0 || len(boards) > 0 {
		if len(boards) == 0 {
			b, _ := leaveOne(t, rng, randomBoard(rng, 12))
			boards = append(boards, b)
		}
		s := newSketch(boards[0])
		steps, _ := testkit.CollectUntil(t, boards[0].Deduce(t.Context()))
		boards = boards[1:]
		for _, d := range steps {
			seen[d.Rule]++
			s.checkParts(t, d)
			if d.Rule == regions.Trial {
				after := newSketch(s.b)
				after.open, after.queens = slices.Clone(s.open), slices.Clone(s.queens)
				after.place(d.Excluded[0])
				for _, step := range d.Steps {
					after.checkParts(t, step)
					after.take(step)
				}
			}
			s.take(d)
		}
	}
	t.Log(seen)
	for rule := range regions.Contradiction + 1 {
		if seen[rule] == 0 {
			t.Errorf("no steps by %v", rule)
		}
	}
}

// checkParts makes sure that a step has the parts that its rule says.
func (s *sketch) checkParts(t *testing.T, d regions.Deduction) {
	t.Helper()
	switch d.Rule {
	case regions.Single:
		if len(d.Queens) != 1 || d.Excluded != nil || len(d.Units) != 1 {
			t.Errorf("%v has the queens %v of %v and excludes %v", d, d.Queens, d.Units, d.Excluded)
		}
	case regions.Contradiction:
		if d.Queens != nil || d.Excluded != nil || d.Because != nil || len(d.Units) != 1 {
			t.Errorf("%v is more than the contradiction of a unit", d)
		}
	case regions.Trial, regions.Search:
		if d.Queens != nil || len(d.Excluded) != 1 || len(d.Units) != 1 || len(d.Because) == 0 {
			t.Errorf("%v has the queens %v, excludes %v and looks at %v of %v", d, d.Queens, d.Excluded, d.Because, d.Units)
		}
	default:
		if d.Queens != nil || len(d.Excluded) == 0 || len(d.Units) == 0 || len(d.Because) == 0 {
			t.Errorf("%v has the queens %v, excludes %v and looks at %v of %v", d, d.Queens, d.Excluded, d.Because, d.Units)
		}
	}
	answer := slices.Concat(d.Queens, d.Excluded)
	want := slices.DeleteFunc(s.openIn(d.Units...), func(q queens.Square) bool { return slices.Contains(answer, q) })
	if !slices.Equal(d.Because, want) {
		t.Errorf("%v: because of %v, want the open squares %v of %v without the answer", d, d.Because, want, d.Units)
	}
	open := s.allOpen()
	for _, square := range answer {
		if !slices.Contains(open, square) {
			t.Errorf("%v: %v is not open", d, square)
		}
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
	got := regions.Deduction{Rule: regions.Contradiction, Units: []regions.Unit{{regions.Kind(9), 0}}}.String()
	if want := "Kind(9) (0) has no open square left."; got != want {
		t.Errorf("a contradiction of no kind is %q, want %q", got, want)
	}
}

// Rules and units are words in JSON.
func TestNamesInJSON(t *testing.T) {
	type names struct {
		Rule  regions.Rule
		Units []regions.Unit
	}
	text, err := json.Marshal(names{regions.Set2, []regions.Unit{{regions.Row, 2}, {regions.Column, 27}, {regions.Region, 31}}})
	if want := `{"Rule":"set2","Units":["row 3","column ab","region f"]}`; err != nil || string(text) != want {
		t.Errorf("JSON is %s, %v, want %s", text, err, want)
	}
	for want, value := range map[string]interface{ MarshalText() ([]byte, error) }{
		"regions: Rule(10), want single, point, pin, set2, set3, set4, trial, search or contradiction": regions.Rule(10),
		"regions: no unit column (-1)": regions.Unit{regions.Column, -1},
		"regions: no unit region (32)": regions.Unit{regions.Region, 32},
		"regions: no unit Kind(3) (0)": regions.Unit{regions.Kind(3), 0},
	} {
		text, err := value.MarshalText()
		if wantError(t, "MarshalText", err, want); text != nil {
			t.Errorf("text %q beside the error", text)
		}
	}
}

// The steps end soon after their context: on a scattered board of 32 rows, where the first may
// take seconds.
func TestDeduceCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	steps, end := testkit.CollectUntil(t, testkit.Must(regions.ParseBoard("AABB\nACCB\nDDCB\nDDDB")).Deduce(ctx))
	if steps != nil || end != context.Canceled {
		t.Errorf("cancelled beforehand: %v, %v", steps, end)
	}
	b := randomBoard(rand.New(rand.NewPCG(24, 32)), regions.MaxN)
	testkit.CheckCancel(t, "Deduce", func(ctx context.Context) error { return boardtest.Ended(b.Deduce(ctx)) })
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
