// Queens solves the n-queens problem on the command line: it places n queens on an n×n
// board so that no two attack each other. Run "queens help" for its commands.
package main

import (
	"example.com/queens/cmd/queens/audit"
	"example.com/queens/cmd/queens/cli"
	_ "example.com/queens/cmd/queens/internal/silent"
	"github.com/spf13/cobra"
)

func main() { cli.Main(newRoot()) }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:         "queens",
		Annotations: map[string]string{cli.NumberCommand: "solve"},
		Short:       "Place n queens on an n×n board so that no two attack each other",
		Long: `Queens solves the n-queens problem: it places n queens on an n×n board so that
no two attack each other.

Squares have their chess names: the letter of the file, from a for the first
column, and the number of the rank, from 1 for the first row. After file z come
aa, ab, ….

Three commands print a single solution: "sample" draws one fairly, "random"
draws one of any size quickly, and "construct" always prints the same one.

` + cli.Statuses,
	}
	group := func(title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
		for _, cmd := range commands {
			cmd.GroupID = title
			root.AddCommand(cmd)
		}
	}
	group("Solve", solveCommand(), firstCommand(), completeCommand(), verifyCommand(), drawCommand(), traceCommand())
	group("Puzzles", puzzleCommand(), hintCommand(), uniqueCommand(), regionsCommand())
	group("Random", randomCommand(), sampleCommand(), constructCommand())
	group("Count", countCommand(), audit.Command("queens", "audit"), estimateCommand(), benchCommand())
	group("Other programs", exportCommand(), importCommand())
	root.AddCommand(cli.VersionCommand())
	return root
}
