package queens

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
)

// Draws returns an iterator, without end, over independent random draws of a solution, each
// with a weight. Some draws come to a dead end: they yield nil with the weight 0. The mean of
// the weights tends to the number of solutions and, for any function f of a solution, the sum
// of f(p)·weight divided by the sum of the weights tends to the average of f over all
// solutions, each counted once. Averages can therefore be estimated on boards that are too
// large to count, where [Board.Sampler] cannot draw.
//
// Sums over a fixed number of draws are unbiased: the expected value of f(p)·weight, where a
// dead end counts as 0, is the sum of f over all solutions. As for precision, K draws are
// worth (Σ weight)²/Σ weight² draws with equal chances (Kong 1992): on empty boards, about a
// sixth of K at n = 14 and a tenth at n = 64.
//
// A draw takes about as long as a probe of [Board.Estimate], which gets a more precise mean
// from as many: some 40 µs on an empty board of n = 64, and O(n²) in general. It
// places a queen in the row or column with the fewest squares left. It takes four of these at
// random, and one of the four, more often one that leaves many squares. The weight makes up
// for the chances of all these choices ([Knuth 1975]).
//
// Each iteration goes on with rng, and with the same state of rng yields the same; if rng is
// nil, the seed is drawn at random. Each [Placement] is the caller's to keep and to change.
// On a board without solutions all draws are dead ends.
//
// [Knuth 1975]: https://doi.org/10.1090/S0025-5718-1975-0373371-6
func (b *Board) Draws(rng *rand.Rand) iter.Seq2[Placement, float64] {
	start := b.start
	return func(yield func(Placement, float64) bool) {
		rng := orRandom(rng)
		d := drawer{newProber(start, 1, new(atomic.Bool)), make(Placement, len(start.open))}
		for yield(d.draw(rng)) {
		}
	}
}

// A drawer makes draws on one board. It is a prober with a population of one board.
type drawer struct {
	*prober
	queens Placement
}

// draw makes a draw.
func (d *drawer) draw(rng *rand.Rand) (Placement, float64) {
	d.root()
	for d.toFill = d.n - 1; d.toFill >= 0 && d.to.count > 0; d.toFill-- {
		d.from, d.to = d.to, d.from
		d.to.count = 0
		all := d.from.squares(0, d.n)
		some := chooseBits(rng, all, maxChoice)
		d.children = d.children[:0]
		total := d.expandTo(0, some)
		if len(d.children) == 0 {
			return nil, 0
		}
		c := d.choose(rng, total)
		d.queens[c.queen.Row] = c.queen.Col
		unlikely := total / c.value * float64(bits.OnesCount64(all)) / float64(bits.OnesCount64(some))
		d.keep(c, d.from.weight[0]*unlikely)
	}
	if d.to.count == 0 {
		return nil, 0
	}
	return slices.Clone(d.queens), d.to.weight[0]
}

// maxChoice is the number of squares that a draw compares by what they leave. Looking at all of
// them takes longer than it is worth.
const maxChoice = 4

// chooseBits returns a random set of as many bits of a word, all sets being equally likely, or
// all bits if there are not more.
func chooseBits(rng *rand.Rand, word uint64, count int) uint64 {
	left := bits.OnesCount64(word)
	if left <= count {
		return word
	}
	chosen := uint64(0)
	for range count {
		rest := word
		for range rng.IntN(left) {
			rest &= rest - 1
		}
		chosen |= rest & -rest
		word &^= chosen
		left--
	}
	return chosen
}

// choose chooses one of the children, with chances in proportion to their values.
func (d *drawer) choose(rng *rand.Rand, total float64) child {
	last := len(d.children) - 1
	if last > 0 {
		due := rng.Float64() * total
		for _, c := range d.children[:last] {
			if due -= c.value; due < 0 {
				return c
			}
		}
	}
	return d.children[last]
}
