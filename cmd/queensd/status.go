package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/report"
	"github.com/spf13/cobra"
)

func statusCommand() *cobra.Command {
	var server serverFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show the progress of all counts, and their workers",
		Long: `Status prints a line for each count of a server: the tasks done, the solutions
so far and, estimated from the results of the last minutes, the rate and the
time left. Then it prints a line for each worker, and for each account that has
taken tasks and not returned them in time.`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := server.report(cmd)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(r)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), jobLines(r)+workerLines(r)+accountLines(r))
			return err
		},
	}
	cmd.Flags().BoolVarP(&asJSON, "json", "j", false, "print one JSON object")
	server.addWith(cmd, 3*time.Second)
	return cmd
}

func jobLines(r report.Report) string {
	var lines strings.Builder
	for _, j := range r.Jobs {
		fmt.Fprintf(&lines, "%s: %d of %s, %s", j.Board, j.Done, cli.Plural(j.Tasks, "task"), cli.Plural(j.Solutions, "solution"))
		if j.SecondsLeft > 0 {
			fmt.Fprintf(&lines, ", %.3g tasks/s, %s left", j.Rate, cli.Duration(j.SecondsLeft))
		}
		if j.State != report.Counting {
			fmt.Fprintf(&lines, ", %s", j.State)
		}
		if j.Trouble != "" {
			fmt.Fprintf(&lines, "; %s", j.Trouble)
		}
		lines.WriteString("\n")
	}
	if len(r.Jobs) == 0 {
		return "no counts\n"
	}
	return lines.String()
}

func workerLines(r report.Report) string {
	var lines strings.Builder
	for _, w := range r.Workers {
		fmt.Fprintf(&lines, "worker %s at %q, process %d: %s, %s since %s\n", w.Name, w.Host, w.PID,
			cli.Plural(w.Goroutines, "goroutine"), cli.Plural(w.Done, "task"), w.Since.Local().Format(time.DateTime))
	}
	return lines.String()
}

func accountLines(r report.Report) string {
	var lines strings.Builder
	for _, a := range r.Accounts {
		fmt.Fprintln(&lines, a)
	}
	return lines.String()
}
