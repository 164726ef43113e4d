package queens

import (
	"fmt"
	"slices"
)

// A Solver searches one board: its size, the queens already on it, and the
// squares that no queen may take. [New] makes one. It is immutable and safe for
// concurrent use.
type Solver struct {
	board
	given   Placement // the queens already on the board
	blocked squareSet
	group   []Symmetry // those that keep the board's constraints
}

// An Option sets a constraint of a [Solver]'s board.
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
	return &Solver{c.board(), c.placement(), c.blocked, c.group()}, nil
}

// Symmetries returns the symmetries that keep the board's constraints: those
// that take given queens to given queens and blocked squares to blocked squares,
// all eight if there are none. They take solutions to solutions, and the orbit of
// a solution p under them has len(s.Symmetries()) / k members, where k of them are
// in p.Stabilizer().
func (s *Solver) Symmetries() []Symmetry { return slices.Clone(s.group) }

// order returns in how many different ways the symmetries move the squares: all are
// the same on a board of one square or none.
func (s *Solver) order() uint64 {
	if len(s.open) < 2 {
		return 1
	}
	return uint64(len(s.group))
}

// config is what the options say of a board.
type config struct {
	given, blocked squareSet
	torus          bool
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
