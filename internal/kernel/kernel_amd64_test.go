//go:build !purego

package kernel

import (
	"slices"
	"testing"
)

func TestProcessorKernels(t *testing.T) {
	type registers struct{ leaves, features, extended, more, saved uint32 }
	const (
		popcnt, osxsave, avxBit         = 1 << 23, 1 << 27, 1 << 28
		avx2Bit, bmi2, avx512F          = 1 << 5, 1 << 8, 1 << 16
		vpopcntdq                       = 1 << 14
		xmm, ymm, mask, zmmLow, zmmHigh = 1 << 1, 1 << 2, 1 << 5, 1 << 6, 1 << 7
	)
	all := registers{
		leaves:   7,
		features: popcnt | osxsave | avxBit,
		extended: avx2Bit | bmi2 | avx512F,
		more:     vpopcntdq,
		saved:    xmm | ymm | mask | zmmLow | zmmHigh,
	}
	tests := []struct {
		name    string
		without registers
		want    []*Kernel
	}{
		{"nothing missing", registers{}, []*Kernel{avx512, avx512f, avx2, Portable}},
		{"no leaf 7", registers{leaves: 1}, []*Kernel{Portable}},
		{"no leaf at all", registers{leaves: 7}, []*Kernel{Portable}},
		{"no POPCNT", registers{features: popcnt}, []*Kernel{Portable}},
		{"no OSXSAVE", registers{features: osxsave}, []*Kernel{Portable}},
		{"no AVX", registers{features: avxBit}, []*Kernel{Portable}},
		{"no AVX2", registers{extended: avx2Bit}, []*Kernel{avx512, Portable}},
		{"no BMI2", registers{extended: bmi2}, []*Kernel{Portable}},
		{"no AVX-512", registers{extended: avx512F}, []*Kernel{avx2, Portable}},
		{"no VPOPCNTDQ", registers{more: vpopcntdq}, []*Kernel{avx512f, avx2, Portable}},
		{"neither AVX2 nor VPOPCNTDQ", registers{extended: avx2Bit, more: vpopcntdq}, []*Kernel{Portable}},
		{"XMM not saved", registers{saved: xmm}, []*Kernel{Portable}},
		{"YMM not saved", registers{saved: ymm}, []*Kernel{Portable}},
		{"masks not saved", registers{saved: mask}, []*Kernel{avx2, Portable}},
		{"ZMM not saved", registers{saved: zmmLow}, []*Kernel{avx2, Portable}},
		{"ZMM16 not saved", registers{saved: zmmHigh}, []*Kernel{avx2, Portable}},
	}
	for _, test := range tests {
		has := registers{
			leaves:   all.leaves - test.without.leaves,
			features: all.features &^ test.without.features,
			extended: all.extended &^ test.without.extended,
			more:     all.more &^ test.without.more,
			saved:    all.saved &^ test.without.saved,
		}
		p := processor{
			cpuid: func(leaf, subleaf uint32) (a, b, c, d uint32) {
				if leaf > has.leaves {
					t.Errorf("%s: leaf %d of %d is read", test.name, leaf, has.leaves)
				}
				switch leaf {
				case 0:
					return has.leaves, 0, 0, 0
				case 1:
					return 0, 0, has.features, 0
				case 7:
					return 0, has.extended, has.more, 0
				}
				return 0, 0, 0, 0
			},
			xgetbv: func() (low, high uint32) {
				if has.features&osxsave == 0 {
					t.Errorf("%s: XGETBV is executed", test.name)
				}
				return has.saved, 0
			},
		}
		if got := p.kernels(); !slices.Equal(got, test.want) {
			t.Errorf("%s: kernels %v, want %v", test.name, kernelNames(got), kernelNames(test.want))
		}
	}
}
