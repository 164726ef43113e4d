// Queens solves the n-queens problem on the command line: it places n queens on an
// n×n board so that none attacks another. Ask "queens help" what it can do.
package main

import (
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func main() { cli.Main(newRoot()) }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:         "queens",
		Annotations: map[string]string{cli.NumberCommand: "solve"},
		Short:       "Place n queens on an n×n board so that none attacks another",
		Long: `Queens solves the n-queens problem: it places n queens on an n×n board so that
none attacks another.

Squares have their chess names: the file's letter, from a for the first column,
and the rank's number, from 1 for the first row. After file z come aa, ab, ….

Solutions at random: "random" is quick and of any size, "sample" is fair to all,
and "construct" has no chance in it at all.

` + cli.Statuses,
	}
	group := func(title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
		for _, cmd := range commands {
			cmd.GroupID = title
			root.AddCommand(cmd)
		}
	}
	group("Solve", solveCommand(), completeCommand(), verifyCommand(), drawCommand(), traceCommand())
	group("Puzzles", puzzleCommand(), uniqueCommand())
	group("Random", randomCommand(), sampleCommand(), constructCommand())
	group("Count", countCommand(), estimateCommand())
	return root
}
