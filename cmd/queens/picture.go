package main

import (
	"os"

	"github.com/spf13/cobra"
)

// writeFile writes what was drawn to a file, or to standard output if the name is empty or -.
func writeFile(cmd *cobra.Command, name string, content []byte) error {
	if name != "" && name != "-" {
		return os.WriteFile(name, content, 0o666)
	}
	_, err := cmd.OutOrStdout().Write(content)
	return err
}
