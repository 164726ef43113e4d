package main

import (
	"errors"
	"fmt"

	"example.com/queens/cmd/queensd/internal/access"
	"github.com/spf13/cobra"
)

func keyCommand() *cobra.Command {
	var dir string
	var config bool
	cmd := &cobra.Command{
		Use:   "key NAME",
		Short: "Make a key for another worker",
		Long: `Key makes a key by which a count tells a worker from others, and prints the name
of its file. The count accepts it after its next start, which loses nothing but
tasks under way. In a new directory, coordinator.key and worker.key are made as
well. To lock a key out, delete its line in the file "keys" there, and start the
count again.

Results carry the name. Make one key for each machine, or one for up to 64
machines that you trust equally: with "count --copies 2", two names must agree
on each task, and a wrong result withdraws all results of its name.

With --config it prints the accounts of all keys for the configuration of your
own NATS servers.`,
		Example: `  queensd key alice --keys q22
  queensd worker --nats nats://server:4222 --auth alice.key
  queensd key --config --keys q22 > accounts.conf`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := "", error(nil)
			switch {
			case config && len(args) == 0:
				text, err = configOf(dir)
			case config:
				return errors.New("key --config has a name, want none")
			default:
				if err := arguments(1, "one, the name")(cmd, args); err != nil {
					return err
				}
				text, err = access.AddWorker(dir, args[0])
			}
			if err == nil {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "keys", ".", "the `DIRECTORY` of the keys, that of the ledger")
	cmd.Flags().BoolVar(&config, "config", false, "print the accounts for your own NATS servers")
	onlyDirectories(cmd, "keys")
	return cmd
}

func configOf(dir string) (string, error) {
	keys, err := access.OpenKeys(dir)
	if err != nil {
		return "", err
	}
	text, err := keys.Config()
	return string(text), err
}
