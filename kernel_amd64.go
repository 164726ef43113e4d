//go:build !purego

package queens

//go:generate go -C _asm run -tags purego . -out ../kernel_amd64.s -stubs ../kernel_stubs_amd64.go -pkg queens

var avx512 = &kernel{
	name:      "avx512",
	needs:     "AVX-512F, AVX-512 VPOPCNTDQ or BMI2",
	newBoards: newParts,
	plane:     expansion{expand: expandAVX512, expandLast: expandLastAVX512},
	torus:     expansion{expand: expandTorusAVX512, expandLast: expandTorusAVX512},
	finish:    finishAVX512,
	pairing:   pairingAVX512,
	joinsFrom: 18,
}

// avx512f is avx512 for processors that cannot count the bits of vectors.
var avx512f = avx512.paired("avx512f", "AVX-512F, AVX2 or BMI2", pairingAVX2)

var avx2 = &kernel{
	name:      "avx2",
	needs:     "AVX2 or BMI2",
	newBoards: newParts,
	plane:     expansion{expand: expandAVX2, expandLast: expandLastAVX2},
	torus:     expansion{expand: expandTorusAVX2, expandLast: expandTorusAVX2},
	finish:    finishAVX2,
	pairing:   pairingAVX2,
	joinsFrom: 16,
}

var (
	pairingAVX512 = &pairing{combineAVX512, transposeAVX512, subsetsAVX512, countAVX512, tallyBMI2, scatterBMI2}
	pairingAVX2   = &pairing{combineAVX2, transposeAVX2, subsetsAVX2, countAVX2, tallyBMI2, scatterBMI2}
)

// lanes is the number of boards in the widest vector, and of the entries that a
// kernel may read and write after the last board.
const lanes = 16

func newParts(size int) boards {
	size += lanes
	array := make([]uint32, 3*size)
	return boards{cols: array[:size:size], left: array[size : 2*size : 2*size], right: array[2*size:]}
}

// built returns the kernels of the build.
func built() []*kernel { return []*kernel{avx512, avx512f, avx2, portable} }

// kernels returns the kernels that the machine can run, the fastest first.
func kernels() []*kernel { return processor{cpuid: cpuid, xgetbv: xgetbv}.kernels() }

// A processor answers the instructions that tell what it and the operating system
// support.
type processor struct {
	cpuid  func(leaf, subleaf uint32) (a, b, c, d uint32)
	xgetbv func() (low, high uint32) // only with OSXSAVE
}

// kernels returns the kernels that the processor can run and whose registers the
// operating system saves. All vector kernels use POPCNT and BMI2 as well.
func (p processor) kernels() []*kernel {
	const (
		popcnt, osxsave, avx   = 1 << 23, 1 << 27, 1 << 28 // leaf 1, ECX
		avx2Bit, bmi2, avx512F = 1 << 5, 1 << 8, 1 << 16   // leaf 7, EBX
		vpopcntdq              = 1 << 14                   // leaf 7, ECX
		ymmState, zmmState     = 0b110, 0b11100110         // XCR0
	)
	leaves, _, _, _ := p.cpuid(0, 0)
	if leaves < 7 {
		return []*kernel{portable}
	}
	_, _, features, _ := p.cpuid(1, 0)
	if need := uint32(popcnt | osxsave | avx); features&need != need {
		return []*kernel{portable}
	}
	_, extended, more, _ := p.cpuid(7, 0)
	saved, _ := p.xgetbv()
	has := func(features, state uint32) bool { return extended&features == features && saved&state == state }
	var usable []*kernel
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
	return append(usable, portable)
}
