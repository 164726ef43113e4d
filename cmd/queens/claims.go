package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
)

// claims are what else a JSON object says about a board: how hard it is, and the steps of its
// solution.
type claims struct {
	Difficulty json.RawMessage   `json:"difficulty"`
	Steps      json.RawMessage   `json:"steps"`
	Answer     json.RawMessage   `json:"answer"`
	Solution   json.RawMessage   `json:"solution"` // another word for the answer
	Answers    []json.RawMessage `json:"answers"`
}

// check checks the claims of a board with an answer.
func (c claims) check(ctx context.Context, b board, answer queens.Placement) error {
	if c.Difficulty == nil && c.Steps == nil {
		return nil
	}
	other, err := b.Another(ctx, answer)
	if err == nil {
		return fmt.Errorf("there is another one, %v", other)
	}
	if !errors.Is(err, queens.ErrNoSolution) {
		return err
	}
	if c.Difficulty != nil {
		level, err := b.Difficulty(ctx)
		if err != nil {
			return err
		}
		if !isJSON(c.Difficulty, level) {
			return fmt.Errorf("the puzzle is %v, not %.40s", level, c.Difficulty)
		}
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
	decoder *json.Decoder
	last    claims
	left    int // of the answers of the last object
}

// next returns the claims about the next board. Other readers read the board itself.
func (c *claimReader) next() claims {
	if c.tine == nil {
		return claims{}
	}
	if c.decoder == nil && !c.open() {
		return c.stop()
	}
	if c.left > 0 {
		c.left--
		return c.last
	}
	c.last = claims{}
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

func (c *claimReader) stop() claims {
	c.tine.close()
	c.tine = nil
	return claims{}
}
