package puzzle_test

import (
	"math/rand/v2"

	"example.com/queens/puzzle"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Names of package puzzle, since New of both packages cannot be imported.
type (
	Deduction  = puzzle.Deduction
	Rule       = puzzle.Rule
	Line       = puzzle.Line
	Difficulty = puzzle.Difficulty
	Rating     = puzzle.Rating
)

const (
	Single, Pin, Trial, Contradiction = puzzle.Single, puzzle.Pin, puzzle.Trial, puzzle.Contradiction
	Easy, Medium, Hard, Expert        = puzzle.Easy, puzzle.Medium, puzzle.Hard, puzzle.Expert
)

var ErrNoPuzzle, ErrRulesEnd = puzzle.ErrNoPuzzle, puzzle.ErrRulesEnd
