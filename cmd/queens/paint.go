package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
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
type colors string

func (c *colors) addTo(cmd *cobra.Command) {
	*c = "auto"
	cmd.Flags().Var(c, "color", "draw boards in colour: always, never, or auto, which means on a terminal")
	cli.MustComplete(cmd, "color", cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
}

func (c *colors) Set(text string) error {
	if text != "auto" && text != "always" && text != "never" {
		return errors.New("want auto, always or never")
	}
	*c = colors(text)
	return nil
}

func (c *colors) String() string { return string(*c) }

func (c *colors) Type() string { return "when" }

// renderer returns what draws in colour on w, or nil for plain text. With auto, NO_COLOR
// and TERM in the environment count.
func (c *colors) renderer(w io.Writer) *lipgloss.Renderer {
	renderer := lipgloss.NewRenderer(os.Stdout)
	switch {
	case *c == "always":
		renderer.SetColorProfile(termenv.ANSI256)
	case *c == "never", !cli.IsTerminal(w), cli.IsDumb(), renderer.ColorProfile() == termenv.Ascii:
		return nil
	}
	return renderer
}

// drawer returns a function that draws queens on a board for w, in colour or as text.
func (c *colors) drawer(w io.Writer, board *queens.Board) func(queens.Placement) string {
	renderer := c.renderer(w)
	return func(p queens.Placement) string {
		if renderer == nil {
			return formats[0].write(board, p)
		}
		return paint(board, p, renderer)
	}
}

// paint draws a board and its queens as a coloured chessboard of characters, with the
// first rank at the bottom.
func paint(board *queens.Board, p queens.Placement, renderer *lipgloss.Renderer) string {
	n := board.N()
	queen, margin, width := "Q", len(fmt.Sprint(n)), 2
	if cli.HasUnicode() {
		queen = "♛"
	}
	if n > 26 {
		width = 3 // for names of files such as aa
	}
	background := func(c lipgloss.Color) lipgloss.Style { return renderer.NewStyle().Background(c) }
	squares := [2]lipgloss.Style{background(darkSquare), background(lightSquare)}
	given, blocked := setOf(board.Given()), setOf(board.Blocked())
	var picture strings.Builder
	for row := n - 1; row >= 0; row-- {
		fmt.Fprintf(&picture, "%*d ", margin, row+1)
		for col := range n {
			style, text := squares[(row+col)%2], ""
			switch square := (queens.Square{Row: row, Col: col}); {
			case blocked[square]:
				style, text = background(blockedSquare), "x"
			case p[row] == col && given[square]:
				style, text = style.Bold(true).Foreground(givenQueen), queen
			case p[row] == col:
				style, text = style.Foreground(foundQueen), queen
			}
			picture.WriteString(style.Render(fmt.Sprintf("%-*s", width, text)))
		}
		picture.WriteString("\n")
	}
	fmt.Fprintf(&picture, "%*s ", margin, "")
	for col := range n {
		file := strings.TrimRight(queens.Square{Col: col}.String(), "1")
		fmt.Fprintf(&picture, "%-*s", width, file)
	}
	return strings.TrimRight(picture.String(), " ") + "\n"
}

func setOf(squares iter.Seq[queens.Square]) map[queens.Square]bool {
	set := map[queens.Square]bool{}
	for square := range squares {
		set[square] = true
	}
	return set
}
