package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func drawCommand() *cobra.Command {
	d := draw{output: cli.File(), format: pictureFormat()}
	cmd := &cobra.Command{
		Use:   "draw [BOARD]...",
		Short: "Draw boards as an SVG picture, or in another notation",
		Long: `Draw writes an SVG picture of a board, for browsers and word processors. With
--format it writes the board in any notation.

BOARD is a placement in any notation, right or wrong; the size of an empty
board, a number of up to three digits; the text of a board; JSON that another
command wrote; or the name of a file. Without BOARD, or if it is -, standard
input is read. Several boards are drawn on one sheet.

A board with empty rows, blocked squares or a torus, as with the flags, is a
puzzle: its queens are given, and dark and boxed. The queens of an answer are
pale, and blocked squares are hatched. Puzzles have up to 64 rows, other boards
up to 256.`,
		Example: `  queens draw 8 --given b4,d5 --output puzzle.svg
  queens complete 8 --given b4,d5 | queens draw --given b4,d5 -o answer.svg
  queens solve 8 --fundamental | queens draw -o sheet.svg
  queens puzzle 8 --count 6 | queens draw -o sheet.svg
  queens draw 36824175 --format fen`,
		RunE: d.run,
	}
	cmd.Flags().VarP(&d.output, "output", "o", "write to this file, replacing it")
	cmd.Flags().VarP(&d.format, "format", "f", "svg, or a format of solve")
	cli.MustComplete(cmd, "format", completePictureFormat)
	d.board.AddTo(cmd)
	return cmd
}

type draw struct {
	board  cli.BoardFlags
	output cli.Value[string]
	format cli.Value[*format] // or nil for SVG
}

func pictureFormat() cli.Value[*format] {
	return cli.Value[*format]{Name: "format", Text: "svg", Read: func(name string) (*format, error) {
		if name == "svg" {
			return nil, nil
		}
		f := new(format)
		if err := f.Set(name); err != nil {
			return nil, fmt.Errorf("%w, svg", err)
		}
		return f, nil
	}}
}

func completePictureFormat(cmd *cobra.Command, args []string, start string) ([]cobra.Completion, cobra.ShellCompDirective) {
	choices, directive := completeFormat(cmd, args, start)
	return append([]cobra.Completion{cobra.CompletionWithDesc("svg", "a picture")}, choices...), directive
}

func (d *draw) run(cmd *cobra.Command, args []string) error {
	var drawings []drawing
	err := cli.Positions.Each(cmd, args, func(_ cli.Place, p cli.Position) error {
		drawn, err := d.drawing(p)
		drawings = append(drawings, drawn)
		if err != nil {
			return cli.Report(cmd, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var drawn bytes.Buffer
	if err := d.draw(&drawn, drawings); err != nil {
		return err
	}
	return writeFile(cmd, d.output.V, drawn.Bytes())
}

// A drawing is what is drawn of a text: a placement and, of a puzzle, its board.
type drawing struct {
	board  *queens.Board // or nil
	queens queens.Placement
}

func (d *draw) drawing(p cli.Position) (drawing, error) {
	board := p.Board
	switch {
	case board == nil && !d.board.IsSet():
		return drawing{nil, p.Queens}, nil
	case board != nil && len(p.Queens) != board.N(): // a size is no placement
		p.Queens = cli.GivenOf(board)
	}
	if board == nil || !isPuzzle(board) {
		if !d.board.IsSet() {
			return drawing{nil, p.Queens}, nil
		}
		bare, err := queens.New(len(p.Queens))
		if err != nil {
			return drawing{}, err
		}
		board = bare
	}
	marked, err := board.With(d.board.Constraints()...)
	if err == nil && slices.Equal(p.Queens, cli.GivenOf(board)) {
		p.Queens = cli.GivenOf(marked)
	}
	return drawing{marked, p.Queens}, err
}

// isPuzzle reports whether a board is more than a placement of all its queens.
func isPuzzle(board *queens.Board) bool {
	return board.N() == 0 || board.Toroidal() || len(slices.Collect(board.Given())) < board.N() || len(slices.Collect(board.Blocked())) > 0
}

func (d *draw) draw(w io.Writer, drawings []drawing) error {
	if d.format.V != nil {
		return d.print(w, drawings)
	}
	isPuzzle := func(drawn drawing) bool { return drawn.board != nil }
	if len(drawings) > 1 && !slices.ContainsFunc(drawings, isPuzzle) {
		placements := make([]queens.Placement, len(drawings))
		for i, drawn := range drawings {
			placements[i] = drawn.queens
		}
		return queens.WriteGallery(w, placements)
	}
	var page sheet
	for _, drawn := range drawings {
		if err := page.add(drawn.write); err != nil {
			return err
		}
	}
	_, err := w.Write(page.svg())
	return err
}

func (d drawing) write(w io.Writer) error {
	if d.board == nil {
		return d.queens.WriteSVG(w)
	}
	return d.board.WriteSVG(w, d.queens)
}

// print writes boards in another notation.
func (d *draw) print(w io.Writer, drawings []drawing) error {
	for _, drawn := range drawings {
		if n := len(drawn.queens); d.format.V.isDiagram() && n > maxDiagram {
			return fmt.Errorf("size of the board is %d, want at most %d for a %s", n, maxDiagram, d.format.V)
		}
		board := drawn.board
		if board == nil && len(drawn.queens) <= queens.MaxN {
			var err error
			if board, err = queens.New(len(drawn.queens)); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(w, d.format.V.writeWhole(board, drawn.queens)); err != nil {
			return err
		}
	}
	return nil
}
