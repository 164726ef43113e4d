package main

import (
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func regionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "regions",
		Short: "Puzzles on coloured regions: one queen in each row, column and region",
		Long: `Regions works on the Queens puzzle of coloured regions: place a queen in each
row, column and region of an n×n board so that no two touch, not even at a
corner. It is also known as Star Battle with one star.

` + regionsHelp,
		Example: `  queens regions generate 8 --difficulty hard --seed 1
  queens regions generate 8 --seed 1 | queens regions solve
  queens regions play 8`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.UnknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, command := range []*cobra.Command{
		regionsSolveCommand(), regionsVerifyCommand(), regionsCountCommand(), regionsUniqueCommand(), regionsHintCommand(),
		regionsGenerateCommand(), regionsDrawCommand(), regionsPlayCommand(), regionsExportCommand(), regionsImportCommand(),
	} {
		cmd.AddCommand(command)
	}
	return cmd
}
