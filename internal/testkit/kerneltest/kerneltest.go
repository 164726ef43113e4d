// Package kerneltest helps the tests of what uses kernels.
package kerneltest

import (
	"testing"

	"example.com/queens/internal/kernel"
)

// EachKernel tests each kernel of the build, and skips those that the machine cannot run.
func EachKernel(t *testing.T, test func(*testing.T, *kernel.Kernel)) {
	t.Helper()
	for _, k := range kernel.All {
		t.Run("impl="+k.Name, func(t *testing.T) {
			if missing := k.Missing(); len(missing) > 0 {
				t.Skipf("this machine has no %v", missing)
			}
			test(t, k)
		})
	}
}

// MeteredPairing returns a pairing that first calls enter, each time, with the number of masks that
// it is going to write or look at.
func MeteredPairing(p *kernel.Pairing, enter func(masks int)) *kernel.Pairing {
	return &kernel.Pairing{
		Combine: func(out, xs, ys []uint64) int {
			enter(len(xs) * len(ys))
			return p.Combine(out, xs, ys)
		},
		Transpose: func(have *[64]kernel.Flags, block *[kernel.BlockMasks]uint64) {
			enter(kernel.BlockMasks)
			p.Transpose(have, block)
		},
		Subsets: func(entries, have []kernel.Flags) {
			enter(1 << len(have))
			p.Subsets(entries, have)
		},
		Count: func(t *kernel.Lookup, runs []uint32, masks []uint64) uint64 {
			enter(int(runs[len(runs)-1] - runs[0]))
			return p.Count(t, runs, masks)
		},
		Tally: func(o *kernel.Offsets, masks []uint64, f kernel.BitField) {
			enter(len(masks))
			p.Tally(o, masks, f)
		},
		Scatter: func(sorted []uint64, o *kernel.Offsets, masks []uint64, f kernel.BitField, live uint64) {
			enter(len(masks))
			p.Scatter(sorted, o, masks, f, live)
		},
	}
}

// MeteredBlocks returns the portable kernel with a meter: it adds the boards given to it
// to sum.
func MeteredBlocks(sum *int) *kernel.Kernel {
	metered := func(f kernel.Expansion) kernel.Expansion {
		return func(in *kernel.Boards, first, count int, row *kernel.OpenRow, out *kernel.Boards) {
			*sum += count
			f(in, first, count, row, out)
		}
	}
	p := kernel.Portable
	k := &kernel.Kernel{Name: "metered", NewBoards: p.NewBoards, Plain: metered(p.Plain), Torus: metered(p.Torus)}
	k.Finish = func(in *kernel.Boards, first, count int, row *kernel.OpenRow) uint64 {
		*sum += count
		return p.Finish(in, first, count, row)
	}
	return k
}
