package regions

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/queens"
)

const byteOrderMark = "\uFEFF"

// A textLine is a line of a text, with its number from 1.
type textLine struct {
	number int
	text   string
}

// atLine adds the number of a line to an error.
func atLine(number int, err error) error { return fmt.Errorf("line %d: %w", number, err) }

// wrongLine returns an error of a line.
func wrongLine(number int, format string, values ...any) error {
	return atLine(number, fmt.Errorf(format, values...))
}

// divideRows is divide for rows that stand on lines, with the number of the line in an error.
func divideRows[V cmp.Ordered](values [][]V, name func(V) string, numbers []int) (*Board, error) {
	b, err := divide(values, name)
	if wrong, ok := errors.AsType[*rowError](err); ok {
		return nil, atLine(numbers[wrong.row], err)
	}
	return b, err
}

// uncommented returns lines as one text, those that begin with # empty.
func uncommented(lines []textLine) []byte {
	var text strings.Builder
	for _, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l.text), "#") {
			l.text = "\n"
		}
		text.WriteString(l.text)
	}
	return []byte(text.String())
}

// parseText reads the lines of one board in any form but JSON.
func parseText(lines []textLine) (*Board, error) {
	rows, words := splitWords(lines)
	b, err := parseRows(rows)
	if rows == nil && len(words) > 0 {
		b, err = new(Board), nil
		if words[0].text != emptyBoard {
			return nil, wrongLine(words[0].number, "%q with no board before it", words[0].text)
		}
		words = words[1:]
	}
	if err != nil {
		return nil, err
	}
	return b.withWords(words)
}

// emptyBoard is the word for the board of size 0.
const emptyBoard = "n=0"

// splitWords splits the words that follow a board, such as given=b4,d5, from the lines before
// them, and leaves out empty lines and comments.
func splitWords(lines []textLine) (rows, words []textLine) {
	for _, l := range lines {
		trimmed := strings.TrimSpace(l.text)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		row, tail := cutWords(l.text)
		if words != nil {
			row, tail = "", l.text
		}
		if strings.TrimSpace(row) != "" {
			rows = append(rows, textLine{l.number, row})
		}
		for word := range strings.FieldsSeq(tail) {
			words = append(words, textLine{l.number, word})
		}
	}
	return rows, words
}

// cutWords cuts a line before its first word with an equals sign.
func cutWords(text string) (row, words string) {
	before, _, assigns := strings.Cut(text, "=")
	if !assigns {
		return text, ""
	}
	row = strings.TrimRightFunc(before, func(r rune) bool { return !unicode.IsSpace(r) })
	return row, text[len(row):]
}

// withWords returns the board with what the words say, each at most once.
func (b *Board) withWords(words []textLine) (*Board, error) {
	seen := make(map[string]bool)
	for _, word := range words {
		name, names, _ := strings.Cut(word.text, "=")
		constraint := Given
		switch {
		case seen[name]:
			return nil, wrongLine(word.number, "a second word %s=…", name)
		case name == "blocked":
			constraint = Blocked
		case name != "given":
			return nil, wrongLine(word.number, "word %s, want given=… or blocked=…", excerpt(word.text))
		}
		seen[name] = true
		var squares []queens.Square
		for square := range strings.SplitSeq(names, ",") {
			s, err := queens.ParseSquare(square)
			if err != nil {
				return nil, wrongLine(word.number, "word %s: %s is not a square such as b4", excerpt(word.text), excerpt(square))
			}
			squares = append(squares, s)
		}
		c, err := b.with(constraint(squares...))
		if err != nil {
			return nil, atLine(word.number, err)
		}
		b = c
	}
	return b, nil
}

// excerpt returns the beginning of a text in quotation marks.
func excerpt(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return strconv.Quote(string(runes[:most])) + "…"
	}
	return strconv.Quote(text)
}

// isOneLine reports whether the first line of a board is all of it.
func isOneLine(text string) bool {
	return isLink(text) || isNotation(text) || strings.Contains(text, "/")
}

// parseRows reads a board without words.
func parseRows(rows []textLine) (*Board, error) {
	if len(rows) == 0 {
		return nil, errors.New("no board in the text")
	}
	first := rows[0]
	if isOneLine(first.text) && len(rows) > 1 {
		return nil, wrongLine(rows[1].number, "%s behind a board of one line", excerpt(strings.TrimSpace(rows[1].text)))
	}
	switch {
	case isLink(first.text):
		b, err := parseLink(strings.TrimSpace(first.text))
		return b, locate(err, first.number)
	case isNotation(first.text):
		b, err := parseNotation(strings.TrimSpace(first.text))
		return b, locate(err, first.number)
	case slices.ContainsFunc(rows, func(l textLine) bool { return isFrame(l.text) }):
		return parseDiagram(rows)
	case strings.Contains(first.text, "/"):
		parts := strings.Split(first.text, "/")
		rows = make([]textLine, len(parts))
		for i, part := range parts {
			rows[i] = textLine{first.number, part}
		}
	}
	rows, marks := splitMarks(rows)
	b, err := parseMatrix(rows)
	if err != nil {
		return nil, err
	}
	return b.withMarks(marks)
}

// locate adds the number of a line to an error, if there is one.
func locate(err error, number int) error {
	if err == nil {
		return nil
	}
	return atLine(number, err)
}

// parseMatrix reads rows of letters or of values.
func parseMatrix(rows []textLine) (*Board, error) {
	numbers := make([]int, len(rows))
	fields, integers := make([][]string, len(rows)), make([][]int, len(rows))
	commas := slices.ContainsFunc(rows, func(l textLine) bool { return strings.Contains(l.text, ",") })
	allIntegers := true
	for i, row := range rows {
		numbers[i] = row.number
		fields[i] = strings.Fields(row.text)
		if commas {
			fields[i] = splitCommas(row.text)
		}
		for _, field := range fields[i] {
			integer, ok := toInteger(field)
			integers[i] = append(integers[i], integer)
			allIntegers = allIntegers && ok
		}
	}
	switch {
	case allIntegers && (commas || areNumbers(fields)):
		return divideRows(integers, strconv.Itoa, numbers)
	case commas:
		for i, row := range fields {
			if slices.Contains(row, "") {
				return nil, wrongLine(numbers[i], "row %d has nothing between two commas", i+1)
			}
		}
		return divideRows(fields, excerpt, numbers)
	}
	letters := make([][]rune, len(rows))
	for i, row := range rows {
		var err error
		if letters[i], err = lettersOf(row.text); err != nil {
			return nil, wrongLine(row.number, "row %d: %w", i+1, err)
		}
	}
	return divideRows(letters, func(letter rune) string { return string(letter) }, numbers)
}

// splitCommas returns the values between commas. There may be a comma behind the last.
func splitCommas(text string) []string {
	values := strings.Split(strings.TrimSuffix(strings.TrimSpace(text), ","), ",")
	for i, value := range values {
		values[i] = strings.TrimSpace(value)
	}
	return values
}

func toInteger(text string) (int, bool) {
	integer, err := strconv.Atoi(text)
	return integer, err == nil
}

// areNumbers reports whether fields of digits are a value each, not rows of digits with some
// spaces: some line has several, and they are not as many digits a row as there are rows.
func areNumbers(fields [][]string) bool {
	several, digits := false, true
	for _, row := range fields {
		several = several || len(row) > 1
		digits = digits && len(row) != len(fields) && len(strings.Join(row, "")) == len(fields)
	}
	return several && !digits
}

// lettersOf returns the squares of a row.
func lettersOf(text string) ([]rune, error) {
	var row []rune
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.L, unicode.Nd, unicode.So) && r != unicode.ReplacementChar:
			row = append(row, r)
		case !isBlank(r):
			return nil, fmt.Errorf("%q is not a letter", r)
		}
	}
	return row, nil
}

// isBlank reports whether a character between squares means nothing: white space, or what
// asks for the coloured form of the symbol before it.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == '\uFE0F' }

const (
	queenMarks = "Qq♛♕👑*★"
	crossMarks = "Xx×✕✗❌"
	emptyMarks = "._-·"
)

// splitMarks splits a grid of queens from the rows above it: the second half of the lines, if
// it has nothing but marks and the first has the lines of a board, or all from the first line
// on that has marks for empty squares.
func splitMarks(rows []textLine) (above, marks []textLine) {
	middle := len(rows) / 2
	letters, _ := lettersOf(rows[0].text)
	isSize := middle == len(letters) || middle > 1 && (middle == len(strings.Fields(rows[0].text)) || middle == len(splitCommas(rows[0].text)))
	if len(rows) == 2*middle && isSize && isGrid(rows[middle:]) {
		return rows[:middle], rows[middle:]
	}
	for i := 1; i < len(rows); i++ {
		if isGrid(rows[i:i+1]) && strings.ContainsAny(rows[i].text, emptyMarks) {
			return rows[:i], rows[i:]
		}
	}
	return rows, nil
}

// isGrid reports whether lines have nothing but marks for queens, crosses and empty squares.
// If there are none for empty squares and as many different ones as lines, they are a board of
// regions.
func isGrid(lines []textLine) bool {
	seen := make(map[rune]bool)
	for _, l := range lines {
		for _, mark := range l.text {
			if !isBlank(mark) {
				seen[mark] = true
			}
		}
	}
	empty := false
	for mark := range seen {
		if !strings.ContainsRune(queenMarks+crossMarks+emptyMarks, mark) {
			return false
		}
		empty = empty || strings.ContainsRune(emptyMarks, mark)
	}
	return len(seen) > 0 && (empty || len(seen) != len(lines))
}

// withMarks returns the board with the queens and crosses of a grid.
func (b *Board) withMarks(grid []textLine) (*Board, error) {
	if grid == nil {
		return b, nil
	}
	if len(grid) != b.n {
		return nil, wrongLine(grid[0].number, "grid of queens with %s, but the board has %d", plural(len(grid), "row"), b.n)
	}
	for row, l := range grid {
		marks := slices.DeleteFunc([]rune(l.text), isBlank)
		if len(marks) != b.n {
			return nil, wrongLine(l.number, "row %d of the grid of queens has %s, but the board has %d", row+1, plural(len(marks), "square"), b.n)
		}
		var given, blocked []queens.Square
		for col, mark := range marks {
			square := queens.Square{Row: row, Col: col}
			switch {
			case strings.ContainsRune(queenMarks, mark):
				given = append(given, square)
			case strings.ContainsRune(crossMarks, mark):
				blocked = append(blocked, square)
			case !strings.ContainsRune(emptyMarks, mark):
				return nil, wrongLine(l.number, "%q on %v of the grid of queens, want Q, x or a full stop", mark, square)
			}
		}
		c, err := b.with(Given(given...), Blocked(blocked...))
		if err != nil {
			return nil, atLine(l.number, err)
		}
		b = c
	}
	return b, nil
}
