package cli

import (
	"bufio"
	"encoding/json"
	"io"
	"iter"
	"strings"
)

// Claims are what an object of JSON says of a board besides: how hard it is, and the steps
// of its solution.
type Claims struct {
	Difficulty json.RawMessage   `json:"difficulty"`
	Steps      json.RawMessage   `json:"steps"`
	Answer     json.RawMessage   `json:"answer"`
	Solution   json.RawMessage   `json:"solution"` // another word for the answer
	Answers    []json.RawMessage `json:"answers"`
}

// Claimed is something that was read, with its claims.
type Claimed[T any] struct {
	Item   T
	Claims Claims
	Wrong  error // for whoever reads it
}

// WithClaims reads a stream and the claims of its objects.
func WithClaims[T any](r io.Reader, read func(io.Reader) iter.Seq2[T, error]) iter.Seq2[Claimed[T], error] {
	return func(yield func(Claimed[T], error) bool) {
		f := newFork(r, 2)
		claims := claimReader{tine: f.tines[1]}
		for item, err := range read(f.tines[0]) {
			told := claims.next()
			claims.left = 0 // which reads an object once, however many answers it has
			if !yield(Claimed[T]{Item: item, Claims: told}, err) {
				return
			}
		}
	}
}

// A claimReader reads the claims of objects that follow one another, also in an array. In
// any other stream there are none.
type claimReader struct {
	tine    *tine
	decoder *json.Decoder
	last    Claims
	left    int // of the answers of the last object
}

// next returns the claims of the next board, whose text others have read.
func (c *claimReader) next() Claims {
	if c.tine == nil {
		return Claims{}
	}
	if c.decoder == nil && !c.open() {
		return c.stop()
	}
	if c.left > 0 {
		c.left--
		return c.last
	}
	c.last = Claims{}
	if c.decoder.Decode(&c.last) != nil {
		return c.stop()
	}
	if c.last.Answer == nil {
		c.last.Answer = c.last.Solution
	}
	c.left = max(0, len(c.last.Answers)-1)
	return c.last
}

// open looks at the beginning of the stream.
func (c *claimReader) open() bool {
	r := bufio.NewReader(c.tine)
	for {
		b, err := r.ReadByte()
		switch {
		case err != nil:
			return false
		case b == '[' || b == '{':
			_ = r.UnreadByte() // it has just been read
			c.decoder = json.NewDecoder(r)
			if b == '[' {
				_, err = c.decoder.Token()
			}
			return err == nil
		case b > ' ' && strings.IndexByte("\uFEFF", b) < 0:
			return false
		}
	}
}

func (c *claimReader) stop() Claims {
	c.tine.close()
	c.tine = nil
	return Claims{}
}
