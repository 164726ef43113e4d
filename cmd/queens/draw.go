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
	d := draw{output: cli.File(), format: pictureFormat()}
	cmd := &cobra.Command{
		Use:   "draw [BOARD]",
		Short: "Draw boards as an SVG picture, or in another notation",
		Long: `Draw writes an SVG picture of a board, for browsers and word processors. With
--format it writes the board in any notation.

BOARD is a placement in any notation, right or wrong, complete or not; the text
of a board; JSON that another command wrote; the size of an empty board, a
number of up to three digits; or the name of a file. Without BOARD, or if it is
-, standard input is read. Several boards there are drawn on one sheet.

With --given, --block or --torus, or if BOARD is the text of a board, the
picture is of a puzzle: given queens are dark and boxed, the queens of the
placement are pale, as an answer, and blocked squares are hatched. Puzzles have
up to 64 rows, other boards up to 256.`,
		Example: `  queens draw 8 --given b4,d5 --output puzzle.svg
  queens complete 8 --given b4,d5 | queens draw --given b4,d5 -o answer.svg
  queens solve 8 --fundamental | queens draw -o sheet.svg
  queens random 20 | queens draw > random.svg
  queens draw 36824175 --format fen`,
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
	arg := "-"
	if len(args) > 0 {
		arg = args[0]
	}
	drawings, err := d.read(cmd, arg)
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

// read returns what an argument says, or the file that it names.
func (d *draw) read(cmd *cobra.Command, arg string) ([]drawing, error) {
	if arg != "-" && !cli.IsFile(arg) {
		drawn, err := d.drawing(arg)
		return []drawing{drawn}, err
	}
	var drawings []drawing
	for text, err := range cli.ReadBoards(cmd, arg) {
		if err != nil {
			return nil, err
		}
		drawn, err := d.drawing(text.Text)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %s", cli.SourceName(arg), text.Line, cli.Message(err))
		}
		drawings = append(drawings, drawn)
	}
	if len(drawings) == 0 {
		return nil, fmt.Errorf("%s has no board", cli.SourceName(arg))
	}
	return drawings, nil
}

// drawing reads a board. The flags, and the words of a board, make it a puzzle.
func (d *draw) drawing(text string) (drawn drawing, err error) {
	position, err := cli.ParsePosition(text)
	if isSize(text) || err != nil {
		return d.ofBoard(cli.ParseBoard(text)) // or its error
	}
	if !position.IsPuzzle() && !d.board.IsSet() {
		return drawing{nil, position.Queens}, nil
	}
	board, err := d.puzzle(position)
	return drawing{board, position.Queens}, err
}

func (d *draw) ofBoard(board *queens.Board, err error) (drawing, error) {
	if err == nil {
		board, err = board.With(d.board.Constraints()...)
	}
	if err != nil {
		return drawing{}, err
	}
	return drawing{board, cli.GivenOf(board)}, nil
}

// puzzle returns the board of a position.
func (d *draw) puzzle(position *cli.Position) (board *queens.Board, err error) {
	if position.Given {
		board, err = position.Board()
	} else {
		board, err = queens.New(len(position.Queens), position.Constraints()...)
	}
	if err != nil {
		return nil, err
	}
	return board.With(d.board.Constraints()...)
}

func isSize(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n < 1000
}

func (d *draw) draw(w io.Writer, drawings []drawing) error {
	switch {
	case d.format.V != nil:
		return d.print(w, drawings)
	case len(drawings) == 1 && drawings[0].board != nil:
		return drawings[0].board.WriteSVG(w, drawings[0].queens)
	case len(drawings) == 1:
		return drawings[0].queens.WriteSVG(w)
	}
	var sheet []queens.Placement
	for _, drawn := range drawings {
		if drawn.board != nil && d.board.IsSet() {
			return fmt.Errorf("there are %d boards, want one for a picture of a puzzle", len(drawings))
		}
		sheet = append(sheet, drawn.queens)
	}
	return queens.WriteGallery(w, sheet)
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
