//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Flags fill four registers.

// func subsetsNEON(entries, have []Flags)
TEXT ·subsetsNEON(SB), NOSPLIT, $0-48
	MOVD entries_base+0(FP), R0
	MOVD have_base+24(FP), R1
	MOVD have_len+32(FP), R2
	MOVD $64, R3                              // size of the entries so far
	VMOVI $255, V12.B16
	CBZ  R2, done

double:
	VLD1.P 64(R1), [V0.B16, V1.B16, V2.B16, V3.B16]
	VEOR   V12.B16, V0.B16, V0.B16
	VEOR   V12.B16, V1.B16, V1.B16
	VEOR   V12.B16, V2.B16, V2.B16
	VEOR   V12.B16, V3.B16, V3.B16
	MOVD   R0, R4
	ADD    R3, R0, R5
	MOVD   R5, R6

entry:
	VLD1.P 64(R4), [V4.B16, V5.B16, V6.B16, V7.B16]
	VAND   V0.B16, V4.B16, V4.B16
	VAND   V1.B16, V5.B16, V5.B16
	VAND   V2.B16, V6.B16, V6.B16
	VAND   V3.B16, V7.B16, V7.B16
	VST1.P [V4.B16, V5.B16, V6.B16, V7.B16], 64(R6)
	CMP    R5, R4
	BNE    entry
	LSL    $1, R3, R3
	SUBS   $1, R2, R2
	BNE    double

done:
	RET

// func countNEON(t *Lookup, runs []uint32, masks []uint64) uint64
TEXT ·countNEON(SB), NOSPLIT, $0-64
	MOVD t+0(FP), R0
	MOVD runs_base+8(FP), R1
	MOVD runs_len+16(FP), R2
	MOVD masks_base+32(FP), R3
	ADD  $Lookup_Keys, R0, R4                      // the entry of the key
	MOVD $Lookup_Chunks, R5
	ADD  R0, R5, R5                           // the tables of the chunks
	MOVD $(64<<const_ChunkBits), R6
	ADD  R5, R6, R7
	ADD  R7, R6, R8
	ADD  R8, R6, R9
	VEOR V20.B16, V20.B16, V20.B16            // pairs
	MOVWU.P 4(R1), R10
	ADD  R10<<3, R3, R10                      // end of the run
	B    next

run:
	MOVD    R10, R11                          // the mask
	MOVWU.P 4(R1), R10
	ADD     R10<<3, R3, R10
	CMP     R10, R11
	BEQ     skip
	VLD1    (R4), [V0.B16, V1.B16, V2.B16, V3.B16]
	VORR    V0.B16, V1.B16, V16.B16
	VORR    V2.B16, V3.B16, V17.B16
	VORR    V16.B16, V17.B16, V16.B16
	VMOV    V16.D[0], R12
	VMOV    V16.D[1], R13
	ORR     R12, R13, R12
	CBZ     R12, skip

mask:
	// Where the chunks' entries are: ten bits each, times 64.
	MOVD.P 8(R11), R12
	LSL    $6, R12, R13
	AND    $0xffc0, R13, R13
	ADD    R5, R13, R13
	LSR    $4, R12, R14
	AND    $0xffc0, R14, R14
	ADD    R7, R14, R14
	LSR    $14, R12, R15
	AND    $0xffc0, R15, R15
	ADD    R8, R15, R15
	LSR    $24, R12, R12
	AND    $0xffc0, R12, R12
	ADD    R9, R12, R12

	VLD1 (R13), [V4.B16, V5.B16, V6.B16, V7.B16]
	VLD1 (R14), [V8.B16, V9.B16, V10.B16, V11.B16]
	VLD1 (R15), [V12.B16, V13.B16, V14.B16, V15.B16]
	VLD1 (R12), [V16.B16, V17.B16, V18.B16, V19.B16]
	VAND V0.B16, V4.B16, V4.B16
	VAND V1.B16, V5.B16, V5.B16
	VAND V2.B16, V6.B16, V6.B16
	VAND V3.B16, V7.B16, V7.B16
	VAND V8.B16, V12.B16, V12.B16
	VAND V9.B16, V13.B16, V13.B16
	VAND V10.B16, V14.B16, V14.B16
	VAND V11.B16, V15.B16, V15.B16
	VAND V4.B16, V16.B16, V16.B16
	VAND V5.B16, V17.B16, V17.B16
	VAND V6.B16, V18.B16, V18.B16
	VAND V7.B16, V19.B16, V19.B16
	VAND V12.B16, V16.B16, V16.B16
	VAND V13.B16, V17.B16, V17.B16
	VAND V14.B16, V18.B16, V18.B16
	VAND V15.B16, V19.B16, V19.B16

	VCNT    V16.B16, V16.B16
	VCNT    V17.B16, V17.B16
	VCNT    V18.B16, V18.B16
	VCNT    V19.B16, V19.B16
	VADD    V16.B16, V17.B16, V16.B16
	VADD    V18.B16, V19.B16, V18.B16
	VADD    V16.B16, V18.B16, V16.B16
	VUADDLV V16.B16, V16
	VADD    V16, V20, V20
	CMP     R10, R11
	BNE     mask

skip:
	ADD $64, R4, R4

next:
	SUBS $1, R2, R2
	BNE  run
	VMOV V20.D[0], R0
	MOVD R0, ret+56(FP)
	RET
