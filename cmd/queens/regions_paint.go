package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// regionDrawer returns a function that draws queens on a board of regions for w, in colour
// or with the letters of the regions.
func (c *colors) regionDrawer(w io.Writer) func(*regions.Board, queens.Placement) string {
	renderer := c.renderer(w)
	return func(b *regions.Board, p queens.Placement) string {
		switch {
		case renderer == nil && cli.IsTerminal(w):
			return strings.ReplaceAll(b.Diagram(p), "♛", queenSign())
		case renderer == nil:
			return b.Diagram(p)
		}
		return paintRegions(b, renderer, func(s queens.Square) string { return mark(b, p, s) })
	}
}

// mark returns what stands on a square.
func mark(b *regions.Board, p queens.Placement, s queens.Square) string {
	switch {
	case p != nil && p[s.Row] == s.Col, p == nil && slices.Contains(slices.Collect(b.Given()), s):
		return queenSign()
	case slices.Contains(slices.Collect(b.Blocked()), s):
		return "x"
	}
	return " "
}

func queenSign() string {
	if cli.HasUnicode() {
		return "♛"
	}
	return "Q"
}

// paintRegions draws a board of regions as coloured squares of three characters, with the
// first row on top. The squares have letters too where colours do not tell the regions
// apart: from the seventeenth region on, and on terminals with few colours.
func paintRegions(b *regions.Board, renderer *lipgloss.Renderer, sign func(queens.Square) string) string {
	n := b.N()
	margin := len(fmt.Sprint(n))
	var picture strings.Builder
	for row := range n {
		fmt.Fprintf(&picture, "%*d ", margin, row+1)
		for col := range n {
			square := queens.Square{Row: row, Col: col}
			region, letter := b.Region(square), " "
			if n > 16 || renderer.ColorProfile() > termenv.ANSI256 {
				letter = regions.RegionName(region)
			}
			style := renderer.NewStyle().Background(lipgloss.Color(regions.RegionColor(region))).Foreground(lipgloss.Color("#000000"))
			text := sign(square)
			if len([]rune(text)) == 1 {
				text = letter + text + " "
			}
			picture.WriteString(style.Render(text))
		}
		picture.WriteString("\n")
	}
	fmt.Fprintf(&picture, "%*s ", margin, "")
	for col := range n {
		fmt.Fprintf(&picture, " %-2s", strings.TrimRight(queens.Square{Col: col}.String(), "1"))
	}
	return strings.TrimRight(picture.String(), " ") + "\n"
}
