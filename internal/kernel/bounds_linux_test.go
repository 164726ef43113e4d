package kernel

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"syscall"
	"testing"
	"unsafe"

	"example.com/queens/internal/bitboard"

	"example.com/queens/internal/testkit"
)

// guarded returns room for as many elements between two pages that cannot be read, right after the
// first or right before the second.
func guarded[T any](t *testing.T, size int, atEnd bool) []T {
	t.Helper()
	var element T
	page := os.Getpagesize()
	bytes := size * int(unsafe.Sizeof(element))
	inner := (bytes + page - 1) / page * page
	memory := testkit.Must(syscall.Mmap(-1, 0, inner+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE))
	t.Cleanup(func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	for _, guard := range [][]byte{memory[:page], memory[page+inner:]} {
		testkit.NoError(t, syscall.Mprotect(guard, syscall.PROT_NONE))
	}
	first := page
	if atEnd {
		first += inner - bytes
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[first])), size)
}

// guardedBoards is room for size boards as the kernel asks for it, each array between guards.
func guardedBoards(t *testing.T, k *Kernel, size int, atEnd bool) *Boards {
	t.Helper()
	b := k.NewBoards(size)
	if b.Whole != nil {
		b.Whole = guarded[Partial](t, len(b.Whole), atEnd)
	} else {
		b.Cols = guarded[uint32](t, len(b.Cols), atEnd)
		b.Left = guarded[uint32](t, len(b.Left), atEnd)
		b.Right = guarded[uint32](t, len(b.Right), atEnd)
	}
	return &b
}

// TestKernelsInBounds gives kernels just the room that they ask for, for the boards that they read
// and the children that they make.
func TestKernelsInBounds(t *testing.T) { inBounds(t, 101, checkInBounds) }

// TestPairingsInBounds gives pairings just the room that they ask for.
func TestPairingsInBounds(t *testing.T) {
	inBounds(t, 40, func(t *testing.T, rng *rand.Rand, k *Kernel, count int, atEnd bool) {
		checkPairing(t, rng, k.Pairing, count, atEnd)
	})
}

// inBounds tests each kernel with up to some number of elements. It turns faults into failures.
func inBounds(t *testing.T, counts int, check func(t *testing.T, rng *rand.Rand, k *Kernel, count int, atEnd bool)) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
		rng := rand.New(rand.NewPCG(16, 17))
		for count := range counts {
			for _, atEnd := range []bool{false, true} {
				t.Run(fmt.Sprintf("count=%d/atEnd=%t", count, atEnd), func(t *testing.T) {
					defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
					defer func() {
						if fault := recover(); fault != nil {
							t.Fatal(fault)
						}
					}()
					check(t, rng, k, count, atEnd)
				})
			}
		}
	})
}

func checkInBounds(t *testing.T, rng *rand.Rand, k *Kernel, count int, atEnd bool) {
	const n = 20
	for _, r := range []rules{plain, torus} {
		row := r.randomRow(rng, n)
		in := guardedBoards(t, k, count, atEnd)
		block := randomBlock(rng, n, count, row)
		for _, p := range block {
			in.Push(p)
		}
		children := r.expandNaively(block, row)
		out := guardedBoards(t, k, len(children), atEnd)
		r.on(k)(in, 0, count, row, out)
		if out.N != len(children) {
			t.Errorf("%s: %d children, want %d", r.name, out.N, len(children))
		}
		k.Finish(in, 0, count, row)
	}
}

func checkPairing(t *testing.T, rng *rand.Rand, p *Pairing, count int, atEnd bool) {
	xs := guarded[uint64](t, 1+count/4, atEnd)
	copy(xs, testkit.RandomMasks(rng, len(xs), bitboard.Below(10), 4))
	ys := guarded[uint64](t, count+VectorPadding, atEnd)[:count]
	copy(ys, testkit.RandomMasks(rng, count, bitboard.Below(10), 4))
	want := testkit.PairsPlainly(xs, ys)
	out := guarded[uint64](t, len(want)+VectorPadding, atEnd)
	if got := out[:p.Combine(out, xs, ys)]; !slices.Equal(got, want) {
		t.Errorf("combine gives %x, want %x", got, want)
	}

	have := &guarded[[64]Flags](t, 1, atEnd)[0]
	p.Transpose(have, &guarded[[BlockMasks]uint64](t, 1, atEnd)[0])

	table := &guarded[Lookup](t, 1, atEnd)[0]
	width := rng.IntN(ChunkBits + 1)
	p.Subsets(guarded[Flags](t, 1<<width, atEnd), have[:width])
	table.Keys[0][0] = 1
	for i := range table.Chunks {
		table.Chunks[i][0][0] = 1
	}
	runs := guarded[uint32](t, 2, atEnd)
	runs[1] = uint32(count)
	masks := guarded[uint64](t, count, atEnd)
	if got := p.Count(table, runs, masks); got != uint64(count) {
		t.Errorf("%d pairs, want %d", got, count)
	}

	offsets := new(Offsets)
	low := BitField{Low: 1}
	p.Tally(offsets, masks, low)
	offsets[0] = [2]uint32{0, offsets[0][0]}
	p.Scatter(guarded[uint64](t, count, atEnd), offsets, masks, low, 0)
	if end := [2]uint32{uint32(count+1) / 2, uint32(count)}; offsets[0] != end {
		t.Errorf("masks were written up to %d, want %d", offsets[0], end)
	}
}
