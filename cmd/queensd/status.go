package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func statusCommand(todo *job) *cobra.Command {
	var s status
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say how far counts are",
		Long: `Status prints a line for each count that a directory or a server keeps: tasks
done, solutions so far, and from the results of the last minutes the rate and the
time left. A server also knows its workers. The directory may be in use.`,
		Example: `  queensd status --data q21
  queensd status --nats nats://10.0.0.7:4222 --auth secret --json`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.checkOne(); err != nil {
				return err
			}
			*todo = func(ctx context.Context) error {
				report, err := s.report(ctx, newDisplay(cmd.ErrOrStderr(), true).trouble)
				if err != nil {
					return err
				}
				return s.print(cmd.OutOrStdout(), report)
			}
			return nil
		},
	}
	cmd.Flags().SortFlags = false
	s.place.addFlags(cmd)
	cmd.Flags().BoolVar(&s.json, "json", false, "print one JSON object")
	return cmd
}

// status is the command line of the command of that name.
type status struct {
	place
	json bool
}

// report is what status prints.
type report struct {
	Jobs    []queue.JobStatus `json:"jobs"`
	Workers []queue.Presence  `json:"workers,omitempty"`
}

func (s *status) report(ctx context.Context, trouble func(error)) (report, error) {
	if s.data != "" {
		records, err := readLedger(s.data, trouble)
		if err != nil {
			return report{}, err
		}
		jobs, err := queue.Status(ctx, records, time.Now())
		return report{Jobs: jobs}, err
	}
	q, end, err := s.look(ctx, trouble)
	if err != nil {
		return report{}, err
	}
	defer end()
	records, err := q.Records(ctx)
	if err != nil {
		return report{}, err
	}
	jobs, err := queue.Status(ctx, records, time.Now())
	if err != nil {
		return report{}, err
	}
	workers, err := q.Workers(ctx)
	return report{jobs, workers}, err
}

// lookFor is how long a server is asked that does not answer.
const lookFor = time.Second

// look opens the queue of the server without changing it.
func (p place) look(ctx context.Context, trouble func(error)) (*queue.Queue, func(), error) {
	conn, err := p.connect()
	if err != nil {
		return nil, nil, err
	}
	q, err := queue.Open(ctx, conn, queue.Options{Trouble: trouble, Patience: lookFor})
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	return q, q.Close, nil
}

// readLedger reads the ledger of a directory that exists.
func readLedger(dir string, trouble func(error)) ([]queue.Record, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	records, damage, err := queue.ReadLedger(dir)
	for _, d := range damage {
		trouble(fmt.Errorf("line %d of the ledger is damaged: %w", d.Line, d.Err))
	}
	return records, err
}

func (s *status) print(w io.Writer, r report) error {
	if s.json {
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s\n", text)
		return err
	}
	var err error
	for _, j := range r.Jobs {
		_, e := fmt.Fprintf(w, "%s: %s, %s%s\n", j.Board, tasksDone(j.Progress()), plural(j.Solutions, "solution"), pace(j.Total-j.Done, j.Rate))
		err = errors.Join(err, e)
	}
	for _, p := range r.Workers {
		_, e := fmt.Fprintf(w, "worker %s, process %d: %d goroutines, %s since %s\n", p.Host, p.PID, p.Goroutines,
			plural(uint64(p.Done), "task"), p.Since.Local().Format(time.DateTime))
		err = errors.Join(err, e)
	}
	if len(r.Jobs) == 0 {
		_, e := fmt.Fprintln(w, "no counts")
		err = errors.Join(err, e)
	}
	return err
}
