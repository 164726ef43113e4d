// Package reading says what the items of package shape mean, for boards without regions. It works on
// plain data, so that the library makes placements and boards of it, and a program that judges answers
// sees what no placement holds, such as two queens in one row.
//
// What cells are follows from counting, the first of these that fits:
//
//	an object        its "board" and its answers, by their names
//	a FEN            parts between slashes with Q, q and numbers
//	a diagram        n rows of n cells, all of them signs of queens, empty or blocked squares, or 0 and 1;
//	                 a letter that is no such sign is a queen if it stands once in each row
//	vectors          rows with other numbers than 0 and 1, each of them a placement
//	a flat diagram   n² cells of 0 and 1, with n ones, n at least 4
//	a size           a number of at most three digits by itself, where boards are read
//	digits           a number of at most nine digits, each of them a column
//	squares          names such as b1
//	a vector         numbers and signs of empty rows; in square brackets columns count from 0
//	pairs            (1,2) (2,4) …, if the first numbers are 1 to n; {0: 1, 1: 3 …} from 0 or 1 on;
//	                 objects with "row" and "col" or facts queen(1,2) queen(2,4) …, in any order
//	words            n=8, alone
//
// A number on a line above a diagram is its size, or which of the diagrams it is; a larger one below is
// a count. What can mean two things is refused, with an error that names both.
package reading

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// MaxRows is how many rows a placement has at most. No board has more squares blocked than mostBlocked.
const (
	MaxRows     = 1 << 27
	mostBlocked = 64 * 64
)

// Empty is the column of a row without a queen.
const Empty = -1

// A Square is a row and a column, from 0.
type Square struct{ Row, Col int }

// String returns the name of a square.
func (s Square) String() string {
	var name [24]byte
	return string(strconv.AppendInt(shape.AppendFile(name[:0], s.Col), int64(s.Row)+1, 10))
}

// An Attack says that two queens attack each other. That is a fault of a placement and not of its text.
type Attack struct {
	Queens [2]Square
	Hint   string // for who reads the text otherwise
}

func (a *Attack) Error() string {
	return fmt.Sprintf("%v and %v attack each other%s", a.Queens[0], a.Queens[1], a.Hint)
}

// A Reading is what a text says about a board. Its errors that are an [Attack] are those of queens in
// one row.
type Reading struct {
	Queens  []int // the column of the queen in each row
	Blocked []Square
	Torus   bool
	Answer  []int // beside the board, or the queens
	Beside  bool  // the answer stands beside the board
	Line    int
	Object  *shape.Node // that has it
	IsSize  bool        // it is nothing but a size, or a diagram without queens

	NoBoard  error // why there is no board, or nil: it cannot be read, or its queens are an Attack
	NoAnswer error // why there is no answer, or nil: an Attack, or none beside the board of an object
}

// Limits restrict what is read.
type Limits struct {
	Rows  int
	Bytes int  // of a line or a value
	Sizes bool // a number is the size of a board
}

var (
	errNull   = errors.New("null stands for no solution, so there is no board")
	errPairs  = errors.New(`pairs of numbers may be squares or columns, want squares such as "b1 d2" or columns such as [1,3,0,2]`)
	errNoSize = errors.New(`words without the size of the board, want "n=8" or a placement with them`)

	ErrNone    = errors.New("no board in the text")
	errSeveral = errors.New("more than one board in the text")
)

// Read yields what a stream says, one board after another.
func Read(in io.Reader, l Limits) iter.Seq2[*Reading, error] {
	return newReader(shape.NewReader(in, false, l.Bytes), l).all
}

// One returns what a text with one board says.
func One(text string, l Limits) (*Reading, error) {
	r := newReader(shape.NewText(text, 1, false, l.Bytes), l)
	return only(r.all, func(found *Reading) int { return found.Line })
}

// only returns what an iterator yields if that is one value. A second one is an error at its line.
func only[T any](all iter.Seq2[*T, error], line func(*T) int) (found *T, err error) {
	for next, err := range all {
		if err == nil && found != nil {
			err = &shape.Error{Line: line(next), Err: errSeveral}
		}
		if err != nil {
			return nil, err
		}
		found = next
	}
	if found == nil {
		return nil, &shape.Error{Line: 1, Err: ErrNone}
	}
	return found, nil
}

// A source is a sequence of items, of which one can be looked at before it is taken.
type source struct {
	next  func() *shape.Item // nil at the end
	ahead *shape.Item
}

func (s *source) peek() *shape.Item {
	if s.ahead == nil {
		s.ahead = s.next()
	}
	return s.ahead
}

func (s *source) take() *shape.Item {
	item := s.peek()
	s.ahead = nil
	return item
}

// A reader makes readings of items, some of which belong together: words and what follows, a number and
// the diagram below it.
type reader struct {
	Limits
	items *shape.Reader
	drawn int // rows of the diagram that has just been read, or 0
	count int // of diagrams
	source
	faults
}

func newReader(items *shape.Reader, l Limits) *reader {
	return &reader{Limits: l, items: items, source: source{next: items.Next}}
}

// all yields the readings. Each error is a [shape.Error].
func (r *reader) all(yield func(*Reading, error) bool) {
	for item := r.take(); item != nil; item = r.take() {
		w := &boardWords{n: -1}
		item, err := r.joined(item, w)
		if item == nil {
			continue // a note
		}
		line := item.Line
		if err != nil {
			if r.drawn = 0; !r.repeats(err) && !yield(&Reading{Line: line}, at(line, err)) {
				return
			}
			continue
		}
		if _, _, isNumber := loneNumber(item); isNumber || item.Open == 'a' {
			r.read = true // a size, if not a placement
		}
		if r.drawn = 0; isDrawn(item) {
			r.drawn = len(item.Rows)
			r.count++
		}
		for read, err := range r.item(item, w) {
			if read == nil {
				read = new(Reading)
			}
			if read.Line = line; err != nil {
				r.drawn = 0
			}
			if !r.repeats(err) && !yield(read, at(line, err)) {
				return
			}
		}
	}
}

// joined returns an item with the words before it, or the diagram below a number. It returns nil for a
// number that says how many boards there are.
func (r *reader) joined(item *shape.Item, w *boardWords) (*shape.Item, error) {
	err := item.Err
	if err == nil && item.Words != nil {
		err = w.add(item.Words)
	}
	if err != nil {
		return item, err
	}
	for item.Shape == shape.Words {
		next := r.peek()
		if next == nil || next.Apart || next.Err != nil || w.n >= 0 && !isDrawn(next) {
			if w.n < 0 {
				return item, errNoSize
			}
			return item, nil
		}
		line := item.Line
		item = r.take()
		item.Line = line
		if err = w.add(item.Words); err != nil {
			return item, err
		}
	}
	number, text, ok := loneNumber(item)
	if !ok || w.n >= 0 || len(text) > 3 && shape.IsPermutation(text) { // a vector, whatever the next line is
		return item, nil
	}
	switch next := r.peek(); {
	case next != nil && isDrawn(next):
		r.take()
		if rows := len(next.Rows); number != rows && number != r.count+1 {
			return item, fmt.Errorf("%d above a board of %s may be its size or its number, want neither or both right", number, words.Plural(rows, "row"))
		}
		return next, w.add(next.Words)
	case r.drawn > 0 && len(text) != r.drawn:
		if number <= 64 || shape.IsPermutation(text) {
			return item, fmt.Errorf(`%d behind a board may be a size, columns or a number of boards, want "n=%[1]d" or columns with spaces between`, number)
		}
		return nil, nil
	}
	return item, nil
}

// isDrawn reports whether an item is a board in lines.
func isDrawn(item *shape.Item) bool {
	return item.Shape == shape.Grid && item.Drawn && len(item.Rows) > 1 && item.Err == nil
}

// loneNumber returns the number that is all of a line.
func loneNumber(item *shape.Item) (n int, text string, ok bool) {
	switch {
	case item.Err != nil || !item.Drawn:
		return 0, "", false
	case item.Shape == shape.List && len(item.Cells) == 1:
		text = item.Cells[0].Text
	case item.Shape == shape.Grid && len(item.Rows) == 1:
		text = item.Rows[0][0].Text
	}
	if !shape.IsDigits(text) {
		return 0, "", false
	}
	n, err := strconv.Atoi(text)
	return n, text, err == nil
}

// areDigitWords reports whether cells are several placements, each as a word of at least four digits.
func areDigitWords(cells []shape.Cell) bool {
	isOther := func(c shape.Cell) bool {
		return len(c.Text) < 4 || len(c.Text) > 9 || len(c.Text) != len(cells[0].Text) || !shape.IsPermutation(c.Text)
	}
	return len(cells) > 1 && len(cells[0].Text) > 3 && !slices.ContainsFunc(cells, isOther)
}

// faults tells errors that say again what was wrong before anything could be read, for a whole text is worth
// one sentence.
type faults struct {
	sentence string
	read     bool // something
}

// repeats notes an error, and reports whether only the values in it are new.
func (f *faults) repeats(err error) bool {
	if f.read = f.read || err == nil || errors.As(err, new(*tooLarge)); f.read {
		return false
	}
	quoted := false
	sentence := strings.Map(func(r rune) rune {
		if quoted = quoted != (r == '"'); quoted || r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, unlined(err).Error())
	if sentence == f.sentence {
		return true
	}
	f.sentence = sentence
	return false
}

// at adds the line to an error that does not name one.
func at(line int, err error) error {
	if err == nil || errors.As(err, new(*shape.Error)) {
		return err
	}
	return &shape.Error{Line: line, Err: err}
}

// unlined returns an error without its line.
func unlined(err error) error {
	if lined, ok := errors.AsType[*shape.Error](err); ok {
		return lined.Err
	}
	return err
}

// item yields the readings of an item: several for the rows of a list, or for an object with answers.
func (r *reader) item(item *shape.Item, w *boardWords) iter.Seq2[*Reading, error] {
	return func(yield func(*Reading, error) bool) {
		b := bounds{w.n, r.Rows}
		if rows := numbered(item); rows != nil {
			item.Shape, item.Open, item.Rows = shape.Pairs, '=', rows
		}
		switch {
		case item.Shape == shape.Object:
			r.object(item.Node, yield)
			return
		case item.Shape == shape.List && areDigitWords(item.Cells):
			item.Shape, item.Rows, item.Open = shape.Grid, make([][]shape.Cell, len(item.Cells)), 0
			for i, c := range item.Cells {
				item.Rows[i] = letters(c)
			}
		case item.Shape != shape.Grid || !areVectors(item.Rows):
			read, err := r.one(item, b)
			if err == nil {
				err = read.add(w)
			}
			yield(read, err)
			return
		}
		isZero := func(c shape.Cell) bool { return c.Text == "0" }
		if i := slices.IndexFunc(item.Rows, func(row []shape.Cell) bool { return slices.ContainsFunc(row, isZero) }); i >= 0 && item.Drawn {
			item.Rows = item.Rows[i : i+1] // lines of numbers from 0 are worth one error
		}
		for _, row := range item.Rows {
			p, err := b.vector(row, item.Open)
			read := &Reading{Queens: p}
			if err == nil {
				err = read.add(w)
			}
			if !yield(read, err) {
				return
			}
		}
	}
}

// numbered returns the names and values of an object if all are numbers, as in a dict of Python, or nil.
func numbered(item *shape.Item) (rows [][]shape.Cell) {
	if item.Shape != shape.Object {
		return nil
	}
	for i, key := range item.Node.Keys {
		value := item.Node.Kids[i]
		if _, ok := value.Integer(); !ok || value.Open != 0 || !shape.IsDigits(key.Text) {
			return nil
		}
		rows = append(rows, []shape.Cell{key, value.Cell})
	}
	return rows
}

// one reads an item that is one board.
func (r *reader) one(item *shape.Item, b bounds) (read *Reading, err error) {
	read = new(Reading)
	switch item.Shape {
	case shape.Words:
		if err = b.checkRows(b.n, 0); err == nil {
			read.Queens, read.IsSize = emptyRows(b.n), true
		}
	case shape.Grid:
		if err = b.grid(read, item.Rows); item.Walls != nil && len(item.Rows) > 1 {
			err = errors.New("the lines divide the board into regions, want one without")
		}
		read.IsSize = read.NoAnswer == nil && !slices.ContainsFunc(read.Queens, func(col int) bool { return col != Empty })
	case shape.Code:
		if rows := r.items.RowsOf(item.Cells); rows != nil && !isFEN(item.Cells) {
			err = b.grid(read, rows)
		} else {
			err = b.fen(read, item.Cells)
		}
	case shape.Pairs:
		err = b.pairs(read, item)
	case shape.List:
		err = r.list(read, item, b)
	default:
		if err = errors.New("lists within lists are not a board: want a vector, squares, a FEN or a diagram"); item.Open == '(' {
			err = errPairs
		}
	}
	return read, err
}

// list reads a list of cells.
func (r *reader) list(read *Reading, item *shape.Item, b bounds) (err error) {
	cells, first := item.Cells, ""
	if len(cells) > 0 {
		first = cells[0].Text
	}
	_, _, isNumber := loneNumber(item)
	rows := facts(cells)
	switch {
	case item.Words != nil && item.Open == 0 && !isVector(cells) && !startsSquare(first):
		return fmt.Errorf("%s: unknown word", words.Excerpt(joined(cells)))
	case isNull(first) && len(cells) == 1:
		return errNull
	case item.Open == 'a' && !(r.Sizes && isSize(first)):
		return fmt.Errorf("%s, want a string with a board, an array of columns, or an object", words.Excerpt(first))
	case (isNumber || item.Open == 'a') && r.Sizes && isSize(first) && b.n < 0:
		n, _ := strconv.Atoi(first)
		if read.Queens, read.IsSize = emptyRows(n), true; n == 1 {
			read.Answer = []int{0} // it is the column of the only queen, too
		}
		return b.checkRows(n, 0)
	case item.Open == 0 && len(cells) == 1 && shape.IsDigits(first):
		if len(first) > 9 {
			return fmt.Errorf("%s is one item of %d digits, want at most 9 or spaces between the columns", words.Excerpt(first), len(first))
		}
		read.Queens, err = b.vector(letters(cells[0]), 0)
	case rows != nil:
		return b.named(read, rows)
	case isSquareName(first) || item.Open == 0 && len(cells) > 0 && startsSquare(first):
		err = b.squares(read, cells)
	case isFlat(cells, item.Open):
		return b.grid(read, shape.Square(cells))
	case strings.Contains(first, "/"):
		read.Queens, err = b.fractions(cells)
	case isVector(cells) || item.Open != 0 && (len(cells) == 0 || !isSign(first)):
		read.Queens, err = b.vector(cells, item.Open)
	case len(cells) == 1 && isSign(first):
		return b.grid(read, [][]shape.Cell{cells})
	default:
		err = notBoard(cells)
	}
	return err
}

// notBoard says why a list of cells is no board.
func notBoard(cells []shape.Cell) error {
	for _, c := range cells {
		if !isSign(c.Text) {
			return fmt.Errorf("%s is not a board: want a vector, squares, a FEN or a diagram", words.Excerpt(joined(cells)))
		}
	}
	return fmt.Errorf("1 row of %s, want as many rows as squares", words.Plural(len(cells), "square"))
}

func isNull(text string) bool { return text == "null" || text == "None" }

// isSize reports whether a text is a decimal number of up to three digits.
func isSize(text string) bool {
	return len(text) <= 3 && shape.IsDigits(text) && (text[0] != '0' || text == "0")
}

// isFlat reports whether cells are all squares of a board, row by row. An array of them must have as many
// queens as rows, because it could be columns.
func isFlat(cells []shape.Cell, open byte) bool {
	rows := shape.Square(cells)
	if len(rows) < 3 || !shape.Binary(cells) {
		return false
	}
	ones := 0
	for _, c := range cells {
		if symbol(c.Text).kind == 'Q' {
			ones++
		}
	}
	return open != '[' || len(rows) > 3 && ones == len(rows)
}

func isSign(text string) bool { return symbol(text).kind != 0 }

// joined returns the cells as they stood beside each other, or with blanks between longer ones.
func joined(cells []shape.Cell) string {
	var text strings.Builder
	for i, c := range cells {
		if i > 0 && (len(c.Text) > 4 || int(c.Col) > int(cells[i-1].Col)+len(cells[i-1].Text)) {
			text.WriteByte(' ')
		}
		if text.WriteString(c.Text); text.Len() > 1<<10 {
			break
		}
	}
	return text.String()
}
