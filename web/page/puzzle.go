package page

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"example.com/queens"
)

// A Puzzle is a position with exactly one solution.
type Puzzle struct {
	View   View    `json:"view"`
	Answer Squares `json:"answer"`
	Level  Level   `json:"level"`
	Says   string  `json:"says"`
}

var errNoSolution = errors.New("this board has no solution")

var levelNames = []string{Easy: "easy", Medium: "medium", Hard: "hard"}

// OpenPuzzle returns the puzzle that a position sets, or an error if it has no solution or
// several.
func OpenPuzzle(ctx context.Context, p Position) (Puzzle, error) {
	p, err := p.checked()
	if err != nil {
		return Puzzle{}, err
	}
	s, err := p.solver()
	if err != nil {
		return Puzzle{}, err
	}
	answer, err := s.Unique(ctx)
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return Puzzle{}, errNoSolution
	case errors.Is(err, queens.ErrNotUnique):
		return Puzzle{}, errors.New("this board has several solutions; a puzzle has one")
	case err != nil:
		return Puzzle{}, err
	}
	view, err := Look(p)
	if err != nil {
		return Puzzle{}, err
	}
	level := newRules(p).sheet(p).level(Medium)
	says := fmt.Sprintf("A puzzle, %s: %s given, %d to find.", levelNames[level], plural(len(p.Queens), "queen"), p.N-len(p.Queens))
	return Puzzle{view, toSquares(answer), level, says}, nil
}

// tries is how many puzzles are made, at most, for one of the level asked for.
const tries = 300

// MakePuzzle makes a puzzle on a board of n rows. If it finds none of the level, it
// returns one of the nearest level below.
func MakePuzzle(ctx context.Context, n int, torus bool, level Level, rng *rand.Rand) (Puzzle, error) {
	if level < Easy || level > Hard {
		return Puzzle{}, fmt.Errorf("level %d of a puzzle, want %d to %d", level, Easy, Hard)
	}
	board, err := Position{N: n, Torus: torus}.checked()
	if err != nil {
		return Puzzle{}, err
	}
	draw, err := drawer(ctx, board, rng)
	if err != nil {
		return Puzzle{}, err
	}
	rules := newRules(board)
	best, reached := Position{}, Level(-1)
	for range tries {
		made, err := rules.reduced(ctx, board.with(toSquares(draw())), level, rng)
		if err != nil {
			return Puzzle{}, err
		}
		if took := rules.sheet(made).level(Medium); took > reached {
			best, reached = made, took
		}
		if reached == level {
			break
		}
	}
	return OpenPuzzle(ctx, best)
}

// drawer returns a function that draws solutions of an empty board by chance.
func drawer(ctx context.Context, board Position, rng *rand.Rand) (func() queens.Placement, error) {
	if !board.Torus {
		if _, err := queens.ConstructRandom(board.N, rng); err != nil {
			return nil, errNoSolution
		}
		return func() queens.Placement {
			p, _ := queens.ConstructRandom(board.N, rng)
			return p
		}, nil
	}
	s, err := board.solver()
	if err != nil {
		return nil, err
	}
	if _, err := s.Find(ctx); err != nil {
		return nil, errNoSolution
	}
	sampler, err := s.Sampler(ctx)
	if err != nil {
		return nil, err
	}
	return func() queens.Placement { return sampler.Sample(rng) }, nil
}

// reduced takes queens away from a solution, in an order by chance, as long as the board
// has no other solution and is of the level at most.
func (r *rules) reduced(ctx context.Context, p Position, level Level, rng *rand.Rand) (Position, error) {
	given := slices.Clone(p.Queens)
	rng.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
	for i := len(given) - 1; i >= 0; i-- {
		fewer := p.with(slices.Delete(slices.Clone(given), i, i+1))
		ok, err := r.keeps(ctx, fewer, level)
		if err != nil {
			return p, err
		}
		if ok {
			given = fewer.Queens
		}
	}
	return p.with(given.tidy()), nil
}

// keeps reports whether a position is a puzzle of the level at most. One that can be solved
// by steps that follow has one solution.
func (r *rules) keeps(ctx context.Context, p Position, level Level) (bool, error) {
	if level < Hard {
		return r.sheet(p).level(level) <= level, nil
	}
	s, err := p.solver()
	if err != nil {
		return false, err
	}
	_, err = s.Unique(ctx)
	if errors.Is(err, queens.ErrNotUnique) {
		return false, nil
	}
	return err == nil, err
}
