package queens

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	errNull     = errors.New("null stands for no solution, so there is no board")
	errNoBoard  = errors.New(`the object has neither "board" nor "answer" nor "solution" nor "answers"`)
	errNoAnswer = errors.New(`the object has a board, but neither "answer" nor "solution"`)
	errTuples   = errors.New(`parentheses in an array may be squares or answers, want squares such as "b1 d2" or columns such as [1,3,0,2]`)
	errBroken   = errors.New("JSON is wrong") // ends a stream
)

// A JSON object has a board, or answers to it, or both. Other names and null values are ignored.
type object struct {
	Board            *json.RawMessage
	Answer, Solution *json.RawMessage // one more of the answers
	Answers          []json.RawMessage
}

// decodeObject reads an object. It ignores a solution that is true or false.
func decodeObject(text string) (o object, err error) {
	if err := decode(text, &o); err != nil {
		return o, err
	}
	if o.Solution != nil && (string(*o.Solution) == "true" || string(*o.Solution) == "false") {
		o.Solution = nil
	}
	if o.Answer != nil && o.Solution != nil {
		return o, errors.New(`the object has both "answer" and "solution", want one`)
	}
	if answer := cmp.Or(o.Answer, o.Solution); answer != nil {
		o.Answers = append(o.Answers, *answer)
	}
	if o.Board == nil && o.Answers == nil {
		return o, errNoBoard
	}
	return o, nil
}

// decode reads JSON. Its error says where the JSON is wrong.
func decode(text string, value any) error {
	err := json.Unmarshal([]byte(text), value)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return errors.New(`"answers" is not an array`)
	}
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		return brokenBehind(text[:max(0, min(int(wrong.Offset)-1, len(text)))])
	}
	return err
}

func brokenBehind(text string) error {
	text = strings.ToValidUTF8(text[max(0, len(text)-20):], "")
	return fmt.Errorf("%w after %s", errBroken, excerpt(strings.TrimSpace(text)))
}

// isBoardArray reports whether an array whose first value is given is one board, by columns or
// by rows, rather than a list of boards. If it is neither, the error says why.
func isBoardArray(first string) (isBoard bool, err error) {
	switch first = plainJSON(first); first[0] {
	case '"':
		var row string
		return decode(first, &row) == nil && isRow(row), nil
	case '{':
		if _, err = decodeObject(first); err != errNoBoard {
			err = nil
		}
	case '(':
		err = errTuples
	case '[':
		return isMatrix(first)
	}
	return strings.IndexByte("{(n", first[0]) < 0, err // n is null
}

// isRow reports whether a string in an array is a row of a board, rather than a board.
func isRow(text string) bool {
	isText := strings.ContainsAny(text, decimals+"=/\n") && !isBinary(text)
	return !isText && utf8.RuneCountInString(plainLine(text)) > 1
}

// isMatrix is isBoardArray for an array of arrays: [[0,1,0,0],…] and [[".","Q",".","."],…]
// are matrices, [[1,3,0,2],…] is a list of boards, and [[0,1],[1,3],…] may be squares.
func isMatrix(first string) (isBoard bool, err error) {
	var row []any
	if decode(first, &row) != nil {
		return !strings.ContainsAny(first, "._"), nil // [. 1] has columns
	}
	isPair, isSymbols := len(row) == 2, len(row) > 1
	for _, value := range row {
		symbol := symbolOf(value)
		number, isNumber := value.(float64)
		isBit := symbol == "0" || symbol == "1"
		isPair = isPair && (isBit || isNumber && number > 0)
		isSymbols = isSymbols && (isBit || !isNumber && utf8.RuneCountInString(symbol) < 2)
	}
	if isPair {
		return false, errPairs
	}
	return isSymbols, nil
}

// symbolOf returns the symbol of a square in a matrix.
func symbolOf(value any) string {
	switch value {
	case nil:
		return ""
	case true:
		return "1"
	case false:
		return "0"
	}
	return plainLine(fmt.Sprint(value))
}

var fromPython = strings.NewReplacer("'", `"`, "True", "true", "False", "false")

// plainJSON turns an array or a string as Python or NumPy prints it into JSON.
func plainJSON(text string) string {
	if strings.Contains(text, `"`) {
		return text
	}
	text = fromPython.Replace(text)
	if inner, ok := strings.CutSuffix(text, "]"); ok && text[0] == '[' && !strings.ContainsAny(text, `",`) {
		text = "[" + strings.Join(strings.Fields(inner[1:]), ",") + "]"
	}
	return text
}

// An extent finds the end of an array, an object or a string, byte by byte.
type extent struct {
	depth   int
	quote   byte // of an open string, or 0
	escaped bool
}

// add takes the next byte and reports whether it is the last one.
func (e *extent) add(c byte) (isLast bool, err error) {
	switch {
	case e.quote != 0 && c < ' ':
		return false, errBroken
	case e.escaped:
		e.escaped = false
	case e.quote != 0:
		e.escaped = c == '\\'
		if c == e.quote {
			e.quote = 0
		}
	case c == '"' || c == '\'':
		e.quote = c
	case c == '[' || c == '{' || c == '(':
		e.depth++
	case c == ']' || c == '}' || c == ')':
		e.depth--
	}
	return e.depth <= 0 && e.quote == 0, nil
}

// array reads an array that is one board: an array of columns, or of rows, each of them a
// string or an array of symbols.
func (b bounds) array(text string) (p Placement, blocked []Square, err error) {
	switch inner := strings.TrimSpace(text[1:]); {
	case inner == "" || strings.IndexByte(`"'[({`, inner[0]) < 0:
		p, err = b.enclosed(text, "]", 0)
		return p, nil, err
	case inner[0] == '(':
		return nil, nil, errTuples
	}
	var rows []json.RawMessage
	if err := decode(plainJSON(text), &rows); err != nil {
		return nil, nil, err
	}
	isBoard, err := isBoardArray(string(rows[0]))
	switch {
	case err != nil:
		return nil, nil, err
	case !isBoard:
		return nil, nil, fmt.Errorf("%s is a list, want one board", excerpt(text))
	}
	d := diagramReader{bounds: b}
	for i, row := range rows {
		if err := d.addValue(string(row)); err != nil {
			return nil, nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return d.placement()
}

// addValue reads a row.
func (d *diagramReader) addValue(value string) error {
	var row any
	if err := decode(value, &row); err != nil {
		return err
	}
	switch row := row.(type) {
	case string:
		line := strings.TrimSpace(plainLine(row))
		d.binary = d.binary || d.rows == 0 && isBinary(line)
		return d.addRow(line)
	case []any:
		d.binary = true
		symbols := make([]string, len(row))
		for i, cell := range row {
			symbols[i] = symbolOf(cell)
		}
		return d.addSquares(slices.Values(symbols))
	}
	return fmt.Errorf("%s, want a string or an array of symbols", excerpt(value))
}
