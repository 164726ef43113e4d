package join

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/testkit/kerneltest"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// upperHalves goes through the ways to place queens in the rows above the seam, on an odd board not
// in the middle column; or, if the middle is off the centre, also in the left half of the middle row
// and, farther from the centre, in the middle column.
func upperHalves(n int, x middle, visit func(placement)) {
	p := noQueens(n)
	rows := n / 2
	if x == offCentre {
		rows++
	}
	place(p, slices.Collect(bitboard.Members(bitboard.Below(rows))), bitboard.Below(n), func() {
		inMiddle := n%2 == 1 && slices.Contains(p[:n/2], n/2)
		if x == offCentre && inMiddle && middleOf(p) == offCentre || x != offCentre && !inMiddle {
			visit(p)
		}
	})
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

// listUntied returns the masks that the halfLister lists where there are no ties.
func listUntied(t *testing.T, l *halfLister, h selection) []uint64 {
	t.Helper()
	masks, tied := listHalves(t, l, h)
	if len(tied) > 0 {
		t.Fatalf("%d halves tie where there are no ties", len(tied))
	}
	return masks
}

func TestHalves(t *testing.T) {
	last := testkit.Fewer(12, 9)
	for n := MinN; n <= last; n++ {
		j := joinOf(n)
		want := make(map[uint64][]uint64) // by their columns, as a row
		visit := func(p placement) {
			var row uint64
			for queen := range p.squares() {
				row |= 1 << queen.Col
			}
			falling, rising := seamAttacks(p)
			want[row] = append(want[row], falling|rising<<j.seam.crossing)
		}
		upperHalves(n, noMiddle, visit)
		if n%2 == 1 {
			upperHalves(n, offCentre, visit)
		}
		for row := range want {
			slices.Sort(want[row])
		}
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) { checkHalves(t, j, k, want) })
		})
	}
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

// checkHalves compares the halves in each set of columns with those that are wanted.
func checkHalves(t *testing.T, j *join, k *kernel.Kernel, want map[uint64][]uint64) {
	n := j.seam.n
	l := listerFor(j, k)
	for row := range bitboard.Below(n) {
		middle := n%2 == 1 && row>>(n/2)&1 != 0
		if size := bits.OnesCount64(row); middle && size != n/2+1 || !middle && size != n/2 {
			continue
		}
		c := j.seam.columnsOf(row, noMiddle)
		h := selection{columns: c, rows: rowRange{last: uint32(bitboard.Below(n / 2))}}
		if middle {
			h.columns.middle = offCentre
		} else if c.row(n) != row {
			t.Fatalf("the columns of row %b are %+v, of row %b", row, c, c.row(n))
		}
		if diff := gocmp.Diff(want[row], listUntied(t, l, h), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("halves in columns %b (-want +got):\n%s", row, diff)
		}
		if row%8 != 0 || middle || n%2 == 0 {
			continue
		}
		h.columns.middle = centred
		free := slices.DeleteFunc(slices.Clone(want[row]), func(m uint64) bool { return m&j.seam.blocked(centred) != 0 })
		if got := listUntied(t, l, h); !slices.Equal(got, free) {
			t.Fatalf("halves in columns %b with a queen in the centre: %b, want %b", row, got, free)
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
		upperHalves(n, noMiddle, func(p placement) {
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

// A halfLister that is stopped lists nothing.
func TestHalvesStopped(t *testing.T) {
	for _, n := range []int{12, 13} {
		j := joinOf(n)
		l := listerFor(j, kernel.Portable)
		h := selection{columns: columnSet{left: 0b10101, right: 0b11010}, rows: rowRange{last: 0b111111}}
		for diagonal := range 2 * j.seam.crossing {
			h.bitAt = append(h.bitAt, 1<<diagonal)
		}
		for range 2 { // without lists of quarters, and with them
			if listPart(l, h, 0, testkit.RaisedFlag()); len(l.masks) > 0 {
				t.Errorf("n = %d: stopped: %d halves", n, len(l.masks))
			}
			if listPart(l, h, 0, new(atomic.Bool)); len(l.masks) == 0 {
				t.Errorf("n = %d: after that there are no halves", n)
			}
		}
	}
}

func TestReordering(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 29))
	var order reordering
	for range 100 {
		bitAt := make([]uint64, 1+rng.IntN(48))
		var mask, want uint64
		for from, to := range rng.Perm(64)[:len(bitAt)] {
			if rng.IntN(4) > 0 {
				bitAt[from] = 1 << to
			}
			if rng.IntN(2) == 0 {
				mask |= 1 << from
				want |= bitAt[from]
			}
		}
		order.set(bitAt)
		if got := order.of(mask); got != want {
			t.Fatalf("%x reordered by %x is %x, want %x", mask, bitAt, got, want)
		}
		if got := reordered(mask, bitAt); got != want {
			t.Fatalf("the single mask %x reordered by %x is %x, want %x", mask, bitAt, got, want)
		}
	}
}
