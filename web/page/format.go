package page

import (
	"encoding/json"
	"strings"

	"example.com/queens"
)

// A Format is a board as others write it. Its name is a key of the catalogues, after
// "format.".
type Format struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Formats returns a board with queens in all formats of the library that it can be written
// in. A picture comes last. There are none if two queens share a row.
func Formats(q Attempt) ([]Format, error) {
	board, err := readKind(q.Text)
	if err != nil {
		return nil, err
	}
	if err := inside(board.N(), q.Queens); err != nil {
		return nil, err
	}
	placement, ok := Position{N: board.N(), Queens: q.Queens}.placement()
	if !ok {
		return []Format{}, nil
	}
	formats, err := board.formats(placement)
	if err != nil {
		return nil, err
	}
	var svg strings.Builder
	err = board.draw(&svg, placement, q.Letters)
	return append(formats, Format{"svg", svg.String()}), err
}

func (k queensKind) formats(p queens.Placement) ([]Format, error) {
	return []Format{{"vector", p.String()}, {"fen", p.FEN()}}, nil
}

// formats leaves the queens out: others do not read them.
func (k regionsKind) formats(queens.Placement) ([]Format, error) {
	asJSON, err := json.Marshal(k.Board)
	formats := []Format{{"letters", k.String()}, {"json", string(asJSON)}, {"diagram", k.Diagram(nil)}}
	if link := k.Link(); link != "" { // unless a region is in parts
		formats = append(formats, Format{"puzzlink", link})
	}
	return formats, err
}
