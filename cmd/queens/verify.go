package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func verifyCommand() *cobra.Command {
	v := verify{boards: map[int]*queens.Board{}}
	cmd := &cobra.Command{
		Use:   "verify [FILE]...",
		Short: "Check whether placements are solutions",
		Long: `Verify reads placements of any size from files or standard input and prints for
each whether it is a solution. If it is not, verify names the fault: a given
queen that is missing, a queen on a blocked square, two queens that attack each
other, or an empty row. The exit status is 0 only if all placements are
solutions. With --format each placement follows its verdict.

Placements may be in any notation, one on each line. Diagrams take several
lines; a blank line ends one. Lines that start with # are skipped. Each line of
output starts with the file, if any is named, and the line number of the
placement. The FILE - is standard input. An input without placements is an
error.`,
		Example: `  queens verify answers.txt
  queens solve 8 | queens verify
  echo 1 5 8 6 3 7 4 2 | queens verify
  queens verify --given b4,d5 puzzle1.txt puzzle2.txt`,
		RunE: v.run,
	}
	v.printer.addTo(cmd, "diagram")
	v.printer.format = format{}
	cmd.Flags().Lookup("format").Usage = "show each placement too, in this format"
	cmd.Flags().Lookup("format").DefValue = ""
	cmd.Flags().Lookup("json").Usage = `write {"place":…,"solution":…,"wrong":…} for each placement`
	v.board.AddTo(cmd)
	return cmd
}

type verify struct {
	board   cli.BoardFlags
	printer printer               // without a format no placements are shown
	boards  map[int]*queens.Board // by size, with the constraints of the flags
}

// shown reports whether placements follow their verdicts.
func (v *verify) shown() bool { return v.printer.format.name != "" && !v.printer.json }

func (v *verify) run(cmd *cobra.Command, files []string) error {
	out := &soonWriter{w: bufio.NewWriter(cmd.OutOrStdout())}
	right := true
	name := func(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }
	if len(files) == 0 {
		files = []string{"-"}
		name = func(_ string, line int) string { return fmt.Sprint(line) }
	}
	for _, file := range files {
		read := 0
		for text, err := range cli.ReadBoards(cmd, file) {
			if err != nil {
				return cmp.Or(out.flush(), err)
			}
			read++
			board, p, fault := v.check(text.Text)
			right = right && fault == nil
			if err := v.print(out, name(file, text.Line), p, fault); err != nil {
				return err
			}
			if p != nil && v.shown() {
				if _, err := fmt.Fprintln(out, v.printer.writer(cmd.OutOrStdout(), board)(p)); err != nil {
					return err
				}
			}
		}
		if read == 0 {
			return cmp.Or(out.flush(), fmt.Errorf("%s has no placement", cli.SourceName(file)))
		}
	}
	if err := out.flush(); err != nil || right {
		return err
	}
	return cli.ErrNo
}

// print prints the verdict on a placement, given where it is in the input.
func (v *verify) print(w io.Writer, position string, p queens.Placement, fault error) error {
	wrong := ""
	if fault != nil {
		wrong = strings.TrimPrefix(cli.Message(fault), "parse: ")
	}
	switch {
	case v.printer.json:
		answer := struct {
			Place    string           `json:"place"`
			Solution bool             `json:"solution"`
			Wrong    string           `json:"wrong,omitempty"`
			Columns  queens.Placement `json:"columns,omitempty"`
		}{Place: position, Solution: fault == nil, Wrong: wrong}
		if v.printer.format.name != "" {
			answer.Columns = p
		}
		return json.NewEncoder(w).Encode(answer)
	case fault != nil:
		_, err := fmt.Fprintf(w, "%s: not a solution: %s\n", position, wrong)
		return err
	}
	_, err := fmt.Fprintf(w, "%s: solution\n", position)
	return err
}

// check reads a placement and its board, and returns what is wrong with it, or nil if it is
// a solution. The board is nil if it is larger than MaxN.
func (v *verify) check(text string) (*queens.Board, queens.Placement, error) {
	position, err := cli.ParsePosition(text)
	if err != nil {
		return nil, nil, err
	}
	p := position.Queens
	board, err := v.boardOf(position)
	switch {
	case err != nil:
		return board, p, err
	case board == nil:
		return nil, p, p.Check()
	}
	return board, p, board.Check(p)
}

// boardOf returns the board that a placement must solve, or nil for an empty plain one that
// is too large.
func (v *verify) boardOf(position *cli.Position) (*queens.Board, error) {
	n := len(position.Queens)
	if n > queens.MaxN && !v.board.IsSet() && !position.Torus && len(position.Blocked) == 0 {
		return nil, nil
	}
	board, ok := v.boards[n]
	if !ok {
		var err error
		if board, err = queens.New(n, v.board.Constraints()...); err != nil {
			return nil, err
		}
		v.boards[n] = board
	}
	if !position.Torus && len(position.Blocked) == 0 {
		return board, nil
	}
	return board.With(position.Constraints()...)
}
