package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/internal/find"
	"github.com/spf13/cobra"
)

func firstCommand() *cobra.Command {
	f := first{ledger: cli.File(), workers: cli.Workers()}
	cmd := &cobra.Command{
		Use:   "first BOARD",
		Short: "Print the lexicographically first solution",
		Long: `First prints the solution that solve would print first, or "no solution". It
does not search all that comes before it, so it is much quicker: a few seconds
at most on an empty board of up to 64 rows. An empty board may have up to 128,
and take minutes or days. With blocked squares or given queens it can take much
longer. Standard error says which row it has reached, and which of its columns
it is refuting.

With --ledger it keeps what it has proved in a file, one claim on each line: no
solution has the queens of the prefix in its first rows and the next queen in
one of the columns, counted from 0. However it was stopped, the same command
resumes it. In the end the claims prove that no solution comes earlier. --claims
prints each claim as a board that has no solution, for solve or another program
to check. --check proves all claims again, and that none is missing.

` + cli.BoardHelp + `
See solve for the formats.`,
		Example: `  queens first 30
  queens first 8 --blocked a1 --format diagram
  queens first 30 --ledger q30.jsonl
  queens first 30 --ledger q30.jsonl --check
  queens first 30 --ledger q30.jsonl --claims | head -n 1 | queens unique -`,
		Args: cli.OneBoard,
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.Var(&f.ledger, "ledger", "keep what is proved in this file, and resume from it")
	flags.BoolVar(&f.claims, "claims", false, "print the claims of the ledger, each as a board without a solution")
	flags.BoolVar(&f.check, "check", false, "prove the claims of the ledger again")
	cmd.MarkFlagsMutuallyExclusive("claims", "check")
	flags.VarP(&f.workers, "workers", "w", "work on this many processors")
	cli.AddQuiet(cmd)
	f.printer.addTo(cmd, "vector")
	f.board.AddTo(cmd)
	return cmd
}

type first struct {
	board         cli.BoardFlags
	printer       printer
	ledger        cli.Value[string]
	claims, check bool
	workers       cli.Value[int]
}

func (f *first) run(cmd *cobra.Command, args []string) error {
	problem, board, err := f.problem(cmd, args[0])
	if err != nil {
		return err
	}
	if f.ledger.V == "" {
		if f.claims || f.check {
			return errors.New("--claims and --check need --ledger")
		}
		p, err := f.find(cmd, problem.Grid, func(find.Claim, time.Duration) error { return nil })
		return f.printer.printOne(cmd, board, p, err)
	}
	open := ledger.OpenProof
	if f.claims || f.check {
		open = ledger.ReadProof
	}
	proof, err := open(f.ledger.V, problem)
	if err != nil {
		return err
	}
	defer proof.Close()
	for _, line := range proof.Damaged {
		fmt.Fprintf(cmd.ErrOrStderr(), "line %d of %s is damaged and ignored\n", line, f.ledger.V)
	}
	switch {
	case f.claims:
		return printClaims(cmd.OutOrStdout(), board, proof)
	case f.check:
		return f.prove(cmd, problem.Grid, proof)
	}
	p, err := f.resume(cmd, proof)
	return f.printer.printOne(cmd, board, p, err)
}

// problem returns what an argument names, and the board, which is nil if it has too many rows.
func (f *first) problem(cmd *cobra.Command, arg string) (ledger.Problem, board, error) {
	if n, err := strconv.Atoi(arg); err == nil && n > queens.MaxN {
		if n > find.MaxRows {
			return ledger.Problem{}, nil, fmt.Errorf("n = %d out of range 0..%d", n, find.MaxRows)
		}
		if f.board.IsSet() {
			return ledger.Problem{}, nil, fmt.Errorf("a board of %d rows must be empty; --given, --blocked and --torus go up to %d", n, queens.MaxN)
		}
		return ledger.Problem{Text: fmt.Sprintf("n=%d", n), Grid: find.Empty(n, false)}, nil, f.printer.fitSize(n)
	}
	b, err := plain(cmd, &f.board, arg)
	if err != nil {
		return ledger.Problem{}, nil, err
	}
	return ledger.ProblemOf(b), plainBoard{b}, nil
}

// resume goes on from a ledger, unless that has the answer already.
func (f *first) resume(cmd *cobra.Command, proof *ledger.Proof) (queens.Placement, error) {
	switch {
	case proof.Answered() && proof.First == nil:
		return nil, queens.ErrNoSolution
	case proof.Answered():
		return proof.First, nil
	}
	p, err := f.find(cmd, proof.Rest(), proof.Add)
	switch {
	case errors.Is(err, queens.ErrNoSolution) && len(proof.Claims) > 0:
		return nil, fmt.Errorf("the claims in %s leave no solution, so some of them are false", f.ledger.V)
	case err == nil || errors.Is(err, queens.ErrNoSolution):
		return p, cmp.Or(proof.Finish(p), err)
	case errors.Is(err, context.Canceled):
		return nil, cli.Interruption(fmt.Sprintf("interrupted after %s; the same command resumes the search", cli.Plural(len(proof.Claims), "claim")))
	}
	return nil, err
}

// find returns the first solution of a grid. It calls note with each claim when that is proved.
func (f *first) find(cmd *cobra.Command, g find.Grid, note func(find.Claim, time.Duration) error) (queens.Placement, error) {
	ctx, cancel := context.WithCancelCause(cmd.Context())
	defer cancel(nil)
	w := &watch{w: cmd.ErrOrStderr(), n: len(g.Open), begun: map[string]time.Time{}, told: time.Now()}
	if !cli.Quiet(cmd) {
		defer cli.Every(200*time.Millisecond, w.tell)()
	}
	p, err := find.FirstQuery{Workers: f.workers.V, OnClaim: func(c find.Claim, proved bool) {
		if took := w.update(c, proved); proved {
			if err := note(c, took); err != nil {
				cancel(err)
			}
		}
	}}.Find(ctx, g)
	if cause := context.Cause(ctx); cause != nil && cmd.Context().Err() == nil {
		return nil, cause // a claim could not be noted
	}
	if errors.Is(err, find.ErrNone) {
		err = queens.ErrNoSolution
	}
	return p, err
}

// printClaims prints the boards of which the ledger claims that they have no solution.
func printClaims(w io.Writer, b board, proof *ledger.Proof) error {
	if b == nil {
		return fmt.Errorf("--claims prints boards of up to %d rows", queens.MaxN)
	}
	for _, c := range proof.Claims {
		row := len(c.Prefix)
		var given, blocked []queens.Square
		for row, col := range c.Prefix {
			given = append(given, queens.Square{Row: row, Col: col})
		}
		for col := range b.N() {
			if !slices.Contains(c.Columns, col) {
				blocked = append(blocked, queens.Square{Row: row, Col: col})
			}
		}
		denied, err := b.put(given, blocked)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, denied); err != nil {
			return err
		}
	}
	return nil
}

// prove proves the claims of a ledger again, one after the other.
func (f *first) prove(cmd *cobra.Command, g find.Grid, proof *ledger.Proof) error {
	for i, c := range proof.Claims {
		begun := time.Now()
		switch p, err := c.Disprove(cmd.Context(), g); {
		case err == nil:
			fmt.Fprintf(cmd.OutOrStdout(), "claim %d is false: %v\n", i+1, queens.Placement(p))
			return cli.ErrNo
		case !errors.Is(err, find.ErrNone):
			return err
		}
		if took := time.Since(begun); took >= time.Second {
			fmt.Fprintf(cli.Aside(cmd), "claim %d of %d, of row %d, proved again in %s\n", i+1, len(proof.Claims), len(c.Prefix)+1, cli.Duration(took.Seconds()))
		}
	}
	proved := cli.Plural(len(proof.Claims), "claim") + " proved again"
	if !proof.Answered() {
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s; %s\n", proved, proof.Missing())
		return cmp.Or(err, cli.ErrNo)
	}
	text := "there is no solution"
	if proof.First != nil {
		text = fmt.Sprintf("%v is a solution, and none comes before it", proof.First)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", proved, text)
	return err
}

// A watch shows which claims are being proved.
type watch struct {
	w io.Writer
	n int // rows

	mu    sync.Mutex
	begun map[string]time.Time // by the text of the claim
	last  find.Claim
	since time.Time
	told  time.Time
}

// update notes that a claim is made or proved, and returns how long ago it was made.
func (w *watch) update(c find.Claim, proved bool) (took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text, now := fmt.Sprint(c.Prefix, c.Columns), time.Now()
	if proved {
		return now.Sub(w.begun[text])
	}
	w.begun[text] = now
	w.last, w.since = c, now
	return 0
}

// tell writes a line, every five seconds and later less often.
func (w *watch) tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	took := now.Sub(w.since)
	if w.since.IsZero() || now.Sub(w.told) < max(5*time.Second, took/10) {
		return
	}
	w.told = now
	fmt.Fprintf(w.w, "row %d of %d: refuting %s for %s\n", len(w.last.Prefix)+1, w.n, columnsText(w.last.Columns), cli.Duration(took.Seconds()))
}

// columnsText names a column as a file of the board, and several as a range of files.
func columnsText(columns []int) string {
	file := func(col int) string { return strings.TrimSuffix(queens.Square{Col: col}.String(), "1") }
	first, last := file(columns[0]), file(columns[len(columns)-1])
	if first == last {
		return "file " + first
	}
	return fmt.Sprintf("%d files from %s to %s", len(columns), first, last)
}
