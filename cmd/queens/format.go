package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// A format is a way to write a solution. As a flag's value it is set by name.
type format struct {
	name  string
	about string
	write func(queens.Placement) string
	drawn bool // for people: several lines a board, and the summary among the output
}

var formats = []format{
	{"diagram", "boards of letters and dots", diagram(queens.DiagramStyle{Queen: " Q", Empty: " ."}), true},
	{"grid", "boards with lines between the squares", diagram(queens.DiagramStyle{Queen: " Q ", Empty: "   ", Grid: true}), true},
	{"vector", "columns from 1, row by row: 2 4 1 3", queens.Placement.String, false},
	{"fen", "chess notation, last rank first: 2Q1/Q3/3Q/1Q2", queens.Placement.FEN, false},
	{"squares", "the queens' squares, row by row: b1 d2 a3 c4", squareNames, false},
	{"json", "columns from 0, row by row: [1,3,0,2]", columnArray, false},
}

// diagram returns the writer of diagrams that look like a chessboard: with
// coordinates, and the first rank at the bottom.
func diagram(style queens.DiagramStyle) func(queens.Placement) string {
	style.Labels, style.RankUp = true, true
	return func(p queens.Placement) string { return p.Diagram(style) }
}

func squareNames(p queens.Placement) string {
	names := make([]string, 0, len(p))
	for square := range p.Queens() {
		names = append(names, square.String())
	}
	return strings.Join(names, " ")
}

func columnArray(p queens.Placement) string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // a slice of integers always has its JSON
	}
	return string(text)
}

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
