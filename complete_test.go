package queens_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// checkCompletion makes sure that got solves the plain board and has the queens of given.
func checkCompletion(t *testing.T, given, got queens.Placement) {
	t.Helper()
	if len(got) != len(given) || !got.Solved() {
		t.Errorf("%d rows with %d given: %v is not a solution", len(given), len(slices.Collect(given.Queens())), got.Check())
		return
	}
	for queen := range given.Queens() {
		if got[queen.Row] != queen.Col {
			t.Errorf("%d rows: the given queen %v is missing", len(given), queen)
		}
	}
}

// The queens of a solution can be completed, however many of them are given.
func TestCompletePartsOfSolutions(t *testing.T) {
	testkit.Sequential(t)
	rng := seeded(1)
	sizes := []int{0, 1, 300, 3000, 40_000, testkit.Fewer(1_000_003, 10_000)}
	for n := 4; n <= 100; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		for _, share := range []float64{0, 0.3, 0.6, 0.9, 0.99, 1} {
			solution := testkit.Must(queens.NewPlacement(n).Complete(t.Context(), rng))
			given := slices.Clone(solution)
			for _, row := range rng.Perm(n)[:int(float64(n)*(1-share))] {
				given[row] = queens.Empty
			}
			before := slices.Clone(given)
			got, err := given.Complete(t.Context(), rng)
			if err != nil {
				t.Errorf("%d rows, %v of them given: %v", n, share, err)
				continue
			}
			checkCompletion(t, given, got)
			if !slices.Equal(given, before) {
				t.Errorf("%d rows: Complete changes its receiver", n)
			}
		}
	}
}

// Queens that attack every square of a row, or of a column, are seen at once where far more
// queens are missing than Complete could search for.
func TestCompleteSeesWhatHasNoSquare(t *testing.T) {
	const n, row = 7000, 3000
	rng := seeded(3)
	given := slices.Repeat(queens.Placement{queens.Empty}, n)
	var attacked [n]bool // squares of the row
	var diags, antis [2 * n]bool
	for col := range n {
		for !attacked[col] { // a queen in the same column attacks it, and two more squares
			r := rng.IntN(n)
			if r == row || given[r] != queens.Empty || diags[r-col+n] || antis[r+col] {
				continue
			}
			given[r], diags[r-col+n], antis[r+col] = col, true, true
			for _, c := range []int{col, col + r - row, col - r + row} {
				if 0 <= c && c < n {
					attacked[c] = true
				}
			}
		}
	}
	if open := n - len(slices.Collect(given.Queens())); open < 2500 || !given.Valid() {
		t.Fatalf("%d open rows, valid: %v", open, given.Valid())
	}
	for where, p := range map[string]queens.Placement{"rank 3001": given, "file " + queens.Square{0, row}.String()[:3]: given.Transform(queens.Transpose)} {
		got, err := p.Complete(t.Context(), rng)
		want := "queens: no solution: the given queens leave no square in " + where
		if got != nil || !errors.Is(err, queens.ErrNoSolution) || err.Error() != want {
			t.Errorf("%d rows, %v, want %s", len(got), err, want)
		}
	}
}

func TestCompleteErrors(t *testing.T) {
	of := func(n int, placed ...queens.Square) queens.Placement {
		p := slices.Repeat(queens.Placement{queens.Empty}, n)
		for _, queen := range placed {
			p[queen.Row] = queen.Col
		}
		return p
	}
	off := of(100)
	off[2] = 100
	for _, test := range []struct {
		p    queens.Placement
		want string
	}{
		{of(8, queens.Square{0, 0}, queens.Square{1, 1}), "queens: given queens a1 and b2 attack each other"},
		{of(100, queens.Square{0, 0}, queens.Square{1, 1}), "queens: given queens a1 and b2 attack each other"},
		{of(100, queens.Square{3, 9}, queens.Square{80, 9}), "queens: given queens j4 and j81 attack each other"},
		{off[:8], "queens: placement has 100 on rank 3, want a column 0..7 or Empty (-1)"},
		{off, "queens: placement has 100 on rank 3, want a column 0..99 or Empty (-1)"},
		{of(3), "queens: no solution for n = 3 (only n = 2 and 3 have none)"},
	} {
		got, err := test.p.Complete(t.Context(), nil)
		if got != nil || err == nil || err.Error() != test.want || errors.Is(err, queens.ErrGiven) != strings.Contains(test.want, "attack") {
			t.Errorf("%v: %v, %v, want %s", test.p, got, err, test.want)
		}
	}
}
