package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/words"
	"github.com/spf13/cobra"
)

// maxDiagram is the size of the largest board drawn as text, at one or more characters a square.
const maxDiagram = 1000

// A format is a way to write queens on a board, so that it can be read again. A solution is written by
// itself: whatever its board was, it is a solution. With a row that has no queen there is all that
// belongs to the puzzle.
type format struct {
	name         string
	about        string
	lines        bool // it takes several lines for a board
	showsRegions bool
	needsRegions bool
	noQueens     bool
	write        func(board, queens.Placement) string // the board is nil if it is larger than MaxN
}

var (
	asDiagram = &format{name: "diagram", about: "a board of letters and dots", lines: true, showsRegions: true, write: diagram(queens.DiagramStyle{Queen: " Q", Empty: " ."})}
	asGrid    = &format{name: "grid", about: "a board with lines between the squares", lines: true, showsRegions: true, write: diagram(queens.DiagramStyle{Queen: " Q ", Empty: "   ", Grid: true})}
	asVector  = &format{name: "vector", about: "columns from 1, row by row: 2 4 1 3", write: columns(queens.Placement.String)}
	asSquares = &format{name: "squares", about: "the queens' squares: n=4 b1 d2 a3 c4", write: squares}
	asJSON    = &format{name: "json", about: "columns from 0, row by row: [1,3,0,2]", showsRegions: true, write: columnsJSON}
	asLetters = &format{name: "letters", about: "regions, row by row, and words for their queens: AAB/ABB/CCC", showsRegions: true, needsRegions: true, write: letters}

	formats = []*format{
		asDiagram,
		asGrid,
		asVector,
		{name: "csv", about: "the same for a spreadsheet: 2,4,1,3", write: columns(commaList)},
		{name: "fen", about: "chess notation, last rank first: 2Q1/Q3/3Q/1Q2", write: notation(queens.Placement.FEN)},
		asSquares,
		asJSON,
		{name: "leetcode", about: `rows of Q and ., as an array: [".Q..","...Q","Q...","..Q."]`, write: notation(rowsJSON)},
		asLetters,
		{name: "link", about: "an address on puzz.link, for regions without queens", showsRegions: true, needsRegions: true, noQueens: true, write: link},
	}
)

// diagram returns a function that writes diagrams that look like a chessboard: with
// coordinates, and the first rank at the bottom. Boards of regions have a look of their own.
func diagram(style queens.DiagramStyle) func(board, queens.Placement) string {
	style.Labels, style.RankUp = true, true
	return func(b board, p queens.Placement) string {
		if len(p) == 0 {
			return "n=0"
		}
		switch b := b.(type) {
		case plainBoard:
			if b.Toroidal() && isPuzzle(p) {
				return "torus\n" + b.Diagram(p, style)
			}
			return b.Diagram(p, style)
		case regionBoard:
			return b.Diagram(p)
		}
		return p.Diagram(style)
	}
}

// isPuzzle reports whether a row has no queen.
func isPuzzle(p queens.Placement) bool { return slices.Contains(p, queens.Empty) }

// notation makes a format of a notation that shows only queens, and how large the board is.
func notation(write func(queens.Placement) string) func(board, queens.Placement) string {
	return func(b board, p queens.Placement) string {
		if len(p) == 0 {
			return "n=0"
		}
		return words.Join(constraints(b, p), write(p))
	}
}

// columns makes a format of a list of columns. With a row that has no queen it might be taken for one of
// a diagram.
func columns(write func(queens.Placement) string) func(board, queens.Placement) string {
	return func(b board, p queens.Placement) string {
		if len(p) > 0 && !isPuzzle(p) {
			return write(p)
		}
		return words.Join(size(p), constraints(b, p), write(p))
	}
}

func size(p queens.Placement) string { return fmt.Sprintf("n=%d", len(p)) }

// constraints returns what the queens of a puzzle do not tell of its board.
func constraints(b board, p queens.Placement) string {
	plain, ok := b.(plainBoard)
	if !ok || !isPuzzle(p) {
		return ""
	}
	torus := ""
	if plain.Toroidal() {
		torus = "torus"
	}
	return words.Join(torus, words.List("blocked", plain.Blocked()))
}

func squares(b board, p queens.Placement) string {
	return words.Join(size(p), constraints(b, p), words.Join(words.Names(p.Queens())...))
}

func commaList(p queens.Placement) string { return strings.ReplaceAll(p.String(), " ", ",") }

// columnsJSON writes an array or, of a puzzle, an object.
func columnsJSON(b board, p queens.Placement) string {
	switch b := b.(type) {
	case plainBoard:
		if len(p) == 0 || isPuzzle(p) {
			return fmt.Sprintf(`{"board":%q}`, b)
		}
	case regionBoard:
		if isPuzzle(p) {
			text, err := json.Marshal(b)
			if err != nil {
				panic(err) // a board can always be written
			}
			return string(text)
		}
	}
	text := strings.ReplaceAll(fmt.Sprint([]int(p)), " ", ",")
	if isPuzzle(p) {
		return strings.ReplaceAll(text, "-1", "null")
	}
	return text
}

func rowsJSON(p queens.Placement) string {
	rows := strings.Fields(p.Diagram(queens.DiagramStyle{}))
	return strings.ReplaceAll(fmt.Sprintf("%q", rows), " ", ",")
}

func letters(b board, p queens.Placement) string {
	if with, err := b.put(slices.Collect(p.Queens()), nil); err == nil {
		b = with
	}
	return b.String() + "\n"
}

func link(b board, _ queens.Placement) string { return b.(regionBoard).Link() }

// check returns an error if the format cannot show queens on a board.
func (f *format) check(b board, p queens.Placement) error {
	_, hasRegions := b.(regionBoard)
	switch {
	case f.fits(len(p)) != nil:
		return f.fits(len(p))
	case f.needsRegions && !hasRegions:
		return fmt.Errorf("--format %s is for boards of regions", f.name)
	case f.noQueens && !isPuzzle(p):
		return fmt.Errorf("a %s has no queens: want another format", f.name)
	case f.noQueens && f.write(b, p) == "":
		return fmt.Errorf("the board has no %s: a region is not connected", f.name)
	case hasRegions && isPuzzle(p) && !f.showsRegions:
		return fmt.Errorf("--format %s does not show regions: want letters, diagram, link or json", f.name)
	}
	return nil
}

// fits returns an error if the format cannot show a board of n rows.
func (f *format) fits(n int) error {
	if f.lines && n > maxDiagram {
		return fmt.Errorf("size of the board is %d, want at most %d for a %s", n, maxDiagram, f.name)
	}
	return nil
}

// formatFlag returns the value of a flag that takes one of the formats, the first by default.
func formatFlag(formats ...*format) cli.Value[*format] {
	value := cli.Choice("FORMAT", func(f *format) string { return f.name }, formats...)
	for i, f := range formats {
		value.Words[i] = cobra.CompletionWithDesc(f.name, f.about)
	}
	return value
}

func formatNames() string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}

// formatHelp returns a table of the formats.
func formatHelp() string {
	var table strings.Builder
	for _, f := range formats {
		fmt.Fprintf(&table, "  %-8s  %s\n", f.name, f.about)
	}
	return table.String()
}
