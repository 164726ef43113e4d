package testkit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// RaceEnabled tells whether the race detector slows the tests down.
var RaceEnabled bool

// Must returns value, and panics if err is not nil.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// NoError ends the test if err is not nil.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// WantSame reports an error if two values differ. The format says what they are.
func WantSame[T any](t testing.TB, want, got T, format string, args ...any) {
	t.Helper()
	if reflect.DeepEqual(want, got) { // which takes a tenth of the time of cmp.Diff
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", fmt.Sprintf(format, args...), diff)
	}
}

// Fewer returns how many cases a test should go through: few if time is short.
func Fewer(cases, few int) int {
	if testing.Short() || RaceEnabled {
		return few
	}
	return cases
}

// Sequential skips a test of code that runs in one goroutine under the race detector, which finds
// nothing there and makes it ten times as slow.
func Sequential(t testing.TB) {
	t.Helper()
	if RaceEnabled {
		t.Skip("it runs in one goroutine")
	}
}

// Long reports whether a test may take minutes: whether QUEENS_LONG is set, and time is not short.
func Long() bool { return os.Getenv("QUEENS_LONG") != "" && !testing.Short() && !RaceEnabled }

// Recovered returns what f panics with, or nil.
func Recovered(f func()) (why any) {
	defer func() { why = recover() }()
	f()
	return nil
}

// Values returns an iterator over the values of seq, which should not end early.
func Values[T any](t testing.TB, seq iter.Seq2[T, error]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for value, err := range seq {
			if err != nil {
				t.Errorf("a listing ends with %v", err)
				return
			}
			if !yield(value) {
				return
			}
		}
	}
}

// Collect returns the values of seq, which should not end early.
func Collect[T any](t testing.TB, seq iter.Seq2[T, error]) []T {
	return slices.Collect(Values(t, seq))
}

// CollectUntil returns the values of seq, and why it ends early, if it does.
func CollectUntil[T any](t testing.TB, seq iter.Seq2[T, error]) (all []T, end error) {
	for value, err := range seq {
		if end != nil {
			t.Errorf("a listing goes on after %v with %v, %v", end, value, err)
		}
		if end = err; end == nil {
			all = append(all, value)
		} else if !reflect.ValueOf(&value).Elem().IsZero() {
			t.Errorf("the last pair is %v, %v", value, end)
		}
	}
	return all, end
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

// Allocated returns how many bytes f allocates, whether or not it frees them.
func Allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// RaisedFlag returns a flag that is set.
func RaisedFlag() *atomic.Bool {
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

// cancelLate cancels a search soon after its start, and returns how long it worked after that, and what is wrong with
// its error. It measures the processor time of each goroutine, which does not pass while other programs run.
func cancelLate(t *testing.T, search func(context.Context) error) (late time.Duration, wrong error) {
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
	start := ProcessTime()
	err := search(ctx)
	worked := ProcessTime() - start
	late = worked/time.Duration(max(1, min(int(workers.Load()), runtime.GOMAXPROCS(0)))) - wait
	if !timer.Stop() && err != context.Canceled {
		wrong = fmt.Errorf("error %v", err)
	}
	return late, wrong
}

// CheckCancel makes sure that a search ends soon after it is cancelled, and leaves no goroutine
// behind. It takes the best of several tries, since the garbage collector may get in the way, and a search may end by
// itself at the moment when it is cancelled.
func CheckCancel(t *testing.T, name string, search func(context.Context) error) {
	t.Helper()
	slack := 50 * time.Millisecond
	if RaceEnabled {
		slack *= 10
	}
	before := runtime.NumGoroutine()
	late, wrong := time.Hour, error(nil)
	for try := 0; try < 6 && (late > slack || wrong != nil); try++ {
		var now time.Duration
		now, wrong = cancelLate(t, search)
		late = min(late, now)
	}
	if wrong != nil {
		t.Errorf("%s is cancelled and gives %v", name, wrong)
	}
	t.Logf("%s worked %v longer than until it was to be cancelled", name, late.Round(100*time.Microsecond))
	if late > slack {
		t.Errorf("%s worked %v longer than until it was to be cancelled, want at most %v", name, late, slack)
	}
	CheckGoroutines(t, before)
}

// CheckGoroutines makes sure that there are no more goroutines than before. One that has done its
// work may take a moment to end.
func CheckGoroutines(t *testing.T, before int) {
	t.Helper()
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > time.Second {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(wait)
	}
}

// CompareFile checks that write writes what the file holds. With update it first writes the file.
func CompareFile(t testing.TB, file string, update bool, write func(io.Writer) error) {
	t.Helper()
	var written bytes.Buffer
	NoError(t, write(&written))
	if update {
		NoError(t, os.WriteFile(file, written.Bytes(), 0o644))
	}
	want, err := os.ReadFile(file)
	NoError(t, err)
	if !bytes.Equal(want, written.Bytes()) {
		t.Errorf("%s is not what is written now; run the test with -update", file)
	}
}
