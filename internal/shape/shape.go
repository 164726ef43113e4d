// Package shape cuts a text into items and says what shape each of them has: a list, a grid, pairs,
// an object, a line in a notation of its own, or words. What stands around the cells is taken away:
// brackets of any kind, separators, frames and rules, quotation marks, headings, names of ranks and
// files, comments. It does not know what cells mean, only that a board is a square.
//
// A text is first cut into pieces: lines, and values in brackets or quotation marks, which may take
// several lines and stand in lists. Pieces that belong together, such as the lines of a diagram, make
// an item. Only one item is in memory at a time. Where a piece could be several things, it is the
// first of these that fits:
//
//	a value in brackets or quotation marks
//	  object   it has names
//	  text     it is a string; what stands in it is the item
//	  grid     n lists of n cells, or n strings of n characters
//	  pairs    lists of two numbers, or objects that name a row and a column
//	  list     it has cells only; n rows of n² cells are n lists
//	  tree     other lists of lists
//	lines
//	  words    nothing but n=8, torus, given=b4, blocked=c1; beside others they belong to these
//	  code     slashes between the parts of a line; Star Battle notation; a file of pzpr
//	  heading  "Solution 1:", "Solution 1", "Qs =", which stand above an item as its notes
//	  label    "Solution 1:", "2." or "(3)" before an item, which is another note; if the lines of an
//	           item are numbered one after another, "Row 1: . Q", these are the numbers of its rows
//	  program  code of a program or a web page, which is an error
//	  drawing  n rows of n squares between lines of + and -, with walls where lines are left out
//	  grid     n rows of n cells, between bars, commas, blanks or nothing, with or without ranks at
//	           both sides and files above and below; of one symbol among blanks, in columns of the
//	           same width
//	  vector   numbers, or numbers and dots; with Rows they are a row of a grid
//	  squares  names such as b1, also one a line or behind a comma at the end of a line
//	  list     other cells on one line
//
// Lines alike are one grid if they make a square, never a list each. Two grids are apart by an empty
// line, if there is none between the rows, by a heading or dashes, or because the first is full. What
// is none of these is one item with an error, not one for each line.
package shape

import (
	"fmt"
	"math"
	"strings"
)

// A Shape is what a piece of text looks like.
type Shape byte

const (
	None   Shape = iota // of an item that cannot be read
	Words               // "n=8 torus", alone
	List                // cells on one line, or in one pair of brackets
	Grid                // n rows of n cells
	Pairs               // lists of two cells
	Object              // names and values
	Tree                // lists in lists that are none of these
	Code                // a line with slashes, a link, "5x1.AAB…"
)

// An Item is one piece of a text. It has an error and no shape, or what its shape says: words, the cells
// of a list or a code, the n rows of n cells of a grid, one row of two cells or more of pairs, or a node. Only
// a list in brackets may be empty. A cell may have no text.
type Item struct {
	Shape Shape
	Line  int      // on which it begins, from 1 on
	Apart bool     // there is an empty line before it
	Drawn bool     // it is made of lines, and not of brackets
	Inner bool     // it stands in a list
	Open  byte     // the bracket around the list or its rows, '=' of a variable, ';' between rows, 'a' of a lone word
	Notes []string // headings above it
	Words []Cell   // such as n=8, on the same line
	Above []Cell   // numbers on lines of their own above a grid, if numbers are rows
	Cells []Cell   // of a list or a code
	Rows  [][]Cell // of a grid, from rank 1 on, or pairs
	Walls []bool   // of a drawing: for each square whether there is none on its right, then below
	Node  *Node    // of an object or a tree
	Err   error    // why it cannot be read
}

// fail makes an item the error at a line.
func (item *Item) fail(line int, format string, args ...any) []*Item {
	item.Shape, item.Err = None, &Error{line, fmt.Errorf(format, args...)}
	return []*Item{item}
}

// A Cell is a piece of text and where it stands: its line and its byte of the line, both from 1 on.
type Cell struct {
	Text      string
	Line, Col int32
}

// Missing is the text of a cell where nothing stands on one side of a comma.
const Missing = ","

// An Error is what is wrong with the text at a line.
type Error struct {
	Line int
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an error at the line of a cell.
func (c Cell) Errorf(format string, args ...any) error {
	return &Error{int(c.Line), fmt.Errorf(format, args...)}
}

// Integer reads an integer as people and NumPy write it, "-1", "0.", "1.0".
func (c Cell) Integer() (v int, ok bool) {
	text := c.Text
	if len(text) == 1 {
		return int(text[0] - '0'), text[0] >= '0' && text[0] <= '9'
	}
	digits := strings.TrimPrefix(text, "-")
	if i := strings.IndexByte(digits, '.'); i > 0 && strings.Trim(digits[i+1:], "0") == "" {
		digits = digits[:i]
	}
	if digits == "" || len(digits) > 10 || digits[0] == '0' && len(digits) > 1 {
		return 0, false
	}
	for _, d := range []byte(digits) {
		if d < '0' || d > '9' {
			return 0, false
		}
		v = 10*v + int(d-'0')
	}
	if text[0] == '-' {
		return -v, v > 0
	}
	return v, true
}

// isNumber reports whether a cell has a natural number.
func (c Cell) isNumber() bool {
	v, ok := c.Integer()
	return ok && v >= 0
}

// Square returns the rows of n² cells, or nil.
func Square(cells []Cell) (rows [][]Cell) {
	n := int(math.Sqrt(float64(len(cells))))
	if n*n != len(cells) {
		return nil
	}
	for i := range n {
		rows = append(rows, cells[i*n:(i+1)*n:(i+1)*n])
	}
	return rows
}

// Binary reports whether all cells are 0 or 1, or words for them, with a 0 among them.
func Binary(cells []Cell) bool {
	zero := false
	for i := range cells {
		switch cells[i].Text {
		case "0", "0.", "0.0", "false", "False", "FALSE":
			zero = true
		case "1", "1.", "1.0", "true", "True", "TRUE":
		default:
			return false
		}
	}
	return zero
}
