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
		Short: "Draw boards as an SVG picture",
		Long: `Draw writes an SVG picture of a board, for browsers and word processors.

BOARD is a placement in any notation, right or wrong, complete or not; the text
of a board; or a number of up to three digits, the size of an empty board.
Without BOARD, or if it is -, standard input is read. Several boards there are
drawn on one sheet.

With --given, --block or --torus, or if BOARD is the text of a board, the
picture is of a puzzle: given queens are dark and boxed, the queens of the
placement are pale, as an answer, and blocked squares are hatched. Puzzles have
up to 64 rows, other boards up to 256.`,
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
	cmd.Flags().VarP(&d.output, "output", "o", "write to this file, replacing it")
	d.board.AddTo(cmd)
	return cmd
}

type draw struct {
	board  cli.BoardFlags
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
	if len(sheet) > 0 && d.board.IsSet() {
		return fmt.Errorf("there are %d boards, want one for a picture of a puzzle", len(sheet))
	}
	return queens.WriteGallery(w, sheet)
}

// drawOne draws a placement, or a puzzle if the board has constraints.
func (d *draw) drawOne(w io.Writer, text string) error {
	if isSize(text) {
		return d.drawPuzzle(w, text, nil)
	}
	p, err := cli.ParsePlacement(text)
	if err != nil {
		return d.drawPuzzle(w, text, nil) // the text of a board, or its error
	}
	if d.board.IsSet() {
		return d.drawPuzzle(w, strconv.Itoa(len(p)), p)
	}
	return p.WriteSVG(w)
}

func isSize(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n < 1000
}

func (d *draw) drawPuzzle(w io.Writer, text string, answer queens.Placement) error {
	board, err := cli.ParseBoard(text)
	if err != nil {
		return err
	}
	if board, err = board.With(d.board.Constraints()...); err != nil {
		return err
	}
	return board.WriteSVG(w, answer)
}
