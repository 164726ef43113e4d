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
solutions.

Placements may be in any notation, one on each line. Diagrams take several
lines; a blank line ends one. Lines that start with # are skipped. Each line of
output starts with the file, if any is named, and the line number of the
placement. The FILE - is standard input.`,
		Example: `  queens verify answers.txt
  queens solve 8 | queens verify
  echo 1 5 8 6 3 7 4 2 | queens verify
  queens verify --given b4,d5 puzzle1.txt puzzle2.txt`,
		RunE: v.run,
	}
	cmd.Flags().BoolVarP(&v.json, "json", "j", false, `write {"place":…,"solution":…,"wrong":…} for each placement`)
	v.board.AddTo(cmd)
	return cmd
}

type verify struct {
	board  cli.BoardFlags
	json   bool
	boards map[int]*queens.Board // by size
}

func (v *verify) run(cmd *cobra.Command, files []string) error {
	out := &soonWriter{w: bufio.NewWriter(cmd.OutOrStdout())}
	right := true
	name := func(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }
	if len(files) == 0 {
		files = []string{"-"}
		name = func(_ string, line int) string { return fmt.Sprint(line) }
	}
	for _, file := range files {
		for text, err := range cli.ReadBoards(cmd, file) {
			if err != nil {
				return cmp.Or(out.flush(), err)
			}
			fault := v.fault(text.Text)
			right = right && fault == nil
			if err := v.print(out, name(file, text.Line), fault); err != nil {
				return err
			}
		}
	}
	if err := out.flush(); err != nil || right {
		return err
	}
	return cli.ErrNo
}

// print prints the verdict on a placement, given where it is in the input.
func (v *verify) print(w io.Writer, position string, fault error) error {
	wrong := ""
	if fault != nil {
		wrong = strings.TrimPrefix(cli.Message(fault), "parse: ")
	}
	switch {
	case v.json:
		return json.NewEncoder(w).Encode(struct {
			Place    string `json:"place"`
			Solution bool   `json:"solution"`
			Wrong    string `json:"wrong,omitempty"`
		}{position, fault == nil, wrong})
	case fault != nil:
		_, err := fmt.Fprintf(w, "%s: not a solution: %s\n", position, wrong)
		return err
	}
	_, err := fmt.Fprintf(w, "%s: solution\n", position)
	return err
}

// fault returns what is wrong with a placement, or nil if it is a solution.
func (v *verify) fault(text string) error {
	p, err := cli.ParsePlacement(text)
	if err != nil {
		return err
	}
	if !v.board.IsSet() {
		return p.Check()
	}
	board, ok := v.boards[len(p)]
	if !ok {
		if board, err = queens.New(len(p), v.board.Constraints()...); err != nil {
			return err
		}
		v.boards[len(p)] = board
	}
	return board.Check(p)
}
