package cli

import (
	"cmp"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// An output remembers its first write error, because cobra ignores errors when it prints
// help.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// closedPipe reports whether err means that the reader of the output is gone.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// file returns the file that a writer or reader is, or nil if it is none.
func file(stream any) *os.File {
	if o, ok := stream.(*output); ok {
		stream = o.Writer
	}
	f, _ := stream.(*os.File)
	return f
}

// IsTerminal reports whether a writer or reader is a terminal.
func IsTerminal(stream any) bool {
	f := file(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// AddQuiet adds the flag --quiet.
func AddQuiet(cmd *cobra.Command) {
	cmd.Flags().BoolP("quiet", "q", false, "say nothing beside the answer, no progress, seed or summary")
}

// Aside returns where a command says what is not its answer: nowhere if it is to be quiet.
func Aside(cmd *cobra.Command) io.Writer {
	if Quiet(cmd) {
		return io.Discard
	}
	return cmd.ErrOrStderr()
}

// Quiet reports whether the user has set --quiet.
func Quiet(cmd *cobra.Command) bool {
	quiet, err := cmd.Flags().GetBool("quiet")
	return err == nil && quiet
}

// IsDumb reports whether the terminal cannot move its cursor.
func IsDumb() bool { return os.Getenv("TERM") == "dumb" }

// TerminalWidth returns how many characters fit on a line of the terminal.
func TerminalWidth(w io.Writer) int {
	if f := file(w); f != nil {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}

// HasUnicode reports whether the locale's encoding is UTF-8.
func HasUnicode() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}
