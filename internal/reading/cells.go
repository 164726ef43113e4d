package reading

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// The signs of squares. In addition x is a blocked square, 1 and true are a queen, and 0, false, null and
// a blank between separators are an empty square.
const (
	queenSigns = "Q q * D ♛ ♕ 👑 👸"
	moreQueens = "★⭐"
	emptySigns = ".+-_·□#■◻◼▫▪⬜⬛🟥🟧🟨🟩🟦🟪🟫"
)

// A sign is what stands on a square: 'Q', '.' or 'x', and how it is written: as a sign, as nothing, or as a
// value of a matrix.
type sign struct{ kind, class byte }

const (
	asSign byte = iota
	asNothing
	asValue
)

var signs = func() map[string]sign {
	all := map[string]sign{"": {'.', asNothing}, " ": {'.', asNothing}, "null": {'.', asNothing}, "None": {'.', asNothing}, "x": {'x', asSign}}
	for _, r := range queenSigns + moreQueens {
		if r != ' ' {
			all[string(r)] = sign{'Q', asSign}
		}
	}
	for _, r := range emptySigns {
		all[string(r)] = sign{'.', asSign}
	}
	for _, text := range strings.Fields("1 1. 1.0 true True TRUE") {
		all[text] = sign{'Q', asValue}
	}
	for _, text := range strings.Fields("0 0. 0.0 false False FALSE") {
		all[text] = sign{'.', asValue}
	}
	return all
}()

var ascii = func() (of [utf8.RuneSelf]sign) {
	for c := range of {
		of[c] = signs[string(rune(c))]
	}
	return of
}()

// symbol returns what a cell stands for. Its kind is 0 if that is unknown.
func symbol(text string) sign {
	if len(text) == 1 && text[0] < utf8.RuneSelf {
		return ascii[text[0]]
	}
	return signs[strings.TrimSpace(text)]
}

// bounds limit the size of a board.
type bounds struct {
	n    int // the size, or -1 if it follows from the text
	most int
}

// check returns an error if a board of n rows is out of bounds.
func (b bounds) check(n int) error {
	if b.n >= 0 && n != b.n && n <= b.most {
		return fmt.Errorf("a board of %s, want n = %d", words.Plural(n, "row"), b.n)
	}
	return checkSize(n, b.most)
}

// checkRows returns an error if a board has more than b.most rows, or more than 4096 and more than its
// text has bytes: a few bytes must not claim gigabytes.
func (b bounds) checkRows(n, length int) error { return checkSize(n, min(b.most, max(length, 4096))) }

func checkSize(n, most int) error {
	if n < 0 || n > most {
		return &tooLarge{n, most}
	}
	return nil
}

// A tooLarge board can be read, but is not what the caller wants.
type tooLarge struct{ n, most int }

func (e *tooLarge) Error() string { return fmt.Sprintf("n = %d out of range 0..%d", e.n, e.most) }

func emptyRows(n int) []int { return slices.Repeat([]int{Empty}, max(n, 0)) }

// areVectors reports whether rows have numbers other than 0 and 1, and nothing else but empty rows, so
// that each is a vector.
func areVectors(rows [][]shape.Cell) bool {
	large := false
	for _, row := range rows {
		for _, c := range row {
			v, ok := c.Integer()
			if !ok && !isEmptyRow(c.Text) {
				return false
			}
			large = large || ok && v != 0 && v != 1
		}
	}
	return large
}

// grid reads a square of signs.
func (b bounds) grid(read *Reading, rows [][]shape.Cell) error {
	n := len(rows)
	if err := b.check(n); err != nil {
		return err
	}
	read.Queens = emptyRows(n)
	var other string // a letter that stands for queens
	var seen ['x' + 1][asValue + 1]*shape.Cell
	for row, cells := range rows {
		for col := range cells {
			c := &cells[col]
			s := symbol(c.Text)
			if s.kind == 0 && other == "" {
				if other = otherQueen(rows); other == "" {
					return c.Errorf("%s for square %d, want a queen (%s), an empty square (. + - _ · □ and the like) or a blocked one (x)",
						words.Excerpt(c.Text), col+1, queenSigns)
				}
			}
			switch {
			case s.kind == 'x' && len(read.Blocked) < mostBlocked:
				read.Blocked = append(read.Blocked, Square{row, col})
			case s.kind == 'Q' || s.kind == 0:
				read.put(Square{row, col}, c.Text)
			}
			seen[s.kind][s.class] = c
		}
	}
	for _, kind := range ".Qx" {
		classes := &seen[kind]
		for i, c := range classes {
			for _, d := range classes[:i] {
				if c != nil && d != nil { // one of them may be a mistake
					return c.Errorf("%s and %s in one diagram, want one sign", words.Excerpt(c.Text), words.Excerpt(d.Text))
				}
			}
		}
	}
	return nil
}

// put puts a queen with a sign on its row. A second one is a fault of the placement.
func (r *Reading) put(s Square, text string) {
	col := r.Queens[s.Row]
	if col == Empty {
		r.Queens[s.Row] = s.Col
	} else if col != s.Col && r.NoAnswer == nil {
		attack := &Attack{Queens: [2]Square{{s.Row, min(col, s.Col)}, {s.Row, max(col, s.Col)}}}
		if text == "*" {
			attack.Hint = ": a * is a queen, want x for a blocked square"
		}
		r.NoBoard, r.NoAnswer = attack, attack
	}
}

// otherQueen returns the only unknown letter or sign if it stands once in each row and no queen does, or
// else "".
func otherQueen(rows [][]shape.Cell) (other string) {
	for _, row := range rows {
		count := 0
		for _, c := range row {
			switch s := symbol(c.Text); {
			case s.kind == 'Q', s.kind == 0 && (other != "" && c.Text != other || utf8.RuneCountInString(c.Text) > 1):
				return ""
			case s.kind == 0:
				other = c.Text
				count++
			}
		}
		if count != 1 || len(rows) < 4 {
			return ""
		}
	}
	return other
}

// isVector reports whether cells have a digit, or are empty rows.
func isVector(cells []shape.Cell) bool {
	empty := true
	for i := range cells {
		text := cells[i].Text
		if text == shape.Missing || strings.ContainsAny(text, "0123456789") {
			return true
		}
		empty = empty && isEmptyRow(text)
	}
	return empty && len(cells) > 0
}

func isEmptyRow(text string) bool { return text == "." || text == "_" }

// vector reads one item for each row. Columns are numbered from 0 in square brackets, and else from 1. In
// parentheses blanks between the last commas are empty rows.
func (b bounds) vector(cells []shape.Cell, open byte) ([]int, error) {
	from, missing := 1, 0 // missing at the end
	if open == '[' {
		from = 0
	}
	if open == '(' && len(cells) == 0 {
		return nil, errors.New("nothing in parentheses, want columns")
	}
	p := make([]int, len(cells))
	for i := range cells {
		c := &cells[i]
		if missing > 0 && c.Text != shape.Missing {
			return nil, c.Errorf("item %d is missing, want one on each side of a comma", i)
		}
		v, ok := c.Integer()
		switch {
		case ok && v >= from && strings.IndexByte(c.Text, '.') < 0:
			p[i] = v - from
		case isEmptyRow(c.Text), from == 0 && (ok && v == -1 || isNull(c.Text)):
			p[i] = Empty
		case c.Text == shape.Missing && open == '(' && i > 0:
			p[i] = Empty
			missing++
		case c.Text == shape.Missing:
			return nil, c.Errorf("item %d is missing, want one on each side of a comma", i+1)
		default:
			p[i] = MaxRows // on no board
		}
	}
	if err := b.check(len(p)); err != nil {
		return nil, err
	}
	if missing == 1 {
		return nil, errors.New(`a comma at the end may stand for an empty row, want "_" for it or no comma`)
	}
	if i := slices.IndexFunc(p, func(col int) bool { return col >= len(p) }); i >= 0 {
		return nil, noColumn(cells, i, from)
	}
	return p, nil
}

// noColumn says what is wrong with an item of a vector.
func noColumn(cells []shape.Cell, i, from int) error {
	want := fmt.Sprintf(`a column 1..%d or "."`, len(cells))
	switch {
	case from == 0:
		want = fmt.Sprintf("a column 0..%d, or -1 for an empty row: an array counts from 0", len(cells)-1)
	case cells[i].Text == "0":
		want += ": columns count from 0 only in square brackets"
	}
	return cells[i].Errorf("item %d is %s, want %s", i+1, words.Excerpt(cells[i].Text), want)
}

// isSquareName reports whether a text has letters, and then digits.
func isSquareName(text string) bool {
	i := 0
	for i < len(text) && text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' {
		i++
	}
	return i > 0 && shape.IsDigits(text[i:])
}

func startsSquare(text string) bool {
	return text != "" && text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z' && strings.ContainsAny(text, "0123456789")
}

// ParseSquare reads the name of a square. Its letters must have the same case, so that a queen's move in
// chess notation, "Qb4", is not a square on file qb.
func ParseSquare(name string) (Square, error) {
	letters := 0
	for letters < len(name) && name[letters]|0x20 >= 'a' && name[letters]|0x20 <= 'z' && name[letters]&0x20 == name[0]&0x20 {
		letters++
	}
	rank := name[letters:]
	if letters == 0 || !shape.IsDigits(rank) || rank[0] == '0' {
		return Square{}, fmt.Errorf(`%s is not a square, want one such as "b4"`, words.Excerpt(name))
	}
	row, col := 0, 0
	for _, letter := range []byte(name[:letters]) {
		col = min(26*col+int(letter|0x20-'a')+1, MaxRows+1)
	}
	for _, digit := range []byte(rank) {
		row = min(10*row+int(digit-'0'), MaxRows+1)
	}
	if max(row, col) > MaxRows {
		return Square{}, fmt.Errorf("%s is not a square of a board of at most %d rows", words.Excerpt(name), MaxRows)
	}
	return Square{row - 1, col - 1}, nil
}

// squares reads names of squares. If the size of the board is unknown, it is the largest coordinate.
func (b bounds) squares(read *Reading, cells []shape.Cell) error {
	list := make([]Square, len(cells))
	for i, c := range cells {
		s, err := ParseSquare(c.Text)
		switch {
		case c.Text == shape.Missing:
			return c.Errorf("item %d is missing, want one on each side of a comma", i+1)
		case strings.Contains(c.Text, "="):
			return c.Errorf("%s: unknown word", words.Excerpt(c.Text))
		case err != nil:
			return c.Errorf("item %d: %w", i+1, err)
		}
		list[i] = s
	}
	return b.place(read, list, cells)
}

// place puts queens on squares, which stand in cells.
func (b bounds) place(read *Reading, list []Square, cells []shape.Cell) error {
	n, length := max(b.n, 0), 0
	for i, s := range list {
		if length += len(cells[i].Text) + 1; b.n < 0 {
			n = max(n, s.Row+1, s.Col+1)
		}
	}
	if err := b.checkRows(n, length); err != nil {
		return err
	}
	read.Queens = emptyRows(n)
	for i, s := range list {
		switch {
		case max(s.Row, s.Col) >= n:
			return cells[i].Errorf("item %d: %v is off the %d×%[3]d board", i+1, s, n)
		case read.Queens[s.Row] == s.Col:
			return cells[i].Errorf("item %d: %v appears twice", i+1, s)
		}
		read.put(s, "")
	}
	return nil
}

// fractions reads pairs such as 1/4, a row and the column of its queen.
func (b bounds) fractions(cells []shape.Cell) ([]int, error) {
	rows := make([][]shape.Cell, len(cells))
	for i, c := range cells {
		row, col, ok := strings.Cut(c.Text, "/")
		if !ok {
			return nil, c.Errorf("%s in a list of pairs, want one such as 1/4", words.Excerpt(c.Text))
		}
		rows[i] = []shape.Cell{{Text: row, Line: c.Line, Col: c.Col}, {Text: col, Line: c.Line, Col: c.Col}}
	}
	return b.inOrder(rows, 1)
}

// facts returns the pairs of numbers in facts such as "queen(1,2) queen(2,4)", which solvers of answer
// set programs print, or nil. The others of fewer than three may stand on the next lines.
func facts(cells []shape.Cell) (rows [][]shape.Cell) {
	if len(cells) < 6 {
		return nil
	}
	name, _, _ := strings.Cut(cells[0].Text, "(")
	for pair := range slices.Chunk(cells, 2) {
		row, col := pair[0], pair[len(pair)-1]
		var isFirst, isLast bool
		row.Text, isFirst = strings.CutPrefix(row.Text, name+"(")
		col.Text, isLast = strings.CutSuffix(col.Text, ")")
		if !isFirst || !isLast || !shape.IsDigits(row.Text) || !shape.IsDigits(col.Text) {
			return nil
		}
		rows = append(rows, []shape.Cell{row, col})
	}
	return rows
}

// pairs reads pairs of numbers, if it is clear that they are squares: objects that name the row and the
// column, or pairs whose first numbers are those of the rows in order, on numbered lines or, from 1 on, in
// a line (1,3) (2,1).
func (b bounds) pairs(read *Reading, item *shape.Item) (err error) {
	from := 1
	switch {
	case item.Open == ':':
		return b.named(read, item.Rows)
	case item.Open == '=' && item.Rows[0][0].Text == "0":
		from = 0
	case item.Open != '=' && (item.Open != '(' || item.Inner):
		return errPairs
	}
	read.Queens, err = b.inOrder(item.Rows, from)
	return err
}

// inOrder reads pairs of which the first are the rows in order.
func (b bounds) inOrder(rows [][]shape.Cell, from int) ([]int, error) {
	cells := make([]shape.Cell, len(rows))
	for i, row := range rows {
		if v, ok := row[0].Integer(); !ok || v != i+from || len(rows) < 3 {
			return nil, errPairs
		}
		cells[i] = row[1]
	}
	open := byte(0)
	if from == 0 {
		open = '['
	}
	return b.vector(cells, open)
}

// named reads squares by rows and columns, from 0 if one of them is 0, or else from 1 if that makes the
// board no larger than the number of its queens.
func (b bounds) named(read *Reading, rows [][]shape.Cell) error {
	list, cells, least, most := make([]Square, len(rows)), make([]shape.Cell, len(rows)), MaxRows, 0
	for i, row := range rows {
		r, ok := row[0].Integer()
		c, also := row[1].Integer()
		if !ok || !also || min(r, c) < 0 {
			return row[0].Errorf("%s and %s for a square, want numbers for its row and column", words.Excerpt(row[0].Text), words.Excerpt(row[1].Text))
		}
		least, most = min(least, r, c), max(most, r, c)
		list[i], cells[i] = Square{r, c}, row[0]
	}
	if least > 0 {
		if n := max(b.n, len(rows)); most != n {
			return errors.New("rows and columns may count from 0 or from 1, want names of squares")
		}
		for i := range list {
			list[i] = Square{list[i].Row - 1, list[i].Col - 1}
		}
	}
	return b.place(read, list, cells)
}

// areFENFields reports whether a text has fields of a FEN or operations of EPD after the first field.
func areFENFields(text string) bool {
	f := strings.Fields(text)
	isFlags := func(text string) bool {
		return text == "-" || !strings.ContainsFunc(text, func(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' })
	}
	switch {
	case f[0] != "w" && f[0] != "b" || len(f) > 1 && !isFlags(f[1]):
		return false
	case len(f) < 3:
		return true
	case f[2] != "-" && !isSquareName(f[2]):
		return len(f) > 3 && (f[2] == "id" || len(f[2]) == 2 && f[2][0] == 'c' && shape.IsDigits(f[2][1:]))
	case strings.HasSuffix(text, ";"):
		return true
	}
	return len(f) == 3 || len(f) < 6 && shape.IsDigits(strings.Join(f[3:], ""))
}

// isFEN reports whether the part before the first slash may be of a FEN.
func isFEN(parts []shape.Cell) bool {
	return strings.Trim(parts[0].Text, "0123456789Qq ") == "" && strings.ContainsAny(parts[0].Text, "123456789Q")
}

// fen reads the piece placement of a FEN.
func (b bounds) fen(read *Reading, parts []shape.Cell) error {
	last := &parts[len(parts)-1]
	placement := last.Text
	if i := strings.IndexAny(placement, " \t"); i >= 0 {
		placement = placement[:i]
	}
	if fields := strings.TrimRight(last.Text[len(placement):], " \t"); fields != "" && !areFENFields(fields) {
		return fmt.Errorf(`the FEN goes on with %s, want fields such as "w - - 0 1" or none`, words.Excerpt(strings.TrimSpace(fields)))
	}
	if last.Text = placement; placement == "" && len(parts) > 1 {
		parts = parts[:len(parts)-1]
	}
	n := len(parts)
	if err := b.check(n); err != nil {
		return err
	}
	read.Queens = emptyRows(n)
	for i, rank := range parts {
		cols, err := parseRank(strings.TrimSpace(rank.Text), n)
		if err != nil {
			return fmt.Errorf("rank %d of the FEN %w", n-i, err)
		}
		for _, col := range cols {
			if col != Empty {
				read.put(Square{n - 1 - i, col}, "")
			}
		}
	}
	return nil
}

// parseRank reads one rank of a FEN and returns the columns of its first two queens. Consecutive digits
// are one number of empty squares or, if that does not give the rank n squares, one number each.
func parseRank(rank string, n int) (cols [2]int, err error) {
	none := [2]int{Empty, Empty}
	at, found := [2]int{}, [2][2]int{none, none} // by number, by digit; capped just beyond the last square
	for rest := rank; rest != ""; {
		after := strings.TrimLeft(rest, "0123456789")
		digits := rest[:len(rest)-len(after)]
		switch {
		case digits != "" && digits[0] != '0':
			number := 0
			for _, digit := range []byte(digits) {
				number = min(10*number+int(digit-'0'), n+1)
				at[1] = min(at[1]+cmp.Or(int(digit-'0'), n+1), n+1) // no run has 0 squares
			}
			at[0] = min(at[0]+number, n+1)
			rest = after
		case rest[0] != 'Q' && rest[0] != 'q':
			return none, fmt.Errorf("has %s, want Q or a number of empty squares", words.Excerpt(rest))
		default:
			for i := range at {
				if slot := slices.Index(found[i][:], Empty); slot >= 0 {
					found[i][slot] = at[i]
				}
				at[i] = min(at[i]+1, n+1)
			}
			rest = rest[1:]
		}
	}
	for i, squares := range at {
		if squares == n {
			return found[i], nil
		}
	}
	return none, fmt.Errorf("is %s, want %d squares, one for each rank", words.Excerpt(rank), n)
}

// boardWords are what stands before or beside a form: n=8 torus given=b4,d5 blocked=c1.
type boardWords struct {
	n              int // or -1
	torus          bool
	given, blocked []Square
	seen           []string
}

func (w *boardWords) add(cells []shape.Cell) (err error) {
	for _, c := range cells {
		name, value, _ := strings.Cut(c.Text, "=")
		if slices.Contains(w.seen, name) {
			return c.Errorf("%s: word %s appears twice", words.Excerpt(c.Text), words.Excerpt(name))
		}
		w.seen = append(w.seen, name)
		switch name {
		case "torus":
			w.torus = true
		case "given":
			w.given, err = squareList(value)
		case "blocked":
			w.blocked, err = squareList(value)
		default:
			w.n, err = strconv.Atoi(value)
			switch {
			case err != nil || strconv.Itoa(w.n) != value:
				err = errors.New(`want the size of the board, such as "n=8"`)
			case w.n < 0:
				err = fmt.Errorf("n = %d is negative", w.n)
			}
		}
		if err != nil {
			return c.Errorf("%s: %w", words.Excerpt(c.Text), err)
		}
	}
	return nil
}

func squareList(list string) (squares []Square, err error) {
	squares = make([]Square, 0, strings.Count(list, ",")+1)
	for name := range strings.SplitSeq(list, ",") {
		s, err := ParseSquare(name)
		if err != nil {
			return nil, err
		}
		squares = append(squares, s)
	}
	return squares, nil
}

// add adds the meaning of the words.
func (r *Reading) add(w *boardWords) error {
	n := len(r.Queens)
	r.Torus = w.torus
	r.Blocked = append(r.Blocked, w.blocked...)
	for _, squares := range [][]Square{w.given, w.blocked} {
		for _, s := range squares {
			if max(s.Row, s.Col) >= n {
				return fmt.Errorf("%v is off the %d×%[2]d board", s, n)
			}
		}
	}
	for _, s := range w.given {
		r.put(s, "")
	}
	if r.NoAnswer == nil && r.Answer == nil {
		r.Answer = r.Queens
	}
	return nil
}
