package regions

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/queens"
)

// boardJSON is a board as an object.
type boardJSON struct {
	N       int         `json:"n"`
	Regions [][]int     `json:"regions"`
	Givens  *givensJSON `json:"givens,omitempty"`
}

// givensJSON is what a player has been given.
type givensJSON struct {
	Queens  []queens.Square `json:"queens,omitempty"`
	Blocked []queens.Square `json:"blocked,omitempty"`
}

// MarshalJSON returns the board as an object with its size, the numbers of its regions
// row by row and, if there are any, its given queens and its blocked squares:
//
//	{"n":3,"regions":[[0,0,1],[0,1,1],[2,2,2]],"givens":{"queens":["b1"],"blocked":["a2"]}}
func (b Board) MarshalJSON() ([]byte, error) {
	object := boardJSON{N: b.n, Regions: b.Regions()}
	givens := givensJSON{slices.Collect(b.Given()), slices.Collect(b.Blocked())}
	if givens.Queens != nil || givens.Blocked != nil {
		object.Givens = &givens
	}
	return json.Marshal(object)
}

// UnmarshalJSON sets b to the board in any of the forms of JSON that [ParseBoard] reads, or
// in a string that has any other form. If that is an error, b does not change, nor does it
// if the value is null.
func (b *Board) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	read, err := parseJSON(data, 1)
	if err != nil {
		return fmt.Errorf("regions: %w", err)
	}
	*b = *read
	return nil
}

// parseJSON reads a board from a text of JSON that begins on a line.
func parseJSON(data []byte, number int) (*Board, error) {
	v, err := decode(data, number)
	if err != nil {
		return nil, err
	}
	if boards, ok := v.value.([]node); ok && len(boards) == 1 && boards[0].hasBoard() {
		v = boards[0] // the only one of a list
	}
	return v.board()
}

// A node is a value of JSON and the line that it begins on. The value is nil, a bool, a
// json.Number, a string, a []node or a map[string]node.
type node struct {
	line  int
	value any
}

// decode reads a text of JSON.
func decode(data []byte, number int) (node, error) {
	if !utf8.Valid(data) {
		return node{}, wrongLine(number, "text that is not UTF-8")
	}
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		return node{}, syntaxError(data, number, err)
	}
	d := decoder{json.NewDecoder(bytes.NewReader(data)), data, 0, number}
	d.UseNumber()
	return d.node(), nil
}

// syntaxError says where a text is not JSON.
func syntaxError(data []byte, number int, err error) error {
	wrong, ok := errors.AsType[*json.SyntaxError](err)
	if !ok || int(wrong.Offset) > len(data) || wrong.Offset < 1 || strings.Contains(err.Error(), "end of JSON") {
		return wrongLine(number+bytes.Count(bytes.TrimSpace(data), []byte("\n")), "JSON breaks off")
	}
	before, rest := data[:wrong.Offset-1], data[wrong.Offset-1:]
	value, _ := utf8.DecodeRune(rest)
	return wrongLine(number+bytes.Count(before, []byte("\n")), "%q is out of place in JSON", value)
}

// A decoder decodes JSON that is right.
type decoder struct {
	*json.Decoder
	data   []byte
	offset int // up to where lines are counted
	line   int
}

func (d *decoder) node() node {
	token, _ := d.Token()
	end := int(d.InputOffset())
	d.line += bytes.Count(d.data[d.offset:end], []byte("\n"))
	d.offset = end
	v := node{d.line, token}
	switch token {
	case json.Delim('['):
		items := []node{}
		for d.More() {
			items = append(items, d.node())
		}
		_, _ = d.Token()
		v.value = items
	case json.Delim('{'):
		object := make(map[string]node)
		for d.More() {
			name, _ := d.Token()
			object[name.(string)] = d.node()
		}
		_, _ = d.Token()
		v.value = object
	}
	return v
}

// wrong returns an error of the line of a node.
func (v node) wrong(format string, values ...any) error { return wrongLine(v.line, format, values...) }

// hasBoard reports whether a value in a list is a board of its own, and not a row of one.
func (v node) hasBoard() bool {
	switch value := v.value.(type) {
	case map[string]node:
		return true
	case []node:
		return len(value) > 0 && isList(value[0])
	case string:
		return isOneLine(value) || strings.Contains(value, "\n")
	}
	return false
}

func isList(v node) bool {
	_, ok := v.value.([]node)
	return ok
}

// board reads a board.
func (v node) board() (*Board, error) {
	switch value := v.value.(type) {
	case map[string]node:
		return v.objectBoard(value)
	case string:
		var lines []textLine
		for text := range strings.Lines(value) {
			lines = append(lines, textLine{v.line, text})
		}
		return parseText(lines)
	case []node:
		if len(value) == 0 {
			return nil, v.wrong("JSON has an empty array, want a board")
		}
		if value[0].hasBoard() {
			return nil, v.wrong("JSON has %s, want one", plural(len(value), "board"))
		}
	}
	return v.matrix()
}

// objectBoard reads a board from an object.
func (v node) objectBoard(object map[string]node) (*Board, error) {
	regions, plain := object["regions"]
	colors, coloured := object["colorRegions"]
	inner, hasInner := object["board"]
	switch {
	case !plain && !coloured && hasInner:
		return inner.board()
	case !plain && !coloured:
		return nil, v.wrong(`JSON object with neither "regions" nor "colorRegions"`)
	case plain && coloured:
		return nil, v.wrong(`JSON object with both "regions" and "colorRegions"`)
	case coloured:
		regions = colors
	}
	b, err := regions.matrix()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"n", "size"} {
		if size, ok := object[name]; ok && size.value != nil && size.value != json.Number(strconv.Itoa(b.n)) {
			return nil, size.wrong("JSON has %s for %q, but there %s", size, name, are(b.n, "row"))
		}
	}
	if b, err = b.withGivens(object["givens"]); err != nil {
		return nil, err
	}
	return b.withStates(object["states"])
}

// matrix reads rows of integers or of strings; the first value tells which. Rows may also be
// strings of letters.
func (v node) matrix() (*Board, error) {
	rows, ok := v.value.([]node)
	if !ok {
		return nil, v.wrong("JSON has %s for the matrix of regions", v)
	}
	if len(rows) == 0 {
		return new(Board), nil
	}
	if _, ok := rows[0].value.(string); ok {
		lines := make([]textLine, len(rows))
		for i, row := range rows {
			text, ok := row.value.(string)
			if !ok {
				return nil, row.wrong("JSON has %s for row %d, want a string", row, i+1)
			}
			lines[i] = textLine{row.line, text}
		}
		return parseMatrix(lines)
	}
	if first, ok := rows[0].value.([]node); ok && len(first) > 0 {
		if _, ok := first[0].value.(string); ok {
			return readMatrix(rows, "a string", toString, excerpt)
		}
	}
	return readMatrix(rows, "an integer", node.integer, strconv.Itoa)
}

// readMatrix returns the board of a matrix of values of one kind, which read converts.
func readMatrix[V cmp.Ordered](rows []node, want string, read func(node) (V, bool), name func(V) string) (*Board, error) {
	matrix, numbers := make([][]V, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		squares, ok := row.value.([]node)
		if !ok {
			return nil, row.wrong("JSON has %s for row %d, want an array", row, i+1)
		}
		numbers[i] = row.line
		for col, square := range squares {
			value, ok := read(square)
			if !ok {
				return nil, square.wrong("JSON has %s for %v, want %s", square, queens.Square{Row: i, Col: col}, want)
			}
			matrix[i] = append(matrix[i], value)
		}
	}
	return divideRows(matrix, name, numbers)
}

func toString(v node) (string, bool) {
	text, ok := v.value.(string)
	return text, ok
}

func (v node) integer() (int, bool) {
	number, ok := v.value.(json.Number)
	if !ok {
		return 0, false
	}
	return toInteger(number.String())
}

// withGivens returns the board with the queens and the blocked squares of an object.
func (b *Board) withGivens(givens node) (*Board, error) {
	if givens.value == nil {
		return b, nil
	}
	object, ok := givens.value.(map[string]node)
	if !ok {
		return nil, givens.wrong(`JSON has %s for "givens", want an object`, givens)
	}
	given, err := object["queens"].squares("given queen")
	if err != nil {
		return nil, err
	}
	blocked, err := object["blocked"].squares("blocked square")
	if err != nil {
		return nil, err
	}
	c, err := b.with(Given(given...), Blocked(blocked...))
	return c, locate(err, givens.line)
}

// squares reads a list of squares, or null for none: names, or rows and columns from 0.
func (v node) squares(what string) ([]queens.Square, error) {
	list, ok := v.value.([]node)
	if !ok && v.value != nil {
		return nil, v.wrong("JSON has %s for the list of %ss", v, what)
	}
	var squares []queens.Square
	for i, item := range list {
		square, ok := item.square()
		if !ok {
			return nil, item.wrong("JSON has %s for %s %d, want a square such as \"b1\", or its row and column from 0", item, what, i+1)
		}
		squares = append(squares, square)
	}
	return squares, nil
}

// square reads the name of a square, or its row and column.
func (v node) square() (queens.Square, bool) {
	if name, ok := v.value.(string); ok {
		square, err := queens.ParseSquare(name)
		return square, err == nil
	}
	numbers, _ := v.value.([]node)
	if len(numbers) != 2 {
		return queens.Square{}, false
	}
	row, ok := numbers[0].integer()
	col, also := numbers[1].integer()
	return queens.Square{Row: row, Col: col}, ok && also
}

// What other programs write for what stands on a square, in lower case.
var (
	queenStates = []string{"q", "queen", "crown", "star", "♛", "♕", "👑", "★", "*"}
	crossStates = []string{"x", "cross", "mark", "blocked", "×", "✕", "✗", "❌"}
	emptyStates = []string{"", " ", ".", "_", "-", "·", "empty", "none"}
)

// withStates returns the board with the queens and crosses of a matrix of states.
func (b *Board) withStates(states node) (*Board, error) {
	if states.value == nil {
		return b, nil
	}
	rows, ok := states.value.([]node)
	if !ok || len(rows) != b.n {
		return nil, states.wrong(`JSON has %s for "states", want %s`, states, plural(b.n, "row"))
	}
	var given, blocked []queens.Square
	for i, row := range rows {
		squares, ok := row.value.([]node)
		if !ok || len(squares) != b.n {
			return nil, row.wrong(`JSON has %s for row %d of "states", want %s`, row, i+1, plural(b.n, "square"))
		}
		for col, state := range squares {
			square := queens.Square{Row: i, Col: col}
			text, isText := state.value.(string)
			text = strings.ToLower(text)
			switch {
			case isText && slices.Contains(queenStates, text):
				given = append(given, square)
			case isText && slices.Contains(crossStates, text):
				blocked = append(blocked, square)
			case isText && slices.Contains(emptyStates, text):
			case state.value == nil || state.value == false || state.value == json.Number("0"):
			default:
				return nil, state.wrong(`JSON has %s for the state of %v, want "Q", "X" or ""`, state, square)
			}
		}
	}
	c, err := b.with(Given(given...), Blocked(blocked...))
	return c, locate(err, states.line)
}

// String returns a value, or what it is, for an error.
func (v node) String() string {
	switch value := v.value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(value)
	case json.Number:
		return "the number " + strings.Trim(excerpt(value.String()), `"`)
	case string:
		return "the string " + excerpt(value)
	case []node:
		return "an array of " + plural(len(value), "value")
	}
	return "an object"
}
