//go:build !purego

package queens

//go:generate go -C _asm run -tags purego . -out ../kernel_amd64.s

// kernels returns the kernels that the machine can run, the fastest first.
func kernels() []kernel {
	var usable []kernel
	avx2, avx512 := vectors()
	if avx512 {
		usable = append(usable, kernel{"avx512", newParts,
			expansion{expandAVX512, expandLastAVX512},
			expansion{expandTorusAVX512, expandTorusAVX512},
			finishAVX512,
		})
	}
	if avx2 {
		usable = append(usable, kernel{"avx2", newParts,
			expansion{expandAVX2, expandLastAVX2},
			expansion{expandTorusAVX2, expandTorusAVX2},
			finishAVX2,
		})
	}
	return append(usable, portable)
}

// lanes is the number of boards in the widest vector, and of the entries that a
// kernel may read and write behind the last board.
const lanes = 16

func newParts(size int) boards {
	size += lanes
	array := make([]uint32, 3*size)
	return boards{cols: array[:size:size], left: array[size : 2*size : 2*size], right: array[2*size:]}
}

// vectors reports which vector instructions the processor has and the operating
// system lets programs use. The kernels use POPCNT and BMI2 as well.
func vectors() (avx2, avx512 bool) {
	const (
		popcnt, osxsave, avx = 1 << 23, 1 << 27, 1 << 28 // leaf 1, ECX
		avx2Bit, bmi2        = 1 << 5, 1 << 8            // leaf 7, EBX
		avx512f              = 1 << 16
		ymmState, zmmState   = 0b110, 0b11100110 // XCR0
	)
	leaves, _, _, _ := cpuid(0, 0)
	if leaves < 7 {
		return false, false
	}
	_, _, features, _ := cpuid(1, 0)
	if need := uint32(popcnt | osxsave | avx); features&need != need {
		return false, false
	}
	_, extended, _, _ := cpuid(7, 0)
	saved, _ := xgetbv()
	has := func(features, state uint32) bool { return extended&features == features && saved&state == state }
	return has(avx2Bit|bmi2, ymmState), has(avx512f|bmi2, zmmState)
}

//go:noescape
func cpuid(leaf, subleaf uint32) (a, b, c, d uint32)

//go:noescape
func xgetbv() (low, high uint32)

//go:noescape
func expandAVX512(in *boards, first, count int, row *openRow, out *boards)

//go:noescape
func expandLastAVX512(in *boards, first, count int, row *openRow, out *boards)

//go:noescape
func finishAVX512(in *boards, first, count int, row *openRow) uint64

//go:noescape
func expandAVX2(in *boards, first, count int, row *openRow, out *boards)

//go:noescape
func expandLastAVX2(in *boards, first, count int, row *openRow, out *boards)

//go:noescape
func finishAVX2(in *boards, first, count int, row *openRow) uint64

//go:noescape
func expandTorusAVX512(in *boards, first, count int, row *openRow, out *boards)

//go:noescape
func expandTorusAVX2(in *boards, first, count int, row *openRow, out *boards)
