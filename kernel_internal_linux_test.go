package queens

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns room for as many elements between two pages that cannot be read,
// right behind the first or right before the second.
func guarded[T any](t *testing.T, size int, atEnd bool) []T {
	t.Helper()
	var element T
	page := os.Getpagesize()
	bytes := size * int(unsafe.Sizeof(element))
	inner := (bytes + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, inner+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	for _, guard := range [][]byte{memory[:page], memory[page+inner:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	first := page
	if atEnd {
		first += inner - bytes
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[first])), size)
}

// guardedBoards is room for size boards as the kernel asks for it, each array
// between guards.
func guardedBoards(t *testing.T, k *kernel, size int, atEnd bool) *boards {
	t.Helper()
	b := k.newBoards(size)
	if b.whole != nil {
		b.whole = guarded[partial](t, len(b.whole), atEnd)
	} else {
		b.cols = guarded[uint32](t, len(b.cols), atEnd)
		b.left = guarded[uint32](t, len(b.left), atEnd)
		b.right = guarded[uint32](t, len(b.right), atEnd)
	}
	return &b
}

// TestKernelsInBounds gives kernels just the room that they ask for, for the boards
// that they read and the children that they make.
func TestKernelsInBounds(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	rng := rand.New(rand.NewPCG(16, 17))
	for count := range 101 {
		for _, k := range kernels() {
			for _, atEnd := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/count=%d/atEnd=%t", k.name, count, atEnd), func(t *testing.T) {
					defer func() {
						if fault := recover(); fault != nil {
							t.Fatal(fault)
						}
					}()
					checkInBounds(t, rng, k, count, atEnd)
				})
			}
		}
	}
}

func checkInBounds(t *testing.T, rng *rand.Rand, k *kernel, count int, atEnd bool) {
	const n = 20
	for _, r := range []rules{plane, torus} {
		row := r.randomRow(rng, n)
		in := guardedBoards(t, k, count, atEnd)
		block := randomBlock(rng, n, count, row)
		for _, p := range block {
			in.push(p)
		}
		on := r.on(k)
		for last, expand := range map[bool]func(in *boards, first, count int, row *openRow, out *boards){
			false: on.expand, true: on.expandLast,
		} {
			below := 2
			if last && r.name == plane.name {
				below = 3
			}
			children := r.expandPlainly(block, row, below, below == 3)
			out := guardedBoards(t, k, len(children), atEnd)
			expand(in, 0, count, row, out)
			if out.n != len(children) {
				t.Errorf("%s: %d children, want %d", r.name, out.n, len(children))
			}
		}
		k.finish(in, 0, count, row)
	}
}
