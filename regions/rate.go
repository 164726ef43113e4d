package regions

import (
	"context"

	"example.com/queens"
)

// Difficulty says how hard the board is for a person: [queens.Easy] if [Single] and
// [Point] are enough to solve it, [queens.Medium] if [Pin] and [Set2] are needed too, and
// [queens.Hard] if even these are not enough. Only a board with one solution has a
// difficulty; the errors are those of [Board.Unique]. Queens given and squares blocked
// count, so that it is the difficulty of what is left to do.
func (b *Board) Difficulty(ctx context.Context) (queens.Difficulty, error) {
	if _, err := b.Unique(ctx); err != nil {
		return 0, err
	}
	p := newPosition(b)
	d := rate(p, newRules(ctx, p))
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return d, nil
}

// rate returns the difficulty of a position with one solution, and changes it. The order
// of the steps does not matter: what a rule finds, it finds with fewer open squares too.
func rate(p *position, r *rules) queens.Difficulty {
	r.divide(p.division)
	for difficulty, last := range []Rule{queens.Easy: Point, queens.Medium: Set2} {
		p.settle()
		for !p.solved() && r.exclude(p, Point, last) {
			p.settle()
		}
		if p.solved() {
			return queens.Difficulty(difficulty)
		}
	}
	return queens.Hard
}
