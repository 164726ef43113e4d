package shape

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A strip is a line of a grid: what stands before the first bar, between bars, and behind the last.
type strip struct {
	line
	left, right Cell
	inner       line
	cells       []Cell // around the bars
	bars        int
	isRule      bool
	edge        bool // a rule is below
	blanks      bool // a line of blanks is above or below
}

func newStrip(p *piece) strip {
	q := strip{line: p.line, inner: p.line, blanks: p.blanks}
	q.isRule = p.has&(sign|equals) != 0 && p.trimmed().isRule() || p.only(point|blank) && strings.Trim(p.text, "_ \t") == ""
	if q.bars = strings.Count(p.text, "|"); q.bars == 0 || p.has&bar == 0 {
		return q
	}
	q.cells = p.split(bar, true)
	from, to := strings.IndexByte(p.text, '|')+1, strings.LastIndexByte(p.text, '|')
	if q.left = q.cells[0]; q.bars > 1 {
		q.right = q.cells[q.bars]
	} else {
		to = len(p.text)
	}
	q.inner = p.part(from, to)
	return q
}

// solve finds the square in lines: it tries what separates the cells, and whether there are names of
// files above and below and ranks at the sides. Of a drawing it returns the walls, too.
func solve(lines []piece) (rows [][]Cell, walls []bool) {
	if rows, walls = chart(lines); rows != nil {
		return rows, walls
	}
	all := make([]strip, 0, len(lines))
	barred, ruled := false, false
	for i := range lines {
		q := newStrip(&lines[i])
		barred = barred || !q.isRule && q.bars > 0
		if q.isRule {
			if ruled = true; i > 0 {
				all[i-1].edge = true
			}
		}
		all = append(all, q)
	}
	if !ruled {
		return peel(all), nil
	}
	isRule := func(q strip) bool { return q.isRule }
	without := slices.DeleteFunc(slices.Clone(all), isRule)
	tries := [][]strip{all, without}
	if from := slices.IndexFunc(all, func(q strip) bool { return !q.isRule }); barred {
		// A rule between two bars may be a row of a box.
		tries = [][]strip{without, slices.DeleteFunc(all, func(q strip) bool {
			return q.isRule && (q.bars != 2 || strings.Trim(strings.TrimSpace(q.text), "|-") != "")
		})}
	} else if from >= 0 { // only rules above and below are surely none of the rows
		to := len(all)
		for ; all[to-1].isRule; to-- {
		}
		tries = [][]strip{all, all[from:to], without}
	}
	for i, try := range tries {
		if i == 0 || len(try) != len(tries[i-1]) {
			if rows = peel(try); rows != nil {
				return rows, nil
			}
		}
	}
	return nil, nil
}

// peel takes names above and below and at the sides away, if what is left is a square.
func peel(strips []strip) [][]Cell {
	if len(strips) == 0 {
		return nil
	}
	top, bottom := &strips[0], &strips[len(strips)-1]
	above, below := top.names(), bottom.names()
	for _, cut := range [][2]int{{1, 1}, {1, 0}, {0, 1}, {0, 0}} {
		n := len(strips) - cut[0] - cut[1]
		if n < 1 {
			continue
		}
		isBlank := top.bars == n+1 && top.edge && strings.Trim(top.text, "| \t") == "" // as in Markdown
		if cut[0] > 0 && above != n && !isBlank || cut[1] > 0 && below != n {
			continue
		}
		body := strips[cut[0] : len(strips)-cut[1]]
		isNamed := cut[0]+cut[1] > 0
		for rows := range ways(body) {
			rows = sides(rows, body[0].bars > 0, isNamed)
			if rows != nil && (cut[0] == 0 || isBlank || !top.overlaps(rows, &body[0])) && (cut[1] == 0 || !bottom.overlaps(rows, &body[0])) {
				return rows
			}
		}
	}
	return nil
}

// ways yields the rows of cells that n strips can be cut into, the surest first, if the first row has n
// to n+2 cells.
func ways(body []strip) func(yield func([][]Cell) bool) {
	return func(yield func([][]Cell) bool) {
		n, first := len(body), &body[0]
		has, bars, beside := set(0), true, [2]int{}
		for i := range body {
			q := &body[i]
			has, bars = has|q.has, bars && q.bars == first.bars
			if q.left.Text != "" {
				beside[0]++
			}
			// A number behind the last row alone is that of the board.
			if q.right.Text != "" && (i < n-1 || beside[1] > 0 || !q.right.isNumber()) {
				beside[1]++
			}
		}
		isOuter := beside[0]%n != 0 || beside[1]%n != 0 // squares, rather than ranks
		try := func(rows [][]Cell) bool {               // reports whether to go on
			for i, cells := range rows {
				if beside[0] > 0 {
					cells = slices.Concat([]Cell{body[i].left}, cells)
				}
				if beside[1] > 0 {
					cells = append(cells[:len(cells):len(cells)], body[i].right)
				}
				if rows[i] = cells; len(cells) < n || len(cells) > n+2 || len(cells) != len(rows[0]) {
					return true
				}
			}
			return rows == nil || yield(rows)
		}
		if !isOuter && first.bars > 1 && bars && !try(split(body, func(q *strip) []Cell { return q.cells[1:q.bars] })) {
			return
		}
		if first.bars > 2 && first.bars == n-1 && bars {
			beside = [2]int{}
			try(split(body, func(q *strip) []Cell { return q.cells }))
		}
		if first.bars > 2 || isOuter {
			return
		}
		isList := has&(comma|semicolon) != 0
		_ = (!isList || try(split(body, func(q *strip) []Cell { return q.inner.split(comma|semicolon, true) }))) &&
			(!isList || try(split(body, func(q *strip) []Cell { return dropLast(q.inner.split(comma|semicolon, true)) }))) &&
			try(split(body, func(q *strip) []Cell { return q.inner.chars() })) &&
			(has&blank == 0 || try(split(body, func(q *strip) []Cell { return q.inner.fields() }))) &&
			(has&blank == 0 || try(tabbed(body))) &&
			(has&digit == 0 || try(split(body, func(q *strip) []Cell { return q.inner.ranked() }))) &&
			(has&blank == 0 || try(fixed(body)))
	}
}

// split returns the cells of each strip, or nil if one cannot be cut.
func split(body []strip, cut func(*strip) []Cell) [][]Cell {
	rows := make([][]Cell, len(body))
	for i := range body {
		if rows[i] = cut(&body[i]); rows[i] == nil {
			return nil
		}
	}
	return rows
}

// tabbed cuts lines at tabs, as a spreadsheet writes them. Those at the ends of lines may be lost.
func tabbed(body []strip) [][]Cell {
	n, tabs, short, loose := len(body), 0, false, false
	for i := range body {
		cells := strings.Split(body[i].inner.text, "\t")
		tabs += len(cells) - 1
		short = short || len(cells) < n
		loose = loose || strings.TrimSpace(cells[len(cells)-1]) == "" ||
			slices.ContainsFunc(cells, func(c string) bool { return utf8.RuneCountInString(strings.TrimSpace(c)) > 1 })
	}
	if tabs == 0 || short && loose {
		return nil
	}
	return split(body, func(q *strip) []Cell {
		l := q.inner
		l.text = strings.ReplaceAll(l.text, "\t", ";")
		cells := l.split(semicolon, true)
		for len(cells) < n {
			cells = append(cells, Cell{Line: cells[0].Line})
		}
		return cells
	})
}

// fixed cuts lines in which all but one symbol is blank into n cells of the same width, with the symbol
// at the same place in each. The lines must show how wide the board is.
func fixed(body []strip) [][]Cell {
	n, width, same := len(body), 0, true
	length := utf8.RuneCountInString(body[0].inner.text)
	for i := range body {
		text := body[i].inner.text
		if n < 2 || strings.Contains(text, "\t") || body[i].blanks && body[i].bars == 0 {
			return nil
		}
		width = max(width, utf8.RuneCountInString(strings.TrimRight(text, " ")))
		same = same && utf8.RuneCountInString(text) == length
	}
	w := (width + n - 1) / n
	if same && length >= width && length%n == 0 {
		w = length / n
	} else if (n-1)*w >= width {
		return nil
	}
	if w == 0 {
		return nil
	}
	place, symbol := -1, ""
	rows := make([][]Cell, n)
	for i := range body {
		q := body[i].inner
		row := make([]Cell, n)
		for col := range row {
			row[col] = Cell{"", int32(q.no), int32(q.col + col*w + 1)}
		}
		at, from := 0, 0 // a place in runes, and in bytes
		for _, c := range q.fields() {
			to := int(c.Col) - 1 - q.col
			at, from = at+utf8.RuneCountInString(q.text[from:to]), to
			if place < 0 {
				place, symbol = at%w, c.Text
			}
			if c.Text != symbol || at%w != place || place+utf8.RuneCountInString(symbol) > w || at/w >= n {
				return nil
			}
			row[at/w] = c
		}
		rows[i] = row
	}
	if place < 0 {
		return nil
	}
	return rows
}

// overlaps reports whether a line of names may be a row: all its cells occur in the rows, and there are
// no ranks to tell.
func (q *strip) overlaps(rows [][]Cell, body *strip) bool {
	if q.bars != body.bars || q.bars == 0 && body.col+indent(body.text)+1 < int(rows[0][0].Col) {
		return false
	}
	found := map[string]bool{}
	for _, row := range rows {
		for _, c := range row {
			found[strings.ToLower(c.Text)] = true
		}
	}
	return !slices.ContainsFunc(q.line.cells(), func(c Cell) bool { return !found[strings.ToLower(c.Text)] })
}

// sides takes ranks from n rows of the same length, if n cells are left in each, and puts rank 1 first.
func sides(rows [][]Cell, barred, named bool) [][]Cell {
	n, count := len(rows), len(rows[0])
	if !barred && !slices.ContainsFunc(rows, func(row []Cell) bool { return !areBlank(row) }) {
		return nil
	}
	var steps [2]int // from one rank to the next, at the left and at the right
	if count > n {
		steps = [2]int{order(rows, 0), order(rows, count-1)}
	}
	for _, cut := range [][2]int{{1, 1}, {1, 0}, {0, 1}, {0, 0}} {
		if count-cut[0]-cut[1] != n {
			continue
		}
		step, ok := 0, true
		for side, s := range steps {
			if cut[side] > 0 {
				ok = ok && s != 0 && (step == 0 || s == step)
				step = s
			}
		}
		isLone := n == 1 && !barred && (step != 0 && !named || utf8.RuneCountInString(rows[0][cut[0]].Text) > 1)
		if !ok || isLone || step == 0 && !areAlike(rows) {
			continue
		}
		if count > n {
			for i, row := range rows {
				rows[i] = row[cut[0] : count-cut[1]]
			}
		}
		if step < 0 {
			slices.Reverse(rows)
		}
		return rows
	}
	return nil
}

func areBlank(cells []Cell) bool {
	return !slices.ContainsFunc(cells, func(c Cell) bool { return c.Text != "" })
}

// order returns 1 if a column has ranks from 0 or 1 up, -1 if they go down to it, and 0 if it has none.
func order(rows [][]Cell, col int) int {
	first, ok := rows[0][col].Integer()
	last, also := rows[len(rows)-1][col].Integer()
	step := 1
	if first > last {
		step = -1
	}
	if least := min(first, last); !ok || !also || least < 0 || least > 1 {
		return 0
	}
	for i, row := range rows {
		if v, ok := row[col].Integer(); !ok || v != first+step*i {
			return 0
		}
	}
	return step
}

// areAlike reports whether no cell is a symbol and more.
func areAlike(rows [][]Cell) bool {
	isSymbol := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -.#_", r)
	}
	for _, row := range rows {
		for _, c := range row {
			if len(c.Text) > 1 && utf8.RuneCountInString(c.Text) > 1 &&
				(strings.ContainsFunc(c.Text, isSymbol) || strings.ContainsAny(c.Text, "._") && !strings.ContainsAny(c.Text, digits)) {
				return false
			}
		}
	}
	return true
}
