package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
)

func regionsPlayCommand() *cobra.Command {
	p := play{difficulty: difficultyFlag()}
	p.difficulty.Text = "medium"
	cmd := &cobra.Command{
		Use:   "play BOARD",
		Short: "Play a board on the terminal",
		Long: `Play shows a board of regions on the terminal to be solved there, with hints.
The arrow keys move, space puts a queen or takes it away, x does that with a
cross, h gives a hint, u takes the last move back, and q ends the game. Queens
that attack each other are shown as !.

A number as BOARD is the size of a new board. Otherwise
` + regionsHelp,
		Example: `  queens regions play 8 --difficulty hard
  queens regions play board.txt`,
		Args: cobra.ExactArgs(1),
		RunE: p.run,
	}
	cmd.Flags().VarP(&p.difficulty, "difficulty", "d", "how hard a new board is: easy, medium, hard or expert")
	cli.MustComplete(cmd, "difficulty", completeDifficulty)
	p.seed.AddTo(cmd)
	p.colors.addTo(cmd)
	return cmd
}

type play struct {
	difficulty cli.Value[queens.Difficulty]
	seed       cli.Seed
	colors     colors
}

func (p *play) run(cmd *cobra.Command, args []string) error {
	if !cli.IsTerminal(cmd.OutOrStdout()) || !cli.IsTerminal(cmd.InOrStdin()) || cli.IsDumb() {
		return errors.New("play needs a terminal; hint, solve and draw do without")
	}
	board, err := p.board(cmd, args[0])
	if err != nil {
		return err
	}
	program := tea.NewProgram(newGame(board, p.colors.renderer(cmd.OutOrStdout())), tea.WithContext(cmd.Context()), tea.WithAltScreen())
	_, err = program.Run()
	if errors.Is(err, tea.ErrInterrupted) || cmd.Context().Err() != nil {
		return context.Canceled
	}
	return err
}

// board returns the board that the argument names, or a new one.
func (p *play) board(cmd *cobra.Command, arg string) (*regions.Board, error) {
	if n, err := strconv.Atoi(arg); err == nil {
		return regions.Generate(cmd.Context(), p.seed.Source(cmd.ErrOrStderr()), n, p.difficulty.V)
	}
	if arg == "-" {
		return nil, errors.New("standard input has the keys of the game; want a file")
	}
	board, err := regionsKind(&cli.BoardFlags{}).One(cmd, arg)
	if err == nil && board.N() == 0 {
		err = errors.New("the board has no rows to play on")
	}
	return board, err
}

// A playerSign is what a player puts on a square.
type playerSign byte

const (
	ownQueen playerSign = iota + 1
	ownCross
)

// A game is the model of the terminal's screen.
type game struct {
	board    *regions.Board
	solution queens.Placement // or nil if there is not just one
	renderer *lipgloss.Renderer
	window   tea.WindowSizeMsg

	cursor  queens.Square
	signs   map[queens.Square]playerSign
	past    []map[queens.Square]playerSign
	message string
}

func newGame(board *regions.Board, renderer *lipgloss.Renderer) *game {
	if renderer == nil {
		renderer = lipgloss.NewRenderer(io.Discard)
		renderer.SetColorProfile(termenv.Ascii)
	}
	solution, err := board.Unique(context.Background())
	if err != nil {
		solution = nil
	}
	return &game{board: board, solution: solution, renderer: renderer, signs: map[queens.Square]playerSign{}}
}

func (g *game) Init() tea.Cmd { return nil }

func (g *game) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		g.window = msg
	case tea.KeyMsg:
		return g, g.press(msg.String())
	}
	return g, nil
}

func (g *game) press(key string) tea.Cmd {
	n := g.board.N()
	g.message = ""
	switch key {
	case "up":
		g.cursor.Row = max(g.cursor.Row-1, 0)
	case "down":
		g.cursor.Row = min(g.cursor.Row+1, n-1)
	case "left":
		g.cursor.Col = max(g.cursor.Col-1, 0)
	case "right":
		g.cursor.Col = min(g.cursor.Col+1, n-1)
	case " ", "enter":
		g.toggle(ownQueen)
	case "x":
		g.toggle(ownCross)
	case "u":
		g.undo()
	case "h", "?":
		g.message = g.hint()
	case "q", "esc":
		return tea.Quit
	case "ctrl+c":
		return tea.Interrupt
	}
	if g.solved() {
		g.message = "Solved!"
	}
	return nil
}

// toggle puts a sign on the square of the cursor, or takes it away. Given queens and
// blocked squares stay.
func (g *game) toggle(s playerSign) {
	if mark(g.board, nil, g.cursor) != " " {
		g.message = "This belongs to the puzzle."
		return
	}
	g.past = append(g.past, maps.Clone(g.signs))
	if g.signs[g.cursor] == s {
		delete(g.signs, g.cursor)
		return
	}
	g.signs[g.cursor] = s
}

func (g *game) undo() {
	if last := len(g.past) - 1; last >= 0 {
		g.signs, g.past = g.past[last], g.past[:last]
	}
}

// placed returns the squares of all queens, and the crosses of the player.
func (g *game) placed() (placed, crosses []queens.Square) {
	for given := range g.board.Given() {
		placed = append(placed, given)
	}
	for square, s := range g.signs {
		if s == ownQueen {
			placed = append(placed, square)
		} else {
			crosses = append(crosses, square)
		}
	}
	return placed, crosses
}

// attacked returns the queens that attack each other.
func (g *game) attacked() map[queens.Square]bool {
	attacked := map[queens.Square]bool{}
	placed, _ := g.placed()
	for i, a := range placed {
		for _, b := range placed[:i] {
			if g.board.Attacks(a, b) {
				attacked[a], attacked[b] = true, true
			}
		}
	}
	return attacked
}

func (g *game) solved() bool {
	placed, _ := g.placed()
	return len(placed) == g.board.N() && len(g.attacked()) == 0
}

// hint returns the next step, or what is wrong.
func (g *game) hint() string {
	placed, crosses := g.placed()
	for square := range g.attacked() {
		return fmt.Sprintf("The queen on %v is attacked.", square)
	}
	marked, err := g.board.With(regions.Given(placed...), regions.Blocked(crosses...))
	if err != nil {
		return cli.Message(err)
	}
	if g.solution != nil {
		if wrong := contradiction(marked, g.solution); wrong != "" {
			return "Look again: " + wrong + "."
		}
	}
	for step, err := range marked.Deduce(context.Background()) {
		if err == nil {
			return step.String()
		}
	}
	return "There is no further step."
}

func (g *game) View() string {
	attacked := g.attacked()
	board := paintRegions(g.board, g.renderer, func(s queens.Square) string { return g.sign(s, attacked[s]) })
	message := lipgloss.NewStyle().Width(max(g.window.Width, 30)).Render(g.message)
	keys := "arrows move, space queen, x cross\nh hint, u undo, q quit"
	return fitted(fmt.Sprintf("%s\n%s\n\n%s\n", board, strings.TrimRight(message, " "), keys), g.window)
}

// sign returns what is shown on a square, with the cursor.
func (g *game) sign(s queens.Square, attacked bool) string {
	text := mark(g.board, nil, s)
	switch {
	case attacked:
		text = "!"
	case g.signs[s] == ownQueen:
		text = queenSign()
	case g.signs[s] == ownCross:
		text = "x"
	}
	switch {
	case s != g.cursor:
		return text
	case text == " " && g.renderer.ColorProfile() > termenv.ANSI256:
		text = regions.RegionName(g.board.Region(s)) // which the cursor hides
	}
	return "[" + text + "]"
}
