package queens

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/internal/kernel"
	. "example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

func testTeam(t testing.TB, opts ...Option) work.Team {
	t.Helper()
	return Must(newTeam(opts))
}

// TestProgressEnds makes sure that the last report of a call has everything, and that none goes
// back.
func TestProgressEnds(t *testing.T) {
	type ends struct {
		call func(Option) error
		want Progress // if a total is known
	}
	ctx := t.Context()
	calls := map[string]ends{
		"Sampler":  {func(o Option) error { return errorOf(newBoard(t, 12).Sampler(ctx, o)) }, Progress{Solutions: 14200}},
		"First":    {func(o Option) error { return errorOf(newBoard(t, 34).First(ctx, o)) }, Progress{Total: 34}},
		"Estimate": {func(o Option) error { return errorOf(newBoard(t, 30).Estimate(ctx, newRNG(1), 1e4, o)) }, Progress{Total: 32}},
	}
	for _, n := range []int{0, 5, 8, 11, 12, 16} { // by all ways to count
		if n > 12 && RaceEnabled {
			continue
		}
		calls[fmt.Sprintf("Count, n = %d", n)] = ends{func(o Option) error {
			return errorOf(newBoard(t, n).count(ctx, kernel.Portable, testTeam(t, o)))
		}, Progress{Solutions: Reference[n].All}}
	}
	for name, c := range calls {
		report, last := Reports(t)
		NoError(t, c.call(report))
		want := Progress{last.Total, last.Total, c.want.Solutions, 1}
		if *last != want || last.Total == 0 || c.want.Total > 0 && last.Total != c.want.Total {
			t.Errorf("%s: the last report is %+v, want %+v", name, *last, c.want)
		}
	}
}

// The panic of a report is the caller's, and ends what would take hours.
func TestProgressPanics(t *testing.T) {
	enough := OnProgress(func(Progress) { panic("enough") })
	for name, call := range map[string]func(){
		"n = 8":    func() { Count(t.Context(), 8, Workers(3), enough) },
		"n = 13":   func() { Count(t.Context(), 13, Workers(3), enough) },
		"n = 24":   func() { Count(t.Context(), 24, enough) },
		"First":    func() { newBoard(t, 8).First(t.Context(), enough) },
		"Estimate": func() { newBoard(t, MaxN).Estimate(t.Context(), newRNG(1), 1<<30, enough) },
	} {
		before := runtime.NumGoroutine()
		if r := Recovered(call); r != "enough" {
			t.Errorf("%s: recovered %v, want the panic of the report", name, r)
		}
		CheckGoroutines(t, before)
	}
}

// TestUntilDone makes sure that the flag follows the context, and that only work.ErrStopped
// becomes the context's error.
func TestUntilDone(t *testing.T) {
	cause := errors.New("other")
	for _, want := range []error{nil, cause, context.Canceled} {
		ctx, cancel := context.WithCancelCause(t.Context())
		err := untilDone(ctx, func(stop *atomic.Bool) error {
			if stop.Load() {
				t.Error("the flag is set from the start")
			}
			cancel(errors.New("whatever the cause"))
			for !stop.Load() {
				runtime.Gosched()
			}
			if want == context.Canceled {
				return work.ErrStopped
			}
			return want
		})
		if err != want {
			t.Errorf("error %v, want %v", err, want)
		}
		if err := untilDone(ctx, func(*atomic.Bool) error { panic("called") }); err != context.Canceled {
			t.Errorf("cancelled before: error %v", err)
		}
	}
}

// ended returns why a listing ends early, if it does.
func ended[T any](seq iter.Seq2[T, error]) (end error) {
	for _, end = range seq {
	}
	return end
}

// errorOf returns the error of a call, which has no value beside it.
func errorOf[T any](value T, err error) error {
	if err != nil && !reflect.ValueOf(&value).Elem().IsZero() {
		return fmt.Errorf("%v, beside the error %w", value, err)
	}
	return err
}

// calls are all that take options.
var calls = map[string]func(b *Board, ctx context.Context, opts ...Option) error{
	"Solutions":   func(b *Board, ctx context.Context, opts ...Option) error { return ended(b.Solutions(ctx, opts...)) },
	"Fundamental": func(b *Board, ctx context.Context, opts ...Option) error { return ended(b.Fundamental(ctx, opts...)) },
	"Deduce":      func(b *Board, ctx context.Context, opts ...Option) error { return ended(b.Deduce(ctx, opts...)) },
	"Find":        func(b *Board, ctx context.Context, opts ...Option) error { return errorOf(b.Find(ctx, opts...)) },
	"Unique":      func(b *Board, ctx context.Context, opts ...Option) error { return errorOf(b.Unique(ctx, opts...)) },
	"Another": func(b *Board, ctx context.Context, opts ...Option) error {
		return errorOf(b.Another(ctx, NewPlacement(b.N()), opts...))
	},
	"First":    func(b *Board, ctx context.Context, opts ...Option) error { return errorOf(b.First(ctx, opts...)) },
	"Count":    func(b *Board, ctx context.Context, opts ...Option) error { return errorOf(b.Count(ctx, opts...)) },
	"Census":   func(b *Board, ctx context.Context, opts ...Option) error { return errorOf(b.Census(ctx, opts...)) },
	"CensusOf": func(b *Board, ctx context.Context, opts ...Option) error { return errorOf(b.CensusOf(ctx, 1, opts...)) },
	"Estimate": func(b *Board, ctx context.Context, opts ...Option) error {
		return errorOf(b.Estimate(ctx, newRNG(1), 1<<30, opts...))
	},
	"Sampler": func(b *Board, ctx context.Context, opts ...Option) error { return errorOf(b.Sampler(ctx, opts...)) },
	"Puzzle": func(b *Board, ctx context.Context, opts ...Option) error {
		return errorOf(b.Puzzle(ctx, newRNG(1), Hard, opts...))
	},
	"Rate": func(b *Board, ctx context.Context, opts ...Option) error { return errorOf(b.Rate(ctx, opts...)) },
}

// One set of options goes with any call, and a bad one is an error of any. A nil function is as
// good as no option.
func TestOptions(t *testing.T) {
	puzzle := newBoard(t, 8, Given(Square{0, 0}, Square{1, 4}))
	all := []Option{Workers(2), OnProgress(func(Progress) { panic("replaced") }), OnProgress(nil)}
	for name, call := range calls {
		if err := call(puzzle, t.Context(), all...); fmt.Sprint(err) != fmt.Sprint(call(puzzle, t.Context())) {
			t.Errorf("%s with options: %v, without: %v", name, err, call(puzzle, t.Context()))
		}
		for want, bad := range map[string]Option{
			"queens: option is nil, want Workers or OnProgress": nil,
			"queens: -7 workers, want at least 1":               Workers(-7),
			"queens: 0 workers, want at least 1":                Workers(0),
		} {
			if err := call(puzzle, t.Context(), all[0], bad); err == nil || err.Error() != want {
				t.Errorf("%s: error %v, want %s", name, err, want)
			}
		}
		for _, text := range []string{"n=0", "n=3", "n=5 torus", "n=8", "n=16", "n=40"} {
			if err := call(Must(ParseBoard(text)), Cancelled(t), all...); err != context.Canceled {
				t.Errorf("%s with a cancelled context, %s: %v", name, text, err)
			}
		}
	}
}

// Whatever a call is doing on a board that takes it long, it ends soon after its context.
func TestCancel(t *testing.T) {
	check := func(b *Board, names ...string) {
		t.Helper()
		for _, name := range names {
			for workers := 1; workers <= 2; workers++ {
				CheckCancel(t, fmt.Sprintf("%s, workers=%d, %.60v", name, workers, b), func(ctx context.Context) error {
					return calls[name](b, ctx, Workers(workers))
				})
			}
		}
	}
	corner := Blocked(Square{0, 1})
	for _, n := range []int{20, 23, 24, 31, 32, 33, 64} {
		for _, constraints := range [][]Constraint{nil, {corner}, {Toroidal()}} {
			check(newBoard(t, n, constraints...), "Count", "Census")
		}
	}
	for _, n := range []int{32, 48, 64} { // whose first solution is far away
		for _, constraints := range [][]Constraint{nil, {corner}, {Given(Square{n / 2, n / 3})}} {
			check(newBoard(t, n, constraints...), "Solutions", "Fundamental")
		}
	}
	for _, n := range []int{52, 60, MaxN} {
		check(twoOfFiveBlocked(t, n), "Find", "Unique", "Another", "First")
	}
	rng := rand.New(rand.NewPCG(30, 64))
	sixOfTen := func(Square) bool { return rng.IntN(10) < 6 }
	for _, n := range []int{31, 35, 61} {
		check(newBoard(t, n, Toroidal(), Blocked(SquaresWhere(n, sixOfTen)...)), "Find", "Unique", "Another")
	}
	for _, n := range []int{20, 32, MaxN} {
		check(newBoard(t, n), "Estimate", "Sampler")
	}
	check(newBoard(t, MaxN, corner), "Estimate")
	check(newBoard(t, 61, Toroidal()), "Estimate")
	check(newBoard(t, 24, corner), "Sampler")
	check(newBoard(t, 29, Toroidal()), "Sampler")
	solution := Must(Construct(20))
	mirrored := solution.Transform(FlipColumns)
	check(twoOfFiveBlocked(t, MaxN), "Puzzle")                           // which has no solution
	check(newBoard(t, 20, Blocked(SquaresWhere(20, func(s Square) bool { // which has no hard puzzle
		return solution[s.Row] != s.Col && mirrored[s.Row] != s.Col
	})...)), "Puzzle")
}

// So do the calls that take no options, the search for another solution where the one that
// there is is found at once, and steps: trials within trials, until the rules end.
func TestCancelOthers(t *testing.T) {
	for _, n := range []int{24, 32, 64} {
		b := newBoard(t, n)
		CheckCancel(t, fmt.Sprintf("Tasks, n = %d", n), func(ctx context.Context) error {
			return errorOf(b.Tasks(ctx, 1<<30)) // more than anybody has memory for
		})
	}
	task := tasksOf(t, newBoard(t, 24), 1)[0]
	CheckCancel(t, "Task.Count", func(ctx context.Context) error { return errorOf(task.Count(ctx)) })
	const n = 61
	p := make(Placement, n)
	for row := range p {
		p[row] = 2 * row % n
	}
	rng := rand.New(rand.NewPCG(30, 64))
	b := newBoard(t, n, Toroidal(), Blocked(SquaresWhere(n, func(s Square) bool {
		return rng.IntN(10) < 6 && p[s.Row] != s.Col
	})...))
	WantSame(t, p, Must(b.Find(t.Context())), "the solution that is there")
	CheckCancel(t, "Unique", func(ctx context.Context) error { return errorOf(b.Unique(ctx)) })
	CheckCancel(t, "Another", func(ctx context.Context) error { return errorOf(b.Another(ctx, p)) })
	for _, n := range []int{32, 61, MaxN} {
		b := newBoard(t, n, Toroidal())
		CheckCancel(t, "Deduce", func(ctx context.Context) (err error) {
			for err == nil || err == ErrRulesEnd {
				err = ended(b.Deduce(ctx))
			}
			return err
		})
	}
}

// No call works on more goroutines than it may, beside the caller's, on boards that take long
// in various ways, and it leaves none behind.
func TestWorkersBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 64))
	boards := []*Board{
		newBoard(t, 19), newBoard(t, 40),
		newBoard(t, 31, Toroidal(), Blocked(SquaresWhere(31, func(Square) bool { return rng.IntN(10) < 6 })...)),
		newBoard(t, 24, Blocked(SquaresWhere(24, func(Square) bool { return rng.IntN(24) >= 7 })...)),
	}
	quiet := []Option{OnProgress(func(Progress) {})}
	for name, call := range calls {
		for _, b := range boards {
			for workers := 1; workers <= 3; workers++ {
				before := runtime.NumGoroutine()
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan struct{})
				go func() {
					call(b, ctx, append(quiet, Workers(workers))...)
					close(ended)
				}()
				seen, until := []int{0}, time.After(20*time.Millisecond)
				for watching := true; watching; {
					select {
					case <-until:
						watching = false
					case <-ended:
						watching = false
					case <-time.After(100 * time.Microsecond):
						seen = append(seen, runtime.NumGoroutine()-before-1)
					}
				}
				cancel()
				<-ended
				slices.Sort(seen)
				most := seen[len(seen)-1]
				if workers > 1 { // some may just be ending while others begin
					most = seen[len(seen)/2]
				}
				if most > workers {
					t.Errorf("%s, %.40v: %d goroutines for %d workers", name, b, most, workers)
				}
				CheckGoroutines(t, before)
			}
		}
	}
}

func TestWorkers(t *testing.T) {
	if r := testTeam(t, Workers(2), Workers(5)); r.Workers != 5 {
		t.Errorf("the last option of 5 workers gives %d", r.Workers)
	}
	if r := testTeam(t, Workers(math.MaxInt)); r.Workers != maxWorkers {
		t.Errorf("the largest number of workers gives %d, want %d", r.Workers, maxWorkers)
	}
	if r := testTeam(t); r.Workers != runtime.GOMAXPROCS(0) {
		t.Errorf("no option gives %d workers", r.Workers)
	}
	b := newBoard(t, 12)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got, err := b.Count(t.Context(), Workers(3)); got != Reference[12].All || err != nil {
				t.Errorf("one of several counts at a time: %d, %v, want %d", got, err, Reference[12].All)
			}
		})
	}
	wait.Wait()
}
