package queens

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/words"
)

// A Board is a square board with constraints: given queens, blocked squares, and diagonals that may
// wrap around the edges. [New] makes one. A Board is immutable, except that [Board.UnmarshalText]
// and [Board.UnmarshalJSON] replace it, and safe for concurrent use. The zero Board is the board of
// size 0.
type Board struct {
	start   bitboard.Board // the squares that given queens and blocked squares leave open
	given   Placement
	blocked squareSet
	group   []Symmetry // the symmetries that preserve the constraints
}

// A Constraint restricts the solutions of a [Board]. [Given], [Blocked] and [Toroidal] make
// one. It can be used for any number of boards.
type Constraint interface {
	// constrain adds the constraint to an unfinished board.
	constrain(*Board) error
}

// Given puts queens on the board, which every solution must contain. A square may be named more
// than once.
func Given(queens ...Square) Constraint { return givenQueens(slices.Clone(queens)) }

// Blocked blocks squares: no queen may stand on them, but queens attack across them. A square
// may be named more than once.
func Blocked(squares ...Square) Constraint { return blockedSquares(slices.Clone(squares)) }

// Toroidal makes the diagonals wrap around the edges, as if opposite edges of the board were
// joined: queens also attack each other if the differences of their rows and of their columns
// are equal or opposite modulo n. For n > 0 the empty toroidal board has solutions if and only
// if neither 2 nor 3 divides n (Pólya 1918).
//
// G. Pólya. Über die „doppelt-periodischen“ Lösungen des n-Damen-Problems. In W. Ahrens,
// Mathematische Unterhaltungen und Spiele, volume 2, pages 364–374. Teubner, 1918.
func Toroidal() Constraint { return wrapped{} }

type (
	givenQueens    []Square
	blockedSquares []Square
	wrapped        struct{}
)

func (queens givenQueens) constrain(b *Board) error {
	for _, s := range queens {
		if err := s.checkOn(len(b.given)); err != nil {
			return fmt.Errorf("given queen %w", err)
		}
		if col := b.given[s.Row]; col != Empty && col != s.Col {
			return &givenError{&AttackError{[2]Square{{s.Row, min(col, s.Col)}, {s.Row, max(col, s.Col)}}}}
		}
		b.given[s.Row] = s.Col
	}
	return nil
}

func (squares blockedSquares) constrain(b *Board) error {
	for _, s := range squares {
		if err := s.checkOn(len(b.blocked)); err != nil {
			return fmt.Errorf("blocked square %w", err)
		}
		b.blocked[s.Row] |= 1 << s.Col
	}
	return nil
}

func (wrapped) constrain(b *Board) error {
	b.start.Torus = true
	return nil
}

// A constraint is printed as in [Board.String]: "given=b4,d5", "blocked=a1,h8", "torus".

func (queens givenQueens) String() string { return words.List("given", slices.Values(queens)) }

func (squares blockedSquares) String() string { return words.List("blocked", slices.Values(squares)) }

func (wrapped) String() string { return "torus" }

// New returns the n×n board with the given constraints, all of which apply; their order does
// not matter. Without any, the board is empty and plain. New takes O(n²) time, and time linear
// in the number of squares named.
//
// It is an error if n is not in the range 0 to [MaxN], if a square is off the board, if given
// queens attack each other or stand on blocked squares, which is [ErrGiven], or if a constraint
// is nil. It is not an error if the board has no solution.
func New(n int, constraints ...Constraint) (*Board, error) {
	if err := checkSize(n, MaxN); err != nil {
		return nil, prefixed(err)
	}
	b, err := draft(NewPlacement(n)).finish(constraints...)
	return b, prefixed(err)
}

// NewFrom returns a board of the size of p on which the queens of p are given, with further
// constraints. Its solutions are those that complete p. It is an error if p has a value that is
// neither a column nor [Empty]; the other errors are those of [New]. There are no boards of more
// than [MaxN] rows, but [Placement.Complete] completes larger placements.
func NewFrom(p Placement, constraints ...Constraint) (*Board, error) {
	if err := checkSize(len(p), MaxN); err != nil {
		return nil, fmt.Errorf("queens: %w; Placement.Complete completes larger placements", err)
	}
	if err := p.checkValues(); err != nil {
		return nil, prefixed(err)
	}
	b, err := draft(slices.Clone(p)).finish(constraints...)
	return b, prefixed(err)
}

// With returns a board with the constraints of b and further ones; b does not change. The
// errors are those of [New].
func (b *Board) With(constraints ...Constraint) (*Board, error) {
	d := &Board{given: slices.Clone(b.given), blocked: slices.Clone(b.blocked)}
	d.start.Torus = b.start.Torus
	d, err := d.finish(constraints...)
	return d, prefixed(err)
}

// draft returns an unfinished plain board with given queens, to which constraints can be added.
func draft(given Placement) *Board {
	return &Board{given: given, blocked: make(squareSet, len(given))}
}

// finish adds constraints to an unfinished board, checks it, and derives all else from them.
func (b *Board) finish(constraints ...Constraint) (*Board, error) {
	for _, c := range constraints {
		if c == nil {
			return nil, errors.New("constraint is nil, want Given, Blocked or Toroidal")
		}
		if err := c.constrain(b); err != nil {
			return nil, err
		}
	}
	if err := cmp.Or(b.onBlocked(b.given), b.given.attack(b.start.Torus)); err != nil {
		return nil, &givenError{err}
	}
	b.start.Open = slices.Repeat([]uint64{bitboard.Below(len(b.given))}, len(b.given))
	for row, blocked := range b.blocked {
		b.start.Open[row] &^= blocked
	}
	b.start = b.start.WithAll(b.given)
	b.group = slices.DeleteFunc(allSymmetries(), func(s Symmetry) bool { return !b.keptBy(s) })
	return b, nil
}

// keptBy reports whether s preserves the constraints.
func (b *Board) keptBy(s Symmetry) bool {
	n := len(b.given)
	for queen := range b.Given() {
		if image := s.Apply(n, queen); b.given[image.Row] != image.Col {
			return false
		}
	}
	for square := range b.Blocked() {
		if !b.blocked.has(s.Apply(n, square)) {
			return false
		}
	}
	return true
}

// A givenError is an [ErrGiven] that says in what way given queens break the rules.
type givenError struct{ fault error }

func (e *givenError) Error() string {
	if _, attack := errors.AsType[*AttackError](e.fault); attack {
		return "given queens " + e.fault.Error()
	}
	return "given " + e.fault.Error()
}

func (e *givenError) Unwrap() []error { return []error{ErrGiven, e.fault} }

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
func (b *Board) N() int { return len(b.start.Open) }

// Given returns an iterator over the squares of the given queens, in the order of their rows.
func (b *Board) Given() iter.Seq[Square] { return b.given.Queens() }

// Blocked returns an iterator over the blocked squares, in the order of their rows, then of
// their columns.
func (b *Board) Blocked() iter.Seq[Square] { return b.blocked.squares() }

// Toroidal reports whether the diagonals wrap around the edges.
func (b *Board) Toroidal() bool { return b.start.Torus }

// Symmetries returns the symmetries that preserve the constraints of the board, in the order of
// their constants. Such a symmetry takes given queens to given queens, blocked squares to blocked
// squares, and solutions to solutions. A board without constraints has all eight. Translations of a
// torus are not among them.
func (b *Board) Symmetries() []Symmetry {
	if b.N() == 0 {
		return allSymmetries() // which the zero Board does not list
	}
	return slices.Clone(b.group)
}

// Orbit returns the distinct images of p under [Board.Symmetries], each a new Placement, in
// lexicographic order. The images of a solution are solutions, and [Board.Fundamental] yields the
// first of them. If k of the symmetries leave p unchanged, there are len(b.Symmetries()) / k
// images. Orbit panics if [Placement.Canonical] does, and takes O(n) time.
func (b *Board) Orbit(p Placement) []Placement { return p.orbit(b.Symmetries()) }

// Attacks reports whether queens on two squares of the board attack each other: whether they
// are in the same row, column or diagonal, on a torus also around the edges. So no solution has
// queens on both. Queens attack across blocked squares. A square does not attack itself, and
// squares off the board attack none.
func (b *Board) Attacks(s, t Square) bool {
	n := b.N()
	if s == t || s.checkOn(n) != nil || t.checkOn(n) != nil {
		return false
	}
	return s.Attacks(t) || b.Toroidal() && ((s.Row-s.Col-t.Row+t.Col)%n == 0 || (s.Row+s.Col-t.Row-t.Col)%n == 0)
}

// Check returns nil if p is a solution of the board, and otherwise an error that says why it is
// not. It looks, in this order, for
//
//   - a size other than that of the board,
//   - a value that is neither a column nor [Empty],
//   - a given queen that is missing,
//   - a queen on a blocked square,
//   - two queens that attack each other, on a torus also around the edges,
//   - a row without a queen,
//
// and reports the first fault that it finds. [Board.Conflicts] yields all attacks. The error
// names squares as [Square.String] does, and rows as ranks, numbered from 1. Check takes O(n)
// time.
func (b *Board) Check(p Placement) error {
	if err := b.checkFits(p); err != nil {
		return prefixed(err)
	}
	return prefixed(cmp.Or(b.missing(p), b.onBlocked(p), p.attack(b.start.Torus), p.emptyRow()))
}

// Conflicts returns an iterator over the pairs of queens of p that attack each other on the
// board, each pair once, in the order of [Placement.Conflicts]. On a torus they also attack
// each other around the edges. If p is not of the size of the board, Conflicts goes by the size
// of p. The whole iteration takes O(n + pairs) time.
func (b *Board) Conflicts(p Placement) iter.Seq2[Square, Square] { return p.conflicts(b.start.Torus) }

// Diagram returns a drawing of the board with the queens of p, in lines of text. It looks as
// [Placement.Diagram] draws it, with an x on each blocked square that has no queen. If p is nil, it
// shows the given queens. If p is not of the size of the board, it draws no blocked squares.
//
// If the style uses symbols that [ParsePlacement] knows, [ParseBoard] reads the queens and the blocked
// squares from the drawing, which does not show whether the board is toroidal.
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
// These are the size of the board; torus, if it is toroidal; and, if there are any, the given
// queens and the blocked squares, row by row. [ParseBoard] reads the line. String takes O(n²)
// time.
func (b Board) String() string {
	torus := ""
	if b.Toroidal() {
		torus = "torus"
	}
	return words.Join(fmt.Sprintf("n=%d", b.N()), torus, words.List("given", b.Given()), words.List("blocked", b.Blocked()))
}

// MarshalText returns the text of [Board.String]. The error is always nil.
func (b Board) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// checkFits returns an error if p is not a placement on the board.
func (b *Board) checkFits(p Placement) error {
	if len(p) != b.N() {
		return fmt.Errorf("placement of %s on a board of %d", words.Plural(len(p), "row"), b.N())
	}
	return p.checkValues()
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

// A squareSet has a word for each row of the board, with a bit for each column.
type squareSet []uint64

func (set squareSet) has(s Square) bool { return set[s.Row]>>s.Col&1 != 0 }

// squares yields the squares of the set, row by row.
func (set squareSet) squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for row, word := range set {
			for col := range bitboard.Members(word) {
				if !yield(Square{row, col}) {
					return
				}
			}
		}
	}
}
