// Package audit is the command that checks ledgers, in both programs.
package audit

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/internal/ledger"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

const help = `Audit recounts a share of a ledger of a count, a file or a directory, of either
program. The count may be going on.

It draws tasks that have a result at random. For --recount percent of them it
compares the count in the ledger with its own. For --check percent it counts a
small part of the task by two methods. That takes a few percent of the time, and
can find an error that all machines make alike. It does not look at the count in
the ledger. As far as possible the same tasks are recounted and checked, at
least 20 of them unless the percentage is 0.

It prints the tasks that are wrong, with who counted them, and how many were
recounted and checked. The exit status is 1 if a task is wrong or a line is
damaged.`

// An audit holds the flags that say how a ledger is checked.
type audit struct {
	recount, check cli.Value[float64]
	workers        cli.Value[int]
}

// Command returns the command for a program.
func Command(program string) *cobra.Command {
	a := audit{recount: cli.Percentage(1), check: cli.Percentage(1), workers: cli.Workers()}
	cmd := &cobra.Command{
		Use:        "audit LEDGER",
		SuggestFor: []string{"verify"},
		Short:      "Recount and check a share of the tasks in a ledger",
		Long:       help,
		Example: fmt.Sprintf(`  %s audit q22.jsonl
  %[1]s audit q22.jsonl --recount 100
  %[1]s audit q24.jsonl --recount 0 --check 1`, program),
		Args: cli.One("the ledger"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.Var(&a.recount, "recount", "recount this percentage of the tasks, at least 20; 0 for none")
	flags.Var(&a.check, "check", "check a small part of this percentage of the tasks, at least 20; 0 for none")
	flags.VarP(&a.workers, "workers", "w", "count on this many processors")
	cli.AddQuiet(cmd)
	return cmd
}

// run audits a ledger, which is a file or a directory, and prints what it finds.
func (a *audit) run(cmd *cobra.Command, name string) error {
	book, damaged, err := ledger.ReadAny(name)
	if err != nil {
		return err
	}
	cut, err := book.Recut(cmd.Context())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	drawn := slices.Collect(book.Tasks())
	rand.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	f := findings{
		book:     book,
		damaged:  damaged,
		recounts: drawn[:ledger.Quota(len(drawn), a.recount.V/100)],
		checks:   drawn[:ledger.Quota(len(drawn), a.check.V/100)],
		meter:    cli.NewMeter(cmd.ErrOrStderr()),
	}
	if err := a.find(cmd, cut, &f); err != nil {
		return err
	}
	return f.print(cmd.OutOrStdout())
}

// find recounts and checks the tasks that are drawn.
func (a *audit) find(cmd *cobra.Command, cut *ledger.Cut, f *findings) error {
	if !cli.Quiet(cmd) {
		if err := f.estimate(cmd.Context(), cut); err != nil {
			return err
		}
		defer f.meter.Start()()
	}
	err := each(cmd.Context(), f.recounts, a.workers.V, func(ctx context.Context, task int) (func(), error) {
		count, err := cut.Task(task).Count(ctx)
		return func() { f.addCount(task, count) }, err
	})
	if err != nil {
		return err
	}
	return each(cmd.Context(), f.checks, a.workers.V, func(ctx context.Context, task int) (func(), error) {
		differs := cut.Task(task).SelfTest(ctx, nil)
		return func() { f.addCheck(task, differs) }, ctx.Err()
	})
}

// each calls do for each task, on a number of goroutines, until there is an error. The functions that
// do returns are called one at a time.
func each(ctx context.Context, tasks []int, workers int, do func(ctx context.Context, task int) (add func(), err error)) error {
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for _, task := range tasks {
		group.Go(func() error {
			add, err := do(ctx, task)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			add()
			return nil
		})
	}
	return group.Wait()
}

// findings are what an audit finds.
type findings struct {
	book               *ledger.Book
	damaged            []string // lines
	recounts, checks   []int    // tasks that are drawn
	miscounted, differ []string // a line for each task that is wrong

	meter     *cli.Meter
	costs     map[int]float64 // by task
	done, all float64         // of the costs of all recounts and checks
	solutions uint64
}

// recountCost is about how many checks take as long as a recount.
const recountCost = 30

// estimate estimates the costs of the tasks that are drawn, up to 100 µs for each.
func (f *findings) estimate(ctx context.Context, cut *ledger.Cut) error {
	f.costs = map[int]float64{}
	drawn := f.recounts // both begin with the same tasks
	if len(f.checks) > len(drawn) {
		drawn = f.checks
	}
	for _, task := range drawn {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.costs[task] = cut.Task(task).Cost()
	}
	for _, task := range f.recounts {
		f.all += f.costs[task]
	}
	for _, task := range f.checks {
		f.all += f.costs[task] / recountCost
	}
	return nil
}

// addCount takes the right count of a task.
func (f *findings) addCount(task int, count uint64) {
	if have, _ := f.book.Count(task); have != count {
		f.miscounted = append(f.miscounted, f.miscount(task, have, count))
	}
	f.solutions += count
	f.showProgress(f.costs[task])
}

// addCheck takes what the check of a task says.
func (f *findings) addCheck(task int, differs error) {
	if differs != nil {
		f.differ = append(f.differ, fmt.Sprintf("task %d: %s", task, cli.Message(differs)))
	}
	f.showProgress(f.costs[task] / recountCost)
}

// showProgress adds the cost of what has just been done.
func (f *findings) showProgress(cost float64) {
	f.done += cost
	f.meter.Update(queens.Progress{Solutions: f.solutions, Fraction: min(1, f.done/f.all)})
}

// miscount says who has given a task a wrong count. All results of a task in a book agree.
func (f *findings) miscount(task int, have, right uint64) string {
	var by []string
	for r := range f.book.Results(task) {
		if r.By != "" {
			by = append(by, fmt.Sprintf(" by %q", r.By))
		}
	}
	return fmt.Sprintf("task %d has the count %d%s, but it is %d", task, have, strings.Join(by, " and"), right)
}

// print prints all findings and a summary. The error is [cli.ErrNo] if something is wrong.
func (f *findings) print(out io.Writer) error {
	slices.Sort(f.miscounted)
	slices.Sort(f.differ)
	for _, line := range f.damaged {
		fmt.Fprintln(out, line, "is damaged")
	}
	for _, line := range slices.Concat(f.miscounted, f.differ) {
		fmt.Fprintln(out, line)
	}
	_, err := fmt.Fprintf(out, "%s: %d of %s recounted, %d wrong; %d checked, %d wrong; %d of %s done\n", f.book.Board,
		len(f.recounts), cli.Plural(f.book.Done(), "result"), len(f.miscounted), len(f.checks), len(f.differ),
		f.book.Done(), cli.Plural(f.book.Total, "task"))
	if err == nil && len(f.damaged)+len(f.miscounted)+len(f.differ) > 0 {
		err = cli.ErrNo
	}
	return err
}
