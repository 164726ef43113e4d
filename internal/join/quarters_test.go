package join

import (
	"math/bits"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
)

// TestQuarterStoreFull counts with stores that have room for few lists or none.
func TestQuarterStoreFull(t *testing.T) {
	for _, n := range []int{12, 13} {
		for _, limit := range []int64{0, 1000} {
			j := joinOf(n)
			w := newJoiner(j, kernel.Portable.Pairing)
			store := w.upper.tools.store
			store.limit = limit
			if all, want := countPieces(w, cutOf(j, 1)), testkit.Reference[n].All; all != want {
				t.Errorf("n = %d, room for %d masks: %d solutions, want %d", n, limit, all, want)
			}
			var kept int64
			for i := range store.lists {
				kept += store.lists[i].Load().len()
			}
			if size := store.size.Load(); size != kept || size > limit {
				t.Errorf("n = %d: %d masks are kept, and said to be %d, want at most %d", n, kept, size, limit)
			}
		}
	}
}

// A search for quarters looks at the flag before it has listed more than four queens can make, and
// its list is not kept.
func TestQuarterSearchStops(t *testing.T) {
	for _, n := range []int{14, 20, 25, 32} {
		s := newSeam(n)
		store, search := newQuarterStore(s), newQuarterSearch(s)
		cols := uint32(bitboard.Below(s.half))
		if store.get(cols, noMiddle, search, testkit.RaisedFlag()); store.lists[cols].Load() != nil {
			t.Errorf("n = %d: stopped, and a list is kept", n)
		}
		if most := s.half * (s.half - 1) * (s.half - 2) * (s.half - 3); len(search.found) > most {
			t.Errorf("n = %d: %d quarters are found when stopped, want at most %d", n, len(search.found), most)
		}
		if s.half > 10 {
			continue
		}
		list := store.get(cols, noMiddle, search, new(atomic.Bool))
		if list != store.lists[cols].Load() {
			t.Fatalf("n = %d: the list is not kept", n)
		}
		for rows := range uint32(1) << s.half {
			if got := len(list.on(rows)); got > 0 && bits.OnesCount32(rows) != s.half {
				t.Errorf("n = %d: %d quarters in rows %b", n, got, rows)
			}
		}
	}
}

// Of the quarters with equal rows and columns, those that are chosen make all of them, together
// with the transposes of those that are chosen, a single queen not twice.
func TestQuartersChosen(t *testing.T) {
	for n := 2; n <= 13; n++ {
		s := newSeam(n)
		search := newQuarterSearch(s)
		for cols := range uint32(1) << s.half {
			var want []uint64
			transposed := make(map[uint64]uint64)
			for _, queens := range quartersOn(s.half, cols) {
				var mask, other uint64
				for _, queen := range queens {
					mask |= s.mask(queen)
					other |= s.mask(bitboard.Square{Row: queen.Col, Col: queen.Row})
				}
				want = append(want, mask)
				transposed[mask] = other
			}
			got := chosenQuarters(t, search, cols, true)
			for _, mask := range chosenQuarters(t, search, cols, false) {
				got = append(got, transposed[mask])
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("n = %d, columns %b: chosen quarters and their transposes are %x, want %x", n, cols, got, want)
			}
		}
	}
}

func chosenQuarters(t *testing.T, search *quarterSearch, cols uint32, single bool) []uint64 {
	t.Helper()
	masks := search.choose(cols, single, new(atomic.Bool))
	return slices.Clone(masks)
}

// quartersOn returns the ways to place queens on a board of a size, in certain columns and in the
// same rows, so that none attacks another.
func quartersOn(size int, set uint32) (quarters [][]bitboard.Square) {
	p := noQueens(size)
	place(p, slices.Collect(bitboard.Members(uint64(set))), uint64(set), func() {
		quarters = append(quarters, slices.Collect(p.squares()))
	})
	return quarters
}
