package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/spf13/cobra"
)

// Open returns the file of a name, or standard input for "-". A user at a terminal is told
// that the program waits for input. Reading ends with the context of the command. A pipe to
// which nobody writes is empty, and a device is an error: it may never end.
func Open(cmd *cobra.Command, name string) (io.ReadCloser, error) {
	in := cmd.InOrStdin()
	end := func() error { return nil }
	if name != "-" {
		f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			return nil, err
		}
		in, end = f, f.Close
	} else if IsTerminal(in) {
		fmt.Fprintln(cmd.ErrOrStderr(), "reading standard input; Ctrl-D ends it")
	}
	if err := checkSource(in); err != nil {
		return nil, errors.Join(fmt.Errorf("%s is %w, want a file", sourceName(name), err), end())
	}
	return newInput(cmd.Context(), in, end), nil
}

// checkSource returns an error that says what a stream is if it cannot be read, or may never end.
func checkSource(stream any) error {
	f := file(stream)
	if f == nil || IsTerminal(f) {
		return nil
	}
	info, err := f.Stat()
	none, _ := os.Stat(os.DevNull)
	switch {
	case err != nil || os.SameFile(info, none):
		return nil // reading says more
	case info.IsDir():
		return errors.New("a directory")
	case info.Mode()&os.ModeDevice != 0:
		return errors.New("a device")
	}
	return nil
}

// sourceName returns the name of a file, or that of standard input for "-".
func sourceName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// An input is read in a goroutine, so that a slow source does not delay the end of a context.
type input struct {
	*io.PipeReader
	end func() error
}

// newInput returns what r has, until the context ends. Closing it calls end.
func newInput(ctx context.Context, r io.Reader, end func() error) *input {
	out, in := io.Pipe()
	stop := context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return &input{out, func() error { stop(); return end() }}
}

// Close ends the goroutine, unless it still reads.
func (i *input) Close() error { return errors.Join(i.PipeReader.Close(), i.end()) }
