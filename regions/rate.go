package regions

import (
	"context"
	"math"

	"example.com/queens/internal/rating"
	"example.com/queens/puzzle"
)

// Rate returns how hard the board is for a person. The difficulty is [puzzle.Easy] if [Single]
// and [Point] are enough to solve it, [puzzle.Medium] if it takes [Pin] or [Set2] too,
// [puzzle.Hard] if it takes [Set3] or [Set4], and [puzzle.Expert] if these are not enough and
// it takes trials. Given queens and blocked squares count: it is the rating of what is left to
// do.
//
// The score adds up the effort of the steps of [Board.Deduce]. A step is the harder, the more
// squares one must look at at once, and the easier, the more others by the same rule there are
// to find instead:
//
//	effort of a step = weight of its rule · units · squares / steps of that rule to choose from
//	score            = 100·E / (E + 30), where E is the effort of all steps
//
// The weight of a [Single] or a [Point] is 1, that of other rules 2. The squares are those
// of Because, and one more; a [Trial] has the units and the squares of all steps in it. If it
// takes a [Search], or the rules end, the score is 100.
//
// Only a board with one solution has a rating; the errors are those of [Board.Unique]. Rate
// takes as long as Unique and Deduce.
func (b *Board) Rate(ctx context.Context) (r puzzle.Rating, err error) {
	if _, err = b.Unique(ctx); err != nil {
		return r, err
	}
	p := newSheet(b)
	r.Difficulty = rate(p, newRules(ctx, p))
	p.begin(b)
	effort := 0.0
	for d := newDeducer(ctx, p); !d.solved(); r.Steps++ {
		step, ok := d.next()
		if err = ctx.Err(); err != nil {
			return puzzle.Rating{}, err
		}
		if !ok {
			effort = math.Inf(1)
			break
		}
		choices := d.choices
		effort += d.apply(step).effort(choices)
	}
	r.Score = rating.Score(effort)
	return r, nil
}

// effort returns what it takes a person to find a step, with as many like it to choose from.
func (d Deduction) effort(choices int) float64 {
	if d.Rule == Search {
		return math.Inf(1)
	}
	units, squares := 0, 0
	for _, step := range append(d.Steps, d) {
		units += len(step.Units)
		squares += len(step.Because) + 1
	}
	weight := 1
	if d.Rule > Point {
		weight = 2
	}
	return rating.Effort(weight, units, squares, choices)
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
