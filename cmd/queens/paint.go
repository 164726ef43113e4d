package main

import (
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/regions"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
)

// The colours of a board, among the 256 that most terminals have. A terminal with fewer
// shows the nearest of its own.
const (
	lightSquare   = lipgloss.Color("223")
	darkSquare    = lipgloss.Color("179")
	blockedSquare = lipgloss.Color("240")
	givenQueen    = lipgloss.Color("124")
	foundQueen    = lipgloss.Color("16")
)

// colors is the value of the flag that decides whether boards are drawn in colour.
type colors struct{ cli.Value[string] }

func (c *colors) addTo(cmd *cobra.Command) {
	c.Value = cli.OneOf("WHEN", "auto", "always", "never")
	cmd.Flags().Var(c, "color", "draw boards in colour: always, never, or auto, which means on a terminal")
}

// renderer returns what draws in colour on w, or nil for plain text. With auto, NO_COLOR
// and TERM in the environment count.
func (c *colors) renderer(w io.Writer) *lipgloss.Renderer {
	renderer := lipgloss.NewRenderer(os.Stdout)
	switch {
	case c.V == "always":
		renderer.SetColorProfile(termenv.ANSI256)
	case c.V == "never", !cli.IsTerminal(w), cli.IsDumb(), renderer.ColorProfile() == termenv.Ascii:
		return nil
	}
	return renderer
}

// drawer returns a function that draws queens on a board for w, in colour or as text.
func (c *colors) drawer(w io.Writer, b board) func(queens.Placement) string {
	renderer := c.renderer(w)
	return func(p queens.Placement) string {
		if renderer == nil {
			return strings.ReplaceAll(formats[0].write(b, p), "♛", queenSign())
		}
		return paint(b, renderer, squareWidth(b), signsOf(b, p))
	}
}

// squareWidth returns how many characters a square takes.
func squareWidth(b board) int {
	if _, hasRegions := b.(regionBoard); hasRegions || b.N() > 26 {
		return 3 // for letters, or names of files such as aa
	}
	return 2
}

func queenSign() string {
	if cli.HasUnicode() {
		return "♛"
	}
	return "Q"
}

// signsOf returns what stands on each square of a board with queens.
func signsOf(b board, p queens.Placement) func(queens.Square) string {
	blocked := setOf(b.Blocked())
	return func(s queens.Square) string {
		switch {
		case p[s.Row] == s.Col:
			return queenSign()
		case blocked[s]:
			return "x"
		}
		return ""
	}
}

// paint draws a board as coloured squares of some characters, with what stands on them. The first
// row of a board of regions is on top, and the first rank of another one at the bottom, as
// on a chessboard.
func paint(b board, renderer *lipgloss.Renderer, width int, sign func(queens.Square) string) string {
	n := b.N()
	square := plainSquares(b, renderer, width, sign)
	regions, hasRegions := b.(regionBoard)
	if hasRegions {
		square = regionSquares(regions, renderer, sign)
	}
	margin := len(fmt.Sprint(n))
	var picture strings.Builder
	for row := range n {
		if !hasRegions {
			row = n - 1 - row
		}
		fmt.Fprintf(&picture, "%*d ", margin, row+1)
		for col := range n {
			picture.WriteString(square(queens.Square{Row: row, Col: col}))
		}
		picture.WriteString("\n")
	}
	names := strings.Repeat(" ", margin+1+(width-1)/2)
	for col := range n {
		names += fmt.Sprintf("%-*s", width, strings.TrimRight(queens.Square{Col: col}.String(), "1"))
	}
	return picture.String() + strings.TrimRight(names, " ") + "\n"
}

// plainSquares returns the function that draws a square of a chessboard.
func plainSquares(b board, renderer *lipgloss.Renderer, width int, sign func(queens.Square) string) func(queens.Square) string {
	background := func(c lipgloss.Color) lipgloss.Style { return renderer.NewStyle().Background(c) }
	squares := [2]lipgloss.Style{background(darkSquare), background(lightSquare)}
	given, blocked := setOf(b.Given()), setOf(b.Blocked())
	return func(s queens.Square) string {
		style, text := squares[(s.Row+s.Col)%2], sign(s)
		switch {
		case blocked[s]:
			style = background(blockedSquare)
		case given[s] && text != "":
			style = style.Bold(true).Foreground(givenQueen)
		case text != "":
			style = style.Foreground(foundQueen)
		}
		if len([]rune(text)) < 2 {
			text = strings.Repeat(" ", (width-1)/2) + text
		}
		return style.Render(fmt.Sprintf("%-*s", width, text))
	}
}

// regionSquares returns the function that draws a square of three characters on a board of
// regions. It has the letter of its region where colours do not tell the regions apart: from
// the seventeenth region on, and on terminals with few colours.
func regionSquares(b regionBoard, renderer *lipgloss.Renderer, sign func(queens.Square) string) func(queens.Square) string {
	return func(s queens.Square) string {
		region, letter, text := b.Region(s), " ", sign(s)
		if b.N() > 16 || renderer.ColorProfile() > termenv.ANSI256 {
			letter = regions.RegionName(region)
		}
		style := renderer.NewStyle().Background(lipgloss.Color(regions.RegionColor(region))).Foreground(lipgloss.Color("#000000"))
		if len([]rune(text)) < 2 {
			text = letter + fmt.Sprintf("%-2s", text)
		}
		return style.Render(text)
	}
}

func setOf(squares iter.Seq[queens.Square]) map[queens.Square]bool {
	set := map[queens.Square]bool{}
	for square := range squares {
		set[square] = true
	}
	return set
}
