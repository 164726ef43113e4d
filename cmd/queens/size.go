package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

// maxRows is the size of the largest solution that the library makes.
const maxRows = 1 << 27

// readSize reads a size of at least least and at most most rows.
func readSize(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("size of the board is %q, want a whole number %d..%d", text, least, most)
	}
	return n, nil
}

// readRange reads a range of whole numbers, such as 40-50, or a single one.
func readRange(text string, most int) (from, to int, err error) {
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	from, err = strconv.Atoi(first)
	to, toErr := strconv.Atoi(last)
	if cmp.Or(err, toErr) != nil || from > to || to > most {
		return 0, 0, fmt.Errorf("want a range of whole numbers up to %d, such as 4-16", most)
	}
	return from, to, nil
}

const sizeHelp = `
See solve for the formats; a diagram or grid has at most 1000 rows. Only sizes 2
and 3 have no solution.`

// ofSize makes a command take the size of a board and print a solution of it.
func ofSize(cmd *cobra.Command, construct func(cmd *cobra.Command, n int) (queens.Placement, error)) *cobra.Command {
	var out printer
	out.addTo(cmd, asVector)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Args = cli.One("the size of the board")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		n, err := readSize(args[0], 0, maxRows)
		if err != nil {
			return err
		}
		if err := out.fitSize(n); err != nil {
			return err
		}
		b, _ := emptyBoard(n) // or nil
		p, err := construct(cmd, n)
		return out.printOne(cmd, b, p, err)
	}
	return cmd
}
