package queens

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A Board is a square board with constraints: given queens, blocked squares, and diagonals
// that may wrap around the edges. [New] makes one. A Board is immutable, except that
// [Board.UnmarshalText] replaces it, and safe for concurrent use. The zero Board is the
// board of size 0.
type Board struct {
	start   bitboard // the squares that given queens and blocked squares leave open
	given   Placement
	blocked squareSet
	group   []Symmetry // those that preserve the constraints
}

// A Constraint restricts the solutions of a [Board]. [Given], [Blocked] and [Toroidal] make
// one. It can be used for any number of boards.
type Constraint interface{ constrain(*config) error }

// Given puts queens on the board, which every solution must contain. A square may be named
// more than once.
func Given(queens ...Square) Constraint { return &restrictions{given: slices.Clone(queens)} }

// Blocked blocks squares: no queen may stand on them, but queens attack across them. A
// square may be named more than once.
func Blocked(squares ...Square) Constraint { return &restrictions{blocked: slices.Clone(squares)} }

// Toroidal makes the diagonals wrap around the edges, as if opposite edges of the board
// were joined: queens also attack each other if the differences of their rows and of their
// columns are equal or opposite modulo n. For n > 0 the empty toroidal board has solutions
// if and only if neither 2 nor 3 divides n ([Pólya 1918]).
//
// [Pólya 1918]: https://liacs.leidenuniv.nl/~kosterswa/nqueens/
func Toroidal() Constraint { return &restrictions{torus: true} }

// restrictions are any number of constraints in one.
type restrictions struct {
	given, blocked []Square
	torus          bool
}

func (r *restrictions) constrain(c *config) error {
	c.torus = c.torus || r.torus
	return cmp.Or(c.given.add("given queen", r.given), c.blocked.add("blocked square", r.blocked))
}

// String returns r in the words of [Board.String]: "torus given=b4,d5 blocked=a1,h8".
func (r *restrictions) String() string {
	text := squareWord("given", slices.Values(r.given)) + squareWord("blocked", slices.Values(r.blocked))
	if r.torus {
		text = " torus" + text
	}
	return strings.TrimSpace(text)
}

// New returns the n×n board with the given constraints, all of which apply; their order
// does not matter. Without any, the board is empty and plain. New takes O(n²) time, and
// time linear in the number of squares named.
//
// It is an error if n is not in the range 0 to [MaxN], if a square is off the board, if
// given queens attack each other or stand on blocked squares, which is [ErrGiven], or if a
// constraint is nil. It is not an error if the board has no solution.
func New(n int, constraints ...Constraint) (*Board, error) {
	b, err := build(n, constraints...)
	return b, ours(err)
}

// build is [New] with errors that do not name the package.
func build(n int, constraints ...Constraint) (*Board, error) {
	if err := checkSize(n, MaxN); err != nil {
		return nil, err
	}
	c := &config{given: make(squareSet, n), blocked: make(squareSet, n)}
	for _, constraint := range constraints {
		if constraint == nil {
			return nil, errors.New("constraint is nil, want Given, Blocked or Toroidal")
		}
		if err := constraint.constrain(c); err != nil {
			return nil, err
		}
	}
	return c.board()
}

// NewFrom returns the board on which the queens of p are given, of the size of p, with
// further constraints: its solutions are those that complete p. It is an error if p has a
// value that is neither a column nor [Empty]; the other errors are those of [New].
func NewFrom(p Placement, constraints ...Constraint) (*Board, error) {
	if err := p.badValue(); err != nil {
		return nil, ours(err)
	}
	return New(len(p), slices.Concat([]Constraint{givenIn(p)}, constraints)...)
}

// givenIn is the Constraint that the queens of p are given.
func givenIn(p Placement) Constraint { return &restrictions{given: slices.Collect(p.Queens())} }

// With returns a board with the constraints of b and further ones; b does not change. The
// errors are those of [New].
func (b *Board) With(constraints ...Constraint) (*Board, error) {
	return New(b.N(), slices.Concat([]Constraint{b.restrictions()}, constraints)...)
}

func (b *Board) restrictions() *restrictions {
	return &restrictions{slices.Collect(b.Given()), slices.Collect(b.Blocked()), b.Toroidal()}
}

// Equal reports whether b and c have the same size and the same constraints, which is whether
// their texts are the same. Only nil equals nil. The package github.com/google/go-cmp compares
// boards by it.
func (b *Board) Equal(c *Board) bool {
	if b == nil || c == nil {
		return b == c
	}
	return b.Toroidal() == c.Toroidal() && slices.Equal(b.given, c.given) && slices.Equal(b.blocked, c.blocked)
}

// N returns the size of the board, which is the number of its rows and of its columns.
func (b *Board) N() int { return len(b.start.open) }

// Given returns an iterator over the squares of the given queens, in the order of their
// rows.
func (b *Board) Given() iter.Seq[Square] { return b.given.Queens() }

// Blocked returns an iterator over the blocked squares, in the order of their rows, then of
// their columns.
func (b *Board) Blocked() iter.Seq[Square] { return b.blocked.squares() }

// Toroidal reports whether the diagonals wrap around the edges.
func (b *Board) Toroidal() bool { return b.start.torus }

// Symmetries returns the symmetries that preserve the constraints of the board, in the
// order of their constants: those that take given queens to given queens and blocked
// squares to blocked squares, which is all eight if there are none. They take solutions to
// solutions. Translations of a torus are not among them.
func (b *Board) Symmetries() []Symmetry {
	if b.N() == 0 {
		return allSymmetries() // which the zero Board does not list
	}
	return slices.Clone(b.group)
}

// order returns the number of symmetries that preserve the constraints and act differently
// on the squares. On a board of at most one square, all of them act in the same way.
func (b *Board) order() uint64 {
	if len(b.start.open) < 2 {
		return 1
	}
	return uint64(len(b.group))
}

// Orbit returns the distinct images of p under [Board.Symmetries], each a new Placement, in
// lexicographic order. If p is a solution, all of them are, and [Board.Fundamental] yields
// the first. If p.Stabilizer() contains k of these symmetries, there are
// len(b.Symmetries()) / k images. Orbit panics if [Placement.Canonical] does, and takes O(n)
// time.
func (b *Board) Orbit(p Placement) []Placement { return p.orbit(b.Symmetries()) }

// Attacks reports whether queens on two squares of the board attack each other: whether they
// are in the same row, column or diagonal, on a torus also around the edges. So no solution has
// queens on both. Queens attack across blocked squares. A square does not attack itself, and
// squares off the board attack none.
func (b *Board) Attacks(p, q Square) bool {
	n := b.N()
	if p == q || p.checkOn(n) != nil || q.checkOn(n) != nil {
		return false
	}
	return p.Attacks(q) || b.Toroidal() && ((p.Row-p.Col-q.Row+q.Col)%n == 0 || (p.Row+p.Col-q.Row-q.Col)%n == 0)
}

// Check returns nil if p is a solution of the board, and otherwise an error that says why
// it is not. It looks, in this order, for
//
//   - a size other than that of the board,
//   - a value that is neither a column nor [Empty],
//   - a given queen that is missing,
//   - a queen on a blocked square,
//   - two queens that attack each other, on a torus also around the edges,
//   - a row without a queen,
//
// and reports the first fault that it finds. [Board.Conflicts] yields all attacks. The
// error names squares as [Square.String] does, and rows as ranks, numbered from 1. Check
// takes O(n) time.
func (b *Board) Check(p Placement) error {
	if err := b.misfit(p); err != nil {
		return ours(err)
	}
	return ours(cmp.Or(b.missing(p), b.onBlocked(p), p.attack("queens", b.start.torus), p.emptyRow()))
}

// Conflicts returns an iterator over the pairs of queens of p that attack each other on the
// board, each pair once, in the order of [Placement.Conflicts]. On a torus they also attack
// each other around the edges. If p is not of the size of the board, Conflicts goes by the
// size of p. The whole iteration takes O(n + pairs) time.
func (b *Board) Conflicts(p Placement) iter.Seq2[Square, Square] { return p.conflicts(b.start.torus) }

// Diagram returns a drawing of the board with the queens of p, in lines of text: that of
// [Placement.Diagram], with an x on each blocked square that has no queen. If p is nil, it
// draws the given queens. If p is not of the size of the board, it draws no blocked squares.
//
// If the style uses symbols that [Parse] knows, [ParseBoard] reads the queens and the
// blocked squares from the drawing, which does not show whether the board is toroidal.
func (b *Board) Diagram(p Placement, style DiagramStyle) string {
	if p == nil {
		p = b.given
	}
	if len(p) != b.N() {
		return p.Diagram(style)
	}
	return p.draw(style, b.blocked.has)
}

// String returns the whole board as one line of words, with a space between them:
//
//	n=8 torus given=b4,d5 blocked=a1,h8
//
// These are the size of the board; torus, if it is toroidal; and, if there are any, the
// given queens and the blocked squares, row by row. [ParseBoard] reads the line. String
// takes O(n²) time.
func (b Board) String() string {
	return strings.TrimSpace(fmt.Sprintf("n=%d %v", b.N(), b.restrictions()))
}

// MarshalText returns the text of [Board.String]. The error is always nil.
func (b Board) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// squareWord returns a word such as " given=b4,d5", or nothing if there are no squares.
func squareWord(name string, squares iter.Seq[Square]) string {
	names := squareNames(squares)
	if names == nil {
		return ""
	}
	return " " + name + "=" + strings.Join(names, ",")
}

// misfit returns an error if p is not a placement on the board.
func (b *Board) misfit(p Placement) error {
	if len(p) != b.N() {
		return fmt.Errorf("placement of %s on a board of %d", plural(len(p), "row"), b.N())
	}
	return p.badValue()
}

// missing names the first given queen that p lacks.
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

// config collects the constraints of a board.
type config struct {
	given, blocked squareSet
	torus          bool
}

// board returns the Board with these constraints, unless its given queens cannot stand on
// it.
func (c *config) board() (*Board, error) {
	given, err := c.placement()
	if err != nil {
		return nil, fmt.Errorf("%w%.0w", err, ErrGiven) // wrapped, but not printed
	}
	return &Board{start: c.start(given), given: given, blocked: c.blocked, group: c.group()}, nil
}

// placement returns the given queens, or an error if one stands on a blocked square or two
// attack each other. It takes O(n²) time, however many there are.
func (c *config) placement() (Placement, error) {
	p := NewPlacement(len(c.given))
	for queen := range c.given.squares() {
		if c.blocked.has(queen) {
			return nil, fmt.Errorf("given queen %v stands on a blocked square", queen)
		}
		if p[queen.Row] != Empty {
			return nil, attackError("given queens", Square{queen.Row, p[queen.Row]}, queen)
		}
		p[queen.Row] = queen.Col
	}
	if !p.valid(c.torus) {
		return nil, p.attack("given queens", c.torus)
	}
	return p, nil
}

// start opens the squares that are neither blocked nor attacked by a given queen.
func (c *config) start(given Placement) bitboard {
	b := bitboard{emptyBitboard(len(given)).open, c.torus}
	for row := range b.open {
		b.open[row] &^= c.blocked[row]
	}
	return b.withAll(given)
}

// group returns the symmetries that preserve the given queens and the blocked squares.
func (c *config) group() []Symmetry {
	return slices.DeleteFunc(allSymmetries(), func(s Symmetry) bool {
		return !c.given.keptBy(s) || !c.blocked.keptBy(s)
	})
}

// add adds squares, of the kind that what names.
func (set squareSet) add(what string, squares []Square) error {
	for _, s := range squares {
		if err := s.checkOn(len(set)); err != nil {
			return fmt.Errorf("%s %w", what, err)
		}
		set[s.Row] |= 1 << s.Col
	}
	return nil
}
