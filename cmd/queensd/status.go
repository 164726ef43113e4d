package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/queensd/internal/coordinator"
	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"
)

func statusCommand() *cobra.Command {
	remote := remoteFlags{patience: duration(3 * time.Second)}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status --auth FILE",
		Short: "Show the progress of a count, and who helps",
		Long: `Status asks a count for a report, with the coordinator.key beside its ledger. It
prints the tasks done, the solutions so far and the time left at the rate of this
run, then a line for each machine seen lately, and one for each key.`,
		Example:           `  queensd status --auth coordinator.key`,
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := remote.report(cmd)
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
	remote.addTo(cmd, standardURL)
	return cmd
}

// report asks the count that uses a server for its report, and waits for one that is about to start.
func (f *remoteFlags) report(cmd *cobra.Command) (*coordinator.Report, error) {
	conn, _, err := f.connect(cmd.Context(), messengerTo(cmd.ErrOrStderr()))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	for begun := time.Now(); ; time.Sleep(connectEvery) {
		r, err := askReport(cmd.Context(), conn)
		if !errors.Is(err, nats.ErrNoResponders) {
			return r, err
		}
		if time.Since(begun) > f.patience.V {
			return nil, errors.New("no count uses that server")
		}
	}
}

// reportLines returns a report for people. It replaces what would move the cursor, in case the server is
// not the user's own.
func reportLines(r *coordinator.Report) string {
	var text strings.Builder
	line := func(format string, a ...any) { text.WriteString(cli.Visible(fmt.Sprintf(format, a...)) + "\n") }
	first := fmt.Sprintf("%s: %s, %d of %s, %s", r.Board, r.State, r.Done, cli.Plural(r.Tasks, "task"), cli.Plural(r.Solutions, "solution"))
	if r.SecondsLeft > 0 {
		first += fmt.Sprintf(", %.3g tasks/s, %s left", r.Rate, cli.Duration(r.SecondsLeft))
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
		line("key %s: %s, %s not returned", a.Name, cli.Plural(a.Sent, "result"), cli.Plural(a.Held, "task"))
	}
	for _, name := range r.Withdrawn {
		line("withdrawn: results of %s", name)
	}
	return text.String()
}
