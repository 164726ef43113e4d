package queens

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// References:
//
//	[polya]  Georg Pólya. Über die "doppelt-periodischen" Lösungen des
//	         n-Damen-Problems. In W. Ahrens, Mathematische Unterhaltungen und
//	         Spiele, 2nd edition, volume 2, pages 364–374. 1918.

// A Solver searches one board: its size, the queens given on it, the squares that
// no queen may take, and whether its diagonals wrap around. [New] makes one.
// It is immutable and safe for concurrent use.
type Solver struct {
	board
	given   Placement
	blocked squareSet
	group   []Symmetry // those that keep the board's constraints
}

// An Option sets a constraint of a [Solver]'s board. [Given], [Blocked] and
// [Toroidal] make one. The same Option may be used for many boards.
type Option interface{ constrain(*config) error }

// Given puts queens on the board that every solution must have. Naming a square
// twice is naming it once.
func Given(queens ...Square) Option { return givenQueens(slices.Clone(queens)) }

type givenQueens []Square

func (queens givenQueens) constrain(c *config) error {
	return c.give(slices.Values(queens))
}

// Blocked bars squares: no queen may stand on them, but queens attack across
// them. Naming a square twice is naming it once.
func Blocked(squares ...Square) Option { return blockedSquares(slices.Clone(squares)) }

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
func Toroidal() Option { return toroidal{} }

type toroidal struct{}

func (toroidal) constrain(c *config) error {
	c.torus = true
	return nil
}

// New returns a [Solver] of the n×n board. Without options the board is empty
// and all its squares are open. Options add up, in any order. It takes O(n²) time,
// and time linear in the squares named.
//
// It is an error if n is not in 0 to [MaxN], if a square is off the board, if
// given queens attack each other or stand on a blocked square, or if an option is
// nil. A board that merely has no solution is no error.
func New(n int, opts ...Option) (*Solver, error) {
	s, err := build(n, opts...)
	if err != nil {
		return nil, fmt.Errorf("queens: %w", err)
	}
	return s, nil
}

// build is [New], with errors that do not name the package.
func build(n int, opts ...Option) (*Solver, error) {
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

// NewFrom returns a [Solver] of the board of p with the queens of p given: its
// solutions are those that complete p. It is an error if p holds a value that is
// neither a column nor [Empty]; the other errors are those of [New].
func NewFrom(p Placement, opts ...Option) (*Solver, error) {
	if err := p.badValue(); err != nil {
		return nil, fmt.Errorf("queens: %w", err)
	}
	return New(len(p), slices.Concat([]Option{givenPlacement(p)}, opts)...)
}

// A givenPlacement is an Option that puts the queens of a placement on the board.
type givenPlacement Placement

func (p givenPlacement) constrain(c *config) error { return c.give(Placement(p).Queens()) }

// With returns a [Solver] of the board of s with further constraints; s stays as it
// is. The errors are those of [New].
func (s *Solver) With(opts ...Option) (*Solver, error) {
	own := []Option{givenPlacement(s.given), Blocked(slices.Collect(s.blocked.squares())...)}
	if s.torus {
		own = append(own, Toroidal())
	}
	return New(s.N(), slices.Concat(own, opts)...)
}

// N returns the size of the board: its rows, and its columns.
func (s *Solver) N() int { return len(s.open) }

// Symmetries returns the symmetries that keep the board's constraints: those
// that take given queens to given queens and blocked squares to blocked squares,
// all eight if there are none. They take solutions to solutions. Translations of a
// torus are not among them.
func (s *Solver) Symmetries() []Symmetry { return slices.Clone(s.group) }

// order returns how many symmetries keep the board's constraints and move its squares
// in different ways. On a board of one square or none, all of them do the same.
func (s *Solver) order() uint64 {
	if len(s.open) < 2 {
		return 1
	}
	return uint64(len(s.group))
}

// Orbit returns the distinct images of p under [Solver.Symmetries], each a new
// Placement, in lexicographic order. If p is a solution, so are the others, and
// [Solver.Fundamental] yields the first of them. If k of those symmetries are in
// p.Stabilizer(), there are len(s.Symmetries()) / k images. Orbit panics where
// [Placement.Canonical] does, and takes O(n) time.
func (s *Solver) Orbit(p Placement) []Placement { return p.orbit(s.group) }

// Diagram returns a drawing of the board of s with the queens of p on it: that of
// [Placement.Diagram], with an x for each blocked square that has no queen. A nil p
// stands for the given queens. A p of another size is drawn without blocked
// squares.
//
// [ParseBoard] reads the queens and the blocked squares back, from drawings whose
// queens and empty squares [Parse] reads. A drawing does not say that the board is
// toroidal.
func (s *Solver) Diagram(p Placement, style DiagramStyle) string {
	if p == nil {
		p = s.given
	}
	if len(p) != s.N() {
		return p.Diagram(style)
	}
	return p.draw(style, s.blocked.has)
}

// String returns the whole board as one line of words with a space between them:
//
//	n=8 torus given=b4,d5 blocked=a1,h8
//
// They are the size of the board; torus, if it is toroidal; and the given queens and
// the blocked squares, row by row, each left out if there are none. [ParseBoard]
// reads the line. It takes O(n²) time.
func (s *Solver) String() string {
	b := strconv.AppendInt([]byte("n="), int64(s.N()), 10)
	if s.torus {
		b = append(b, " torus"...)
	}
	b = appendSquares(b, "given", s.given.Queens())
	b = appendSquares(b, "blocked", s.blocked.squares())
	return string(b)
}

// appendSquares appends a word such as " given=b4,d5", or nothing without squares.
func appendSquares(b []byte, name string, squares iter.Seq[Square]) []byte {
	separator := " " + name + "="
	for s := range squares {
		b = append(b, separator...)
		b = append(b, s.String()...)
		separator = ","
	}
	return b
}

// ParseBoard reads a board from text, which has one of two forms:
//
//   - What [Solver.String] writes: words separated by white space, the size first and
//     the others in any order, each at most once.
//   - A placement, in any notation that [Parse] reads. Its queens are given. In a
//     diagram, an x is a blocked square. For a torus, see [Solver.With].
//
// Anything else is an error that says where and what was expected, and so is a board
// that [New] refuses. ParseBoard takes time linear in the text, and O(n²) for the
// board.
func ParseBoard(s string) (*Solver, error) {
	read := parseNotation
	if strings.HasPrefix(strings.TrimSpace(s), "n=") {
		read = parseWords
	}
	solver, err := read(s)
	if err != nil {
		return nil, fmt.Errorf("queens: parse board: %w", err)
	}
	return solver, nil
}

// parseNotation reads a board from a placement in text.
func parseNotation(s string) (*Solver, error) {
	var blocked []Square
	p, err := parse(s, func(square Square) error {
		if max(square.Row, square.Col) < MaxN { // larger boards are refused below
			blocked = append(blocked, square)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return build(len(p), givenPlacement(p), Blocked(blocked...))
}

// parseWords reads a board from the words that Solver.String writes.
func parseWords(s string) (*Solver, error) {
	return parseBoardWords(s, func(string, string) error { return errUnknownWord })
}

var errUnknownWord = errors.New("unknown word")

// parseBoardWords reads a board from words, its size first. Words that are not about
// the board go to other, cut at their first "="; its error ends the reading. No word
// may come twice.
func parseBoardWords(text string, other func(name, value string) error) (*Solver, error) {
	var c *config
	var seen []string
	for word := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(word, "=")
		if slices.Contains(seen, name) {
			return nil, fmt.Errorf("%s: word %s comes twice", excerpt(word), excerpt(name))
		}
		seen = append(seen, name)
		var err error
		switch {
		case c == nil:
			c, err = parseSize(word)
		case word == "torus":
			c.torus = true
		case name == "given":
			err = c.given.insertList(value)
		case name == "blocked":
			err = c.blocked.insertList(value)
		default:
			err = other(name, value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", excerpt(word), err)
		}
	}
	if c == nil {
		return nil, errors.New(`no words, want the first to be the size, such as "n=8"`)
	}
	return c.solver()
}

// parseSize reads a word such as "n=8".
func parseSize(word string) (*config, error) {
	value, ok := strings.CutPrefix(word, "n=")
	n, err := strconv.Atoi(value)
	if !ok || err != nil || strconv.Itoa(n) != value {
		return nil, errors.New(`want the size of the board, such as "n=8"`)
	}
	return newConfig(n)
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

// solver returns the Solver of the board, unless its given queens cannot stand
// there.
func (c *config) solver() (*Solver, error) {
	given, err := c.placement()
	if err != nil {
		return nil, err
	}
	return &Solver{board: c.board(given), given: given, blocked: c.blocked, group: c.group()}, nil
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
func (c *config) board(given Placement) board {
	n := len(given)
	b := board{open: make([]uint64, n), torus: c.torus}
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

// insertList adds the squares of a list such as "b4,d5".
func (set squareSet) insertList(list string) error {
	for s, err := range listedSquares(list) {
		if err == nil {
			err = set.insert(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
