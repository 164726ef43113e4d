//go:build !purego

package kernel

//go:generate go -C _asm run -tags purego . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -pkg kernel

var avx512 = &Kernel{
	Name:      "avx512",
	Needs:     "AVX-512F, AVX-512 VPOPCNTDQ or BMI2",
	NewBoards: newParts,
	Plane:     Expansion{Expand: expandAVX512, ExpandLast: expandLastAVX512},
	Torus:     Expansion{Expand: expandTorusAVX512, ExpandLast: expandTorusAVX512},
	Finish:    finishAVX512,
	Pairing:   pairingAVX512,
	JoinsFrom: 18,
}

// avx512f is avx512 for processors that cannot count the bits of vectors.
var avx512f = avx512.paired("avx512f", "AVX-512F, AVX2 or BMI2", pairingAVX2)

var avx2 = &Kernel{
	Name:      "avx2",
	Needs:     "AVX2 or BMI2",
	NewBoards: newParts,
	Plane:     Expansion{Expand: expandAVX2, ExpandLast: expandLastAVX2},
	Torus:     Expansion{Expand: expandTorusAVX2, ExpandLast: expandTorusAVX2},
	Finish:    finishAVX2,
	Pairing:   pairingAVX2,
	JoinsFrom: 16,
}

var (
	pairingAVX512 = &Pairing{combineAVX512, transposeAVX512, subsetsAVX512, countAVX512, tallyBMI2, scatterBMI2}
	pairingAVX2   = &Pairing{combineAVX2, transposeAVX2, subsetsAVX2, countAVX2, tallyBMI2, scatterBMI2}
)

// lanes is the number of boards in the widest vector, and of the entries that a
// kernel may read and write after the last board.
const lanes = 16

func newParts(size int) Boards {
	size += lanes
	array := make([]uint32, 3*size)
	return Boards{Cols: array[:size:size], Left: array[size : 2*size : 2*size], Right: array[2*size:]}
}

// Built returns the kernels of the build.
func Built() []*Kernel { return []*Kernel{avx512, avx512f, avx2, Portable} }

// Runnable returns the kernels that the machine can run, the fastest first.
func Runnable() []*Kernel { return processor{cpuid: cpuid, xgetbv: xgetbv}.kernels() }

// A processor answers the instructions that tell what it and the operating system
// support.
type processor struct {
	cpuid  func(leaf, subleaf uint32) (a, b, c, d uint32)
	xgetbv func() (low, high uint32) // only with OSXSAVE
}

// kernels returns the kernels that the processor can run and whose registers the
// operating system saves. All vector kernels use POPCNT and BMI2 as well.
func (p processor) kernels() []*Kernel {
	const (
		popcnt, osxsave, avx   = 1 << 23, 1 << 27, 1 << 28 // leaf 1, ECX
		avx2Bit, bmi2, avx512F = 1 << 5, 1 << 8, 1 << 16   // leaf 7, EBX
		vpopcntdq              = 1 << 14                   // leaf 7, ECX
		ymmState, zmmState     = 0b110, 0b11100110         // XCR0
	)
	leaves, _, _, _ := p.cpuid(0, 0)
	if leaves < 7 {
		return []*Kernel{Portable}
	}
	_, _, features, _ := p.cpuid(1, 0)
	if need := uint32(popcnt | osxsave | avx); features&need != need {
		return []*Kernel{Portable}
	}
	_, extended, more, _ := p.cpuid(7, 0)
	saved, _ := p.xgetbv()
	has := func(features, state uint32) bool { return extended&features == features && saved&state == state }
	var usable []*Kernel
	hasAVX2 := has(avx2Bit|bmi2, ymmState)
	has512 := has(avx512F|bmi2, zmmState)
	if has512 && more&vpopcntdq != 0 {
		usable = append(usable, avx512)
	}
	if has512 && hasAVX2 {
		usable = append(usable, avx512f)
	}
	if hasAVX2 {
		usable = append(usable, avx2)
	}
	return append(usable, Portable)
}
