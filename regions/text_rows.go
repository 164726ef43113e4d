package regions

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens"
)

// isBlank reports whether a character between squares has no meaning: white space, a byte order
// mark, or the selector that asks for the coloured form of the symbol before it.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == '\uFE0F' || r == '\uFEFF' }

func trim(text string) string     { return strings.TrimFunc(text, isBlank) }
func fields(text string) []string { return strings.FieldsFunc(text, isBlank) }

// characters returns what stands on the squares of a row without separators.
func characters(row string) []string {
	return strings.Split(strings.Join(fields(row), ""), "")
}

func isInteger(text string) bool { _, err := strconv.Atoi(text); return err == nil }

// divideRows returns the board with regions of these names. One row of n² squares is n rows. If all
// names are integers, the regions are numbered in the order of their values.
func divideRows(values [][]string) (*Board, error) {
	if len(values) == 1 {
		if n := root(len(values[0])); n > 1 {
			values = slices.Collect(slices.Chunk(values[0], n))
		}
	}
	integers, areIntegers := make([][]int, len(values)), true
	for i, row := range values {
		for _, value := range row {
			integer, err := strconv.Atoi(value)
			integers[i] = append(integers[i], integer)
			areIntegers = areIntegers && err == nil
		}
	}
	if areIntegers {
		return divide(integers, strconv.Itoa)
	}
	return divide(values, func(value string) string {
		if utf8.RuneCountInString(value) > 1 {
			value = excerpt(value)
		}
		return value
	})
}

// root returns the square root if it is an integer, or else 0.
func root(square int) int {
	if n := int(math.Sqrt(float64(square))); n*n == square {
		return n
	}
	return 0
}

// parseGrid reads rows of letters or of values, and a grid of queens below them. The size may
// stand on a line above.
func parseGrid(rows []string) (*Board, error) {
	size := sizeAbove(rows)
	if size > 0 {
		rows = rows[1:]
	} else if number := strings.Trim(rows[0], "[],; "); len(rows) == 1 && isInteger(number) && len(number) < 3 {
		return nil, fmt.Errorf("only the number %s, want regions", number)
	}
	rows, grid := splitMarks(rows)
	b, err := parseMatrix(rows)
	if err != nil {
		return nil, err
	}
	if size > 0 && size != b.n {
		return nil, fmt.Errorf("size %d, but there %s", size, are(b.n, "row"))
	}
	if grid == nil {
		return b, nil
	}
	marks := make([][]string, len(grid))
	for i, line := range grid {
		marks[i] = characters(line)
	}
	return b.withMarks(marks)
}

// sizeAbove returns the number that is alone on the first line, above rows of another length, or 0.
func sizeAbove(rows []string) int {
	digits := trim(rows[0])
	size, _ := strconv.Atoi(digits)
	if size < 1 || len(rows) == 1 || size > 1 && len(characters(rows[1])) == len(digits) {
		return 0
	}
	return size
}

// parseMatrix reads rows of letters or of values.
func parseMatrix(rows []string) (*Board, error) {
	values := make([][]string, len(rows))
	separated := slices.ContainsFunc(rows, func(row string) bool { return strings.ContainsAny(row, ",;[") })
	areIntegers := true
	for i, row := range rows {
		if values[i] = fields(row); separated {
			values[i] = separate(row)
		}
		if slices.Contains(values[i], "") {
			return nil, fmt.Errorf("row %d has nothing between two commas", i+1)
		}
		areIntegers = areIntegers && !slices.ContainsFunc(values[i], func(value string) bool { return !isInteger(value) })
	}
	if separated || areIntegers && areNumbers(values) {
		return divideRows(values)
	}
	for i, row := range rows {
		values[i] = characters(row)
		for _, value := range values[i] {
			r, _ := utf8.DecodeRuneInString(value)
			if !unicode.In(r, unicode.L, unicode.Nd, unicode.So) || r == unicode.ReplacementChar {
				return nil, fmt.Errorf("row %d: %q is not a letter", i+1, r)
			}
		}
	}
	return divideRows(values)
}

// separate returns the values between commas or semicolons. There may be one after the last, and
// brackets around all and quotation marks around each.
func separate(row string) []string {
	row = strings.ReplaceAll(strings.TrimRight(trim(row), ",;"), ";", ",")
	if strings.HasPrefix(row, "[") {
		row = strings.TrimRight(strings.Trim(row, "[] "), ",")
	}
	values := strings.Split(row, ",")
	for i, value := range values {
		values[i] = strings.Trim(trim(value), `"'`)
	}
	return values
}

// areNumbers reports whether each field of digits is a value, and they are not rows of digits with
// spaces here and there: some line has several fields, and not every line has a digit for each row.
func areNumbers(fields [][]string) bool {
	several, digits := false, true
	for _, row := range fields {
		several = several || len(row) > 1
		digits = digits && len(row) != len(fields) && len(strings.Join(row, "")) == len(fields)
	}
	return several && !digits
}

// marks are what people and programs write on squares with a queen, on blocked ones and on empty
// ones, in lower case.
var marks = map[byte][]string{
	'Q': {"q", "queen", "crown", "star", "♛", "♕", "👑", "★", "⭐", "*"},
	'x': {"x", "cross", "mark", "blocked", "×", "✕", "✗", "❌"},
	'.': {"", ".", "_", "-", "·", "empty", "none"},
}

// markOf returns 'Q' for a mark of a queen, 'x' for one of a blocked square, '.' for one of an
// empty square, and 0 for other text.
func markOf(text string) byte {
	text = strings.ToLower(trim(text))
	for kind, all := range marks {
		if slices.Contains(all, text) {
			return kind
		}
	}
	return 0
}

// splitMarks splits a grid of queens from the rows above it. It is the second half of the lines, if
// that has nothing but marks and the first half can be a board; or else it begins with the first
// line that has marks for empty squares.
func splitMarks(rows []string) (above, marks []string) {
	middle, first := len(rows)/2, rows[0]
	isSize := middle == len(characters(first)) ||
		middle > 1 && (middle == len(fields(first)) || middle == len(separate(first)))
	if len(rows) == 2*middle && isSize && isGrid(rows[middle:]) {
		return rows[:middle], rows[middle:]
	}
	for i := 1; i < len(rows); i++ {
		if strings.ContainsAny(rows[i], "._-·") && isGrid(rows[i:i+1]) {
			return rows[:i], rows[i:]
		}
	}
	return rows, nil
}

// isGrid reports whether lines have nothing but marks for queens, crosses and empty squares.
// If there are none for empty squares and as many different ones as lines, they are a board of
// regions.
func isGrid(lines []string) bool {
	seen, empty := make(map[string]bool), false
	for _, line := range lines {
		for _, mark := range characters(line) {
			seen[mark] = true
			switch markOf(mark) {
			case '.':
				empty = true
			case 0:
				return false
			}
		}
	}
	return empty || len(seen) != len(lines)
}

// withMarks returns the board with the queens and crosses of a grid.
func (b *Board) withMarks(grid [][]string) (*Board, error) {
	if len(grid) != b.n {
		return nil, fmt.Errorf("grid of queens with %s, but the board has %d", plural(len(grid), "row"), b.n)
	}
	var given, blocked []queens.Square
	for row, marks := range grid {
		if len(marks) != b.n {
			return nil, fmt.Errorf("row %d of the grid of queens has %s, but the board has %d",
				row+1, plural(len(marks), "square"), b.n)
		}
		for col, mark := range marks {
			square := queens.Square{Row: row, Col: col}
			switch markOf(mark) {
			case 'Q':
				given = append(given, square)
			case 'x':
				blocked = append(blocked, square)
			case 0:
				return nil, fmt.Errorf("%s on %v of the grid of queens, want Q, x or a full stop", excerpt(mark), square)
			}
		}
	}
	return b.with(Given(given...), Blocked(blocked...))
}
