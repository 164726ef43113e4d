package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/reading"
)

// told returns what a JSON object says of a board under a name, or nil.
func (p position) told(name string) json.RawMessage {
	if told := reading.Field(p.object, name); told != "" {
		return json.RawMessage(told)
	}
	return nil
}

// checkClaims checks what else the object says of a board with an answer: how hard it is, and the
// steps of its solution.
func (p position) checkClaims(ctx context.Context) error {
	difficulty, score, steps := p.told("difficulty"), p.told("score"), p.told("steps")
	if difficulty == nil && score == nil && steps == nil {
		return nil
	}
	other, err := p.board.Another(ctx, p.queens)
	if err == nil {
		return fmt.Errorf("there is another one, %v", other)
	}
	if !errors.Is(err, queens.ErrNoSolution) {
		return err
	}
	rating, err := p.board.Rate(ctx)
	switch {
	case err != nil:
		return err
	case difficulty != nil && !isJSON(difficulty, rating.Difficulty):
		return fmt.Errorf("the puzzle is %v, not %.40s", rating.Difficulty, difficulty)
	case score != nil && !isJSON(score, rating.Score):
		return fmt.Errorf("the score of the puzzle is %d, not %.40s", rating.Score, score)
	}
	if steps == nil {
		return nil
	}
	var told []json.RawMessage
	if json.Unmarshal(steps, &told) != nil {
		return errors.New("the steps are not an array")
	}
	number := 0
	for step, err := range p.board.steps(ctx) {
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
