package find

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/testkit"
)

// sideOf returns in which corner a square is.
func (q *corners) sideOf(s bitboard.Square) int {
	index := s.Row + s.Col
	if q.family == diagonalFamily {
		index = s.Row - s.Col + q.board.n - 1
	}
	if index < q.cut {
		return 0
	}
	return 1
}

// coordinatesOf returns how far a square is from the edges of its corner, and its diagonal from
// the cut.
func (q *corners) coordinatesOf(s bitboard.Square) [3]int {
	last := q.board.n - 1
	switch first := q.sideOf(s) == 0; {
	case q.family == diagonalFamily && first: // the upper right
		return [3]int{s.Row, last - s.Col, q.cut - 1 - (s.Row - s.Col + last)}
	case q.family == diagonalFamily:
		return [3]int{last - s.Row, s.Col, s.Row - s.Col + last - q.cut}
	case first:
		return [3]int{s.Row, s.Col, q.cut - 1 - s.Row - s.Col}
	}
	return [3]int{last - s.Row, last - s.Col, s.Row + s.Col - q.cut}
}

// queensOf returns how many queens of a placement are in the first corner.
func (q *corners) queensOf(p []int) (queens int) {
	for s := range squares(p) {
		queens += 1 - q.sideOf(s)
	}
	return queens
}

// A naiveCorner says of a corner what follows from the definition.
type naiveCorner struct {
	slack int
	free  [3][]int // coordinates, in ascending order
	takes int      // how many of each the missing queens take
}

// naive returns a corner that must hold so many queens, or false if they need more tracks than
// there are.
func (q *corners) naive(side, queens int) (c naiveCorner, ok bool) {
	c.takes = queens
	squares := 0
	for row, open := range q.board.grid().Open {
		for col := range open.Members() {
			s := bitboard.Square{Row: row, Col: col}
			if q.sideOf(s) != side {
				continue
			}
			if open.len() == 1 {
				c.takes--
				continue
			}
			squares++
			for i, coordinate := range q.coordinatesOf(s) {
				c.free[i] = append(c.free[i], coordinate)
			}
		}
	}
	c.slack = c.takes * q.both[side].last
	for i := range c.free {
		slices.Sort(c.free[i])
		c.free[i] = slices.Compact(c.free[i])
		if c.takes < 0 || c.takes > len(c.free[i]) {
			return c, false
		}
		for _, coordinate := range c.free[i][:c.takes] {
			c.slack -= coordinate
		}
	}
	return c, true
}

// raises returns by how much the least sum of one family grows if the queens use a track.
func (c *naiveCorner) raises(family, coordinate int) int {
	if c.takes == 0 {
		return 1 << 20
	}
	return max(0, coordinate-c.free[family][c.takes-1])
}

// needs reports whether the queens cannot do without a track.
func (c *naiveCorner) needs(family, coordinate int) bool {
	taken := slices.Contains(c.free[family][:c.takes], coordinate)
	return taken && (c.takes == len(c.free[family]) || c.free[family][c.takes]-coordinate > c.slack)
}

// openAfterClose returns the squares that close leaves, by the definition.
func (q *corners) openAfterClose(naive [2]naiveCorner) (open []Set) {
	open = make([]Set, q.board.n)
	for row, squares := range q.board.grid().Open {
		for col := range squares.Members() {
			s := bitboard.Square{Row: row, Col: col}
			side := q.sideOf(s)
			c, other := &naive[side], &naive[1-side]
			coordinates := q.coordinatesOf(s)
			cost := 0
			for family, coordinate := range coordinates {
				cost += c.raises(family, coordinate)
			}
			// The other corner's coordinates of the row and of the column.
			otherRow, otherCol := row, col
			if q.both[1-side].flipped[rowFamily] {
				otherRow = q.board.n - 1 - row
			}
			if q.both[1-side].flipped[colFamily] {
				otherCol = q.board.n - 1 - col
			}
			held := squares.len() == 1
			if held || cost <= c.slack && !other.needs(rowFamily, otherRow) && !other.needs(colFamily, otherCol) {
				open[row].add(col)
			}
		}
	}
	return open
}

// Whatever the cut, each solution is in the case of its number of queens, which keeps all of
// its squares. What is closed is what the definition rules out.
func TestCorners(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(48, 62))
	closed, forced, refuted := 0, 0, 0
	for i := range 600 {
		n := 1 + i%10
		all := solutionsIn(Empty(n, false), math.MaxInt)
		if len(all) == 0 {
			continue
		}
		p := all[rng.IntN(len(all))]
		board := tightGrid(rng, p, 0.3+0.7*rng.Float64())
		for row := range rng.IntN(n/2 + 1) {
			board = board.With(row, p[row])
		}
		solutions := slices.DeleteFunc(slices.Clone(all), func(s []int) bool { return !board.solves(s) })
		b := newTrackBoard(board)
		for family := range families {
			b.forceAll(family)
		}
		if !b.settle() {
			t.Fatalf("%b: refuted, though %v is a solution", board.Open, p)
		}
		q := b.cutAlong(diagonalFamily+rng.IntN(2), rng.IntN(2*n))
		for queens := range n + 1 {
			mark := b.save()
			var naive [2]naiveCorner
			var fits [2]bool
			for side := range naive {
				naive[side], fits[side] = q.naive(side, queens+side*(n-2*queens))
			}
			room := fits[0] && fits[1] && naive[0].slack >= 0 && naive[1].slack >= 0
			var want []Set
			if room {
				want = q.openAfterClose(naive)
			}
			begun, before := slices.Clone(b.grid().Open), b.closed
			q.close(&subcase{corner: queens})
			if !room && !b.refuted {
				t.Fatalf("n = %d, %b: there is no room for %d queens, but they are not refuted", n, begun, queens)
			}
			for _, s := range solutions {
				if q.queensOf(s) == queens && (b.refuted || !b.grid().solves(s)) {
					t.Fatalf("n = %d, %b, cut %d of family %d, %d queens: %v is lost", n, begun, q.cut, q.family, queens, s)
				}
			}
			if !b.refuted {
				if !slices.Equal(b.grid().Open, want) {
					t.Fatalf("n = %d, %b, cut %d of family %d, %d queens: %b is left, want %b", n, begun, q.cut, q.family, queens, b.grid().Open, want)
				}
				if b.closed > before {
					closed++
				}
				for _, track := range b.forced {
					for _, s := range solutions {
						if q.queensOf(s) == queens && !b.holds(track, s) {
							t.Fatalf("n = %d, %b: track %d is forced, but %v does without", n, begun, track, s)
						}
					}
					forced++
				}
			} else {
				refuted++
			}
			b.restore(mark)
		}
	}
	if closed < 100 || forced < 100 || refuted < 100 {
		t.Errorf("%d closed, %d forced, %d refuted, want 100 of each", closed, forced, refuted)
	}
}
