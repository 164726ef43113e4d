// Queensd counts the solutions of the n-queens problem on many computers, which exchange
// tasks and results over NATS. Run "queensd help" for its commands.
package main

import (
	"example.com/queens/cmd/internal/audit"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

func main() { cli.Main(newRoot()) }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "queensd",
		Short: "Count solutions of the n-queens problem on many computers",
		Long: `Queensd counts the ways to place n queens on an n×n board so that no two attack
each other, on many computers: run "count --listen" on one of them, and "worker"
on all that help. On a single computer, or on several that share a directory, use
"queens count --ledger" instead: it is simpler, and its ledgers are the same.

You need not trust workers blindly. Before "count" prints a total, it draws r
of the N tasks, 1 % but at least 20, and counts them again. If F of the N are
wrong, it misses them all with probability (1 - F/N)^r at most. Otherwise it
names who counted wrongly, withdraws what they sent, has it counted again, and
draws twice as many.
You must trust whoever has coordinator.key or the computer of "count", and the
network too if you do not use TLS.

` + cli.Statuses,
		Annotations: map[string]string{cli.NumberCommand: "count"},
	}
	cli.AddGroup(root, "Count", countCommand(), workerCommand(), keyCommand())
	cli.AddGroup(root, "Inspect", statusCommand(), audit.Command("queensd"))
	return root
}
