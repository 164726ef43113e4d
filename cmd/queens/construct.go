package main

import (
	"fmt"
	"strconv"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

// maxRows is the size of the largest solution that the library makes.
const maxRows = 1 << 27

const constructHelp = `
See solve for the formats; a diagram or grid has at most 1000 rows. Only sizes 2
and 3 have no solution.`

func constructCommand() *cobra.Command {
	return ofSize(&cobra.Command{
		Use:   "construct N",
		Short: "Print a solution of any size, always the same one",
		Long: `Construct prints a solution of the N×N board by a closed formula, a million
queens in less than a second. For given queens see complete.
` + constructHelp,
		Example: `  queens construct 8
  queens construct 1000000 --json`,
	}, func(_ *cobra.Command, n int) (queens.Placement, error) { return queens.Construct(n) })
}

// ofSize makes a command take the size of a board and print a solution of it.
func ofSize(cmd *cobra.Command, construct func(cmd *cobra.Command, n int) (queens.Placement, error)) *cobra.Command {
	var out printer
	out.addTo(cmd, "vector")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Args = cli.One("the size of the board")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 0 || n > maxRows {
			return fmt.Errorf("size of the board is %q, want a whole number 0..%d", args[0], maxRows)
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
