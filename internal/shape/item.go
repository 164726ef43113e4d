package shape

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/queens/internal/words"
)

// Next returns the next item, or nil after the last one.
func (r *Reader) Next() *Item {
	for r.taken == len(r.items) && !r.ended {
		r.items, r.taken = r.items[:0], 0
		r.step()
	}
	if r.taken == len(r.items) {
		return nil
	}
	r.taken++
	return r.items[r.taken-1]
}

// step makes items of the next piece, and of those that go on with it.
func (r *Reader) step() {
	p := r.take()
	if r.over != nil {
		if r.over.goesOn(r, &p) {
			if !r.over.drop {
				r.put(&p, r.list(p.row(), &Item{Line: p.no}))
			}
			return
		}
		r.over = nil
	}
	if p.label != nil {
		r.note(p.no, p.label.text)
	}
	if p.kind <= vector && p.apart && r.named < 0 && p.has&letter != 0 {
		if count, _, ok := counts(p.text); ok && IsDigits(count) {
			if next := r.peek(); next.kind == closing && next.fatal {
				return // a last line that counts what stands above
			}
		}
	}
	if rows := r.numbered(&p); rows != nil {
		r.put(&p, &Item{Shape: Pairs, Open: '=', Rows: rows})
		return
	}
	switch p.kind {
	case closing:
		if r.ended = p.fatal; p.fatal && r.named > 0 {
			item := &Item{Line: r.named}
			r.items = append(r.items, item.fail(r.named, "headings or lines without a board")...)
		}
	case heading:
		next := r.peek()
		if next.kind == heading && p.label == nil && len(strings.TrimSpace(next.text)) == len(strings.TrimSpace(p.text)) && !next.apart && p.text != next.text {
			r.block(p) // rows with ranks at the right
			return
		}
		r.note(p.no, strings.TrimSpace(p.text))
	case program:
		r.ended = strings.ContainsAny(p.text, `[]{}"`)
		r.put(&p, new(Item).fail(p.no, "%s is a line of a program, want only the board", words.Excerpt(strings.TrimSpace(p.text)))...)
		for next := r.peek(); !r.ended && !next.apart && next.kind != closing; next = r.peek() {
			r.ended = next.fatal
			r.take()
		}
	case wrong:
		r.ended = p.fatal
		if !errors.As(p.err, new(*Error)) {
			p.err = &Error{p.no, p.err}
		}
		r.put(&p, &Item{Err: p.err})
	case wordLine:
		r.put(&p, &Item{Shape: Words})
	case code:
		r.put(&p, &Item{Shape: Code, Cells: p.parts()})
	case squares:
		if count := p.columns(); count > 2 {
			if next := r.peek(); !next.apart && next.kind == vector && len(next.items()) == count {
				r.name(p.no)
				return
			}
		}
		r.put(&p, &Item{Shape: List, Cells: r.squares(p)})
	case vector:
		if p.names() > 2 || isSparse(p.text) || p.isPair() { // otherwise the next line need not be there yet
			r.block(p)
		} else {
			r.put(&p, r.list(p.cells(), &Item{Line: p.no}))
		}
	case value:
		switch n := p.node; {
		case n.Open == '[' && n.Cells == nil && n.Kids == nil && p.depth == 0: // an empty list
		case n.Cells == nil && n.Row() == nil || !r.mayBeRow(n):
			r.put(&p, r.shaped(n, p.depth > 0)...)
		default:
			r.block(p)
		}
	default:
		r.block(p)
	}
}

// put adds items to those that are ready.
func (r *Reader) put(p *piece, items ...*Item) {
	for _, item := range items {
		if item.Line == 0 {
			item.Line = p.no
		}
		item.Drawn = item.Drawn || p.kind != value
		item.Apart, item.Inner = p.apart, p.depth > 0
		if r.notes != nil {
			item.Notes, r.notes = append(r.notes, item.Notes...), nil
		}
		if p.words != nil {
			item.Words, p.words = append(p.words, item.Words...), nil
		}
		p.apart = false
	}
	if r.items = append(r.items, items...); len(items) > 0 {
		r.named = -1
	}
}

// note keeps a heading for the next item.
func (r *Reader) note(line int, text string) {
	r.name(line)
	if len(r.notes) < 16 {
		r.notes = append(r.notes, text)
	}
}

// name notes the line of a heading or a rule, in case that there is nothing else.
func (r *Reader) name(line int) {
	if r.named == 0 {
		r.named = line
	}
}

// numbered returns the numbers of labels and what follows them, "Row 1: 2", "Row 2: 4", or nil.
func (r *Reader) numbered(p *piece) (rows [][]Cell) {
	above := p.label
	for next := p; above != nil && next.kind <= vector && next.only(digit|blank) && isLone(strings.TrimSpace(next.text)); next = r.peek() {
		if next != p {
			if next.apart || !next.label.follows(above) {
				break
			}
			above = next.label
			r.take()
		}
		number := Cell{strconv.Itoa(above.number), int32(next.no), 1}
		rows = append(rows, []Cell{number, next.trimmed().cell(0, len(strings.TrimSpace(next.text)))})
	}
	if len(rows) < 2 {
		return nil
	}
	return rows
}

// parts returns what is between slashes.
func (p *piece) parts() (parts []Cell) {
	for part := range strings.SplitSeq(strings.TrimSpace(p.text), "/") {
		parts = append(parts, Cell{part, int32(p.no), int32(p.col + 1)})
	}
	return parts
}

// columns returns how many columns a line names, "q1,q2,q3", or 0.
func (p *piece) columns() int {
	if name := first(strings.TrimSpace(p.text)); !strings.HasSuffix(name, "1") {
		return 0
	}
	cells := p.items()
	name := strings.TrimRight(cells[0].Text, digits)
	for i, c := range cells {
		if c.Text != name+strconv.Itoa(i+1) {
			return 0
		}
	}
	return len(cells)
}

// squares returns a list of squares, which goes on behind a comma, or with one square on each line.
func (r *Reader) squares(p piece) []Cell {
	cells, above := p.items(), p.label
	for last := strings.TrimSpace(p.text); ; {
		isOne, isOpen := first(last) == last, strings.HasSuffix(last, ",")
		if !isOne && !isOpen {
			return cells
		}
		next := r.peek()
		text := strings.TrimSpace(next.text)
		if next.label != nil && (isOpen || !next.label.follows(above)) || next.label == nil && above != nil && isOne {
			return cells
		}
		above = next.label
		if next.kind != squares || next.apart || next.words != nil || !isOpen && first(text) != text {
			return cells
		}
		if isOpen {
			cells = dropLast(cells)
		}
		cells = append(cells, next.items()...)
		last = text
		r.take()
	}
}

// row returns the cells of a piece that belongs to no square.
func (p *piece) row() []Cell {
	if p.kind == value {
		return p.node.Row()
	}
	q := newStrip(p)
	switch {
	case q.bars > 2:
		cells := dropLast(q.cells)
		if cells[0].Text == "" {
			cells = cells[1:]
		}
		return cells
	case strings.ContainsAny(q.inner.text, ",;"):
		return dropLast(q.inner.split(comma|semicolon, true))
	}
	if cells := q.inner.fields(); len(cells) != 1 && strings.ContainsAny(q.inner.text, digits) {
		return cells
	}
	return q.inner.chars()
}

// list returns a list, or the grid whose rows it has.
func (r *Reader) list(cells []Cell, item *Item) *Item {
	if len(cells) == 0 && item.Open == 0 {
		item.fail(item.Line, "quotation marks around nothing, want a board")
		return item
	}
	if item.Shape, item.Rows = Grid, r.RowsOf(cells); item.Rows == nil {
		item.Shape, item.Cells = List, cells
	}
	return item
}

// RowsOf returns the square that words are, each a row, or nil.
func (r *Reader) RowsOf(cells []Cell) [][]Cell {
	n := len(cells)
	if n < 2 || len(cells[0].Text) < n || len(cells[0].Text) > 16*n+64 || utf8.RuneCountInString(cells[0].Text) < n {
		return nil
	}
	lines := make([]piece, n)
	for i, c := range cells {
		if !r.Rows && strings.Trim(c.Text, "-0123456789 ") == "" && strings.Trim(c.Text, "01 ") != "" {
			return nil
		}
		lines[i].line = newLine(c.Text, int(c.Line), int(c.Col)-1)
	}
	rows, _ := solve(lines)
	return rows
}

// Value returns the items of a value in an object.
func (r *Reader) Value(n *Node) []*Item { return r.shaped(n, false) }

// shaped returns the items of a value, which may stand in a list.
func (r *Reader) shaped(n *Node, inner bool) []*Item {
	item := &Item{Line: int(n.Line), Open: n.Open, Node: n, Inner: inner}
	switch {
	case n.Open == '"':
		return r.stringItems(n, item)
	case n.Open == ':':
		item.Shape = Object
	case n.Open == 0:
		item.Shape, item.Open, item.Cells = List, 'a', []Cell{n.Cell}
	case n.strings && n.Kids == nil && r.isBoard(n.Cells[0].Text), n.Open == '[' && !inner && n.isMixed(): // a list of items
		var items []*Item
		for _, kid := range n.Items() {
			items = append(items, r.shaped(&kid, inner || n.Kids != nil)...)
		}
		return items
	case n.Kids == nil:
		cells := n.Cells
		if last := len(cells) - 1; last > 0 && (r.Rows || n.Open == '[' && cells[last].Text == Missing || !cells[0].isNumber()) {
			cells = dropLast(cells)
		}
		return []*Item{r.list(cells, item)}
	default:
		rows := make([][]Cell, len(n.Kids))
		for i := range n.Kids {
			if rows[i] = n.Kids[i].Row(); rows[i] == nil || len(rows[i]) != len(rows[0]) {
				item.Shape = Tree
				return []*Item{item}
			}
		}
		item.Open = n.Kids[0].Open
		return r.shapeRows(rows, item, inner)
	}
	return []*Item{item}
}

// stringItems returns the item in a string.
func (r *Reader) stringItems(n *Node, item *Item) []*Item {
	if r.inner == nil {
		r.inner = new(Reader)
	}
	inner := r.inner
	inner.reset(n.Text, item.Line, r.Rows, r.most)
	var items []*Item
	for i := inner.Next(); i != nil && len(items) < 3; i = inner.Next() {
		i.Drawn = true
		items = append(items, i)
	}
	switch {
	case len(items) == 1 && (!item.Inner || utf8.RuneCountInString(n.Text) > 1), len(items) > 1 && r.Rows:
		return items
	case len(items) == 0:
		return item.fail(item.Line, "no board in the text")
	case len(items) > 1:
		return item.fail(item.Line, "more than one board in the text")
	}
	return item.fail(item.Line, "%s in a list, want a board", words.Excerpt(n.Text))
}

// isBoard reports whether a string in a list is a board, rather than a row or a square.
func (r *Reader) isBoard(text string) bool {
	return text != "" && isNotation(text) || strings.ContainsAny(text, "=/\n") ||
		!r.Rows && strings.Trim(text, "01, ") != "" && strings.ContainsAny(text, digits) && classes[text[0]] != letter && len(text) > 2
}

// mayBeRow reports whether a list can be a row of a board: if it has numbers other than 0 and 1, only
// where rows have numbers.
func (r *Reader) mayBeRow(n *Node) bool {
	cells := n.Row()
	if len(cells) < 2 {
		return false
	}
	isBoard := n.strings && r.isBoard(cells[0].Text)
	if r.Rows || isBoard {
		return !isBoard
	}
	numbers, large := true, false
	for _, c := range cells {
		v, ok := c.Integer()
		numbers = numbers && (ok || c.Text == "_" || c.Text == "." || c.Text == Missing)
		large = large || ok && v != 0 && v != 1
	}
	if numbers {
		return !large || len(cells) == 2
	}
	text := cells[0].Text
	isSquare := text != "" && classes[text[0]] == letter && strings.ContainsAny(text, digits)
	areRows := !slices.ContainsFunc(cells, func(c Cell) bool { return utf8.RuneCountInString(c.Text) != len(cells) })
	return !isSquare && !areRows && !strings.Contains(text, "/") && r.RowsOf(cells) == nil
}

// shapeRows returns what rows of the same length are: one grid, or two, pairs, or a list each.
func (r *Reader) shapeRows(rows [][]Cell, item *Item, isInner bool) []*Item {
	n, count := len(rows), len(rows[0])
	item.Shape, item.Rows = Grid, rows
	switch {
	case areNumbers(rows) && (n != 2 || !r.Rows) && (n > 1 || isInner || item.Open == ':'):
		item.Shape = Pairs
		return []*Item{item}
	case n == count && !areFlat(rows):
		return []*Item{item}
	case n == 2*count && count > 1 && !isInner:
		other := *item
		return append(r.shapeRows(rows[:count], item, false), r.shapeRows(rows[count:], &other, false)...)
	}
	item.Rows = nil
	var items []*Item
	for i, row := range rows {
		one := *item
		one.Line = item.Line
		if len(row) > 0 && row[0].Line > 0 {
			one.Line = int(row[0].Line)
		}
		items = append(items, r.list(row, &one))
		isRow := one.Shape == List && (n > 1 || isInner) && !areFlat(rows[i:i+1])
		if isRow && (r.Rows || count == 1 || slices.ContainsFunc(rows, func(row []Cell) bool { return r.mayBeRow(&Node{Open: '[', Cells: row}) })) {
			item.Rows = rows
			return item.fail(item.Line, "%s of %s, want as many rows as squares", words.Plural(n, "row"), words.Plural(count, "square"))
		}
	}
	return items
}

// areFlat reports whether each row is a whole board of m×m squares, not less than 4×4: it has m different
// values or, of 0 and 1, m ones; all rows together have less values than squares in a row.
func areFlat(rows [][]Cell) bool {
	count := len(rows[0])
	m := int(math.Sqrt(float64(count)))
	if m*m != count || m < 4 {
		return false
	}
	all := map[string]bool{}
	for _, row := range rows {
		seen := map[string]int{}
		for _, c := range row {
			seen[c.Text]++
			all[c.Text] = true
		}
		if len(seen) != m && !(Binary(row) && seen["1"] == m) {
			return false
		}
	}
	return len(all) < count
}
