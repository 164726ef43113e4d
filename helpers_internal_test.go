package queens

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// raceEnabled is whether the race detector slows the tests down.
var raceEnabled bool

// Must returns a value whose making must not fail.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// NoError ends a test at an error of what must not fail.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// WantSame compares two values, and says of what they are.
func WantSame[T any](t testing.TB, want, got T, format string, args ...any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", fmt.Sprintf(format, args...), diff)
	}
}

// Fewer returns how many cases a test goes through: few where time is short.
func Fewer(cases, few int) int {
	if testing.Short() || raceEnabled {
		return few
	}
	return cases
}

// long reports whether a test may take minutes: if QUEENS_LONG is set, and time is not
// short.
func long() bool { return os.Getenv("QUEENS_LONG") != "" && !testing.Short() && !raceEnabled }

// eachKernel tests each kernel of the build, and skips those that the machine cannot run.
func eachKernel(t *testing.T, test func(*testing.T, *kernel)) {
	t.Helper()
	for _, k := range built {
		t.Run("impl="+k.name, func(t *testing.T) {
			if !slices.Contains(runnable, k) {
				t.Skipf("this processor lacks %s", needs[k.name])
			}
			test(t, k)
		})
	}
}

// built are the kernels of this build, and runnable those that the machine can run. Of
// kernels that are part of a build but not of every machine, needs has the instructions.
// Other files change these for their architectures.
var (
	built    = kernels()
	runnable = kernels()
	needs    = map[string]string{}
)

// UniqueError is what Unique says of a board with so many solutions, or with more than two.
func UniqueError(solutions int) error {
	return [...]error{ErrNoSolution, nil, ErrNotUnique}[min(solutions, 2)]
}

func newBoard(t testing.TB, n int, constraints ...Constraint) *Board {
	t.Helper()
	return Must(New(n, constraints...))
}

// SquaresWhere returns some squares of a board, row by row.
func SquaresWhere(n int, keep func(Square) bool) (some []Square) {
	for i := range n * n {
		if s := (Square{i / n, i % n}); keep(s) {
			some = append(some, s)
		}
	}
	return some
}

// Recovered returns what f panics with, or nil.
func Recovered(f func()) (why any) {
	defer func() { why = recover() }()
	f()
	return nil
}

// UpTo returns the first values of seq, at most k.
func UpTo[T any](k int, seq iter.Seq[T]) (some []T) {
	for value := range seq {
		if some = append(some, value); len(some) == k {
			break
		}
	}
	return some
}

// Pairs lists what Conflicts yields.
func Pairs(conflicts iter.Seq2[Square, Square]) (pairs [][2]Square) {
	for s, u := range conflicts {
		pairs = append(pairs, [2]Square{s, u})
	}
	return pairs
}

// Allocated returns how many bytes f allocates, whether or not it frees them.
func Allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// randomOptions are constraints of a board of size n: queens that do not attack
// each other, blocked squares that some symmetries keep, and wrapped diagonals.
func randomOptions(rng *rand.Rand, n int) []Constraint {
	var options []Constraint
	if rng.IntN(4) == 0 {
		options = append(options, Toroidal())
	}
	var blocked []Square
	some := allSymmetries()[:1+rng.IntN(8)]
	if rng.IntN(2) == 0 {
		some = []Symmetry{Identity, allSymmetries()[rng.IntN(8)]}
	}
	for range rng.IntN(3) {
		sq := Square{rng.IntN(n), rng.IntN(n)}
		for _, s := range some {
			blocked = append(blocked, s.Apply(n, sq))
		}
	}
	options = append(options, Blocked(blocked...))
	var given []Square
	for range rng.IntN(3) {
		queen := Square{rng.IntN(n), rng.IntN(n)}
		if rng.IntN(4) == 0 {
			queen = Square{n / 2, n / 2}
		}
		more := append(slices.Clone(given), queen)
		if _, err := New(n, append(options, Given(more...))...); err == nil {
			given = more
		}
	}
	return append(options, Given(given...))
}

// Reports returns an option that makes sure that no report goes back, and what was reported last.
func Reports(t testing.TB) (Option, *Progress) {
	last := new(Progress)
	return OnProgress(func(p Progress) {
		if p.Done < last.Done || p.Solutions < last.Solutions || p.Fraction < last.Fraction || p.Done > p.Total {
			t.Errorf("progress %+v after %+v", p, *last)
		}
		*last = p
	}), last
}

// countSolutions counts one by one.
func countSolutions(b *Board) uint64 {
	var count uint64
	for range b.Solutions(context.Background()) {
		count++
	}
	return count
}

// Listings are the methods that list solutions.
var Listings = map[string]func(*Board, context.Context, ...Option) iter.Seq2[Placement, error]{
	"Solutions": (*Board).Solutions, "Fundamental": (*Board).Fundamental,
}

// raisedFlag returns a flag that is set.
func raisedFlag() *atomic.Bool {
	stop := new(atomic.Bool)
	stop.Store(true)
	return stop
}

// Cancelled returns a context that has ended.
func Cancelled(t testing.TB) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// cancelLate cancels a search soon after its start, and returns how long it worked beyond
// that. What counts is the processor time of each of its goroutines: it does not pass while
// other programs have the machine.
func cancelLate(t *testing.T, search func(context.Context) error) time.Duration {
	t.Helper()
	const wait = 20 * time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var workers atomic.Int64
	before := runtime.NumGoroutine()
	timer := time.AfterFunc(wait, func() {
		workers.Store(int64(runtime.NumGoroutine() - before - 1)) // without this one
		cancel()
	})
	start := processTime()
	err := search(ctx)
	worked := processTime() - start
	late := worked/time.Duration(max(1, min(int(workers.Load()), runtime.GOMAXPROCS(0)))) - wait
	if !timer.Stop() && !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search gives error %v", err)
	}
	return late
}

// checkCancel makes sure that a search ends soon after it is cancelled, and leaves nothing
// running. The best of several tries counts, since the garbage collector may get in the way.
func checkCancel(t *testing.T, name string, search func(context.Context) error) {
	t.Helper()
	slack := 50 * time.Millisecond
	if raceEnabled {
		slack *= 10
	}
	before := runtime.NumGoroutine()
	late := time.Hour
	for try := 0; try < 6 && late > slack; try++ {
		late = min(late, cancelLate(t, search))
	}
	t.Logf("%s worked %v longer than until it was to be cancelled", name, late.Round(100*time.Microsecond))
	if late > slack {
		t.Errorf("%s worked %v longer than until it was to be cancelled, want at most %v", name, late, slack)
	}
	checkGoroutines(t, before)
}

// checkGoroutines makes sure that no more goroutines stay than there were before.
// One that has done its work may take a moment to end.
func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > time.Second {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(wait)
	}
}

// BigPlacements returns placements that are too large to try all, full, sparse and empty, on boards
// whose ranks and files have names of several characters. The tests of package queens_test use it
// as well.
func BigPlacements(sizes ...int) []Placement {
	rng := rand.New(rand.NewPCG(1, 2))
	var all []Placement
	for _, n := range sizes {
		full := Placement(rng.Perm(n))
		sparse := slices.Clone(full)
		for row := range sparse {
			if rng.IntN(3) > 0 {
				sparse[row] = Empty
			}
		}
		all = append(all, full, sparse, emptyPlacement(n))
	}
	return all
}

// GivenAtRandom returns a placement of n rows with k queens at random that do not attack each
// other.
func GivenAtRandom(rng *rand.Rand, n, k int) Placement {
	for {
		p, left := emptyPlacement(n), k
		taken := make([]bool, 5*n)
		for tries := 0; left > 0 && tries < 1000*n; tries++ {
			s := Square{rng.IntN(n), rng.IntN(n)}
			tracks := s.tracks(n, false)
			if p[s.Row] != Empty || taken[tracks[0]] || taken[tracks[1]] || taken[tracks[2]] {
				continue
			}
			p[s.Row] = s.Col
			for _, track := range tracks {
				taken[track] = true
			}
			left--
		}
		if left == 0 {
			return p
		}
	}
}
