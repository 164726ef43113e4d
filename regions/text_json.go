package regions

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
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

// decode reads a text of JSON, which begins on a line, with its numbers as they are written.
func decode(data []byte, number int) (value any, err error) {
	if !json.Valid(data) {
		data = forgiven.ReplaceAllFunc(data, forgive)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err = d.Decode(&value); err == nil {
		return value, nil
	}
	wrong, _ := errors.AsType[*json.SyntaxError](err)
	if wrong == nil {
		return nil, wrongLine(number, "JSON breaks off")
	}
	before, rest := data[:wrong.Offset-1], []rune(string(data[wrong.Offset-1:]))
	return nil, wrongLine(number+bytes.Count(before, []byte("\n")), "%q is out of place in JSON", rest[0])
}

// forgiven matches strings, a comma too many, and words.
var forgiven = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|,\s*[\]}]|-?\d[\w.+-]*|[\pL_$][\pL\w$]*`)

// forgive returns JSON for what people write like it: in single quotation marks, or a word without any.
func forgive(token []byte) []byte {
	switch first := token[0]; {
	case first == ',':
		token[0] = ' '
	case first == '\'':
		text := strings.ReplaceAll(string(token[1:len(token)-1]), `\'`, "'")
		return []byte(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	case first != '"' && first != '-' && (first < '0' || first > '9') && !json.Valid(token):
		return strconv.AppendQuote(nil, string(token))
	}
	return token
}

// parseValue reads a board from a value of JSON, which begins on a line.
func parseValue(value any, number int) (*Board, error) {
	var b *Board
	var err error
	if text, ok := value.(string); ok {
		b, err = parseString(text, number)
	} else if object, ok := value.(map[string]any); ok {
		b, err = parseObject(object, number)
	} else {
		b, err = parseList(value, number)
	}
	return b, atLine(number, err)
}

// parseString reads a board in any form but JSON from a string.
func parseString(text string, number int) (*Board, error) {
	var lines []textLine
	for line := range strings.Lines(text) {
		lines = append(lines, textLine{number, line})
	}
	return parseText(lines)
}

// parseObject reads a board from an object, which has it or has the object that has it.
func parseObject(object map[string]any, number int) (*Board, error) {
	boards, err := findBoards(object)
	switch {
	case err != nil:
		return nil, err
	case len(boards) > 1:
		return nil, fmt.Errorf("JSON object with %s, want one", plural(len(boards), "board"))
	case len(boards) == 0:
		return nil, errors.New(`JSON object without a board, want its "regions"`)
	}
	object = boards[0]
	names := boardNames(object)
	if len(names) > 1 {
		return nil, fmt.Errorf("JSON object with both %q and %q", names[0], names[1])
	}
	b, err := parseNamed(object[names[0]], number)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"n", "size", "gridsize"} {
		if size := object[name]; size != nil && size != json.Number(strconv.Itoa(b.n)) {
			return nil, fmt.Errorf("JSON has %s for %q, but there %s", describe(size), name, are(b.n, "row"))
		}
	}
	if b, err = b.withGivens(object["givens"]); err != nil {
		return nil, err
	}
	return b.withStates(object["states"], number)
}

// plain returns an object with its names as they are compared: in lower case, as one word.
func plain(object map[string]any) map[string]any {
	named := make(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		named[strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))] = object[name]
	}
	return named
}

// findBoards returns the objects in a value that have a board. It is an error if one of its objects
// has more than one star a row.
func findBoards(value any) (found []map[string]any, err error) {
	items, _ := value.([]any)
	if members, ok := value.(map[string]any); ok {
		object := plain(members)
		if err := checkCount(object); err != nil {
			return nil, err
		}
		if boardNames(object) != nil {
			found = append(found, object)
		}
		items = slices.Collect(maps.Values(object))
	}
	for _, item := range items {
		some, err := findBoards(item)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}

// checkCount returns an error if an object says that there is more than one star a row.
func checkCount(object map[string]any) error {
	for name, value := range object {
		switch name {
		case "stars", "starcount", "numstars", "starsperrow", "starspercolumn", "starsperregion", "starsperunit", "queensperrow":
			if count, err := strconv.Atoi(fmt.Sprint(value)); err == nil && count != 1 {
				return checkStars(count)
			}
		}
	}
	return nil
}

// boardNames returns the names under which an object has its regions. Two of them may have something
// else, if there are others.
func boardNames(object map[string]any) (names []string) {
	for _, name := range []string{"regions", "colorregions", "regiongrid", "colorgrid", "grid", "board"} {
		_, isList := object[name].([]any)
		_, isText := object[name].(string)
		members, _ := object[name].(map[string]any)
		isNamed := name == "regions" && len(members) > 0 && boardNames(plain(members)) == nil
		if other := name == "grid" || name == "board"; (isList || isText || isNamed) && (!other || names == nil) {
			names = append(names, name)
		}
	}
	return names
}

// parseNamed reads a board from what stands under its name in an object: text, n² values, a list of
// regions by name, or else as parseList does.
func parseNamed(value any, number int) (*Board, error) {
	switch value := value.(type) {
	case string:
		return parseString(value, number)
	case map[string]any:
		var regions []any
		for _, name := range slices.Sorted(maps.Keys(value)) {
			regions = append(regions, value[name])
		}
		return parseList(regions, number)
	case []any:
		if !slices.ContainsFunc(value, isRow) && len(value) > 1 {
			return parseList([]any{value}, number)
		}
	}
	return parseList(value, number)
}

// isRow reports whether a value in a list is more than a square.
func isRow(value any) bool {
	text, isText := value.(string)
	_, isNumber := value.(json.Number)
	return !isNumber && (!isText || utf8.RuneCountInString(text) > 1)
}

// parseList reads rows of integers and strings, also rows that are strings of letters or objects
// with "colors"; or the squares of each region.
func parseList(value any, number int) (*Board, error) {
	rows, ok := value.([]any)
	switch {
	case !ok:
		return nil, fmt.Errorf("JSON has %s for the matrix of regions", describe(value))
	case len(rows) == 0:
		return new(Board), nil
	}
	if regions, ok := cellsOf(rows); ok {
		return divideCells(regions)
	}
	values, lines := make([][]string, len(rows)), make([]textLine, len(rows))
	texts := 0
	for i, row := range rows {
		if object, ok := row.(map[string]any); ok {
			row = plain(object)["colors"]
		}
		if text, ok := row.(string); ok {
			texts++
			lines[i].text = text
		} else if squares, ok := row.([]any); ok {
			for col, square := range squares {
				_, isText := square.(string)
				if _, isNumber := integerOf(square); !isText && !isNumber {
					return nil, fmt.Errorf("JSON has %s for %v, want an integer or a string", describe(square), queens.Square{Row: i, Col: col})
				}
				values[i] = append(values[i], fmt.Sprint(square))
			}
		} else {
			return nil, fmt.Errorf("JSON has %s for row %d, want an array or a string", describe(row), i+1)
		}
		lines[i].number = number
	}
	switch texts {
	case 0:
		return divideRows(values, lines)
	case len(rows):
		return parseMatrix(lines)
	}
	return nil, errors.New("JSON has arrays and strings for the rows of regions")
}

// cellsOf returns the squares of each region, if there are lists of them, or objects with such lists.
// Names of squares, of which some come twice, are names of regions.
func cellsOf(rows []any) ([][]queens.Square, bool) {
	regions := make([][]queens.Square, len(rows))
	names := make(map[any]bool)
	for i, row := range rows {
		if object, ok := row.(map[string]any); ok {
			members := plain(object)
			row = cmp.Or(members["cells"], members["squares"])
		}
		cells, _ := row.([]any)
		for _, cell := range cells {
			square, ok := squareOf(cell)
			name, isName := cell.(string)
			if !ok || names[name] {
				return nil, false
			}
			names[name] = isName
			regions[i] = append(regions[i], square)
		}
		if len(cells) == 0 {
			return nil, false
		}
	}
	return regions, true
}

// divideCells returns the board with regions of these squares.
func divideCells(regions [][]queens.Square) (*Board, error) {
	n := min(len(regions), MaxN+1) // which is too much
	matrix := make([][]int, n)
	for row := range matrix {
		matrix[row] = make([]int, n)
	}
	left := n * n
	for i, squares := range regions {
		for _, s := range squares {
			if min(s.Row, s.Col) < 0 || max(s.Row, s.Col) >= n {
				return nil, fmt.Errorf("%v of region %d is off the board of %s, want rows and columns from 0", s, i+1, plural(n, "row"))
			}
			if other := matrix[s.Row][s.Col]; other > 0 {
				return nil, fmt.Errorf("%v is in region %d and in region %d", s, other, i+1)
			}
			matrix[s.Row][s.Col] = i + 1
			left--
		}
	}
	if left > 0 {
		return nil, fmt.Errorf("%s in none of the %s", plural(left, "square"), plural(n, "region"))
	}
	return divide(matrix, strconv.Itoa)
}

func integerOf(value any) (int, bool) {
	number, _ := value.(json.Number)
	integer, err := strconv.Atoi(number.String())
	return integer, err == nil
}

// squareOf reads a square: its name, or its row and column from 0, also in an object.
func squareOf(value any) (queens.Square, bool) {
	if name, ok := value.(string); ok {
		square, err := queens.ParseSquare(name)
		return square, err == nil
	}
	numbers, _ := value.([]any)
	if object, ok := value.(map[string]any); ok {
		members := plain(object)
		numbers = []any{members["row"], cmp.Or(members["col"], members["column"])}
	}
	if len(numbers) != 2 {
		return queens.Square{}, false
	}
	row, ok := integerOf(numbers[0])
	col, also := integerOf(numbers[1])
	return queens.Square{Row: row, Col: col}, ok && also
}

// withGivens returns the board with the queens and the blocked squares of an object, if any.
func (b *Board) withGivens(givens any) (*Board, error) {
	if givens == nil {
		return b, nil
	}
	object, ok := givens.(map[string]any)
	if !ok {
		return nil, fmt.Errorf(`JSON has %s for "givens", want an object`, describe(givens))
	}
	var read [2][]queens.Square
	for i, name := range []string{"queens", "blocked"} {
		value := plain(object)[name]
		list, ok := value.([]any)
		if !ok && value != nil {
			return nil, fmt.Errorf("JSON has %s for %q, want a list of squares", describe(value), name)
		}
		for _, item := range list {
			square, ok := squareOf(item)
			if !ok {
				return nil, fmt.Errorf(`JSON has %s in %q, want a square such as "b1", or its row and column from 0`, describe(item), name)
			}
			read[i] = append(read[i], square)
		}
	}
	return b.with(Given(read[0]...), Blocked(read[1]...))
}

// withStates returns the board with the queens and crosses of a matrix of states, if any.
func (b *Board) withStates(states any, number int) (*Board, error) {
	if states == nil {
		return b, nil
	}
	rows, _ := states.([]any)
	marks := make([][]string, len(rows))
	for i, row := range rows {
		squares, _ := row.([]any)
		for _, state := range squares {
			text, ok := state.(string)
			if !ok && state != nil && state != false && state != json.Number("0") {
				text = describe(state)
			}
			marks[i] = append(marks[i], text)
		}
	}
	return b.withMarks(marks, slices.Repeat([]textLine{{number: number}}, max(1, len(marks))))
}

// describe returns a value, or what it is, for an error.
func describe(v any) string {
	switch value := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(value)
	case json.Number:
		return "the number " + strings.Trim(excerpt(value.String()), `"`)
	case string:
		return "the string " + excerpt(value)
	case []any:
		return "an array of " + plural(len(value), "value")
	}
	return "an object"
}
