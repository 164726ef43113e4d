package queens_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/queens/internal/boardtest"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

// firstRows reads the least solutions of the empty boards from n = 4 on, one a line.
func firstRows(t testing.TB) []queens.Placement {
	t.Helper()
	text := testkit.Must(os.ReadFile("testdata/first.txt"))
	var rows []queens.Placement
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		p := testkit.Must(queens.ParsePlacement(line))
		if len(p) < 4+len(rows) || !p.Solved() {
			t.Fatalf("%v is not a solution for n = %d or more", p, 4+len(rows))
		}
		rows = append(rows, p)
	}
	return rows
}

func first(t testing.TB, b *queens.Board, workers int) queens.Placement {
	t.Helper()
	p, err := b.First(t.Context(), queens.Workers(workers))
	if err != nil && !errors.Is(err, queens.ErrNoSolution) || (err == nil) != (p != nil) {
		t.Fatalf("First of %v: %v, %v", b, p, err)
	}
	return p
}

// Below 30 rows All does nothing but backtrack.
func TestFirstEmpty(t *testing.T) {
	most := testkit.Fewer(26, 21)
	for n := range most + 1 {
		var want queens.Placement
		for want = range queens.All(n) {
			break
		}
		for _, workers := range []int{1, 2, 5, 100} {
			if got := first(t, boardtest.Spec{N: n}.Board(t), workers); !slices.Equal(got, want) {
				t.Errorf("n = %d, %d workers: %v, want %v", n, workers, got, want)
			}
		}
	}
}

// The rows of testdata/first.txt. Those that are left out take ten seconds at most.
func TestFirstKnown(t *testing.T) {
	most := 49
	switch {
	case testing.Short():
		most = 31
	case os.Getenv("QUEENS_LONG") != "":
		most = queens.MaxN
	}
	for _, want := range firstRows(t) {
		if n := len(want); n <= most || !testkit.RaceEnabled && slices.Contains([]int{39, 41, 62}, n) {
			b := boardtest.Spec{N: n}.Board(t)
			if got := first(t, b, 2); !slices.Equal(got, want) {
				t.Errorf("n = %d: %v, want %v", n, got, want)
			}
		}
	}
}

// On boards with constraints it is the least of all solutions, for any number of workers.
func TestFirstConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 1))
	boards, solvable := 600, 0
	if testing.Short() {
		boards = 200
	}
	for range boards {
		spec := boardtest.RandomSpec(rng, rng.IntN(10))
		spec.Blocked = spec.Blocked[:len(spec.Blocked)/(1+rng.IntN(4))]
		b, err := queens.New(spec.N, spec.Constraints()...)
		if err != nil {
			continue
		}
		var want queens.Placement
		if all := spec.Solutions(); len(all) > 0 {
			want, solvable = all[0], solvable+1
		}
		for workers := range 3 {
			if got := first(t, b, workers+1); !slices.Equal(got, want) {
				t.Errorf("%v, %d workers: %v, want %v", b, workers+1, got, want)
			}
		}
	}
	if solvable < boards/10 {
		t.Errorf("only %d of %d boards have a solution", solvable, boards)
	}
}

// randomBlocked leaves each square open with the given probability.
func randomBlocked(rng *rand.Rand, n int, open float64, torus bool) boardtest.Spec {
	return boardtest.Spec{N: n, Torus: torus, Blocked: boardtest.SquaresWhere(n, func(queens.Square) bool { return rng.Float64() >= open })}
}

// Symmetries take a board's solutions to those of its image.
func TestFindSymmetry(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(8, 12))
	for range 30 {
		pos := randomBlocked(rng, 16, 0.4, false)
		_, found := pos.Board(t).Find(t.Context())
		_, unique := pos.Board(t).Unique(t.Context())
		for _, sym := range boardtest.Symmetries {
			image := boardtest.Spec{N: pos.N}
			for _, s := range pos.Blocked {
				image.Blocked = append(image.Blocked, sym.Apply(pos.N, s))
			}
			s := image.Board(t)
			if p, err := s.Find(t.Context()); err != found {
				t.Errorf("found %v, %v for the image under %v, %v before", p, err, sym, found)
			} else if err == nil {
				checkSolves(t, pos, p.Transform(sym.Inverse()))
			}
			if _, err := s.Unique(t.Context()); err != unique {
				t.Errorf("unique is %v for the image under %v, %v before", err, sym, unique)
			}
		}
	}
}

// Boards with half of their squares blocked have solutions. Boards of any density, toroidal
// ones too, have the solution whose squares are left open.
func TestFindBlocked(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(40, 50))
	for range 100 {
		pos := randomBlocked(rng, 40, 0.5, false)
		p, err := pos.Board(t).Find(t.Context())
		if err != nil {
			t.Fatalf("no solution with half of the squares of n = %d blocked", pos.N)
		}
		checkSolves(t, pos, p)
	}
	for _, n := range []int{11, 13, 20, 25, 28} {
		for _, torus := range []bool{false, true} {
			hidden, err := boardtest.Spec{N: n, Torus: torus}.Board(t).Find(t.Context())
			for density := 0.0; err == nil && density < 0.6; density += 0.05 {
				pos := randomBlocked(rng, n, density, torus)
				pos.Blocked = slices.DeleteFunc(pos.Blocked, func(s queens.Square) bool { return hidden[s.Row] == s.Col })
				p, err := pos.Board(t).Find(t.Context())
				if err != nil {
					t.Fatalf("n = %d: %v not found on an open share of %v", n, hidden, density)
				}
				checkSolves(t, pos, p)
				if p, err := pos.Board(t).Unique(t.Context()); err == nil && !cmp.Equal(p, hidden) {
					t.Errorf("n = %d: unique %v, but %v is a solution", n, p, hidden)
				}
			}
		}
	}
}

// diagonals returns the squares of some of the 4n-2 diagonals: those of row+col, and then those
// of row-col+n-1.
func diagonals(n int, some []int) []queens.Square {
	chosen := make([]bool, 4*n-2)
	for _, d := range some {
		chosen[d] = true
	}
	return boardtest.SquaresWhere(n, func(s queens.Square) bool { return chosen[s.Row+s.Col] || chosen[2*n-1+s.Row-s.Col+n-1] })
}

// About half of these boards have a solution. The row-by-row search tells which: with squares
// blocked at random, and with whole diagonals blocked, as in problem 079 of CSPLib.
func TestFindThreshold(t *testing.T) {
	testkit.Sequential(t)
	for name, draw := range map[string]func(*rand.Rand) boardtest.Spec{
		"squares": func(rng *rand.Rand) boardtest.Spec { return randomBlocked(rng, 14, 0.45, false) },
		"diagonals": func(rng *rand.Rand) boardtest.Spec {
			n := 10 + rng.IntN(4)
			return boardtest.Spec{N: n, Blocked: diagonals(n, rng.Perm(4*n - 2)[:rng.IntN(n+8)])}
		},
	} {
		rng := rand.New(rand.NewPCG(79, 80))
		var boards [3]int // by their number of solutions, to 2
		for range 80 {
			pos := draw(rng)
			some := testkit.UpTo(2, testkit.Values(t, pos.Board(t).Solutions(t.Context())))
			checkFind(t, pos, some)
			boards[len(some)]++
		}
		if boards[0] < 15 || boards[1] == 0 || boards[2] < 15 {
			t.Errorf("%s: boards by their number of solutions, to 2: %d", name, boards)
		}
	}
}

// Boards with only the diagonals of one solution open have that solution: no bound refutes it.
func TestFindOwnDiagonals(t *testing.T) {
	testkit.Sequential(t)
	for p := range queens.All(9) {
		var others []int
		for d := range 4*9 - 2 {
			on := func(s queens.Square) bool { return s.Row+s.Col == d || 2*9-1+s.Row-s.Col+9-1 == d }
			if !slices.ContainsFunc(slices.Collect(p.Queens()), on) {
				others = append(others, d)
			}
		}
		pos := boardtest.Spec{N: 9, Blocked: diagonals(9, others)}
		checkFind(t, pos, pos.Solutions())
	}
}
