package page

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"example.com/queens"
	"example.com/queens/puzzle"
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
	Attacks(a, b queens.Square) bool
	Blocked() iter.Seq[queens.Square]
	Unique(context.Context) (queens.Placement, error)
	Rate(context.Context) (puzzle.Rating, error)

	text() string // on one line
	// steps returns the steps by which a person goes on from queens and crosses, the easiest each time.
	steps(ctx context.Context, queens, crosses Squares) (iter.Seq[Reason], error)
	in(s queens.Square, u Unit) bool
	formats(p queens.Placement) ([]Format, error)
	// draw writes a picture, with the letters of the regions if asked for.
	draw(w io.Writer, p queens.Placement, letters bool) error
}

// readKind reads a board of either kind: what [ReadPosition] reads is a board of queens, anything
// else one of regions.
func readKind(text string) (kind, error) {
	p, err := ReadPosition(text)
	if err == nil {
		board, err := p.board()
		return queensKind{board}, err
	}
	if code := FaultOf(err).Code; code != "unreadable" && code != "link" || strings.HasPrefix(strings.TrimSpace(text), "n=") {
		return nil, err
	}
	return readRegions(text)
}

func readRegions(text string) (regionsKind, error) {
	board, err := regions.ParseBoard(text)
	if err != nil {
		return regionsKind{}, unreadable(text, err)
	}
	return regionsKind{board}, sized(board.N(), 1, MaxN)
}

// A regionsKind is a board of coloured regions.
type regionsKind struct{ *regions.Board }

func (k regionsKind) text() string {
	lines := strings.Split(k.String(), "\n")
	words := ""
	if len(lines) > k.N() {
		words = " " + lines[k.N()]
	}
	return strings.Join(lines[:k.N()], "/") + words
}

func (k regionsKind) in(s queens.Square, u Unit) bool {
	return queensKind{}.in(s, u) || u.Kind == "region" && k.Region(s) == u.Index
}

func (k regionsKind) draw(w io.Writer, p queens.Placement, letters bool) error {
	return regions.SVGStyle{Letters: letters}.Write(w, k.Board, p)
}

// A queensKind is a board with queens given.
type queensKind struct{ *queens.Board }

// Rate returns how hard k is.
func (k queensKind) Rate(ctx context.Context) (puzzle.Rating, error) {
	return puzzle.Rate(ctx, k.Board)
}

func (k queensKind) text() string { return k.String() }

func (k queensKind) in(s queens.Square, u Unit) bool {
	return u.Kind == "row" && s.Row == u.Index || u.Kind == "column" && s.Col == u.Index
}

func (k queensKind) draw(w io.Writer, p queens.Placement, _ bool) error {
	if k.String() == fmt.Sprintf("n=%d", k.N()) { // no queen is given, so all look alike
		return p.WriteSVG(w)
	}
	return k.WriteSVG(w, p)
}
