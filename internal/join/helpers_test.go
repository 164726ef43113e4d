package join

import (
	"sync/atomic"

	. "example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

// listedPieces returns the pieces of a join.
func listedPieces(p work.Pieces) (list []*Piece) {
	for i := range p.Len {
		list = append(list, p.At(i).(*Piece))
	}
	return list
}

// countPieces counts pieces with a worker.
func countPieces(w work.Worker, pieces []*Piece) (all uint64) {
	for _, p := range pieces {
		all += Must(w.Count(p, new(atomic.Bool)))
	}
	return all
}
