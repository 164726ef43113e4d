package main

import (
	"errors"
	"fmt"
	"iter"
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
	var no error
	for board, err := range regionBoards(cmd, args, marks) {
		if err == nil {
			err = do(board)
		}
		switch {
		case errors.Is(err, cli.ErrNo):
			no = err
		case err != nil:
			return err
		}
	}
	return no
}

// regionBoards returns an iterator over the boards that the arguments name. It ends behind an
// error.
func regionBoards(cmd *cobra.Command, args []string, marks *cli.BoardFlags) iter.Seq2[*regions.Board, error] {
	if len(args) == 0 {
		args = []string{"-"}
	}
	given, blocked := marks.Squares()
	return func(yield func(*regions.Board, error) bool) {
		for _, arg := range args {
			for board, err := range readRegions(cmd, arg) {
				if err == nil {
					board, err = board.With(regions.Given(given...), regions.Blocked(blocked...))
				}
				if !yield(board, err) || err != nil {
					return
				}
			}
		}
	}
}

// oneRegions returns the only board of an iterator.
func oneRegions(boards iter.Seq2[*regions.Board, error]) (*regions.Board, error) {
	var one *regions.Board
	for board, err := range boards {
		if err != nil {
			return nil, err
		}
		if one != nil {
			return nil, errors.New("there are several boards, want one")
		}
		one = board
	}
	return one, nil
}

// readRegions returns an iterator over the boards of a file, of which there is one at least, or
// over the one that the argument itself is.
func readRegions(cmd *cobra.Command, arg string) iter.Seq2[*regions.Board, error] {
	return func(yield func(*regions.Board, error) bool) {
		if _, missing := os.Stat(arg); missing != nil && strings.ContainsAny(arg, "\n{[:/.") {
			board, err := regions.ParseBoard(arg)
			if err == nil {
				yield(board, nil)
				return
			}
			if strings.ContainsAny(arg, "\n{[:") { // no name of a file
				yield(nil, fmt.Errorf("board %.40q, %s", arg, cli.Message(err)))
				return
			}
		}
		text, err := cli.ReadText(cmd, arg)
		if err != nil {
			yield(nil, err)
			return
		}
		any := false
		for board, err := range regions.ReadBoards(strings.NewReader(text)) {
			if err != nil {
				err = fmt.Errorf("%s, %s", cli.SourceName(arg), cli.Message(err))
			}
			if !yield(board, err) {
				return
			}
			any = true
		}
		if !any {
			yield(nil, fmt.Errorf("%s has no board", cli.SourceName(arg)))
		}
	}
}
