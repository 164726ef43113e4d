package cli

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// BoardHelp explains the argument of the commands that take a board.
const BoardHelp = `BOARD is the size of an empty board; or a placement whose queens are given, in
any notation that there is; or the text of a board, such as "n=8 given=b4,d5
blocked=c1"; or - to read one of these from standard input. A number of up to
three digits is a size. Squares alone do not tell the size of their board: say 8
--given b4,d5.
`

// A Board is the flags that say what is special about a board.
type Board struct {
	given, blocked squares
	torus          bool
}

func (b *Board) AddFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.VarP(&b.given, "given", "g", "squares that have a queen already, such as b4,d5")
	flags.VarP(&b.blocked, "block", "b", "squares that no queen may take, such as a1,c3")
	flags.BoolVarP(&b.torus, "torus", "t", false, "let diagonals wrap around the edges")
	MustComplete(cmd, "given", cobra.NoFileCompletions)
	MustComplete(cmd, "block", cobra.NoFileCompletions)
}

// IsSpecial reports whether there is a flag.
func (b *Board) IsSpecial() bool { return len(b.given) > 0 || len(b.blocked) > 0 || b.torus }

// Options returns the constraints that the flags name.
func (b *Board) Options() []queens.Constraint {
	options := []queens.Constraint{queens.Given(b.given...), queens.Blocked(b.blocked...)}
	if b.torus {
		options = append(options, queens.Toroidal())
	}
	return options
}

// OneBoard checks that a command has one argument, the board.
func OneBoard(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s has %s, want one, the board", cmd.Name(), Plural(len(args), "argument"))
	}
	return nil
}

// Solver returns the solver of the board that an argument of the command names, with
// the constraints of the flags.
func (b *Board) Solver(cmd *cobra.Command, arg string) (*queens.Board, error) {
	s, err := namedBoard(cmd, arg)
	if err != nil {
		return nil, err
	}
	return s.With(b.Options()...)
}

func namedBoard(cmd *cobra.Command, arg string) (*queens.Board, error) {
	if arg != "-" {
		return ParseBoard(arg)
	}
	var found []string
	for text, err := range ReadBoards(cmd, "-") {
		if err != nil {
			return nil, err
		}
		found = append(found, text.Text)
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("standard input has %s, want one", Plural(len(found), "board"))
	}
	return ParseBoard(found[0])
}

// ParseBoard reads the size of a board, its text, or a placement whose queens are
// given.
func ParseBoard(text string) (*queens.Board, error) {
	if n, err := strconv.Atoi(text); err == nil && n < 1000 {
		return queens.New(n)
	}
	var s *queens.Board
	p, isJSON, err := parseJSON(text)
	switch {
	case isJSON && err == nil:
		s, err = queens.NewFrom(p)
	case !isJSON:
		s, err = queens.ParseBoard(text)
	}
	if err != nil {
		return nil, fmt.Errorf("board %.40q is no size 0..%d and cannot be read: %s", text, queens.MaxN, strings.TrimPrefix(Message(err), "parse board: "))
	}
	return s, nil
}

// squares is the value of a flag that lists squares. Naming the flag again adds to
// the list.
type squares []queens.Square

func (s *squares) Set(text string) error {
	names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(names) == 0 {
		return fmt.Errorf("no squares, want some such as b4,d5")
	}
	for _, name := range names {
		square, err := queens.ParseSquare(name)
		if err != nil {
			return fmt.Errorf("%q is no square, want one such as b4", name)
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

// Line returns the words of a command line that name the board again.
func (b *Board) Line(arg string) string {
	words := []string{arg}
	if strings.ContainsAny(arg, " \n") {
		words[0] = strconv.Quote(arg)
	}
	if len(b.given) > 0 {
		words = append(words, "--given "+b.given.String())
	}
	if len(b.blocked) > 0 {
		words = append(words, "--block "+b.blocked.String())
	}
	if b.torus {
		words = append(words, "--torus")
	}
	return strings.Join(words, " ")
}
