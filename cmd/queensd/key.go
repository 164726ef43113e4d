package main

import (
	"errors"
	"fmt"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/queensd/internal/access"
	"github.com/spf13/cobra"
)

func keyCommand() *cobra.Command {
	var dir string
	var config, remove bool
	cmd := &cobra.Command{
		Use:   "key NAME",
		Short: "Make a key for another worker",
		Long: `Key makes a key by which a count tells a worker from others, and prints the name
of its file. In a new directory it makes coordinator.key and worker.key as well.
With --remove it removes the file. Within a second, a count that runs with --listen
lets in a new key, and cuts off a removed one. Results sent with a removed key
stay, and are still audited.

Results carry the name. Make one key for each machine, or one for up to 64
machines that you trust equally: with "count --copies 2", two names must agree
on each task, and a wrong result withdraws all results of its name.

With --config it prints the accounts of all keys for the configuration of your
own NATS servers. When keys change, print them again and reload the servers.`,
		Example: `  queensd key alice --keys q22
  queensd worker --nats nats://server:4222 --auth alice.key
  queensd key --remove alice --keys q22
  queensd key --config --keys q22 > accounts.conf`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			var text string
			switch {
			case config && remove:
				return errors.New("--config prints keys and --remove takes one away: want one of them")
			case config && len(args) > 0:
				return errors.New("key --config has a name, want none")
			case !config && len(args) != 1:
				return cli.One("the name")(cmd, args)
			case remove:
				return access.RemoveWorker(dir, args[0])
			case config:
				var keys []access.Key
				keys, err = access.Keys(dir)
				text = access.ServerConfig(keys)
			default:
				text, err = access.AddWorker(dir, args[0])
			}
			if err == nil {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "keys", ".", "the `DIRECTORY` of the keys, usually that of the ledger")
	cmd.Flags().BoolVar(&remove, "remove", false, "take away the key of NAME")
	cmd.Flags().BoolVar(&config, "config", false, "print the accounts for your own NATS servers")
	cmd.MarkFlagDirname("keys")
	return cmd
}
