package cross

import (
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/symmetry"
)

// What tests look at.

func (b Board) Easiest(c Cross) (bitboard.Board, []int) {
	p := b.position(c).easiest()
	return p.Board, p.queens
}
func (b Board) Cost(c Cross, rng *rand.Rand, most int) float64 { return b.cost(c, rng, most) }
func (b Board) Root() Cross                                    { return b.root() }
func (b Board) CrossGroup() []symmetry.View                    { return b.crossGroup() }
func (b Board) Extend(c Cross, group []symmetry.View, stop *atomic.Bool, visit func(Cross)) {
	b.extend(c, group, stop, visit)
}
