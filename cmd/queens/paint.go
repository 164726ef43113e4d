package main

import (
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/words"
	"example.com/queens/regions"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
)

// The colours of a board, among the 256 that most terminals have. A terminal with fewer
// shows the nearest of its own.
const (
	lightSquare   = "223"
	darkSquare    = "179"
	blockedSquare = "240"
	givenQueen    = "124"
	foundQueen    = "16"
)

// colors is the value of the flag that decides whether boards are drawn in colour.
type colors struct{ cli.Value[string] }

func (c *colors) addTo(cmd *cobra.Command) {
	c.Value = cli.OneOf("WHEN", "auto", "always", "never")
	cmd.Flags().Var(c, "color", "draw boards in colour: always, never, or auto, which means on a terminal")
}

// profile returns which colours w can show, [termenv.Ascii] for none. With auto, NO_COLOR and
// TERM in the environment count.
func (c *colors) profile(w io.Writer) termenv.Profile {
	switch {
	case c.V == "always":
		return termenv.ANSI256
	case c.V == "never", !cli.IsTerminal(w), cli.IsDumb():
		return termenv.Ascii
	}
	return termenv.NewOutput(os.Stdout).EnvColorProfile()
}

// drawer returns a function that draws queens on a board for w, in colour or as text.
func (c *colors) drawer(w io.Writer, b board) func(queens.Placement) string {
	profile := c.profile(w)
	return func(p queens.Placement) string {
		if profile == termenv.Ascii {
			return strings.ReplaceAll(asDiagram.write(b, p), "♛", queenSign())
		}
		return paint(b, profile, squareWidth(b), signsOf(b, p))
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
func paint(b board, profile termenv.Profile, width int, sign func(queens.Square) string) string {
	n := b.N()
	square := plainSquares(b, profile, width, sign)
	divided, hasRegions := b.(regionBoard)
	if hasRegions {
		square = regionSquares(divided, profile, sign)
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
		names += fmt.Sprintf("%-*s", width, words.File(col))
	}
	return picture.String() + strings.TrimRight(names, " ") + "\n"
}

// plainSquares returns the function that draws a square of a chessboard.
func plainSquares(b board, profile termenv.Profile, width int, sign func(queens.Square) string) func(queens.Square) string {
	given, blocked := setOf(b.Given()), setOf(b.Blocked())
	return func(s queens.Square) string {
		background, style, text := darkSquare, profile.String(), sign(s)
		if (s.Row+s.Col)%2 == 1 {
			background = lightSquare
		}
		switch {
		case blocked[s]:
			background = blockedSquare
		case given[s] && text != "":
			style = style.Bold().Foreground(profile.Color(givenQueen))
		case text != "":
			style = style.Foreground(profile.Color(foundQueen))
		}
		if len([]rune(text)) < 2 {
			text = strings.Repeat(" ", (width-1)/2) + text
		}
		return style.Background(profile.Color(background)).Styled(fmt.Sprintf("%-*s", width, text))
	}
}

// regionSquares returns the function that draws a square of three characters on a board of
// regions. It has the letter of its region where colours do not tell the regions apart: from
// the seventeenth region on, and on terminals with few colours.
func regionSquares(b regionBoard, profile termenv.Profile, sign func(queens.Square) string) func(queens.Square) string {
	return func(s queens.Square) string {
		region, letter, text := b.Region(s), " ", sign(s)
		if b.N() > 16 || profile > termenv.ANSI256 {
			letter = regions.RegionName(region)
		}
		style := profile.String().Foreground(profile.Color("#000000")).Background(profile.Color(regions.RegionColor(region)))
		if len([]rune(text)) < 2 {
			text = letter + fmt.Sprintf("%-2s", text)
		}
		return style.Styled(text)
	}
}

func setOf(squares iter.Seq[queens.Square]) map[queens.Square]bool {
	set := map[queens.Square]bool{}
	for square := range squares {
		set[square] = true
	}
	return set
}
