// Package page answers the questions of the web page: about positions and their attacks,
// the number of solutions, lessons, lists of solutions, and puzzles. Questions and answers
// are JSON.
package page

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"example.com/queens"
)

// An Engine answers the questions of one page. It holds one lesson at a time.
type Engine struct{ lesson *Lesson }

// Call answers the question with a given name. It calls tell with partial answers to some
// questions before it returns.
func (e *Engine) Call(ctx context.Context, name string, question []byte, tell func(any)) (any, error) {
	var q query
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, fmt.Errorf("question %q: %w", name, err)
	}
	switch name {
	case "read":
		p, err := ParsePosition(q.Text)
		if err != nil {
			return nil, err
		}
		return Look(p)
	case "look":
		return Look(q.Position)
	case "draw":
		return Draw(q.Position, q.Given)
	case "ways":
		return CountWays(ctx, q.Position, func(w Ways) { tell(w) })
	case "begin":
		return e.begin(q.Position)
	case "move":
		return e.move(q.Steps, q.Goal)
	case "find":
		return Find(ctx, q.Position)
	case "solutions":
		return Solutions(ctx, q.Position, q.Fundamental, q.From, q.Count)
	case "census":
		return Census(ctx, q.Position, func(done float64) { tell(done) })
	case "images":
		return Images(q.Position, q.Text)
	case "make":
		return MakePuzzle(ctx, q.Position.N, q.Position.Torus, q.Level, rand.New(rand.NewPCG(q.Seed, 0)))
	case "open":
		return OpenPuzzle(ctx, q.Position)
	case "check":
		return q.Attempt.Check()
	case "hint":
		return q.Attempt.Hint()
	}
	return nil, fmt.Errorf("unknown question %q", name)
}

// A query has the fields of all questions. Each question uses some of them.
type query struct {
	Text        string          `json:"text"`
	Position    Position        `json:"position"`
	Given       []queens.Square `json:"given"`
	Steps       int             `json:"steps"`
	Goal        string          `json:"goal"`
	Fundamental bool            `json:"fundamental"`
	From        int             `json:"from"`
	Count       int             `json:"count"`
	Level       Level           `json:"level"`
	Seed        uint64          `json:"seed"`
	Attempt     Attempt         `json:"attempt"`
}

func (e *Engine) begin(p Position) (Moment, error) {
	lesson, err := NewLesson(p)
	if err != nil {
		return Moment{}, err
	}
	if e.lesson != nil {
		e.lesson.Close()
	}
	e.lesson = lesson
	return lesson.Move(0, AnyStep)
}

func (e *Engine) move(steps int, goal string) (Moment, error) {
	if e.lesson == nil {
		return Moment{}, fmt.Errorf("there is no lesson yet")
	}
	return e.lesson.Move(steps, goal)
}
