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
	"unicode"
	"unicode/utf8"

	"example.com/queens"
)

// MarshalJSON returns the board as an object with its size, the numbers of its regions
// row by row and, if there are any, its given queens and its blocked squares:
//
//	{"n":3,"regions":[[0,0,1],[0,1,1],[2,2,2]],"givens":{"queens":["b1"],"blocked":["a2"]}}
func (b Board) MarshalJSON() ([]byte, error) {
	type givens struct {
		Queens  []queens.Square `json:"queens,omitempty"`
		Blocked []queens.Square `json:"blocked,omitempty"`
	}
	return json.Marshal(struct {
		N       int     `json:"n"`
		Regions [][]int `json:"regions"`
		Givens  givens  `json:"givens,omitzero"`
	}{b.n, b.Regions(), givens{slices.Collect(b.Given()), slices.Collect(b.Blocked())}})
}

// decode reads a text of JSON, with its numbers as they are written. If it is broken, decode returns
// how many lines there are before the fault.
func decode(data []byte) (value any, lines int, err error) {
	if !json.Valid(data) {
		data = forgiven.ReplaceAllFunc(data, forgive)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err = d.Decode(&value); err == nil {
		return value, 0, nil
	}
	wrong, _ := errors.AsType[*json.SyntaxError](err)
	if wrong == nil {
		return nil, 0, errors.New("JSON breaks off")
	}
	before, rest := data[:wrong.Offset-1], []rune(string(data[wrong.Offset-1:]))
	return nil, bytes.Count(before, []byte("\n")), fmt.Errorf("%q is out of place in JSON", rest[0])
}

// blank matches what may stand between the tokens of JSON.
const blank = `(?:[\s\v\x{85}\p{Z}\x{FEFF}\x{FE0F}]|#.*\n)*`

// forgiven matches strings, a comma too many, comments, white space that JSON does not have, and words.
var forgiven = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|,` + blank + `[\]}]|` +
	`#.*|[\v\f\x{85}\p{Z}\x{FEFF}\x{FE0F}]|-?\d[\w.+-]*|[\pL_$][\pL\w$]*`)

// forgive returns JSON for what people write instead: single quotation marks, or words without any.
func forgive(token []byte) []byte {
	switch first := token[0]; {
	case first == ',':
		return forgiven.ReplaceAllFunc(token[1:], forgive)
	case first == '#' || !bytes.ContainsFunc(token, func(r rune) bool { return !isBlank(r) }):
		return []byte(" ")
	case first == '\'':
		text := strings.ReplaceAll(string(token[1:len(token)-1]), `\'`, "'")
		return []byte(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	case first != '"' && first != '-' && (first < '0' || first > '9') && !json.Valid(token):
		return strconv.AppendQuote(nil, string(token))
	}
	return token
}

// parseValue reads a board from a value of JSON.
func parseValue(value any) (*Board, error) {
	switch value := value.(type) {
	case string:
		return parseText(cleanLines(value))
	case map[string]any:
		return parseObject(value)
	}
	return parseList(value)
}

// The names that programs give to the regions in an object, those that stand for the regions only if
// none of the former is there, and those of the size and of the number of stars in a row: in lower
// case, as one word.
var (
	regionsNames = []string{"regions", "colorregions", "regiongrid", "colorgrid"}
	gridNames    = []string{"grid", "board"}
	sizeNames    = []string{"n", "size", "gridsize"}
	starsNames   = strings.Fields("stars starcount numstars " +
		"starsperrow starspercolumn starsperregion starsperunit queensperrow")
)

// plain returns an object with its names as they are compared, or an empty one for any other value.
func plain(value any) map[string]any {
	object, _ := value.(map[string]any)
	named := make(map[string]any, len(object))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		named[strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))] = object[name]
	}
	return named
}

// objects returns the objects in a value, with plain names.
func objects(value any) (all []map[string]any) {
	items, _ := value.([]any)
	if object, ok := value.(map[string]any); ok {
		all = append(all, plain(object))
		items = slices.Collect(maps.Values(object))
	}
	for _, item := range items {
		all = append(all, objects(item)...)
	}
	return all
}

// namesOf returns those of the names under which an object has text, a list or regions by name.
func namesOf(object map[string]any, names []string) (some []string) {
	for _, name := range names {
		switch value := object[name].(type) {
		case string, []any:
			some = append(some, name)
		case map[string]any:
			isList := func(item any) bool { _, ok := item.([]any); return ok }
			hasLists := slices.ContainsFunc(slices.Collect(maps.Values(value)), isList)
			if name == "regions" && hasLists && namesOf(plain(value), regionsNames) == nil {
				some = append(some, name)
			}
		}
	}
	return some
}

// parseObject reads a board from an object, or from an object within it.
func parseObject(value any) (*Board, error) {
	var object map[string]any
	var names []string
	for _, inner := range objects(value) {
		for _, name := range starsNames {
			if count, err := strconv.Atoi(fmt.Sprint(inner[name])); err == nil && count != 1 {
				return nil, checkStars(count)
			}
		}
		some := namesOf(inner, regionsNames)
		if some == nil {
			some = namesOf(inner, gridNames)
		}
		if names = append(names, some...); some != nil {
			object = inner
		}
	}
	switch {
	case names == nil:
		return nil, errors.New(`JSON object without a board, want its "regions"`)
	case len(names) > 1:
		return nil, fmt.Errorf("JSON object with %s for the regions, want one", join(names, "and"))
	}
	b, err := parseNamed(object[names[0]])
	if err != nil {
		return nil, err
	}
	for _, name := range sizeNames {
		if size := object[name]; size != nil && size != json.Number(strconv.Itoa(b.n)) {
			return nil, fmt.Errorf("JSON has %s for %q, but there %s", describe(size), name, are(b.n, "row"))
		}
	}
	if b, err = b.withGivens(object["givens"]); err != nil {
		return nil, err
	}
	return b.withStates(object["states"])
}

// parseNamed reads a board from the value of its name in an object: all n² values in one array,
// regions by name, text, or what parseList reads.
func parseNamed(value any) (*Board, error) {
	switch items := value.(type) {
	case []any:
		isRow := func(item any) bool {
			text, isText := item.(string)
			_, isNumber := item.(json.Number)
			return !isNumber && (!isText || utf8.RuneCountInString(text) > 1)
		}
		if len(items) > 1 && !slices.ContainsFunc(items, isRow) {
			value = []any{items}
		}
	case map[string]any:
		var regions []any
		for _, name := range slices.Sorted(maps.Keys(items)) {
			regions = append(regions, items[name])
		}
		value = regions
	}
	return parseValue(value)
}

// parseList reads rows of integers and strings, also rows that are objects with "colors", or strings
// of letters; or the squares of each region.
func parseList(value any) (*Board, error) {
	rows, _ := value.([]any)
	if len(rows) == 0 {
		return new(Board), nil
	}
	if b, err := parseCells(rows); b != nil || err != nil {
		return b, err
	}
	values, texts := make([][]string, len(rows)), []string(nil)
	for i, row := range rows {
		if text, ok := row.(string); ok && len(texts) == i {
			texts = append(texts, text)
			continue
		}
		if colors := plain(row)["colors"]; colors != nil {
			row = colors
		}
		squares, ok := row.([]any)
		if !ok || texts != nil {
			return nil, fmt.Errorf("row %d is %s in JSON, want an array or a string like the other rows", i+1, describe(row))
		}
		for col, square := range squares {
			number, isNumber := square.(json.Number)
			text, isText := square.(string)
			if !isText && !(isNumber && isInteger(number.String())) {
				where := queens.Square{Row: i, Col: col}
				return nil, fmt.Errorf("JSON has %s for %v, want an integer or a string", describe(square), where)
			}
			values[i] = append(values[i], text+number.String())
		}
	}
	if texts != nil {
		return parseMatrix(texts)
	}
	return divideRows(values)
}

// parseCells reads the squares of each region, if there are lists of them or objects with such lists.
// Otherwise it returns no board. Names that are not all different squares of the board are names of regions.
func parseCells(rows []any) (*Board, error) {
	n := len(rows)
	if n > MaxN {
		return nil, nil
	}
	values, left := noNames(n), n*n
	for i, row := range rows {
		if object := plain(row); len(object) > 0 {
			row = cmp.Or(object["cells"], object["squares"])
		}
		cells, _ := row.([]any)
		if len(cells) == 0 {
			return nil, nil
		}
		for _, cell := range cells {
			s, ok := squareOf(cell)
			_, isName := cell.(string)
			onBoard := min(s.Row, s.Col) >= 0 && max(s.Row, s.Col) < n
			taken := onBoard && values[s.Row][s.Col] != ""
			switch {
			case !ok || isName && (!onBoard || taken):
				return nil, nil
			case !onBoard:
				return nil, fmt.Errorf("%v of region %d is off the board of %d rows, want rows and columns from 0", s, i+1, n)
			case taken:
				return nil, fmt.Errorf("%v is in two regions, or twice in one", s)
			}
			values[s.Row][s.Col] = strconv.Itoa(i + 1)
			left--
		}
	}
	if left > 0 {
		return nil, fmt.Errorf("%s in none of the %s", plural(left, "square"), plural(n, "region"))
	}
	return divideRows(values)
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
	if object := plain(value); len(object) > 0 {
		numbers = []any{object["row"], cmp.Or(object["col"], object["column"])}
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
	object, ok := givens.(map[string]any)
	if !ok && givens != nil {
		return nil, fmt.Errorf(`JSON has %s for "givens", want an object`, describe(givens))
	}
	var read [2][]queens.Square
	for i, name := range []string{"queens", "blocked"} {
		value := plain(object)[name]
		items, ok := value.([]any)
		if !ok && value != nil {
			return nil, fmt.Errorf("JSON has %s for %q, want a list of squares", describe(value), name)
		}
		for _, item := range items {
			square, ok := squareOf(item)
			if !ok {
				const want = `want a square such as "b1", or its row and column from 0`
				return nil, fmt.Errorf("JSON has %s in %q, %s", describe(item), name, want)
			}
			read[i] = append(read[i], square)
		}
	}
	return b.with(Given(read[0]...), Blocked(read[1]...))
}

// withStates returns the board with the queens and crosses of a matrix of states, if any.
func (b *Board) withStates(states any) (*Board, error) {
	if states == nil {
		return b, nil
	}
	rows, _ := states.([]any)
	marks := make([][]string, len(rows))
	for i, row := range rows {
		squares, _ := row.([]any)
		for _, state := range squares {
			text, isText := state.(string)
			if !isText && state != nil && state != false && state != json.Number("0") {
				text = describe(state)
			}
			marks[i] = append(marks[i], text)
		}
	}
	return b.withMarks(marks)
}

// describe returns the beginning of a value as JSON, for an error, without control characters.
func describe(value any) string {
	text, _ := json.Marshal(value) // which was JSON
	printable := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, string(text))
	return beginning("%.*s", printable)
}
