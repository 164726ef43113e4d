package regions_test

import (
	"context"
	"iter"
	"slices"
	"testing"

	"example.com/queens"
	. "example.com/queens/internal/testkit"
	. "example.com/queens/regions"
)

// A puzzle is what boards of both kinds are, for programs that take either.
type puzzle interface {
	N() int
	Attacks(p, q queens.Square) bool
	Check(queens.Placement) error
	Find(context.Context, ...queens.Option) (queens.Placement, error)
	Unique(context.Context, ...queens.Option) (queens.Placement, error)
	Another(context.Context, queens.Placement, ...queens.Option) (queens.Placement, error)
	Count(context.Context, ...queens.Option) (uint64, error)
	Rate(context.Context, ...queens.Option) (queens.Rating, error)
	Solutions(context.Context, ...queens.Option) iter.Seq2[queens.Placement, error]
}

// Boards of both kinds answer all questions of the same puzzle, and agree with each other.
func TestPuzzleOfEitherKind(t *testing.T) {
	ctx := t.Context()
	for _, b := range []puzzle{board(), Must(queens.ParseBoard("n=8 given=e4,a5,f7"))} {
		only := Must(b.Unique(ctx, queens.Workers(1)))
		if len(only) != b.N() || b.Check(only) != nil || !slices.Equal(Must(b.Find(ctx, queens.Workers(2))), only) {
			t.Errorf("%v: the solution is %v", b, only)
		}
		if _, err := b.Another(ctx, only, queens.Workers(2)); err != queens.ErrNoSolution {
			t.Errorf("%v has another solution: %v", b, err)
		}
		var told queens.Progress
		count := Must(b.Count(ctx, queens.OnProgress(func(p queens.Progress) { told = p })))
		if count != 1 || told.Solutions != 1 || told.Fraction != 1 || told.Done != told.Total {
			t.Errorf("%v: %d solutions, and the last report is %v", b, count, told)
		}
		if rating := Must(b.Rate(ctx)); rating.Difficulty != queens.Medium || rating.Score == 0 || rating.Steps == 0 {
			t.Errorf("%v: %v", b, rating)
		}
		if all := Collect(t, b.Solutions(ctx, queens.Workers(2))); len(all) != 1 || !slices.Equal(all[0], only) {
			t.Errorf("%v: solutions %v", b, all)
		}
		for first := range only.Queens() {
			for second := range only.Queens() {
				if b.Attacks(first, second) {
					t.Errorf("%v: queens %v and %v of a solution attack each other", b, first, second)
				}
			}
		}
	}
}

// calls are the calls that may take long, on some board.
var calls = map[string]func(context.Context, ...queens.Option) error{
	"Find":   func(ctx context.Context, o ...queens.Option) error { _, err := board().Find(ctx, o...); return err },
	"Unique": func(ctx context.Context, o ...queens.Option) error { _, err := board().Unique(ctx, o...); return err },
	"Another": func(ctx context.Context, o ...queens.Option) error {
		_, err := board().Another(ctx, make(queens.Placement, 5), o...)
		return err
	},
	"Count":     func(ctx context.Context, o ...queens.Option) error { _, err := board().Count(ctx, o...); return err },
	"Rate":      func(ctx context.Context, o ...queens.Option) error { _, err := board().Rate(ctx, o...); return err },
	"Solutions": func(ctx context.Context, o ...queens.Option) error { return endOf(board().Solutions(ctx, o...)) },
	"Deduce":    func(ctx context.Context, o ...queens.Option) error { return endOf(board().Deduce(ctx, o...)) },
	"Generate": func(ctx context.Context, o ...queens.Option) error {
		_, err := Generate(ctx, nil, 8, queens.Easy, o...)
		return err
	},
}

// An option that is bad is an error of any call, and so is a context that has ended.
func TestCalls(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range calls {
		wantError(t, name, call(t.Context(), queens.Workers(2), nil), "regions: option is nil, want Workers or OnProgress")
		wantError(t, name, call(t.Context(), queens.Workers(0)), "regions: 0 workers, want at least 1")
		NoError(t, call(t.Context(), queens.Workers(3), queens.OnProgress(nil)))
		if err := call(ended); err != context.Canceled {
			t.Errorf("%s with a cancelled context gives error %v", name, err)
		}
	}
}

// An iterator is of the board at the time of the call, even if another board takes its place.
func TestIteratorsKeepTheirBoard(t *testing.T) {
	b, kept := board(), board()
	wrong := make(queens.Placement, b.N())
	solutions, steps, conflicts, given, blocked := b.Solutions(t.Context()), b.Deduce(t.Context()), b.Conflicts(wrong), b.Given(), b.Blocked()
	NoError(t, b.UnmarshalText([]byte("AB/AB given=a1 blocked=b1")))
	WantSame(t, Collect(t, kept.Solutions(t.Context())), Collect(t, solutions), "solutions")
	WantSame(t, Collect(t, kept.Deduce(t.Context())), Collect(t, steps), "steps")
	if len(slices.Collect(given))+len(slices.Collect(blocked)) != 0 {
		t.Error("the board had no queens and crosses")
	}
	pairs := 0
	for range conflicts {
		pairs++
	}
	if pairs != 10 {
		t.Errorf("%d pairs of 5 queens in a column attack each other", pairs)
	}
}
