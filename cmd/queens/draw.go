package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/svg"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

func drawCommand() *cobra.Command {
	d := draw{output: pictureFile(), format: formatFlag(append([]*format{asPicture}, formats...)...)}
	cmd := &cobra.Command{
		Use:        "draw [BOARD]...",
		SuggestFor: []string{"svg", "picture", "print", "show", "convert"},
		Short:      "Draw boards as an SVG picture, or in another notation",
		Long: `Draw writes an SVG picture of a board, for browsers and word processors. With
--format it writes the board in any notation.

BOARD is written as for other commands ("queens help board"), and may be wrong.
Several boards are drawn on one sheet.

A board with empty rows, blocked squares or a torus, from the flags too, is a
puzzle. Its given queens are dark and boxed, the queens of an answer are pale,
and blocked squares are hatched or crossed. Puzzles have up to 64 rows, other
boards up to 256.`,
		Example: `  queens draw 8 --given b4,d5 --output puzzle.svg
  queens complete 8 --given b4,d5 | queens draw --given b4,d5 -o answer.svg
  queens solve 8 --fundamental | queens draw -o sheet.svg
  queens puzzle 8 --regions --count 6 | queens draw --answer -o sheet.svg
  queens draw 36824175 --format fen`,
		RunE: d.run,
	}
	cmd.Flags().VarP(&d.output, "output", "o", "write to this file, replacing it")
	cmd.Flags().VarP(&d.format, "format", "f", "svg, or a format of solve")
	cmd.Flags().BoolVarP(&d.answer, "answer", "a", false, "draw a solution too")
	cmd.Flags().BoolVar(&d.letters, "letters", false, "write the letter of its region on each square")
	d.board.addTo(cmd)
	return cmd
}

var asPicture = &format{name: "svg", about: "a picture"}

type draw struct {
	board           boardFlags
	output          cli.Value[string]
	format          cli.Value[*format]
	answer, letters bool
}

func (d *draw) run(cmd *cobra.Command, args []string) error {
	var drawings []position
	err := d.board.positions().Each(cmd, args, func(_ cli.Place, p position) error {
		drawn, err := d.drawing(p)
		if err == nil && d.answer && drawn.board != nil {
			drawn.queens, err = drawn.board.Find(cmd.Context())
		}
		drawings = append(drawings, drawn)
		switch {
		case errors.Is(err, queens.ErrNoSolution):
			return cmp.Or(conclude(cmd, cli.Message(err)), cli.ErrNo)
		case err != nil:
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
	out, err := openTarget(cmd, d.output.V)
	if err != nil {
		return err
	}
	_, err = out.Write(drawn.Bytes())
	return cmp.Or(err, out.close())
}

// drawing returns what is drawn of a text: queens and, of a puzzle, its board.
func (d *draw) drawing(p position) (position, error) {
	if p.noQueens != nil {
		return position{}, p.noQueens
	}
	b := p.board
	if plain, ok := b.(plainBoard); b == nil || ok && isSolved(plain) {
		if !d.board.IsSet() {
			return position{queens: p.queens}, nil
		}
		var err error
		if b, err = emptyBoard(len(p.queens)); err != nil {
			return position{}, err
		}
	}
	marked, err := d.board.mark(b)
	if err == nil && slices.Equal(p.queens, cli.GivenOf(b)) {
		p.queens = cli.GivenOf(marked)
	}
	return position{board: marked, queens: p.queens}, err
}

// isSolved reports whether a board has a queen in each row, and nothing else.
func isSolved(b plainBoard) bool {
	return b.N() > 0 && !b.Toroidal() && !isPuzzle(cli.GivenOf(b)) && len(slices.Collect(b.Blocked())) == 0
}

func (d *draw) draw(w io.Writer, drawings []position) error {
	if d.format.V != asPicture {
		return d.print(w, drawings)
	}
	hasBoard := func(drawn position) bool { return drawn.board != nil }
	if len(drawings) > 1 && !slices.ContainsFunc(drawings, hasBoard) {
		placements := make([]queens.Placement, len(drawings))
		for i, drawn := range drawings {
			placements[i] = drawn.queens
		}
		return queens.WriteGallery(w, placements)
	}
	sheet := &svg.Sheet{Writer: w}
	for _, drawn := range drawings {
		if err := drawn.write(sheet, d.letters); err != nil {
			return err
		}
	}
	return sheet.Finish()
}

// write writes a position as a picture.
func (p position) write(w io.Writer, letters bool) error {
	switch b := p.board.(type) {
	case nil:
		return p.queens.WriteSVG(w)
	case regionBoard:
		return regions.SVGStyle{Letters: letters}.Write(w, b.Board, p.queens)
	default:
		return b.WriteSVG(w, p.queens)
	}
}

// print writes boards in another notation.
func (d *draw) print(w io.Writer, drawings []position) error {
	for _, drawn := range drawings {
		b := drawn.board
		if b == nil {
			b, _ = emptyBoard(len(drawn.queens)) // or nil
		}
		if err := d.format.V.check(b, drawn.queens); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, d.format.V.write(b, drawn.queens)); err != nil {
			return err
		}
	}
	return nil
}
