// Package cli is what the programs share: how a command line is run, how it names
// boards, and how a long count shows how far it is.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// The exit statuses of a program, besides 0.
const (
	statusNo          = 1
	statusError       = 2
	statusInterrupted = 128 + int(syscall.SIGINT)
)

// Statuses explains the exit statuses, for the help of a program.
const Statuses = `The exit status is 0 on success, also if there is no solution, 1 if the answer
of a command that answers yes or no is no, 2 on an error, and 130 if a signal
ended it.`

// ErrNo ends a command whose answer is no. The output has said so already.
var ErrNo = errors.New("no")

// An Interruption is the end of a command by a signal, with what is to be said of it.
type Interruption string

func (i Interruption) Error() string { return string(i) }

// Is makes it a [context.Canceled].
func (i Interruption) Is(err error) bool { return err == context.Canceled }

// Main runs the program and exits.
func Main(root *cobra.Command) {
	// Ignored, the signal leaves a write to a closed pipe to end in an error.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	os.Exit(Run(ctx, root, os.Args[1:], os.Stdout, os.Stderr))
}

// Run runs the program with arguments and returns its exit status.
func Run(ctx context.Context, root *cobra.Command, args []string, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	prepare(root)
	root.SetArgs(append([]string{}, args...)) // nil would stand for those of the process
	root.SetOut(out)
	root.SetErr(stderr)
	addHelpAndCompletion(root)
	err := knownCommand(root, args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	status := statusError
	switch {
	case closedPipe(out.err):
		return 0
	case out.err != nil:
		err = out.err
	case err == nil:
		return 0
	case errors.Is(err, ErrNo):
		return statusNo
	case err == context.Canceled:
		status, err = statusInterrupted, Interruption("interrupted")
	case errors.Is(err, context.Canceled):
		status = statusInterrupted
	}
	fmt.Fprintf(stderr, "%s: %s\n", root.Name(), Message(err))
	return status
}

// An output remembers the first error of writing, because cobra drops those of
// printing help.
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

// closedPipe reports whether err says that nobody reads what is written.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// Message returns the text of err on one line and without the library's name, which
// its errors start with.
func Message(err error) string {
	text := strings.TrimPrefix(err.Error(), "queens: ")
	return strings.ReplaceAll(text, "\n", `\n`)
}
