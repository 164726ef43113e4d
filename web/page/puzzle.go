package page

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// A Puzzle is a board of either kind that has exactly one solution.
type Puzzle struct {
	Text       string            `json:"text"` // on one line, as the page reads it
	Difficulty puzzle.Difficulty `json:"difficulty"`
}

// An opened is a Puzzle with its answer.
type opened struct {
	Puzzle
	board  kind
	answer queens.Placement
}

// openPuzzle reads a board in any format of the library as a puzzle. It is an error if the
// board does not have exactly one solution.
func openPuzzle(ctx context.Context, text string) (*opened, error) {
	board, err := readKind(text)
	if err != nil {
		return nil, err
	}
	return newPuzzle(ctx, board)
}

func newPuzzle(ctx context.Context, board kind) (*opened, error) {
	answer, err := board.Unique(ctx)
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return nil, Fault{Code: "unsolvable"}
	case errors.Is(err, queens.ErrNotUnique):
		return nil, Fault{Code: "several"}
	case err != nil:
		return nil, err
	}
	rating, err := board.Rate(ctx)
	return &opened{Puzzle{board.text(), rating.Difficulty}, board, answer}, err
}

// A PuzzleRequest asks for a new puzzle. The same request gives the same puzzle, on all machines.
type PuzzleRequest struct {
	Kind       string            `json:"kind"`
	N          int               `json:"n"`
	Torus      bool              `json:"torus"`
	Difficulty puzzle.Difficulty `json:"difficulty"`
	Seed       uint64            `json:"seed"`
}

// Sizes are the least and the most rows of a new puzzle, by its kind.
var Sizes = map[string][2]int{
	Regions: {4, 12}, // with 2 or 3 rows, two queens touch or share a column
	Queens:  {6, MaxN},
}

// MakePuzzle makes a puzzle.
func MakePuzzle(ctx context.Context, q PuzzleRequest) (*opened, error) {
	size, ok := Sizes[q.Kind]
	if !ok {
		return nil, fmt.Errorf("the kind of a puzzle is %q, want %q or %q", q.Kind, Regions, Queens)
	}
	if q.N < size[0] || q.N > size[1] {
		return nil, Fault{Code: "make", N: q.N, Least: size[0], Most: size[1]}
	}
	board, err := q.generate(ctx, rand.New(rand.NewPCG(q.Seed, uint64(q.N))))
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return nil, Fault{Code: "torus", N: q.N}
	case errors.Is(err, puzzle.ErrNoPuzzle): // such as hard ones of 5 rows; see regions.Generate
		return nil, Fault{Code: "none", N: q.N, Difficulty: q.Difficulty}
	case err != nil:
		return nil, err
	}
	return newPuzzle(ctx, board)
}

func (q PuzzleRequest) generate(ctx context.Context, rng *rand.Rand) (kind, error) {
	if q.Kind == Regions {
		board, err := regions.Generate(ctx, rng, q.N, q.Difficulty)
		return regionsKind{board}, err
	}
	empty, err := Position{N: q.N, Torus: q.Torus}.board()
	if err != nil {
		return nil, err
	}
	board, err := puzzle.Generate(ctx, rng, empty, q.Difficulty)
	return queensKind{board}, err
}

// An Attempt is a puzzle with the queens on it, given ones too, and the crosses of a player.
type Attempt struct {
	Text    string  `json:"text"`
	Queens  Squares `json:"queens"`
	Crosses Squares `json:"crosses"`
	Letters bool    `json:"letters"` // of regions, in a picture
}

// check returns the queens that are not in the solution and the crosses on squares of it.
func (p *opened) check(_ context.Context, a Attempt) (Squares, error) {
	inAnswer := func(s queens.Square) bool { return p.answer[s.Row] == s.Col }
	off := slices.DeleteFunc(slices.Clone(a.Queens), inAnswer)
	for _, s := range a.Crosses {
		if inAnswer(s) {
			off = append(off, s)
		}
	}
	return off, nil
}

// hint returns the easiest step that leads on, or the wrong squares if there are any.
func (p *opened) hint(ctx context.Context, a Attempt) (Hint, error) {
	if wrong, _ := p.check(ctx, a); len(wrong) > 0 {
		return Hint{Clear: wrong}, nil
	}
	steps, err := p.board.steps(ctx, a.Queens, a.Crosses)
	if err != nil {
		return Hint{}, err
	}
	for reason := range steps {
		return Hint{Reason: reason}, nil
	}
	return Hint{}, ctx.Err()
}
