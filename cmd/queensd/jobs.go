package main

import (
	"context"
	"fmt"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func jobsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "jobs",
		Short: "List, cancel or purge the counts that a server keeps",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(listCommand(),
		jobCommand("cancel", "Take a count out of the queue, and keep its results",
			`Cancel takes the tasks of a board out of the queue and ends its count. The results
stay, and "queensd count" goes on from them.`, (*queue.Queue).Cancel, "cancelled"),
		jobCommand("purge", "Remove a count and all its results",
			`Purge removes the count of a board, with all results that the server has of it, in
its ledger too. Export them before, if they may be wanted.`, (*queue.Queue).Purge, "purged"))
	return cmd
}

func listCommand() *cobra.Command {
	var place place
	cmd := &cobra.Command{
		Use:               "list",
		Short:             "Print a line for each count",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := place.report(cmd)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), jobLines(r))
			return err
		},
	}
	place.addFlags(cmd)
	return cmd
}

// jobCommand returns a command that does something to the job of a board.
func jobCommand(name, short, long string, do func(*queue.Queue, context.Context, string) error, done string) *cobra.Command {
	var place place
	var board cli.Board
	cmd := &cobra.Command{
		Use:               name + " BOARD",
		Short:             short,
		Long:              long + "\n\n" + cli.BoardHelp,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := board.Solver(cmd, args[0])
			if err != nil {
				return err
			}
			q, err := place.open(cmd.Context(), queue.Coordinator, newTeller(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			defer q.Close()
			if err := do(q, cmd.Context(), s.String()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s %s\n", s, done)
			return err
		},
	}
	board.AddFlags(cmd)
	place.addFlags(cmd)
	return cmd
}
