package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func verifyCommand() *cobra.Command {
	v := verify{solvers: map[int]*queens.Board{}}
	cmd := &cobra.Command{
		Use:   "verify [FILE]...",
		Short: "Say of placements whether they are solutions",
		Long: `Verify reads placements from files or standard input, of any size, and says of
each whether it is a solution. If not, it says what is wrong on this board: a
given queen that is missing, a queen on a blocked square, two that attack each
other, an empty row. The exit status is 0 only if all are solutions.

A placement is in any notation that there is. Each stands on a line, but
diagrams on several, with blank lines between them; lines that start with # are
passed over. Before what is said stand the file, unless none is named, and the
number of the line. A FILE that is - is standard input.`,
		Example: `  queens verify answers.txt
  queens solve 8 | queens verify
  echo 1 5 8 6 3 7 4 2 | queens verify
  queens verify --given b4,d5 puzzle1.txt puzzle2.txt`,
		RunE: v.run,
	}
	cmd.Flags().BoolVarP(&v.json, "json", "j", false, `write {"place":…,"solution":…,"wrong":…}, a line each`)
	v.board.AddFlags(cmd)
	return cmd
}

// verify is the command line of the command of that name.
type verify struct {
	board   cli.Board
	json    bool
	solvers map[int]*queens.Board // of the boards seen, by size
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
			if _, err := fmt.Fprintln(out, v.verdict(name(file, text.Line), fault)); err != nil {
				return err
			}
		}
	}
	if err := out.flush(); err != nil || right {
		return err
	}
	return cli.ErrNo
}

// verdict returns what is said of a board, by its place.
func (v *verify) verdict(place string, fault error) string {
	wrong := ""
	if fault != nil {
		wrong = strings.TrimPrefix(cli.Message(fault), "parse: ")
	}
	switch {
	case v.json:
		return toJSON(struct {
			Place    string `json:"place"`
			Solution bool   `json:"solution"`
			Wrong    string `json:"wrong,omitempty"`
		}{place, fault == nil, wrong})
	case fault != nil:
		return place + ": not a solution: " + wrong
	}
	return place + ": solution"
}

// fault returns what is wrong with a placement, or nil if it is a solution.
func (v *verify) fault(text string) error {
	p, err := cli.ParsePlacement(text)
	if err != nil {
		return err
	}
	if len(p) > queens.MaxN && !v.board.IsSpecial() {
		return largeFault(p)
	}
	s, ok := v.solvers[len(p)]
	if !ok {
		if s, err = queens.New(len(p), v.board.Options()...); err != nil {
			return err
		}
		v.solvers[len(p)] = s
	}
	return s.Check(p)
}

// largeFault is [queens.Board.Check] for boards too large for a solver.
func largeFault(p queens.Placement) error {
	if p.Solved() {
		return nil
	}
	for s, t := range p.Conflicts() {
		return fmt.Errorf("queens %v and %v attack each other", s, t)
	}
	return errors.New("a rank has no queen")
}
