package main

import (
	"errors"
	"strconv"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

const regionsHelp = `BOARD is a file, or - for standard input, which is read without it too; the
address of a board on puzz.link; or the board itself. A board is n lines of n
letters, a letter for each region, or the same in one line, AAB/ABB/CCC; lines
of n numbers with spaces or commas; Star Battle notation, 3x1.AABABBCCC; a
diagram; or JSON such as {"regions":[[0,0,1],…]}. Words such as "given=b1
blocked=a2" may follow, or a grid of queens. An empty line ends a board of
several lines; lines that begin with # are skipped. What cannot be read is
reported on standard error.

Rows are counted from 1 from the top, columns are letters.
`

// regionsKind is the kind of text that is read as a board of regions, with the queens and
// crosses of the flags.
func regionsKind(marks *cli.BoardFlags) cli.Kind[*regions.Board] {
	return cli.Kind[*regions.Board]{
		Name: "board",
		Parse: func(text string) (*regions.Board, error) {
			if _, err := strconv.Atoi(text); err == nil {
				return nil, errors.New("a number is not a board of regions")
			}
			return regions.ParseBoard(text)
		},
		Read: regions.ReadBoards,
		Mark: func(b *regions.Board) (*regions.Board, error) {
			given, blocked := marks.Squares()
			return b.With(regions.Given(given...), regions.Blocked(blocked...))
		},
	}
}

// forEach calls a function with each board of the arguments. See [cli.Kind.Each].
func forEach(cmd *cobra.Command, args []string, marks *cli.BoardFlags, do func(*regions.Board) error) error {
	return regionsKind(marks).Each(cmd, args, func(_ cli.Place, b *regions.Board) error { return do(b) })
}
