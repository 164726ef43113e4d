package join

import (
	"sync/atomic"

	. "example.com/queens/internal/testkit"
)

// countPieces counts pieces with a joiner.
func countPieces(j *joiner, p *Pieces) (all uint64) {
	for i := range p.Len() {
		all += Must(j.count(p.at(i), new(atomic.Bool)))
	}
	return all
}
