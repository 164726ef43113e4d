package regions

import (
	"context"
	"math"
	"sync/atomic"

	"example.com/queens/internal/work"
	"example.com/queens/puzzle"
)

// Rate returns how hard the board is for a person. The difficulty is [puzzle.Easy] if [Single] and
// [Point] are enough to solve it, [puzzle.Medium] if it takes [Pin] or [Set2] too, [puzzle.Hard] if
// it takes [Set3] or [Set4], and [puzzle.Expert] if these are not enough and it takes trials. Given
// queens and blocked squares make a board easier.
//
// The score adds up the effort of the steps of [Board.Deduce]. A step is harder the more squares a
// person must look at together, and easier the more steps by the same rule there are to find
// instead:
//
//	effort of a step = weight of its rule · units · squares / steps of that rule to choose from
//	score            = [puzzle.Score] of the sum of all efforts
//
// The weight of a [Single] or a [Point] is 1, that of other rules 2. A step has the units in Units,
// and one square more than Because has; a [Trial] adds the units and the squares of its Steps. If
// it takes a [Search], or the rules end, the score is 100.
//
// Only a board with one solution has a rating; the errors are those of [Board.Unique]. Rate
// takes as long as Unique and Deduce.
func (b *Board) Rate(ctx context.Context) (r puzzle.Rating, err error) {
	if _, err = b.Unique(ctx); err != nil {
		return r, err
	}
	err = work.UntilDone(ctx, func(stop *atomic.Bool) error {
		p := newSheet(b)
		r.Difficulty = rate(p, newRules(stop, p))
		p.begin(b)
		effort := 0.0
		for d := newDeducer(stop, p); !d.solved(); r.Steps++ {
			step, choices, err := d.next()
			if err == puzzle.ErrRulesEnd {
				effort = math.Inf(1)
				break
			} else if err != nil {
				return err
			}
			effort += step.effort(choices)
			d.take(step)
		}
		r.Score = puzzle.Score(effort)
		return nil
	})
	if err != nil {
		return puzzle.Rating{}, err
	}
	return r, nil
}

// effort returns how hard it is to find a step by its rule, if there are so many of them to choose
// from.
func (d Deduction) effort(choices int) float64 {
	if d.Rule == Search {
		return math.Inf(1)
	}
	units, squares, weight := len(d.Units), len(d.Because)+1, 1
	for _, step := range d.Steps {
		units += len(step.Units)
		squares += len(step.Because) + 1
	}
	if d.Rule > Point {
		weight = 2
	}
	return float64(weight*units*squares) / float64(choices)
}

// strongest has the strongest rule that a board of each difficulty but the hardest may need.
var strongest = [...]Rule{puzzle.Easy: Point, puzzle.Medium: Set2, puzzle.Hard: Set4}

// rate returns the difficulty of a sheet with one solution, and changes the sheet. The order of
// the steps does not matter: what a rule finds, it also finds with fewer open squares.
func rate(p *sheet, r *rules) puzzle.Difficulty {
	r.divide(p.division)
	for difficulty, last := range strongest {
		if r.settle(p, last); p.solved() {
			return puzzle.Difficulty(difficulty)
		}
	}
	return puzzle.Expert
}
