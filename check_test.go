package queens_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

// Check finds no fault in the solutions of the brute force, and a fault in every
// other placement.
func TestCheckOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := rng.IntN(6)
		pos := randomPosition(rng, n)
		s, err := New(n, pos.options()...)
		if err != nil {
			continue
		}
		solutions := pos.solutions()
		for p := range placements(n, Empty) {
			_, want := slices.BinarySearchFunc(solutions, p, slices.Compare)
			if err := s.Check(p); (err == nil) != want {
				t.Fatalf("%v: Check(%v) = %v, solution: %v", s, p, err, want)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	const board = "n=5 given=c1 blocked=a2,e5"
	for _, test := range []struct {
		board string
		p     Placement
		want  string
	}{
		{board, Placement{2, 4, 1, 3, 0}, ""},
		{board, Placement{2, 4, 1, 3}, "placement of 4 rows on a board of 5"},
		{board, Placement{2}, "placement of 1 row on a board of 5"},
		{board, nil, "placement of 0 rows on a board of 5"},
		{board, Placement{2, 5, 5, -2, 0}, "placement has 5 on rank 2, want a column 0..4 or Empty (-1)"},
		{board, Placement{2, 4, 1, -2, 0}, "placement has -2 on rank 4, want a column 0..4 or Empty (-1)"},
		{board, Placement{2, 4, 1, 3, math.MaxInt}, fmt.Sprintf("placement has %d on rank 5, want a column 0..4 or Empty (-1)", math.MaxInt)},
		{board, Placement{1, 4, 2, 0, 3}, "given queen c1 is missing"},
		{board, Placement{Empty, 0, 0, Empty, Empty}, "given queen c1 is missing"},
		{board, Placement{2, 0, 3, 1, 4}, "queen a2 stands on a blocked square"},
		{board, Placement{2, Empty, 2, Empty, 4}, "queen e5 stands on a blocked square"},
		{board, Placement{2, 4, Empty, 4, Empty}, "queens e2 and e4 attack each other"},
		{board, Placement{2, Empty, Empty, Empty, Empty}, "rank 2 has no queen"},
		{board, Placement{2, 4, 1, 3, Empty}, "rank 5 has no queen"},
		{"n=5 torus", Placement{0, 2, 4, 1, 3}, ""},
		{"n=4 torus", Placement{1, 3, 0, 2}, "queens b1 and c4 attack each other around the edge"},
		{"n=4 torus", Placement{1, 2, Empty, Empty}, "queens b1 and c2 attack each other"},
		{"n=4 torus", Placement{0, Empty, 2, Empty}, "queens a1 and c3 attack each other"},
		{"n=4 torus", Placement{3, 0, Empty, Empty}, "queens d1 and a2 attack each other around the edge"},
		{"n=4", Placement{3, 0, Empty, Empty}, "rank 3 has no queen"},
		{"n=0", nil, ""},
		{"n=0", Placement{}, ""},
		{"n=1", Placement{Empty}, "rank 1 has no queen"},
	} {
		s, err := ParseBoard(test.board)
		if err != nil {
			t.Fatal(err)
		}
		got, want := "", test.want
		if err := s.Check(test.p); err != nil {
			got = err.Error()
		}
		if want != "" {
			want = "queens: " + want
		}
		if got != want {
			t.Errorf("%s: Check(%d) = %q, want %q", test.board, []int(test.p), got, want)
		}
	}
}

// attackingPairs is Conflicts by the rules alone.
func (pos position) attackingPairs(p Placement) [][2]Square {
	var pairs [][2]Square
	queens := slices.Collect(p.Queens())
	for i, s := range queens {
		for _, u := range queens[i+1:] {
			if pos.attack(s, u) {
				pairs = append(pairs, [2]Square{s, u})
			}
		}
	}
	return pairs
}

func solverConflicts(s *Board, p Placement) [][2]Square {
	var pairs [][2]Square
	for q, u := range s.Conflicts(p) {
		pairs = append(pairs, [2]Square{q, u})
	}
	return pairs
}

func TestBoardConflicts(t *testing.T) {
	for n := range 6 {
		for _, torus := range []bool{false, true} {
			pos := position{n: n, torus: torus}
			s := pos.solver(t)
			for p := range placements(n, Empty) {
				if diff := cmp.Diff(pos.attackingPairs(p), solverConflicts(s, p)); diff != "" {
					t.Fatalf("%v: conflicts of %v (-want +got):\n%s", s, p, diff)
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{6, 7, 12, 64} {
		pos := position{n: n, torus: true}
		s := pos.solver(t)
		for range 100 {
			p := make(Placement, n)
			for row := range p {
				p[row] = rng.IntN(n+1) - 1
			}
			want := pos.attackingPairs(p)
			if diff := cmp.Diff(want, solverConflicts(s, p)); diff != "" {
				t.Fatalf("%v: conflicts of %v (-want +got):\n%s", s, p, diff)
			}
			i := 0
			for range s.Conflicts(p) {
				if i++; i == 3 {
					break
				}
			}
		}
	}
}

// A placement of another size than the board has the conflicts of its own size.
func TestBoardConflictsOtherSize(t *testing.T) {
	for _, torus := range []bool{false, true} {
		s := position{n: 8, torus: torus}.solver(t)
		for _, p := range []Placement{nil, {0}, {3, 0, Empty, 1}, {0, 1, 2, 3, 9, 5, 6, 7, 0}} {
			want := position{n: len(p), torus: torus}.attackingPairs(p)
			if diff := cmp.Diff(want, solverConflicts(s, p)); diff != "" {
				t.Errorf("%v: conflicts of %v (-want +got):\n%s", s, p, diff)
			}
		}
	}
}
