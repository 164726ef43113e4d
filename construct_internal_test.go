package queens

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConstruct(t *testing.T) {
	sizes := []int{0, 1, 1000003}
	for n := 4; n <= 2000; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		p, err := Construct(n)
		if err != nil {
			t.Fatalf("n = %d: %v", n, err)
		}
		if p == nil || len(p) != n || !p.Solved() {
			t.Fatalf("n = %d: %v is no solution", n, p)
		}
	}
}

// TestConstructQuadratic checks small constructions pair by pair, without Solved.
func TestConstructQuadratic(t *testing.T) {
	for n := 4; n <= 60; n++ {
		p, err := Construct(n)
		if err != nil {
			t.Fatal(err)
		}
		for row, col := range p {
			if col < 0 || col >= n {
				t.Errorf("n = %d: row %d has column %d", n, row, col)
			}
			for above := range row {
				if s, u := (Square{above, p[above]}), (Square{row, col}); s.Attacks(u) {
					t.Errorf("n = %d: %v attacks %v", n, s, u)
				}
			}
		}
	}
}

// builders are what builds a solution of a board of any size.
var builders = map[string]func(n int) (Placement, error){
	"Construct":       Construct,
	"ConstructRandom": func(n int) (Placement, error) { return ConstructRandom(n, newRNG(1)) },
}

func newRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func TestConstructErrors(t *testing.T) {
	for name, build := range builders {
		for _, n := range []int{2, 3} {
			p, err := build(n)
			want := fmt.Sprintf("queens: no solution for n = %d, as for 2 and 3 alone", n)
			if p != nil || !errors.Is(err, ErrNoSolution) || err.Error() != want {
				t.Errorf("%s(%d) = %v, %v, want %s", name, n, p, err, want)
			}
		}
		for _, n := range []int{math.MinInt, -1, maxConstruct + 1, math.MaxInt32, math.MaxInt} {
			p, err := build(n)
			want := fmt.Sprintf("queens: n = %d out of range 0..134217728", n)
			if p != nil || err == nil || errors.Is(err, ErrNoSolution) || err.Error() != want {
				t.Errorf("%s(%d) = %v, %v, want %s", name, n, p, err, want)
			}
		}
	}
}

func TestConstructRandom(t *testing.T) {
	draws := map[int]int{0: 1, 1: 1, 1000: 10, 30000: 1}
	for n := 4; n <= 100; n++ {
		draws[n] = 10
	}
	if !testing.Short() {
		draws[1000003] = 1
	}
	rng := newRNG(1)
	for n, times := range draws {
		for range times {
			p, err := ConstructRandom(n, rng)
			if err != nil {
				t.Fatalf("n = %d: %v", n, err)
			}
			if p == nil || len(p) != n || !p.Solved() {
				t.Fatalf("n = %d: %v is no solution", n, p)
			}
		}
	}
}

// TestConstructRandomReachesAll draws often enough for every solution of the small boards
// to come up, and nothing else.
func TestConstructRandomReachesAll(t *testing.T) {
	rng := newRNG(1)
	for n := 4; n <= 8; n++ {
		times := make(map[string]int)
		for range 2500 {
			p, err := ConstructRandom(n, rng)
			if err != nil {
				t.Fatal(err)
			}
			times[p.String()]++
		}
		for p := range All(n) {
			if times[p.String()] == 0 {
				t.Errorf("n = %d: %v did not come up", n, p)
			}
		}
		if want := int(Reference[n].All); len(times) != want {
			t.Errorf("n = %d: %d solutions came up, want %d", n, len(times), want)
		}
	}
}

// TestConstructRandomVaries compares large solutions row by row: two of them agree about
// as often as two permutations do.
func TestConstructRandomVaries(t *testing.T) {
	const n = 5000
	rng := newRNG(1)
	first, err := ConstructRandom(n, rng)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		p, err := ConstructRandom(n, rng)
		if err != nil {
			t.Fatal(err)
		}
		same := 0
		for row, col := range p {
			if col == first[row] {
				same++
			}
		}
		if same > 10 { // expected: 1, as Poisson's law has it
			t.Errorf("two solutions of %d rows agree in %d", n, same)
		}
	}
}

func TestConstructRandomIsDeterministic(t *testing.T) {
	for _, n := range []int{8, 50, 2000} {
		one, err := ConstructRandom(n, newRNG(7))
		if err != nil {
			t.Fatal(err)
		}
		two, err := ConstructRandom(n, newRNG(7))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(one, two); diff != "" {
			t.Errorf("n = %d: the same seed gave two solutions (-one +two):\n%s", n, diff)
		}
	}
}

// stuck is a source that always says the same.
type stuck uint64

func (s stuck) Uint64() uint64 { return uint64(s) }

// TestConstructRandomWithoutChance makes sure that ConstructRandom returns a solution even if no
// attempt can succeed.
func TestConstructRandomWithoutChance(t *testing.T) {
	for _, n := range []int{4, 6, 8, 100, 1001} {
		rng := rand.New(stuck(math.MaxUint64))
		p, err := ConstructRandom(n, rng)
		if err != nil || !p.Solved() {
			t.Errorf("n = %d: %v, %v", n, p, err)
		}
	}
	m := newMinimizer(1000, rand.New(stuck(math.MaxUint64)))
	if m.fill() {
		t.Errorf("%d rows filled and %d left", m.filled, 1000-m.filled)
	}
}

// TestMinimizerCounts compares the numbers of queens on the diagonals with those
// counted anew, through all of a repair.
func TestMinimizerCounts(t *testing.T) {
	for seed := range uint64(50) {
		const n = 40
		m := newMinimizer(n, newRNG(seed))
		m.fill()
		pairs := len(collectConflicts(m.queens))
		for row := m.firstAttacked(0); row < n; row = m.firstAttacked(0) {
			improved := m.improve(row)
			diags, antis := make([]uint8, 2*n), make([]uint8, 2*n)
			for row, col := range m.queens {
				diags[row-col+n]++
				antis[row+col]++
			}
			if !slices.Equal(diags, m.diags) || !slices.Equal(antis, m.antis) {
				t.Fatalf("seed %d: the numbers on the diagonals of %v are wrong", seed, m.queens)
			}
			before := pairs
			pairs = len(collectConflicts(m.queens))
			if improved != (pairs < before) {
				t.Fatalf("seed %d: improved: %v, from %d to %d pairs", seed, improved, before, pairs)
			}
			if !improved {
				break
			}
		}
		if solved := m.queens.Solved(); solved != (pairs == 0) {
			t.Errorf("seed %d: solved: %v, with %d pairs", seed, solved, pairs)
		}
	}
}

func collectConflicts(p Placement) [][2]Square {
	var pairs [][2]Square
	for s, u := range p.Conflicts() {
		pairs = append(pairs, [2]Square{s, u})
	}
	return pairs
}

// TestConflictsAtScale moves some queens of a large solution. Every pair in
// conflict then has one of these; finding them by the rules takes a pass for each.
func TestConflictsAtScale(t *testing.T) {
	const n = 100_000
	p, err := ConstructRandom(n, newRNG(1))
	if err != nil {
		t.Fatal(err)
	}
	if got := collectConflicts(p); got != nil {
		t.Errorf("a solution has the conflicts %v", got)
	}
	moved := []int{0, 17, 50_000, n - 1}
	for _, row := range moved {
		p[row] = (p[row] + n/3) % n
	}
	p[99] = Empty
	var want [][2]Square
	for s := range p.Queens() {
		for _, row := range moved {
			u := Square{row, p[row]}
			if s.Attacks(u) && (s.Row < row || !slices.Contains(moved, s.Row)) {
				first, second := s, u
				if u.Row < s.Row {
					first, second = u, s
				}
				want = append(want, [2]Square{first, second})
			}
		}
	}
	slices.SortFunc(want, func(a, b [2]Square) int {
		return slices.Compare([]int{a[0].Row, a[1].Row}, []int{b[0].Row, b[1].Row})
	})
	if len(want) < len(moved) {
		t.Fatalf("only %v in conflict", want)
	}
	if diff := cmp.Diff(want, collectConflicts(p)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p.Valid() || p.Solved() {
		t.Error("valid or solved")
	}
}

// TestConflictsOfColumn takes a few of the 5·10⁹ pairs of a board with all queens
// in one column.
func TestConflictsOfColumn(t *testing.T) {
	const n = 100_000
	p := slices.Repeat(Placement{7}, n)
	var got [][2]Square
	for s, u := range p.Conflicts() {
		if got = append(got, [2]Square{s, u}); len(got) == 3 {
			break
		}
	}
	want := [][2]Square{{{0, 7}, {1, 7}}, {{0, 7}, {2, 7}}, {{0, 7}, {3, 7}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestNotationAtScale writes and reads boards for which anything but linear time
// would take minutes.
func TestNotationAtScale(t *testing.T) {
	const n = 100_000
	p, err := ConstructRandom(n, newRNG(1))
	if err != nil {
		t.Fatal(err)
	}
	for row := 0; row < n-1; row += 1000 { // the last row gives the squares their size
		p[row] = Empty
	}
	forms := map[string]string{
		"vector":  p.String(),
		"tuple":   "(" + strings.ReplaceAll(p.String(), " ", ",\n") + ")",
		"FEN":     p.FEN(),
		"squares": squareNames(p),
	}
	for name, text := range forms {
		got, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !slices.Equal(p, got) {
			t.Errorf("the %s reads back otherwise", name)
		}
	}
	// A diagram of that size has 10¹⁰ squares.
	small, err := Construct(1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range []DiagramStyle{{}, {Labels: true, RankUp: true}} {
		got, err := Parse(small.Diagram(style))
		if err != nil || !slices.Equal(small, got) {
			t.Errorf("the diagram in %+v reads back otherwise: %v", style, err)
		}
	}
	if err := p.WriteSVG(new(strings.Builder)); err == nil {
		t.Error("a picture of 100000 rows")
	}
}

// squareNames lists the squares of the queens.
func squareNames(p Placement) string {
	var names []string
	for s := range p.Queens() {
		names = append(names, s.String())
	}
	return strings.Join(names, " ")
}

func TestJSON(t *testing.T) {
	if b, err := json.Marshal(Placement{1, Empty, 0, 2}); err != nil || string(b) != "[1,-1,0,2]" {
		t.Errorf("%s, %v", b, err)
	}
	large, err := Construct(100_000)
	if err != nil {
		t.Fatal(err)
	}
	large[3] = Empty
	for _, p := range []Placement{{}, {0}, {Empty}, {5, -9}, large} {
		b, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var got Placement
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(p, got) {
			t.Errorf("%.80s reads back as %.80v", b, []int(got))
		}
	}
}
