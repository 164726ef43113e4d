package main

import (
	"bytes"
	"io"
)

// A tine is one of two readers of the same stream. Whichever is ahead keeps what it reads for the
// other.
type tine struct {
	r     io.Reader
	kept  bytes.Buffer
	other *tine // or nil if that was closed
}

func fork(r io.Reader) (*tine, *tine) {
	one, other := &tine{r: r}, &tine{r: r}
	one.other, other.other = other, one
	return one, other
}

func (t *tine) Read(p []byte) (int, error) {
	if t.kept.Len() > 0 {
		return t.kept.Read(p)
	}
	n, err := t.r.Read(p)
	if t.other != nil {
		t.other.kept.Write(p[:n])
	}
	return n, err
}

// close lets the other tine go on alone.
func (t *tine) close() { t.other.other = nil }
