package queens

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// upperHalves goes through the ways to place queens in the rows above the seam, and,
// on an odd board, perhaps one of these in the middle column.
func upperHalves(n int, visit func(Placement)) {
	p := emptyPlacement(n)
	var place func(row int)
	place = func(row int) {
		if row == n/2 {
			visit(p)
			return
		}
		for col := range n {
			p[row] = col
			if p.Valid() {
				place(row + 1)
			}
		}
		p[row] = Empty
	}
	place(0)
}

// seamAttacks returns the squares that queens above the seam attack along falling
// diagonals and along rising ones: on an odd board those of the middle row. On an even
// one, where diagonals go from a square above the seam to one below, it is the former
// for falling diagonals and the latter for rising ones.
func seamAttacks(p Placement) (falling, rising uint64) {
	n := len(p)
	for queen := range p.Queens() {
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

// listHalves returns the masks that the lister lists, not rearranged, and sorted.
func listHalves(t *testing.T, l *lister, h halfSet) []uint64 {
	t.Helper()
	for diagonal := range 2 * l.seam.crossing {
		bit := uint64(1) << diagonal
		if h.blocked>>diagonal&1 != 0 {
			bit = 0
		}
		h.bitAt = append(h.bitAt, bit)
	}
	if err := l.list(&h, new(atomic.Bool)); err != nil {
		t.Fatal(err)
	}
	slices.Sort(h.masks)
	return h.masks
}

func TestHalves(t *testing.T) {
	last := fewer(12, 9)
	for n := minJoin; n <= last; n++ {
		j := newJoin(n)
		want := make(map[uint64][]uint64) // by their columns, as a row
		upperHalves(n, func(p Placement) {
			var row uint64
			for queen := range p.Queens() {
				row |= 1 << queen.Col
			}
			falling, rising := seamAttacks(p)
			want[row] = append(want[row], falling|rising<<j.seam.crossing)
		})
		for row := range want {
			slices.Sort(want[row])
		}
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			eachKernel(t, func(t *testing.T, k *kernel) { checkHalves(t, j, k, want) })
		})
	}
}

// checkHalves compares the halves in each set of columns with those that are wanted.
func checkHalves(t *testing.T, j *join, k *kernel, want map[uint64][]uint64) {
	n := j.seam.n
	var middle []Square
	for row := range n / 2 {
		middle = append(middle, Square{row, n / 2})
	}
	l := newLister(j.seam, k.pairing, newQuarterStore(j.seam), j.rowSets)
	for row := range fullRow(n) {
		if bits.OnesCount64(row) != n/2 {
			continue
		}
		c := j.seam.columnsOf(row)
		h := halfSet{columns: c}
		if n%2 == 1 && row>>(n/2)&1 != 0 {
			h.middle = middle
		} else if c.row(n) != row {
			t.Fatalf("the columns of row %b are %+v, of row %b", row, c, c.row(n))
		}
		if diff := cmp.Diff(want[row], listHalves(t, l, h), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("halves in columns %b (-want +got):\n%s", row, diff)
		}
		if row%8 != 0 {
			continue
		}
		h.blocked = 1<<(n/2) | 1<<(j.seam.crossing+n/3)
		free := slices.DeleteFunc(slices.Clone(want[row]), func(m uint64) bool { return m&h.blocked != 0 })
		if got := listHalves(t, l, h); !slices.Equal(got, free) {
			t.Fatalf("halves in columns %b without diagonals %b: %b, want %b", row, h.blocked, got, free)
		}
	}
}

// A lister that is stopped says so, and lists nothing.
func TestHalvesStopped(t *testing.T) {
	for _, n := range []int{12, 13} {
		j := newJoin(n)
		l := newLister(j.seam, portable.pairing, newQuarterStore(j.seam), j.rowSets)
		h := halfSet{columns: columnSet{0b10101, 0b11010}}
		for diagonal := range 2 * j.seam.crossing {
			h.bitAt = append(h.bitAt, 1<<diagonal)
		}
		for range 2 { // without lists of quarters, and with them
			if err := l.list(&h, raisedFlag()); err != errStopped || len(h.masks) > 0 {
				t.Errorf("n = %d: stopped: %d halves, %v", n, len(h.masks), err)
			}
			if err := l.list(&h, new(atomic.Bool)); err != nil || len(h.masks) == 0 {
				t.Errorf("n = %d: %d halves, %v", n, len(h.masks), err)
			}
		}
	}
}

func TestArrangement(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 29))
	var a arrangement
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
		a.set(bitAt)
		if got := a.of(mask); got != want {
			t.Fatalf("%x arranged by %x is %x, want %x", mask, bitAt, got, want)
		}
		if got := arranged(mask, bitAt); got != want {
			t.Fatalf("the single mask %x arranged by %x is %x, want %x", mask, bitAt, got, want)
		}
	}
}
