package cli

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// BoardHelp explains the argument BOARD.
const BoardHelp = `BOARD is a size, a board or a placement in any notation, the name of a file, or
- for standard input. "queens help board" says more.
`

// Boards are boards without regions.
var Boards = Source[*queens.Board]{Name: "board", Size: func(n int) (*queens.Board, error) { return queens.New(n) }, Read: queens.ReadBoards}

// BoardFlags are the flags that put constraints on a board.
type BoardFlags struct {
	Given, Blocked Value[[]queens.Square]
	Torus          bool
}

// AddTo adds the flags to a command.
func (f *BoardFlags) AddTo(cmd *cobra.Command) {
	f.Given, f.Blocked = squares(), squares()
	flags := cmd.Flags()
	flags.VarP(&f.Given, "given", "g", "squares that already have a queen, such as b4,d5")
	flags.VarP(&f.Blocked, "blocked", "b", "squares that must stay empty, such as a1,c3")
	flags.BoolVarP(&f.Torus, "torus", "t", false, "let diagonals wrap around the edges")
}

// IsSet reports whether the user set any of the flags.
func (f *BoardFlags) IsSet() bool { return len(f.Given.V) > 0 || len(f.Blocked.V) > 0 || f.Torus }

// Constraints returns what the flags ask for.
func (f *BoardFlags) Constraints() []queens.Constraint {
	constraints := []queens.Constraint{queens.Given(f.Given.V...), queens.Blocked(f.Blocked.V...)}
	if f.Torus {
		constraints = append(constraints, queens.Toroidal())
	}
	return constraints
}

// One returns a check that a command has exactly one argument, such as the board.
func One(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			text := fmt.Sprintf("%s wants one argument, %s", cmd.Name(), what)
			if len(args) > 1 {
				text += fmt.Sprintf(", not %d; put quotes around one that has spaces", len(args))
			}
			return errors.New(text)
		}
		return nil
	}
}

// OneBoard checks that a command has exactly one argument, the board.
var OneBoard = One("the board")

// NoArguments checks that a command has flags only.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s has %s, want none", cmd.Name(), Plural(len(args), "argument"))
	}
	return nil
}

// GivenOf returns the given queens of a board as a placement.
func GivenOf(board interface {
	N() int
	Given() iter.Seq[queens.Square]
}) queens.Placement {
	p := queens.NewPlacement(board.N())
	for square := range board.Given() {
		p[square.Row] = square.Col
	}
	return p
}

// squares returns the value of a flag that lists squares. Repeating the flag adds to the list.
func squares() Value[[]queens.Square] {
	var list []queens.Square
	return Value[[]queens.Square]{Name: "SQUARES", Read: func(text string) ([]queens.Square, error) {
		names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
		if len(names) == 0 {
			return nil, errors.New("there is no square, want a list such as b4,d5")
		}
		for _, name := range names {
			square, err := queens.ParseSquare(name)
			if err != nil {
				return nil, fmt.Errorf("%q is not a square, want one such as b4", name)
			}
			list = append(list, square)
		}
		return list, nil
	}}
}
