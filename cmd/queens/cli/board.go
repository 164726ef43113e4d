package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// BoardHelp explains the argument BOARD.
const BoardHelp = `BOARD is the size of an empty board; a placement in any notation, whose queens
are then given; the text of a board, such as "n=8 given=b4,d5 blocked=c1"; JSON
that another command wrote; the name of a file that has one of these; or - to
read standard input. A number of up to three digits is a size. Squares need the
size before them: "n=8 b4 d5".
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
	board, err := namedBoard(cmd, arg)
	if err != nil {
		return nil, err
	}
	return board.With(f.Constraints()...)
}

// namedBoard returns the board of a size, a text, or a file. What looks like the name of a
// file is taken for one.
func namedBoard(cmd *cobra.Command, arg string) (*queens.Board, error) {
	if arg == "-" || IsFile(arg) {
		return readBoard(cmd, arg)
	}
	return ParseBoard(arg)
}

// IsFile reports whether an argument names a file: it looks like a name, or it is no board
// and there is such a file.
func IsFile(arg string) bool {
	if isPath(arg) {
		return true
	}
	if _, err := strconv.Atoi(arg); err == nil {
		return false
	}
	if _, err := ParsePosition(arg); err == nil {
		return false
	}
	_, err := os.Stat(arg)
	return err == nil
}

// isPath reports whether a text is meant as the name of a file, which none of the notations
// looks like.
func isPath(text string) bool {
	for _, start := range []string{"/", "./", "../", "~"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	extension := strings.TrimPrefix(filepath.Ext(text), ".")
	return !strings.ContainsAny(text, " =,\n") && len(extension) > 1 && strings.Trim(extension, "QqDx*_+-") != ""
}

// readBoard reads a file that has one board.
func readBoard(cmd *cobra.Command, name string) (*queens.Board, error) {
	var found []Text
	for text, err := range ReadBoards(cmd, name) {
		if err != nil {
			return nil, err
		}
		found = append(found, text)
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s has %s, want one", SourceName(name), Plural(len(found), "board"))
	}
	board, err := ParseBoard(found[0].Text)
	if err != nil && name != "-" {
		return nil, fmt.Errorf("%s:%d: %s", name, found[0].Line, Message(err))
	}
	return board, err
}

// ParseBoard reads the size of a board, its text, or a placement whose queens are given.
func ParseBoard(text string) (*queens.Board, error) {
	n, err := strconv.Atoi(text)
	if err == nil && n < 1000 {
		return queens.New(n)
	}
	isNumber := err == nil
	position, err := ParsePosition(text)
	if err != nil && isNumber {
		return nil, fmt.Errorf("board %.40q is not a size 0..%d, nor the columns of a placement", text, queens.MaxN)
	}
	var board *queens.Board
	if err == nil {
		board, err = position.Board()
	}
	if err != nil {
		reason := strings.TrimPrefix(strings.TrimPrefix(Message(err), "parse board: "), "parse: ")
		return nil, fmt.Errorf("board %.40q is not a size 0..%d and cannot be read: %s", text, queens.MaxN, reason)
	}
	return board, nil
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
