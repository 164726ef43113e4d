package shape

import (
	"slices"
	"strings"
)

// chart reads a drawing with lines around the squares, or only around regions: there is a line of frame
// above and below each row.
func chart(lines []piece) (rows [][]Cell, walls []bool) {
	first := slices.IndexFunc(lines, isFrame)
	last := len(lines) - 1
	for ; last > first && !isFrame(lines[last]); last-- {
	}
	n := (last - first) / 2
	if first < 0 || n == 0 || last-first != 2*n || first > 1 || len(lines)-1-last > 1 ||
		first == 1 && lines[0].names() != n || last < len(lines)-1 && lines[last+1].names() != n {
		return nil, nil
	}
	frame := strings.Trim(lines[first].text, " \t")
	c := drawing{n: n, width: (len(frame) - 1) / n, walls: make([]bool, 2*n*n)}
	if c.width < 2 || len(frame) != n*c.width+1 {
		return nil, nil
	}
	left := strings.IndexByte(lines[last].text, '+')
	for i := range lines[first : last+1] {
		p := &lines[first+i]
		from := max(0, strings.IndexAny(p.text, "+|"))
		pixels := []rune(p.text[from:])
		if len(pixels) <= n*c.width || i > 0 && from != left ||
			i%2 == 0 && !c.frame(i/2, pixels) || i%2 != 0 && !c.row(i/2, pixels, p, from) {
			return nil, nil
		}
	}
	return c.finish()
}

func isFrame(p piece) bool {
	return p.has&sign != 0 && strings.HasPrefix(strings.TrimLeft(p.text, " \t"), "+-")
}

// A drawing is what has been read of a chart.
type drawing struct {
	n, width int
	rows     [][]Cell
	walls    []bool
	open     bool     // some wall is left out
	ranks    [][]Cell // two for each row, perhaps blank
}

// frame reads the line above a row.
func (c *drawing) frame(row int, pixels []rune) bool {
	for col := range c.n {
		part := pixels[col*c.width+1 : (col+1)*c.width]
		if part[0] != ' ' && part[0] != '-' || slices.ContainsFunc(part, func(r rune) bool { return r != part[0] }) {
			return false
		}
		if row > 0 && row < c.n && part[0] == ' ' {
			c.walls[2*((row-1)*c.n+col)+1], c.open = true, true
		}
	}
	return !slices.ContainsFunc(pixels, func(r rune) bool { return !strings.ContainsRune("+-| \t", r) })
}

// row reads the squares of a row, which begin at an offset of its line.
func (c *drawing) row(row int, pixels []rune, p *piece, from int) bool {
	cells := make([]Cell, c.n)
	for col := range cells {
		part, wall := pixels[col*c.width+1:(col+1)*c.width], pixels[(col+1)*c.width]
		text := strings.TrimSpace(string(part))
		if strings.Contains(text, "|") || pixels[0] != '|' {
			return false
		}
		cells[col] = Cell{text, int32(p.no), int32(p.col + from + col*c.width + 2)}
		if col < c.n-1 && wall == ' ' {
			c.walls[2*(row*c.n+col)], c.open = true, true
		}
	}
	c.rows = append(c.rows, cells)
	c.ranks = append(c.ranks, []Cell{
		{Text: strings.TrimSpace(p.text[:from])}, {Text: strings.TrimSpace(string(pixels[c.n*c.width+1:]))},
	})
	return true
}

// finish puts rank 1 first. There are no walls if there is one beside each square.
func (c *drawing) finish() ([][]Cell, []bool) {
	step := 0
	for side := range 2 {
		if slices.ContainsFunc(c.ranks, func(r []Cell) bool { return r[side].Text != "" }) {
			s := order(c.ranks, side)
			if s == 0 || step != 0 && s != step || s < 0 && c.open {
				return nil, nil
			}
			step = s
		}
	}
	if step < 0 {
		slices.Reverse(c.rows)
	}
	if !c.open && c.n > 1 {
		return c.rows, nil
	}
	return c.rows, c.walls
}
