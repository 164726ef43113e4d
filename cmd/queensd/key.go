package main

import (
	"errors"
	"fmt"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/access"
	"github.com/spf13/cobra"
)

func keyCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "key NAME",
		Short: "Make a key for one more worker",
		Long: `Key makes a key by which the server of a directory knows a worker from others, and
prints the name of its file. The server takes it when it is started the next time;
nothing is lost by that. If no server was started there yet, coordinator.key and
worker.key are made as well.

Results have the name, so make a key for each machine, or for all machines that you
trust alike: "count --copies 2" wants two names to agree on each task.`,
		Example: `  queensd key alice --data q22
  queensd worker --nats nats://server:4222 --auth alice.key`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("key has %s, want one, the name", cli.Plural(len(args), "argument"))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dir == "" {
				return errors.New("key needs --data")
			}
			path, err := access.AddWorker(dir, args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "data", "", "the `DIRECTORY` that the server keeps its files in")
	cli.MustComplete(cmd, "data", onlyDirectories)
	return cmd
}
