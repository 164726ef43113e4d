package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/coordinator"
	"github.com/spf13/cobra"
)

func verifyCommand() *cobra.Command {
	v := verifyRun{workers: cli.Number("K", 1, runtime.GOMAXPROCS(0)), recount: percentage(1)}
	cmd := &cobra.Command{
		Use:   "verify LEDGER",
		Short: "Recount a share of the results in a ledger",
		Long: `Verify draws --recount percent of the tasks in a ledger that have a result at
random, at least 20, recounts them, and a small part of each by another method,
lest all machines err alike. It prints the tasks that are wrong, with who
counted them, and how many were recounted. The exit status is 1 if one is wrong
or a line is damaged. The ledger may be in use, and of either program.`,
		Example: `  queensd verify q22.jsonl
  queensd verify q22.jsonl --recount 100`,
		Args: arguments(1, "one, the ledger"),
		RunE: v.run,
	}
	flags := cmd.Flags()
	flags.Var(&v.recount, "recount", "recount this percentage of the tasks, at least 20; 0 for none")
	flags.VarP(&v.workers, "workers", "w", "count on this many goroutines")
	flags.BoolVarP(&v.quiet, "quiet", "q", false, "do not show progress")
	noCompletion(cmd, "recount", "workers")
	return cmd
}

// A verifyRun is a run of the command "verify".
type verifyRun struct {
	workers cli.Value[int]
	recount cli.Value[float64]
	quiet   bool
}

func (v *verifyRun) run(cmd *cobra.Command, args []string) error {
	book, err := ledger.ReadFile(args[0])
	if err != nil {
		return err
	}
	cut, err := book.Recut(cmd.Context())
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	drawn := coordinator.Draw(slices.Collect(book.Tasks()), v.recount.V/100)
	wrong, err := v.recountTasks(cmd, book, cut, drawn)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	for _, line := range book.Damaged {
		fmt.Fprintf(out, "line %d is damaged\n", line)
	}
	for _, line := range wrong {
		fmt.Fprintln(out, line)
	}
	_, err = fmt.Fprintf(out, "%s: %d of %s recounted, %d wrong; %d of %s done\n", book.Board,
		len(drawn), cli.Plural(book.Done(), "result"), len(wrong), book.Done(), cli.Plural(book.Total, "task"))
	if err == nil && len(wrong)+len(book.Damaged) > 0 {
		err = cli.ErrNo
	}
	return err
}

// recountTasks returns a line for each of the tasks that is wrong, by its count or its check.
func (v *verifyRun) recountTasks(cmd *cobra.Command, book *ledger.Book, cut *ledger.Cut, tasks []int) (wrong []string, err error) {
	meter := cli.NewMeter(cmd.ErrOrStderr())
	if !v.quiet {
		defer meter.Start()()
	}
	recounted, solutions := 0, uint64(0)
	err = cut.CountTasks(cmd.Context(), tasks, v.workers.V, func(r ledger.Result) {
		if have, _ := book.Count(r.Task); have != r.Count {
			wrong = append(wrong, wrongLine(book, have, r))
		}
		recounted++
		solutions += r.Count
		meter.Update(queens.Progress{Solutions: solutions, Fraction: float64(recounted) / float64(len(tasks))})
	})
	for i := 0; i < len(tasks) && err == nil; i++ {
		if differs := cut.Task(tasks[i]).Check(cmd.Context(), nil); differs != nil {
			wrong = append(wrong, fmt.Sprintf("task %d: %v", tasks[i], differs))
		}
		err = cmd.Context().Err()
	}
	slices.Sort(wrong)
	return wrong, err
}

// wrongLine says who has given a task a wrong count. All results of a task in a book agree.
func wrongLine(book *ledger.Book, have uint64, right ledger.Result) string {
	var by []string
	for r := range book.Results(right.Task) {
		if r.By != "" {
			by = append(by, fmt.Sprintf(" by %q", r.By))
		}
	}
	return fmt.Sprintf("task %d has the count %d%s, but it is %d", right.Task, have, strings.Join(by, " and"), right.Count)
}
