package page

import (
	"cmp"
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

// ReadPosition reads what [queens.ParseBoard] reads, and also placements whose queens attack each
// other.
func ReadPosition(text string) (Position, error) {
	if p, err := queens.ParsePlacement(text); err == nil && len(p) > 0 {
		return Position{N: len(p), Queens: queensOf(p)}.checked()
	}
	board, err := queens.ParseBoard(text)
	switch {
	case err == nil && strings.TrimSpace(text) == "":
		return Position{}, Fault{Code: "unreadable", Line: 1}
	case err != nil:
		return Position{}, unreadable(text, err)
	}
	return Position{N: board.N(), Torus: board.Toroidal(), Queens: slices.Collect(board.Given()), Blocked: slices.Collect(board.Blocked())}.checked()
}

// checked returns p with its squares in order, or an error if p is not a position.
func (p Position) checked() (Position, error) {
	if err := sized(p.N, 1, MaxN); err != nil {
		return p, err
	}
	p.Queens, p.Blocked = tidy(p.Queens), tidy(p.Blocked)
	if err := inside(p.N, p.Queens, p.Blocked); err != nil {
		return p, err
	}
	for _, s := range p.Queens {
		if slices.Contains(p.Blocked, s) {
			return p, Fault{Code: "blocked", Squares: Squares{s}}
		}
	}
	return p, nil
}

// inside returns an error if a square is off the board.
func inside(n int, lists ...Squares) error {
	for _, s := range slices.Concat(lists...) {
		if s.Row < 0 || s.Row >= n || s.Col < 0 || s.Col >= n {
			return Fault{Code: "off", N: n, Squares: Squares{s}}
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

// board returns the board of p with its queens given. It is a [queens.AttackError] if two attack
// each other.
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

// placement returns the queens of p, or false if two share a row.
func (p Position) placement() (queens.Placement, bool) {
	placement := queens.NewPlacement(p.N)
	for _, s := range p.Queens {
		if placement[s.Row] != queens.Empty {
			return nil, false
		}
		placement[s.Row] = s.Col
	}
	return placement, true
}

// queensOf returns the squares of the queens of a placement.
func queensOf(p queens.Placement) Squares { return slices.Collect(p.Queens()) }
