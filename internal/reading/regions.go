package reading

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// A Division is what a text says about a board that is divided into regions. Whether its queens
// may stand where they do has not been checked.
type Division struct {
	Regions        [][]int // by row, the number of the region of each square, from 0 to n-1
	Given, Blocked []Square
	Line           int
	Object         *shape.Node // that has it, or nil
}

// Divisions yields what a stream says, one board after another. Each error is a [shape.Error].
// What cells are follows from the shape of an item, the first of these that fits:
//
//	an object      its regions, by their names or by their squares, and what it says beside them
//	a code         a link, a file of pzpr, Star Battle notation, or rows between slashes
//	a drawing      lines around regions, with letters, queens and crosses in them, or without
//	a grid         n rows of n names, of n different ones: letters, numbers, colours or words
//	all squares    n² names on one line, n at least 4, or n² letters with nothing between, n at least 3
//	a size         a number, or a number and that of the stars, on lines above a grid
//	marks          a grid of queens, crosses and empty squares, behind a board
//	words          given=b4 and blocked=c1, behind a board, also in a line by themselves
//
// A number that is neither the size of what follows nor part of it, and more than one star in a
// row, however that is said, are errors.
func Divisions(in io.Reader, l Limits) iter.Seq2[*Division, error] {
	return newDivider(shape.NewReader(in, true, l.Bytes), l).all
}

// OneDivision returns what a text with one board says.
func OneDivision(text string, l Limits) (*Division, error) {
	d := newDivider(shape.NewText(text, 1, true, l.Bytes), l)
	return only(d.all, func(found *Division) int { return found.Line })
}

// A divider makes divisions of items, some of which belong together.
type divider struct {
	rows  int // of the largest board
	items *shape.Reader
	inner bool // the items are those of a value in an object
	source
	faults
}

func newDivider(items *shape.Reader, l Limits) *divider {
	return &divider{rows: l.Rows, items: items, source: source{next: items.Next}}
}

func (r *divider) all(yield func(*Division, error) bool) {
	for item := r.take(); item != nil; item = r.take() {
		if item.Shape == shape.Object && item.Err == nil {
			if !r.object(item, yield) {
				return
			}
			continue
		}
		line := item.Line
		d, err := r.board(item)
		for isLines(item) && belongs(r.peek(), item) {
			if more := r.take(); err == nil {
				err = d.extend(more)
			}
		}
		if err != nil {
			d = nil
		} else {
			d.Line = line
		}
		if !r.repeats(err) && !yield(d, at(line, err)) {
			return
		}
	}
}

// isLines reports whether an item is rows in lines. Behind others nothing belongs to them, so
// that a board of one line is yielded before the next line is there.
func isLines(item *shape.Item) bool {
	if !item.Drawn || item.Shape != shape.Grid {
		return false
	}
	last := item.Rows[len(item.Rows)-1]
	return len(item.Rows) == 1 || last[0].Line > item.Rows[0][0].Line
}

// isSquare reports whether an item is a line with one square.
func isSquare(item *shape.Item) bool {
	isOne := item.Shape == shape.List && len(item.Cells) == 1 && utf8.RuneCountInString(item.Cells[0].Text) == 1
	return item.Drawn && (isOne || item.Shape == shape.Grid && len(item.Rows) == 1)
}

// column passes the lines with one square below such a line, which are no boards, and returns
// how many there are with the first.
func (r *divider) column() (rows int) {
	for rows = 1; r.peek() != nil && !r.peek().Apart && isSquare(r.peek()); rows++ {
		r.take()
	}
	return rows
}

// belongs reports whether an item belongs to the rows before it: words, or marks.
func belongs(next, rows *shape.Item) bool {
	if next == nil {
		return false
	}
	if next.Shape == shape.Words {
		return !slices.ContainsFunc(next.Words, isSizeWord)
	}
	return len(rows.Rows) > 1 && areMarks(next)
}

func isSizeWord(c shape.Cell) bool { return strings.HasPrefix(c.Text, "n=") }

// extend adds words or marks behind a board.
func (d *Division) extend(more *shape.Item) error {
	switch {
	case more.Err != nil:
		return more.Err
	case more.Shape == shape.Words:
		return d.addWords(more.Words)
	}
	return d.addMarks(more.Rows)
}

// starsIn returns the number of stars in a heading, "2 stars" or "Stars per row: 2", or "".
func starsIn(note string) string {
	colon := strings.LastIndexByte(note, ':')
	count := strings.TrimSpace(note[colon+1:])
	for i := range note {
		for _, name := range []string{"★", "⭐", "stars", "star", "Stars", "Star"} {
			after, ok := strings.CutPrefix(note[i:], name)
			if !ok {
				continue
			}
			before := strings.TrimRight(note[:i], " ")
			number := before[len(strings.TrimRight(before, "0123456789")):]
			if r, _ := utf8.DecodeRuneInString(after); number != "" && !unicode.IsLetter(r) {
				return number
			}
			if i < colon && name[len(name)-1] == 's' && shape.IsDigits(count) {
				return count
			}
		}
	}
	return ""
}

// board reads an item that is a board.
func (r *divider) board(item *shape.Item) (d *Division, err error) {
	if item.Err != nil {
		return nil, item.Err
	}
	for _, note := range item.Notes {
		if number := starsIn(note); number != "" {
			if err := checkStars(number); err != nil {
				return nil, err
			}
		}
	}
	if _, _, isNumber := loneNumber(item); isSquare(item) && !isNumber {
		if rows := r.column(); rows > 1 {
			return nil, fmt.Errorf("%d rows of 1 square, want as many rows as squares", rows)
		}
	}
	named := item.Words
	switch item.Shape {
	case shape.Words:
		if named[0].Text != "n=0" {
			return nil, named[0].Errorf("%s without a board before it", words.Excerpt(named[0].Text))
		}
		d, named = new(Division), named[1:]
	case shape.Grid:
		d, err = r.grid(item)
	case shape.List:
		d, err = r.squares(item)
	case shape.Code:
		d, err = r.code(item.Cells)
	case shape.Pairs:
		err = fmt.Errorf("row 1 has 2 squares, but there %s", areRows(len(item.Rows)))
	default:
		err = errors.New("lists within lists that are not the rows of a square")
	}
	if err != nil {
		return nil, err
	}
	return d, d.addWords(named)
}

// grid reads a grid of names, below its size and the number of stars if they are there.
func (r *divider) grid(item *shape.Item) (*Division, error) {
	above := item.Above
	if number, _, ok := loneNumber(item); ok && len(item.Rows) == 1 {
		next := r.peek()
		if next == nil || next.Shape != shape.Grid || !next.Drawn || next.Err != nil || len(next.Rows) == 1 {
			return nil, item.Rows[0][0].Errorf("only the number %d, want regions", number)
		}
		above = append(above, item.Rows[0][0])
		*item = *r.take()
		above = append(above, item.Above...)
	}
	n := len(item.Rows)
	if c := item.Rows[0][0]; n == 1 && item.Drawn && utf8.RuneCountInString(c.Text) > 1 {
		return nil, c.Errorf("only %s, want rows of names", words.Excerpt(c.Text))
	}
	for i, c := range above {
		switch {
		case i == 0 && c.Text != strconv.Itoa(n):
			return nil, c.Errorf("size %s, but there %s", c.Text, areRows(n))
		case i == 1 && len(above) > 1 && c.Text == above[0].Text && len(item.Above) > 0 && c.Line == item.Above[0].Line: // of rows and of columns
		case i > 0:
			if err := checkStars(c.Text); err != nil {
				return nil, err
			}
		}
	}
	if item.Walls != nil {
		return r.drawing(item.Rows, item.Walls)
	}
	if isEmpty := func(c shape.Cell) bool { return c.Text != "" && c.Text != "0" && markOf(c.Text) == '.' }; item.Drawn && areMarks(item) &&
		slices.ContainsFunc(item.Rows, func(row []shape.Cell) bool { return slices.ContainsFunc(row, isEmpty) }) {
		return nil, errors.New("a grid of queens without a board before it")
	}
	return r.divide(item.Rows)
}

// squares reads all squares of a board in one list.
func (r *divider) squares(item *shape.Item) (*Division, error) {
	cells := item.Cells
	switch {
	case len(cells) == 0 && r.inner:
		return new(Division), nil
	case len(cells) == 0:
		return nil, errors.New("an empty list is not a board")
	case item.Open == 'a' || isNull(cells[0].Text):
		return nil, cells[0].Errorf("%s is not a board", words.Excerpt(cells[0].Text))
	case len(cells) == 1 && len(cells[0].Text) > 2:
		cells = letters(cells[0])
	}
	rows := shape.Square(cells)
	isSeparate := len(cells) > 1 && (item.Open != 0 || int(cells[1].Col) > int(cells[0].Col)+len(cells[0].Text))
	mayBeRow := !r.inner && (len(rows) == 2 || len(rows) == 3 && isSeparate)
	if rows == nil || len(rows) == 1 && len(cells[0].Text) > 1 || mayBeRow {
		return nil, cells[0].Errorf("1 row of %s, want as many rows as squares", words.Plural(len(cells), "square"))
	}
	return r.divide(rows)
}

// areRows returns "is 1 row" or "are 3 rows".
func areRows(rows int) string {
	if rows == 1 {
		return "is 1 row"
	}
	return fmt.Sprintf("are %d rows", rows)
}

// checkStars returns an error if a puzzle does not have one star in each row.
func checkStars(text string) error {
	stars, err := strconv.Atoi(strings.TrimSpace(text))
	switch {
	case err != nil:
		return fmt.Errorf("%s for the number of stars", words.Excerpt(text))
	case stars != 1:
		return fmt.Errorf("puzzle of %s a row, want 1", words.Plural(stars, "star"))
	}
	return nil
}
