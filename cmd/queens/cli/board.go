package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// BoardHelp explains the argument BOARD.
const BoardHelp = `BOARD is the size of an empty board, a number of up to three digits; a placement
in any notation, whose queens are then given; the text of a board, such as
"n=8 given=b4,d5 blocked=c1"; JSON that another command wrote; the name of a
file that has one of these; or - to read standard input. Squares alone are on
the smallest board that has them: "n=8 b4 d5" is on one of 8 rows.
`

// BoardsHelp explains the arguments of a command that takes any number of boards.
const BoardsHelp = BoardHelp + `
A file may have several boards: a line each, diagrams with a blank line between,
or JSON. Lines that start with # are skipped. Without BOARD standard input is
read. Each board has its answer; what cannot be read is reported on standard
error.
`

// BoardFlags are the flags that put constraints on a board.
type BoardFlags struct {
	given, blocked squares
	torus          bool
}

// AddTo adds the flags to a command.
func (f *BoardFlags) AddTo(cmd *cobra.Command) {
	f.AddSquaresTo(cmd)
	cmd.Flags().BoolVarP(&f.torus, "torus", "t", false, "let diagonals wrap around the edges")
}

// AddSquaresTo adds the flags that name squares, and not the torus.
func (f *BoardFlags) AddSquaresTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.VarP(&f.given, "given", "g", "squares that already have a queen, such as b4,d5")
	flags.VarP(&f.blocked, "block", "b", "squares that must stay empty, such as a1,c3")
	MustComplete(cmd, "given", cobra.NoFileCompletions)
	MustComplete(cmd, "block", cobra.NoFileCompletions)
}

// IsSet reports whether the user set any of the flags.
func (f *BoardFlags) IsSet() bool { return len(f.given) > 0 || len(f.blocked) > 0 || f.torus }

// Squares returns the squares that the flags name.
func (f *BoardFlags) Squares() (given, blocked []queens.Square) { return f.given, f.blocked }

// Constraints returns what the flags ask for.
func (f *BoardFlags) Constraints() []queens.Constraint {
	constraints := []queens.Constraint{queens.Given(f.given...), queens.Blocked(f.blocked...)}
	if f.torus {
		constraints = append(constraints, queens.Toroidal())
	}
	return constraints
}

// Line returns the board as the user would type it again: the argument and the flags.
func (f *BoardFlags) Line(arg string) string {
	words := []string{arg}
	if strings.ContainsAny(arg, " \n") {
		words[0] = strconv.Quote(arg)
	}
	if len(f.given) > 0 {
		words = append(words, "--given "+f.given.String())
	}
	if len(f.blocked) > 0 {
		words = append(words, "--block "+f.blocked.String())
	}
	if f.torus {
		words = append(words, "--torus")
	}
	return strings.Join(words, " ")
}

// OneBoard checks that a command has exactly one argument, the board.
func OneBoard(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s has %s, want one, the board", cmd.Name(), Plural(len(args), "argument"))
	}
	return nil
}

// Board returns the board that an argument names, with the constraints of the flags.
func (f *BoardFlags) Board(cmd *cobra.Command, arg string) (*queens.Board, error) {
	return f.kind().One(cmd, arg)
}

// Each calls do with each board that the arguments name, with the constraints of the flags.
// See [Kind.Each].
func (f *BoardFlags) Each(cmd *cobra.Command, args []string, do func(*queens.Board) error) error {
	return f.kind().Each(cmd, args, func(_ Place, board *queens.Board) error { return do(board) })
}

func (f *BoardFlags) kind() Kind[*queens.Board] {
	return Kind[*queens.Board]{
		Name:  "board",
		Parse: parseBoard,
		Read:  queens.ReadBoards,
		Mark:  func(b *queens.Board) (*queens.Board, error) { return b.With(f.Constraints()...) },
	}
}

func parseBoard(text string) (*queens.Board, error) {
	board, err := queens.ParseBoard(text)
	if n, notNumber := strconv.Atoi(text); err != nil && notNumber == nil {
		return queens.New(n) // or its error: a number is meant as a size
	}
	return board, err
}

// GivenOf returns the given queens of a board as a placement.
func GivenOf(board *queens.Board) queens.Placement {
	p := slices.Repeat(queens.Placement{queens.Empty}, board.N())
	for square := range board.Given() {
		p[square.Row] = square.Col
	}
	return p
}

// squares is the value of a flag that lists squares. Repeating the flag adds to the list.
type squares []queens.Square

func (s *squares) Set(text string) error {
	names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(names) == 0 {
		return fmt.Errorf("there is no square, want a list such as b4,d5")
	}
	for _, name := range names {
		square, err := queens.ParseSquare(name)
		if err != nil {
			return fmt.Errorf("%q is not a square, want one such as b4", name)
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
