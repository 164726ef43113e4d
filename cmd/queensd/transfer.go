package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func exportCommand(todo *job) *cobra.Command {
	var p place
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Print results that are kept",
		Long: `Export prints what a directory or a server keeps, one JSON object a line: how
each count was cut, and the results with the task, its count and a checksum. It is
what a directory's ledger holds. The directory may be in use.

A result's "task" lists pieces of a board: the queens that a piece has and how many
solutions each one found stands for. Its "id" is the first half of the SHA-256 of
those lines, with newlines between them, and its "checksum" is the first half of the
SHA-256 of the id, a space and the count. Both are in hexadecimal digits.`,
		Example: `  queensd export --data q21 > q21.jsonl
  queensd export --nats nats://10.0.0.7:4222 --auth secret`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.checkOne(); err != nil {
				return err
			}
			*todo = func(ctx context.Context) error {
				return exportRecords(ctx, p, cmd.OutOrStdout(), newDisplay(cmd.ErrOrStderr(), true).trouble)
			}
			return nil
		},
	}
	cmd.Flags().SortFlags = false
	p.addFlags(cmd)
	return cmd
}

func exportRecords(ctx context.Context, p place, w io.Writer, trouble func(error)) error {
	damaged := false
	records, err := p.records(ctx, func(err error) {
		damaged = true
		trouble(err)
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for _, r := range records {
		if _, err := out.Write(r.Line()); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if damaged {
		return errors.New("damaged results were left out")
	}
	return nil
}

// records returns all that is kept.
func (p place) records(ctx context.Context, trouble func(error)) ([]queue.Record, error) {
	if p.data != "" {
		return readLedger(p.data, trouble)
	}
	q, end, err := p.look(ctx, trouble)
	if err != nil {
		return nil, err
	}
	defer end()
	return q.Records(ctx)
}

func importCommand(todo *job) *cobra.Command {
	var p place
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Keep results that were exported",
		Long: `Import reads what "queensd export" has printed, from a file or, if its name is -,
from standard input, and adds it to a directory or a server. It takes all lines or
none: each is verified first. Lines that are there already are nothing new, and a
result that is there with another count is an error.`,
		Example: `  queensd import --data q21 q21.jsonl
  queensd export --data q21 | queensd import --nats nats://10.0.0.7:4222 -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("import has %d arguments, want one, the file", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.checkOne(); err != nil {
				return err
			}
			*todo = func(ctx context.Context) error {
				records, err := readRecords(args[0], cmd.InOrStdin())
				if err != nil {
					return err
				}
				added, err := p.add(ctx, records, newDisplay(cmd.ErrOrStderr(), true).trouble)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d of %s new\n", added, plural(uint64(len(records)), "line"))
				return err
			}
			return nil
		},
	}
	cmd.Flags().SortFlags = false
	p.addFlags(cmd)
	return cmd
}

// readRecords reads a file and verifies every line.
func readRecords(name string, stdin io.Reader) ([]queue.Record, error) {
	from := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	records, damage, err := queue.ReadRecords(from)
	if err != nil {
		return nil, err
	}
	if len(damage) > 0 {
		return nil, fmt.Errorf("line %d: %w; nothing was imported", damage[0].Line, damage[0].Err)
	}
	for i, r := range records {
		if err := r.Verify(); err != nil {
			return nil, fmt.Errorf("line %d: %w; nothing was imported", i+1, err)
		}
	}
	return records, nil
}

// add adds records to the ledger of a directory, from which the next count takes them,
// or to a server. It returns how many were new.
func (p place) add(ctx context.Context, records []queue.Record, trouble func(error)) (int, error) {
	if p.data != "" {
		s := &store{}
		defer s.close()
		if err := s.openLedger(p.data, trouble); err != nil {
			return 0, err
		}
		return s.ledger.Add(records...)
	}
	s, err := p.openStore(ctx, queue.Options{Trouble: trouble, Patience: patience})
	if err != nil {
		return 0, err
	}
	defer s.close()
	before, err := s.queue.Records(ctx)
	if err != nil {
		return 0, err
	}
	for _, r := range records {
		if err := s.queue.Store(ctx, r); err != nil {
			return 0, err
		}
	}
	after, err := s.queue.Records(ctx)
	return len(after) - len(before), err
}
