package queens

import (
	"bytes"
	"fmt"
	"io"
)

// A window is the part of a stream that has been read and not consumed. Offsets are counted
// from its first character.
type window struct {
	r     io.Reader
	buf   []byte
	start int   // where the window begins in buf
	line  int   // the number of its first line, from 0
	most  int   // bytes that an item may have
	plain int   // before the line of this number, no line is a row with its rank
	err   error // why there is no more to read
}

// skipLine skips the rest of a line.
func (w *window) skipLine() {
	for w.has(0) {
		i := bytes.IndexByte(w.text(), '\n')
		if i >= 0 {
			w.consume(i + 1)
			return
		}
		w.consume(len(w.text()))
	}
}

// text returns what has been read and is in no item yet.
func (w *window) text() []byte { return w.buf[w.start:] }

func (w *window) consume(length int) {
	w.line += bytes.Count(w.text()[:length], []byte("\n"))
	w.start += length
}

// has reports whether there is a character at an offset, and reads as far as that takes.
func (w *window) has(offset int) bool {
	for len(w.text()) <= offset {
		if w.err != nil {
			return false
		}
		w.fill()
	}
	return true
}

// fill reads more. The buffer grows only if more than half of it is in use.
func (w *window) fill() {
	if len(w.buf) == cap(w.buf) {
		used := w.text()
		if w.start <= cap(w.buf)/2 {
			w.buf = make([]byte, 0, max(4096, 2*cap(w.buf)))
		}
		w.buf = append(w.buf[:0], used...)
		w.start = 0
	}
	free := w.buf[len(w.buf):cap(w.buf)]
	for range 100 {
		n, err := w.r.Read(free)
		w.buf = w.buf[:len(w.buf)+n]
		w.err = err
		if n > 0 || err != nil {
			return
		}
	}
	w.err = io.ErrNoProgress
}

// lineEnd returns the offset behind the line that begins at an offset, which is the same
// offset at the end of the stream.
func (w *window) lineEnd(from int) (int, error) {
	for at := from; ; {
		if i := bytes.IndexByte(w.text()[at:], '\n'); i >= 0 {
			return at + i + 1, nil
		}
		at = len(w.text())
		if at > w.most {
			return at, w.tooLong()
		}
		if !w.has(at) {
			return at, w.unlessEOF()
		}
	}
}

func (w *window) unlessEOF() error {
	if w.err == io.EOF {
		return nil
	}
	return w.err
}

func (w *window) tooLong() error {
	return fmt.Errorf("more than %d bytes for a board", w.most)
}
