package main

import (
	"slices"

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
DLX programs read them. minizinc: a model in MiniZinc. opb: for pseudo-Boolean
solvers. Comments in the file say which variable is which square and, up to
n = 16, how many solutions there are.

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
	if m.n <= mostCounted {
		solutions, err := b.Count(cmd.Context())
		if err != nil {
			return err
		}
		m.count = "it has " + cli.Plural(solutions, "solution")
	}
	return modelWriters[e.to.V](m, cmd.OutOrStdout())
}

func importCommand() *cobra.Command {
	var out printer
	var flags boardFlags
	cmd := &cobra.Command{
		Use:   "import BOARD [FILE]",
		Short: "Read a solver's answer",
		Long: `Import reads what a solver printed about an exported board, or about a model of
your own, from a file or from standard input:

  SAT, pseudo-Boolean   v 2 -3 0, a file of minisat, a list of PySAT
  MiniZinc, Essence     2 4 1 3, q = [2, 4, 1, 3], array1d(…), dzn, json
  XCSP3                 <values> 2 4 1 3 </values>
  SMT-LIB, z3           (q1 2), (define-fun q1 () Int 2), q1 = 2, (q_1_2 true)
  clingo, Prolog        queen(1,2), row first; [2,4,1,3]
  exact cover           options such as r1 c2 …
  OR-Tools              a diagram of Q and _

Rows and columns that are counted from 0 are refused, and so is output in which
there is neither a solution nor a statement that there is none. Each solution is
checked against the board and printed; a wrong one is an error. If the solver
found that there is none, import prints "no solution".

` + cli.BoardHelp,
		Example: `  queens import 8 answer.txt
  queens export 8 | cadical -q | queens import 8
  queens export 40 --to opb | clasp | queens import 40
  queens export 8 --to minizinc > q8.mzn; minizinc q8.mzn | queens import 8`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := flags.one(cmd, args[0])
			if err != nil {
				return err
			}
			in, err := cli.Open(cmd, append(args, "-")[1])
			if err != nil {
				return err
			}
			defer in.Close()
			answers, err := readAnswers(b.N(), in, b.Check)
			if err != nil {
				return err
			}
			if len(answers) == 0 {
				return out.printNone(cmd)
			}
			return out.print(cmd, b, slices.Values(answers))
		},
	}
	out.addTo(cmd, "vector")
	flags.addTo(cmd)
	return cmd
}
