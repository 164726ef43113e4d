package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
)

// The colours of a painted board, of the 256 that most terminals have. Poorer ones get
// the nearest that they have.
const (
	lightSquare   = lipgloss.Color("223")
	darkSquare    = lipgloss.Color("179")
	blockedSquare = lipgloss.Color("240")
	givenQueen    = lipgloss.Color("124")
	foundQueen    = lipgloss.Color("16")
)

// colors is the value of the flag that says whether boards are painted.
type colors string

func (c *colors) addFlag(cmd *cobra.Command) {
	*c = "auto"
	cmd.Flags().Var(c, "color", "paint boards: auto, which is on terminals, always or never")
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

// painter returns what paints boards for w, or nil if they are not to be painted. The
// environment has its say by NO_COLOR and TERM.
func (c *colors) painter(w io.Writer) *lipgloss.Renderer {
	painter := lipgloss.NewRenderer(os.Stdout)
	switch {
	case *c == "always":
		painter.SetColorProfile(termenv.ANSI256)
	case *c == "never", !cli.IsTerminal(w), cli.IsDumb(), painter.ColorProfile() == termenv.Ascii:
		return nil
	}
	return painter
}

// drawer returns the function that draws queens on a board for w, painted or not.
func (c *colors) drawer(w io.Writer, s *queens.Board) func(queens.Placement) string {
	painter := c.painter(w)
	return func(p queens.Placement) string {
		if painter == nil {
			return formats[0].write(s, p)
		}
		return paint(s, p, painter)
	}
}

// paint returns a board with queens on it as a chequered picture of characters, the
// first rank at the bottom.
func paint(s *queens.Board, p queens.Placement, painter *lipgloss.Renderer) string {
	rows, given := cli.Rows(s, p), cli.Rows(s, nil)
	queen, margin, wide := "Q", len(fmt.Sprint(len(rows))), 2
	if cli.HasUnicode() {
		queen = "♛"
	}
	if len(rows) > 26 {
		wide = 3 // for names of files such as aa
	}
	background := func(c lipgloss.Color) lipgloss.Style { return painter.NewStyle().Background(c) }
	squares := [2]lipgloss.Style{background(darkSquare), background(lightSquare)}
	var picture strings.Builder
	for row := len(rows) - 1; row >= 0; row-- {
		fmt.Fprintf(&picture, "%*d ", margin, row+1)
		for col, square := range []byte(rows[row]) {
			style, text := squares[(row+col)%2], ""
			switch {
			case square == 'x':
				style, text = background(blockedSquare), "x"
			case square == 'Q' && given[row][col] == 'Q':
				style, text = style.Bold(true).Foreground(givenQueen), queen
			case square == 'Q':
				style, text = style.Foreground(foundQueen), queen
			}
			picture.WriteString(style.Render(fmt.Sprintf("%-*s", wide, text)))
		}
		picture.WriteString("\n")
	}
	fmt.Fprintf(&picture, "%*s ", margin, "")
	for col := range rows {
		file := strings.TrimRight(queens.Square{Col: col}.String(), "1")
		fmt.Fprintf(&picture, "%-*s", wide, file)
	}
	return strings.TrimRight(picture.String(), " ") + "\n"
}
