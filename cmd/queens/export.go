package main

import (
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

// An export holds the flags that choose how a board is written for other programs.
type export struct {
	board boardFlags
	to    cli.Value[string]
}

func exportCommand() *cobra.Command {
	e := export{to: cli.OneOf("FORMAT", "dimacs", "exact-cover", "minizinc", "opb")}
	cmd := &cobra.Command{
		Use:   "export BOARD",
		Short: "Write a board for a SAT solver, MiniZinc and others",
		Long: `Export writes a board for other people's solvers; import reads their answers.

dimacs: conjunctive normal form, for SAT solvers and model counters: each
solution of the board is one model. exact-cover: items and options as Knuth's
DLX programs read them, without comments. minizinc: a model in MiniZinc. opb:
for pseudo-Boolean solvers. Comments in the other files say which variable is
which square and, up to n = 16, how many solutions there are.

` + cli.BoardHelp,
		Example: `  queens export 8 --to dimacs
  queens export 8 --given b4,d5 --to minizinc
  queens export 11 --torus --to opb
  queens export AAABB/AABBB/CADDB/CCEEE/CCCCC --to exact-cover`,
		Args: cli.OneBoard,
		RunE: e.run,
	}
	cmd.Flags().Var(&e.to, "to", "the format: dimacs, exact-cover, minizinc or opb")
	e.board.addTo(cmd)
	return cmd
}

// mostCounted is the largest size of which an exported board says how many solutions it has.
const mostCounted = 16

// run writes a model, with the number of its solutions on small boards.
func (e *export) run(cmd *cobra.Command, args []string) error {
	b, err := e.board.one(cmd, args[0])
	if err != nil {
		return err
	}
	m := modelOf(b)
	if e.to.V != "exact-cover" && m.n <= mostCounted {
		solutions, err := b.count(cmd.Context())
		if err != nil {
			return err
		}
		m.count = "it has " + cli.Plural(solutions, "solution")
	}
	return modelWriters[e.to.V](m, cmd.OutOrStdout())
}
