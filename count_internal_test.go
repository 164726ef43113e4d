package queens

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// raceEnabled is whether the race detector slows the tests down.
var raceEnabled bool

// fewer returns how many cases a test goes through: few where time is short.
func fewer(cases, few int) int {
	if testing.Short() || raceEnabled {
		return few
	}
	return cases
}

func newBoard(t testing.TB, n int, options ...Constraint) *Board {
	t.Helper()
	s, err := New(n, options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newTestRun(t testing.TB, opts ...Option) run {
	t.Helper()
	r, err := newRun(opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// engineCount is s.count without the shortcut for small boards.
func engineCount(t testing.TB, s *Board, k *kernel, atLeast int, opts ...Option) uint64 {
	t.Helper()
	pieces, err := s.pieces(t.Context(), atLeast)
	if err != nil {
		t.Fatal(err)
	}
	_, solutions, err := s.countPieces(t.Context(), k, pieces, newTestRun(t, opts...))
	if err != nil {
		t.Fatal(err)
	}
	return solutions
}

func TestCountKernels(t *testing.T) {
	for _, k := range kernels() {
		last := 16
		switch {
		case testing.Short(), raceEnabled && k.name == portable.name:
			last = 13
		case k.name == portable.name:
			last = 15
		}
		for n := range last + 1 {
			for _, atLeast := range []int{1, 100} {
				if got, want := engineCount(t, newBoard(t, n), k, atLeast), Reference[n].All; got != want {
					t.Errorf("%s: n = %d in at least %d pieces: %d solutions, want %d", k.name, n, atLeast, got, want)
				}
			}
		}
	}
}

func TestCountKernelsToroidal(t *testing.T) {
	for n, want := range map[int]uint64{7: 28, 13: 4524, 15: 0, 17: 140692} { // OEIS A051906
		for _, k := range kernels() {
			if got, err := newBoard(t, n, Toroidal()).count(t.Context(), k, newTestRun(t)); got != want || err != nil {
				t.Errorf("%s: n = %d: %d solutions, %v, want %d", k.name, n, got, err, want)
			}
		}
	}
}

func TestCountShortcut(t *testing.T) {
	for n := range 13 {
		want := Reference[n].All
		if got, err := Count(t.Context(), n); got != want || err != nil {
			t.Errorf("Count(%d) = %d, %v, want %d", n, got, err, want)
		}
		for _, k := range kernels() {
			if got, err := newBoard(t, n).count(t.Context(), k, newTestRun(t)); got != want || err != nil {
				t.Errorf("%s: n = %d: %d solutions, %v, want %d", k.name, n, got, err, want)
			}
		}
	}
	if _, err := Count(t.Context(), MaxN+1); err == nil {
		t.Errorf("Count(%d): no error", MaxN+1)
	}
}

// randomOptions are constraints of a board of size n: queens that do not attack
// each other, blocked squares that some symmetries keep, and wrapped diagonals.
func randomOptions(rng *rand.Rand, n int) []Constraint {
	var options []Constraint
	torus := rng.IntN(4) == 0
	if torus {
		options = append(options, Toroidal())
	}
	var blocked []Square
	some := symmetries()[:1+rng.IntN(8)]
	if rng.IntN(2) == 0 {
		some = []Symmetry{Identity, symmetries()[rng.IntN(8)]}
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

func countSolutions(s *Board) uint64 {
	var count uint64
	for range s.Solutions(context.Background()) {
		count++
	}
	return count
}

func TestCountConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rounds := fewer(2000, 300)
	for range rounds {
		n := 1 + rng.IntN(9)
		options := randomOptions(rng, n)
		s := newBoard(t, n, options...)
		workers := Workers(1 + rng.IntN(3))
		want := countSolutions(s)
		for _, k := range kernels() {
			atLeast := []int{1, 5, 1000}[rng.IntN(3)]
			if got := engineCount(t, s, k, atLeast, workers); got != want {
				t.Fatalf("%s: %s: %d solutions in at least %d pieces, want %d", k.name, s.String(), got, atLeast, want)
			}
			if got, err := s.count(t.Context(), k, newTestRun(t, workers)); got != want || err != nil {
				t.Fatalf("%s: %s: %d solutions, %v, want %d", k.name, s.String(), got, err, want)
			}
		}
		if got, err := s.Count(t.Context(), workers); got != want || err != nil {
			t.Fatalf("Count of size %d: %d, %v, want %d", n, got, err, want)
		}
	}
}

// TestCountLarge leaves a few rows open on boards of both word sizes.
func TestCountLarge(t *testing.T) {
	for _, n := range []int{29, 31, 32, 34, 35, 41, 64} {
		solution := staircase(n)
		if !solution.Solved() {
			t.Fatalf("staircase(%d) is %v, no solution", n, solution)
		}
		rng := rand.New(rand.NewPCG(uint64(n), 5))
		for range 5 {
			var given []Square
			for _, row := range rng.Perm(n)[:n-9] {
				given = append(given, Square{row, solution[row]})
			}
			s := newBoard(t, n, Given(given...))
			want := countSolutions(s)
			for _, k := range kernels() {
				if got := engineCount(t, s, k, 1); got != want || want == 0 {
					t.Errorf("%s: n = %d with %d queens: %d solutions, want %d", k.name, n, n-9, got, want)
				}
			}
		}
	}
}

// Boards above 32 rows that a symmetry keeps: nearly all squares are blocked, so
// that the solutions can be listed.
func TestCountLargeSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 64))
	for _, n := range []int{34, 35, 64} {
		for _, symmetry := range []Symmetry{FlipColumns, FlipRows, Rotate180, Transpose} {
			open := make(squareSet, n)
			add := func(sq Square) {
				image := symmetry.Apply(n, sq)
				open[sq.Row] |= 1 << sq.Col
				open[image.Row] |= 1 << image.Col
			}
			for row, col := range staircase(n) {
				add(Square{row, col})
				if row%8 == 0 {
					add(Square{row, rng.IntN(n)})
				}
			}
			var blocked []Square
			for row := range n {
				for col := range columns(fullRow(n) &^ open[row]) {
					blocked = append(blocked, Square{row, col})
				}
			}
			s := newBoard(t, n, Blocked(blocked...))
			if !slices.Contains(s.group, symmetry) {
				t.Fatalf("n = %d: %v does not keep the board", n, symmetry)
			}
			got, err := s.Count(t.Context())
			if want := countSolutions(s); err != nil || got != want || want == 0 {
				t.Errorf("n = %d, %v: %d solutions, %v, want %d", n, symmetry, got, err, want)
			}
		}
	}
}

// staircase is a solution of any size from 4 on except those with n mod 6 = 3:
// the second, fourth, … column of each row, then the first, third, …, in another
// order if n mod 6 = 2.
func staircase(n int) Placement {
	var p Placement
	for col := 1; col < n; col += 2 {
		p = append(p, col)
	}
	for col := 0; col < n; col += 2 {
		p = append(p, col)
	}
	if n%6 == 2 {
		odd := p[n/2:]
		odd[0], odd[1] = odd[1], odd[0]
		copy(odd[2:], odd[3:])
		odd[len(odd)-1] = 4
	}
	return p
}

func TestCountAllocations(t *testing.T) {
	for _, n := range []int{9, 12, 13} {
		s := newBoard(t, n)
		pieces, err := s.pieces(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range kernels() {
			counter := s.newCounter(k)
			var stop atomic.Bool
			i := 0
			allocs := testing.AllocsPerRun(50, func() {
				counter.count(pieces[i%len(pieces)], &stop)
				i++
			})
			if allocs != 0 {
				t.Errorf("%s: n = %d: %v allocations a piece, want 0", k.name, n, allocs)
			}
		}
	}
}

func TestProgress(t *testing.T) {
	last := 15
	if raceEnabled {
		last = 14
	}
	for _, n := range []int{0, 5, 8, 9, 12, last} {
		for _, k := range kernels() {
			var calls []Progress
			r := newTestRun(t, OnProgress(func(p Progress) { calls = append(calls, p) }))
			start := time.Now()
			if _, err := newBoard(t, n).count(t.Context(), k, r); err != nil {
				t.Fatal(err)
			}
			elapsed := time.Since(start)
			if most := 1 + int(elapsed/reportEvery); len(calls) == 0 || len(calls) > most {
				t.Errorf("n = %d: %d calls in %v, want 1 to %d", n, len(calls), elapsed, most)
				continue
			}
			var before Progress
			for _, p := range calls {
				if p.Done < before.Done || p.Solutions < before.Solutions || p.Fraction < before.Fraction || p.Done > p.Total {
					t.Errorf("n = %d: progress %+v after %+v", n, p, before)
				}
				before = p
			}
			if before.Done != before.Total || before.Fraction != 1 || before.Solutions != Reference[n].All {
				t.Errorf("n = %d: progress ends with %+v, want all done and %d solutions", n, before, Reference[n].All)
			}
		}
	}
}

func TestProgressPanics(t *testing.T) {
	for _, n := range []int{8, 13} {
		before := runtime.NumGoroutine()
		s := newBoard(t, n)
		func() {
			defer func() {
				if r := recover(); r != "enough" {
					t.Errorf("n = %d: recovered %v, want the panic of the report", n, r)
				}
			}()
			s.Count(t.Context(), Workers(3), OnProgress(func(Progress) { panic("enough") }))
		}()
		checkGoroutines(t, before)
	}
}

// TestProgressPanicStops lets the first report of a count of hours panic.
func TestProgressPanicStops(t *testing.T) {
	before := runtime.NumGoroutine()
	ended := make(chan any)
	go func() {
		defer func() { ended <- recover() }()
		Count(t.Context(), 24, OnProgress(func(Progress) { panic("enough") }))
	}()
	select {
	case got := <-ended:
		if got != "enough" {
			t.Errorf("recovered %v, want the panic of the report", got)
		}
	case <-time.After(time.Minute):
		t.Fatal("the count goes on after the panic of a report")
	}
	checkGoroutines(t, before)
}

func TestTallyOverflow(t *testing.T) {
	total := newTally(3, nil)
	if err := total.add(0, math.MaxUint64, nil); err != nil {
		t.Error("2⁶⁴-1 solutions overflow")
	}
	for i, solutions := range []uint64{1, 0} {
		if err := total.add(1+i, solutions, nil); err != ErrOverflow {
			t.Errorf("%d solutions more do not overflow", solutions)
		}
	}
	if got, err := total.end(t.Context()); got != 0 || !errors.Is(err, ErrOverflow) {
		t.Errorf("the sum is %d, %v, want %v", got, err, ErrOverflow)
	}
}

// The costs of the pieces are computed once, and only for reports.
func TestTallyFraction(t *testing.T) {
	calls := 0
	total := newTally(3, func() []float64 {
		calls++
		return []float64{1, 4, 3}
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
		if p, ok := total.now(); p.Fraction != step.want || !ok {
			t.Errorf("after piece %d the fraction is %v, %t, want %v", step.piece, p.Fraction, ok, step.want)
		}
	}
	if calls != 1 {
		t.Errorf("the costs are computed %d times, want 1", calls)
	}
	if _, ok := newTally(3, func() []float64 { return nil }).now(); ok {
		t.Error("a cancelled count says how far it is")
	}
}

// TestRunOptionNil makes sure that a nil option is an error and no crash.
func TestRunOptionNil(t *testing.T) {
	const want = "queens: option 2 of 2 is nil"
	if _, err := Count(t.Context(), 8, Workers(1), nil); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if got, err := Count(t.Context(), 8, OnProgress(nil)); got != 92 || err != nil {
		t.Errorf("without a function to report to: %d, %v", got, err)
	}
}

func TestOverflow(t *testing.T) {
	tests := []struct {
		sum, solutions, weight uint64
		want                   uint64
		ok                     bool
	}{
		{0, 0, 8, 0, true},
		{5, 7, 8, 61, true},
		{math.MaxUint64 - 8, 1, 8, math.MaxUint64, true},
		{math.MaxUint64 - 7, 1, 8, 0, false},
		{0, 1 << 61, 8, 0, false},
		{1, math.MaxUint64, 1, 0, false},
	}
	for _, test := range tests {
		got, ok := addTimes(test.sum, test.solutions, test.weight)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("addTimes(%d, %d, %d) = %d, %t, want %d, %t",
				test.sum, test.solutions, test.weight, got, ok, test.want, test.ok)
		}
	}

	for _, workers := range []int{1, 3} {
		s := newBoard(t, 10)
		pieces, err := s.pieces(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range pieces {
			pieces[i].weight = 1 << 60
		}
		if _, got, err := s.countPieces(t.Context(), portable, pieces, newTestRun(t, Workers(workers))); !errors.Is(err, ErrOverflow) {
			t.Errorf("count of more than 64 bits: %d, %v, want %v", got, err, ErrOverflow)
		}
		task := Task{solver: s, piece: newPiece(s.given, math.MaxUint64)}
		if got, err := task.Count(t.Context()); !errors.Is(err, ErrOverflow) {
			t.Errorf("task of more than 64 bits: %d, %v, want %v", got, err, ErrOverflow)
		}
	}
}

func TestWorkers(t *testing.T) {
	for _, k := range []int{0, -1} {
		want := fmt.Sprintf("queens: %d workers, want at least 1", k)
		if _, err := Count(t.Context(), 8, Workers(k)); err == nil || err.Error() != want {
			t.Errorf("Count with Workers(%d) gives error %v, want %s", k, err, want)
		}
	}
	if r := newTestRun(t, Workers(2), Workers(5)); r.workers != 5 {
		t.Errorf("the last option of 5 workers gives %d", r.workers)
	}
	if r := newTestRun(t); r.workers != runtime.GOMAXPROCS(0) {
		t.Errorf("no option gives %d workers", r.workers)
	}
	s := newBoard(t, 12)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got, err := s.Count(t.Context(), Workers(3)); got != Reference[12].All || err != nil {
				t.Errorf("one of several counts at a time: %d, %v, want %d", got, err, Reference[12].All)
			}
		})
	}
	wait.Wait()
}
