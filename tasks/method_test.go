package tasks

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/cross"
	"example.com/queens/internal/join"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
	"example.com/queens/internal/testkit/kerneltest"
	"example.com/queens/internal/work"
)

// A cutting cuts a count into pieces.
type cutting = func(atLeast int) taskPieces

// byCrosses cuts by crosses.
func byCrosses(b *queens.Board) cutting {
	return func(atLeast int) taskPieces {
		return crossesOf(b, cross.Cut(cross.New(b), atLeast, new(atomic.Bool)))
	}
}

// crossesOf returns crosses of a board as pieces of tasks.
func crossesOf(b *queens.Board, p *cross.Pieces) crossPieces {
	return crossPieces{p, b.String(), cross.New(b).Given}
}

// byColumns cuts by sets of columns.
func byColumns(n int) cutting {
	return func(atLeast int) taskPieces { return joinPieces{join.Cut(n, atLeast, new(atomic.Bool))} }
}

// textsOf returns the texts of all pieces.
func textsOf(p taskPieces) (texts []string) {
	for i := range p.Len() {
		texts = append(texts, p.text(i))
	}
	return texts
}

// methodCount counts with a method and a kernel, without the shortcut for small boards.
func methodCount(t testing.TB, cut cutting, k *kernel.Kernel, atLeast int, opts ...queens.Option) uint64 {
	t.Helper()
	_, all, err := testTeam(t, opts...).Count(new(atomic.Bool), cut(atLeast).On(k))
	return testkit.Must(all, err)
}

// TestMethods tests what each method of counting promises, on every board that it counts.
func TestMethods(t *testing.T) {
	large := testkit.Must(queens.Construct(34))
	all := []*queens.Board{
		boardtest.New(t, 10, queens.Blocked(queens.Square{Row: 0, Col: 0}, queens.Square{Row: 9, Col: 9}, queens.Square{Row: 5, Col: 3})),
		boardtest.New(t, 13, queens.Given(queens.Square{Row: 6, Col: 6}, queens.Square{Row: 0, Col: 2})),
		boardtest.New(t, 11, queens.Toroidal()),
		boardtest.New(t, 13, queens.Toroidal(), queens.Blocked(queens.Square{Row: 3, Col: 3})),
		boardtest.New(t, 34, queens.Given(slices.Collect(large[:24].Queens())...)),
	}
	for _, n := range []int{0, 1, 3, 4, 5, 8, 9, 12, 13}[:testkit.Fewer(9, 8)] {
		all = append(all, boardtest.New(t, n))
	}
	for _, b := range all {
		want := boardtest.CountSolutions(t, b)
		t.Run("by=cross/"+b.String(), func(t *testing.T) { testMethod(t, byCrosses(b), want) })
		if join.Counts(cross.New(b).Board) {
			t.Run("by=join/"+b.String(), func(t *testing.T) { testMethod(t, byColumns(b.N()), want) })
		}
	}
}

func testMethod(t *testing.T, cut cutting, want uint64) {
	t.Run("cut", func(t *testing.T) { testCut(t, cut) })
	t.Run("text", func(t *testing.T) { testText(t, cut) })
	t.Run("costs", func(t *testing.T) { testCosts(t, cut) })
	t.Run("count", func(t *testing.T) {
		kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) { testCount(t, cut, k, want) })
	})
	if want >= 100 { // others may be counted before anybody looks at the flag
		t.Run("stop", func(t *testing.T) {
			kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) { testStop(t, cut, k) })
		})
	}
}

// testCut makes sure that there are as many pieces as asked for, or as there can be, and the
// same when cut again.
func testCut(t *testing.T, cut cutting) {
	finest := cut(math.MaxInt).Len()
	for _, atLeast := range []int{math.MinInt, 0, 1, 2, 50, 1000, 1e5} {
		pieces := textsOf(cut(atLeast))
		if got, want := len(pieces), min(atLeast, finest); got < want {
			t.Errorf("cut into %d pieces, want %d or more", got, want)
		}
		if again := textsOf(cut(atLeast)); !slices.Equal(again, pieces) {
			t.Errorf("cut into at least %d pieces, there are others each time", atLeast)
		}
	}
}

// testText makes sure that a piece that is read from its text is the same.
func testText(t *testing.T, cut cutting) {
	pieces := cut(50)
	for i := range pieces.Len() {
		read := retold(t, Task{pieces, i})
		if read.pieces.text(read.index) != pieces.text(i) || read.Cost() != pieces.Cost(i) {
			t.Errorf("%s is read as another piece", pieces.text(i))
		}
	}
}

// testCosts makes sure that every piece has a cost, the same each time.
func testCosts(t *testing.T, cut cutting) {
	pieces := cut(300)
	for i := range pieces.Len() {
		cost := pieces.Cost(i)
		if !(cost > 0) || math.IsInf(cost, 1) {
			t.Errorf("%s costs %v", pieces.text(i), cost)
		}
		if pieces.Cost(i) != cost {
			t.Errorf("%s has another cost when it is computed again", pieces.text(i))
		}
	}
}

// testCount makes sure that the pieces have all solutions: counted by one worker or by several,
// by a worker that was released before, and as tasks read from their texts.
func testCount(t *testing.T, cut cutting, k *kernel.Kernel, want uint64) {
	for _, workers := range []int{1, 3} {
		for _, atLeast := range []int{1, 40, 1000} {
			if got := methodCount(t, cut, k, atLeast, queens.Workers(workers)); got != want {
				t.Errorf("at least %d pieces have %d solutions, want %d", atLeast, got, want)
			}
		}
	}
	pieces := cut(40)
	for range 2 {
		for _, k := range []*kernel.Kernel{kernel.Portable, k} { // each in turn takes what the other released
			if got := workerCountOf(k, pieces); got != want {
				t.Errorf("a worker of kernel %s counts %d solutions, want %d", k.Name, got, want)
			}
		}
	}
	list := List{pieces: pieces}
	if got := sumOf(t, slices.Collect(tasksIn(&list)), k); got != want {
		t.Errorf("tasks have %d solutions, want %d", got, want)
	}
}

// workerCountOf counts pieces with one worker.
func workerCountOf(k *kernel.Kernel, pieces taskPieces) (all uint64) {
	w := pieces.On(k).NewWorker()
	defer w.Release()
	for i := range pieces.Len() {
		all += testkit.Must(w.Count(i, new(atomic.Bool)))
	}
	return all
}

// testStop makes sure that everything ends when the flag is set, and that a worker counts as
// before when it is not.
func testStop(t *testing.T, cut cutting, k *kernel.Kernel) {
	pieces := cut(1)
	if p, ok := pieces.(crossPieces); ok {
		if pieces := cross.Cut(cross.New(testkit.Must(queens.ParseBoard(p.board))), 1, testkit.RaisedFlag()); pieces.Len() > 0 {
			t.Errorf("stopped: cut into %d pieces", pieces.Len())
		}
	}
	r := testTeam(t)
	if counts, all, err := r.Count(testkit.RaisedFlag(), pieces.On(k)); counts != nil || all != 0 || err != nil {
		t.Errorf("stopped: %d solutions, %v", all, err)
	}
	w := pieces.On(k).NewWorker()
	defer w.Release()
	ended := 0
	for i := range pieces.Len() {
		want := testkit.Must(w.Count(i, new(atomic.Bool)))
		solutions, err := w.Count(i, testkit.RaisedFlag())
		if err != nil {
			t.Errorf("%s: stopped: %v", pieces.text(i), err)
		}
		if solutions != want { // there may be so little to do that nobody looks at the flag
			ended++
		}
		if got, err := w.Count(i, new(atomic.Bool)); got != want || err != nil {
			t.Errorf("%s has %d solutions, %v, and %d before it was stopped", pieces.text(i), got, err, want)
		}
	}
	if ended == 0 {
		t.Errorf("all %d pieces are counted though the flag is set", pieces.Len())
	}
}

// TestMethodsEmptyBoards counts with each method and kernel, and compares with known figures.
func TestMethodsEmptyBoards(t *testing.T) {
	kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) {
		lastCross, lastJoin := 16, 16
		switch {
		case testing.Short(), testkit.RaceEnabled:
			lastCross, lastJoin = 13, 13
		case testkit.Long():
			lastCross, lastJoin = 16, 17
		case k == kernel.Portable:
			lastCross, lastJoin = 15, 15
		}
		for n := range max(lastCross, lastJoin) + 1 {
			b, want := boardtest.New(t, n), testkit.Reference[n].All
			for _, atLeast := range []int{1, 100} {
				if n <= lastCross {
					if got := methodCount(t, byCrosses(b), k, atLeast); got != want {
						t.Errorf("n = %d, by at least %d crosses: %d solutions, want %d", n, atLeast, got, want)
					}
				}
				if n <= lastJoin && join.Counts(cross.New(b).Board) {
					if got := methodCount(t, byColumns(n), k, atLeast); got != want {
						t.Errorf("n = %d, by a join in at least %d pieces: %d solutions, want %d", n, atLeast, got, want)
					}
				}
			}
		}
	})
}

// TestMethodsConstrained cuts random boards by crosses, and counts the tasks of small ones.
func TestMethodsConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range testkit.Fewer(100, 30) {
		n := 1 + rng.IntN(14)
		b := boardtest.New(t, n, boardtest.RandomConstraints(rng, n)...)
		testCosts(t, byCrosses(b))
		testText(t, byCrosses(b))
		if n > 10 {
			continue
		}
		testCut(t, byCrosses(b))
		if got, want := sumOf(t, tasksOf(t, b, rng.IntN(200)), kernel.Fastest()), boardtest.CountSolutions(t, b); got != want {
			t.Errorf("%v: tasks have %d solutions, want %d", b, got, want)
		}
	}
}

// TestMethodsOverflow gives blocks of boards so many solutions, or sets of columns so many pairs, that
// each piece has 2⁶⁴ solutions or more, or that only all together have.
func TestMethodsOverflow(t *testing.T) {
	for _, test := range []struct {
		atLeast         int
		ofBlock, ofSets uint64
		each            bool
	}{
		{atLeast: 1, ofBlock: 1 << 61, ofSets: 1 << 62, each: true},
		{atLeast: 100, ofBlock: 1 << 56, ofSets: 1 << 54, each: false},
	} {
		b := boardtest.New(t, 10)
		many, p := *kernel.Portable, *kernel.Portable.Pairing
		many.Finish = func(*kernel.Boards, int, int, *kernel.OpenRow) uint64 { return test.ofBlock }
		testOverflow(t, &many, crossesOf(b, cross.Cut(cross.New(b), test.atLeast, new(atomic.Bool))), test.each)
		p.Count = func(*kernel.Lookup, []uint32, []uint64) uint64 { return test.ofSets } // once for each set at n = 12
		many.Pairing = &p
		testOverflow(t, &many, byColumns(12)(test.atLeast), test.each)
	}
}

func testOverflow(t *testing.T, k *kernel.Kernel, pieces taskPieces, each bool) {
	t.Helper()
	for _, workers := range []int{1, 3} {
		_, all, err := testTeam(t, queens.Workers(workers)).Count(new(atomic.Bool), pieces.On(k))
		if all != 0 || err != work.ErrOverflow {
			t.Errorf("%d workers: %d solutions, %v, want %v", workers, all, err, work.ErrOverflow)
		}
	}
	w := pieces.On(k).NewWorker()
	defer w.Release()
	overflows := 0
	for i := range pieces.Len() {
		solutions, err := w.Count(i, new(atomic.Bool))
		inTask, errInTask := (Task{pieces, i}).count(t.Context(), k)
		if inTask != solutions || (errInTask == queens.ErrOverflow) != (err == work.ErrOverflow) || err != nil && err != work.ErrOverflow || err != nil && solutions != 0 {
			t.Errorf("%d solutions, %v; as a task %d, %v", solutions, err, inTask, errInTask)
		}
		if err != nil {
			overflows++
		}
	}
	if each && overflows == 0 || !each && overflows > 0 {
		t.Errorf("%d of %d pieces have 2⁶⁴ solutions or more", overflows, pieces.Len())
	}
}

func testTeam(t testing.TB, opts ...queens.Option) work.Team {
	t.Helper()
	return testkit.Must(work.TeamOf(runtime.GOMAXPROCS(0), opts))
}
