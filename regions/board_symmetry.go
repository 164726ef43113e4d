package regions

import (
	"bytes"
	"slices"

	"example.com/queens"
)

// Symmetries returns the symmetries of the square that preserve the board, in the order of their
// constants. Such a symmetry takes regions to regions, given queens to given queens, blocked
// squares to blocked squares, and solutions to solutions. [queens.Identity] is always among them;
// most puzzles have no other. It takes O(n²) time.
func (b *Board) Symmetries() []queens.Symmetry {
	own := b.renumbered(queens.Identity)
	var symmetries []queens.Symmetry
	for s := queens.Identity; s <= queens.AntiTranspose; s++ {
		if own.compare(b.renumbered(s)) == 0 {
			symmetries = append(symmetries, s)
		}
	}
	return symmetries
}

// Canonical returns the canonical form of b, which is the same for all boards that differ from b
// only by a symmetry of the square or by the numbers of their regions. So two boards are the same
// puzzle if and only if their canonical forms have the same String. Its regions are numbered row by
// row, in the order of their first squares; of the eight images of b, it is the first in
// lexicographic order of the numbers, then of the given queens, then of the blocked squares. It
// takes O(n²) time.
func (b *Board) Canonical() *Board {
	least := b.renumbered(queens.Identity)
	for s := queens.Rotate90; s <= queens.AntiTranspose; s++ {
		if image := b.renumbered(s); image.compare(least) < 0 {
			least = image
		}
	}
	return least
}

// renumbered returns the image of b under a symmetry, its regions numbered in the order of
// their first squares.
func (b *Board) renumbered(s queens.Symmetry) *Board {
	g, image := geometryOf(b.n), makeBoard(b.n)
	back, next := s.Inverse(), uint8(0)
	number := slices.Repeat([]uint8{MaxN}, b.n)
	for i, square := range g.squareList {
		from := back.Apply(b.n, square)
		old := b.region[g.number(from)]
		if number[old] == MaxN {
			number[old] = next
			next++
		}
		image.region[i] = number[old]
		image.masks.at(int(number[old])).insert(i)
		if b.given[from.Row] == from.Col {
			image.given[square.Row] = square.Col
		}
		if b.blocked.has(g.number(from)) {
			image.blocked.insert(i)
		}
	}
	return image
}

// compare orders boards of one size by their regions, given queens and blocked squares.
func (b *Board) compare(c *Board) int {
	if order := bytes.Compare(b.region, c.region); order != 0 {
		return order
	}
	if order := slices.Compare(b.given, c.given); order != 0 {
		return order
	}
	return slices.Compare(b.blocked, c.blocked)
}
