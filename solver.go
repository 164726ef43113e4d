package queens

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
	"time"
)

// A Solver searches one board: its size, the queens already on it, and the
// squares that no queen may take. [New] makes one. It is immutable and safe for
// concurrent use.
type Solver struct {
	board
	given      Placement // the queens already on the board
	blocked    squareSet
	group      []Symmetry // those that keep the board's constraints
	workers    int        // 0: as many as GOMAXPROCS
	onProgress func(Progress)
}

// An Option sets a constraint of a [Solver]'s board, or how it counts.
type Option func(*config) error

// Given puts queens on the board that every solution must have. Naming a square
// twice is naming it once.
func Given(queens ...Square) Option {
	queens = slices.Clone(queens)
	return func(c *config) error { return c.given.add("given queen", queens) }
}

// Blocked bars squares: no queen may stand on them, but queens attack across
// them. Naming a square twice is naming it once.
func Blocked(squares ...Square) Option {
	squares = slices.Clone(squares)
	return func(c *config) error { return c.blocked.add("blocked square", squares) }
}

// Toroidal wraps the diagonals around the edges, as if opposite edges of the
// board were joined: queens also attack each other if their rows differ by as
// much as their columns modulo n. The empty board has such solutions only if n
// is divisible neither by 2 nor by 3 ([polya]).
func Toroidal() Option {
	return func(c *config) error {
		c.torus = true
		return nil
	}
}

// New returns a [Solver] for the n×n board. Without options the board is empty
// and all its squares are open. Options add up, in any order.
//
// New returns an error if n is not in 0 to [MaxN], if a square is off the
// board, if given queens attack each other, or if one stands on a blocked
// square. A board that merely has no solution is no error.
func New(n int, opts ...Option) (*Solver, error) {
	if n < 0 || n > MaxN {
		return nil, fmt.Errorf("queens: n = %d out of range 0..%d", n, MaxN)
	}
	c := config{given: make(squareSet, n), blocked: make(squareSet, n)}
	for _, opt := range opts {
		if err := opt(&c); err != nil {
			return nil, err
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	return &Solver{c.board(), c.placement(), c.blocked, c.group(), c.workers, c.onProgress}, nil
}

// Workers sets how many goroutines work at a time in [Solver.Count],
// [Solver.Census], [Solver.Estimate] and [Solver.Sample]. The default is GOMAXPROCS
// at the time of the call. It is an error if k is less than 1.
func Workers(k int) Option {
	return func(c *config) error {
		if k < 1 {
			return fmt.Errorf("queens: %d workers, want at least 1", k)
		}
		c.workers = k
		return nil
	}
}

// OnProgress makes [Solver.Count] and [Solver.Census] call f as they go on: at
// most ten times a second, and once at the end of a count that is not
// cancelled. The figures never decrease. The calls come from the goroutine that
// called Count or Census, which counts as one of the workers in between; if f
// panics, the count ends and the panic is the caller's.
func OnProgress(f func(Progress)) Option {
	return func(c *config) error {
		c.onProgress = f
		return nil
	}
}

// A Progress says how far a count is: how many of its tasks are done, and the
// solutions found by them. Tasks take about the same time, on the whole.
type Progress struct {
	Done, Total int
	Solutions   uint64
	Elapsed     time.Duration
}

// ErrOverflow is the error of a count that does not fit 64 bits.
var ErrOverflow = errors.New("queens: count exceeds 64 bits")

// Symmetries returns the symmetries that keep the board's constraints: those
// that take given queens to given queens and blocked squares to blocked squares,
// all eight if there are none. They take solutions to solutions, and the orbit of
// a solution p under them has len(s.Symmetries()) / k members, where k of them are
// in p.Stabilizer().
func (s *Solver) Symmetries() []Symmetry { return slices.Clone(s.group) }

// Count returns the number of solutions. It goes through all of them, up to the
// symmetries that keep the board's constraints, on as many goroutines as
// [Workers] says. Its time grows faster than the count: from n to n+1 by 5 to 10
// times on empty boards of 14 to 20 rows, where n = 16 takes some hundredths of a
// second on a processor with AVX-512.
//
// Its tasks are boards with the middle rows and columns filled, as far as the
// symmetries exchange those, one of each set that they take to each other. Each is
// searched from the side that leaves the fewest squares. Boards of up to 32 rows are
// counted a block of them at a time with vector instructions where there are any. A
// board with at most 11 rows to fill is one task, for the calling goroutine: n = 8
// takes some microseconds. On an empty torus only the solutions with a queen in the
// middle are searched for; translations make n times as many of them.
//
// A cancelled context ends it within milliseconds, with the context's error. The
// error is [ErrOverflow] if there are 2⁶⁴ solutions or more.
func (s *Solver) Count(ctx context.Context) (uint64, error) {
	return s.count(ctx, s.kernel())
}

// kernel returns the kernel to count with.
func (s *Solver) kernel() kernel {
	if emptyRows(s.given) <= instantBoard {
		return portable
	}
	return fastest()
}

func (s *Solver) count(ctx context.Context, k kernel) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if emptyRows(s.given) <= smallBoard {
		return s.countSmall(k)
	}
	pieces, err := s.pieces(ctx, tasksFor(s.numWorkers()))
	if err != nil {
		return 0, err
	}
	return s.countPieces(ctx, k, pieces)
}

// A Census says how many solutions a board has, and how many orbits they form
// under the symmetries that keep the board's constraints. Orbits[k] is the
// number of orbits of k solutions; Fundamental is their sum. On the empty 8×8
// board 11 orbits of 8 solutions and 1 of 4 make 92.
type Census struct {
	All, Fundamental uint64
	Orbits           [9]uint64
}

// Census counts the solutions and their orbits. It costs little more than
// [Solver.Count]: the solutions that a turn of the board keeps are found in a
// search of their own, which places whole orbits of squares, and no other
// solutions are kept by a symmetry. Its errors are those of Count.
func (s *Solver) Census(ctx context.Context) (Census, error) {
	return s.census(ctx, s.kernel())
}

func (s *Solver) census(ctx context.Context, k kernel) (Census, error) {
	all, err := s.count(ctx, k)
	if err != nil {
		return Census{}, err
	}
	return s.CensusOf(ctx, all)
}

// CensusOf is [Solver.Census] for a board whose number of solutions is known, as
// the sum of the counts of its [Task]s. It searches only for those that a turn of
// the board keeps: at n = 20 that takes a fraction of a second, and at n = 27
// seconds. All others form orbits as large as the group of the board's symmetries.
// It is an error if they cannot, because all is not the number: a check on a long
// count, if a weak one.
func (s *Solver) CensusOf(ctx context.Context, all uint64) (Census, error) {
	if err := ctx.Err(); err != nil {
		return Census{}, err
	}
	if len(s.open) < 2 {
		// Every symmetry keeps the one solution, if there is one.
		if all > 1 {
			return Census{}, fmt.Errorf("queens: %d solutions cannot be all: n = %d has one at most", all, len(s.open))
		}
		return Census{All: all, Fundamental: all, Orbits: [9]uint64{1: all}}, nil
	}
	half, err := s.countKept(ctx, Rotate180)
	if err != nil {
		return Census{}, err
	}
	quarter, err := s.countKept(ctx, Rotate90)
	if err != nil {
		return Census{}, err
	}
	census := Census{All: all}
	order := uint64(len(s.group))
	if all < half || (all-half)%order != 0 {
		return Census{}, fmt.Errorf("queens: %d solutions cannot be all: %d that a turn keeps, and orbits of %d", all, half, order)
	}
	// A reflection keeps no solution of two queens or more: a queen's image is in
	// its row or column, or on its diagonal.
	for turns, solutions := range map[uint64]uint64{1: all - half, 2: half - quarter, 4: quarter} {
		if solutions > 0 {
			orbits := solutions / (order / turns)
			census.Orbits[order/turns] = orbits
			census.Fundamental += orbits
		}
	}
	return census, nil
}

// countKept counts the solutions that a turn of the board keeps.
func (s *Solver) countKept(ctx context.Context, turn Symmetry) (uint64, error) {
	if !slices.Contains(s.group, turn) {
		return 0, nil
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	n := len(s.open)
	search := turnSearch{board: s.board, turn: turn, stop: &stop, diagonals: make([]bool, 2*n), antidiagonals: make([]bool, 2*n)}
	for low := (n - 1) / 2; low >= 0; low-- {
		search.order = append(search.order, low)
	}
	search.place()
	if stop.Load() {
		return 0, ctx.Err()
	}
	return search.solutions, nil
}

// turnSearch counts the solutions that a turn of the board keeps. It places
// queens on whole orbits of squares under the turn, of two squares or four, or
// on the centre. An orbit that meets a row meets its mirror image.
type turnSearch struct {
	board
	turn                     Symmetry
	order                    []int // of the rows of the first half: those near the middle bar most
	rows, cols               uint64
	diagonals, antidiagonals []bool
	solutions                uint64
	stop                     *atomic.Bool
}

// place goes through the orbits that fill the next open row.
func (t *turnSearch) place() {
	if t.stop.Load() {
		return
	}
	next := slices.IndexFunc(t.order, func(row int) bool { return t.rows>>row&1 == 0 })
	if next < 0 {
		t.solutions++
		return
	}
	row := t.order[next]
	for col := range columns(t.open[row] &^ t.cols) {
		first := Square{row, col}
		placed := 0
		at := first
		for t.free(at) {
			t.set(at, true)
			placed++
			at = t.turn.Apply(len(t.open), at)
			if at == first {
				t.place()
				break
			}
		}
		for at = first; placed > 0; placed-- {
			t.set(at, false)
			at = t.turn.Apply(len(t.open), at)
		}
	}
}

// lines returns the diagonals of a square.
func (t *turnSearch) lines(s Square) (diagonal, antidiagonal *bool) {
	n := len(t.open)
	d, a := s.Row-s.Col+n, s.Row+s.Col
	if t.torus {
		d, a = d%n, a%n
	}
	return &t.diagonals[d], &t.antidiagonals[a]
}

func (t *turnSearch) free(s Square) bool {
	diagonal, antidiagonal := t.lines(s)
	return t.open[s.Row]>>s.Col&^(t.cols>>s.Col|t.rows>>s.Row)&1 != 0 && !*diagonal && !*antidiagonal
}

// set puts a queen on a square or takes it away.
func (t *turnSearch) set(s Square, queen bool) {
	diagonal, antidiagonal := t.lines(s)
	*diagonal, *antidiagonal = queen, queen
	t.rows ^= 1 << s.Row
	t.cols ^= 1 << s.Col
}

// config is what the options say of a board.
type config struct {
	given, blocked squareSet
	torus          bool
	workers        int
	onProgress     func(Progress)
}

func (c *config) check() error {
	for s := range c.given.squares() {
		if c.blocked.has(s) {
			return fmt.Errorf("queens: given queen %v stands on a blocked square", s)
		}
		for t := range c.given.squares() {
			if c.attacks(s, t) {
				return fmt.Errorf("queens: given queens %v and %v attack each other", s, t)
			}
		}
	}
	return nil
}

// attacks is [Square.Attacks] on the board of c.
func (c *config) attacks(s, t Square) bool {
	n, rows, cols := len(c.given), s.Row-t.Row, s.Col-t.Col
	return s.Attacks(t) || c.torus && s != t && ((rows-cols)%n == 0 || (rows+cols)%n == 0)
}

// board opens the squares that are neither blocked nor attacked by a given queen.
func (c *config) board() board {
	n := len(c.given)
	b := board{make([]uint64, n), c.torus}
	for row := range b.open {
		b.open[row] = fullRow(n) &^ c.blocked[row]
	}
	return b.withAll(c.placement())
}

// placement returns the given queens.
func (c *config) placement() Placement {
	p := emptyPlacement(len(c.given))
	for queen := range c.given.squares() {
		p[queen.Row] = queen.Col
	}
	return p
}

func (c *config) group() []Symmetry {
	var group []Symmetry
	for _, s := range symmetries() {
		if c.given.keptBy(s) && c.blocked.keptBy(s) {
			group = append(group, s)
		}
	}
	return group
}

// squareSet has a word for each row of the board and a bit for each column.
type squareSet []uint64

func (set squareSet) has(s Square) bool { return set[s.Row]>>s.Col&1 != 0 }

// add adds squares, named as what they are in the error if one is off the board.
func (set squareSet) add(what string, squares []Square) error {
	n := len(set)
	for _, s := range squares {
		if s.Row < 0 || s.Row >= n || s.Col < 0 || s.Col >= n {
			return fmt.Errorf("queens: %s %v is off the %d×%d board", what, s, n, n)
		}
		set[s.Row] |= 1 << s.Col
	}
	return nil
}

// squares yields the squares of the set, row by row.
func (set squareSet) squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for row, word := range set {
			for col := range columns(word) {
				if !yield(Square{row, col}) {
					return
				}
			}
		}
	}
}

// keptBy reports whether s takes every square of the set to one of the set.
func (set squareSet) keptBy(s Symmetry) bool {
	for sq := range set.squares() {
		if !set.has(s.Apply(len(set), sq)) {
			return false
		}
	}
	return true
}
