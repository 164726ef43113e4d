package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.com/queens/cmd/internal/cli"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
)

// hasScreen reports whether a command can show a model to a user who presses keys.
func hasScreen(cmd *cobra.Command) bool {
	return cli.IsTerminal(cmd.OutOrStdout()) && cli.IsTerminal(cmd.InOrStdin()) && !cli.IsDumb()
}

// show shows a model on the terminal until the user leaves it. The context ends it on a signal: Bubble Tea's
// own handler of signals may wait for ever for the loop that the context has ended.
func show(cmd *cobra.Command, model tea.Model) error {
	_, err := tea.NewProgram(model, tea.WithContext(cmd.Context()), tea.WithoutSignalHandler(), tea.WithAltScreen()).Run()
	if errors.Is(err, tea.ErrInterrupted) || cmd.Context().Err() != nil {
		return context.Canceled
	}
	return err
}

// textSize returns how many columns and lines a text takes on a terminal.
func textSize(text string) (columns, rows int) {
	for line := range strings.SplitSeq(text, "\n") {
		columns, rows = max(columns, ansi.StringWidth(line)), rows+1
	}
	return columns, rows
}

// fitted returns what is shown, or that it does not fit into the window.
func fitted(view string, window tea.WindowSizeMsg) string {
	columns, rows := textSize(view)
	if window.Width == 0 || columns <= window.Width && rows <= window.Height {
		return view
	}
	return fmt.Sprintf("This takes %d columns\nand %d lines; here are\n%d and %d.\nEnlarge the window,\nor press q.\n",
		columns, rows, window.Width, window.Height)
}
