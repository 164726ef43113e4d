package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func verifyCommand(todo *job) *cobra.Command {
	var v verify
	cmd := &cobra.Command{
		Use:   "verify [FILE]...",
		Short: "Say of placements whether they are solutions",
		Long: `Verify reads placements from files or standard input, one a line, of any size,
and says of each whether it is a solution. If not, it says what is wrong: which
queens attack each other, which rows are empty, which given queens are missing
and which queens stand on blocked squares, at most ten of each. The exit status
is 0 only if all are solutions.

A placement is in any notation of one line that the library parses or solve
prints. Blank lines and lines that start with # are passed over. Before what is
said stand the file, unless none is named, and the number of the line. A FILE
that is - is standard input.`,
		Example: `  queens verify answers.txt
  queens solve 8 --format fen | queens verify
  echo 1 5 8 6 3 7 4 2 | queens verify
  queens verify --given b4,d5 puzzle1.txt puzzle2.txt`,
		RunE: func(cmd *cobra.Command, files []string) error {
			*todo = func(ctx context.Context) error {
				return v.run(ctx, inputs(files, cmd.InOrStdin()), cmd.OutOrStdout())
			}
			return nil
		},
	}
	v.addFlags(cmd)
	return cmd
}

// verify is the command line of the command of that name.
type verify struct{ constraints }

// run judges the placements that are read from the inputs.
func (v *verify) run(ctx context.Context, from []input, w io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	read := readLines(ctx, from)
	out := bufio.NewWriter(w)
	failed := false
	for {
		if len(read) == 0 {
			// Nobody who types line by line waits for an answer.
			if err := out.Flush(); err != nil {
				return err
			}
		}
		select {
		case l, ok := <-read:
			switch {
			case !ok:
				return cmp.Or(out.Flush(), ctx.Err(), answer(!failed))
			case l.err != nil:
				return cmp.Or(out.Flush(), l.err)
			}
			verdict, solved := v.judge(l.text)
			failed = failed || !solved
			if _, err := fmt.Fprintf(out, "%s: %s\n", l.place, verdict); err != nil {
				return err
			}
		case <-ctx.Done():
			return cmp.Or(out.Flush(), ctx.Err())
		}
	}
}

// judge says whether a placement is a solution.
func (v *verify) judge(text string) (verdict string, solved bool) {
	p, err := parsePlacement(text)
	if err != nil {
		return "no placement: " + strings.TrimPrefix(message(err), "parse: "), false
	}
	var faults []string
	for _, list := range []iter.Seq[string]{v.attacks(p), v.emptyRows(p), v.missing(p), v.onBlocked(p)} {
		if fault := firstFew(list); fault != "" {
			faults = append(faults, fault)
		}
	}
	if faults == nil {
		return "solution", true
	}
	return "no solution: " + strings.Join(faults, "; "), false
}

// firstFew joins the first ten of a list.
func firstFew(list iter.Seq[string]) string {
	const most = 10
	var few []string
	for item := range list {
		if len(few) == most {
			few = append(few, "and more")
			break
		}
		few = append(few, item)
	}
	return strings.Join(few, ", ")
}

func (v *verify) attacks(p queens.Placement) iter.Seq[string] {
	pairs := p.Conflicts()
	if v.torus {
		pairs = wrappedConflicts(p)
	}
	return func(yield func(string) bool) {
		for s, t := range pairs {
			if !yield(fmt.Sprintf("%v attacks %v", s, t)) {
				return
			}
		}
	}
}

func (v *verify) emptyRows(p queens.Placement) iter.Seq[string] {
	return func(yield func(string) bool) {
		for row, col := range p {
			if col == queens.Empty && !yield(fmt.Sprintf("row %d is empty", row+1)) {
				return
			}
		}
	}
}

func (v *verify) missing(p queens.Placement) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range v.given {
			if !has(p, s) && !yield(fmt.Sprintf("given queen %v is missing", s)) {
				return
			}
		}
	}
}

func (v *verify) onBlocked(p queens.Placement) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range v.blocked {
			if has(p, s) && !yield(fmt.Sprintf("%v is blocked", s)) {
				return
			}
		}
	}
}

// has reports whether there is a queen of p on s.
func has(p queens.Placement, s queens.Square) bool { return s.Row < len(p) && p[s.Row] == s.Col }

// wrappedConflicts is [queens.Placement.Conflicts] for a torus, in O(n + pairs·log n)
// time.
func wrappedConflicts(p queens.Placement) iter.Seq2[queens.Square, queens.Square] {
	n := len(p)
	return func(yield func(s, t queens.Square) bool) {
		var rows [3][][]int // of the queens on each column, diagonal and antidiagonal
		for kind := range rows {
			rows[kind] = make([][]int, n)
		}
		through := func(s queens.Square) [3]*[]int {
			return [3]*[]int{&rows[0][s.Col], &rows[1][(s.Row-s.Col+n)%n], &rows[2][(s.Row+s.Col)%n]}
		}
		for s := range p.Queens() {
			for _, line := range through(s) {
				*line = append(*line, s.Row)
			}
		}
		for s := range p.Queens() {
			var attacked []int
			for _, line := range through(s) {
				*line = (*line)[1:] // the row of s itself; those before it are gone
				attacked = append(attacked, *line...)
			}
			slices.Sort(attacked)
			for _, row := range slices.Compact(attacked) {
				if !yield(s, queens.Square{Row: row, Col: p[row]}) {
					return
				}
			}
		}
	}
}

// An input is a file of placements, or standard input.
type input struct {
	name  string // before the number of a line; "" is none
	stdin io.Reader
}

// inputs returns the files of these names, or standard input if there is none.
func inputs(files []string, stdin io.Reader) []input {
	if len(files) == 0 {
		return []input{{"", stdin}}
	}
	var all []input
	for _, name := range files {
		if name == "-" {
			all = append(all, input{name, stdin})
		} else {
			all = append(all, input{name, nil})
		}
	}
	return all
}

// open opens an input. Standard input stays open when it is closed.
func (in input) open() (io.ReadCloser, error) {
	if in.stdin != nil {
		return io.NopCloser(in.stdin), nil
	}
	return os.Open(in.name)
}

// place returns the name of a line.
func (in input) place(line int) string {
	if in.name == "" {
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%s:%d", in.name, line)
}

// An inputLine is a line that holds a placement, or the error that ends reading.
type inputLine struct {
	place, text string
	err         error
}

// readLines reads in a goroutine of its own, so that an input that is long in
// coming does not hold up the end of the program.
func readLines(ctx context.Context, from []input) <-chan inputLine {
	read := make(chan inputLine, 16)
	go func() {
		defer close(read)
		send := func(l inputLine) bool {
			select {
			case read <- l:
				return l.err == nil
			case <-ctx.Done():
				return false
			}
		}
		for _, in := range from {
			if !in.read(send) {
				return
			}
		}
	}()
	return read
}

// read sends the placements of one input, and reports whether to go on with the
// next.
func (in input) read(send func(inputLine) bool) bool {
	file, err := in.open()
	if err != nil {
		return send(inputLine{err: err})
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxText)
	number := 0
	for lines.Scan() {
		number++
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if !send(inputLine{place: in.place(number), text: text}) {
			return false
		}
	}
	err = lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("%s: %w", in.place(number+1), errTooLong)
	}
	return err == nil || send(inputLine{err: err})
}
