package page

import (
	"encoding/json"
	"slices"
	"strings"

	"example.com/queens"
)

// Squares are squares of a board. In JSON they are a list of names such as "b4".
type Squares []queens.Square

// MarshalJSON writes the names; none are an empty list.
func (s Squares) MarshalJSON() ([]byte, error) {
	return json.Marshal(s.names())
}

// UnmarshalJSON reads names.
func (s *Squares) UnmarshalJSON(data []byte) error {
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		return err
	}
	return s.read(names)
}

func (s *Squares) read(names []string) error {
	*s = make(Squares, len(names))
	for i, name := range names {
		square, err := queens.ParseSquare(name)
		if err != nil {
			return err
		}
		(*s)[i] = square
	}
	return nil
}

// tidy returns the squares row by row, each once.
func (s Squares) tidy() Squares {
	s = slices.Clone(s)
	slices.SortFunc(s, func(a, b queens.Square) int {
		if a.Row != b.Row {
			return a.Row - b.Row
		}
		return a.Col - b.Col
	})
	return slices.Compact(s)
}

func (s Squares) has(square queens.Square) bool { return slices.Contains(s, square) }

// String returns the names with commas between them.
func (s Squares) String() string { return strings.Join(s.names(), ",") }

func (s Squares) names() []string {
	names := make([]string, len(s))
	for i, square := range s {
		names[i] = square.String()
	}
	return names
}
