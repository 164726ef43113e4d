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
	if isEndless(in) {
		return nil, errors.Join(fmt.Errorf("%s is a device, want a file", sourceName(name)), end())
	}
	return &input{ctx: cmd.Context(), r: in, end: end, full: make(chan chunk), free: make(chan []byte, 1)}, nil
}

// isEndless reports whether a stream is a device that may never end.
func isEndless(stream any) bool {
	f := file(stream)
	if f == nil || IsTerminal(f) {
		return false
	}
	info, err := f.Stat()
	none, _ := os.Stat(os.DevNull)
	return err == nil && info.Mode()&os.ModeDevice != 0 && !os.SameFile(info, none)
}

// sourceName returns the name of a file, or that of standard input for "-".
func sourceName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// An input reads in a goroutine, so that a slow source does not delay the end of ctx.
type input struct {
	ctx  context.Context
	r    io.Reader
	end  func() error
	full chan chunk
	free chan []byte // the buffer, while the goroutine does not fill it
	rest chunk       // of what has been read
	buf  []byte
}

type chunk struct {
	bytes []byte
	err   error
}

const bufferSize = 64 << 10

func (i *input) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	if len(i.rest.bytes) == 0 && i.rest.err == nil {
		if i.buf == nil {
			i.buf = make([]byte, bufferSize)
			go i.fill()
		}
		i.free <- i.buf
		select {
		case i.rest = <-i.full:
		case <-i.ctx.Done():
			return 0, i.ctx.Err()
		}
	}
	n := copy(p, i.rest.bytes)
	i.rest.bytes = i.rest.bytes[n:]
	if len(i.rest.bytes) == 0 {
		return n, i.rest.err
	}
	return n, nil
}

// fill reads whenever the buffer is free, until there is an error or nobody waits.
func (i *input) fill() {
	for buf := range i.free {
		n, err := i.r.Read(buf)
		select {
		case i.full <- chunk{buf[:n], err}:
		case <-i.ctx.Done():
			return
		}
	}
}

// Close ends the goroutine, unless it still reads.
func (i *input) Close() error {
	close(i.free)
	return i.end()
}
