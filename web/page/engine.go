// Package page is what the page asks of the library: positions and their attacks, the
// ways to go on, lessons, lists of solutions, puzzles. Questions and answers are JSON.
package page

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
)

// An Engine answers the questions of one page. It keeps one lesson.
type Engine struct{ lesson *Lesson }

// Call answers the question of that name. Some tell what they know so far before they
// return.
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

// A query is any question: each uses some of the fields.
type query struct {
	Text        string   `json:"text"`
	Position    Position `json:"position"`
	Given       Squares  `json:"given"`
	Steps       int      `json:"steps"`
	Goal        string   `json:"goal"`
	Fundamental bool     `json:"fundamental"`
	From        int      `json:"from"`
	Count       int      `json:"count"`
	Level       Level    `json:"level"`
	Seed        uint64   `json:"seed"`
	Attempt     Attempt  `json:"attempt"`
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
		return Moment{}, fmt.Errorf("no lesson has begun")
	}
	return e.lesson.Move(steps, goal)
}
