package queens

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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

func newSolver(t testing.TB, n int, options ...Option) *Solver {
	t.Helper()
	s, err := New(n, options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// engineCount is s.count without the shortcut for small boards.
func engineCount(t testing.TB, s *Solver, k *kernel, atLeast int, opts ...RunOption) uint64 {
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

func newTestRun(t testing.TB, opts ...RunOption) run {
	t.Helper()
	r, err := newRun(opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
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
				if got, want := engineCount(t, newSolver(t, n), k, atLeast), Reference[n].All; got != want {
					t.Errorf("%s: n = %d in at least %d pieces: %d solutions, want %d", k.name, n, atLeast, got, want)
				}
			}
		}
	}
}

func TestCountKernelsToroidal(t *testing.T) {
	for n, want := range map[int]uint64{7: 28, 13: 4524, 15: 0, 17: 140692} { // OEIS A051906
		for _, k := range kernels() {
			if got, err := newSolver(t, n, Toroidal()).count(t.Context(), k, newTestRun(t)); got != want || err != nil {
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
			if got, err := newSolver(t, n).count(t.Context(), k, newTestRun(t)); got != want || err != nil {
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
func randomOptions(rng *rand.Rand, n int) []Option {
	var options []Option
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

// boardOf describes the board of a solver.
func boardOf(s *Solver) string {
	text, _ := Task{s, newPiece(s.given, 1)}.MarshalText()
	return string(text)
}

func countSolutions(s *Solver) uint64 {
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
		s := newSolver(t, n, options...)
		workers := Workers(1 + rng.IntN(3))
		want := countSolutions(s)
		for _, k := range kernels() {
			atLeast := []int{1, 5, 1000}[rng.IntN(3)]
			if got := engineCount(t, s, k, atLeast, workers); got != want {
				t.Fatalf("%s: %s: %d solutions in at least %d pieces, want %d", k.name, boardOf(s), got, atLeast, want)
			}
			if got, err := s.count(t.Context(), k, newTestRun(t, workers)); got != want || err != nil {
				t.Fatalf("%s: %s: %d solutions, %v, want %d", k.name, boardOf(s), got, err, want)
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
			s := newSolver(t, n, Given(given...))
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
			s := newSolver(t, n, Blocked(blocked...))
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

// randomBlock has boards as the search makes them: each with a free square in
// the row.
func randomBlock(rng *rand.Rand, n, count int, row *openRow) []partial {
	block := make([]partial, count)
	sparse := func() uint32 { return rng.Uint32() & rng.Uint32() & uint32(fullRow(n)) }
	for i := range block {
		for {
			block[i] = partial{sparse(), sparse(), sparse()}
			if block[i].free(row) != 0 {
				break
			}
		}
	}
	return block
}

// boards are the block as the kernel wants it, with room for more.
func (k *kernel) boards(block []partial, more int) *boards {
	b := k.newBoards(len(block) + more)
	for _, p := range block {
		b.push(p)
	}
	return &b
}

// block is what boards makes boards of.
func (b *boards) block() []partial {
	if b.whole != nil {
		return slices.Clone(b.whole[:b.n])
	}
	var block []partial
	for i := range b.n {
		block = append(block, partial{b.cols[i], b.left[i], b.right[i]})
	}
	return block
}

// sorted is the block in an order of its own.
func sorted(block []partial) []partial {
	return slices.SortedFunc(slices.Values(block), func(x, y partial) int {
		return slices.Compare([]uint32{x.cols, x.left, x.right}, []uint32{y.cols, y.left, y.right})
	})
}

// rules are how diagonals go on from row to row.
type rules struct {
	name   string
	on     func(*kernel) expansion
	below  func(n int) int // the most rows from one to the next
	around func(n int, below uint32) uint32
	// down moves diagonals to the next of the rows below, from the one with the index.
	down func(row *openRow, from int, left, right uint32) (uint32, uint32)
}

var plane = rules{
	"plane",
	func(k *kernel) expansion { return k.plane },
	func(int) int { return 4 },
	func(int, uint32) uint32 { return 32 },
	func(row *openRow, from int, left, right uint32) (uint32, uint32) {
		return left << row.below[from], right >> row.below[from]
	},
}

var torus = rules{
	"torus",
	func(k *kernel) expansion { return k.torus },
	func(n int) int { return min(4, n) },
	func(n int, below uint32) uint32 { return uint32(n) - below },
	func(row *openRow, from int, left, right uint32) (l, r uint32) {
		n := bits.Len32(row.full)
		below := int(row.below[from])
		for col := range n {
			l |= left >> col & 1 << ((col + below) % n)
			r |= right >> col & 1 << ((col - below + n) % n)
		}
		return l, r
	},
}

func (r rules) randomRow(rng *rand.Rand, n int) *openRow {
	row := &openRow{full: uint32(fullRow(n))}
	for i := range row.open {
		row.open[i] = rng.Uint32()&uint32(fullRow(n)) | 1<<rng.IntN(n)
	}
	for i := range row.below {
		row.below[i] = 1 + uint32(rng.IntN(r.below(n)))
		row.around[i] = r.around(n, row.below[i])
	}
	return row
}

// expandPlainly is what the kernels do, in as few words as possible, for a row with
// as many rows below as are given. If last, there are no others.
func (r rules) expandPlainly(in []partial, row *openRow, below int, last bool) []partial {
	var out []partial
	for _, p := range in {
		for col := range 32 {
			queen := uint32(1) << col
			if queen&p.free(row) == 0 {
				continue
			}
			left, right := r.down(row, 0, p.left|queen, p.right|queen)
			child := partial{p.cols | queen, left, right}
			covered, good := child.cols, true
			for i := 1; i <= below; i++ {
				free := row.open[i] &^ (child.cols | left | right)
				covered |= free
				good = good && free != 0
				if i < below {
					left, right = r.down(row, i, left, right)
				}
			}
			if good && (!last || covered == row.full) {
				out = append(out, child)
			}
		}
	}
	return out
}

// onBoard is the block with only what is attacked on the board, if it is a torus:
// there the kernels leave more behind.
func (r rules) onBoard(block []partial, row *openRow) []partial {
	if r.name == torus.name {
		for i := range block {
			block[i].left &= row.full
			block[i].right &= row.full
		}
	}
	return block
}

func TestKernelsExpand(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	for range 300 {
		n := 1 + rng.IntN(32)
		for _, r := range []rules{plane, torus} {
			row := r.randomRow(rng, n)
			block := randomBlock(rng, n, 1+rng.IntN(200), row)
			for _, k := range kernels() {
				checkExpand(t, rng, r, k, r.on(k).expand, block, row, 2, false)
			}
		}
	}
}

func TestKernelsExpandLast(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 15))
	kept := 0
	for range 1000 {
		n := 4 + rng.IntN(29)
		row := torus.randomRow(rng, n)
		block := randomBlock(rng, n, 1+rng.IntN(200), row)
		for i := range block { // four columns are left, as in the search
			queen := block[i].free(row)
			left := queen & -queen
			for range 3 {
				left |= 1 << rng.IntN(n)
			}
			block[i].cols |= row.full &^ left
		}
		for _, k := range kernels() {
			kept += checkExpand(t, rng, plane, k, k.plane.expandLast, block, row, 3, true)
			checkExpand(t, rng, torus, k, k.torus.expandLast, block, row, 2, false)
		}
	}
	if kept < 1000 {
		t.Errorf("only %d boards are kept", kept)
	}
}

// checkExpand compares what a kernel makes of a part of the block with what
// expandPlainly makes of it, and returns how many children it keeps.
func checkExpand(t *testing.T, rng *rand.Rand, r rules, k *kernel,
	expand func(in *boards, first, count int, row *openRow, out *boards),
	block []partial, row *openRow, below int, last bool) int {
	t.Helper()
	first := rng.IntN(len(block))
	count := rng.IntN(len(block) - first + 1)
	waiting := randomBlock(rng, bits.Len32(row.full), rng.IntN(40), row)
	children := r.expandPlainly(block[first:first+count], row, below, last)
	in, out := k.boards(block, 0), k.boards(waiting, 32*len(block)+1)
	expand(in, first, count, row, out)
	got := r.onBoard(out.block(), row)
	if diff := cmp.Diff(sorted(append(waiting, children...)), sorted(got), cmp.AllowUnexported(partial{})); diff != "" {
		t.Fatalf("%s, %s: %d boards, row %+v, %d rows below: children (-want +got):\n%s", k.name, r.name, count, *row, below, diff)
	}
	if !slices.Equal(in.block(), block) {
		t.Fatalf("%s, %s: row %+v, %d rows below: the kernel changed its input", k.name, r.name, *row, below)
	}
	return len(children)
}

func TestKernelsFinish(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 300 {
		n := 2 + rng.IntN(31)
		for _, r := range []rules{plane, torus} {
			checkFinish(t, rng, r, n)
		}
	}
}

// checkFinish compares the kernels on boards of size n with the rules.
func checkFinish(t *testing.T, rng *rand.Rand, r rules, n int) {
	t.Helper()
	row := r.randomRow(rng, n)
	block := randomBlock(rng, n, 1+rng.IntN(200), row)
	for i := range block { // two columns are left
		col := rng.IntN(n)
		block[i].cols = uint32(fullRow(n)) &^ (1<<col | 1<<((col+1+rng.IntN(n-1))%n))
	}
	first := rng.IntN(len(block))
	count := 1 + rng.IntN(len(block)-first)
	var want uint64
	for _, p := range block[first : first+count] {
		for col := range n {
			queen := uint32(1) << col
			if queen&p.free(row) == 0 {
				continue
			}
			left, right := r.down(row, 0, p.left|queen, p.right|queen)
			want += uint64(bits.OnesCount32(row.open[1] &^ (p.cols | queen | left | right)))
		}
	}
	for _, k := range kernels() {
		if got := k.finish(k.boards(block, 0), first, count, row); got != want {
			t.Fatalf("%s, %s: n = %d, %d boards, row %+v: %d solutions, want %d", k.name, r.name, n, count, *row, got, want)
		}
	}
}

func TestKernelsPresent(t *testing.T) {
	all := kernels()
	t.Logf("%s/%s: %v", runtime.GOOS, runtime.GOARCH, names(all))
	if all[len(all)-1] != portable {
		t.Errorf("kernels are %v, want %s last", names(all), portable.name)
	}
}

func names(kernels []*kernel) []string {
	var names []string
	for _, k := range kernels {
		names = append(names, k.name)
	}
	return names
}

// TestBlockSearchKernels makes sure that a kernel is given buffers of its own.
func TestBlockSearchKernels(t *testing.T) {
	for rows := range maxBlockRows + 1 {
		for _, k := range kernels() {
			takeBlockSearch(k, rows).release()
		}
		for _, k := range kernels() {
			if s := takeBlockSearch(k, rows); s.kernel != k || len(s.rows) != rows {
				t.Errorf("%s, %d rows: given a search of %s for %d rows", k.name, rows, s.kernel.name, len(s.rows))
			}
		}
	}
}

// TestBlockSearchRoom lets a kernel make as many children as boards can have: one
// for each column without a queen.
func TestBlockSearchRoom(t *testing.T) {
	for _, rows := range []int{5, 12, 20, 32} {
		var s *blockSearch
		var stop atomic.Bool
		calls := 0
		fertile := &kernel{
			newBoards: func(size int) boards { return boards{whole: make([]partial, size)} },
			finish:    func(*boards, int, int, *openRow) uint64 { return 0 },
		}
		fertile.plane.expand = func(in *boards, first, count int, row *openRow, out *boards) {
			at := 0
			for row != &s.rows[at] {
				at++
			}
			out.n += count * (rows - at)
			if room := len(out.whole); out.n > room {
				t.Fatalf("%d rows: %d boards wait at row %d, where there is room for %d", rows, out.n, at+1, room)
			}
			if calls++; calls == 10000 {
				stop.Store(true)
			}
		}
		fertile.plane.expandLast = fertile.plane.expand
		s = newBlockSearch(fertile, rows)
		s.count(newSolver(t, rows).board, emptyPlacement(rows), &stop)
	}
}

func TestCountAllocations(t *testing.T) {
	for _, n := range []int{9, 12, 13} {
		s := newSolver(t, n)
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

func TestWorkerMemory(t *testing.T) {
	const limit = 8 << 20
	for n := range maxBlockRows + 1 {
		for _, k := range kernels() {
			bytes := 0
			for _, b := range newBlockSearch(k, n).waiting {
				bytes += 4*(cap(b.cols)+cap(b.left)+cap(b.right)) + 12*cap(b.whole)
			}
			if bytes > limit {
				t.Errorf("%s: n = %d: a worker has %d bytes of boards, want at most %d", k.name, n, bytes, limit)
			}
		}
	}
}

// cancelLate cancels a search soon after its start, and returns how long after the
// moment set for that it ended.
func cancelLate(t *testing.T, search func(context.Context) error) time.Duration {
	t.Helper()
	const wait = 20 * time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	start := time.Now()
	timer := time.AfterFunc(wait, cancel)
	err := search(ctx)
	late := time.Since(start) - wait
	if !timer.Stop() && !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search gives error %v", err)
	}
	return late
}

// checkCancel makes sure that a search ends soon after it is cancelled, and with
// nothing left behind: in the best of three tries, as this machine may have other
// things to do.
func checkCancel(t *testing.T, name string, search func(context.Context) error) {
	t.Helper()
	slack := 50 * time.Millisecond
	if raceEnabled {
		slack *= 10
	}
	before := runtime.NumGoroutine()
	late := time.Hour
	for try := 0; try < 3 && late > slack; try++ {
		late = min(late, cancelLate(t, search))
	}
	t.Logf("%s ended %v after it was to be cancelled", name, late.Round(100*time.Microsecond))
	if late > slack {
		t.Errorf("%s ended %v after it was to be cancelled, want at most %v", name, late, slack)
	}
	checkGoroutines(t, before)
}

// The first solution of these boards is far away.
func TestIteratorsCancel(t *testing.T) {
	for _, n := range []int{32, 48, 64} {
		for _, options := range [][]Option{nil, {Blocked(Square{0, 1})}, {Given(Square{n / 2, n / 3})}} {
			s := newSolver(t, n, options...)
			for name, solutions := range map[string]func(context.Context) iter.Seq[Placement]{
				"Solutions": s.Solutions, "Fundamental": s.Fundamental,
			} {
				checkCancel(t, fmt.Sprintf("%s, %s", name, boardOf(s)), func(ctx context.Context) error {
					for range solutions(ctx) {
					}
					return ctx.Err()
				})
			}
		}
	}
}

func TestCountCancel(t *testing.T) {
	for _, n := range []int{20, 23, 24, 31, 32, 33, 64} {
		for _, options := range [][]Option{nil, {Blocked(Square{0, 1})}, {Toroidal()}} {
			s := newSolver(t, n, options...)
			searches := map[string]func(context.Context) error{
				"Count":             func(ctx context.Context) error { _, err := s.Count(ctx); return err },
				"Count on 1 worker": func(ctx context.Context) error { _, err := s.Count(ctx, Workers(1)); return err },
				"Census":            func(ctx context.Context) error { _, err := s.Census(ctx); return err },
			}
			for name, search := range searches {
				checkCancel(t, fmt.Sprintf("%s, %s", name, boardOf(s)), search)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, n := range []int{0, 8, 16} {
		s := newSolver(t, n)
		if _, err := s.Count(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("n = %d: Count with a cancelled context gives error %v", n, err)
		}
	}
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
			if _, err := newSolver(t, n).count(t.Context(), k, r); err != nil {
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
		s := newSolver(t, n)
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
	total := &tally{progress: Progress{Total: 3}}
	if !total.count(math.MaxUint64, 1) {
		t.Error("2⁶⁴-1 solutions overflow")
	}
	for _, solutions := range []uint64{1, 0} {
		if total.count(solutions, 1) {
			t.Errorf("%d solutions more do not overflow", solutions)
		}
	}
	if got, err := total.end(t.Context()); got != 0 || !errors.Is(err, ErrOverflow) {
		t.Errorf("the sum is %d, %v, want %v", got, err, ErrOverflow)
	}
}

// TestRunOptionNil makes sure that a nil option is an error and no crash.
func TestRunOptionNil(t *testing.T) {
	const want = "queens: run option 2 of 2 is nil"
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
		s := newSolver(t, 10)
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
		task := Task{s, newPiece(s.given, math.MaxUint64)}
		if got, err := task.Count(t.Context()); !errors.Is(err, ErrOverflow) {
			t.Errorf("task of more than 64 bits: %d, %v, want %v", got, err, ErrOverflow)
		}
	}
}

func TestCensus(t *testing.T) {
	last := fewer(16, 12)
	for n := range last + 1 {
		want := Census{All: Reference[n].All, Fundamental: Reference[n].Fundamental}
		half, quarter := Reference[n].Half, Reference[n].Quarter
		if n < 2 {
			want.Orbits[1] = 1
		} else {
			want.Orbits[8] = (want.All - half) / 8
			want.Orbits[4] = (half - quarter) / 4
			want.Orbits[2] = quarter / 2
		}
		got, err := newSolver(t, n).Census(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("n = %d: census (-want +got):\n%s", n, diff)
		}
	}
}

func TestCensusOf(t *testing.T) {
	for n := 2; n < len(Reference); n++ {
		census, err := newSolver(t, n).CensusOf(t.Context(), Reference[n].All)
		if err != nil || census.Fundamental != Reference[n].Fundamental {
			t.Errorf("n = %d: %d fundamental solutions, %v, want %d", n, census.Fundamental, err, Reference[n].Fundamental)
		}
	}
	for _, wrong := range []struct {
		n   int
		all uint64
	}{{8, 91}, {8, 93}, {12, 72}, {5, 0}, {5, 1}, {1, 3}, {0, 7}} {
		_, err := newSolver(t, wrong.n).CensusOf(t.Context(), wrong.all)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%d solutions cannot be all", wrong.all)) {
			t.Errorf("n = %d, %d solutions: error %v", wrong.n, wrong.all, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newSolver(t, 16).CensusOf(ctx, Reference[16].All); err != context.Canceled {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestCensusConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	rounds := fewer(1000, 200)
	for range rounds {
		n := 1 + rng.IntN(8)
		s := newSolver(t, n, randomOptions(rng, n)...)
		var want Census
		seen := make(map[string]bool)
		for p := range s.Solutions(context.Background()) {
			want.All++
			if seen[p.String()] {
				continue
			}
			size := 0
			for _, sym := range s.group {
				if image := p.Transform(sym).String(); !seen[image] {
					seen[image] = true
					size++
				}
			}
			want.Orbits[size]++
			want.Fundamental++
		}
		got, err := s.Census(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s: census (-want +got):\n%s", boardOf(s), diff)
		}
	}
}

func TestSymmetricSolutions(t *testing.T) {
	last := fewer(len(Reference)-1, 16)
	for n := 2; n <= last; n++ {
		s := newSolver(t, n)
		for turn, want := range map[Symmetry]uint64{Rotate180: Reference[n].Half, Rotate90: Reference[n].Quarter} {
			if got, err := s.countKept(t.Context(), turn); got != want || err != nil {
				t.Errorf("n = %d: %v keeps %d solutions, %v, want %d", n, turn, got, err, want)
			}
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
	s := newSolver(t, 12)
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
