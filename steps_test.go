package queens_test

import (
	"slices"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

func TestStepsBreakAnywhere(t *testing.T) {
	b := boardSpec{n: 5}.board(t)
	all := slices.Collect(b.Steps())
	for stop := range len(all) {
		var some []Step
		b.Steps()(func(step Step) bool {
			if len(some) > stop {
				t.Error("Steps goes on after false")
			}
			some = append(some, step)
			return len(some) <= stop
		})
		if diff := cmp.Diff(all[:stop+1], some); diff != "" {
			t.Errorf("broken at step %d (-want +got):\n%s", stop, diff)
		}
	}
}

func TestStepsFigures(t *testing.T) {
	places, removes := 0, 0
	var placesAtFound []int
	for step := range (boardSpec{n: 8}).board(t).Steps() {
		switch step.Op {
		case Place:
			places++
		case Remove:
			removes++
		case Found:
			placesAtFound = append(placesAtFound, places)
		}
	}
	if len(placesAtFound) != 92 || placesAtFound[0] != 113 || placesAtFound[91] != 1951 {
		t.Errorf("queens placed up to each solution: %d, want 92 figures from 113 to 1951", placesAtFound)
	}
	if places != 2056 || removes != places {
		t.Errorf("%d queens placed and %d removed, want 2056 each", places, removes)
	}
}

// The number of queens placed in row k is that of the valid placements of k+1 rows (OEIS
// A319284).
func TestStepsProfile(t *testing.T) {
	for _, want := range [][]int{
		{8, 42, 140, 344, 568, 550, 312, 92},
		{12, 110, 756, 4080, 16852, 52856, 120104, 195270, 222720, 160964, 68264, 14200},
	} {
		got := make([]int, len(want))
		for step := range (boardSpec{n: len(want)}).board(t).Steps() {
			if step.Op == Place {
				got[step.Square.Row]++
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("queens placed by row, n = %d (-want +got):\n%s", len(want), diff)
		}
	}
}

// Steps places a queen only where no other attacks it, removes only the last one, and tries the
// columns of a row in order.
func TestStepsAreASearch(t *testing.T) {
	for _, spec := range []boardSpec{{n: 6}, {n: 5, torus: true}, {n: 6, given: []Square{{2, 0}}}, {n: 5, blocked: []Square{{0, 0}, {3, 2}}}} {
		var queens []Square
		removed := Square{Row: -1}
		for step := range spec.board(t).Steps() {
			switch step.Op {
			case Place:
				if step.Square.Row != len(queens) {
					t.Errorf("%+v: queen on %v placed below row %d", spec, step.Square, len(queens))
				}
				if removed.Row == step.Square.Row && removed.Col >= step.Square.Col {
					t.Errorf("%+v: %v tried after %v", spec, step.Square, removed)
				}
				for _, q := range queens {
					if spec.attack(q, step.Square) {
						t.Errorf("%+v: queen on %v placed where %v attacks it", spec, step.Square, q)
					}
				}
				queens = append(queens, step.Square)
				removed = Square{Row: -1}
			case Remove:
				if queens[len(queens)-1] != step.Square {
					t.Errorf("%+v: removed %v, the last one is %v", spec, step.Square, queens[len(queens)-1])
				}
				queens = queens[:len(queens)-1]
				removed = step.Square
			case Found:
				if len(queens) != spec.n || queens[spec.n-1] != step.Square {
					t.Errorf("%+v: found at %v with queens on %v", spec, step.Square, queens)
				}
			}
		}
		if len(queens) > 0 {
			t.Errorf("%+v: queens left on %v", spec, queens)
		}
	}
}

func TestStepsOfSmallBoards(t *testing.T) {
	for n, want := range [][]Step{
		{{Found, Square{}}},
		{{Place, Square{}}, {Found, Square{}}, {Remove, Square{}}},
		{
			{Place, Square{0, 0}}, {Remove, Square{0, 0}},
			{Place, Square{0, 1}}, {Remove, Square{0, 1}},
		},
	} {
		if diff := cmp.Diff(want, slices.Collect((boardSpec{n: n}).board(t).Steps())); diff != "" {
			t.Errorf("steps of n = %d (-want +got):\n%s", n, diff)
		}
	}
	for op, want := range []string{"place", "remove", "found", "Op(3)"} {
		if got := Op(op).String(); got != want {
			t.Errorf("Op %d is %q, want %q", op, got, want)
		}
	}
}
