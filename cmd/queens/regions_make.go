package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

func regionsGenerateCommand() *cobra.Command {
	g := generate{maker: newMaker()}
	choices := []string{"letters", "diagram", "json", "link"}
	g.format = oneOf("letters", choices)
	g.format.Text = ""
	g.difficulty.Text = "medium"
	cmd := &cobra.Command{
		Use:   "generate N",
		Short: "Make boards with one solution",
		Long: `Generate makes random boards of N rows with one solution, of the difficulty
asked for. On a terminal it draws them; elsewhere it writes the letters of their
regions, which the other commands read, as they do JSON and links. Boards of up
to 10 rows take about a millisecond, of 14 rows a tenth of a second.

An easy board is solved by looking at rows, columns and regions one by one; a
medium one by looking at two together; a hard one needs more, and an expert one
trials.

` + madeJSON,
		Example: `  queens regions generate 8 --difficulty hard --count 5 --seed 1
  queens regions generate 8 --format link
  queens regions generate 8 --count 6 --output sheet.svg
  queens regions generate 8 --count 10000 --json --steps > boards.jsonl`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%s has %s, want one, the size of the board", cmd.Name(), cli.Plural(len(args), "argument"))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              g.run,
	}
	g.addTo(cmd, "")
	flags := cmd.Flags()
	flags.VarP(&g.format, "format", "f", "letters, diagram, json or link")
	cli.MustComplete(cmd, "format", cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
	flags.BoolVarP(&g.json, "json", "j", false, "write an object for each, with its difficulty")
	g.colors.addTo(cmd)
	return cmd
}

type generate struct {
	maker
	format cli.Value[string]
	json   bool
	colors colors
}

func (g *generate) run(cmd *cobra.Command, args []string) error {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return fmt.Errorf("size of the board is %q, want a whole number 1..%d", args[0], regions.MaxN)
	}
	if g.json && g.format.Text != "" && g.format.V != "json" {
		return fmt.Errorf("--json and --format %s exclude each other", g.format.V)
	}
	if g.answer && !g.json && g.format.V == "link" {
		return errors.New("a link has no queens, so --answer needs another format")
	}
	rng := g.seed.New()
	write := g.writer(cmd)
	for i := range g.count.V {
		board, err := regions.Generate(cmd.Context(), rng, n, g.difficulty.V)
		if err != nil {
			return err
		}
		if i == 0 {
			g.seed.Tell(cmd.ErrOrStderr())
		}
		if err := g.show(cmd, board, write); err != nil {
			return err
		}
	}
	return g.finish(cmd)
}

// show prints and draws a board, with its answer and its steps if the user asked for them.
func (g *generate) show(cmd *cobra.Command, board *regions.Board, write func(*regions.Board) (string, error)) error {
	var answer queens.Placement
	boards := []*regions.Board{board}
	if g.answer || g.steps {
		var err error
		if answer, err = board.Unique(cmd.Context()); err != nil {
			return err
		}
	}
	if g.answer {
		solved, err := board.With(regions.Given(slices.Collect(answer.Queens())...))
		if err != nil {
			return err
		}
		boards = append(boards, solved)
	}
	shown := queens.Placement(nil)
	if g.answer {
		shown = answer
	}
	if err := g.draw(func(w io.Writer) error { return board.WriteSVG(w, shown) }); err != nil {
		return err
	}
	steps, err := collect(&g.maker, board.Deduce(cmd.Context()))
	if err != nil {
		return err
	}
	if g.json {
		return g.encode(cmd.OutOrStdout(), board, g.difficulty.V, answer, steps)
	}
	for _, b := range boards {
		text, err := write(b)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), text); err != nil {
			return err
		}
	}
	return printComments(cmd.OutOrStdout(), steps)
}

// writer returns the function that writes a board in the format of the flags. Letters and
// diagrams end in a blank line.
func (g *generate) writer(cmd *cobra.Command) func(*regions.Board) (string, error) {
	name := g.format.V
	if g.format.Text == "" && cli.IsTerminal(cmd.OutOrStdout()) {
		name = "diagram"
	}
	drawn := g.colors.regionDrawer(cmd.OutOrStdout())
	return func(b *regions.Board) (string, error) {
		switch name {
		case "json":
			text, err := json.Marshal(b)
			return string(text), err
		case "link":
			link := b.Link()
			if link == "" {
				return "", errors.New("the board has no link: a region is not connected")
			}
			return link, nil
		case "diagram":
			return drawn(b, nil), nil
		}
		return b.String() + "\n", nil
	}
}

func regionsDrawCommand() *cobra.Command {
	var marks cli.BoardFlags
	var style regions.SVGStyle
	var answer bool
	output := cli.File()
	cmd := &cobra.Command{
		Use:   "draw [BOARD]...",
		Short: "Draw boards as an SVG picture",
		Long: `Draw writes an SVG picture of a board of regions, with its given queens and
blocked squares. Several boards are drawn on one sheet.

` + regionsHelp,
		Example: `  queens regions draw board.txt --output board.svg
  queens regions generate 8 --count 6 | queens regions draw --answer -o all.svg`,
	}
	cmd.Flags().VarP(&output, "output", "o", "write to this file, replacing it")
	cmd.Flags().BoolVarP(&answer, "answer", "a", false, "draw a solution too")
	cmd.Flags().BoolVar(&style.Letters, "letters", false, "write the letter of its region on each square")
	marks.AddSquaresTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var page sheet
		err := forEach(cmd, args, &marks, func(board *regions.Board) error {
			var solution queens.Placement
			if answer {
				var err error
				if solution, err = board.Find(cmd.Context()); err != nil {
					return err
				}
			}
			return page.add(func(w io.Writer) error { return style.Write(w, board, solution) })
		})
		if err != nil {
			return err
		}
		return writeFile(cmd, output.V, page.svg())
	}
	return cmd
}
