package work

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/queens/internal/testkit"
)

// testJob is pieces with costs, which all workers count alike. Each then calls released.
func testJob(costs []float64, count func(i int) (uint64, error), released func()) Job {
	w := Worker{func(i int, _ *atomic.Bool) (uint64, error) { return count(i) }, released}
	return Job{len(costs), func(i int) float64 { return costs[i] }, func() Worker { return w }}
}

func equalJob(pieces int, count func(i int) (uint64, error)) Job {
	return testJob(slices.Repeat([]float64{1}, pieces), count, func() {})
}

// Count returns when its workers have ended, also after an error or a panic.
func TestCountWaits(t *testing.T) {
	for name, report := range map[string]func(done, total int, solutions uint64, fraction float64){
		"error": nil,
		"panic": func(int, int, uint64, float64) { panic("report") },
	} {
		synctest.Test(t, func(t *testing.T) {
			var released atomic.Int64
			job := testJob(make([]float64, 5), func(i int) (uint64, error) {
				time.Sleep(time.Duration(1+i) * time.Second)
				return 0, map[int]error{0: ErrOverflow}[i]
			}, func() { released.Add(1) })
			testkit.Recovered(func() { Team{3, report}.Count(new(atomic.Bool), job) })
			if got := released.Load(); got != 3 {
				t.Errorf("after an early end by %s, %d of 3 workers have ended", name, got)
			}
		})
	}
}

// TestProgressReports counts five pieces of known costs, by a clock that stands still while anybody
// works. Reports come ten times a second, and once at the end.
func TestProgressReports(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		costs := []float64{1, 2, 3, 1, 3} // in units of 65 ms: they end after 65, 195, 390, 455 and 650 ms
		type progress struct {
			done, total int
			solutions   uint64
			fraction    float64
		}
		var got []progress
		one := Team{1, func(done, total int, solutions uint64, fraction float64) {
			got = append(got, progress{done, total, solutions, fraction})
		}}
		counts, all, err := one.Count(new(atomic.Bool), testJob(costs, func(i int) (uint64, error) {
			time.Sleep(time.Duration(costs[i] * float64(65*time.Millisecond)))
			return uint64(10 * costs[i]), nil
		}, func() {}))
		if all != 100 || err != nil {
			t.Errorf("the sum is %d, %v", all, err)
		}
		testkit.WantSame(t, []uint64{10, 20, 30, 10, 30}, counts, "counts")
		want := []progress{{1, 5, 10, 0.1}, {2, 5, 30, 0.3}, {2, 5, 30, 0.3}, {3, 5, 60, 0.6}, {4, 5, 70, 0.7}, {4, 5, 70, 0.7}, {5, 5, 100, 1}}
		if !slices.Equal(want, got) {
			t.Errorf("reports %v, want %v", got, want)
		}
	})
}

func TestTallyOverflow(t *testing.T) {
	stop := new(atomic.Bool)
	total := newTally(stop, equalJob(3, nil))
	if total.add(0, math.MaxUint64, nil); stop.Load() {
		t.Error("2⁶⁴-1 solutions overflow")
	}
	for i, solutions := range []uint64{1, 0} {
		if total.add(1+i, solutions, nil); !stop.Load() {
			t.Errorf("%d solutions more do not overflow", solutions)
		}
	}
	if total.finished != 1 || total.err != ErrOverflow {
		t.Errorf("after an overflow %d pieces are done, %v", total.finished, total.err)
	}
}

// The first error of a piece is the sum's, whatever follows, and no piece is counted after it.
func TestCountError(t *testing.T) {
	first := errors.New("first")
	stop := new(atomic.Bool)
	counted := 0
	counts, all, err := Team{Workers: 1}.Count(stop, equalJob(5, func(i int) (uint64, error) {
		counted++
		return 1, map[int]error{2: first, 3: ErrOverflow}[i]
	}))
	if err != first || counted != 3 || !stop.Load() || counts != nil || all != 0 {
		t.Errorf("%d pieces are counted, %v, %d, %v, stop %t, want 3 pieces and %v", counted, counts, all, err, stop.Load(), first)
	}
	total := newTally(new(atomic.Bool), equalJob(2, nil))
	total.add(0, 1, first)
	if total.add(1, 1, ErrOverflow); total.err != first || total.finished > 0 {
		t.Errorf("then the tally gives %v, and %d pieces done", total.err, total.finished)
	}
}

// What a worker returns after its flag was set does not count.
func TestCountStopped(t *testing.T) {
	stop := new(atomic.Bool)
	team := Team{1, func(done, total int, solutions uint64, fraction float64) {
		t.Errorf("a report of %d solutions", solutions)
	}}
	counts, all, err := team.Count(stop, equalJob(5, func(i int) (uint64, error) {
		stop.Store(i == 1)
		return 1, nil
	}))
	if counts != nil || all != 0 || err != nil {
		t.Errorf("counts %v, %d in all, %v", counts, all, err)
	}
}

// A repeated job calls each number once.
func TestRepeated(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		var calls [20]atomic.Int64
		var made atomic.Int64
		job := Repeated(len(calls), func() func(int) {
			made.Add(1)
			return func(i int) { calls[i].Add(1) }
		})
		reported := 0
		team := Team{workers, func(done, total int, solutions uint64, fraction float64) {
			if reported = done; total != len(calls) || solutions != 0 {
				t.Errorf("%d workers: a report of %d pieces with %d solutions", workers, total, solutions)
			}
		}}
		_, _, err := team.Count(new(atomic.Bool), job)
		for i := range calls {
			if calls[i].Load() != 1 {
				t.Errorf("%d workers: %d is repeated %d times", workers, i, calls[i].Load())
			}
		}
		if err != nil || made.Load() != int64(workers) || reported != len(calls) {
			t.Errorf("%d workers: %v, %d functions, %d reported", workers, err, made.Load(), reported)
		}
	}
}

// The costs of the pieces are computed once, and only for reports.
func TestTallyFraction(t *testing.T) {
	calls := 0
	job := equalJob(3, nil)
	job.Cost = func(i int) float64 {
		calls++
		return []float64{1, 4, 3}[i]
	}
	total := newTally(new(atomic.Bool), job)
	total.add(2, 1, nil)
	if calls != 0 {
		t.Error("costs are computed with no report due")
	}
	for _, step := range []struct {
		piece int
		want  float64
	}{{0, 0.5}, {1, 1}} {
		total.add(step.piece, 1, nil)
		got := -1.0
		total.tell(Team{Report: func(_, _ int, _ uint64, fraction float64) { got = fraction }})
		if got != step.want {
			t.Errorf("after piece %d the fraction is %v, want %v", step.piece, got, step.want)
		}
	}
	if calls != 3 {
		t.Errorf("%d costs are computed, want 3", calls)
	}
	newTally(testkit.RaisedFlag(), equalJob(3, nil)).tell(Team{Report: func(int, int, uint64, float64) {
		t.Error("a stopped count says how far it is")
	}})
}

// The flag follows the context. Once it is set, UntilDone returns the context's error, and otherwise
// that of the function.
func TestUntilDone(t *testing.T) {
	for _, cause := range []error{nil, errors.New("other")} {
		ctx, cancel := context.WithCancelCause(t.Context())
		if err := UntilDone(ctx, func(*atomic.Bool) error { return cause }); err != cause {
			t.Errorf("error %v, want %v", err, cause)
		}
		err := UntilDone(ctx, func(stop *atomic.Bool) error {
			if stop.Load() {
				t.Error("the flag is set from the start")
			}
			cancel(errors.New("whatever the cause"))
			for !stop.Load() {
				runtime.Gosched()
			}
			return cause
		})
		if err != context.Canceled {
			t.Errorf("cancelled: error %v", err)
		}
		if err := UntilDone(ctx, func(*atomic.Bool) error { panic("called") }); err != context.Canceled {
			t.Errorf("cancelled before: error %v", err)
		}
	}
	// A flag that a search sets itself, because it has all, is not the context's.
	cause := errors.New("other")
	if err := UntilDone(t.Context(), func(stop *atomic.Bool) error { stop.Store(true); return cause }); err != cause {
		t.Errorf("error %v, want %v", err, cause)
	}
}

func TestAddTimes(t *testing.T) {
	tests := []struct {
		sum, solutions, weight uint64
		want                   uint64
		err                    error
	}{
		{0, 0, 8, 0, nil},
		{5, 7, 8, 61, nil},
		{math.MaxUint64 - 8, 1, 8, math.MaxUint64, nil},
		{math.MaxUint64 - 7, 1, 8, 0, ErrOverflow},
		{0, 1 << 61, 8, 0, ErrOverflow},
		{1, math.MaxUint64, 1, 0, ErrOverflow},
	}
	for _, test := range tests {
		if got, err := AddTimes(test.sum, test.solutions, test.weight); got != test.want || err != test.err {
			t.Errorf("AddTimes(%d, %d, %d) = %d, %v, want %d, %v",
				test.sum, test.solutions, test.weight, got, err, test.want, test.err)
		}
	}
}
