// Queens solves the n-queens problem on the command line: it places n queens on
// an n×n board so that none attacks another.
//
//	queens solve N        print solutions, all or the fundamental ones
//	queens count N        print how many solutions there are
//	queens complete BOARD print one solution, also of a hard board
//	queens unique BOARD   say whether there is exactly one solution
//	queens estimate BOARD print roughly how many solutions there are
//	queens sample BOARD   print solutions drawn at random, all equally likely
//	queens construct N    print a solution of any size, always the same
//	queens random N       print a varied solution of any size
//	queens draw [BOARD]   draw a board as an SVG picture
//	queens verify [FILE]  say of placements whether they are solutions
//	queens completion     print a completion script for a shell
//	queens help [command] explain a command and its flags
//
// Queens may be given and squares blocked, and the board may be a torus. The
// exit status is 0 on success, also if there is no solution or if the reader of
// the output has gone away, 1 if something failed or the answer of unique or verify
// is no, 2 if the arguments are wrong, and 130 if a signal ended the program.
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

// errNo ends a job whose answer is no. The output has said so already.
var errNo = errors.New("no")

// answer returns what a job that answers a question returns.
func answer(yes bool) error {
	if yes {
		return nil
	}
	return errNo
}

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
	case errors.Is(err, errNo):
		return statusFailed
	case errors.Is(err, context.Canceled):
		status, err = statusInterrupted, errors.New("interrupted")
	case err == nil:
		return 0
	}
	fmt.Fprintf(stderr, "queens: %s\n", message(err))
	return status
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
		Use:   "queens",
		Short: "Place n queens on an n×n board so that none attacks another",
		Long: `Queens solves the n-queens problem: it places n queens on an n×n board so that
none attacks another.

Squares have their chess names: the file's letter, from a for the first column,
and the rank's number, from 1 for the first row. After file z come aa, ab, ….

The exit status is 0 on success, also if there is no solution, 1 if something
failed or the answer of unique or verify is no, 2 if the arguments are wrong, and
130 if a signal ended the program.`,
		Version:            version(),
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true, // they take more than one line
	}
	root.SetVersionTemplate("queens {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(solveCommand(todo), countCommand(todo))
	root.AddCommand(completeCommand(todo), uniqueCommand(todo), estimateCommand(todo), sampleCommand(todo),
		constructCommand(todo), randomCommand(todo), drawCommand(todo), verifyCommand(todo))
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
