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
letters, a letter for each region, or JSON such as {"regions":[[0,0,1],…]}. A
line such as "given=b1 blocked=a2" may follow the letters. A blank line ends a
board.

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
	if _, missing := os.Stat(arg); missing != nil && strings.ContainsAny(arg, "\n{[:") {
		board, err := regions.ParseBoard(arg)
		if err != nil {
			return nil, fmt.Errorf("board %.40q: %s", arg, regionsMessage(err))
		}
		return []*regions.Board{board}, nil
	}
	text, err := cli.ReadText(cmd, arg)
	if err != nil {
		return nil, err
	}
	boards, err := parseRegions(text)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", cli.SourceName(arg), err)
	}
	if len(boards) == 0 {
		return nil, fmt.Errorf("%s has no board", cli.SourceName(arg))
	}
	return boards, nil
}

// parseRegions reads a text that is one board, or boards between blank lines, or boards of
// one line each.
func parseRegions(text string) ([]*regions.Board, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if board, err := regions.ParseBoard(text); err == nil {
		return []*regions.Board{board}, nil
	}
	var boards []*regions.Board
	block, first, number := "", 1, 0
	end := func() error {
		read, err := parseBlock(block)
		if err != nil {
			return fmt.Errorf("board from line %d on: %s", first, regionsMessage(err))
		}
		boards, block = append(boards, read...), ""
		return nil
	}
	for line := range strings.Lines(text + "\n\n") {
		number++
		switch blank := strings.TrimSpace(line) == ""; {
		case !blank && block == "":
			block, first = line, number
		case !blank:
			block += line
		case block != "":
			if err := end(); err != nil {
				return nil, err
			}
		}
	}
	return boards, nil
}

// parseBlock reads a text that is one board, or a board on each line.
func parseBlock(text string) ([]*regions.Board, error) {
	board, err := regions.ParseBoard(text)
	if err == nil {
		return []*regions.Board{board}, nil
	}
	var boards []*regions.Board
	for line := range strings.Lines(text) {
		board, lineErr := regions.ParseBoard(line)
		if lineErr != nil || board.N() < 2 { // a letter by itself is a board too
			return nil, err
		}
		boards = append(boards, board)
	}
	return boards, nil
}

func regionsMessage(err error) string {
	return strings.TrimPrefix(cli.Message(err), "parse: ")
}
