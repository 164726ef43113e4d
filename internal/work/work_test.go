package work

import (
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/queens/internal/testkit"
)

// A testJob is pieces with costs, which all workers count alike.
type testJob struct {
	costs    []float64
	count    func(i int) (uint64, error)
	released func() // or nil
}

func (j testJob) Len() int                                    { return len(j.costs) }
func (j testJob) Cost(i int) float64                          { return j.costs[i] }
func (j testJob) NewWorker() Worker                           { return j }
func (j testJob) Count(i int, _ *atomic.Bool) (uint64, error) { return j.count(i) }
func (j testJob) Release() {
	if j.released != nil {
		j.released()
	}
}

// Count returns when its workers have ended, also after an error or a panic.
func TestCountWaits(t *testing.T) {
	for name, report := range map[string]func(done, total int, solutions uint64, fraction float64){
		"error": nil,
		"panic": func(int, int, uint64, float64) { panic("report") },
	} {
		synctest.Test(t, func(t *testing.T) {
			var released atomic.Int64
			job := testJob{make([]float64, 5), func(i int) (uint64, error) {
				time.Sleep(time.Duration(1+i) * time.Second)
				return 0, map[int]error{0: ErrOverflow}[i]
			}, func() { released.Add(1) }}
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
		counts, all, err := one.Count(new(atomic.Bool), testJob{costs, func(i int) (uint64, error) {
			time.Sleep(time.Duration(costs[i] * float64(65*time.Millisecond)))
			return uint64(10 * costs[i]), nil
		}, nil})
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

func equalCosts(int) float64 { return 1 }

func TestTallyOverflow(t *testing.T) {
	total := newTally(new(atomic.Bool), 3, equalCosts)
	if err := total.add(0, math.MaxUint64, nil); err != nil {
		t.Error("2⁶⁴-1 solutions overflow")
	}
	for i, solutions := range []uint64{1, 0} {
		if err := total.add(1+i, solutions, nil); err != ErrOverflow {
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
	_, _, err := Team{Workers: 1}.Count(stop, testJob{make([]float64, 5), func(i int) (uint64, error) {
		counted++
		return 1, map[int]error{2: first, 3: ErrOverflow}[i]
	}, nil})
	if err != first || counted != 3 || !stop.Load() {
		t.Errorf("%d pieces are counted, %v, stop %t, want 3 pieces and %v", counted, err, stop.Load(), first)
	}
	total := newTally(new(atomic.Bool), 2, equalCosts)
	total.add(0, 1, first)
	if err := total.add(1, 1, ErrStopped); err != first || total.finished > 0 {
		t.Errorf("then the tally gives %v, and %d pieces done", err, total.finished)
	}
}

// Repeat calls each number once, and ends with the first error.
func TestRepeat(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		var calls [20]atomic.Int64
		var made atomic.Int64
		newRepeat := func() func(int) error {
			made.Add(1)
			return func(i int) error {
				calls[i].Add(1)
				return nil
			}
		}
		reported := 0
		team := Team{workers, func(done, total int, solutions uint64, fraction float64) {
			if reported = done; total != len(calls) || solutions != 0 {
				t.Errorf("%d workers: a report of %d pieces with %d solutions", workers, total, solutions)
			}
		}}
		err := team.Repeat(new(atomic.Bool), len(calls), newRepeat)
		for i := range calls {
			if calls[i].Load() != 1 {
				t.Errorf("%d workers: %d is repeated %d times", workers, i, calls[i].Load())
			}
		}
		if err != nil || made.Load() != int64(workers) || reported != len(calls) {
			t.Errorf("%d workers: %v, %d functions, %d reported", workers, err, made.Load(), reported)
		}
		first, stop := errors.New("first"), new(atomic.Bool)
		err = Team{Workers: workers}.Repeat(stop, 10, func() func(int) error { return func(int) error { return first } })
		if err != first || !stop.Load() {
			t.Errorf("%d workers: %v, stop %t", workers, err, stop.Load())
		}
	}
}

// The costs of the pieces are computed once, and only for reports.
func TestTallyFraction(t *testing.T) {
	calls := 0
	total := newTally(new(atomic.Bool), 3, func(i int) float64 {
		calls++
		return []float64{1, 4, 3}[i]
	})
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
	newTally(testkit.RaisedFlag(), 3, equalCosts).tell(Team{Report: func(int, int, uint64, float64) {
		t.Error("a stopped count says how far it is")
	}})
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
