package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func verifyCommand() *cobra.Command {
	v := verify{workers: cli.Number("K", 1, runtime.GOMAXPROCS(0)), recount: percent(1)}
	cmd := &cobra.Command{
		Use:   "verify LEDGER",
		Short: "Count a share of a ledger's results again",
		Long: `Verify draws --recount percent of the results in a ledger, at least 20, and counts
their tasks again. It prints the results that are wrong, with who counted them, and how
many were right. The exit status is 1 if any is wrong, or if a line is damaged. The
ledger may be in use, and of either program.`,
		Example: `  queensd verify q22.jsonl
  queensd verify q22.jsonl --recount 100`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("verify has %s, want one, the ledger", cli.Plural(len(args), "argument"))
			}
			return nil
		},
		RunE: v.run,
	}
	flags := cmd.Flags()
	flags.Var(&v.recount, "recount", "count so many percent of the results again")
	flags.VarP(&v.workers, "workers", "w", "count on so many processors at a time")
	flags.BoolVarP(&v.quiet, "quiet", "q", false, "do not show how far it is")
	cli.MustComplete(cmd, "recount", cobra.NoFileCompletions)
	cli.MustComplete(cmd, "workers", cobra.NoFileCompletions)
	return cmd
}

// verify is the command line of the command of that name.
type verify struct {
	workers cli.Value[int]
	recount cli.Value[float64]
	quiet   bool
}

func (v *verify) run(cmd *cobra.Command, args []string) error {
	book, err := readBook(args[0], cmd.InOrStdin())
	if err != nil {
		return err
	}
	cut, err := book.Again(cmd.Context())
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	drawn := queue.Draw(slices.Collect(book.Tasks()), v.recount.V/100)
	wrong, err := v.check(cmd, book, cut, drawn)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	for _, line := range book.Damaged {
		fmt.Fprintf(out, "line %d is damaged\n", line)
	}
	for _, w := range wrong {
		fmt.Fprintln(out, w)
	}
	_, err = fmt.Fprintf(out, "%s: %d of %s counted again, %d wrong; %d of %s done\n", book.Board,
		len(drawn), cli.Plural(book.Done(), "result"), len(wrong), book.Done(), cli.Plural(book.Total, "task"))
	if err == nil && len(wrong)+len(book.Damaged) > 0 {
		err = cli.ErrNo
	}
	return err
}

// check counts tasks again, and returns what is to be said of those that are wrong.
func (v *verify) check(cmd *cobra.Command, book *ledger.Book, cut *ledger.Cut, tasks []int) ([]string, error) {
	meter := cli.NewMeter(cmd.ErrOrStderr())
	if !v.quiet {
		defer meter.Start()()
	}
	ctx, stop := context.WithCancelCause(cmd.Context())
	defer stop(nil)
	var wait sync.WaitGroup
	var mu sync.Mutex
	var wrong []string
	var next, done atomic.Int64
	for range v.workers.V {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(tasks)); i = next.Add(1) - 1 {
				count, err := cut.Tasks[tasks[i]].Count(ctx)
				if err != nil {
					stop(err)
					return
				}
				mu.Lock()
				if have, _ := book.Count(tasks[i]); have != count {
					wrong = append(wrong, wrongLine(book, tasks[i], count))
				}
				meter.Update(queens.Progress{Fraction: float64(done.Add(1)) / float64(len(tasks))})
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	slices.Sort(wrong)
	return wrong, context.Cause(ctx)
}

func wrongLine(book *ledger.Book, task int, count uint64) string {
	for r := range book.Results(task) {
		by := ""
		if r.By != "" {
			by = fmt.Sprintf(" by %q", r.By)
		}
		return fmt.Sprintf("task %d has the count %d%s, but it is %d", task, r.Count, by, count)
	}
	return fmt.Sprintf("task %d has no count", task)
}
