//go:build 386 || arm || mips || mipsle

package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// serveCommand stands in for the command on 32-bit processors. There the server
// (nats-server v2.15.2) panics in an atomic operation on a word that is not aligned.
func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:                "serve",
		Short:              "Keep the counts of many computers (not on this processor)",
		Long:               "Serve needs a 64-bit processor. All other commands work here.",
		DisableFlagParsing: true,
		ValidArgsFunction:  cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("serve needs a 64-bit processor: run it on another computer, and name that one with --nats")
		},
	}
}
