package main

import (
	"context"
	"fmt"
	"time"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/queue"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/spf13/cobra"
)

func jobsCommand() *cobra.Command {
	var server serverFlags
	cmd := &cobra.Command{
		Use:               "jobs",
		Short:             "List, cancel or purge the counts of a server",
		Long:              `Jobs prints a line for each count. Its subcommands cancel and purge counts.`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := server.report(cmd)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), jobLines(r))
			return err
		},
	}
	server.addWith(cmd, 3*time.Second)
	cmd.AddCommand(
		jobCommand("cancel", "Remove the tasks of a count, and keep its results",
			`Cancel removes the tasks of a board from the queue and ends its count. The
results stay, and "queensd count" goes on from them.`, (*queue.Queue).Cancel, "cancelled"),
		jobCommand("purge", "Remove a count and all its results",
			`Purge removes the count of a board and all its results from the server, its
ledger included. If you may still want them, export them first.`, (*queue.Queue).Purge, "purged"))
	return cmd
}

// jobCommand returns a command that does something to the job of a board.
func jobCommand(name, short, long string, do func(*queue.Queue, context.Context, string) error, done string) *cobra.Command {
	var server serverFlags
	var board cli.BoardFlags
	cmd := &cobra.Command{
		Use:               name + " BOARD",
		Short:             short,
		Long:              long + "\n\n" + cli.BoardHelp,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := board.Board(cmd, args[0])
			if err != nil {
				return err
			}
			q, err := server.open(cmd.Context(), wire.Coordinator, messengerTo(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			defer q.Close()
			if err := do(q, cmd.Context(), b.String()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s %s\n", b, done)
			return err
		},
	}
	board.AddTo(cmd)
	server.addTo(cmd)
	return cmd
}
