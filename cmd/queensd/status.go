package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/queensd/internal/coordinator"
	"example.com/queens/cmd/queensd/internal/monitor"
	"github.com/spf13/cobra"
)

func statusCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status ADDRESS",
		Short: "Show the progress of a count, and who helps",
		Long: `Status asks a count for a report, at the address of its --http: host:port, or a
port of this computer. It prints the tasks done, the solutions so far and the time
left at the rate of this run, then a line for each machine seen lately, and one
for each key.`,
		Example:           `  queensd status 8080`,
		Args:              cli.One("the address of a count's --http"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := monitor.Ask(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(r)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), reportLines(r))
			return err
		},
	}
	cmd.Flags().BoolVarP(&asJSON, "json", "j", false, "print one JSON object")
	return cmd
}

// reportLines returns a report for people. It replaces what would move the cursor, in case the server is
// not the user's own.
func reportLines(r *coordinator.Report) string {
	var text strings.Builder
	line := func(format string, a ...any) { text.WriteString(cli.Visible(fmt.Sprintf(format, a...)) + "\n") }
	first := fmt.Sprintf("%s: %s, %d of %s, %s", r.Board, r.State, r.Done, cli.Plural(r.Tasks, "task"), cli.Plural(r.Solutions, "solution"))
	if r.SecondsLeft > 0 {
		first += fmt.Sprintf(", %.3g %%, %s left", 100*r.Fraction, cli.Duration(r.SecondsLeft))
	}
	if r.Recounting > 0 {
		first += fmt.Sprintf(", %s to recount", cli.Plural(r.Recounting, "task"))
	}
	line("%s", first)
	for _, m := range r.Machines {
		line("machine %s of %s, %s: %s, %s, seen %s", m.Name, m.Account, m.Kernel,
			cli.Plural(m.Goroutines, "goroutine"), cli.Plural(m.Sent, "result"), m.Seen.Local().Format(time.DateTime))
	}
	if r.NotShown > 0 {
		line("and %s not shown", cli.Plural(r.NotShown, "machine"))
	}
	for _, a := range r.Accounts {
		line("key %s: %s", a.Name, cli.Plural(a.Sent, "result"))
	}
	for _, name := range r.Withdrawn {
		line("withdrawn: results of %s", name)
	}
	return text.String()
}
