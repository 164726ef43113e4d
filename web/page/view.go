package page

import (
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
)

// A View is what the page shows of a position.
type View struct {
	Position
	Text     string          `json:"text"`
	Attacked []queens.Square `json:"attacked"`
	Lines    [][4]int        `json:"lines"` // of the attacks between queens: row and column of both ends
	Says     string          `json:"says"`
	Vector   string          `json:"vector"` // Vector and FEN are empty if two queens share a row
	FEN      string          `json:"fen"`
	Solved   bool            `json:"solved"`
}

// Look returns the view of a position.
func Look(p Position) (View, error) {
	p, err := p.checked()
	if err != nil {
		return View{}, err
	}
	view := View{Position: p, Text: p.String(), Attacked: p.attacked(), Lines: [][4]int{}}
	var pairs []string
	for i, a := range p.Queens {
		for _, b := range p.Queens[i+1:] {
			if ends, ok := p.lines(a, b); ok {
				view.Lines = append(view.Lines, ends...)
				pairs = append(pairs, fmt.Sprintf("%v and %v", a, b))
			}
		}
	}
	if placement, err := p.placement(); err == nil {
		view.Vector, view.FEN = placement.String(), placement.FEN()
		view.Solved = len(p.Queens) == p.N && len(pairs) == 0
	}
	view.Says = p.say(view.Solved, pairs)
	return view, nil
}

// lines returns the lines to draw for the attack of two queens: one, or if it crosses an
// edge, one that leaves the board at a and one that comes back at b.
func (p Position) lines(a, b queens.Square) ([][4]int, bool) {
	to, ok := p.sees(a, b)
	if !ok {
		return nil, false
	}
	if to == b {
		return [][4]int{{a.Row, a.Col, b.Row, b.Col}}, true
	}
	from := queens.Square{Row: a.Row + b.Row - to.Row, Col: a.Col + b.Col - to.Col}
	return [][4]int{{a.Row, a.Col, to.Row, to.Col}, {from.Row, from.Col, b.Row, b.Col}}, true
}

// say describes the position in words, given the pairs of queens that attack each other.
func (p Position) say(solved bool, pairs []string) string {
	const most = 3 // pairs named
	count := plural(len(p.Queens), "queen")
	switch {
	case solved && p.N == 1:
		return "Solved."
	case solved:
		return fmt.Sprintf("Solved: %s, and no two attack each other.", count)
	case len(pairs) > most:
		return fmt.Sprintf("%s. %s attack each other, and so do %s.", count, strings.Join(pairs[:most], ", "), plural(len(pairs)-most, "more pair"))
	case len(pairs) > 0:
		return fmt.Sprintf("%s. %s attack each other.", count, strings.Join(pairs, ", "))
	case len(p.Queens) == 0:
		return "There are no queens on the board."
	case len(p.Queens) == 1:
		return fmt.Sprintf("1 queen of %d.", p.N)
	}
	return fmt.Sprintf("%s of %d, and no two attack each other.", count, p.N)
}

// Draw returns a picture of the position in SVG. Queens on the given squares look given.
func Draw(p Position, given []queens.Square) (string, error) {
	p, err := p.checked()
	if err != nil {
		return "", err
	}
	placement, err := p.placement()
	if err != nil {
		return "", err
	}
	var svg strings.Builder
	if len(given) == 0 && len(p.Blocked) == 0 && !p.Torus {
		err := placement.WriteSVG(&svg)
		return svg.String(), err
	}
	board, err := p.with(given).board()
	if err != nil {
		return "", err
	}
	err = board.WriteSVG(&svg, placement)
	return svg.String(), err
}

// plural returns a number with its noun: "1 queen", "2 queens".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// queensOf returns the squares of the queens of a placement.
func queensOf(p queens.Placement) []queens.Square { return slices.Collect(p.Queens()) }
