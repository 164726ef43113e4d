package main

import (
	"io"
	"slices"
)

// A fork lets several readers read the same stream, one ahead of the other.
type fork struct {
	r     io.Reader
	buf   []byte // what not all readers have read
	err   error
	tines []*tine
}

// A tine is one of the readers.
type tine struct {
	fork *fork
	read int // of the buffer
}

func newFork(r io.Reader, tines int) *fork {
	f := &fork{r: r}
	for range tines {
		f.tines = append(f.tines, &tine{fork: f})
	}
	return f
}

func (t *tine) Read(p []byte) (int, error) {
	f := t.fork
	if t.read == len(f.buf) {
		if f.err != nil {
			return 0, f.err
		}
		f.drop()
		var n int
		n, f.err = f.r.Read(p)
		f.buf = append(f.buf, p[:n]...)
	}
	n := copy(p, f.buf[t.read:])
	t.read += n
	return n, nil
}

// drop drops what all readers have read.
func (f *fork) drop() {
	least := slices.MinFunc(f.tines, func(a, b *tine) int { return a.read - b.read }).read
	f.buf = slices.Delete(f.buf, 0, least)
	for _, t := range f.tines {
		t.read -= least
	}
}

// close makes the stream go on without one of its readers.
func (t *tine) close() {
	t.fork.tines = slices.DeleteFunc(t.fork.tines, func(other *tine) bool { return other == t })
}
