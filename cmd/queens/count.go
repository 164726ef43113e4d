package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/tasks"
	"github.com/spf13/cobra"
)

func countCommand() *cobra.Command {
	c := count{
		ledger:  cli.File(),
		tasks:   cli.Number(0, 0),
		workers: cli.Workers(),
	}
	cmd := &cobra.Command{
		Use:   "count [BOARD]...",
		Short: "Print the number of solutions",
		Long: `Count prints the number of solutions of a board, on a line by itself. Each
further row of an empty board takes six to nine times as long. Ctrl-C stops the
count. If the count of an empty board will take more than a minute, it says so
before it starts. BOARD may also be a range of sizes such as 1-16. Then each
line has the size and the number.

With --ledger the results are kept in a file, task by task. However the count
was stopped, the same command resumes it, with any number of workers. If the
name ends in "/" or ".d", or is that of a directory, the results are kept in a
directory: the same command on other machines that share it helps, at any time.
Audit recounts part of a ledger.

` + boardsHelp + `
Progress is shown on standard error: on one line of a terminal, and elsewhere
on a new line every few seconds.`,
		Example: `  queens count 8
  queens count 8 --given b4,d5
  queens count 1-12 --torus
  queens count 21 --ledger q21.jsonl
  queens count 21 --ledger q21.d
  queens count AAB/ABB/CCC`,
		RunE: c.run,
	}
	flags := cmd.Flags()
	flags.BoolVar(&c.census, "census", false, "print the number of fundamental solutions too, and of orbits of each size")
	flags.Var(&c.ledger, "ledger", "keep the results in this file or directory, and resume from those in it")
	flags.Var(&c.tasks, "tasks", "cut a count with --ledger into at least this many tasks; 0 lets the board decide")
	flags.VarP(&c.workers, "workers", "w", "count on this many processors")
	cli.AddQuiet(cmd)
	flags.BoolVarP(&c.json, "json", "j", false, `write {"board":…,"solutions":…,"elapsed_seconds":…}`)
	c.board.addTo(cmd)
	return cmd
}

type count struct {
	board   boardFlags
	census  bool
	ledger  cli.Value[string]
	tasks   cli.Value[int]
	workers cli.Value[int]
	json    bool
	label   bool // the size before each number
}

func (c *count) run(cmd *cobra.Command, args []string) error {
	switch {
	case c.tasks.V > 0 && c.ledger.V == "":
		return errors.New("--tasks needs --ledger")
	case c.ledger.V == "-":
		return errors.New("a ledger is a file or a directory, not standard output; the name of a file can be ./-")
	}
	args, err := c.sizes(args)
	if err != nil {
		return err
	}
	if c.ledger.V != "" {
		if err := cli.OneBoard(cmd, args); err != nil {
			return err
		}
		b, err := c.board.one(cmd, args[0])
		if err != nil {
			return err
		}
		return c.answer(cmd, b)
	}
	return c.board.each(cmd, args, func(b board) error { return c.answer(cmd, b) })
}

// sizes returns the arguments with the sizes of each range in its place.
func (c *count) sizes(args []string) ([]string, error) {
	var all []string
	for _, arg := range args {
		if arg == "-" || !strings.Contains(arg, "-") || strings.Trim(arg, "0123456789-") != "" {
			all = append(all, arg)
			continue
		}
		from, to, err := readRange(arg, queens.MaxN)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", arg, err)
		case c.ledger.V != "":
			return nil, errors.New("a ledger is for one board, not for a range of sizes")
		}
		c.label = true
		for n := from; n <= to; n++ {
			all = append(all, strconv.Itoa(n))
		}
	}
	return all, nil
}

// answer counts a board and prints the answer.
func (c *count) answer(cmd *cobra.Command, b board) error {
	begun := time.Now()
	census, err := c.count(cmd, b)
	if err != nil {
		return err
	}
	out, label := cmd.OutOrStdout(), ""
	if c.label {
		label = fmt.Sprint(b.N(), " ")
	}
	switch {
	case c.json:
		return c.printJSON(out, b, census, time.Since(begun))
	case c.census:
		_, err = fmt.Fprintf(out, "%s%v\n", label, census)
	default:
		_, err = fmt.Fprintf(out, "%s%d\n", label, census.All)
	}
	return err
}

func (c *count) printJSON(w io.Writer, b board, census queens.Census, took time.Duration) error {
	answer := struct {
		Board       board      `json:"board"`
		Solutions   uint64     `json:"solutions"`
		Fundamental *uint64    `json:"fundamental,omitempty"`
		Orbits      *[9]uint64 `json:"orbits,omitempty"`
		Seconds     float64    `json:"elapsed_seconds"`
	}{Board: b, Solutions: census.All, Seconds: took.Seconds()}
	if c.census {
		answer.Fundamental, answer.Orbits = &census.Fundamental, &census.Orbits
	}
	return json.NewEncoder(w).Encode(answer)
}

// count returns the census of a board, or only the number of all solutions if that is what
// was asked for.
func (c *count) count(cmd *cobra.Command, b board) (queens.Census, error) {
	if _, hasRegions := b.(regionBoard); hasRegions && !c.census && c.ledger.V == "" {
		all, err := b.count(cmd.Context())
		return queens.Census{All: all}, err
	}
	board, err := withoutRegions(b, "count --census or --ledger")
	if err != nil {
		return queens.Census{}, err
	}
	var counting ledgerCount
	if c.ledger.V != "" { // which may fail at once
		if counting, err = c.openLedger(cmd.Context(), board); err != nil {
			return queens.Census{}, err
		}
		defer counting.Close()
	}
	meter := cli.NewMeter(cmd.ErrOrStderr())
	if !cli.Quiet(cmd) {
		if err := c.warnIfLong(cmd.Context(), board, meter); err != nil {
			return queens.Census{}, err
		}
		defer meter.Start()()
	}
	options := []queens.Option{queens.Workers(c.workers.V), queens.OnProgress(meter.Update)}
	switch {
	case c.ledger.V != "":
		all, err := c.countInLedger(cmd, counting, meter)
		if err != nil || !c.census {
			return queens.Census{All: all}, err
		}
		return tasks.CensusOf(cmd.Context(), board, all)
	case c.census:
		return board.Census(cmd.Context(), options...)
	}
	all, err := board.Count(cmd.Context(), options...)
	return queens.Census{All: all}, err
}

// warnIfLong says how long a count will take, if that is more than a minute.
func (c *count) warnIfLong(ctx context.Context, board *queens.Board, meter *cli.Meter) error {
	seconds, err := forecast(ctx, board, c.workers.V)
	if err != nil || seconds < longCount {
		return err
	}
	text := "this takes " + about(seconds) + "; with --ledger FILE you could stop it and resume it later"
	if c.ledger.V != "" {
		text = "the whole count takes " + about(seconds)
	}
	meter.Println(text)
	return nil
}

func (c *count) countInLedger(cmd *cobra.Command, counting ledgerCount, meter *cli.Meter) (uint64, error) {
	for _, damage := range counting.Damage() {
		fmt.Fprintln(cmd.ErrOrStderr(), damage)
	}
	var last queens.Progress
	all, err := counting.Run(cmd.Context(), c.workers.V, func(p queens.Progress) {
		last = p
		meter.Update(p)
	})
	if errors.Is(err, context.Canceled) {
		return 0, cli.Interruption(fmt.Sprintf("interrupted after %d of %s; the same command resumes the count",
			last.Done, cli.Plural(last.Total, "task")))
	}
	return all, err
}

// A ledgerCount is a count with a ledger, which is a file or a directory.
type ledgerCount interface {
	Damage() []string // which lines cannot be read
	Run(ctx context.Context, workers int, report func(queens.Progress)) (uint64, error)
	Close() error
}

func (c *count) openLedger(ctx context.Context, board *queens.Board) (ledgerCount, error) {
	if ledger.IsDirectory(c.ledger.V) {
		return ledger.OpenDirectory(ctx, c.ledger.V, board, c.tasks.V)
	}
	return ledger.OpenCount(ctx, c.ledger.V, board, c.tasks.V)
}
