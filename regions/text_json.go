package regions

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"example.com/queens"
)

// boardJSON is a board as an object. Others write the fields that are only read.
type boardJSON struct {
	N            *int            `json:"n,omitempty"`
	Size         *int            `json:"size,omitempty"`
	Regions      json.RawMessage `json:"regions,omitempty"`
	ColorRegions json.RawMessage `json:"colorRegions,omitempty"`
	Givens       *givensJSON     `json:"givens,omitempty"`
}

// givensJSON is what a player has been given: squares by row and column, from 0.
type givensJSON struct {
	Queens  [][]int `json:"queens,omitempty"`
	Blocked [][]int `json:"blocked,omitempty"`
}

// MarshalJSON returns the board as an object with its size, the numbers of its regions
// row by row and, if there are any, its given queens and its blocked squares, each by
// row and column counted from 0:
//
//	{"n":3,"regions":[[0,0,1],[0,1,1],[2,2,2]],"givens":{"queens":[[0,1]],"blocked":[[1,0]]}}
func (b *Board) MarshalJSON() ([]byte, error) {
	regions, err := json.Marshal(b.Regions())
	if err != nil {
		return nil, err
	}
	object := boardJSON{N: &b.n, Regions: regions}
	givens := givensJSON{coordinates(slices.Collect(b.Given())), coordinates(slices.Collect(b.Blocked()))}
	if givens.Queens != nil || givens.Blocked != nil {
		object.Givens = &givens
	}
	return json.Marshal(object)
}

// UnmarshalJSON sets b to the board in any of the forms of JSON that [ParseBoard] reads. If
// that is an error, b does not change, nor does it if the value is null.
func (b *Board) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	read, err := parseJSON(data)
	if err != nil {
		return fmt.Errorf("regions: %w", err)
	}
	*b = *read
	return nil
}

func coordinates(squares []queens.Square) [][]int {
	var pairs [][]int
	for _, s := range squares {
		pairs = append(pairs, []int{s.Row, s.Col})
	}
	return pairs
}

func parseJSON(data []byte) (*Board, error) {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && data[0] == '[' {
		return parseMatrix(data)
	}
	var object boardJSON
	if err := json.Unmarshal(data, &object); err != nil {
		return nil, fmt.Errorf("JSON: %w", err)
	}
	regions := object.Regions
	switch {
	case regions == nil && object.ColorRegions == nil:
		return nil, errors.New(`JSON object with neither "regions" nor "colorRegions"`)
	case regions != nil && object.ColorRegions != nil:
		return nil, errors.New(`JSON object with both "regions" and "colorRegions"`)
	case regions == nil:
		regions = object.ColorRegions
	}
	b, err := parseMatrix(regions)
	if err != nil {
		return nil, err
	}
	for _, size := range []*int{object.N, object.Size} {
		if size != nil && *size != b.n {
			return nil, fmt.Errorf("JSON of size %d, but there %s", *size, are(b.n, "row"))
		}
	}
	if object.Givens == nil {
		return b, nil
	}
	given, err := squaresOf("given queen", object.Givens.Queens)
	if err != nil {
		return nil, err
	}
	blocked, err := squaresOf("blocked square", object.Givens.Blocked)
	if err != nil {
		return nil, err
	}
	return b.with(Given(given...), Blocked(blocked...))
}

// squaresOf returns the squares of a list of rows and columns.
func squaresOf(what string, pairs [][]int) ([]queens.Square, error) {
	var squares []queens.Square
	for i, pair := range pairs {
		if len(pair) != 2 {
			return nil, fmt.Errorf("%s %d of the JSON has %s, want a row and a column", what, i+1, plural(len(pair), "number"))
		}
		squares = append(squares, queens.Square{Row: pair[0], Col: pair[1]})
	}
	return squares, nil
}

// parseMatrix reads rows of integers or of strings; the first value tells which.
func parseMatrix(data []byte) (*Board, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("JSON: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("JSON has more behind the matrix")
	}
	rows, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("JSON has %s for the matrix of regions", kindOf(value))
	}
	if startsWithString(rows) {
		return divideRows(rows, "a string", toString, strconv.Quote)
	}
	return divideRows(rows, "an integer", toInt, strconv.Itoa)
}

func startsWithString(rows []any) bool {
	if len(rows) == 0 {
		return false
	}
	first, ok := rows[0].([]any)
	if !ok || len(first) == 0 {
		return false
	}
	_, ok = first[0].(string)
	return ok
}

// divideRows returns the board of a matrix of values of one kind, which read converts.
func divideRows[V cmp.Ordered](rows []any, want string, read func(any) (V, bool), name func(V) string) (*Board, error) {
	matrix := make([][]V, len(rows))
	for i, row := range rows {
		squares, ok := row.([]any)
		if !ok {
			return nil, fmt.Errorf("JSON has %s for row %d, want an array", kindOf(row), i+1)
		}
		for col, square := range squares {
			value, ok := read(square)
			if !ok {
				return nil, fmt.Errorf("JSON has %s for %v, want %s", kindOf(square), queens.Square{Row: i, Col: col}, want)
			}
			matrix[i] = append(matrix[i], value)
		}
	}
	return divide(matrix, name)
}

func toString(value any) (string, bool) {
	s, ok := value.(string)
	return s, ok
}

func toInt(value any) (int, bool) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(number.String())
	return i, err == nil
}

// kindOf returns what kind of JSON a value is.
func kindOf(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number:
		return "the number " + value.String()
	case string:
		return "a string"
	case []any:
		return "an array"
	}
	return "an object"
}
