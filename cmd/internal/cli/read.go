package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// A Source says how what commands read is made: boards, say.
type Source[T any] struct {
	Name string                              // what it is called
	Size func(rows int) (T, error)           // makes an empty one of a number
	Huge bool                                // numbers are sizes even if they could be placements
	Read func(io.Reader) iter.Seq2[T, error] // reads a text
}

// named yields what an argument names: a size; what is in a file that exists, or in standard input
// for "-"; or else what it says itself.
func (s Source[T]) named(cmd *cobra.Command, arg string) iter.Seq2[T, error] {
	if n, err := strconv.Atoi(arg); err == nil && (s.Huge || !isPlacement(arg)) {
		return func(yield func(T, error) bool) { yield(s.Size(n)) }
	}
	if arg == "-" || exists(arg) {
		return s.inFile(cmd, arg)
	}
	return s.inText(cmd, arg)
}

// Size returns the size that a text is, if it is one.
func Size(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && !isPlacement(text)
}

// isPlacement reports whether a number is a placement: it has more than three digits, and each of them
// is a column, as in 2413.
func isPlacement(number string) bool {
	noColumn := func(digit rune) bool { return digit < '1' || int(digit-'0') > len(number) }
	return len(number) > 3 && len(number) < 10 && strings.IndexFunc(number, noColumn) < 0
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func (s Source[T]) inFile(cmd *cobra.Command, name string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		in, err := Open(cmd, name)
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		defer in.Close()
		s.all(in, func(err error) error { return cmp.Or(cmd.Context().Err(), InFile(name, err)) })(yield)
	}
}

func (s Source[T]) inText(cmd *cobra.Command, text string) iter.Seq2[T, error] {
	return s.all(strings.NewReader(text), func(err error) error {
		if cmd.Flags().Lookup(text) != nil {
			return didYouMean(fmt.Sprintf("%q is not a %s", text, s.Name), []string{"--" + text})
		}
		return fmt.Errorf("%.40q is neither a file nor a %s: %s", text, s.Name, strings.TrimPrefix(Message(err), "line 1: "))
	})
}

// all yields all that can be read. Its errors say where.
func (s Source[T]) all(in io.Reader, where func(error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		found := false
		for item, err := range s.Read(in) {
			found = true
			if err != nil {
				err = where(err)
			}
			if !yield(item, err) {
				return
			}
		}
		if !found {
			var none T
			yield(none, where(fmt.Errorf("there is no %s", s.Name)))
		}
	}
}

// InFile adds the name of a file, or that of standard input for "-", to an error that may begin with
// the number of a line.
func InFile(name string, err error) error {
	text := Message(err)
	if strings.HasPrefix(text, "line ") {
		return fmt.Errorf("%s, %s", sourceName(name), text)
	}
	return fmt.Errorf("%s: %s", sourceName(name), text)
}

// One returns the only one that an argument names.
func (s Source[T]) One(cmd *cobra.Command, arg string) (T, error) {
	var found []T
	for item, err := range s.named(cmd, arg) {
		if err != nil {
			return item, err
		}
		found = append(found, item)
	}
	if len(found) > 1 {
		return found[0], fmt.Errorf("%s has %s, want one", sourceName(arg), Plural(len(found), s.Name))
	}
	return found[0], nil
}

// A Place is where something stands in what a command reads.
type Place struct {
	File   string `json:"file,omitempty"` // or empty if the user named none
	Number int    `json:"number"`         // from 1
}

func (p Place) String() string {
	if p.File == "" {
		return strconv.Itoa(p.Number)
	}
	return fmt.Sprintf("%s, %d", p.File, p.Number)
}

// Each calls do with all that the arguments name, or with what is on standard input if there
// are none. It goes on after whatever cannot be read, which it reports, and after the answer no;
// any other error of do ends it.
func (s Source[T]) Each(cmd *cobra.Command, args []string, do func(Place, T) error) error {
	var outcome error // the worst so far
	name := func(arg string) string { return arg }
	if len(args) == 0 {
		args = []string{"-"}
		name = func(string) string { return "" }
	}
	for _, arg := range args {
		number := 0
		for item, err := range s.named(cmd, arg) {
			number++
			switch {
			case err == nil:
				err = do(Place{name(arg), number}, item)
			case cmd.Context().Err() != nil:
				return cmd.Context().Err()
			default:
				err = Report(cmd, err)
			}
			if err != nil && !errors.Is(err, ErrNo) && !errors.Is(err, ErrReported) {
				return err
			}
			if err != nil && outcome != ErrReported {
				outcome = err
			}
		}
	}
	return outcome
}

// Report prints an error and returns one that makes the program end with its status.
func Report(cmd *cobra.Command, err error) error {
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.Root().Name(), Message(err))
	return ErrReported
}
