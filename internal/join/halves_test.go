package join

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
)

// upperHalves goes through the ways to place queens in the rows above the seam, on an odd board not
// in the middle column.
func upperHalves(n int, visit func(placement)) {
	p, cols := noQueens(n), bitboard.Below(n)
	if n%2 == 1 {
		cols &^= 1 << (n / 2)
	}
	place(p, slices.Collect(bitboard.Members(bitboard.Below(n/2))), cols, func() { visit(p) })
}

// place goes through the ways to place a queen in each of the rows, in some columns, so that none
// attacks another.
func place(p placement, rows []int, cols uint64, visit func()) {
	if len(rows) == 0 {
		visit()
		return
	}
	row := rows[0]
	for col := range bitboard.Members(cols) {
		if p[row] = col; p.valid() {
			place(p, rows[1:], cols, visit)
		}
	}
	p[row] = none
}

// seamAttacks returns the squares that queens above the seam attack along falling diagonals and
// along rising ones: on an odd board those of the middle row. On an even one, where diagonals go
// from a square above the seam to one below, it is the former for falling diagonals and the latter
// for rising ones.
func seamAttacks(p placement) (falling, rising uint64) {
	n := len(p)
	for queen := range p.squares() {
		below := n/2 - queen.Row
		if col := queen.Col + below; col < n {
			falling |= 1 << (col - (1 - n%2))
		}
		if col := queen.Col - below; col >= 0 {
			rising |= 1 << col
		}
	}
	return falling, rising
}

// listHalves returns the masks that the halfLister lists, and those that tie, not reordered, and
// sorted.
func listHalves(t *testing.T, l *halfLister, h selection) (masks, tied []uint64) {
	t.Helper()
	for diagonal := range 2 * l.tools.seam.crossing {
		h.bitAt = append(h.bitAt, 1<<diagonal&^l.tools.seam.blocked(h.columns.middle))
	}
	listPart(l, h, 0, new(atomic.Bool))
	slices.Sort(l.masks)
	slices.Sort(l.tied)
	return l.masks, l.tied
}

// listPart lists the halves of a set that have a prefix.
func listPart(l *halfLister, h selection, prefix uint64, stop *atomic.Bool) {
	l.prepare(h, stop)
	l.list(prefix, stop)
}

func listerFor(j *join, k *kernel.Kernel) *halfLister {
	return newJoiner(j, k.Pairing).upper
}

// Unions of long lists are made in several steps.
func TestUnions(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(38, 39))
	for _, sizes := range [][2]int{{0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, kernel.BatchSize + 1}, {3, kernel.BatchSize - 1}, {900, 300}} {
		var lists [2][]uint64
		for i, size := range sizes {
			for range size {
				lists[i] = append(lists[i], rng.Uint64()&rng.Uint64()&rng.Uint64()&rng.Uint64())
			}
		}
		want := append([]uint64{1, 2, 3}, testkit.PairsPlainly(lists[0], lists[1])...)
		slices.Sort(want)
		for _, k := range kernel.Runnable() {
			got := listerFor(joinOf(MinN), k).tools.appendUnions([]uint64{1, 2, 3}, slices.Grow(lists[0], kernel.VectorPadding), slices.Grow(lists[1], kernel.VectorPadding))
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s: lists of %v masks have %d unions, want %d", k.Name, sizes, len(got)-3, len(want)-3)
			}
		}
	}
}

// Halves whose rows on the left are out of range are not listed, ties are listed apart as well, and
// where they are broken one of each pair of transposes of left quarters is listed.
func TestHalvesRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 37))
	for n := 4; n <= 11; n++ {
		j := joinOf(n)
		all := uint32(bitboard.Below(n / 2))
		l := listerFor(j, kernel.Portable)
		type set struct {
			c    columnSet
			rows uint32
		}
		type half struct {
			mask   uint64
			chosen bool // whether the left quarter is chosen rather than its transpose
		}
		halves := map[set][]half{}
		upperHalves(n, func(p placement) {
			var row uint64
			var rows uint32
			for queen := range p.squares() {
				row |= 1 << queen.Col
				if queen.Col < n/2 {
					rows |= 1 << queen.Row
				}
			}
			falling, rising := seamAttacks(p)
			s := set{j.seam.columnsOf(row, noMiddle), rows}
			halves[s] = append(halves[s], half{falling | rising<<j.seam.crossing, isChosen(leftQuarter(p, false))})
		})
		for range 200 {
			size := rng.IntN(n/2 + 1)
			pick := func(size int) uint32 { return j.rowSets[size][rng.IntN(len(j.rowSets[size]))] }
			c := columnSet{left: pick(size), right: pick(n/2 - size)}
			least := min(pick(size), all-pick(size))
			if rng.IntN(2) == 0 {
				least = min(c.left, all-c.left)
			}
			r := rowRange{first: least + uint32(rng.IntN(2)), last: all - least, least: least}
			r.ties = rng.IntN(2) == 0
			r.chosen = r.ties && size > 1 && rng.IntN(2) == 0
			for _, x := range []middle{noMiddle, centred}[:1+n%2] {
				blocked := j.seam.blocked(x)
				var want, wantTied []uint64
				for rows := r.first; rows <= r.last; rows++ {
					for _, h := range halves[set{c, rows}] {
						if h.mask&blocked != 0 || r.chosen && rows == c.left && !h.chosen {
							continue
						}
						want = append(want, h.mask)
						if r.ties && min(rows, all-rows) == least {
							wantTied = append(wantTied, h.mask)
						}
					}
				}
				slices.Sort(want)
				slices.Sort(wantTied)
				got, gotTied := listHalves(t, l, selection{columns: columnSet{c.left, c.right, x}, rows: r})
				if !slices.Equal(got, want) || !slices.Equal(gotTied, wantTied) {
					t.Fatalf("n = %d, halves in columns %b, %+v: %x, %x tie, want %x, %x", n, c, r, got, gotTied, want, wantTied)
				}
			}
		}
	}
}

// isChosen reports whether a quarter is chosen rather than its transpose. If both have the same
// diagonals, either may be; the masks are the same.
func isChosen(quarter []bitboard.Square) bool {
	if twice := chosenHalves(quarter, true); twice != 1 {
		return twice == 2
	}
	var transposed []bitboard.Square
	for _, queen := range quarter {
		transposed = append(transposed, bitboard.Square{Row: queen.Col, Col: queen.Row})
	}
	bySquare := func(s, t bitboard.Square) int { return cmp.Or(s.Row-t.Row, s.Col-t.Col) }
	slices.SortFunc(transposed, bySquare)
	return slices.CompareFunc(quarter, transposed, bySquare) < 0
}
