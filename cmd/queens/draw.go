package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func drawCommand() *cobra.Command {
	d := draw{output: cli.File()}
	cmd := &cobra.Command{
		Use:   "draw [BOARD]",
		Short: "Draw boards as a picture in SVG",
		Long: `Draw writes a picture of a board in SVG, for browsers and word processors.

BOARD is a placement in any notation, right or wrong, whole or in part; or the
text of a board; or a number of up to three digits, the size of one. Without it,
or if it is -, standard input is read, and several boards there are drawn on one
sheet.

With flags for given queens, blocked squares or a torus, and for the text of a
board, the picture is that of a puzzle, of up to 64 rows: the placement is the
answer, the given queens are boxed and dark, the others pale, and blocked
squares are hatched. Without them, boards have up to 256 rows.`,
		Example: `  queens draw 8 --given b4,d5 --output puzzle.svg
  queens complete 8 --given b4,d5 | queens draw --given b4,d5 -o answer.svg
  queens solve 8 --fundamental | queens draw -o sheet.svg
  queens random 20 | queens draw > random.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("draw has %d arguments, want at most one, the board", len(args))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              d.run,
	}
	cmd.Flags().VarP(&d.output, "output", "o", "write to this file, in place of what is there")
	d.board.AddFlags(cmd)
	return cmd
}

// draw is the command line of the command of that name.
type draw struct {
	board  cli.Board
	output cli.Value[string]
}

func (d *draw) run(cmd *cobra.Command, args []string) error {
	texts := []cli.Text{{Line: 1, Text: "-"}}
	if len(args) > 0 {
		texts[0].Text = args[0]
	}
	if texts[0].Text == "-" {
		texts = nil
		for text, err := range cli.ReadBoards(cmd, "-") {
			if err != nil {
				return err
			}
			texts = append(texts, text)
		}
	}
	var picture bytes.Buffer
	if err := d.draw(&picture, texts); err != nil {
		return err
	}
	return writePicture(cmd, d.output.V, picture.Bytes())
}

func (d *draw) draw(w io.Writer, texts []cli.Text) error {
	if len(texts) == 1 {
		return d.drawOne(w, texts[0].Text)
	}
	var sheet []queens.Placement
	for _, text := range texts {
		p, err := cli.ParsePlacement(text.Text)
		if err != nil {
			return fmt.Errorf("line %d: %s", text.Line, cli.Message(err))
		}
		sheet = append(sheet, p)
	}
	if len(sheet) > 0 && d.board.IsSpecial() {
		return fmt.Errorf("%d boards, want one for a picture of a puzzle", len(sheet))
	}
	return queens.WriteGallery(w, sheet)
}

// drawOne draws a puzzle, if there is something special about the board, or a
// placement.
func (d *draw) drawOne(w io.Writer, text string) error {
	if isSize(text) {
		return d.drawPuzzle(w, text, nil)
	}
	p, err := cli.ParsePlacement(text)
	if err != nil {
		return d.drawPuzzle(w, text, nil) // or say what is wrong with it
	}
	if d.board.IsSpecial() {
		return d.drawPuzzle(w, strconv.Itoa(len(p)), p)
	}
	return p.WriteSVG(w)
}

func isSize(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n < 1000
}

func (d *draw) drawPuzzle(w io.Writer, board string, answer queens.Placement) error {
	s, err := cli.ParseBoard(board)
	if err != nil {
		return err
	}
	if s, err = s.With(d.board.Options()...); err != nil {
		return err
	}
	return s.WriteSVG(w, answer)
}
