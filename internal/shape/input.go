package shape

import (
	"bytes"
	"fmt"
	"io"
	"slices"
)

// An input is a stream of which a part has been read and not been consumed. Offsets are those in
// that part.
type input struct {
	in        io.Reader
	most      int // bytes of a line or a value
	buf       []byte
	at        int   // where the part begins in buf
	line, col int   // of its first byte, from 1 and from 0
	err       error // why nothing more can be read
}

type tooLong struct{ most int }

func (e *tooLong) Error() string { return fmt.Sprintf("more than %d bytes for a board", e.most) }

// text returns the part, until the next call of has.
func (in *input) text() []byte { return in.buf[in.at:] }

// has reports whether the part has so many bytes. It reads on as far as necessary.
func (in *input) has(length int) bool {
	return len(in.buf)-in.at >= length || in.read(length)
}

func (in *input) read(length int) bool {
	for tries := 0; len(in.buf)-in.at < length && in.err == nil; tries++ {
		if length > in.most+1 || len(in.buf)-in.at > in.most {
			in.err = &tooLong{in.most}
			break
		}
		if in.at > len(in.buf)/2 {
			in.buf, in.at = in.buf[:copy(in.buf, in.text())], 0
		}
		in.buf = slices.Grow(in.buf, 1<<13)
		free := in.buf[len(in.buf):cap(in.buf)]
		n, err := in.in.Read(free[:min(len(free), in.most+1-len(in.text()))])
		in.buf, in.err = in.buf[:len(in.buf)+n], err
		if n > 0 {
			tries = 0
		} else if tries == 100 && err == nil {
			in.err = io.ErrNoProgress
		}
	}
	return len(in.buf)-in.at >= length
}

func (in *input) consume(length int) {
	text := in.buf[in.at : in.at+length]
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		in.line += bytes.Count(text, []byte("\n"))
		in.col = length - i - 1
	} else {
		in.col += length
	}
	in.at += length
}

// consumeLine passes the line that ends at an offset, and its end.
func (in *input) consumeLine(end int) { in.consume(min(end+1, len(in.text()))) }

// lineEnd returns where the line ends that the part begins with.
func (in *input) lineEnd() int {
	for from := 0; ; {
		if i := bytes.IndexByte(in.buf[in.at+from:], '\n'); i >= 0 {
			return from + i
		}
		if from = len(in.buf) - in.at; !in.has(from + 1) {
			return from
		}
	}
}

// skipLine passes the rest of a line, however long it is.
func (in *input) skipLine() {
	for in.has(1) && in.buf[in.at] != '\n' {
		if i := bytes.IndexByte(in.text(), '\n'); i >= 0 {
			in.consume(i)
		} else {
			in.consume(len(in.text()))
		}
	}
}

// glance returns the rest of the line at an offset, or as much of it as tells what it is.
func (in *input) glance(from int) string {
	to := from
	for to < from+1<<8 && in.has(to+1) && in.text()[to] != '\n' {
		to++
	}
	return string(in.text()[from:to])
}
