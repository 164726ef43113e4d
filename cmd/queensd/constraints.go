package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

// constraints are the flags that say what is special about a board.
type constraints struct {
	n              int // the size, once there is a solver
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
	c.n = n
	options := []queens.Option{queens.Given(c.given...), queens.Blocked(c.blocked...)}
	if c.torus {
		options = append(options, queens.Toroidal())
	}
	return queens.New(n, options...)
}

// queueJob returns the job of counting on the board.
func (c *constraints) queueJob() queue.Job {
	return queue.Job{N: c.n, Torus: c.torus, Given: c.given.sorted(), Blocked: c.blocked.sorted()}
}

// squares is the value of a flag that lists squares. Naming the flag again adds
// to the list.
type squares []queens.Square

func (s *squares) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		square, err := parseSquare(strings.TrimSpace(name))
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

// sorted lists each square once, row by row.
func (s squares) sorted() string {
	list := slices.Clone(s)
	slices.SortFunc(list, func(a, b queens.Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
	list = slices.Compact(list)
	return list.String()
}

func (s *squares) Type() string { return "squares" }

// parseSquare reads the name of one square. As a placement that is a board with
// one queen; letters before digits rule out all other notations of placements.
func parseSquare(name string) (queens.Square, error) {
	rank := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	if rank != name && strings.Trim(rank, "0123456789") == "" {
		if p, err := queens.Parse(name); err == nil {
			for square := range p.Queens() {
				return square, nil
			}
		}
	}
	return queens.Square{}, fmt.Errorf("%q is not a square; want a file in small letters and a rank, such as d5", name)
}
