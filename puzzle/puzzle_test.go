package puzzle_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
)

// Puzzles have one solution, the difficulty asked for, and no queen too many, and their
// steps end at the solution without any rule that is too strong.
func TestPuzzle(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(21, 3))
	puzzles := testkit.Fewer(6, 1)
	for n := 6; n <= 20; n++ {
		for _, d := range difficulties {
			if d == puzzle.Expert && n < 9 {
				continue // there are none; see TestPuzzleNone
			}
			for range puzzles {
				checkPuzzle(t, rng, boardtest.Spec{N: n}, d)
			}
		}
	}
	for _, n := range []int{24, 32, 48, queens.MaxN}[:testkit.Fewer(4, 2)] {
		for _, d := range difficulties {
			checkPuzzle(t, rng, boardtest.Spec{N: n}, d)
		}
	}
	for _, n := range []int{11, 13, 17} {
		for _, d := range difficulties[:puzzle.Expert] {
			for range puzzles {
				checkPuzzle(t, rng, boardtest.Spec{N: n, Torus: true}, d)
			}
		}
	}
	for range 2 * puzzles {
		checkPuzzle(t, rng, thinnedPosition(rng, 7+rng.IntN(3), false), puzzle.Difficulty(rng.IntN(4)))
	}
	for range puzzles {
		large := boardtest.Spec{N: 20}
		for range 100 {
			large.Blocked = append(large.Blocked, queens.Square{Row: rng.IntN(20), Col: rng.IntN(20)})
		}
		checkPuzzle(t, rng, large, puzzle.Difficulty(rng.IntN(4)))
	}
}

var difficulties = []puzzle.Difficulty{puzzle.Easy, puzzle.Medium, puzzle.Hard, puzzle.Expert}

// checkPuzzle makes a puzzle on a board, unless it has none.
func checkPuzzle(t *testing.T, rng *rand.Rand, pos boardtest.Spec, d puzzle.Difficulty) {
	t.Helper()
	board := pos.Board(t)
	text := board.String()
	made, err := puzzle.Generate(t.Context(), rng, board, d)
	constrained := len(pos.Given)+len(pos.Blocked) > 0
	switch {
	case constrained && (errors.Is(err, queens.ErrNoSolution) || errors.Is(err, puzzle.ErrNoPuzzle)):
		return // see TestPuzzleNone
	case err != nil:
		t.Fatalf("%v: no %v puzzle: %v", board, d, err)
	case board.String() != text:
		t.Fatalf("%s is now %v", text, board)
	}
	if got, err := puzzle.Rate(t.Context(), made); got.Difficulty != d || err != nil {
		t.Fatalf("%v is %v, %v, want %v", made, got, err, d)
	}
	solution, err := made.Unique(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", made, err)
	}
	placed := slices.Collect(made.Given())
	for _, queen := range pos.Given {
		if !slices.Contains(placed, queen) {
			t.Fatalf("%v is made of %+v, but has no queen on %v", made, pos, queen)
		}
	}
	for _, queen := range placed {
		if slices.Contains(pos.Given, queen) {
			continue
		}
		fewer := pos
		fewer.Given = slices.DeleteFunc(slices.Clone(placed), func(sq queens.Square) bool { return sq == queen })
		if got, err := puzzle.Rate(t.Context(), fewer.Board(t)); err == nil && got.Difficulty <= d {
			t.Fatalf("%v is %v without %v", made, got, queen)
		}
	}
	same := pos
	same.Given = placed
	if got := same.Board(t).String(); got != made.String() {
		t.Fatalf("%v is made of %+v, want %s", made, pos, got)
	}
	hardest := puzzle.Easy
	for step := range testkit.Values(t, puzzle.Deduce(t.Context(), made)) {
		testkit.NoError(t, checkStages(step))
		hardest = max(hardest, takes(step))
		placed = append(placed, step.Queens...)
		if slices.ContainsFunc(step.Excluded, func(sq queens.Square) bool { return solution[sq.Row] == sq.Col }) {
			t.Fatalf("%v: %v contradicts %v", made, step, solution)
		}
	}
	slices.SortFunc(placed, func(a, b queens.Square) int { return a.Row - b.Row })
	if want := slices.Collect(solution.Queens()); !slices.Equal(placed, want) {
		t.Fatalf("%v: the steps end with %v, want %v", made, placed, want)
	}
	if hardest != d {
		t.Fatalf("%v is %v, but its steps are %v", made, d, hardest)
	}
}

// takes returns the difficulty of a step by itself.
func takes(step puzzle.Deduction) puzzle.Difficulty {
	if step.Rule == puzzle.Trial && beyondSingles(step) {
		return puzzle.Expert
	}
	return puzzle.Difficulty(step.Rule)
}

// Of small boards all puzzles are known: every set of given queens is tried.
func TestPuzzleNone(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(21, 5))
	boards := []boardtest.Spec{{N: 5, Torus: true}, {N: 7, Torus: true}}
	for n := range testkit.Fewer(8, 5) + 1 {
		boards = append(boards, boardtest.Spec{N: n})
	}
	for range testkit.Fewer(20, 2) {
		boards = append(boards, thinnedPosition(rng, 4+rng.IntN(4), rng.IntN(4) == 0))
	}
	var none, some int
	for _, pos := range boards {
		var has [4]bool
		for _, solution := range pos.Solutions() {
			for set := range 1 << pos.N {
				with := pos
				with.Given = slices.Clone(pos.Given)
				for queen := range solution.Queens() {
					if set>>queen.Row&1 != 0 {
						with.Given = append(with.Given, queen)
					}
				}
				if d, err := puzzle.Rate(t.Context(), with.Board(t)); err == nil {
					has[d.Difficulty] = true
				}
			}
		}
		for _, d := range difficulties {
			board := pos.Board(t)
			made, err := puzzle.Generate(t.Context(), rng, board, d)
			switch {
			case !has[puzzle.Easy]:
				if err != queens.ErrNoSolution || made != nil {
					t.Errorf("%v has no solution, but a puzzle: %v, %v", board, made, err)
				}
			case has[d]:
				some++
				if err != nil {
					t.Errorf("%v has a puzzle that is %v, but %v", board, d, err)
				}
			default:
				none++
				want := fmt.Sprintf("puzzle: no such puzzle: found no %v one in 4000 attempts at the board of n = %d", d, pos.N)
				if rated, err := puzzle.Rate(t.Context(), board); err == nil && rated.Difficulty < d { // so are those with more queens
					want = fmt.Sprintf("puzzle: no such puzzle: the board of n = %d has no %v one", pos.N, d)
				}
				if !errors.Is(err, puzzle.ErrNoPuzzle) || err.Error() != want || made != nil {
					t.Errorf("%v has no puzzle that is %v: %v, %v, want the error %q", board, d, made, err, want)
				}
			}
		}
	}
	if none < 10 || some < 10 {
		t.Errorf("%d puzzles, and %d times none", some, none)
	}
}

// The same seed gives the same puzzle, on any machine.
func TestPuzzleSeeds(t *testing.T) {
	testkit.Sequential(t)
	for _, test := range []struct {
		board string
		d     puzzle.Difficulty
		want  string
	}{
		{"n=8", puzzle.Easy, "n=8 given=e4,a5,f7,c8"},
		{"n=8", puzzle.Medium, "n=8 given=e4,a5,f7"},
		{"n=8", puzzle.Hard, "n=8 given=e4,a5"},
		{"n=20", puzzle.Hard, "n=20 given=h2,l4,b5,f7,k9,o11,d15,m17,i18,n20"},
		{"n=13 torus", puzzle.Medium, "n=13 torus given=e3,f5,d6,g13"},
		{
			"n=40 blocked=a1,b2,c3,d4", puzzle.Hard,
			"n=40 given=y1,s2,v3,k5,ag7,g8,d9,z10,i13,ah14,t15,a16,o17,aa18,c21,x23,al25,m26,am29,n30,u31,r32,ab34,e36,an38,q39 blocked=a1,b2,c3,d4",
		},
	} {
		board := testkit.Must(queens.ParseBoard(test.board))
		made := testkit.Must(puzzle.Generate(t.Context(), rand.New(rand.NewPCG(18, 50)), board, test.d))
		if got := made.String(); got != test.want {
			t.Errorf("%s, %v: %q, want %q", test.board, test.d, got, test.want)
		}
	}
}

func TestPuzzleWrong(t *testing.T) {
	board := testkit.Must(queens.New(8))
	rng := rand.New(rand.NewPCG(1, 2))
	if made, err := puzzle.Generate(t.Context(), rng, board, 4); made != nil || err == nil || err.Error() != "puzzle: Difficulty(4) is not a difficulty" {
		t.Errorf("a puzzle of difficulty 4: %v, %v", made, err)
	}
}
