package main

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
)

func playCommand() *cobra.Command {
	p := play{difficulty: difficultyFlag()}
	cmd := &cobra.Command{
		Use:   "play BOARD",
		Short: "Play a puzzle on the terminal",
		Long: `Play shows a puzzle on the terminal for you to solve, with hints. The arrow keys
move, space places or removes a queen, x does the same with a cross, h says
where to look and, pressed again, why, u undoes the last move, and q ends the
game. Queens that attack each other are shown as !.

If BOARD is a number, it is the size of a new puzzle or, with --regions, of a
new board of regions.

` + cli.BoardHelp,
		Example: `  queens play 8 --difficulty hard
  queens play 8 --regions
  queens play board.txt`,
		Args: cli.OneBoard,
		RunE: p.run,
	}
	cmd.Flags().VarP(&p.difficulty, "difficulty", "d", "how hard a new puzzle is: easy, medium, hard or expert")
	p.seed.AddTo(cmd)
	p.colors.addTo(cmd)
	p.board.addTo(cmd)
	return cmd
}

type play struct {
	board      boardFlags
	difficulty cli.Value[puzzle.Difficulty]
	seed       cli.Seed
	colors     colors
}

func (p *play) run(cmd *cobra.Command, args []string) error {
	if !hasScreen(cmd) {
		return errors.New("play needs a terminal; hint, solve and draw do without")
	}
	b, err := p.puzzle(cmd, args[0])
	switch {
	case err != nil:
		return err
	case b.N() == 0:
		return errors.New("the board has no rows to play on")
	}
	return show(cmd, newGame(b, p.colors.profile(cmd.OutOrStdout())))
}

// puzzle returns the board that the argument names, or a new one.
func (p *play) puzzle(cmd *cobra.Command, arg string) (board, error) {
	if _, isSize := cli.Size(arg); isSize {
		maker, err := p.board.maker(cmd, arg)
		if err != nil {
			return nil, err
		}
		rng := p.seed.Source()
		p.seed.Tell(cmd)
		return maker.any(cmd.Context(), rng, p.difficulty)
	}
	if arg == "-" {
		return nil, errors.New("standard input is for the keys of the game; want a file")
	}
	return p.board.one(cmd, arg)
}

// A playerSign is what a player puts on a square.
type playerSign byte

const (
	ownQueen playerSign = iota + 1
	ownCross
)

// A game is the model of the terminal's screen.
type game struct {
	board    board
	given    func(queens.Square) string // what the puzzle has on a square
	solution queens.Placement           // or nil if there is not just one
	profile  termenv.Profile
	window   tea.WindowSizeMsg

	cursor  queens.Square
	signs   map[queens.Square]playerSign
	past    []map[queens.Square]playerSign
	message string
	looked  string // where the last hint said to look
}

func newGame(b board, profile termenv.Profile) *game {
	solution, _ := b.Unique(context.Background()) // nil if there is not just one
	return &game{
		board: b, given: signsOf(b, cli.GivenOf(b)), solution: solution, profile: profile,
		signs: map[queens.Square]playerSign{},
	}
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
	up := 1 // to the next rank
	if _, hasRegions := g.board.(regionBoard); hasRegions {
		up = -1
	}
	switch key {
	case "up":
		g.cursor.Row = min(max(g.cursor.Row+up, 0), n-1)
	case "down":
		g.cursor.Row = min(max(g.cursor.Row-up, 0), n-1)
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

// toggle puts a sign on the square of the cursor, or removes it. Given queens and
// blocked squares stay.
func (g *game) toggle(s playerSign) {
	if g.given(g.cursor) != "" {
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

// hint returns where to look for the next step and, asked again, the step; or what is wrong.
func (g *game) hint() string {
	placed, crosses := g.placed()
	for square := range g.attacked() {
		return fmt.Sprintf("The queen on %v is attacked.", square)
	}
	marked, err := g.board.put(placed, crosses)
	if err != nil {
		return cli.Message(err)
	}
	if g.solution != nil {
		if wrong := contradiction(marked, g.solution); wrong != "" {
			return "Look again: " + wrong + "."
		}
	}
	for step, err := range marked.steps(context.Background()) {
		if err != nil {
			break
		}
		if look := lookOf(step); g.looked != look {
			g.looked = look
			return look
		}
		return step.String()
	}
	return "There is no further step."
}

func (g *game) View() string {
	attacked := g.attacked()
	board := paint(g.board, g.profile, 3, func(s queens.Square) string { return g.sign(s, attacked[s]) })
	message := ansi.Wrap(g.message, max(g.window.Width, 30), "")
	keys := "arrows move, space queen, x cross\nh hint, u undo, q quit"
	return fitted(fmt.Sprintf("%s\n%s\n\n%s\n", board, message, keys), g.window)
}

// sign returns what is shown on a square, with the cursor.
func (g *game) sign(s queens.Square, attacked bool) string {
	text := g.given(s)
	switch {
	case attacked:
		text = "!"
	case g.signs[s] == ownQueen:
		text = queenSign()
	case g.signs[s] == ownCross:
		text = "x"
	}
	if b, hasRegions := g.board.(regionBoard); text == "" && g.profile > termenv.ANSI256 {
		switch {
		case !hasRegions:
			text = "."
		case s == g.cursor: // which hides the letter of the region
			text = regions.RegionName(b.Region(s))
		}
	}
	if s == g.cursor {
		return fmt.Sprintf("[%1s]", text)
	}
	return text
}
