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

// An Engine answers the questions of one page. It holds one search and one puzzle at a time.
type Engine struct {
	steps  *Search
	puzzle *opened
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
	"read":      asks(func(_ context.Context, text string) (Position, error) { return ReadPosition(text) }),
	"find":      asks(Find),
	"ways":      tells(CountWays),
	"census":    tells(Census),
	"solutions": asks(Solutions),
	"images":    asks(func(_ context.Context, q ImagesRequest) ([]Image, error) { return Images(q) }),
	"inspect":   asks(Inspect),
	"formats":   asks(func(_ context.Context, q Attempt) ([]Format, error) { return Formats(q) }),
	"search":    keeps((*Engine).search),
	"make": keeps(func(e *Engine, ctx context.Context, q PuzzleRequest) (*Puzzle, error) {
		return e.hold(MakePuzzle(ctx, q))
	}),
	"open": keeps(func(e *Engine, ctx context.Context, text string) (*Puzzle, error) {
		return e.hold(openPuzzle(ctx, text))
	}),
	"check":  plays((*opened).check),
	"hint":   plays((*opened).hint),
	"answer": keeps((*Engine).answer),

	"lesson":   asks(Lesson),
	"practise": asks(Practise),
}

// Items are a list in JSON even if there are none.
type Items[T any] []T

// MarshalJSON writes the list.
func (i Items[T]) MarshalJSON() ([]byte, error) { return json.Marshal(append([]T{}, i...)) }

// Squares are squares of a board, which JSON has by their names.
type Squares = Items[queens.Square]

// asks makes a call of a function.
func asks[Q, A any](answer func(context.Context, Q) (A, error)) call {
	return keeps(func(_ *Engine, ctx context.Context, q Q) (A, error) { return answer(ctx, q) })
}

// keeps makes a call of a function for which the engine remembers something.
func keeps[Q, A any](answer func(*Engine, context.Context, Q) (A, error)) call {
	return newCall(nil, func(e *Engine, ctx context.Context, q Q, _ func(any)) (A, error) { return answer(e, ctx, q) })
}

// plays makes a call of a function about an attempt at a puzzle.
func plays[A any](answer func(*opened, context.Context, Attempt) (A, error)) call {
	return keeps(func(e *Engine, ctx context.Context, q Attempt) (none A, _ error) {
		p, err := e.held(ctx, q.Text)
		if err != nil {
			return none, err
		}
		if err := inside(p.board.N(), q.Queens, q.Crosses); err != nil {
			return none, err
		}
		return answer(p, ctx, q)
	})
}

// tells makes a call of a function that tells something before its answer.
func tells[Q, T, A any](answer func(context.Context, Q, func(T)) (A, error)) call {
	return newCall(reflect.TypeFor[T](), func(_ *Engine, ctx context.Context, q Q, tell func(any)) (A, error) {
		return answer(ctx, q, func(told T) { tell(told) })
	})
}

func newCall[Q, A any](told reflect.Type, answer func(*Engine, context.Context, Q, func(any)) (A, error)) call {
	return call{reflect.TypeFor[Q](), told, reflect.TypeFor[A](), func(ctx context.Context, e *Engine, text []byte, tell func(any)) (any, error) {
		var question Q
		if err := json.Unmarshal(text, &question); err != nil {
			return nil, fmt.Errorf("the question is not understood: %w", err)
		}
		return answer(e, ctx, question, tell)
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

func (e *Engine) hold(p *opened, err error) (*Puzzle, error) {
	if err != nil {
		return nil, err
	}
	e.puzzle = p
	return &p.Puzzle, nil
}

// held returns the puzzle of a text, which it opens if the engine does not hold it.
func (e *Engine) held(ctx context.Context, text string) (*opened, error) {
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
