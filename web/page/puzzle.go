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
	View   View            `json:"view"`
	Answer []queens.Square `json:"answer"`
	Level  Level           `json:"level"`
	Says   string          `json:"says"`
}

var errNoSolution = errors.New("this board has no solution")

var levelNames = []string{Easy: "Easy", Medium: "Medium", Hard: "Hard"}

// OpenPuzzle returns a position as a puzzle, or an error if it does not have exactly one
// solution.
func OpenPuzzle(ctx context.Context, p Position) (Puzzle, error) {
	p, err := p.checked()
	if err != nil {
		return Puzzle{}, err
	}
	board, err := p.board()
	if err != nil {
		return Puzzle{}, err
	}
	answer, err := board.Unique(ctx)
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
	says := fmt.Sprintf("%s puzzle: %s given, %d to find.", levelNames[level], plural(len(p.Queens), "queen"), p.N-len(p.Queens))
	return Puzzle{view, queensOf(answer), level, says}, nil
}

// tries is how many puzzles are made at most to find one of the level asked for.
const tries = 300

// MakePuzzle makes a puzzle on a board of n rows. If it finds none of the level, it
// returns one of the nearest level below.
func MakePuzzle(ctx context.Context, n int, torus bool, level Level, rng *rand.Rand) (Puzzle, error) {
	if level < Easy || level > Hard {
		return Puzzle{}, fmt.Errorf("the level of a puzzle is %d, want %d to %d", level, Easy, Hard)
	}
	empty, err := Position{N: n, Torus: torus}.checked()
	if err != nil {
		return Puzzle{}, err
	}
	next, err := randomSolutions(ctx, empty, rng)
	if err != nil {
		return Puzzle{}, err
	}
	r := newRules(empty)
	best, reached := Position{}, Level(-1)
	for range tries {
		made, err := r.reduce(ctx, empty.with(queensOf(next())), level, rng)
		if err != nil {
			return Puzzle{}, err
		}
		if took := r.sheet(made).level(Medium); took > reached {
			best, reached = made, took
		}
		if reached == level {
			break
		}
	}
	return OpenPuzzle(ctx, best)
}

// randomSolutions returns a function that returns random solutions of an empty board.
func randomSolutions(ctx context.Context, empty Position, rng *rand.Rand) (func() queens.Placement, error) {
	if !empty.Torus {
		if _, err := queens.Construct(empty.N); err != nil { // fails where ConstructRandom does
			return nil, errNoSolution
		}
		return func() queens.Placement {
			p, _ := queens.ConstructRandom(empty.N, rng)
			return p
		}, nil
	}
	board, err := empty.board()
	if err != nil {
		return nil, err
	}
	if _, err := board.Find(ctx); errors.Is(err, queens.ErrNoSolution) {
		return nil, errNoSolution
	}
	sampler, err := board.Sampler(ctx)
	if err != nil {
		return nil, err
	}
	return func() queens.Placement { return sampler.Sample(rng) }, nil
}

// reduce removes queens from a solution in random order, but keeps each without which the
// board has another solution or is above the level.
func (r *rules) reduce(ctx context.Context, p Position, level Level, rng *rand.Rand) (Position, error) {
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
	return p.with(tidy(given)), nil
}

// keeps reports whether a position is a puzzle up to the level. If its solution can be
// deduced, it has no other.
func (r *rules) keeps(ctx context.Context, p Position, level Level) (bool, error) {
	if level < Hard {
		return r.sheet(p).level(level) <= level, nil
	}
	board, err := p.board()
	if err != nil {
		return false, err
	}
	_, err = board.Unique(ctx)
	if errors.Is(err, queens.ErrNotUnique) {
		return false, nil
	}
	return err == nil, err
}
