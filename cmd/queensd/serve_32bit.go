//go:build 386 || arm || mips || mipsle

package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// serveCommand is the command on processors of 32 bits, where the server that it would
// run (nats-server v2.15.2) panics: it has an atomic operation on a word that is not
// aligned there.
func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:                "serve",
		Short:              "Keep counts for workers on many computers (not on this processor)",
		Long:               "Serve needs a 64-bit processor. All other commands work here too.",
		DisableFlagParsing: true,
		ValidArgsFunction:  cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("serve needs a 64-bit processor: run it on another computer, and name that with --nats")
		},
	}
}
