package queens_test

import (
	"context"
	"iter"
	"slices"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

// iterators of one board each, all with a few solutions at least.
func iterators(t testing.TB) map[string]iter.Seq[Placement] {
	constrained := position{n: 7, blocked: []Square{{0, 0}, {6, 6}}}.solver(t)
	torus := position{n: 7, torus: true}.solver(t)
	return map[string]iter.Seq[Placement]{
		"All(6)":                  All(6),
		"Fundamental(8)":          Fundamental(8),
		"constrained Solutions":   constrained.Solutions(context.Background()),
		"constrained Fundamental": constrained.Fundamental(context.Background()),
		"toroidal Solutions":      torus.Solutions(context.Background()),
		"toroidal Fundamental":    torus.Fundamental(context.Background()),
	}
}

func TestLexicographicOrder(t *testing.T) {
	for n := range 11 {
		for name, seq := range map[string]iter.Seq[Placement]{"All": All(n), "Fundamental": Fundamental(n)} {
			var last Placement
			for p := range seq {
				if last != nil && slices.Compare(last, p) >= 0 {
					t.Fatalf("%s(%d): %v comes after %v", name, n, p, last)
				}
				last = p
			}
		}
	}
}

// The lexicographically first solutions (OEIS A141843).
func TestFirstSolutions(t *testing.T) {
	for _, want := range []string{
		"1 5 8 6 3 7 2 4",
		"1 3 5 8 10 12 6 11 2 7 9 4",
		"1 3 5 2 13 9 14 12 15 6 16 7 4 11 8 10",
		"1 3 5 2 4 13 15 12 18 20 17 9 16 19 8 10 7 14 6 11",
	} {
		p, err := Parse(want)
		if err != nil {
			t.Fatal(err)
		}
		for first := range All(len(p)) {
			if first.String() != want {
				t.Errorf("first solution of n = %d is %v, want %s", len(p), first, want)
			}
			break
		}
		for first := range Fundamental(len(p)) {
			if first.String() != want {
				t.Errorf("first fundamental solution of n = %d is %v, want %s", len(p), first, want)
			}
			break
		}
	}
}

func TestReuse(t *testing.T) {
	for name, seq := range iterators(t) {
		if diff := cmp.Diff(slices.Collect(seq), slices.Collect(seq)); diff != "" {
			t.Errorf("%s differs the second time (-first +second):\n%s", name, diff)
		}
	}
}

func TestBreakAnywhere(t *testing.T) {
	for name, seq := range iterators(t) {
		all := slices.Collect(seq)
		for stop := range len(all) {
			var some []Placement
			seq(func(p Placement) bool {
				if len(some) > stop {
					t.Errorf("%s goes on after false", name)
				}
				some = append(some, p)
				return len(some) <= stop
			})
			if diff := cmp.Diff(all[:stop+1], some); diff != "" {
				t.Errorf("%s, broken at %d (-want +got):\n%s", name, stop, diff)
			}
		}
	}
}

func TestStepsBreakAnywhere(t *testing.T) {
	s := position{n: 5}.solver(t)
	all := slices.Collect(s.Steps())
	for stop := range len(all) {
		var some []Step
		s.Steps()(func(step Step) bool {
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

func TestPanickingBody(t *testing.T) {
	for name, seq := range iterators(t) {
		want := slices.Collect(seq)
		wantPanic(t, errBody.Error(), func() {
			for range seq {
				panic(errBody)
			}
		})
		if diff := cmp.Diff(want, slices.Collect(seq)); diff != "" {
			t.Errorf("%s after a panic (-want +got):\n%s", name, diff)
		}
	}
}

func TestPull(t *testing.T) {
	for name, seq := range iterators(t) {
		next, stop := iter.Pull(seq)
		for want := range seq {
			if got, ok := next(); !ok || !slices.Equal(got, want) {
				t.Errorf("%s pulled: %v, %v, want %v", name, got, ok, want)
			}
		}
		for range 2 {
			if got, ok := next(); ok {
				t.Errorf("%s pulled past its end: %v", name, got)
			}
		}
		stop()

		next, stop = iter.Pull(seq)
		next()
		stop()
		if got, ok := next(); ok {
			t.Errorf("%s pulled after stop: %v", name, got)
		}
	}
}

// A context that is cancelled in the loop ends it at once.
func TestIteratorsCancelled(t *testing.T) {
	s := position{n: 8}.solver(t)
	for name, solutions := range map[string]func(context.Context) iter.Seq[Placement]{
		"Solutions": s.Solutions, "Fundamental": s.Fundamental,
	} {
		for _, last := range []int{0, 1, 5} {
			ctx, cancel := context.WithCancel(t.Context())
			if last == 0 {
				cancel()
			}
			seen := 0
			for range solutions(ctx) {
				if seen++; seen == last {
					cancel()
				}
			}
			cancel()
			if seen != last {
				t.Errorf("%s, cancelled after %d solutions, gives %d", name, last, seen)
			}
		}
	}
}

func TestInterleaved(t *testing.T) {
	for name, seq := range iterators(t) {
		all := slices.Collect(seq)
		outer := 0
		for p := range seq {
			if !slices.Equal(p, all[outer]) {
				t.Errorf("%s: solution %d is %v, want %v", name, outer, p, all[outer])
			}
			outer++
			inner := 0
			for q := range seq {
				if !slices.Equal(q, all[inner]) {
					t.Errorf("%s, inner loop: solution %d is %v, want %v", name, inner, q, all[inner])
				}
				inner++
			}
		}
	}
}

// Whatever the caller does to a Placement, the search and the others keep going.
func TestPlacementsAreTheCallers(t *testing.T) {
	for name, seq := range iterators(t) {
		want := slices.Collect(seq)
		var kept, longer []Placement
		for p := range seq {
			kept = append(kept, slices.Clone(p))
			longer = append(longer, append(p, -99, -99, -99))
			clear(p)
		}
		if diff := cmp.Diff(want, kept); diff != "" {
			t.Errorf("%s, changed in the loop (-want +got):\n%s", name, diff)
		}
		for i, p := range longer {
			if !slices.Equal(p[len(want[i]):], []int{-99, -99, -99}) {
				t.Errorf("%s: a later solution is written into what was appended to the %d-th: %v", name, i, p)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	const n = 10
	allocations := testing.AllocsPerRun(1, func() {
		for range All(n) {
		}
	})
	if most := float64(Reference[n].All) / 8; allocations > most {
		t.Errorf("%v allocations for %d solutions, want at most %v", allocations, Reference[n].All, most)
	}
}

func TestStepsFigures(t *testing.T) {
	places, removes := 0, 0
	var placesAtFound []int
	for step := range (position{n: 8}).solver(t).Steps() {
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

// The queens placed in each row are the valid placements of so many rows (OEIS
// A319284).
func TestStepsProfile(t *testing.T) {
	for _, want := range [][]int{
		{8, 42, 140, 344, 568, 550, 312, 92},
		{12, 110, 756, 4080, 16852, 52856, 120104, 195270, 222720, 160964, 68264, 14200},
	} {
		got := make([]int, len(want))
		for step := range (position{n: len(want)}).solver(t).Steps() {
			if step.Op == Place {
				got[step.Square.Row]++
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("queens placed by row, n = %d (-want +got):\n%s", len(want), diff)
		}
	}
}

// Steps places a queen only where none attacks it, removes only the last one, and
// tries the columns of a row in order.
func TestStepsAreASearch(t *testing.T) {
	for _, pos := range []position{{n: 6}, {n: 5, torus: true}, {n: 6, given: []Square{{2, 0}}}, {n: 5, blocked: []Square{{0, 0}, {3, 2}}}} {
		var queens []Square
		removed := Square{Row: -1}
		for step := range pos.solver(t).Steps() {
			switch step.Op {
			case Place:
				if step.Square.Row != len(queens) {
					t.Errorf("%+v: queen on %v placed below row %d", pos, step.Square, len(queens))
				}
				if removed.Row == step.Square.Row && removed.Col >= step.Square.Col {
					t.Errorf("%+v: %v tried after %v", pos, step.Square, removed)
				}
				for _, q := range queens {
					if pos.attack(q, step.Square) {
						t.Errorf("%+v: queen on %v placed where %v attacks it", pos, step.Square, q)
					}
				}
				queens = append(queens, step.Square)
				removed = Square{Row: -1}
			case Remove:
				if queens[len(queens)-1] != step.Square {
					t.Errorf("%+v: removed %v, the last one is %v", pos, step.Square, queens[len(queens)-1])
				}
				queens = queens[:len(queens)-1]
				removed = step.Square
			case Found:
				if len(queens) != pos.n || queens[pos.n-1] != step.Square {
					t.Errorf("%+v: found at %v with queens on %v", pos, step.Square, queens)
				}
			}
		}
		if len(queens) > 0 {
			t.Errorf("%+v: queens left on %v", pos, queens)
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
		if diff := cmp.Diff(want, slices.Collect((position{n: n}).solver(t).Steps())); diff != "" {
			t.Errorf("steps of n = %d (-want +got):\n%s", n, diff)
		}
	}
	for op, want := range []string{"Place", "Remove", "Found", "Op(3)"} {
		if got := Op(op).String(); got != want {
			t.Errorf("Op %d is %q, want %q", op, got, want)
		}
	}
}
