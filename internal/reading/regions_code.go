package reading

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// What links and files of pzpr call the puzzle, and what such a file begins with.
const (
	linkKind = "starbattle"
	fileKind = "pzprv3"
)

// code reads a line with slashes or in Star Battle notation, in parts.
func (r *divider) code(parts []shape.Cell) (*Division, error) {
	first := parts[0]
	if strings.HasPrefix(first.Text, fileKind) {
		return r.file(parts)
	}
	if i := slices.IndexFunc(parts, func(c shape.Cell) bool { return strings.HasSuffix(c.Text, linkKind) }); i >= 0 {
		d, err := r.link(parts[i:], i > 0)
		if err != nil {
			return nil, fmt.Errorf("link: %w", err)
		}
		return d, nil
	}
	if shape.IsStarBattle(first.Text) { // what follows another full stop is what its collector says of the board
		size, rest, _ := strings.Cut(first.Text, "x")
		stars, text, _ := strings.Cut(rest, ".")
		text, _, _ = strings.Cut(text, ".")
		n, err := r.readSize(size, size, stars)
		if err != nil {
			return nil, err
		}
		cells := letters(shape.Cell{Text: text, Line: first.Line, Col: first.Col + int32(len(size)+len(stars)+2)})
		if len(cells) != n*n {
			return nil, fmt.Errorf(`%s after "%sx%s.", want %d`, words.Plural(len(cells), "letter"), size, stars, n*n)
		}
		return r.divide(shape.Square(cells))
	}
	if rows := r.items.RowsOf(parts); rows != nil {
		return r.divide(rows)
	}
	for i, c := range parts {
		if count := len(letters(c)); count != len(parts) {
			return nil, c.Errorf("row %d has %s, but there %s", i+1, words.Plural(count, "square"), areRows(len(parts)))
		}
	}
	return nil, errors.New("the rows between slashes are not those of a square")
}

// readSize reads the size of a Star Battle.
func (r *divider) readSize(rows, cols, stars string) (n int, err error) {
	if n, err = strconv.Atoi(strings.TrimSpace(rows)); err != nil {
		return 0, fmt.Errorf("%s for the number of rows", words.Excerpt(rows))
	}
	switch columns, err := strconv.Atoi(strings.TrimSpace(cols)); {
	case err != nil:
		return 0, fmt.Errorf("%s for the number of columns", words.Excerpt(cols))
	case columns != n:
		return 0, fmt.Errorf("board of %s and %s, want a square", words.Plural(n, "row"), words.Plural(columns, "column"))
	case n < 1 || n > r.rows:
		return 0, fmt.Errorf("board of %s, want 1 to %d", words.Plural(n, "row"), r.rows)
	}
	return n, checkStars(stars)
}

// link reads the parts of an address from "starbattle" on: columns, rows, stars and borders,
// one bit for each to the right, row by row, then one for each below, five to a digit of base
// 32.
func (r *divider) link(parts []shape.Cell, hasSite bool) (*Division, error) {
	if site := strings.TrimSuffix(parts[0].Text, linkKind); (hasSite || site != "") && !strings.HasSuffix(site, "?") || len(parts) != 5 {
		return nil, fmt.Errorf("%s and %s, want an address with ?%s/ and columns, rows, stars and borders",
			words.Excerpt(site), words.Plural(len(parts)-1, "part"), linkKind)
	}
	n, err := r.readSize(parts[2].Text, parts[1].Text, parts[3].Text)
	if err != nil {
		return nil, err
	}
	digits, length := strings.TrimSpace(parts[4].Text), (n*(n-1)+4)/5
	if len(digits) != 2*length {
		return nil, fmt.Errorf("%s for the borders, want %d", words.Plural(len(digits), "digit"), 2*length)
	}
	values := make([]uint64, 2*length)
	for i := range values {
		if values[i], err = strconv.ParseUint(digits[i:i+1], 32, 64); err != nil {
			return nil, fmt.Errorf("borders %s, want digits of base 32", words.Excerpt(digits))
		}
	}
	open := func(bit int) bool { return values[bit/5]>>(4-bit%5)&1 == 0 }
	walls := make([]bool, 2*n*n)
	for s := range n * n {
		walls[2*s] = s%n < n-1 && open(s/n*(n-1)+s%n)
		walls[2*s+1] = s/n < n-1 && open(5*length+s)
	}
	part, first := partsOf(n, walls)
	names := make([]shape.Cell, len(first))
	if i := nameHidden(names, n); i >= 0 {
		return nil, fmt.Errorf("the region of %v is one more than there are rows", Square{first[i] / n, first[i] % n})
	}
	return r.divide(shape.Square(namesOf(part, names)))
}

// file reads a file of pzpr: "starbattle", rows, columns, stars and regions, then rows of
// numbers, then rows with # on stars and + on crosses.
func (r *divider) file(parts []shape.Cell) (*Division, error) {
	parts = slices.DeleteFunc(parts, func(c shape.Cell) bool { return strings.TrimSpace(c.Text) == "" })
	if len(parts) < 6 || strings.TrimSpace(parts[1].Text) != linkKind {
		return nil, fmt.Errorf("%s… is not a %s file: want rows, columns, stars, regions and the board", fileKind, linkKind)
	}
	n, err := r.readSize(parts[2].Text, parts[3].Text, parts[4].Text)
	if err != nil {
		return nil, err
	}
	lines := parts[6:]
	if len(lines) != n && len(lines) != 2*n {
		return nil, fmt.Errorf("%s in the file, want %d or %d", words.Plural(len(lines), "row"), n, 2*n)
	}
	rows := make([][]shape.Cell, len(lines))
	signs := strings.NewReplacer("#", "Q", "+", "x")
	for i, c := range lines {
		for _, field := range strings.Fields(c.Text) {
			if i >= n {
				field = signs.Replace(field)
			}
			rows[i] = append(rows[i], shape.Cell{Text: field, Line: c.Line})
		}
	}
	d, err := r.divide(rows[:n])
	if err != nil || len(rows) == n {
		return d, err
	}
	return d, d.addMarks(rows[n:])
}
