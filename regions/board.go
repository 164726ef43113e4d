package regions

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"example.com/queens"
	"example.com/queens/internal/reading"
	"example.com/queens/internal/words"
)

// A Board is an n×n board divided into n regions, with the constraints that [New] or [Board.With]
// put on it, if any: queens that every solution must have, and squares where none may stand. The
// queens and crosses of a player are such constraints. A Board is immutable, except that
// [Board.UnmarshalText] and [Board.UnmarshalJSON] replace it, and safe for concurrent use. The zero
// Board is the board of size 0, which has no squares and one solution, the empty one.
type Board struct {
	n       int
	region  []uint8 // by square
	masks   sets    // the squares of each region
	given   queens.Placement
	blocked set
}

// A Constraint restricts the solutions of a [Board]. [Given] and [Blocked] make one. It can be used
// for any number of boards. It is not a [queens.Constraint], because queens attack each other
// differently here.
type Constraint func(*marks)

// marks are the squares that constraints name.
type marks struct{ given, blocked []queens.Square }

// Given puts queens on the board that every solution must have. A square may be named more than
// once.
func Given(squares ...queens.Square) Constraint {
	squares = slices.Clone(squares)
	return func(all *marks) { all.given = append(all.given, squares...) }
}

// Blocked blocks squares: no queen may stand on them. A square may be named more than once.
func Blocked(squares ...queens.Square) Constraint {
	squares = slices.Clone(squares)
	return func(all *marks) { all.blocked = append(all.blocked, squares...) }
}

// String returns c as [Board.String] writes it: "given=b4,d5" or "blocked=a1,h8".
func (c Constraint) String() string {
	var all marks
	if c != nil {
		c(&all)
	}
	return words.Join(words.List("given", slices.Values(all.given)), words.List("blocked", slices.Values(all.blocked)))
}

// give puts given queens on a board that is being made.
func (b *Board) give(squares []queens.Square) error {
	for _, s := range squares {
		if !geometryOf(b.n).onBoard(s) {
			return fmt.Errorf("given queen %v is off the board of %s", s, words.Plural(b.n, "row"))
		}
		if b.given[s.Row] == s.Col {
			continue
		}
		for other := range b.given.Queens() {
			if err := b.attack(other, s); err != nil {
				return &givenError{err}
			}
		}
		b.given[s.Row] = s.Col
	}
	return nil
}

// block blocks squares of a board that is being made.
func (b *Board) block(squares []queens.Square) error {
	g := geometryOf(b.n)
	for _, s := range squares {
		if !g.onBoard(s) {
			return fmt.Errorf("blocked square %v is off the board of %s", s, words.Plural(b.n, "row"))
		}
		b.blocked.insert(g.number(s))
	}
	return nil
}

// A givenError is a [queens.ErrGiven] that says in what way given queens break the rules.
type givenError struct{ fault error }

func (e *givenError) Error() string   { return "given " + e.fault.Error() }
func (e *givenError) Unwrap() []error { return []error{queens.ErrGiven, e.fault} }

// New returns a board of the given regions with the given constraints, all of which apply; their
// order does not matter. Squares with equal values form a region, connected or not. There may be
// any n different values: the regions are numbered from 0 to n-1 in the order of their values, and
// so keep the numbers 0 to n-1 if these are the values. New takes O(n²) time, and time linear in
// the number of squares named.
//
// It is an error if there are more than [MaxN] rows, if a row has not as many squares as there
// are rows, if there are not as many regions, if a square named is off the board, if given
// queens attack each other or stand on blocked squares, which is [queens.ErrGiven], or if a
// constraint is nil. The error names the row, the square or the region; for two queens that
// attack each other, [errors.As] finds a [queens.AttackError] in it. It is not an error if the
// board has no solution.
func New(regions [][]int, constraints ...Constraint) (*Board, error) {
	numbers, err := reading.Number(regions, MaxN)
	var b *Board
	if err == nil {
		b, err = divide(numbers).with(constraints...)
	}
	if err != nil {
		return nil, fmt.Errorf("regions: %w", err)
	}
	return b, nil
}

// divide returns the board with the regions of a matrix, which are numbered from 0.
func divide(regions [][]int) *Board {
	b := makeBoard(len(regions))
	for s, square := range geometryOf(b.n).squareList {
		region := regions[square.Row][square.Col]
		b.region[s] = uint8(region)
		b.masks.at(region).insert(s)
	}
	return b
}

// makeBoard returns a board whose squares are in no region yet.
func makeBoard(n int) *Board {
	words := geometryOf(n).words
	given := slices.Repeat(queens.Placement{queens.Empty}, n)
	return &Board{n: n, region: make([]uint8, n*n), masks: makeSets(n, words), given: given, blocked: make(set, words)}
}

// With returns a board with the constraints of b and further ones; b does not change. What
// a player has put down on a puzzle is one: With(Given(queens...), Blocked(crosses...)). The
// errors are those of [New]. With takes O(n²) time.
func (b *Board) With(constraints ...Constraint) (*Board, error) {
	c, err := b.with(constraints...)
	if err != nil {
		return nil, fmt.Errorf("regions: %w", err)
	}
	return c, nil
}

// with is [Board.With], with errors that do not name the package.
func (b *Board) with(constraints ...Constraint) (*Board, error) {
	var all marks
	for _, constraint := range constraints {
		if constraint == nil {
			return nil, errors.New("constraint is nil, want Given or Blocked")
		}
		constraint(&all)
	}
	c := *b
	c.given, c.blocked = slices.Clone(b.given), slices.Clone(b.blocked)
	if err := cmp.Or(c.give(all.given), c.block(all.blocked)); err != nil {
		return nil, err
	}
	if err := c.onBlocked(c.given); err != nil {
		return nil, &givenError{err}
	}
	return &c, nil
}

// Equal reports whether b and c have the same regions, with the same numbers, and the same
// constraints; that is, whether their texts are the same. Only nil equals nil. The package
// github.com/google/go-cmp compares boards by it.
func (b *Board) Equal(c *Board) bool {
	if b == nil || c == nil {
		return b == c
	}
	return slices.Equal(b.region, c.region) && slices.Equal(b.given, c.given) && slices.Equal(b.blocked, c.blocked)
}

// N returns the size of the board: its rows, its columns and its regions.
func (b *Board) N() int { return b.n }

// Region returns the number of the region that s is in, from 0 to n-1. It panics if s is not on
// the board.
func (b *Board) Region(s queens.Square) int {
	g := geometryOf(b.n)
	if !g.onBoard(s) {
		panic(fmt.Sprintf("regions: square %v is off the board of %s", s, words.Plural(b.n, "row")))
	}
	return int(b.region[g.number(s)])
}

// Regions returns the number of the region of every square, from 0 to n-1, row by row. [New]
// makes the same board of it, without queens and crosses. The matrix is the caller's.
func (b *Board) Regions() [][]int {
	regions := make([][]int, b.n)
	for s, region := range b.region {
		regions[s/b.n] = append(regions[s/b.n], int(region))
	}
	return regions
}

// Given returns an iterator over the squares of the given queens, row by row.
func (b *Board) Given() iter.Seq[queens.Square] { return b.given.Queens() }

// Blocked returns an iterator over the blocked squares, row by row.
func (b *Board) Blocked() iter.Seq[queens.Square] {
	return slices.Values(geometryOf(b.n).named(b.blocked))
}

// Attacks reports whether queens on two squares of the board exclude each other: whether
// they are in one row, column or region, or touch, even at a corner. A square does not attack
// itself, and squares off the board attack none.
func (b *Board) Attacks(s, t queens.Square) bool {
	g := geometryOf(b.n)
	return g.onBoard(s) && g.onBoard(t) && b.clash(s, t) != noClash
}

// Check returns nil if p is a solution of the board, and otherwise an error that says what is
// wrong with it. It checks, in this order, for
//
//   - a size other than that of the board, or a value that is neither a column nor
//     [queens.Empty],
//   - a given queen that is missing,
//   - a queen on a blocked square,
//   - two queens in one row, column or region, or that touch,
//   - a row without a queen.
//
// The error names the first fault that it finds; for two queens that attack each other,
// [errors.As] finds a [queens.AttackError] in it. [Board.Conflicts] yields all such pairs.
// Check takes O(n²) time.
func (b *Board) Check(p queens.Placement) error {
	if err := b.fault(p); err != nil {
		return fmt.Errorf("regions: %w", err)
	}
	return nil
}

// fault returns the first thing that is wrong with p, if any.
func (b *Board) fault(p queens.Placement) error {
	if err := b.checkFits(p); err != nil {
		return err
	}
	for queen := range b.given.Queens() {
		if p[queen.Row] != queen.Col {
			return fmt.Errorf("given queen %v is missing", queen)
		}
	}
	if err := b.onBlocked(p); err != nil {
		return err
	}
	for s, t := range b.Conflicts(p) {
		return b.attack(s, t)
	}
	if row := slices.Index(p, queens.Empty); row >= 0 {
		return fmt.Errorf("row %d has no queen", row+1)
	}
	return nil
}

// onBlocked names the first queen of p on a blocked square.
func (b *Board) onBlocked(p queens.Placement) error {
	for queen := range p.Queens() {
		if b.blocked.has(geometryOf(b.n).number(queen)) {
			return fmt.Errorf("queen %v stands on a blocked square", queen)
		}
	}
	return nil
}

// clash says why queens on two squares of the board attack each other.
func (b *Board) clash(s, t queens.Square) clash {
	g := geometryOf(b.n)
	return clashOf(s, t, b.region[g.number(s)] == b.region[g.number(t)])
}

// attack returns an error if queens on two squares of the board attack each other.
func (b *Board) attack(s, t queens.Square) error {
	var why string
	switch b.clash(s, t) {
	case noClash:
		return nil
	case sameRow:
		why = fmt.Sprintf("are both in row %d", s.Row+1)
	case sameColumn:
		why = "are both in column " + columnName(s.Col)
	case sameRegion:
		why = "are both in region " + RegionName(b.Region(s))
	case touching:
		why = "touch"
	}
	return &attackError{queens.AttackError{Queens: [2]queens.Square{s, t}}, why}
}

// An attackError is a [queens.AttackError] that says why the queens attack each other.
type attackError struct {
	queens.AttackError
	why string // "touch"
}

func (e *attackError) Error() string {
	return fmt.Sprintf("queens %v and %v %s", e.Queens[0], e.Queens[1], e.why)
}

func (e *attackError) Unwrap() error { return &e.AttackError }

// Conflicts returns an iterator over the pairs of queens of p that attack each other on the
// board: those in one column or region, and those that touch. Every pair comes once, the queen
// with the lower row number first; pairs are in the order of their first queens, then of their
// second. The loop may change p: the pairs are those that p had when the loop began. If p differs
// in size from the board, only the rows and columns of the board count. All pairs together take
// O(n²) time.
func (b *Board) Conflicts(p queens.Placement) iter.Seq2[queens.Square, queens.Square] {
	board := *b // which UnmarshalText may replace
	return func(yield func(queens.Square, queens.Square) bool) {
		p := slices.Clone(p)
		for s := range p.Queens() {
			for t := range p.Queens() {
				if s.Row < t.Row && board.Attacks(s, t) && !yield(s, t) {
					return
				}
			}
		}
	}
}

// checkFits says why p is not a placement on the board.
func (b *Board) checkFits(p queens.Placement) error {
	if len(p) != b.n {
		return fmt.Errorf("placement of %s on a board of %d", words.Plural(len(p), "row"), b.n)
	}
	for row, col := range p {
		if col != queens.Empty && (col < 0 || col >= b.n) {
			return fmt.Errorf("placement has %d in row %d, want a column 0..%d or Empty (-1)", col, row+1, b.n-1)
		}
	}
	return nil
}

// RegionName returns the name of a region in text: A to Z for the regions 0 to 25, then a to f.
// It panics if there is no such region on any board.
func RegionName(region int) string { return regionNames[region : region+1] }

const regionNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"

// differ reports whether two neighbouring squares are in different regions, or only one of them
// is on the board.
func (b *Board) differ(row, col, otherRow, otherCol int) bool {
	g := geometryOf(b.n)
	s, t := queens.Square{Row: row, Col: col}, queens.Square{Row: otherRow, Col: otherCol}
	if !g.onBoard(s) || !g.onBoard(t) {
		return g.onBoard(s) != g.onBoard(t)
	}
	return b.Region(s) != b.Region(t)
}
