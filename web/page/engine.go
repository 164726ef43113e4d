// Package page answers the questions of the web page: about positions and their attacks,
// the number of solutions, lessons, lists of solutions, and puzzles. Questions and answers
// are JSON.
package page

import (
	"context"
	"encoding/json"
	"fmt"

	"example.com/queens"
)

// An Engine answers the questions of one page. It holds one lesson and one puzzle at a time.
type Engine struct {
	lesson *Lesson
	puzzle *Puzzle
}

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
		return e.hold(MakePuzzle(ctx, q.Wish))
	case "today":
		return e.hold(Today(ctx, q.Kind, q.Date))
	case "open":
		return e.hold(OpenPuzzle(ctx, q.Text))
	case "streak":
		return Streak(q.Days, q.Date)
	case "edit":
		return LookAtRegions(ctx, q.Regions)
	case "readRegions":
		return ReadRegions(ctx, q.Text)
	case "state", "check", "hint", "answer", "picture":
		return e.play(ctx, name, q)
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
	Wish
	Date    string   `json:"date"`
	Days    []string `json:"days"`
	Marks   Marks    `json:"marks"`
	Letters bool     `json:"letters"`
	Regions [][]int  `json:"regions"`
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

func (e *Engine) hold(p *Puzzle, err error) (*Puzzle, error) {
	if err == nil {
		e.puzzle = p
	}
	return p, err
}

// play answers a question about an attempt at a puzzle, which it opens if it is not the one
// that the engine holds.
func (e *Engine) play(ctx context.Context, name string, q query) (any, error) {
	if e.puzzle == nil || e.puzzle.Text != q.Text {
		if _, err := e.hold(OpenPuzzle(ctx, q.Text)); err != nil {
			return nil, err
		}
	}
	if name == "answer" {
		return e.puzzle.marks(), nil
	}
	a, err := e.puzzle.attempt(q.Marks)
	if err != nil {
		return nil, err
	}
	switch name {
	case "state":
		return a.state(), nil
	case "check":
		return a.check(), nil
	case "hint":
		return a.hint(ctx)
	}
	return a.picture(q.Letters)
}
