package main

import (
	"context"
	"fmt"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

// An export holds the flags that choose how a board is written for other programs.
type export struct {
	to      cli.Value[string]
	uncount bool
}

var exportFormats = []string{"dimacs", "exact-cover", "minizinc", "opb"}

func (e *export) addTo(cmd *cobra.Command) {
	e.to = oneOf("dimacs", exportFormats)
	cmd.Flags().Var(&e.to, "to", "for whom: dimacs, exact-cover, minizinc, opb")
	cmd.Flags().BoolVar(&e.uncount, "no-count", false, "do not count the solutions, which takes seconds at n = 20")
	cli.MustComplete(cmd, "to", cobra.FixedCompletions(exportFormats, cobra.ShellCompDirectiveNoFileComp))
}

// mostCounted is up to which size an exported board says how many solutions it has.
const mostCounted = 20

// write writes a model, with the number of its solutions on small boards.
func (e *export) write(cmd *cobra.Command, m *model, count func(context.Context) (uint64, error)) error {
	if m.n <= mostCounted && !e.uncount {
		solutions, err := count(cmd.Context())
		if err != nil {
			return err
		}
		m.count = "it has " + cli.Plural(solutions, "solution")
	}
	return modelWriters[e.to.V](m, cmd.OutOrStdout())
}

const exportHelp = `dimacs: conjunctive normal form, for SAT solvers and model counters: each
solution of the board is one model. exact-cover: items and options as Knuth's
DLX programs read them. minizinc: a model in MiniZinc. opb: for pseudo-Boolean
solvers. Comments in the file say which variable is which square and, up to
n = 20, how many solutions there are, which is counted on the spot.
`

func exportCommand() *cobra.Command {
	var e export
	var flags cli.BoardFlags
	cmd := &cobra.Command{
		Use:   "export BOARD",
		Short: "Write a board for a SAT solver, MiniZinc and others",
		Long:  "Export writes a board for other people's solvers; import reads their answers.\n\n" + exportHelp + "\n" + cli.BoardHelp,
		Example: `  queens export 8 --to dimacs
  queens export 8 --given b4,d5 --to minizinc
  queens export 11 --torus --to opb`,
		Args: cli.OneBoard,
		RunE: func(cmd *cobra.Command, args []string) error {
			board, err := flags.Board(cmd, args[0])
			if err != nil {
				return err
			}
			return e.write(cmd, modelOf(board), func(ctx context.Context) (uint64, error) { return board.Count(ctx) })
		},
	}
	e.addTo(cmd)
	flags.AddTo(cmd)
	return cmd
}

func regionsExportCommand() *cobra.Command {
	var e export
	var marks cli.BoardFlags
	cmd := &cobra.Command{
		Use:     "export [BOARD]",
		Short:   "Write a board for a SAT solver, MiniZinc and others",
		Long:    "Export writes a board of regions for other people's solvers; import reads their\nanswers.\n\n" + exportHelp + "\n" + regionsHelp,
		Example: "  queens regions export board.txt --to opb\n  queens regions generate 8 --seed 1 | queens regions export --to minizinc",
		Args:    cobra.MaximumNArgs(1),
	}
	e.addTo(cmd)
	marks.AddSquaresTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		exported := 0
		return forEach(cmd, args, &marks, func(b *regions.Board) error {
			if exported++; exported > 1 {
				return fmt.Errorf("export takes one board")
			}
			return e.write(cmd, modelOfRegions(b), b.Count)
		})
	}
	return cmd
}

func importCommand() *cobra.Command {
	var out printer
	var flags cli.BoardFlags
	cmd := &cobra.Command{
		Use:   "import BOARD",
		Short: "Read a solver's answer to what export wrote",
		Long: `Import reads from standard input what a solver printed about an exported board:
the variables of a SAT solver or a pseudo-Boolean one, the vectors of MiniZinc,
or the options of an exact cover. It checks each solution on the board and
prints it; what is wrong with one is an error. "No solution" is the answer if
the solver said so. What says neither is an error, too.

` + cli.BoardHelp,
		Example: `  queens import 8 < answer.txt
  queens export 8 | cadical -q | queens import 8
  queens export 40 --to opb | clasp | queens import 40
  queens export 8 --to minizinc > q8.mzn; minizinc q8.mzn | queens import 8`,
		Args: cli.OneBoard,
		RunE: func(cmd *cobra.Command, args []string) error {
			board, err := flags.Board(cmd, args[0])
			if err != nil {
				return err
			}
			answers, err := readAnswers(board.N(), cmd.InOrStdin(), board.Check)
			if err != nil {
				return err
			}
			if len(answers) == 0 {
				return out.printNone(cmd)
			}
			return out.print(cmd, board, func(yield func(queens.Placement) bool) {
				for _, p := range answers {
					if !yield(p) {
						return
					}
				}
			})
		},
	}
	out.addTo(cmd, "vector")
	flags.AddTo(cmd)
	return cmd
}

func regionsImportCommand() *cobra.Command {
	var out regionPrinter
	var marks cli.BoardFlags
	cmd := &cobra.Command{
		Use:   "import BOARD",
		Short: "Read a solver's answer to what export wrote",
		Long: `Import reads from standard input what a solver printed about an exported board
of regions, checks each solution and prints it. See queens import.

` + regionsHelp,
		Example: "  queens regions import board.txt < answer.txt\n  queens regions export board.txt | cadical -q | queens regions import board.txt",
		Args:    cli.OneBoard,
	}
	out.addTo(cmd)
	marks.AddSquaresTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		b, err := regionsKind(&marks).One(cmd, args[0])
		if err != nil {
			return err
		}
		found, err := readAnswers(b.N(), cmd.InOrStdin(), b.Check)
		if err != nil {
			return err
		}
		for _, p := range found {
			if err := out.print(cmd, b, p); err != nil {
				return err
			}
		}
		if len(found) == 0 {
			return orNo(summarize(cmd, "no solution"))
		}
		return nil
	}
	return cmd
}
