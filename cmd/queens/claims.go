package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
)

// checkClaims checks what an object of JSON claims of a board besides its answer: how hard it
// is, and by which steps it is solved.
func checkClaims(ctx context.Context, claims cli.Claims, b board, answer queens.Placement) error {
	if claims.Difficulty == nil && claims.Steps == nil {
		return nil
	}
	other, err := b.Another(ctx, answer)
	if err == nil {
		return fmt.Errorf("there is another one, %v", other)
	}
	if !errors.Is(err, queens.ErrNoSolution) {
		return err
	}
	if claims.Difficulty != nil {
		level, err := b.Difficulty(ctx)
		if err != nil {
			return err
		}
		if !isJSON(claims.Difficulty, level) {
			return fmt.Errorf("the puzzle is %v, not %.40s", level, claims.Difficulty)
		}
	}
	if claims.Steps == nil {
		return nil
	}
	var told []json.RawMessage
	if json.Unmarshal(claims.Steps, &told) != nil {
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
