package cross

import (
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens/internal/block"
	"example.com/queens/internal/symmetry"
)

// What tests look at.

func (c Cross) Easiest(b Board) block.Position                  { return c.easiest(b) }
func (c Cross) Probe(b Board, rng *rand.Rand, most int) float64 { return c.probe(b, rng, most) }
func (b Board) Root() Cross                                     { return b.root() }
func (b Board) CrossGroup() []symmetry.View                     { return b.crossGroup() }
func (b Board) Extend(c Cross, group []symmetry.View, stop *atomic.Bool, visit func(Cross)) {
	b.extend(c, group, stop, visit)
}
