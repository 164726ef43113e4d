package page

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
)

// MaxN is the size of the largest board on the page.
const MaxN = 20

// A Position is a board as a user has set it up. Unlike the given queens of a
// [queens.Board], its queens may attack each other, and several may share a row.
type Position struct {
	N       int     `json:"n"`
	Torus   bool    `json:"torus"`
	Queens  Squares `json:"queens"`
	Blocked Squares `json:"blocked"`
}

// ReadPosition reads what [queens.ParseBoard] reads, and a placement whose queens attack each
// other.
func ReadPosition(text string) (Position, error) {
	if p, err := queens.Parse(text); err == nil {
		return Position{N: len(p), Queens: queensOf(p)}.checked()
	}
	board, err := queens.ParseBoard(text)
	if err != nil {
		return Position{}, err
	}
	return Position{N: board.N(), Torus: board.Toroidal(), Queens: slices.Collect(board.Given()), Blocked: slices.Collect(board.Blocked())}.checked()
}

// checked returns p with its squares in order, or an error if p is not a position.
func (p Position) checked() (Position, error) {
	if p.N < 1 || p.N > MaxN {
		return p, fmt.Errorf("the board has %d rows, want 1 to %d", p.N, MaxN)
	}
	p.Queens, p.Blocked = tidy(p.Queens), tidy(p.Blocked)
	if err := inside(p.N, p.Queens, p.Blocked); err != nil {
		return p, err
	}
	for _, s := range p.Queens {
		if slices.Contains(p.Blocked, s) {
			return p, fmt.Errorf("the queen on %v stands on a blocked square", s)
		}
	}
	return p, nil
}

// inside returns an error if a square is off the board.
func inside(n int, lists ...Squares) error {
	for _, s := range slices.Concat(lists...) {
		if s.Row < 0 || s.Row >= n || s.Col < 0 || s.Col >= n {
			return fmt.Errorf("%v is off the %d×%d board", s, n, n)
		}
	}
	return nil
}

// tidy returns the squares row by row and without repetitions.
func tidy(squares Squares) Squares {
	tidied := slices.Clone(squares)
	slices.SortFunc(tidied, func(a, b queens.Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
	return slices.Compact(tidied)
}

// board returns the board of p with its queens given, or the error of [queens.New] if they
// attack each other.
func (p Position) board() (*queens.Board, error) {
	p, err := p.checked()
	if err != nil {
		return nil, err
	}
	constraints := []queens.Constraint{queens.Given(p.Queens...), queens.Blocked(p.Blocked...)}
	if p.Torus {
		constraints = append(constraints, queens.Toroidal())
	}
	return queens.New(p.N, constraints...)
}

// placement returns the queens of p, or an error if two share a row.
func (p Position) placement() (queens.Placement, error) {
	placement := slices.Repeat(queens.Placement{queens.Empty}, p.N)
	for _, s := range p.Queens {
		if placement[s.Row] != queens.Empty {
			return nil, errors.New("a row has two queens, which this notation cannot show")
		}
		placement[s.Row] = s.Col
	}
	return placement, nil
}

// plural returns a number with its noun: "1 queen", "2 queens".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// enumerate returns "a1", "a1 and b3", "a1, b3 and c5".
func enumerate[T fmt.Stringer](items []T) string {
	var text strings.Builder
	for i, item := range items {
		switch {
		case i > 0 && i == len(items)-1:
			text.WriteString(" and ")
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString(item.String())
	}
	return text.String()
}

// queensOf returns the squares of the queens of a placement.
func queensOf(p queens.Placement) Squares { return slices.Collect(p.Queens()) }
