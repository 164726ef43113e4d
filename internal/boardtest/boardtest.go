// Package boardtest has what the tests of several packages know about boards of package queens: a
// brute force by the rules alone, boards at random, and what calls must do.
package boardtest

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// Symmetries are the eight symmetries of the square.
var Symmetries = []queens.Symmetry{
	queens.Identity, queens.Rotate90, queens.Rotate180, queens.Rotate270,
	queens.FlipRows, queens.Transpose, queens.FlipColumns, queens.AntiTranspose,
}

// New returns a board. It ends the test if there is none.
func New(t testing.TB, n int, constraints ...queens.Constraint) *queens.Board {
	t.Helper()
	b, err := queens.New(n, constraints...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A Spec describes a board with constraints, for a brute force by the rules alone.
type Spec struct {
	N              int
	Given, Blocked []queens.Square
	Torus          bool
}

// Board returns the board.
func (spec Spec) Board(t testing.TB) *queens.Board {
	t.Helper()
	b, err := queens.New(spec.N, spec.Constraints()...)
	if err != nil {
		t.Fatalf("queens.New(%+v): %v", spec, err)
	}
	return b
}

// Constraints returns the constraints of the board.
func (spec Spec) Constraints() []queens.Constraint {
	list := []queens.Constraint{queens.Given(spec.Given...), queens.Blocked(spec.Blocked...)}
	if spec.Torus {
		list = append(list, queens.Toroidal())
	}
	return list
}

// Contradicts reports whether the given queens cannot stand on the board.
func (spec Spec) Contradicts() bool {
	return slices.ContainsFunc(spec.Given, func(queen queens.Square) bool {
		return slices.Contains(spec.Blocked, queen) || slices.ContainsFunc(spec.Given, func(other queens.Square) bool {
			return queen != other && spec.Attack(queen, other)
		})
	})
}

// Attack reports, by the rules alone, whether queens on two different squares attack each
// other.
func (spec Spec) Attack(s, t queens.Square) bool {
	rows, cols := s.Row-t.Row, s.Col-t.Col
	if rows == 0 || cols == 0 || rows == cols || rows == -cols {
		return true
	}
	return spec.Torus && ((rows-cols)%spec.N == 0 || (rows+cols)%spec.N == 0)
}

// Solutions finds all solutions by trying every column in every row, in order.
func (spec Spec) Solutions() []queens.Placement {
	var found []queens.Placement
	p := make(queens.Placement, 0, spec.N)
	var place func()
	place = func() {
		row := len(p)
		if row == spec.N {
			found = append(found, slices.Clone(p))
			return
		}
		for col := range spec.N {
			if spec.Fits(p, queens.Square{Row: row, Col: col}) {
				p = append(p, col)
				place()
				p = p[:row]
			}
		}
	}
	place()
	return found
}

// Fits reports whether a queen can stand on a square beside the queens of p and the given ones.
func (spec Spec) Fits(p queens.Placement, sq queens.Square) bool {
	for _, g := range spec.Given {
		if g != sq && spec.Attack(g, sq) {
			return false
		}
	}
	if slices.Contains(spec.Blocked, sq) {
		return false
	}
	for row, col := range p {
		if spec.Attack(queens.Square{Row: row, Col: col}, sq) {
			return false
		}
	}
	return true
}

// AttackingPairs is Conflicts by the rules alone.
func (spec Spec) AttackingPairs(p queens.Placement) [][2]queens.Square {
	var pairs [][2]queens.Square
	placed := slices.Collect(p.Queens())
	for i, s := range placed {
		for _, u := range placed[i+1:] {
			if spec.Attack(s, u) {
				pairs = append(pairs, [2]queens.Square{s, u})
			}
		}
	}
	return pairs
}

// RandomSpec returns a spec with a few given queens, any number of blocked squares and, often,
// a symmetry.
func RandomSpec(rng *rand.Rand, n int) Spec {
	spec := Spec{N: n, Torus: rng.IntN(3) == 0}
	sym := Symmetries[rng.IntN(8)]
	add := func(squares []queens.Square) []queens.Square {
		sq := queens.Square{Row: rng.IntN(n), Col: rng.IntN(n)}
		squares = append(squares, sq)
		if rng.IntN(3) > 0 {
			squares = append(squares, sym.Apply(n, sq))
		}
		return squares
	}
	if n > 0 {
		for range rng.IntN(3) {
			spec.Given = add(spec.Given)
		}
		for range rng.IntN(n * n) {
			spec.Blocked = add(spec.Blocked)
		}
	}
	return spec
}

// RandomConstraints are constraints of a board of size n: queens that do not attack
// each other, blocked squares that some symmetries keep, and wrapped diagonals.
func RandomConstraints(rng *rand.Rand, n int) []queens.Constraint {
	var constraints []queens.Constraint
	if rng.IntN(4) == 0 {
		constraints = append(constraints, queens.Toroidal())
	}
	var blocked []queens.Square
	some := Symmetries[:1+rng.IntN(8)]
	if rng.IntN(2) == 0 {
		some = []queens.Symmetry{queens.Identity, Symmetries[rng.IntN(8)]}
	}
	for range rng.IntN(3) {
		sq := queens.Square{Row: rng.IntN(n), Col: rng.IntN(n)}
		for _, s := range some {
			blocked = append(blocked, s.Apply(n, sq))
		}
	}
	constraints = append(constraints, queens.Blocked(blocked...))
	var given []queens.Square
	for range rng.IntN(3) {
		queen := queens.Square{Row: rng.IntN(n), Col: rng.IntN(n)}
		if rng.IntN(4) == 0 {
			queen = queens.Square{Row: n / 2, Col: n / 2}
		}
		more := append(slices.Clone(given), queen)
		if _, err := queens.New(n, append(constraints, queens.Given(more...))...); err == nil {
			given = more
		}
	}
	return append(constraints, queens.Given(given...))
}

// Reports returns an option that makes sure that no report goes back, and what was reported last.
func Reports(t testing.TB) (queens.Option, *queens.Progress) {
	last := new(queens.Progress)
	return queens.OnProgress(func(p queens.Progress) {
		if p.Done < last.Done || p.Solutions < last.Solutions || p.Fraction < last.Fraction || p.Done > p.Total {
			t.Errorf("progress %+v after %+v", p, *last)
		}
		*last = p
	}), last
}

// Squares yields the squares of a board, row by row.
func Squares(n int) iter.Seq[queens.Square] {
	return func(yield func(queens.Square) bool) {
		for i := range n * n {
			if !yield(queens.Square{Row: i / n, Col: i % n}) {
				return
			}
		}
	}
}

// SquaresWhere returns some squares of a board, row by row.
func SquaresWhere(n int, keep func(queens.Square) bool) (some []queens.Square) {
	for s := range Squares(n) {
		if keep(s) {
			some = append(some, s)
		}
	}
	return some
}

// Pairs lists what Conflicts yields.
func Pairs(conflicts iter.Seq2[queens.Square, queens.Square]) (pairs [][2]queens.Square) {
	for s, u := range conflicts {
		pairs = append(pairs, [2]queens.Square{s, u})
	}
	return pairs
}

// UniqueError is what Unique says of a board with so many solutions.
func UniqueError(solutions int) error {
	return [...]error{queens.ErrNoSolution, nil, queens.ErrNotUnique}[min(solutions, 2)]
}

// CountSolutions counts the solutions of a board one by one.
func CountSolutions(t testing.TB, b *queens.Board) (all uint64) {
	t.Helper()
	for _, err := range b.Solutions(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		all++
	}
	return all
}

// A Call is a call on a board that takes options. It returns its error alone.
type Call func(ctx context.Context, b *queens.Board, opts ...queens.Option) error

// ErrorOf returns the error of a call, which has no value beside it.
func ErrorOf[T any](value T, err error) error {
	if err != nil && !reflect.ValueOf(&value).Elem().IsZero() {
		return fmt.Errorf("%v, beside the error %w", value, err)
	}
	return err
}

// Ended returns why a listing ends early, if it does.
func Ended[T any](seq iter.Seq2[T, error]) (end error) {
	for _, end = range seq {
	}
	return end
}

// CheckOptions makes sure that a call of a package takes options, and that a bad one is an error. A
// nil function is as good as no option, and of several options of a kind the last one counts.
func CheckOptions(t *testing.T, pkg, name string, call Call) {
	t.Helper()
	puzzle := New(t, 8, queens.Given(queens.Square{Row: 0, Col: 0}, queens.Square{Row: 1, Col: 4}))
	all := []queens.Option{queens.Workers(2), queens.OnProgress(func(queens.Progress) { panic("replaced") }), queens.OnProgress(nil)}
	if with, without := call(t.Context(), puzzle, all...), call(t.Context(), puzzle); fmt.Sprint(with) != fmt.Sprint(without) {
		t.Errorf("%s with options: %v, without: %v", name, with, without)
	}
	for want, bad := range map[string]queens.Option{
		": option is nil, want Workers or OnProgress": nil,
		": -7 workers, want at least 1":               queens.Workers(-7),
		": 0 workers, want at least 1":                queens.Workers(0),
	} {
		if err := call(t.Context(), puzzle, all[0], bad); err == nil || err.Error() != pkg+want {
			t.Errorf("%s: error %v, want %s%s", name, err, pkg, want)
		}
	}
	for _, text := range []string{"n=0", "n=3", "n=5 torus", "n=8", "n=16", "n=40"} {
		b, err := queens.ParseBoard(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := call(testkit.Cancelled(t), b, all...); err != context.Canceled {
			t.Errorf("%s with a cancelled context, %s: %v", name, text, err)
		}
	}
}

// CheckCancel makes sure that a call ends soon after its context, by one worker and by two.
func CheckCancel(t *testing.T, b *queens.Board, name string, call Call) {
	t.Helper()
	for workers := 1; workers <= 2; workers++ {
		testkit.CheckCancel(t, fmt.Sprintf("%s, workers=%d, %.60v", name, workers, b), func(ctx context.Context) error {
			return call(ctx, b, queens.Workers(workers))
		})
	}
}

// CheckWorkersBound makes sure that a call works on no more goroutines than it may, beside the
// caller's, on boards that take long in various ways, and leaves none behind.
func CheckWorkersBound(t *testing.T, name string, call Call) {
	t.Helper()
	rng := rand.New(rand.NewPCG(30, 64))
	boards := []*queens.Board{
		New(t, 19), New(t, 40),
		New(t, 31, queens.Toroidal(), queens.Blocked(SquaresWhere(31, func(queens.Square) bool { return rng.IntN(10) < 6 })...)),
		New(t, 24, queens.Blocked(SquaresWhere(24, func(queens.Square) bool { return rng.IntN(24) >= 7 })...)),
	}
	for _, b := range boards {
		for workers := 1; workers <= 3; workers++ {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				call(ctx, b, queens.OnProgress(func(queens.Progress) {}), queens.Workers(workers))
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
			testkit.CheckGoroutines(t, before)
		}
	}
}

// CheckLastReport makes sure that the last report of a call has everything, and that none goes back.
// It is of that many pieces, unless total is 0, and of that many solutions.
func CheckLastReport(t *testing.T, name string, total int, solutions uint64, call func(queens.Option) error) {
	t.Helper()
	report, last := Reports(t)
	if err := call(report); err != nil {
		t.Fatal(err)
	}
	want := queens.Progress{Done: last.Total, Total: last.Total, Solutions: solutions, Fraction: 1}
	if *last != want || last.Total == 0 || total > 0 && last.Total != total {
		t.Errorf("%s: the last report is %+v, want %+v", name, *last, want)
	}
}

// CheckReportPanics makes sure that a panic of a report reaches the caller and ends the call, which
// would take hours otherwise.
func CheckReportPanics(t *testing.T, name string, call func(queens.Option)) {
	t.Helper()
	before := runtime.NumGoroutine()
	if r := testkit.Recovered(func() { call(queens.OnProgress(func(queens.Progress) { panic("enough") })) }); r != "enough" {
		t.Errorf("%s: recovered %v, want the panic of the report", name, r)
	}
	testkit.CheckGoroutines(t, before)
}
