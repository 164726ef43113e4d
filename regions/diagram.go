package regions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/queens"
)

// Diagram returns a drawing of the board in text: lines between the regions, the letter of its
// region on each square, ♛ on those with a queen of p, and x on blocked ones without. A nil p
// stands for the given queens. Row 1 is on top. Queens of p that are off the board are left out.
// Each line ends in a newline. [ParseBoard] reads it: the regions, the queens as given ones, and
// the crosses. If queens and crosses hide all letters of a region, ParseBoard numbers such regions
// in the order of their first squares. If they hide all letters of one part of a region that is not
// connected, it cannot read the drawing, and returns an error.
//
//	    a   b   c   d
//	  +---+---+---+---+
//	1 | A   A | ♛   B |
//	  |   +---+---+   |
//	2 | ♛ | C   C | B |
//	  +---+---+   |   |
//	3 | D   D | C | ♛ |
//	  |       +---+   |
//	4 | D   ♛   D | B |
//	  +---+---+---+---+
func (b *Board) Diagram(p queens.Placement) string {
	if p == nil {
		p = b.given
	}
	canvas := make([][]rune, 2*b.n+1) // two lines for each row, four characters for each column
	for i := range canvas {
		canvas[i] = slices.Repeat([]rune{' '}, 4*b.n+1)
	}
	for row := range b.n + 1 {
		for col := range b.n + 1 {
			for i := 0; i < 3 && b.differ(row, col-1, row, col); i++ {
				canvas[2*row+i][4*col] = '|'
			}
		}
	}
	for row := range b.n + 1 {
		for col := range b.n + 1 {
			if b.differ(row-1, col, row, col) {
				copy(canvas[2*row][4*col:], []rune("+---+"))
			}
		}
	}
	for s, region := range b.region {
		canvas[s/b.n*2+1][s%b.n*4+2] = rune(regionNames[region])
	}
	for s := range b.Blocked() {
		canvas[2*s.Row+1][4*s.Col+2] = crossSign
	}
	for s := range p.Queens() {
		if geometryOf(b.n).onBoard(s) {
			canvas[2*s.Row+1][4*s.Col+2] = queenSign
		}
	}
	margin := len(strconv.Itoa(b.n))
	names := strings.Repeat(" ", margin+1)
	for col := range b.n {
		names += fmt.Sprintf(" %2s ", columnName(col))
	}
	text := strings.TrimRight(names, " ") + "\n"
	for i, line := range canvas {
		number := ""
		if i%2 != 0 {
			number = strconv.Itoa(i/2 + 1)
		}
		text += fmt.Sprintf("%*s %s\n", margin, number, string(line))
	}
	return text
}

// What squares of a drawing show, besides letters.
const (
	queenSign = '♛'
	crossSign = 'x'
)
