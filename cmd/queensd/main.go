// Queensd counts solutions of the n-queens problem on many computers: it keeps the
// tasks of a count and their results in NATS JetStream. Ask "queensd help" what it can
// do.
package main

import (
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func main() { cli.Main(newRoot()) }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "queensd",
		Short: "Count solutions of the n-queens problem on many computers",
		Long: `Queensd counts the ways to place n queens on an n×n board so that none attacks
another, on many computers: "serve" on one of them, "worker" on all that help, and
"count" where the total is wanted. Nobody can make the total wrong unnoticed: results
are counted again by lot, and what disagrees stops the count. On one computer,
"queens count --ledger" does without all that, and the ledgers are the same.

` + cli.Statuses,
		Annotations: map[string]string{cli.NumberCommand: "count"},
	}
	group := func(title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
		for _, cmd := range commands {
			cmd.GroupID = title
			root.AddCommand(cmd)
		}
	}
	group("Count", countCommand(), workerCommand(), serveCommand(), keyCommand())
	group("Look", statusCommand(), jobsCommand())
	group("Ledgers", verifyCommand(), exportCommand(), importCommand())
	return root
}
