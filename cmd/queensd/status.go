package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/queue"
	"example.com/queens/cmd/queensd/internal/report"
	"github.com/spf13/cobra"
)

func statusCommand() *cobra.Command {
	var place place
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say how far counts are, and who works for them",
		Long: `Status prints a line for each count that a server keeps: tasks done, solutions so
far, and from the results of the last minutes the rate and the time left. Then it
prints a line for each worker.`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := place.report(cmd)
			if err != nil {
				return err
			}
			text := jobLines(r) + workerLines(r)
			if asJSON {
				line, err := json.Marshal(r)
				if err != nil {
					return err
				}
				text = string(line) + "\n"
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().BoolVarP(&asJSON, "json", "j", false, "print one JSON object")
	place.addFlags(cmd)
	return cmd
}

// report asks a server for all that it has.
func (p *place) report(cmd *cobra.Command) (report.Report, error) {
	tell := newTeller(cmd.ErrOrStderr())
	q, err := p.open(cmd.Context(), queue.Coordinator, tell)
	if err != nil {
		return report.Report{}, err
	}
	defer q.Close()
	all, err := readAll(cmd, q, tell)
	if err != nil {
		return report.Report{}, err
	}
	return all.Report(cmd.Context(), q)
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
		fmt.Fprintf(&lines, "worker %s at %q, process %d: on %s, %s since %s\n", w.Name, w.Host, w.PID,
			cli.Plural(w.Goroutines, "processor"), cli.Plural(w.Done, "task"), w.Since.Local().Format(time.DateTime))
	}
	return lines.String()
}

// readAll reads all jobs and results of a server.
func readAll(cmd *cobra.Command, q *queue.Queue, tell *teller) (*queue.Archive, error) {
	all := queue.NewArchive(tell.trouble)
	return all, all.Read(cmd.Context(), q)
}
