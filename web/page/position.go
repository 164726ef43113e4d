package page

import (
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
)

// MaxN is the largest board of the page.
const MaxN = 20

// A Position is a board as somebody has set it up: unlike the given queens of a
// [queens.Board], its queens may attack each other, and several may share a row.
type Position struct {
	N       int     `json:"n"`
	Torus   bool    `json:"torus"`
	Queens  Squares `json:"queens"`
	Blocked Squares `json:"blocked"`
}

// ParsePosition reads the text of a position: what [Position.String] writes, and all
// that [queens.ParseBoard] and [queens.Parse] read.
func ParsePosition(text string) (Position, error) {
	if strings.HasPrefix(strings.TrimSpace(text), "n=") {
		return parseWords(text)
	}
	if p, err := queens.Parse(text); err == nil {
		return Position{N: len(p), Queens: slices.Collect(p.Queens())}.checked()
	}
	s, err := queens.ParseBoard(text)
	if err != nil {
		return Position{}, err
	}
	return parseWords(s.String())
}

// parseWords leaves all but the queens to the library, which refuses queens that attack
// each other.
func parseWords(text string) (Position, error) {
	var p Position
	var others, given []string
	for word := range strings.FieldsSeq(text) {
		names, ok := strings.CutPrefix(word, "given=")
		switch {
		case !ok:
			others = append(others, word)
		case given != nil:
			return p, fmt.Errorf("%q: the word given comes twice", word)
		default:
			given = strings.Split(names, ",")
		}
	}
	s, err := queens.ParseBoard(strings.Join(others, " "))
	if err != nil {
		return p, err
	}
	if err := p.Queens.read(given); err != nil {
		return p, err
	}
	p.N = s.N()
	for word := range strings.FieldsSeq(s.String()) {
		if word == "torus" {
			p.Torus = true
		}
		if names, ok := strings.CutPrefix(word, "blocked="); ok {
			if err := p.Blocked.read(strings.Split(names, ",")); err != nil {
				return p, err
			}
		}
	}
	return p.checked()
}

// checked returns p with its squares in order, or an error if p is no position.
func (p Position) checked() (Position, error) {
	if p.N < 1 || p.N > MaxN {
		return p, fmt.Errorf("a board of %d rows, want 1 to %d", p.N, MaxN)
	}
	p.Queens, p.Blocked = p.Queens.tidy(), p.Blocked.tidy()
	for _, s := range slices.Concat(p.Queens, p.Blocked) {
		if s.Row < 0 || s.Row >= p.N || s.Col < 0 || s.Col >= p.N {
			return p, fmt.Errorf("%v is off the %d×%d board", s, p.N, p.N)
		}
	}
	for _, s := range p.Queens {
		if p.Blocked.has(s) {
			return p, fmt.Errorf("the queen on %v stands on a blocked square", s)
		}
	}
	return p, nil
}

// String returns p in the words of [queens.Board.String].
func (p Position) String() string {
	words := []string{fmt.Sprintf("n=%d", p.N)}
	if p.Torus {
		words = append(words, "torus")
	}
	if len(p.Queens) > 0 {
		words = append(words, "given="+p.Queens.String())
	}
	if len(p.Blocked) > 0 {
		words = append(words, "blocked="+p.Blocked.String())
	}
	return strings.Join(words, " ")
}

// empty returns the board of p without its queens.
func (p Position) empty() (*queens.Board, error) {
	options := []queens.Constraint{queens.Blocked(p.Blocked...)}
	if p.Torus {
		options = append(options, queens.Toroidal())
	}
	return queens.New(p.N, options...)
}

// solver returns the board of p with its queens given, or the error of [queens.New] if
// they attack each other.
func (p Position) solver() (*queens.Board, error) {
	s, err := p.empty()
	if err != nil {
		return nil, err
	}
	return s.With(queens.Given(p.Queens...))
}

// placement returns the queens of p, unless two share a row.
func (p Position) placement() (queens.Placement, error) {
	placement := slices.Repeat(queens.Placement{queens.Empty}, p.N)
	for _, s := range p.Queens {
		if placement[s.Row] != queens.Empty {
			return nil, fmt.Errorf("rank %d has two queens", s.Row+1)
		}
		placement[s.Row] = s.Col
	}
	return placement, nil
}

// squares returns all squares of the board.
func (p Position) squares() Squares {
	squares := make(Squares, 0, p.N*p.N)
	for row := range p.N {
		for col := range p.N {
			squares = append(squares, queens.Square{Row: row, Col: col})
		}
	}
	return squares
}

// sees reports whether a queen on a attacks b, and where it meets b on its shortest line:
// off the board if the line leads around an edge of a torus. On a torus the differences of
// rows and of columns count modulo n, so b stands for its copies n rows or columns away too.
func (p Position) sees(a, b queens.Square) (nearest queens.Square, ok bool) {
	if a == b {
		return b, false
	}
	shifts := []int{0}
	if p.Torus {
		shifts = append(shifts, -p.N, p.N)
	}
	for _, rows := range shifts {
		for _, cols := range shifts {
			copied := queens.Square{Row: b.Row + rows, Col: b.Col + cols}
			if a.Attacks(copied) && (!ok || steps(a, copied) < steps(a, nearest)) {
				nearest, ok = copied, true
			}
		}
	}
	return nearest, ok
}

// steps returns how many squares a queen goes from a to b.
func steps(a, b queens.Square) int {
	return max(a.Row-b.Row, b.Row-a.Row, a.Col-b.Col, b.Col-a.Col)
}

// attacks reports whether queens on a and b attack each other.
func (p Position) attacks(a, b queens.Square) bool {
	_, attacked := p.sees(a, b)
	return attacked
}

// attacked returns the squares that a queen attacks.
func (p Position) attacked() Squares {
	return slices.DeleteFunc(p.squares(), func(s queens.Square) bool {
		return !slices.ContainsFunc(p.Queens, func(queen queens.Square) bool { return p.attacks(queen, s) })
	})
}

// with returns p with other queens.
func (p Position) with(queens Squares) Position {
	p.Queens = queens
	return p
}
