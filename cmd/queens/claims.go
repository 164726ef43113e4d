package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
)

// claims are what else a JSON object says about a board: how hard it is, and the steps of its
// solution.
type claims struct {
	Difficulty json.RawMessage   `json:"difficulty"`
	Score      json.RawMessage   `json:"score"`
	Steps      json.RawMessage   `json:"steps"`
	Answer     json.RawMessage   `json:"answer"`
	Solution   json.RawMessage   `json:"solution"` // another word for the answer
	Answers    []json.RawMessage `json:"answers"`
}

// check checks the claims of a board with an answer.
func (c claims) check(ctx context.Context, b board, answer queens.Placement) error {
	if c.Difficulty == nil && c.Score == nil && c.Steps == nil {
		return nil
	}
	other, err := b.Another(ctx, answer)
	if err == nil {
		return fmt.Errorf("there is another one, %v", other)
	}
	if !errors.Is(err, queens.ErrNoSolution) {
		return err
	}
	rating, err := b.Rate(ctx)
	switch {
	case err != nil:
		return err
	case c.Difficulty != nil && !isJSON(c.Difficulty, rating.Difficulty):
		return fmt.Errorf("the puzzle is %v, not %.40s", rating.Difficulty, c.Difficulty)
	case c.Score != nil && !isJSON(c.Score, rating.Score):
		return fmt.Errorf("the score of the puzzle is %d, not %.40s", rating.Score, c.Score)
	}
	if c.Steps == nil {
		return nil
	}
	var told []json.RawMessage
	if json.Unmarshal(c.Steps, &told) != nil {
		return errors.New("the steps are not an array")
	}
	number := 0
	for step, err := range b.steps(ctx) {
		if err != nil {
			return err
		}
		number++
		if number > len(told) || !isJSON(told[number-1], step) {
			return fmt.Errorf("step %d is not %q", number, fmt.Sprint(step))
		}
	}
	if number < len(told) {
		return fmt.Errorf("there are %s, not %d", cli.Plural(number, "step"), len(told))
	}
	return nil
}

// isJSON reports whether a text is the JSON of a value, whatever the order of names.
func isJSON(text json.RawMessage, value any) bool {
	want, err := json.Marshal(value)
	var a, b any
	return err == nil && json.Unmarshal(want, &a) == nil && json.Unmarshal(text, &b) == nil && reflect.DeepEqual(a, b)
}

// A claimReader reads the claims of JSON objects, one after another or in an array. No other
// stream has any.
type claimReader struct {
	tine    *tine
	decoder *json.Decoder // or nil if there are no more claims
	last    claims
	left    int // of the answers of the last object
}

// readClaims returns what reads the claims of a stream, and what reads its boards. lookAhead has
// filled the buffer.
func readClaims(in *bufio.Reader) (*claimReader, io.Reader) {
	text, _ := in.Peek(in.Buffered())
	rest := bytes.TrimLeft(text, "\uFEFF \t\r\n")
	if len(rest) == 0 || rest[0] != '[' && rest[0] != '{' {
		return &claimReader{}, in
	}
	boards, tine := fork(in)
	_, _ = io.CopyN(io.Discard, tine, int64(len(text)-len(rest))) // is in the buffer
	c := &claimReader{tine: tine, decoder: json.NewDecoder(tine)}
	if rest[0] == '[' {
		_, _ = c.decoder.Token() // which is the bracket
	}
	return c, boards
}

// next returns the claims about the board that has just been read.
func (c *claimReader) next() claims {
	switch {
	case c.decoder == nil:
		return claims{}
	case c.left > 0:
		c.left--
		return c.last
	}
	c.last = claims{}
	if c.decoder.Decode(&c.last) != nil {
		c.tine.close()
		c.decoder = nil
		return claims{}
	}
	if c.last.Answer == nil {
		c.last.Answer = c.last.Solution
	}
	c.left = max(0, len(c.last.Answers)-1)
	return c.last
}
