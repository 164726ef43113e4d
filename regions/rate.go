package regions

import (
	"context"

	"example.com/queens"
)

// Difficulty says how hard the board is for a person: [queens.Easy] if [Single] and
// [Point] are enough to solve it, [queens.Medium] if it takes [Pin] or [Set2] too,
// [queens.Hard] if it takes [Set3] or [Set4], and [queens.Expert] if these are not enough
// and it takes trials. Only a board with one solution has a difficulty; the errors are those
// of [Board.Unique]. Given queens and blocked squares count: it is the difficulty of what is
// left to do.
func (b *Board) Difficulty(ctx context.Context) (queens.Difficulty, error) {
	if _, err := b.Unique(ctx); err != nil {
		return 0, err
	}
	p := newSheet(b)
	d := rate(p, newRules(ctx, p))
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return d, nil
}

// strongest has the strongest rule that a board of each difficulty but the hardest may need.
var strongest = [...]Rule{queens.Easy: Point, queens.Medium: Set2, queens.Hard: Set4}

// rate returns the difficulty of a sheet with one solution, and changes the sheet. The order
// of the steps does not matter: what a rule finds, it also finds with fewer open squares.
func rate(p *sheet, r *rules) queens.Difficulty {
	r.divide(p.division)
	for difficulty, last := range strongest {
		if r.settle(p, last); p.solved() {
			return queens.Difficulty(difficulty)
		}
	}
	return queens.Expert
}
