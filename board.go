package queens

import (
	"errors"
	"fmt"
	"iter"
	"slices"
)

// References:
//
//	[polya]  Georg Pólya. Über die "doppelt-periodischen" Lösungen des
//	         n-Damen-Problems. In W. Ahrens, Mathematische Unterhaltungen und
//	         Spiele, 2nd edition, volume 2, pages 364–374. 1918.

// A Board searches one board: its size, the queens given on it, the squares that
// no queen may take, and whether its diagonals wrap around. [New] makes one.
// It is immutable and safe for concurrent use.
type Board struct {
	start   bitboard // what its given queens and blocked squares leave open
	given   Placement
	blocked squareSet
	group   []Symmetry // those that keep the board's constraints
}

// An Constraint sets a constraint of a [Board]'s board. [Given], [Blocked] and
// [Toroidal] make one. The same Constraint may be used for many boards.
type Constraint interface{ constrain(*config) error }

// Given puts queens on the board that every solution must have. Naming a square
// twice is naming it once.
func Given(queens ...Square) Constraint { return givenQueens(slices.Clone(queens)) }

type givenQueens []Square

func (queens givenQueens) constrain(c *config) error {
	return c.give(slices.Values(queens))
}

// Blocked bars squares: no queen may stand on them, but queens attack across
// them. Naming a square twice is naming it once.
func Blocked(squares ...Square) Constraint { return blockedSquares(slices.Clone(squares)) }

type blockedSquares []Square

func (squares blockedSquares) constrain(c *config) error {
	for _, square := range squares {
		if err := c.blocked.insert(square); err != nil {
			return fmt.Errorf("blocked square %w", err)
		}
	}
	return nil
}

// Toroidal wraps the diagonals around the edges, as if opposite edges of the
// board were joined: queens also attack each other if the difference of their rows is
// that of their columns, or its opposite, modulo n. The empty board of n > 0 rows has such solutions
// if and only if n is divisible neither by 2 nor by 3 ([polya]).
func Toroidal() Constraint { return toroidal{} }

type toroidal struct{}

func (toroidal) constrain(c *config) error {
	c.torus = true
	return nil
}

// New returns a [Board] of the n×n board. Without options the board is empty
// and all its squares are open. Options add up, in any order. It takes O(n²) time,
// and time linear in the squares named.
//
// It is an error if n is not in 0 to [MaxN], if a square is off the board, if
// given queens attack each other or stand on a blocked square, or if an option is
// nil. A board that merely has no solution is no error.
func New(n int, opts ...Constraint) (*Board, error) {
	s, err := build(n, opts...)
	if err != nil {
		return nil, fmt.Errorf("queens: %w", err)
	}
	return s, nil
}

// build is [New], with errors that do not name the package.
func build(n int, opts ...Constraint) (*Board, error) {
	c, err := newConfig(n)
	if err != nil {
		return nil, err
	}
	for _, opt := range opts {
		if opt == nil {
			return nil, errors.New("option is nil, want Given, Blocked or Toroidal")
		}
		if err := opt.constrain(c); err != nil {
			return nil, err
		}
	}
	return c.solver()
}

// NewFrom returns a [Board] of the board of p with the queens of p given: its
// solutions are those that complete p. It is an error if p holds a value that is
// neither a column nor [Empty]; the other errors are those of [New].
func NewFrom(p Placement, opts ...Constraint) (*Board, error) {
	if err := p.badValue(); err != nil {
		return nil, fmt.Errorf("queens: %w", err)
	}
	return New(len(p), slices.Concat([]Constraint{givenPlacement(p)}, opts)...)
}

// A givenPlacement is an Constraint that puts the queens of a placement on the board.
type givenPlacement Placement

func (p givenPlacement) constrain(c *config) error { return c.give(Placement(p).Queens()) }

// With returns a [Board] of the board of s with further constraints; s stays as it
// is. The errors are those of [New].
func (b *Board) With(opts ...Constraint) (*Board, error) {
	own := []Constraint{givenPlacement(b.given), Blocked(slices.Collect(b.blocked.squares())...)}
	if b.start.torus {
		own = append(own, Toroidal())
	}
	return New(b.N(), slices.Concat(own, opts)...)
}

// N returns the size of the board: its rows, and its columns.
func (b *Board) N() int { return len(b.start.open) }

// Symmetries returns the symmetries that keep the board's constraints: those
// that take given queens to given queens and blocked squares to blocked squares,
// all eight if there are none. They take solutions to solutions. Translations of a
// torus are not among them.
func (b *Board) Symmetries() []Symmetry { return slices.Clone(b.group) }

// order returns how many symmetries keep the board's constraints and move its squares
// in different ways. On a board of one square or none, all of them do the same.
func (b *Board) order() uint64 {
	if len(b.start.open) < 2 {
		return 1
	}
	return uint64(len(b.group))
}

// Orbit returns the distinct images of p under [Board.Symmetries], each a new
// Placement, in lexicographic order. If p is a solution, so are the others, and
// [Board.Fundamental] yields the first of them. If k of those symmetries are in
// p.Stabilizer(), there are len(s.Symmetries()) / k images. Orbit panics where
// [Placement.Canonical] does, and takes O(n) time.
func (b *Board) Orbit(p Placement) []Placement { return p.orbit(b.group) }

// Check returns nil if p is a solution of the board of s, and otherwise an error
// that says what is wrong with it. It looks, in this order, for
//
//   - another size than that of the board, or a value that is neither a column nor
//     [Empty],
//   - a given queen that is missing,
//   - a queen on a blocked square,
//   - two queens that attack each other, around the edge of a torus too,
//   - a row without a queen.
//
// The error is about the first that it finds; [Board.Conflicts] yields all attacks.
// It names squares as [Square.String] does and rows as ranks, from 1. Check takes
// O(n) time.
func (b *Board) Check(p Placement) error {
	for _, fault := range []func(Placement) error{b.misfit, b.missing, b.onBlocked, b.attack, emptyRow} {
		if err := fault(p); err != nil {
			return fmt.Errorf("queens: %w", err)
		}
	}
	return nil
}

// Conflicts returns an iterator over the pairs of queens of p that attack each
// other on the board of s, around the edge of a torus too. Every pair comes once, in
// the order of [Placement.Conflicts]. If p is of another size than s, the board is
// taken to be as large as p. All pairs take O(n + pairs) time together.
func (b *Board) Conflicts(p Placement) iter.Seq2[Square, Square] { return p.conflicts(b.start.torus) }

// misfit says why p is no placement on the board of s.
func (b *Board) misfit(p Placement) error {
	if len(p) != b.N() {
		return fmt.Errorf("placement of %s on a board of %d", plural(len(p), "row"), b.N())
	}
	return p.badValue()
}

// missing names the first given queen that p has not.
func (b *Board) missing(p Placement) error {
	for queen := range b.given.Queens() {
		if p[queen.Row] != queen.Col {
			return fmt.Errorf("given queen %v is missing", queen)
		}
	}
	return nil
}

// onBlocked names the first queen of p on a blocked square.
func (b *Board) onBlocked(p Placement) error {
	for queen := range p.Queens() {
		if b.blocked.has(queen) {
			return fmt.Errorf("queen %v stands on a blocked square", queen)
		}
	}
	return nil
}

// attack names the first two queens of p that attack each other.
func (b *Board) attack(p Placement) error {
	for queen, other := range b.Conflicts(p) {
		return attackError("queens", queen, other)
	}
	return nil
}

// emptyRow names the first row of p without a queen.
func emptyRow(p Placement) error {
	if row := slices.Index(p, Empty); row >= 0 {
		return fmt.Errorf("rank %d has no queen", row+1)
	}
	return nil
}

// config collects the constraints of a board.
type config struct {
	given, blocked squareSet
	torus          bool
}

func newConfig(n int) (*config, error) {
	if n < 0 || n > MaxN {
		return nil, fmt.Errorf("n = %d out of range 0..%d", n, MaxN)
	}
	return &config{given: make(squareSet, n), blocked: make(squareSet, n)}, nil
}

// give puts queens on the board.
func (c *config) give(queens iter.Seq[Square]) error {
	for queen := range queens {
		if err := c.given.insert(queen); err != nil {
			return fmt.Errorf("given queen %w", err)
		}
	}
	return nil
}

// solver returns the Board of the board, unless its given queens cannot stand
// there.
func (c *config) solver() (*Board, error) {
	given, err := c.placement()
	if err != nil {
		return nil, err
	}
	return &Board{start: c.board(given), given: given, blocked: c.blocked, group: c.group()}, nil
}

// placement returns the given queens, or an error if one stands on a blocked square
// or two attack each other. It takes O(n²) time, however many there are.
func (c *config) placement() (Placement, error) {
	p := emptyPlacement(len(c.given))
	for queen := range c.given.squares() {
		if c.blocked.has(queen) {
			return nil, fmt.Errorf("given queen %v stands on a blocked square", queen)
		}
		if p[queen.Row] != Empty {
			return nil, attackError("given queens", Square{queen.Row, p[queen.Row]}, queen)
		}
		p[queen.Row] = queen.Col
	}
	for queen, other := range p.conflicts(c.torus) {
		return nil, attackError("given queens", queen, other)
	}
	return p, nil
}

// attackError says that two queens, named as what they are, attack each other.
func attackError(what string, queen, other Square) error {
	way := ""
	if !queen.Attacks(other) {
		way = " around the edge"
	}
	return fmt.Errorf("%s %v and %v attack each other%s", what, queen, other, way)
}

// board opens the squares that are neither blocked nor attacked by a given queen.
func (c *config) board(given Placement) bitboard {
	n := len(given)
	b := bitboard{open: make([]uint64, n), torus: c.torus}
	for row := range b.open {
		b.open[row] = fullRow(n) &^ c.blocked[row]
	}
	return b.withAll(given)
}

// group returns the symmetries that keep the given queens and the blocked squares.
func (c *config) group() []Symmetry {
	var group []Symmetry
	for _, s := range symmetries() {
		if c.given.keptBy(s) && c.blocked.keptBy(s) {
			group = append(group, s)
		}
	}
	return group
}

// insert adds a square to the set.
func (set squareSet) insert(s Square) error {
	if n := len(set); s.Row < 0 || s.Row >= n || s.Col < 0 || s.Col >= n {
		return fmt.Errorf("%v is off the %d×%[2]d board", s, n)
	}
	set[s.Row] |= 1 << s.Col
	return nil
}
