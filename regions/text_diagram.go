package regions

import (
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
)

// isFrame reports whether a line begins with the upper edge of a drawing.
func isFrame(line string) bool { return strings.HasPrefix(strings.Map(plainLine, line), "+-") }

// plainLine returns the ASCII character for one of box drawing, and any other unchanged.
func plainLine(r rune) rune {
	switch {
	case strings.ContainsRune("─━═╌┄┈", r):
		return '-'
	case strings.ContainsRune("│┃║╎┆┊", r):
		return '|'
	case '\u2500' <= r && r <= '\u257F':
		return '+'
	}
	return r
}

// parseDiagram reads what [Board.Diagram] draws, with squares of any width: what lines enclose
// belongs to a region, and so do all squares of a letter. A region whose letters are all hidden by
// queens and crosses, or that has none, gets one that no other region has.
func parseDiagram(lines []string) (*Board, error) {
	d, err := newChart(lines[slices.IndexFunc(lines, isFrame):])
	if err != nil {
		return nil, err
	}
	values, err := d.readLetters()
	if err != nil {
		return nil, err
	}
	if s, ok := nameHidden(values, d.open); !ok {
		return nil, fmt.Errorf("the letter of %v is hidden, and lines do not tell which region it is in", s)
	}
	b, err := divideRows(values)
	if err != nil {
		return nil, err
	}
	return b.withMarks(d.marks)
}

// A chart is a drawing while it is read: the lines from its upper edge on, as characters from the
// left edge on, and what stands on the squares.
type chart struct {
	n      int
	width  int // from one edge of a square to the next
	pixels [][]rune
	marks  [][]string
}

func newChart(lines []string) (*chart, error) {
	top := []rune(strings.Map(plainLine, lines[0]))
	d, length := &chart{n: len(lines) / 2}, len(top)
	d.width = (length - 1) / max(d.n, 1)
	second := slices.Index(top[1:], '+') + 1
	if len(lines)%2 == 0 || d.width < 2 || length != d.n*d.width+1 || second%d.width != 0 {
		const want = "one above and below each row, and columns of one width"
		return nil, fmt.Errorf("drawing of %s from the upper edge on and %s, want %s",
			plural(len(lines), "line"), plural(length, "character"), want)
	}
	if d.n > MaxN {
		return nil, fmt.Errorf("board of %s, want 1 to %d", plural(d.n, "row"), MaxN)
	}
	d.marks = noNames(d.n)
	for i, line := range lines {
		line = strings.Map(plainLine, line)
		pixels := slices.Concat([]rune(line[max(0, strings.IndexAny(line, "+|")):]), slices.Repeat([]rune{' '}, length))
		d.pixels = append(d.pixels, pixels)
		for col := 0; col < d.n && i%2 != 0; col++ {
			d.marks[i/2][col] = trim(string(pixels[col*d.width+1 : (col+1)*d.width]))
		}
	}
	return d, nil
}

// open reports whether there is no line between two squares that share a side, by number.
func (d *chart) open(s, t int) bool {
	s, t = min(s, t), max(s, t)
	row, col := s/d.n, s%d.n
	if t == s+1 {
		return isBlank(d.pixels[2*row+1][(col+1)*d.width])
	}
	return isBlank(d.pixels[2*row+2][col*d.width+d.width/2])
}

// readLetters returns the letters of regions, each for all squares that lines enclose with it, and
// removes them from the marks. If some square has nothing and all others have what can be a mark,
// these are marks, even if they are letters.
func (d *chart) readLetters() ([][]string, error) {
	values := noNames(d.n)
	all := slices.Concat(d.marks...)
	areMarks := slices.Contains(all, "") && !slices.ContainsFunc(all, func(mark string) bool { return markOf(mark) == 0 })
	for s := range d.n * d.n {
		mark, square := &d.marks[s/d.n][s%d.n], queens.Square{Row: s / d.n, Col: s % d.n}
		if areMarks || len(*mark) != 1 || !strings.Contains(regionNames, *mark) {
			if markOf(*mark) == 0 {
				return nil, fmt.Errorf("%s on %v of the drawing, want a letter of %s, %c or %c",
					excerpt(*mark), square, regionNames, queenSign, crossSign)
			}
			continue
		}
		for _, t := range geometryOf(d.n).flood(s, d.open) {
			value := &values[t/d.n][t%d.n]
			if *value != "" && *value != *mark {
				return nil, fmt.Errorf("%v is in region %s, but no line divides it from region %s", square, *mark, *value)
			}
			*value = *mark
		}
		*mark = ""
	}
	return values, nil
}

// noNames returns the matrix of an n×n board without names of regions.
func noNames(n int) [][]string { return slices.Collect(slices.Chunk(make([]string, n*n), max(n, 1))) }

// nameHidden gives letters that no region has yet to the squares of an n×n matrix without one: the
// same letter to all that lines enclose, in the order of their first squares. If the letters run out,
// it returns the first square without one.
func nameHidden(values [][]string, open func(s, t int) bool) (square queens.Square, ok bool) {
	n, all := len(values), slices.Concat(values...)
	missing := strings.Split(regionNames[:n], "")
	missing = slices.DeleteFunc(missing, func(letter string) bool { return slices.Contains(all, letter) })
	for s, square := range geometryOf(n).squareList {
		if values[square.Row][square.Col] != "" {
			continue
		}
		if len(missing) == 0 {
			return square, false
		}
		for _, t := range geometryOf(n).flood(s, open) {
			values[t/n][t%n] = missing[0]
		}
		missing = missing[1:]
	}
	return queens.Square{}, true
}
