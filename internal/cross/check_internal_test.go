package cross

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/construct"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/list"
	"example.com/queens/internal/symmetry"
	"example.com/queens/internal/testkit"
)

// boards returns boards for the block search and, above 32 rows, boards that are listed. The large
// ones have all but ten of the queens of a solution given, so that each is checked as a whole.
func boards(t *testing.T) map[string]Board {
	t.Helper()
	all := make(map[string]Board)
	for _, n := range []int{12, 14, 34, 48, 64} {
		b := Board{Board: bitboard.Empty(n), Given: slices.Repeat([]int{none}, n), Group: []symmetry.View{{}}}
		if n > kernel.MaxRows {
			solution := construct.Solution(n)
			for row, col := range solution[checkedRows:] {
				b.Given[checkedRows+row] = col
			}
			b.Board = b.WithAll(b.Given)
		}
		all[fmt.Sprint("n=", n)] = b
	}
	return all
}

// failed returns how many of a hundred checks of the pieces of a board fail.
func failed(t *testing.T, b Board, c Counter) (failures int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(63, 6))
	pieces := Piece(b, b.root())
	if b.N() <= kernel.MaxRows {
		pieces = Cut(b, 50, new(atomic.Bool))
	}
	for range 100 {
		err := c.check(pieces.list[rng.IntN(len(pieces.list))], rng, new(atomic.Bool))
		if err != nil && !strings.HasPrefix(err.Error(), "the check with queens in columns ") {
			t.Fatal(err)
		}
		if err != nil {
			failures++
		}
	}
	return failures
}

// Checks of a search that is right pass, with each kernel. Of one that loses solutions they fail wherever a part of a
// piece has some: always on the large boards here, often on the others.
func TestCheckFaults(t *testing.T) {
	testkit.Sequential(t)
	lose := func(share int) func(b bitboard.Board, stop *atomic.Bool, yield func([]int) bool) bool {
		return func(b bitboard.Board, stop *atomic.Bool, yield func([]int) bool) bool {
			found := 0
			return list.Solutions(b, stop, func(queens []int) bool {
				found++
				return found%share == 1%share || yield(queens)
			})
		}
	}
	right := *kernel.Fastest()
	loseBlocks := func(share uint64) *kernel.Kernel {
		k := right
		k.Finish = func(in *kernel.Boards, first, count int, row *kernel.OpenRow) uint64 {
			found := right.Finish(in, first, count, row)
			return found - (found+share-1)/share
		}
		return &k
	}
	for name, b := range boards(t) {
		faulty := func(share int) Counter {
			c := NewCounter(b, loseBlocks(uint64(share)))
			if c.list = lose(share); b.N() <= kernel.MaxRows {
				c.list = nil
			}
			return c
		}
		for _, k := range kernel.Runnable() {
			if failures := failed(t, b, NewCounter(b, k)); failures > 0 {
				t.Errorf("%s: %d of 100 checks of kernel %s fail", name, failures, k.Name)
			}
		}
		for _, share := range []int{1, 2} {
			least := 30
			if b.N() > kernel.MaxRows {
				least = 100
			}
			c := faulty(share)
			if failures := failed(t, b, c); failures < least {
				t.Errorf("%s: %d of 100 checks see that one solution in %d is lost, want %d", name, failures, share, least)
			}
			c.Release()
		}
	}
}

// A check that comes to where no queen fits ends there.
func TestCheckDeadEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 8))
	for range 100 {
		b := boards(t)["n=14"]
		for row := range b.Open {
			b.Open[row] &= rng.Uint64()&rng.Uint64() | 1<<rng.IntN(14) // about a third of the squares
		}
		if err := NewCounter(b, kernel.Portable).check(b.root(), rng, new(atomic.Bool)); err != nil {
			t.Errorf("%b: %v", b.Open, err)
		}
	}
}
