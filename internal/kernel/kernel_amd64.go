//go:build !purego

package kernel

import "sync"

//go:generate go -C _asm run -tags purego . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -pkg kernel

// All are the kernels of this build, the fastest first.
var All = []*Kernel{avx512, avx512f, avx2, Portable}

var avx512 = &Kernel{
	Name:      "avx512",
	needs:     []string{"AVX-512F", "AVX-512 VPOPCNTDQ"},
	NewBoards: newParts,
	Plain:     expandAVX512,
	Torus:     expandTorusAVX512,
	Finish:    finishAVX512,
	Pairing:   &Pairing{combineAVX512, transposeAVX512, subsetsAVX512, countAVX512, tallyBMI2, scatterBMI2},
	JoinsFrom: 18,
}

// avx512f is avx512 for processors that cannot count the bits of vectors.
var avx512f = avx512.with("avx512f", []string{"AVX-512F", "AVX2"}, avx2.Pairing)

var avx2 = &Kernel{
	Name:      "avx2",
	needs:     []string{"AVX2"},
	NewBoards: newParts,
	Plain:     expandAVX2,
	Torus:     expandTorusAVX2,
	Finish:    finishAVX2,
	Pairing:   &Pairing{combineAVX2, transposeAVX2, subsetsAVX2, countAVX2, tallyBMI2, scatterBMI2},
	JoinsFrom: 16,
}

// lanes is the number of boards in the widest vector, and of the entries that a kernel may read and
// write after the last board.
const lanes = 16

func newParts(size int) Boards {
	size += lanes
	array := make([]uint32, 3*size)
	return Boards{Cols: array[:size:size], Left: array[size : 2*size : 2*size], Right: array[2*size:]}
}

// features returns the sets of instructions of this machine that kernels need. Each has POPCNT and
// BMI2 as well, and an operating system that saves its registers.
var features = sync.OnceValue(processor{cpuid, xgetbv}.features)

// A processor answers the instructions that tell what it and the operating system support.
type processor struct {
	cpuid  func(leaf, subleaf uint32) (a, b, c, d uint32)
	xgetbv func() (low, high uint32) // only with OSXSAVE
}

func (p processor) features() (names []string) {
	const (
		popcnt, osxsave, avx = 1 << 23, 1 << 27, 1 << 28 // leaf 1, ECX
		avx2, bmi2, avx512f  = 1 << 5, 1 << 8, 1 << 16   // leaf 7, EBX
		vpopcntdq            = 1 << 14                   // leaf 7, ECX
		ymmState, zmmState   = 0b110, 0b11100110         // XCR0
	)
	if leaves, _, _, _ := p.cpuid(0, 0); leaves < 7 {
		return nil
	}
	if _, _, has, _ := p.cpuid(1, 0); ^has&(popcnt|osxsave|avx) != 0 {
		return nil
	}
	_, has, more, _ := p.cpuid(7, 0)
	saved, _ := p.xgetbv()
	add := func(name string, supported bool, state uint32) {
		if supported && has&bmi2 != 0 && saved&state == state {
			names = append(names, name)
		}
	}
	add("AVX2", has&avx2 != 0, ymmState)
	add("AVX-512F", has&avx512f != 0, zmmState)
	add("AVX-512 VPOPCNTDQ", more&vpopcntdq != 0, zmmState)
	return names
}
