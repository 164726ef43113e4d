package main

import (
	"example.com/queens/cmd/queens/audit"
	"github.com/spf13/cobra"
)

func verifyCommand() *cobra.Command {
	var a audit.Audit
	cmd := &cobra.Command{
		Use:   "verify LEDGER",
		Short: "Recount and check a share of the tasks in a ledger",
		Long: `Verify audits a ledger, a file or a directory.
` + audit.Help,
		Example: `  queensd verify q22.jsonl
  queensd verify q22.jsonl --recount 100
  queensd verify q24.jsonl --recount 0 --check 1`,
		Args: arguments(1, "one, the ledger"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.Run(cmd, args[0]) },
	}
	a.AddTo(cmd)
	return cmd
}
