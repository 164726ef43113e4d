package page

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/regions"
)

// The kinds of puzzles.
const (
	Regions = "regions" // a queen in each coloured region, and no two touch
	Queens  = "queens"  // some queens are given, and no two attack each other
)

// A kind is a board of one of the kinds, as the library has it.
type kind interface {
	N() int
	Given() iter.Seq[queens.Square]
	Blocked() iter.Seq[queens.Square]
	Check(queens.Placement) error
	Unique(context.Context) (queens.Placement, error)
	Difficulty(context.Context) (queens.Difficulty, error)

	name() string
	text() string // on one line
	// lines returns the lines to draw if queens on two squares attack each other.
	lines(a, b queens.Square) ([][4]int, bool)
	// draw writes a picture. The letters of regions are on request.
	draw(w io.Writer, p queens.Placement, letters bool) error
}

// readKind reads a board of either kind: what [ParsePosition] reads is of queens, all else
// of regions.
func readKind(text string) (kind, error) {
	p, err := ParsePosition(text)
	if err == nil {
		board, err := p.board()
		return queensKind{board, p}, err
	}
	if strings.HasPrefix(strings.TrimSpace(text), "n=") {
		return nil, err
	}
	board, err := regions.ParseBoard(text)
	if err != nil {
		return nil, fmt.Errorf("this is neither a board of regions nor one of queens: %s", strings.TrimPrefix(err.Error(), "regions: "))
	}
	if board.N() > MaxN {
		return nil, fmt.Errorf("the board has %d rows, want at most %d", board.N(), MaxN)
	}
	return regionsKind{board}, nil
}

// A regionsKind is a board of coloured regions.
type regionsKind struct{ *regions.Board }

func (k regionsKind) name() string { return Regions }

func (k regionsKind) text() string {
	lines := strings.Split(k.String(), "\n")
	words := ""
	if len(lines) > k.N() {
		words = " " + lines[k.N()]
	}
	return strings.Join(lines[:k.N()], "/") + words
}

func (k regionsKind) lines(a, b queens.Square) ([][4]int, bool) {
	return [][4]int{{a.Row, a.Col, b.Row, b.Col}}, k.Attacks(a, b)
}

func (k regionsKind) draw(w io.Writer, p queens.Placement, letters bool) error {
	return regions.SVGStyle{Letters: letters}.Write(w, k.Board, p)
}

// A queensKind is a board with queens given, and its position.
type queensKind struct {
	*queens.Board
	position Position
}

func (k queensKind) name() string                              { return Queens }
func (k queensKind) text() string                              { return k.String() }
func (k queensKind) lines(a, b queens.Square) ([][4]int, bool) { return k.position.lines(a, b) }

func (k queensKind) draw(w io.Writer, p queens.Placement, _ bool) error { return k.WriteSVG(w, p) }

// conflicts returns the pairs of queens that attack each other, and the lines to draw.
func conflicts(k kind, placed []queens.Square) (pairs [][2]queens.Square, lines [][4]int) {
	for i, a := range placed {
		for _, b := range placed[i+1:] {
			if ends, ok := k.lines(a, b); ok {
				pairs, lines = append(pairs, [2]queens.Square{a, b}), append(lines, ends...)
			}
		}
	}
	return pairs, lines
}

// attackedSquares returns the squares that queens attack.
func attackedSquares(k kind, placed []queens.Square) []queens.Square {
	return slices.DeleteFunc(Position{N: k.N()}.squares(), func(s queens.Square) bool {
		return !slices.ContainsFunc(placed, func(queen queens.Square) bool {
			_, ok := k.lines(queen, s)
			return ok
		})
	})
}
