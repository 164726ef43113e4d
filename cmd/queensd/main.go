// Queensd counts solutions of the n-queens problem on many computers: it keeps the
// tasks of a count and their results in NATS JetStream.
//
//	queensd count N     print how many solutions there are
//	queensd serve       keep counts for workers on many computers
//	queensd worker      help with them
//	queensd status      say how far counts are
//	queensd export      print results that are kept
//	queensd import      keep results that were exported
//	queensd completion  print a completion script for a shell
//	queensd help        explain a command and its flags
//
// The exit status is 0 on success, 1 if something failed, 2 if the arguments are
// wrong, and 130 if a signal ended the program.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"

	"example.com/queens"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	statusFailed      = 1
	statusUsage       = 2
	statusInterrupted = 128 + int(syscall.SIGINT)
)

func main() {
	// Ignored, the signal leaves a write to a closed pipe to end in an error.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// A job is what the command line asks for. It runs once all of the command line
// has been read and checked, so that what it returns is never the user's mistake.
type job func(context.Context) error

// run does what args ask for and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	status := statusUsage
	todo, err := parse(args, out, stderr)
	if err == nil {
		status = statusFailed
		err = todo(ctx)
	}
	switch {
	case closedPipe(out.err):
		return 0
	case out.err != nil:
		status, err = statusFailed, out.err
	case errors.Is(err, context.Canceled):
		status, err = statusInterrupted, interrupted(err)
	case err == nil:
		return 0
	}
	fmt.Fprintf(stderr, "queensd: %s\n", message(err))
	return status
}

// An interruption is the end of a job by a signal that left something.
type interruption struct{ left string }

func (i *interruption) Error() string { return "interrupted: " + i.left }
func (i *interruption) Unwrap() error { return context.Canceled }

// interrupted returns what to say of a job that a signal ended.
func interrupted(err error) error {
	if i, ok := errors.AsType[*interruption](err); ok {
		return i
	}
	return errors.New("interrupted")
}

// parse reads the command line. Help, the version and completion scripts are
// printed at once; they leave a job that does nothing.
func parse(args []string, stdout, stderr io.Writer) (job, error) {
	todo := job(func(context.Context) error { return nil })
	root := newRoot(&todo)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	addHelpAndCompletion(root)
	return todo, root.Execute()
}

// newRoot returns the program's command. Its subcommands leave what they have to
// do in todo.
func newRoot(todo *job) *cobra.Command {
	root := &cobra.Command{
		Use:   "queensd",
		Short: "Count solutions of the n-queens problem on many computers",
		Long: `Queensd counts the ways to place N queens on the N×N board so that none attacks
another, on many computers. It keeps the tasks of a count and their results in
NATS JetStream.

The exit status is 0 on success, 1 if something failed, 2 if the arguments are
wrong, and 130 if a signal ended the program.`,
		Version:            version(),
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true, // they take more than one line
	}
	root.SetVersionTemplate("queensd {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(countCommand(todo), serveCommand(todo), workerCommand(todo), statusCommand(todo), exportCommand(todo), importCommand(todo))
	return root
}

// addHelpAndCompletion adds cobra's own commands early, to make them refuse names
// that they do not know. Completion scripts are written to what is the output now.
func addHelpAndCompletion(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, topic []string) error {
				_, _, err := root.Find(topic)
				return err
			}
		case "completion":
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			cmd.DisableFlagsInUseLine = true
		}
	}
}

// sizeOnly checks that a command has one argument, the size of the board.
func sizeOnly(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s has %d arguments, want one, the size of the board", cmd.Name(), len(args))
	}
	return nil
}

// flagError explains a negative number, which looks like a flag.
func flagError(_ *cobra.Command, err error) error {
	if number, ok := negativeNumber(err); ok {
		return sizeError(number)
	}
	return err
}

// negativeNumber returns the number that err takes for a flag.
func negativeNumber(err error) (number string, ok bool) {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return "", false
	}
	number = "-" + unknown.GetSpecifiedShortnames()
	_, err = strconv.Atoi(number)
	return number, err == nil
}

func sizeError(text string) error {
	return fmt.Errorf("size of the board is %q, want a whole number 0..%d", text, queens.MaxN)
}

// version returns the version of the program and that of Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version + " " + info.GoVersion
}

// output remembers the first error of writing, because cobra drops those of
// printing help.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// closedPipe reports whether err says that nobody reads what is written.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// message returns the text of err on one line and without the program's name,
// which the library's errors start with too.
func message(err error) string {
	text := strings.TrimPrefix(err.Error(), "queens: ")
	return strings.ReplaceAll(text, "\n", `\n`)
}
