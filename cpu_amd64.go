//go:build !purego

package queens

//go:generate go -C _asm run -tags purego . -out ../kernel_amd64.s -stubs ../kernel_amd64.go -pkg queens

var avx512 = &kernel{
	name:      "avx512",
	newBoards: newParts,
	plane:     expansion{expand: expandAVX512, expandLast: expandLastAVX512},
	torus:     expansion{expand: expandTorusAVX512, expandLast: expandTorusAVX512},
	finish:    finishAVX512,
}

var avx2 = &kernel{
	name:      "avx2",
	newBoards: newParts,
	plane:     expansion{expand: expandAVX2, expandLast: expandLastAVX2},
	torus:     expansion{expand: expandTorusAVX2, expandLast: expandTorusAVX2},
	finish:    finishAVX2,
}

// lanes is the number of boards in the widest vector, and of the entries that a
// kernel may read and write behind the last board.
const lanes = 16

func newParts(size int) boards {
	size += lanes
	array := make([]uint32, 3*size)
	return boards{cols: array[:size:size], left: array[size : 2*size : 2*size], right: array[2*size:]}
}

// kernels returns the kernels that the machine can run, the fastest first.
func kernels() []*kernel {
	return processor{cpuid: cpuid, xgetbv: xgetbv}.kernels()
}

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
		avx2Bit, bmi2, avx512f = 1 << 5, 1 << 8, 1 << 16   // leaf 7, EBX
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
	_, extended, _, _ := p.cpuid(7, 0)
	saved, _ := p.xgetbv()
	has := func(features, state uint32) bool { return extended&features == features && saved&state == state }
	var usable []*kernel
	if has(avx512f|bmi2, zmmState) {
		usable = append(usable, avx512)
	}
	if has(avx2Bit|bmi2, ymmState) {
		usable = append(usable, avx2)
	}
	return append(usable, portable)
}
