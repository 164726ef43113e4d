package cli

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// A Kind is a kind of thing that commands read: boards, say.
type Kind[T any] struct {
	Name  string                              // what it is called
	Parse func(string) (T, error)             // reads one from an argument
	Read  func(io.Reader) iter.Seq2[T, error] // reads a stream
	Mark  func(T) (T, error)                  // adds the constraints of flags, or nil
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
func (k Kind[T]) Each(cmd *cobra.Command, args []string, do func(Place, T) error) error {
	var outcome error // the worst so far
	name := func(arg string) string { return arg }
	if len(args) == 0 {
		args = []string{"-"}
		name = func(string) string { return "" }
	}
	for _, arg := range args {
		number := 0
		for item, err := range k.named(cmd, arg) {
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

// named yields what an argument is, or the file that it names.
func (k Kind[T]) named(cmd *cobra.Command, arg string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if arg != "-" {
			item, err := k.parse(arg)
			if err != nil && cmd.Flags().Lookup(arg) != nil {
				err = didYouMean(fmt.Sprintf("%q is not a %s", arg, k.Name), []string{"--" + arg})
			}
			if err == nil || !isFile(arg) {
				yield(k.marked(item, err))
				return
			}
		}
		found := false
		for item, err := range k.stream(cmd, arg) {
			found = true
			if !yield(k.marked(item, err)) {
				return
			}
		}
		if !found {
			var none T
			yield(none, fmt.Errorf("%s has no %s", sourceName(arg), k.Name))
		}
	}
}

// stream yields what is in a file.
func (k Kind[T]) stream(cmd *cobra.Command, name string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		in, err := Open(cmd, name)
		if err != nil {
			yield(none, err)
			return
		}
		defer in.Close()
		for item, err := range k.Read(in) {
			if err != nil {
				err = InFile(name, err)
			}
			if !yield(item, err) {
				return
			}
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

func (k Kind[T]) marked(item T, err error) (T, error) {
	if err != nil || k.Mark == nil {
		return item, err
	}
	return k.Mark(item)
}

// parse reads an argument. A file that exists is not read as anything else, unless its name
// is a number.
func (k Kind[T]) parse(arg string) (item T, err error) {
	if _, notNumber := strconv.Atoi(arg); notNumber != nil && exists(arg) {
		return item, os.ErrExist
	}
	if item, err = k.Parse(arg); err != nil {
		reason := strings.TrimPrefix(strings.TrimPrefix(Message(err), "parse board: "), "parse: ")
		if almostNumber.MatchString(arg) {
			reason = "it is neither a whole number nor queens on a board, nor is there such a file"
		}
		if size := sides.FindStringSubmatch(arg); size != nil && size[1] == size[2] {
			reason = "write " + size[1]
		}
		err = fmt.Errorf("%s %.40q cannot be read: %s", k.Name, arg, reason)
	}
	return item, err
}

// almostNumber matches numbers that are not whole, and ranges.
var almostNumber = regexp.MustCompile(`^\d+[.eE-][\d.eE+-]*$`)

// sides matches the size of a board as rows and columns.
var sides = regexp.MustCompile(`^(\d+)[xX×*](\d+)$`)

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// isFile reports whether a text that is not a board is meant as the name of a file.
func isFile(text string) bool {
	for _, start := range []string{"/", "./", "../", "~"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	extension := filepath.Ext(text)
	return exists(text) || !strings.ContainsAny(text, " =,:[{\n") && len(extension) > 2 && strings.Trim(extension, ".QqDx*_+-") != ""
}

// One returns the only one that an argument names.
func (k Kind[T]) One(cmd *cobra.Command, arg string) (T, error) {
	var found []T
	for item, err := range k.named(cmd, arg) {
		if err != nil {
			return item, err
		}
		found = append(found, item)
	}
	if len(found) != 1 {
		var none T
		return none, fmt.Errorf("%s has %s, want one", sourceName(arg), Plural(len(found), k.Name))
	}
	return found[0], nil
}
