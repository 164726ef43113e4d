package join

import "sort"

// What the forecast sees of the inside. It is in a package of its own, as it compares with the
// estimates of the library.

// Sets returns the number of sets of columns.
func Sets(n int) int { return sharedJoin(n).sets.len() }

// CostBefore returns the cost of the sets before an index.
func CostBefore(n, index int) int64 { return sharedJoin(n).sets.cost(index) }

// CostOfSets returns the cost of all sets of columns.
func CostOfSets(n int) int64 { return CostBefore(n, Sets(n)) }

// SetAtCost returns the set that a place in the row of all sets belongs to, in which each is as
// long as its cost, and its share of the row.
func SetAtCost(n int, place int64) (set *Pieces, share float64) {
	index := sort.Search(Sets(n)-1, func(i int) bool { return place < CostBefore(n, i+1) })
	set = sharedJoin(n).piece(setRange{index, 1})
	return set, set.Cost(0) / float64(CostOfSets(n))
}

// First returns the index of the first set.
func (p *Pieces) First() int { return p.at(0).first }
