package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// streams256 is how many vectors of boards are in flight. Sixteen registers hold no more; with one,
// n = 15 takes 2 % longer on Zen 4.
const streams256 = 2

// vector256 is eight boards, with the squares of their row that are still to be tried.
type vector256 struct{ cols, left, right, untried reg.VecVirtual }

// row256 is the part of an OpenRow that a function needs, on the stack: columns in each of eight
// lanes, shift counts once.
type row256 struct {
	open, below []Mem
	around      []Mem // on a torus
}

func loadRow256(k kernel) row256 {
	var row row256
	for i := range k.below + 1 {
		row.open = append(row.open, broadcast256(element("row", "Open", i)))
	}
	for i := range k.below {
		row.below = append(row.below, shift256(element("row", "Below", i)))
		if k.torus {
			row.around = append(row.around, shift256(element("row", "Around", i)))
		}
	}
	return row
}

// shift256 writes the count of a shift to the stack.
func shift256(value Mem) Mem {
	shift, local := XMM(), AllocLocal(16)
	VMOVD(value, shift)
	VMOVDQU(shift, local)
	return local
}

// broadcast256 writes a value to the stack, in eight lanes.
func broadcast256(value Mem) Mem {
	y, local := YMM(), AllocLocal(32)
	VPBROADCASTD(value, y)
	VMOVDQU(y, local)
	return local
}

// zero256 returns zeros in a new register. They are made anew for each use, so that they keep no
// register: to XOR a register with itself takes a processor no time.
func zero256() reg.VecVirtual {
	zero := YMM()
	VPXOR(zero, zero, zero)
	return zero
}

// permutations writes two tables with a permutation of eight lanes for each set of lanes, for
// VPERMD. An expansion spreads the first lanes over the set; a compression moves the lanes outside
// the set to the front. AVX-512 has instructions for that.
func permutations() (expansions, compressions Mem) {
	expansions = GLOBL("expansions", RODATA|NOPTR)
	for set := range 256 {
		next := uint64(0)
		var lanes uint64
		for lane := range 8 {
			lanes |= next << (8 * lane)
			next += uint64(set >> lane & 1)
		}
		DATA(8*set, U64(lanes))
	}
	compressions = GLOBL("compressions", RODATA|NOPTR)
	for set := range 256 {
		var lanes uint64
		at := 0
		for lane := range uint64(8) {
			if set>>lane&1 == 0 {
				lanes |= lane << (8 * at)
				at++
			}
		}
		DATA(8*set, U64(lanes))
	}
	return expansions, compressions
}

// laneBits writes eight lanes. Lane i has bit i.
func laneBits() Mem {
	m := GLOBL("laneBits", RODATA|NOPTR)
	for lane := range 8 {
		DATA(4*lane, U32(1<<lane))
	}
	return m
}

func avx2Expand(k kernel, expansions, compressions, bitOf Mem) {
	k.begin("AVX2", expandSignature)

	Comment("Boards wait from next to last. Children go to kept and behind.")
	next := Load(Param("first"), GP64()).(reg.GPVirtual)
	last := Load(Param("count"), GP64()).(reg.GPVirtual)
	ADDQ(next, last)
	kept := Load(Dereference(Param("out")).Field("N"), GP64()).(reg.GPVirtual)
	in, out := loadArrays("in"), loadArrays("out")
	row := loadRow256(k)
	expand, compress := GP64(), GP64()
	LEAQ(expansions, expand)
	LEAQ(compressions, compress)

	var vectors [streams256]vector256
	for i := range vectors {
		vectors[i] = vector256{YMM(), YMM(), YMM(), YMM()}
		for _, y := range []reg.VecVirtual{vectors[i].cols, vectors[i].left, vectors[i].right, vectors[i].untried} {
			VPXOR(y, y, y)
		}
	}

	Comment("As long as a board waits for every lane, no lane stays empty.")
	SUBQ(U8(8*streams256), last)
	CMPQ(next, last)
	JGT(LabelRef("rest"))
	Label("full")
	for _, v := range vectors {
		refill256(v, row, in, next, expand, nil, Mem{})
		children256(k, v, row, out, kept, compress, false)
	}
	CMPQ(next, last)
	JLE(LabelRef("full"))

	Comment("The last boards: a lane stays empty when none waits for it.")
	Label("rest")
	ADDQ(U8(8*streams256), last)
	Label("drain")
	for _, v := range vectors {
		refill256(v, row, in, next, expand, last, bitOf)
		children256(k, v, row, out, kept, compress, true)
	}
	CMPQ(next, last)
	JNE(LabelRef("drain"))
	untried := YMM()
	VMOVDQA(vectors[0].untried, untried)
	for _, v := range vectors[1:] {
		VPOR(v.untried, untried, untried)
	}
	VPTEST(untried, untried)
	JNE(LabelRef("drain"))

	Store(kept, Dereference(Param("out")).Field("N"))
	VZEROUPPER()
	RET()
}

// refill256 gives each lane that is done the next waiting board. If last is not nil, there may be
// fewer boards than lanes.
func refill256(v vector256, row row256, in arrays, next, expand reg.GPVirtual, last reg.Register, bitOf Mem) {
	Comment("Lanes that are done take the next boards.")
	idle := zero256()
	VPCMPEQD(idle, v.untried, idle)
	taken := GP32()
	VMOVMSKPS(idle, taken)
	if last != nil {
		waiting := GP64()
		MOVQ(last, waiting)
		SUBQ(next, waiting)
		some := GP32()
		MOVL(U32(0xff), some)
		BZHIL(waiting.As32(), some, some)
		PDEPL(taken, some, taken)
		VMOVD(taken, idle.AsX())
		VPBROADCASTD(idle.AsX(), idle)
		VPAND(bitOf, idle, idle)
		VPCMPEQD(bitOf, idle, idle)
	}
	order := YMM()
	VPMOVZXBD(Mem{Base: expand, Index: taken.As64(), Scale: 8}, order)
	from := in.at(next)
	for i, y := range []reg.VecVirtual{v.cols, v.left, v.right} {
		waiting := YMM()
		VMOVDQU(from[i], waiting)
		VPERMD(waiting, order, waiting)
		VBLENDVPS(idle, waiting, y, y)
	}
	POPCNTL(taken, taken)
	ADDQ(taken.As64(), next)
	attacked := YMM()
	VPOR(v.cols, v.left, attacked)
	VPOR(v.right, attacked, attacked)
	VPANDN(row.open[0], attacked, attacked)
	VBLENDVPS(idle, attacked, v.untried, v.untried)
}

// children256 places one queen on each board and appends the children to out. If empty is set,
// lanes may be without a board: there queen is 0, and so is least.
func children256(k kernel, v vector256, row row256, out arrays, kept, compress reg.GPVirtual, empty bool) {
	Comment("Each board places a queen on its first untried square.")
	queen := zero256()
	VPSUBD(v.untried, queen, queen)
	VPAND(v.untried, queen, queen)
	VPXOR(queen, v.untried, v.untried)
	cols, left, right := YMM(), YMM(), YMM()
	VPOR(queen, v.cols, cols)
	VPOR(queen, v.left, left)
	VPOR(queen, v.right, right)
	row.down(0, left, right, left, right)

	Comment(keeps)
	free := free256(cols, left, right, row.open[1])
	l, r := YMM(), YMM()
	row.down(1, left, right, l, r)
	free2 := free256(cols, l, r, row.open[2])
	least := queen
	if empty {
		VPMINUD(free, least, least)
		VPMINUD(free2, least, least)
	} else {
		VPMINUD(free, free2, least)
	}
	VPCMPEQD(zero256(), least, least)
	dropped := GP32()
	VMOVMSKPS(least, dropped)
	pack256([]reg.VecVirtual{cols, left, right}, dropped, compress, out, kept)
	POPCNTL(dropped, dropped)
	SUBQ(dropped.As64(), kept)
	ADDQ(U8(8), kept)
}

// down moves diagonals from the row with an index to the next one.
func (row row256) down(from int, left, right, l, r reg.VecVirtual) {
	if row.around == nil {
		VPSLLD(row.below[from], left, l)
		VPSRLD(row.below[from], right, r)
		return
	}
	again := YMM()
	VPSRLD(row.around[from], left, again)
	VPSLLD(row.below[from], left, l)
	VPOR(again, l, l)
	VPSLLD(row.around[from], right, again)
	VPSRLD(row.below[from], right, r)
	VPOR(again, r, r)
}

// free256 returns the free squares of a row.
func free256(cols, left, right reg.VecVirtual, open Mem) reg.VecVirtual {
	free := YMM()
	VPOR(cols, left, free)
	VPOR(right, free, free)
	VPANDN(open, free, free)
	return free
}

// pack256 writes the boards to out from kept on, those in dropped lanes last.
func pack256(boards []reg.VecVirtual, dropped, compress reg.GPVirtual, out arrays, kept reg.GPVirtual) {
	order := YMM()
	VPMOVZXBD(Mem{Base: compress, Index: dropped.As64(), Scale: 8}, order)
	to := out.at(kept)
	for i, y := range boards {
		VPERMD(y, order, y)
		VMOVDQU(y, to[i])
	}
}

func avx2Finish(k kernel) {
	k.begin("AVX2", finishSignature)

	next := Load(Param("first"), GP64()).(reg.GPVirtual)
	rest := Load(Param("count"), GP64()).(reg.GPVirtual)
	in := loadArrays("in")
	row := loadRow256(k)
	solutions := GP64()
	XORQ(solutions, solutions)

	Label("vector")
	Comment("The lanes that have a board. BZHI reads only the low byte of rest.")
	held := GP32()
	MOVL(U32(0xff), held)
	BZHIL(rest.As32(), held, held)
	CMPQ(rest, U8(8))
	JLE(LabelRef("some"))
	MOVL(U32(0xff), held)
	Label("some")
	from := in.at(next)
	cols, left, right, untried := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(from[0], cols)
	VMOVDQU(from[1], left)
	VMOVDQU(from[2], right)
	VPOR(cols, left, untried)
	VPOR(right, untried, untried)
	VPANDN(row.open[0], untried, untried)

	Comment("With two columns left, a row has at most two free squares.")
	for range 2 {
		queen := zero256()
		VPSUBD(untried, queen, queen)
		VPAND(untried, queen, queen)
		VPXOR(queen, untried, untried)
		l, r, c := YMM(), YMM(), YMM()
		VPOR(queen, left, l)
		VPOR(queen, right, r)
		row.down(0, l, r, l, r)
		VPOR(queen, cols, c)
		VPOR(l, c, c)
		VPOR(r, c, c)
		VPANDN(row.open[1], c, c)
		VPMINUD(queen, c, c)
		VPCMPEQD(zero256(), c, c)
		count := GP32()
		VMOVMSKPS(c, count)
		ANDNL(held, count, count)
		POPCNTL(count, count)
		ADDQ(count.As64(), solutions)
	}
	ADDQ(U8(8), next)
	SUBQ(U8(8), rest)
	JGT(LabelRef("vector"))
	Store(solutions, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
