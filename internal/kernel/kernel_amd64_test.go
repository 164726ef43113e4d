//go:build !purego

package kernel

import (
	"slices"
	"testing"
)

func TestProcessorFeatures(t *testing.T) {
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
		want    []*Kernel // before Portable
	}{
		{"nothing missing", registers{}, []*Kernel{avx512, avx512f, avx2}},
		{"no leaf 7", registers{leaves: 1}, nil},
		{"no leaf at all", registers{leaves: 7}, nil},
		{"no POPCNT", registers{features: popcnt}, nil},
		{"no OSXSAVE", registers{features: osxsave}, nil},
		{"no AVX", registers{features: avxBit}, nil},
		{"no AVX2", registers{extended: avx2Bit}, []*Kernel{avx512}},
		{"no BMI2", registers{extended: bmi2}, nil},
		{"no AVX-512", registers{extended: avx512F}, []*Kernel{avx2}},
		{"no VPOPCNTDQ", registers{more: vpopcntdq}, []*Kernel{avx512f, avx2}},
		{"neither AVX2 nor VPOPCNTDQ", registers{extended: avx2Bit, more: vpopcntdq}, nil},
		{"XMM not saved", registers{saved: xmm}, nil},
		{"YMM not saved", registers{saved: ymm}, nil},
		{"masks not saved", registers{saved: mask}, []*Kernel{avx2}},
		{"ZMM not saved", registers{saved: zmmLow}, []*Kernel{avx2}},
		{"ZMM16 not saved", registers{saved: zmmHigh}, []*Kernel{avx2}},
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
		features := p.features()
		got := slices.DeleteFunc(slices.Clone(All), func(k *Kernel) bool { return len(k.missing(features)) > 0 })
		if want := append(test.want, Portable); !slices.Equal(got, want) {
			t.Errorf("%s: kernels %v, want %v", test.name, kernelNames(got), kernelNames(want))
		}
	}
}
