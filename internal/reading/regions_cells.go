package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// letters returns the characters of a cell, each as a cell.
func letters(c shape.Cell) (cells []shape.Cell) {
	for i, r := range c.Text {
		if !unicode.IsSpace(r) {
			cells = append(cells, shape.Cell{Text: string(r), Line: c.Line, Col: c.Col + int32(i)})
		}
	}
	return cells
}

// divide returns the division with regions of these names, numbered in the order of their
// values, if all are integers, or of their letters.
func (r *divider) divide(rows [][]shape.Cell) (d *Division, err error) {
	integers, areIntegers := make([][]int, len(rows)), true
	for i, cells := range rows {
		integers[i] = make([]int, len(cells))
		for j := range cells {
			c := &cells[j]
			v, ok := c.Integer()
			if integers[i][j] = v; !ok && !isName(c.Text) {
				return nil, c.Errorf("%s for %v, want a letter, a number or a name", words.Excerpt(c.Text), Square{i, j})
			}
			areIntegers = areIntegers && ok
		}
	}
	d = new(Division)
	if areIntegers {
		d.Regions, err = Number(integers, r.rows, strconv.Itoa)
		return d, err
	}
	names := make([][]string, len(rows))
	for i, cells := range rows {
		names[i] = make([]string, len(cells))
		for j := range cells {
			names[i][j] = cells[j].Text
		}
	}
	d.Regions, err = Number(names, r.rows, nameOf)
	return d, err
}

// Number numbers the n regions of an n×n board from 0 on, in the order of their values. There
// is one value for each square, by row.
func Number[V cmp.Ordered](values [][]V, most int, name func(V) string) ([][]int, error) {
	n := len(values)
	if n > most {
		return nil, fmt.Errorf("board of %s, want 0 to %d", words.Plural(n, "row"), most)
	}
	var order []V
	for row, line := range values {
		if len(line) != n {
			return nil, fmt.Errorf("row %d has %s, but there %s", row+1, words.Plural(len(line), "square"), areRows(n))
		}
		for col, value := range line {
			i, known := slices.BinarySearch(order, value)
			if known {
				continue
			}
			if order = slices.Insert(order, i, value); len(order) > n {
				return nil, fmt.Errorf("region %s, first on %v, is one more than there are rows", name(value), Square{row, col})
			}
		}
	}
	if len(order) < n {
		names := make([]string, len(order))
		for i, value := range order {
			names[i] = name(value)
		}
		return nil, fmt.Errorf("%s (%s), but there %s", words.Plural(len(order), "region"), strings.Join(names, ", "), areRows(n))
	}
	numbers := make([][]int, n)
	for row, line := range values {
		numbers[row] = make([]int, n)
		for col, value := range line {
			numbers[row][col], _ = slices.BinarySearch(order, value)
		}
	}
	return numbers, nil
}

// nameOf returns the name of a region as it stands in an error.
func nameOf(name string) string {
	if utf8.RuneCountInString(name) > 1 {
		return words.Excerpt(name)
	}
	return name
}

// isName reports whether a cell can name a region: a letter, a digit, a coloured sign, or
// several.
func isName(text string) bool {
	if len(text) == 1 && (text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z') {
		return true
	}
	isSign := func(r rune) bool { return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.Nd, unicode.So) }
	if r, size := utf8.DecodeRuneInString(text); size == len(text) {
		return size > 0 && isSign(r)
	}
	isOther := func(r rune) bool { return !isSign(r) && !strings.ContainsRune(" -_#'", r) }
	return text != "null" && text != "true" && text != "false" && text != shape.Missing && !strings.ContainsFunc(text, isOther)
}

// marks are what people and programs write on squares with a queen, on blocked ones and on
// empty ones, in lower case.
var marks = func() map[string]byte {
	all := map[string]byte{"": '.'}
	for kind, texts := range map[byte]string{
		'Q': "q queen crown star ♛ ♕ 👑 ★ ⭐ *",
		'x': "x cross mark blocked × ✕ ✗ ❌",
		'.': ". _ - · empty none null false 0",
	} {
		for _, text := range strings.Fields(texts) {
			all[text] = kind
		}
	}
	return all
}()

// markOf returns 'Q', 'x' or '.' for what stands on a square, and 0 for other text.
func markOf(text string) byte {
	if kind, ok := marks[text]; ok {
		return kind
	}
	return marks[strings.ToLower(strings.TrimSpace(strings.TrimSuffix(text, "\uFE0F")))]
}

// areMarks reports whether an item can be the queens and crosses of the board before it. It has
// nothing but marks, and some for empty squares or fewer different ones than rows; or it breaks
// off behind such.
func areMarks(item *shape.Item) bool {
	if !item.Drawn || len(item.Rows) == 0 || len(item.Rows[0]) < 2 || item.Walls != nil {
		return false
	}
	var seen []string
	isEmpty := false
	for _, row := range item.Rows {
		for _, c := range row {
			kind := markOf(c.Text)
			if kind == 0 && item.Err == nil && !isEmpty || c.Text == "0" {
				return false
			}
			if isEmpty = isEmpty || kind == '.'; !slices.Contains(seen, c.Text) && len(seen) < len(item.Rows) {
				seen = append(seen, c.Text)
			}
		}
	}
	return isEmpty || len(seen) < len(item.Rows)
}

// addMarks adds the queens and crosses of a grid.
func (d *Division) addMarks(rows [][]shape.Cell) error {
	n := len(d.Regions)
	if len(rows) != n {
		return fmt.Errorf("grid of queens with %s, but the board has %d", words.Plural(len(rows), "row"), n)
	}
	for row, cells := range rows {
		if len(cells) != n {
			return fmt.Errorf("row %d of the grid of queens has %s, but the board has %d", row+1, words.Plural(len(cells), "square"), n)
		}
		for col, c := range cells {
			square := Square{row, col}
			switch markOf(c.Text) {
			case 'Q':
				d.Given = append(d.Given, square)
			case 'x':
				d.Blocked = append(d.Blocked, square)
			case 0:
				return at(int(c.Line), fmt.Errorf("%s on %v of the grid of queens, want Q, x or a full stop", words.Excerpt(c.Text), square))
			}
		}
	}
	return nil
}

// addWords adds what words say, each at most once.
func (d *Division) addWords(cells []shape.Cell) error {
	w := boardWords{n: -1}
	if err := w.add(cells); err != nil {
		return err
	}
	if w.n >= 0 || w.torus {
		return cells[0].Errorf("%s beside regions, want given=… or blocked=…", words.Excerpt(cells[0].Text))
	}
	d.Given, d.Blocked = append(d.Given, w.given...), append(d.Blocked, w.blocked...)
	return nil
}

// drawing reads a board whose regions have lines around them. Letters may be hidden by queens
// and crosses, or left out. If some square has nothing and all others have what can be a mark,
// these are marks, even if they are letters.
func (r *divider) drawing(rows [][]shape.Cell, walls []bool) (*Division, error) {
	n := len(rows)
	all := slices.Concat(rows...)
	areMarks := !slices.ContainsFunc(all, func(c shape.Cell) bool { return markOf(c.Text) == 0 }) &&
		slices.ContainsFunc(all, func(c shape.Cell) bool { return c.Text == "" })
	part, first := partsOf(n, walls)
	names, on := make([]shape.Cell, len(first)), slices.Clone(all)
	for s, c := range all {
		if areMarks || len(c.Text) != 1 || !strings.Contains(regionNames, c.Text) {
			continue
		}
		if other := names[part[s]].Text; other != "" && other != c.Text {
			return nil, c.Errorf("%v is in region %s, but no line divides it from region %s", Square{s / n, s % n}, c.Text, other)
		}
		on[s].Text, names[part[s]] = "", c
	}
	if i := nameHidden(names, n); i >= 0 {
		s := first[i]
		return nil, all[s].Errorf("the letter of %v is hidden, and lines do not tell which region it is in", Square{s / n, s % n})
	}
	d, err := r.divide(shape.Square(namesOf(part, names)))
	if err == nil {
		err = d.addMarks(shape.Square(on))
	}
	return d, err
}

const regionNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"

// nameHidden gives names of n regions to those parts of a board that have none. If the names run out,
// it returns the first part without one, or else -1.
func nameHidden(names []shape.Cell, n int) int {
	free := strings.Split(regionNames[:min(n, len(regionNames))], "")
	free = slices.DeleteFunc(free, func(name string) bool {
		return slices.ContainsFunc(names, func(c shape.Cell) bool { return c.Text == name })
	})
	for i := range names {
		if names[i].Text != "" {
			continue
		}
		if len(free) == 0 {
			return i
		}
		names[i].Text, free = free[0], free[1:]
	}
	return -1
}

// namesOf returns the name of each square's part.
func namesOf(part []int, names []shape.Cell) []shape.Cell {
	cells := make([]shape.Cell, len(part))
	for s, i := range part {
		cells[s] = names[i]
	}
	return cells
}

// partsOf returns the parts of a board that lines enclose: the number of the part of each square, and the
// first square of each part. For each square there are two walls, whether none is on its right and below.
func partsOf(n int, walls []bool) (part, first []int) {
	part = slices.Repeat([]int{-1}, n*n)
	var reached []int
	visit := func(to int, open bool) {
		if open && part[to] < 0 {
			part[to] = len(first) - 1
			reached = append(reached, to)
		}
	}
	for from := range part {
		if part[from] >= 0 {
			continue
		}
		first, reached = append(first, from), reached[:0]
		visit(from, true)
		for i := 0; i < len(reached); i++ {
			s := reached[i]
			visit(s+1, s%n < n-1 && walls[2*s])
			visit(s-1, s%n > 0 && walls[2*max(s-1, 0)])
			visit(s+n, s < n*(n-1) && walls[2*s+1])
			visit(s-n, s >= n && walls[2*max(s-n, 0)+1])
		}
	}
	return part, first
}
