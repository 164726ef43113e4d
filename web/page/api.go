// Package page answers the questions of the web page: about the number of solutions,
// searches, lists of solutions, puzzles and boards of regions. Questions and answers are
// JSON.
package page

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"example.com/queens"
)

// An Engine answers the questions of one page. It holds one lesson and one puzzle at a time.
type Engine struct {
	lesson *Lesson
	puzzle *puzzle
}

// A call is a question that the page can ask: its name, the types of the question, of what
// is told before the answer and of the answer, and what finds the answer. A test writes the
// types to script/api.d.ts, by which the page's calls are checked.
type call struct {
	question, told, answer reflect.Type
	run                    func(ctx context.Context, e *Engine, question []byte, tell func(any)) (any, error)
}

// calls are all questions, by name.
var calls = map[string]call{
	"read":     asks(func(_ context.Context, _ *Engine, text string) (Position, error) { return ReadPosition(text) }),
	"notation": asks(func(_ context.Context, _ *Engine, p Position) (Notation, error) { return NotationOf(p) }),
	"draw":     asks(func(_ context.Context, _ *Engine, q Drawing) (string, error) { return Draw(q.Position, q.Given) }),
	"find":     asks(func(ctx context.Context, _ *Engine, p Position) (Squares, error) { return Find(ctx, p) }),
	"ways": tells(func(ctx context.Context, _ *Engine, p Position, tell func(Ways)) (Ways, error) {
		return CountWays(ctx, p, tell)
	}),
	"census": tells(func(ctx context.Context, _ *Engine, p Position, tell func(float64)) (string, error) {
		return Census(ctx, p, tell)
	}),
	"solutions": asks(func(ctx context.Context, _ *Engine, q Listing) (List, error) { return Solutions(ctx, q) }),
	"images":    asks(func(_ context.Context, _ *Engine, q Imaging) ([]Image, error) { return Images(q.Position, q.Vector) }),
	"begin":     asks(func(_ context.Context, e *Engine, q Beginning) (Moment, error) { return e.begin(q) }),
	"move":      asks(func(_ context.Context, e *Engine, q Moving) (Moment, error) { return e.move(q) }),
	"compare":   asks(func(ctx context.Context, _ *Engine, p Position) ([]Effort, error) { return Compare(ctx, p) }),
	"make":      asks(func(ctx context.Context, e *Engine, w Wish) (*Puzzle, error) { return e.hold(MakePuzzle(ctx, w)) }),
	"open": asks(func(ctx context.Context, e *Engine, text string) (*Puzzle, error) {
		return e.hold(openPuzzle(ctx, text))
	}),
	"check": asks(func(ctx context.Context, e *Engine, q Attempt) (Squares, error) {
		return playing(ctx, e, q, attempt.wrong)
	}),
	"hint": asks(func(ctx context.Context, e *Engine, q Attempt) (Hint, error) { return playing(ctx, e, q, attempt.hint) }),
	"picture": asks(func(ctx context.Context, e *Engine, q Attempt) (string, error) {
		return playing(ctx, e, q, attempt.picture)
	}),
	"answer": asks(func(ctx context.Context, e *Engine, text string) (Squares, error) { return e.answer(ctx, text) }),
	"edit": asks(func(ctx context.Context, _ *Engine, numbers [][]int) (Edit, error) {
		return LookAtRegions(ctx, numbers)
	}),
	"formats": asks(func(ctx context.Context, _ *Engine, text string) ([]Format, error) { return Formats(text) }),
}

// Squares are squares of a board. In JSON they are a list even if there are none.
type Squares []queens.Square

// MarshalJSON writes the names of the squares.
func (s Squares) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([]queens.Square{}, s...))
}

// asks makes a call of a function that tells nothing before its answer.
func asks[Q, A any](answer func(context.Context, *Engine, Q) (A, error)) call {
	c := tells(func(ctx context.Context, e *Engine, question Q, _ func(struct{})) (A, error) {
		return answer(ctx, e, question)
	})
	c.told = nil
	return c
}

// tells makes a call of a function that may tell something before its answer.
func tells[Q, T, A any](answer func(context.Context, *Engine, Q, func(T)) (A, error)) call {
	return call{reflect.TypeFor[Q](), reflect.TypeFor[T](), reflect.TypeFor[A](),
		func(ctx context.Context, e *Engine, text []byte, tell func(any)) (any, error) {
			var question Q
			if err := json.Unmarshal(text, &question); err != nil {
				return nil, fmt.Errorf("the question is not understood: %w", err)
			}
			return answer(ctx, e, question, func(told T) { tell(told) })
		}}
}

// Call answers the question with a given name. It calls tell with partial answers to some
// questions before it returns.
func (e *Engine) Call(ctx context.Context, name string, question []byte, tell func(any)) (any, error) {
	asked, ok := calls[name]
	if !ok {
		return nil, fmt.Errorf("unknown question %q", name)
	}
	return asked.run(ctx, e, question, tell)
}

func (e *Engine) begin(q Beginning) (Moment, error) {
	lesson, err := NewLesson(q)
	if err != nil {
		return Moment{}, err
	}
	if e.lesson != nil {
		e.lesson.Close()
	}
	e.lesson = lesson
	return lesson.Move(0, AnyStep)
}

func (e *Engine) move(q Moving) (Moment, error) {
	if e.lesson == nil {
		return Moment{}, fmt.Errorf("there is no lesson yet")
	}
	return e.lesson.Move(q.Steps, q.Goal)
}

func (e *Engine) hold(p *puzzle, err error) (*Puzzle, error) {
	if err != nil {
		return nil, err
	}
	e.puzzle = p
	return &p.Puzzle, nil
}

// held returns the puzzle of a text, which it opens if the engine does not hold it.
func (e *Engine) held(ctx context.Context, text string) (*puzzle, error) {
	if e.puzzle == nil || e.puzzle.Text != text {
		if _, err := e.hold(openPuzzle(ctx, text)); err != nil {
			return nil, err
		}
		e.puzzle.Text = text // as the page has it, so that it is the same the next time
	}
	return e.puzzle, nil
}

func (e *Engine) answer(ctx context.Context, text string) (Squares, error) {
	p, err := e.held(ctx, text)
	if err != nil {
		return nil, err
	}
	return queensOf(p.answer), nil
}

// playing answers a question about an attempt at a puzzle.
func playing[A any](ctx context.Context, e *Engine, q Attempt, answer func(attempt, context.Context) (A, error)) (A, error) {
	var none A
	p, err := e.held(ctx, q.Text)
	if err != nil {
		return none, err
	}
	a := attempt{q, p}
	if err := a.checked(); err != nil {
		return none, err
	}
	return answer(a, ctx)
}
