package main

import (
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// A format is a way to write a placement. As the value of a flag it is set by name.
type format struct {
	name  string
	about string
	write func(*queens.Board, queens.Placement) string // the board is nil if it is larger than MaxN
}

var formats = []format{
	{"diagram", "a board of letters and dots", diagram(queens.DiagramStyle{Queen: " Q", Empty: " ."})},
	{"grid", "a board with lines between the squares", diagram(queens.DiagramStyle{Queen: " Q ", Empty: "   ", Grid: true})},
	{"vector", "columns from 1, row by row: 2 4 1 3", plain(queens.Placement.String)},
	{"fen", "chess notation, last rank first: 2Q1/Q3/3Q/1Q2", plain(queens.Placement.FEN)},
	{"squares", "the queens' squares, row by row: b1 d2 a3 c4", plain(squareNames)},
	{"json", "columns from 0, row by row: [1,3,0,2]", plain(columnsJSON)},
}

// diagram returns a function that writes diagrams that look like a chessboard: with
// coordinates, and the first rank at the bottom.
func diagram(style queens.DiagramStyle) func(*queens.Board, queens.Placement) string {
	style.Labels, style.RankUp = true, true
	return func(board *queens.Board, p queens.Placement) string {
		if board == nil {
			return p.Diagram(style)
		}
		return board.Diagram(p, style)
	}
}

// plain makes a format of a notation that does not show blocked squares.
func plain(write func(queens.Placement) string) func(*queens.Board, queens.Placement) string {
	return func(_ *queens.Board, p queens.Placement) string { return write(p) }
}

func squareNames(p queens.Placement) string {
	names := make([]string, 0, len(p))
	for square := range p.Queens() {
		names = append(names, square.String())
	}
	return strings.Join(names, " ")
}

func columnsJSON(p queens.Placement) string {
	return strings.ReplaceAll(fmt.Sprint([]int(p)), " ", ",")
}

// isDiagram reports whether the format takes several lines for a board.
func (f *format) isDiagram() bool { return f.name == "diagram" || f.name == "grid" }

func (f *format) Set(name string) error {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		names := make([]string, len(formats))
		for i, f := range formats {
			names[i] = f.name
		}
		return fmt.Errorf("want one of %s", strings.Join(names, ", "))
	}
	*f = formats[i]
	return nil
}

func (f *format) String() string { return f.name }

func (f *format) Type() string { return "format" }

// formatNamed returns the format of a name. It panics if there is none.
func formatNamed(name string) (f format) {
	if err := f.Set(name); err != nil {
		panic(err)
	}
	return f
}

// formatHelp returns a table of the formats.
func formatHelp() string {
	var table strings.Builder
	for _, f := range formats {
		fmt.Fprintf(&table, "  %-8s  %s\n", f.name, f.about)
	}
	return table.String()
}

// completeFormat completes the name of a format.
func completeFormat(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var choices []cobra.Completion
	for _, f := range formats {
		choices = append(choices, cobra.CompletionWithDesc(f.name, f.about))
	}
	return choices, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
