package main

import (
	"errors"
	"fmt"

	"example.com/queens/cmd/queensd/internal/access"
	"github.com/spf13/cobra"
)

func keyCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "key NAME",
		Short: "Make a key for another worker",
		Long: `Key makes a key by which the server of a directory can tell a worker from
others, and prints the name of its file. The server accepts it after its next
start; a restart loses nothing. In a new directory, coordinator.key and
worker.key are made as well. To lock a key out, delete its line in the file
"keys" there, and start the server again.

Results carry the name. Make one key for each machine, or one for all machines
that you trust equally: with "count --copies 2", two names must agree on each
task.`,
		Example: `  queensd key alice --data q22
  queensd worker --nats nats://server:4222 --auth alice.key`,
		Args:              oneArgument("the name"),
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
	cmd.Flags().StringVar(&dir, "data", "", "the `DIRECTORY` of the server's files")
	onlyDirectories(cmd, "data")
	return cmd
}
