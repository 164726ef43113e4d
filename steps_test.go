package queens_test

import (
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
)

func TestStepsIteration(t *testing.T) {
	testkit.Sequential(t)
	testkit.CheckIterator(t, "Steps", boardtest.Spec{N: 5}.Board(t).Steps())
}

// The figures are those of Wirth's search, which tries the columns of each row in turn: 15 720 of the
// 8×8 board's squares in all, which is 8 for each of the 1965 nodes above the last row. The example of
// Steps has those up to the first solution.
func TestStepsFigures(t *testing.T) {
	steps := make(map[queens.Op]int)
	for step := range (boardtest.Spec{N: 8}).Board(t).Steps() {
		steps[step.Op]++
	}
	want := map[queens.Op]int{queens.Place: 2056, queens.Remove: 2056, queens.Reject: 13664, queens.Found: 92}
	testkit.WantSame(t, want, steps, "steps")
}

// Steps tries every square of a row that is not blocked, in order, and nothing but the
// given queen in a row that has one. It places a queen only where no other attacks it, rejects
// the other squares by the first queen that does, and removes only the last queen.
func TestStepsAreASearch(t *testing.T) {
	for _, spec := range []boardtest.Spec{
		{N: 1}, {N: 2}, {N: 6}, {N: 5, Torus: true}, {N: 7, Torus: true, Given: []queens.Square{{4, 2}}}, {N: 6, Given: []queens.Square{{2, 0}}},
		{N: 6, Given: []queens.Square{{5, 4}, {2, 0}}}, {N: 5, Blocked: []queens.Square{{0, 0}, {3, 2}}},
	} {
		var stack []queens.Square
		givenIn := make(map[int]queens.Square)
		for _, queen := range spec.Given {
			givenIn[queen.Row] = queen
		}
		tried := make([][]queens.Square, spec.N+1)
		for step := range spec.Board(t).Steps() {
			row, s := len(stack), step.Square
			switch step.Op {
			case queens.Place, queens.Reject:
				if s.Row != row {
					t.Errorf("%+v: %v below row %d", spec, step, row)
				}
				tried[row] = append(tried[row], s)
				var by []queens.Square
				for other := range spec.N {
					queen, given := givenIn[other]
					if other < row {
						queen, given = stack[other], true
					}
					if given && queen != s && spec.Attack(queen, s) {
						by = append(by, queen)
					}
				}
				if step.Op == queens.Place && by != nil || step.Op == queens.Reject && (by == nil || by[0] != step.By) {
					t.Errorf("%+v: %v where %v attack", spec, step, by)
				}
				if step.Op == queens.Place {
					stack = append(stack, s)
				}
			case queens.Remove:
				if stack[row-1] != s {
					t.Errorf("%+v: removed %v, the last one is %v", spec, s, stack[row-1])
				}
				if row < spec.N {
					testkit.WantSame(t, triable(spec, row), tried[row], "%+v: squares tried in row %d", spec, row)
				}
				stack, tried[row] = stack[:row-1], nil
			case queens.Found:
				if row != spec.N || stack[row-1] != s {
					t.Errorf("%+v: found at %v with queens on %v", spec, s, stack)
				}
			}
		}
		if len(stack) > 0 {
			t.Errorf("%+v: queens left on %v", spec, stack)
		}
	}
}

// triable returns the squares of a row that a search tries.
func triable(spec boardtest.Spec, row int) (squares []queens.Square) {
	for _, queen := range spec.Given {
		if queen.Row == row {
			return []queens.Square{queen}
		}
	}
	for col := range spec.N {
		if s := (queens.Square{row, col}); !slices.Contains(spec.Blocked, s) {
			squares = append(squares, s)
		}
	}
	return squares
}
