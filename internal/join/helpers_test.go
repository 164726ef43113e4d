package join

import (
	"sync/atomic"

	"example.com/queens/internal/testkit"
)

// joinOf returns a new join, sharedJoin the one that is made once, and cutOf the pieces of a join.
func joinOf(n int) *join                 { return newJoin(n, new(atomic.Bool)) }
func sharedJoin(n int) *join             { return joinFor(n, new(atomic.Bool)) }
func cutOf(j *join, atLeast int) *Pieces { return j.cut(atLeast, new(atomic.Bool)) }

// countPieces counts pieces with a joiner.
func countPieces(j *joiner, p *Pieces) (all uint64) {
	for i := range p.Len() {
		all += testkit.Must(j.count(p.at(i), new(atomic.Bool)))
	}
	return all
}
