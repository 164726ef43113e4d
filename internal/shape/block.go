package shape

import (
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/queens/internal/words"
)

// A block is rows, one below another.
type block struct {
	pieces []piece
	width  int  // of the longest line
	rows   int  // that are no rules
	first  int  // the index of the first row that names nothing
	drop   bool // what goes on like it, rather than make lists of it
}

// newBlock returns the block of one piece, with room for more.
func newBlock(p piece, room []piece) block {
	b := block{pieces: room[:0], first: -1}
	b.add(p)
	return b
}

func (b *block) add(p piece) {
	if p.kind == row {
		b.rows++
		if b.first < 0 && p.names() == 0 {
			b.first = len(b.pieces)
		}
	}
	b.pieces, b.width = append(b.pieces, p), max(b.width, len(p.text))
}

// isFull reports whether there are as many rows as squares in the first.
func (b *block) isFull() bool {
	squares := 0
	if b.first >= 0 {
		cells := b.pieces[b.first].row()
		if squares = len(cells); squares > 1 && cells[0].isNumber() && !cells[1].isNumber() {
			squares--
		}
	}
	return b.rows >= max(squares, 1)
}

// isLong reports whether there are more rows than any board of their width has.
func (b *block) isLong() bool {
	if p := &b.pieces[0]; p.kind == value {
		count := len(p.node.Row())
		return count > 2 && len(b.pieces) > 2*count
	}
	return len(b.pieces) > 2*b.width+8
}

// isDivided reports whether the last of the rows is a line between two boards without bars.
func (b *block) isDivided() bool {
	last := len(b.pieces) - 1
	if b.pieces[last].kind != rule || b.pieces[0].kind != row || last < 2 || len(b.pieces[0].chars()) != last {
		return false
	}
	if last > 3 && b.pieces[1].kind == rule && b.pieces[3].kind == rule {
		return false // there is a rule between all rows
	}
	return !slices.ContainsFunc(b.pieces, func(p piece) bool { return strings.Contains(p.text, "|") })
}

// goesOn reports whether a piece belongs to the rows above it.
func (b *block) goesOn(r *Reader, p *piece) bool {
	first, above := &b.pieces[0], &b.pieces[len(b.pieces)-1]
	if p.label != nil && !p.label.follows(above.label) || p.label == nil && len(b.pieces) > 1 && first.label != nil && above.label != nil && p.names() == 0 {
		return false
	}
	if first.kind == value || p.kind == value {
		return p.kind == value && first.kind == value && (!p.apart || len(p.node.Row()) > 2 && b.isSpaced(p)) && p.node.Open == first.node.Open &&
			len(p.node.Row()) == len(first.node.Row()) && (len(r.ahead) == 0 || r.mayBeRow(p.node))
	}
	if p.apart && p.kind != value && b.isSpaced(p) {
		return true
	}
	if p.apart || p.words != nil && strings.TrimSpace(above.text) != "" {
		return false
	}
	switch p.kind {
	case row:
		if text := strings.TrimSpace(p.text); r.Rows && isLone(text) { // the size of the next board
			last := strings.TrimSpace(above.text)
			return utf8.RuneCountInString(last) == len(text) || isLone(last)
		}
		return first.kind != vector || first.names() > 2 || first.isPair() && p.isPair()
	case rule:
		return above.kind != rule || !b.isFull()
	case heading:
		return above.kind == heading
	case vector, squares:
		if first.isPair() && p.isPair() {
			return true
		}
		return isSparse(first.text) && isSparse(p.text) && (len(b.pieces) > 1 || indent(p.text) != indent(first.text)) ||
			p.names() > 0 && p.names() == b.rows ||
			b.rows > 0 && !b.isFull() && len(p.row()) == len(above.row())
	}
	return false
}

// isSpaced reports whether there is an empty line between each of the rows and the next, which is alike. A row
// that may be all squares of a board is one.
func (b *block) isSpaced(p *piece) bool {
	last := &b.pieces[len(b.pieces)-1]
	if len(b.pieces) > 1 && !last.apart {
		return false
	}
	cells := b.pieces[0].row()
	if p.names() > 0 && p.names() == b.rows {
		return len(b.pieces) == b.rows && len(b.pieces) > 1
	}
	return p.kind == last.kind && (p.kind == row || p.kind == value) && p.words == nil && len(cells) > 1 &&
		b.rows < len(cells) && len(p.row()) == len(cells) && !areFlat([][]Cell{cells})
}

// isPair reports whether a line has two numbers.
func (l line) isPair() bool {
	count, inside := 0, false
	for i := range len(l.text) {
		isDigit := classes[l.text[i]] == digit
		if isDigit && !inside {
			count++
		}
		inside = isDigit
	}
	return count == 2 && l.only(digit|blank|comma)
}

// areColumns reports whether all numbers are columns of a board of two rows.
func areColumns(rows [][]Cell) bool {
	isOther := func(c Cell) bool { v, _ := c.Integer(); return v != 1 && v != 2 }
	return !slices.ContainsFunc(slices.Concat(rows...), isOther)
}

// areNumbers reports whether rows of the same length have two numbers each.
func areNumbers(rows [][]Cell) bool {
	isOther := func(row []Cell) bool { return !row[0].isNumber() || !row[1].isNumber() }
	return len(rows[0]) == 2 && !slices.ContainsFunc(rows, isOther)
}

// areLone reports whether all lines are one character without white space around it: boards of one square.
func areLone(pieces []piece) bool {
	return !slices.ContainsFunc(pieces, func(p piece) bool {
		return p.kind != row || p.has&(blank|bar) != 0 || utf8.RuneCountInString(p.text) != 1
	})
}

// isHead reports whether a line has only one or two numbers of one or two digits.
func (l line) isHead() bool {
	numbers := l.fields()
	return l.only(digit|blank) && len(numbers) < 3 && !slices.ContainsFunc(numbers, func(c Cell) bool { return !isLone(c.Text) })
}

// isLone reports whether a line has nothing but a number of one or two digits.
func isLone(text string) bool { return len(text) < 3 && strings.Trim(text, digits) == "" }

func indent(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }

// block makes items of rows, one below another, that begin with a piece.
func (r *Reader) block(p piece) {
	b := newBlock(p, r.room)
	over := false
	for b.goesOn(r, r.peek()) {
		if over = b.isLong(); over {
			break
		}
		if b.add(r.take()); b.isDivided() {
			b.pieces = b.pieces[:len(b.pieces)-1]
			break
		}
	}
	next, last := r.peek(), &b.pieces[len(b.pieces)-1]
	last.blanks = last.blanks || next.blanks
	if next.kind == wrong && next.fatal && p.kind == value {
		return // which breaks off
	}
	items := r.shape(&b, over)
	if r.room = nil; cap(b.pieces) <= 128 {
		r.room = b.pieces
	}
	if r.put(&p, items...); over && len(items) > 0 {
		first := newBlock(p, nil)
		first.drop = items[0].Err != nil || items[0].Shape == Pairs
		r.over = &first
	}
}

// shape returns the items of a block.
func (r *Reader) shape(b *block, over bool) []*Item {
	pieces := b.pieces
	item := &Item{Line: pieces[0].no, Shape: Grid}
	if len(pieces) == 1 && pieces[0].kind == vector {
		return []*Item{r.list(pieces[0].cells(), item)}
	}
	if pieces[0].kind != value && !over && (len(pieces) > 1 || len(pieces[0].text) < 1<<8) {
		for rest := pieces; len(rest) > 0; rest = rest[1:] {
			if item.Rows, item.Walls = solve(rest); len(item.Rows) == 2 && !r.Rows {
				return r.shapeRows(item.Rows, item, false)
			} else if item.Rows != nil {
				if len(pieces) > 1 && pieces[0].label != nil && pieces[1].label != nil && pieces[0].label.number > pieces[1].label.number {
					slices.Reverse(item.Rows)
				}
				r.checkLone(pieces, item)
				return []*Item{item}
			}
			if !r.Rows || !rest[0].isHead() || len(item.Above) > 2 {
				break
			}
			item.Above = append(item.Above, rest[0].cells()...)
		}
	}
	item.Above = nil
	if len(pieces) == 1 && pieces[0].kind == row {
		cells := []Cell(nil)
		if pieces[0].has&bar != 0 {
			cells = pieces[0].row()
		}
		if len(cells) == 0 {
			cells = pieces[0].cells()
		}
		return []*Item{r.list(cells, item)}
	}
	return r.uneven(pieces, item, over)
}

// checkLone sets an error if a square by itself has blanks beside it and is not all of the text: it may be
// a row of others.
func (r *Reader) checkLone(pieces []piece, item *Item) {
	p := &pieces[0]
	if next := r.peek(); !r.Rows && len(pieces) == 1 && len(item.Rows) == 1 && p.words == nil && p.has&blank != 0 && p.has&(bar|digit) == 0 && (r.named < 0 || !next.fatal) {
		item.fail(p.no, "one sign among blanks, want the rows of a board one below another, or no blanks")
	}
}

// uneven returns the items of rows that are no square as lines: values, vectors that were taken for rows,
// or what is wrong with them.
func (r *Reader) uneven(pieces []piece, item *Item, over bool) []*Item {
	rows, nos, areVectors := [][]Cell(nil), []int(nil), !r.Rows
	for i := range pieces {
		if p := &pieces[i]; p.kind != rule {
			rows, nos = append(rows, p.row()), append(nos, p.no)
			areVectors = areVectors && p.only(digit|point|comma|blank) && strings.ContainsAny(p.text, digits[1:]) && strings.Trim(p.text, "01, \t") != ""
		}
	}
	if len(rows) == 0 { // a line between boards
		r.name(pieces[0].no)
		return nil
	}
	count := len(rows[0])
	item.Rows = rows
	switch i := slices.IndexFunc(rows, func(row []Cell) bool { return len(row) != count || count == 0 }); {
	case pieces[0].kind == value:
		item.Open = pieces[0].node.Open
	case i < 0 && areNumbers(rows) && !areColumns(rows):
		item.Shape = Pairs
		return []*Item{item}
	case areVectors, !r.Rows && areLone(pieces):
		var items []*Item
		for i := range pieces {
			if cells := pieces[i].cells(); pieces[i].has&digit != 0 && slices.ContainsFunc(cells, func(c Cell) bool { return c.Text == "0" }) {
				return []*Item{{Shape: List, Cells: cells, Line: pieces[i].no}} // none of them is a vector
			}
			items = append(items, r.list(pieces[i].cells(), &Item{Line: pieces[i].no}))
		}
		return items
	case i >= 0:
		return item.fail(nos[i], "%s, but %d in line %d: want the rows of a square", words.Plural(len(rows[i]), "square"), count, nos[0])
	case count == len(rows) && count > 1:
		return item.fail(item.Line, "%s, but the ranks or files beside them are not 1 to %d", words.Plural(count, "row"), count)
	case over && count < len(rows) && !areFlat(rows[:1]):
		return item.fail(nos[count], "more than %s of %s", words.Plural(count, "row"), words.Plural(count, "square"))
	}
	return r.shapeRows(rows, item, len(r.lists) > 0)
}
