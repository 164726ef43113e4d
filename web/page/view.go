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
	Text     string   `json:"text"`
	Attacked Squares  `json:"attacked"` // every square that a queen attacks
	Lines    [][4]int `json:"lines"`    // of the attacks between queens: row and column of both ends
	Says     string   `json:"says"`
	Vector   string   `json:"vector"` // and FEN: empty if two queens share a row
	FEN      string   `json:"fen"`
	Solved   bool     `json:"solved"`
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

// lines returns the lines to draw for the attack of two queens: one, or around an edge
// the one that leaves the board at a and the one that comes back at b.
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

func (p Position) say(solved bool, pairs []string) string {
	const most = 3 // pairs named
	count := plural(len(p.Queens), "queen")
	switch {
	case solved:
		return fmt.Sprintf("Solved: %s, and none attacks another.", count)
	case len(pairs) > most:
		return fmt.Sprintf("%s. %s attack each other, and %s more.", count, strings.Join(pairs[:most], ", "), plural(len(pairs)-most, "pair"))
	case len(pairs) > 0:
		return fmt.Sprintf("%s. %s attack each other.", count, strings.Join(pairs, ", "))
	case len(p.Queens) == 0:
		return "No queen is on the board."
	}
	return fmt.Sprintf("%s of %d, and none attacks another.", count, p.N)
}

// Draw returns the position as a picture in SVG. Queens among the given ones look given.
func Draw(p Position, given Squares) (string, error) {
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
	s, err := p.with(given).solver()
	if err != nil {
		return "", err
	}
	err = s.WriteSVG(&svg, placement)
	return svg.String(), err
}

// plural returns "1 queen", or "2 queens" and so on.
func plural[T int | uint64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// toSquares returns the squares of the queens of a placement.
func toSquares(p queens.Placement) Squares { return slices.Collect(p.Queens()) }
