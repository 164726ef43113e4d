package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

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
several lines; lines that begin with # are skipped.

Rows are counted from 1 from the top, columns are letters.
`

// forEach calls a function with each board of the arguments, with the queens and crosses
// of the flags. It reads standard input if there are no arguments. It ends at the first
// error, except that it goes on after the answer no.
func forEach(cmd *cobra.Command, args []string, marks *cli.BoardFlags, do func(*regions.Board) error) error {
	boards, err := regionBoards(cmd, args, marks)
	if err != nil {
		return err
	}
	var no error
	for _, board := range boards {
		switch err := do(board); {
		case errors.Is(err, cli.ErrNo):
			no = err
		case err != nil:
			return err
		}
	}
	return no
}

// regionBoards returns the boards that the arguments name.
func regionBoards(cmd *cobra.Command, args []string, marks *cli.BoardFlags) ([]*regions.Board, error) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	var boards []*regions.Board
	for _, arg := range args {
		read, err := readRegions(cmd, arg)
		if err != nil {
			return nil, err
		}
		for _, board := range read {
			given, blocked := marks.Squares()
			marked, err := board.With(regions.Given(given...), regions.Blocked(blocked...))
			if err != nil {
				return nil, err
			}
			boards = append(boards, marked)
		}
	}
	return boards, nil
}

// readRegions returns the boards of a file, or the one that the argument itself is.
func readRegions(cmd *cobra.Command, arg string) ([]*regions.Board, error) {
	if _, missing := os.Stat(arg); missing != nil && strings.ContainsAny(arg, "\n{[:/.") {
		board, err := regions.ParseBoard(arg)
		if err == nil {
			return []*regions.Board{board}, nil
		}
		if strings.ContainsAny(arg, "\n{[:") { // no name of a file
			return nil, fmt.Errorf("board %.40q, %s", arg, cli.Message(err))
		}
	}
	text, err := cli.ReadText(cmd, arg)
	if err != nil {
		return nil, err
	}
	var boards []*regions.Board
	for board, err := range regions.ReadBoards(strings.NewReader(text)) {
		if err != nil {
			return nil, fmt.Errorf("%s, %s", cli.SourceName(arg), cli.Message(err))
		}
		boards = append(boards, board)
	}
	if len(boards) == 0 {
		return nil, fmt.Errorf("%s has no board", cli.SourceName(arg))
	}
	return boards, nil
}
