package queens

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
)

// cutInto returns the pieces that a count is cut into.
func cutInto[P any](t testing.TB, m method[P], atLeast int) []P {
	t.Helper()
	pieces := Must(m.cut(new(atomic.Bool), atLeast))
	return pieces
}

// methodCount counts with a method and a kernel, without the shortcut for small boards.
func methodCount[P any](t testing.TB, m method[P], k *kernel, atLeast int, opts ...Option) uint64 {
	t.Helper()
	all := Must(countBy(new(atomic.Bool), m, k, atLeast, newTestRun(t, opts...)))
	return all
}

// TestMethods tests what each method of counting promises, on every board that it counts.
func TestMethods(t *testing.T) {
	large := Must(Construct(34))
	all := []*Board{
		newBoard(t, 10, Blocked(Square{0, 0}, Square{9, 9}, Square{5, 3})),
		newBoard(t, 13, Given(Square{6, 6}, Square{0, 2})),
		newBoard(t, 11, Toroidal()),
		newBoard(t, 13, Toroidal(), Blocked(Square{3, 3})),
		newBoard(t, 34, Given(slices.Collect(large[:24].Queens())...)),
	}
	for _, n := range []int{0, 1, 3, 4, 5, 8, 9, 12, 13} {
		all = append(all, newBoard(t, n))
	}
	for _, b := range all {
		want := countSolutions(b)
		t.Run("by=cross/"+b.String(), func(t *testing.T) { testMethod(t, crossMethod{b}, want) })
		if b.joinable(minJoin) {
			t.Run("by=join/"+b.String(), func(t *testing.T) { testMethod(t, newJoin(b.N()), want) })
		}
	}
}

func testMethod[P any](t *testing.T, m method[P], want uint64) {
	t.Run("cut", func(t *testing.T) { testCut(t, m) })
	t.Run("text", func(t *testing.T) { testText(t, m) })
	t.Run("costs", func(t *testing.T) { testCosts(t, m) })
	t.Run("count", func(t *testing.T) {
		eachKernel(t, func(t *testing.T, k *kernel) { testCount(t, m, k, want) })
	})
	if want >= 100 { // others may be counted before anybody looks at the flag
		t.Run("stop", func(t *testing.T) {
			eachKernel(t, func(t *testing.T, k *kernel) { testStop(t, m, k) })
		})
	}
}

// testCut makes sure that there are as many pieces as asked for, or as there can be, and
// the same when cut again.
func testCut[P any](t *testing.T, m method[P]) {
	finest := len(cutInto(t, m, math.MaxInt))
	for _, atLeast := range []int{math.MinInt, 0, 1, 2, 50, 1000, 1e5} {
		pieces := cutInto(t, m, atLeast)
		if got, want := len(pieces), min(atLeast, finest); got < want {
			t.Errorf("cut into %d pieces, want %d or more", got, want)
		}
		if again := cutInto(t, m, atLeast); !slices.EqualFunc(again, pieces, samePiece) {
			t.Errorf("cut into at least %d pieces, there are others each time", atLeast)
		}
	}
}

// samePiece reports whether two pieces, given by pointers, are equal.
func samePiece[P any](p, q P) bool {
	return reflect.ValueOf(p).Elem().Interface() == reflect.ValueOf(q).Elem().Interface()
}

// testText makes sure that a piece that is read from its text is the same.
func testText[P any](t *testing.T, m method[P]) {
	for _, p := range cutInto(t, m, 50) {
		read := retold(t, Task{pieceOf[P]{m, p}}).piece.(pieceOf[P])
		if !samePiece(read.piece, p) {
			t.Errorf("%s is read as another piece", m.text(p))
		}
	}
}

// testCosts makes sure that every piece has a cost, the same each time.
func testCosts[P any](t *testing.T, m method[P]) {
	for _, p := range cutInto(t, m, 300) {
		cost := m.cost(p)
		if !(cost > 0) || math.IsInf(cost, 1) {
			t.Errorf("%s costs %v", m.text(p), cost)
		}
		if m.cost(p) != cost {
			t.Errorf("%s has another cost when it is computed again", m.text(p))
		}
	}
}

// testCount makes sure that the pieces have all solutions: counted by one worker or by
// several, by a worker that was released before, and as tasks read from their texts.
func testCount[P any](t *testing.T, m method[P], k *kernel, want uint64) {
	for _, workers := range []int{1, 3} {
		for _, atLeast := range []int{1, 40, 1000} {
			if got := methodCount(t, m, k, atLeast, Workers(workers)); got != want {
				t.Errorf("at least %d pieces have %d solutions, want %d", atLeast, got, want)
			}
		}
	}
	pieces := cutInto(t, m, 40)
	for range 2 {
		for _, k := range []*kernel{portable, k} { // each in turn takes what the other released
			if got := workerCountOf(t, m, k, pieces); got != want {
				t.Errorf("a worker of kernel %s counts %d solutions, want %d", k.name, got, want)
			}
		}
	}
	var tasks []Task
	for _, p := range pieces {
		tasks = append(tasks, Task{pieceOf[P]{m, p}})
	}
	if got := sumOf(t, tasks, k); got != want {
		t.Errorf("tasks have %d solutions, want %d", got, want)
	}
}

// workerCountOf counts pieces with one worker.
func workerCountOf[P any](t *testing.T, m method[P], k *kernel, pieces []P) uint64 {
	t.Helper()
	w := m.newWorker(k)
	defer w.release()
	var all uint64
	for _, p := range pieces {
		solutions := Must(w.count(p, new(atomic.Bool)))
		all += solutions
	}
	return all
}

// testStop makes sure that everything ends when the flag is set, and that a worker counts
// as before when it is not.
func testStop[P any](t *testing.T, m method[P], k *kernel) {
	if pieces, err := m.cut(raisedFlag(), 1); pieces != nil || err != errStopped {
		t.Errorf("stopped: cut into %d pieces, %v", len(pieces), err)
	}
	pieces := cutInto(t, m, 1)
	r := newTestRun(t)
	if _, all, err := countPieces(raisedFlag(), m, k, pieces, r); all != 0 || err != errStopped {
		t.Errorf("stopped: %d solutions, %v", all, err)
	}
	w := m.newWorker(k)
	defer w.release()
	ended := 0
	for _, p := range pieces {
		want := Must(w.count(p, new(atomic.Bool)))
		solutions, err := w.count(p, raisedFlag())
		switch {
		case err == errStopped && solutions == 0:
			ended++
		case err != nil || solutions != want: // there may be so little to do that nobody looks at the flag
			t.Errorf("%s: stopped: %d solutions, %v", m.text(p), solutions, err)
		}
		if got, err := w.count(p, new(atomic.Bool)); got != want || err != nil {
			t.Errorf("%s has %d solutions, %v, and %d before it was stopped", m.text(p), got, err, want)
		}
	}
	if ended == 0 {
		t.Errorf("all %d pieces are counted though the flag is set", len(pieces))
	}
}

// TestMethodsEmptyBoards counts with each method and kernel, and compares with known
// figures.
func TestMethodsEmptyBoards(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		lastCross, lastJoin := 16, 16
		switch {
		case testing.Short(), raceEnabled:
			lastCross, lastJoin = 13, 13
		case long():
			lastCross, lastJoin = 16, 17
		case k == portable:
			lastCross, lastJoin = 15, 15
		}
		for n := range max(lastCross, lastJoin) + 1 {
			b, want := newBoard(t, n), Reference[n].All
			for _, atLeast := range []int{1, 100} {
				if n <= lastCross {
					if got := methodCount(t, crossMethod{b}, k, atLeast); got != want {
						t.Errorf("n = %d, by at least %d crosses: %d solutions, want %d", n, atLeast, got, want)
					}
				}
				if n <= lastJoin && b.joinable(minJoin) {
					if got := methodCount(t, newJoin(n), k, atLeast); got != want {
						t.Errorf("n = %d, by a join in at least %d pieces: %d solutions, want %d", n, atLeast, got, want)
					}
				}
			}
		}
	})
}

// TestMethodsConstrained cuts and counts random boards by crosses.
func TestMethodsConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range Fewer(100, 30) {
		n := 1 + rng.IntN(14)
		m := crossMethod{newBoard(t, n, randomOptions(rng, n)...)}
		testCosts(t, m)
		testText(t, m)
		if n <= 10 {
			testCut(t, m)
		}
	}
}

// TestMethodsOverflow gives pieces such weights, or sets of columns so many pairs, that each piece has 2⁶⁴
// solutions or more, or that only all together have.
func TestMethodsOverflow(t *testing.T) {
	for _, test := range []struct {
		atLeast         int
		ofPiece, ofSets uint64
		each            bool
	}{
		{atLeast: 1, ofPiece: math.MaxUint64, ofSets: 1 << 62, each: true},
		{atLeast: 1e6, ofPiece: 1 << 60, ofSets: 1 << 54, each: false},
	} {
		m := crossMethod{newBoard(t, 10)}
		pieces := cutInto(t, m, test.atLeast)
		for _, p := range pieces {
			p.weight = test.ofPiece
		}
		testOverflow(t, m, portable, pieces, test.each)
		many, p := *portable, *portable.pairing
		p.count = func(*lookup, []uint32, []uint64) uint64 { return test.ofSets } // once for each set at n = 12
		many.pairing = &p
		j := newJoin(12)
		testOverflow(t, j, &many, cutInto(t, j, test.atLeast), test.each)
	}
}

func testOverflow[P any](t *testing.T, m method[P], k *kernel, pieces []P, each bool) {
	t.Helper()
	for _, workers := range []int{1, 3} {
		_, all, err := countPieces(new(atomic.Bool), m, k, pieces, newTestRun(t, Workers(workers)))
		if all != 0 || err != ErrOverflow {
			t.Errorf("%d workers: %d solutions, %v, want %v", workers, all, err, ErrOverflow)
		}
	}
	w := m.newWorker(k)
	defer w.release()
	overflows := 0
	for _, p := range pieces {
		solutions, err := w.count(p, new(atomic.Bool))
		inTask, errInTask := (Task{pieceOf[P]{m, p}}).count(t.Context(), k)
		if inTask != solutions || errInTask != err || err != nil && err != ErrOverflow || err != nil && solutions != 0 {
			t.Errorf("%d solutions, %v; as a task %d, %v", solutions, err, inTask, errInTask)
		}
		if err != nil {
			overflows++
		}
	}
	if each && overflows == 0 || !each && overflows > 0 {
		t.Errorf("%d of %d pieces have 2⁶⁴ solutions or more", overflows, len(pieces))
	}
}
