// Package cli has what the programs share: running a command line, naming boards on it,
// and showing the progress of a long count.
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
	"unicode"

	"github.com/spf13/cobra"
)

// The exit statuses of a program, besides 0.
const (
	statusNo          = 1
	statusError       = 2
	statusInterrupted = 128 + int(syscall.SIGINT)
)

// Statuses explains the exit statuses in the help of a program.
const Statuses = `The exit status is 0 on success; 1 if there is no solution, or if the answer to
a yes-or-no question is no; 2 on an error, and if anything cannot be read; and
130 if a signal ended the program.`

// ErrNo ends a command whose answer is no. The command has already printed it.
var ErrNo = errors.New("no")

// ErrReported ends a command after errors that it has already printed.
var ErrReported = errors.New("reported")

// An Interruption is the error of a command that a signal ended: its text is printed.
type Interruption string

func (i Interruption) Error() string { return string(i) }

// Is makes an Interruption match [context.Canceled].
func (i Interruption) Is(err error) bool { return err == context.Canceled }

// Main runs the program and exits with its status.
func Main(root *cobra.Command) {
	// With the signal ignored, writing to a closed pipe returns an error.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	os.Exit(Run(ctx, root, os.Args[1:], os.Stdout, os.Stderr))
}

// Run runs the program with the given arguments and returns its exit status.
func Run(ctx context.Context, root *cobra.Command, args []string, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	root.SetArgs(append([]string{}, args...)) // nil would stand for those of the process
	root.SetOut(out)
	root.SetErr(stderr)
	prepare(root)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // cobra never forgets a flag that it completes
		for _, cmd := range root.Commands() {
			completeFlags(cmd)
		}
	}
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
	case errors.Is(err, ErrReported):
		return statusError
	case errors.Is(err, context.Canceled):
		if status = statusInterrupted; !errors.As(err, new(Interruption)) {
			err = Interruption("interrupted")
		}
	}
	fmt.Fprintf(stderr, "%s: %s\n", root.Name(), Message(err))
	return status
}

// Message returns the text of err on one line, without the prefix of the libraries' errors and
// without what would move the cursor: others may have written a part of it.
func Message(err error) string {
	text := err.Error()
	for _, pkg := range []string{"queens: ", "regions: ", "puzzle: ", "tasks: "} {
		text = strings.TrimPrefix(text, pkg)
	}
	return Visible(strings.ReplaceAll(text, "\n", `\n`))
}

// Visible replaces characters that are invisible or move the cursor.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}
