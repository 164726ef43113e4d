package main

import (
	"strconv"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// constraints are the flags that say what is special about a board.
type constraints struct {
	given, blocked squares
	torus          bool
}

func (c *constraints) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&c.given, "given", "`squares` that have a queen already, such as b4,d5")
	flags.Var(&c.blocked, "block", "`squares` that no queen may take, such as a1,c3")
	flags.BoolVar(&c.torus, "torus", false, "let diagonals wrap around the edges")
	mustComplete(cmd, "given", cobra.NoFileCompletions)
	mustComplete(cmd, "block", cobra.NoFileCompletions)
}

// mustComplete sets the completion of a flag's values. It fails only if the flag
// is not there.
func mustComplete(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err)
	}
}

// solver returns the solver of the board of the given size.
func (c *constraints) solver(size string) (*queens.Solver, error) {
	n, err := strconv.Atoi(size)
	if err != nil {
		return nil, sizeError(size)
	}
	return queens.New(n, c.options()...)
}

// squares is the value of a flag that lists squares. Naming the flag again adds
// to the list.
type squares []queens.Square

func (s *squares) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		square, err := queens.ParseSquare(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		*s = append(*s, square)
	}
	return nil
}

func (s *squares) String() string {
	names := make([]string, len(*s))
	for i, square := range *s {
		names[i] = square.String()
	}
	return strings.Join(names, ",")
}

func (s *squares) Type() string { return "squares" }
