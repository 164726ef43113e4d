package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

// maxDiagram is the size of the largest board drawn as text, at one or more characters a square.
const maxDiagram = 1000

// A format is a way to write queens on a board.
type format struct {
	name  string
	about string
	write func(board, queens.Placement) string // the board is nil if it is larger than MaxN
}

var formats = []format{
	{"diagram", "a board of letters and dots", diagram(queens.DiagramStyle{Queen: " Q", Empty: " ."})},
	{"grid", "a board with lines between the squares", diagram(queens.DiagramStyle{Queen: " Q ", Empty: "   ", Grid: true})},
	{"vector", "columns from 1, row by row: 2 4 1 3", plainly(queens.Placement.String)},
	{"csv", "the same for a spreadsheet: 2,4,1,3", plainly(commaList)},
	{"fen", "chess notation, last rank first: 2Q1/Q3/3Q/1Q2", plainly(queens.Placement.FEN)},
	{"squares", "the queens' squares: b1 d2 a3 c4, after n=4 in a pipe or a file", plainly(squareNames)},
	{"json", "columns from 0, row by row: [1,3,0,2]", plainly(columnsJSON)},
	{"leetcode", `rows of Q and ., as an array: [".Q..","...Q","Q...","..Q."]`, plainly(rowsJSON)},
	{"letters", "regions, row by row, and words for their queens: AAB/ABB/CCC", letters},
	{"link", "an address on puzz.link, for regions without queens", link},
}

func letters(b board, p queens.Placement) string {
	if with, err := b.put(slices.Collect(p.Queens()), nil); err == nil {
		b = with
	}
	return b.String() + "\n"
}

func link(b board, _ queens.Placement) string { return b.(regionBoard).Link() }

// diagram returns a function that writes diagrams that look like a chessboard: with
// coordinates, and the first rank at the bottom. Boards of regions have a look of their own.
func diagram(style queens.DiagramStyle) func(board, queens.Placement) string {
	style.Labels, style.RankUp = true, true
	return func(b board, p queens.Placement) string {
		switch b := b.(type) {
		case plainBoard:
			return b.Diagram(p, style)
		case regionBoard:
			return b.Diagram(p)
		}
		return p.Diagram(style)
	}
}

// plainly makes a format of a notation that shows only queens.
func plainly(write func(queens.Placement) string) func(board, queens.Placement) string {
	return func(_ board, p queens.Placement) string { return write(p) }
}

func squareNames(p queens.Placement) string { return squareList(p.Queens(), " ") }

func squareList(squares iter.Seq[queens.Square], separator string) string {
	var names []string
	for square := range squares {
		names = append(names, square.String())
	}
	return strings.Join(names, separator)
}

func commaList(p queens.Placement) string { return strings.ReplaceAll(p.String(), " ", ",") }

func columnsJSON(p queens.Placement) string {
	return strings.ReplaceAll(fmt.Sprint([]int(p)), " ", ",")
}

func rowsJSON(p queens.Placement) string {
	rows := strings.Fields(p.Diagram(queens.DiagramStyle{}))
	return strings.ReplaceAll(fmt.Sprintf("%q", rows), " ", ",")
}

// writeWhole writes a placement with all that a program needs to read the board again: the
// size before a list of squares and, if some rows have no queen, what else belongs to the
// puzzle. A solution needs no more: whatever its board was, it is a solution.
func (f *format) writeWhole(b board, p queens.Placement) string {
	if len(p) == 0 { // which an empty line would not tell from nothing
		if f.name == "json" {
			return `{"board":"n=0"}`
		}
		return "n=0"
	}
	isPuzzle := b != nil && slices.Contains(p, queens.Empty)
	if isPuzzle && f.name == "json" {
		return puzzleJSON(b)
	}
	text := f.write(b, p)
	var words []string
	placed := len(slices.Collect(p.Queens()))
	few := (f.name == "vector" || f.name == "csv") && placed < 2 // may be taken for the row of a diagram
	if f.name == "squares" || few && isPuzzle {
		words = append(words, fmt.Sprintf("n=%d", len(p)))
	}
	if plain, ok := b.(plainBoard); ok && isPuzzle {
		if plain.Toroidal() {
			words = append(words, "torus")
		}
		if blocked := squareList(plain.Blocked(), ","); blocked != "" && !f.isDiagram() {
			words = append(words, "blocked="+blocked)
		}
	}
	switch prefix := strings.Join(words, " "); {
	case prefix == "":
		return text
	case few && placed == 0:
		return prefix
	case f.isDiagram():
		return prefix + "\n" + text
	default:
		return strings.TrimSpace(prefix + " " + text)
	}
}

// puzzleJSON returns a board as an object.
func puzzleJSON(b board) string {
	if _, ok := b.(plainBoard); ok {
		return fmt.Sprintf(`{"board":%q}`, b)
	}
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // a board can always be written
	}
	return string(text)
}

// check returns an error if the format cannot show queens on a board.
func (f *format) check(b board, p queens.Placement) error {
	regions, hasRegions := b.(regionBoard)
	isPuzzle, showsRegions := slices.Contains(p, queens.Empty), f.name == "letters" || f.name == "link"
	switch {
	case f.fits(len(p)) != nil:
		return f.fits(len(p))
	case showsRegions && !hasRegions:
		return fmt.Errorf("--format %s is for boards of regions", f.name)
	case f.name == "link" && !isPuzzle:
		return errors.New("a link has no queens: want another format")
	case f.name == "link" && regions.Link() == "":
		return errors.New("the board has no link: a region is not connected")
	case hasRegions && isPuzzle && !showsRegions && !f.isDiagram() && f.name != "json":
		return fmt.Errorf("--format %s does not show regions: want letters, diagram, link or json", f.name)
	}
	return nil
}

// fits returns an error if the format cannot show a board of n rows.
func (f *format) fits(n int) error {
	if f.isDiagram() && n > maxDiagram {
		return fmt.Errorf("size of the board is %d, want at most %d for a %s", n, maxDiagram, f.name)
	}
	return nil
}

// isDiagram reports whether the format takes several lines for a board.
func (f *format) isDiagram() bool { return f.name == "diagram" || f.name == "grid" }

// formatNamed returns the format of a name. It panics if there is none.
func formatNamed(name string) format {
	return formats[slices.IndexFunc(formats, func(f format) bool { return f.name == name })]
}

// formatFlag returns the value of a flag that takes one of the formats, the standard one by default.
func formatFlag(standard format, formats ...format) cli.Value[format] {
	value := cli.Choice("FORMAT", func(f format) string { return f.name }, formats...)
	value.V, value.Text = standard, standard.name
	for i, f := range formats {
		value.Words[i] = cobra.CompletionWithDesc(f.name, f.about)
	}
	return value
}

func formatNames(formats []format) string {
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
