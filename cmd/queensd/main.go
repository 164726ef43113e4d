// Queensd counts the solutions of the n-queens problem on many computers. It keeps the
// tasks of a count and their results in NATS JetStream. Run "queensd help" for its
// commands.
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
		Long: `Queensd counts the ways to place n queens on an n×n board so that no two attack
each other, on many computers: run "serve" on one of them, "worker" on all that
help, and "count" where you want the total. On a single computer, "queens count
--ledger" needs none of this, and its ledgers are the same.

Workers need not be trusted blindly: at the end, "count" draws r of the N tasks
that others have counted, at least 20 and 1 %, and counts them again. If F of
the N are wrong, it misses them all with probability (1 - F/N)^r at most, and
otherwise names who counted wrongly. Whoever has the coordinator's key, the
server's directory, the ledger or the computer of "count" must be trusted, and
so must the network if you do not use TLS.

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
	group("Inspect", statusCommand(), jobsCommand())
	group("Ledgers", verifyCommand(), exportCommand(), importCommand())
	return root
}
