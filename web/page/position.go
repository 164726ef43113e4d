package page

import (
	"cmp"
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
	N       int             `json:"n"`
	Torus   bool            `json:"torus"`
	Queens  []queens.Square `json:"queens"`
	Blocked []queens.Square `json:"blocked"`
}

// ParsePosition reads what [Position.String] writes, and all that [queens.ParseBoard] and
// [queens.Parse] read.
func ParsePosition(text string) (Position, error) {
	if p, err := queens.Parse(text); err == nil {
		return Position{N: len(p), Queens: slices.Collect(p.Queens())}.checked()
	}
	text, given, err := cutGiven(text)
	if err != nil {
		return Position{}, err
	}
	board, err := queens.ParseBoard(text)
	if err != nil {
		return Position{}, err
	}
	p := Position{N: board.N(), Torus: board.Toroidal(), Queens: slices.AppendSeq(given, board.Given()), Blocked: slices.Collect(board.Blocked())}
	return p.checked()
}

// cutGiven takes the given queens out of the text of a board, since the library refuses
// queens that attack each other.
func cutGiven(text string) (rest string, given []queens.Square, err error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "n=") {
		return text, nil, nil
	}
	var others []string
	for word := range strings.FieldsSeq(text) {
		names, isGiven := strings.CutPrefix(word, "given=")
		switch {
		case !isGiven:
			others = append(others, word)
			continue
		case given != nil:
			return "", nil, fmt.Errorf("%q: given= appears twice", word)
		}
		for name := range strings.SplitSeq(names, ",") {
			square, err := queens.ParseSquare(name)
			if err != nil {
				return "", nil, err
			}
			given = append(given, square)
		}
	}
	return strings.Join(others, " "), given, nil
}

// checked returns p with its squares in order, or an error if p is not a position.
func (p Position) checked() (Position, error) {
	if p.N < 1 || p.N > MaxN {
		return p, fmt.Errorf("the board has %d rows, want 1 to %d", p.N, MaxN)
	}
	p.Queens, p.Blocked = tidy(p.Queens), tidy(p.Blocked)
	for _, s := range slices.Concat(p.Queens, p.Blocked) {
		if s.Row < 0 || s.Row >= p.N || s.Col < 0 || s.Col >= p.N {
			return p, fmt.Errorf("%v is off the %d×%d board", s, p.N, p.N)
		}
	}
	for _, s := range p.Queens {
		if slices.Contains(p.Blocked, s) {
			return p, fmt.Errorf("the queen on %v stands on a blocked square", s)
		}
	}
	return p, nil
}

// tidy returns the squares row by row and without repetitions, in a slice that is not nil,
// so that its JSON is a list.
func tidy(squares []queens.Square) []queens.Square {
	tidied := append([]queens.Square{}, squares...)
	slices.SortFunc(tidied, func(a, b queens.Square) int {
		return cmp.Or(a.Row-b.Row, a.Col-b.Col)
	})
	return slices.Compact(tidied)
}

// String returns p in the format of [queens.Board.String].
func (p Position) String() string {
	text := fmt.Sprintf("n=%d", p.N)
	if p.Torus {
		text += " torus"
	}
	if len(p.Queens) > 0 {
		text += " given=" + list(p.Queens, ",")
	}
	if len(p.Blocked) > 0 {
		text += " blocked=" + list(p.Blocked, ",")
	}
	return text
}

// list returns the names of squares with a separator between them.
func list(squares []queens.Square, separator string) string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	return strings.Join(names, separator)
}

// board returns the board of p with its queens given, or the error of [queens.New] if they
// attack each other.
func (p Position) board() (*queens.Board, error) {
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
			return nil, fmt.Errorf("rank %d has two queens", s.Row+1)
		}
		placement[s.Row] = s.Col
	}
	return placement, nil
}

// squares returns all squares of the board.
func (p Position) squares() []queens.Square {
	squares := make([]queens.Square, 0, p.N*p.N)
	for row := range p.N {
		for col := range p.N {
			squares = append(squares, queens.Square{Row: row, Col: col})
		}
	}
	return squares
}

// sees reports whether a queen on a attacks b, and where its shortest line meets b: off the
// board if the line crosses an edge of a torus. On a torus rows and columns count modulo n,
// so b stands for its copies n rows or columns away too.
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
			if a.Attacks(copied) && (!ok || distance(a, copied) < distance(a, nearest)) {
				nearest, ok = copied, true
			}
		}
	}
	return nearest, ok
}

// distance returns the number of squares that a queen moves from a to b.
func distance(a, b queens.Square) int {
	return max(a.Row-b.Row, b.Row-a.Row, a.Col-b.Col, b.Col-a.Col)
}

// attacks reports whether queens on a and b attack each other.
func (p Position) attacks(a, b queens.Square) bool {
	_, attacked := p.sees(a, b)
	return attacked
}

// attacked returns the squares that queens attack.
func (p Position) attacked() []queens.Square {
	return slices.DeleteFunc(p.squares(), func(s queens.Square) bool {
		return !slices.ContainsFunc(p.Queens, func(queen queens.Square) bool { return p.attacks(queen, s) })
	})
}

// with returns p with other queens.
func (p Position) with(queens []queens.Square) Position {
	p.Queens = queens
	return p
}
