package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// streams256 is how many vectors of boards are in flight. Sixteen registers hold
// no more.
const streams256 = 2

// vector256 is eight boards, with the squares of their row that are still to be
// tried.
type vector256 struct{ cols, left, right, untried reg.VecVirtual }

// row256 is an openRow. Its squares are on the stack, each value in eight lanes,
// and so is the second shift count.
type row256 struct {
	open  [3]Mem
	below [2]Op
	zero  reg.VecVirtual
}

func field(param, field string, index int) Mem {
	a, err := Dereference(Param(param)).Field(field).Index(index).Resolve()
	if err != nil {
		panic(err)
	}
	return a.Addr
}

func loadRow256(rows int) row256 {
	var r row256
	for i := range rows {
		r.open[i] = AllocLocal(32)
		y := YMM()
		VPBROADCASTD(field("row", "open", i), y)
		VMOVDQU(y, r.open[i])
	}
	for i := range rows - 1 {
		x := XMM()
		VMOVD(field("row", "below", i), x)
		r.below[i] = x
		if i > 0 {
			r.below[i] = AllocLocal(16)
			VMOVDQU(x, r.below[i])
		}
	}
	r.zero = YMM()
	VPXOR(r.zero, r.zero, r.zero)
	return r
}

// permutations writes two tables of permutations of eight lanes, a byte a lane,
// for each set of lanes. VPERMD with one of expansions spreads the first lanes
// over the set; with one of compressions it moves the lanes outside the set to
// the front.
func permutations() (expansions, compressions Mem) {
	expansions = GLOBL("expansions", RODATA|NOPTR)
	for set := range 256 {
		next := uint64(0)
		var lanes uint64
		for lane := range 8 {
			lanes |= next << (8 * lane)
			next += uint64(set >> lane & 1)
		}
		DATA(8*set, U64(lanes&0x0707070707070707))
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

// laneBits writes the numbers with one bit set, that of the lane.
func laneBits() Mem {
	m := GLOBL("laneBits", RODATA|NOPTR)
	for lane := range 8 {
		DATA(4*lane, U32(1<<lane))
	}
	return m
}

func avx2Expand(expansions, compressions Mem) {
	bitOf := laneBits()
	TEXT("expandAVX2", NOSPLIT, "func(in *boards, first, count int, row *openRow, out *boards)")
	Pragma("noescape")
	Doc("expandAVX2 is expandPortable for AVX2 and BMI2.")

	Comment("Boards wait from next to last. Children go to kept and behind.")
	next := Load(Param("first"), GP64()).(reg.GPVirtual)
	last := Load(Param("count"), GP64()).(reg.GPVirtual)
	ADDQ(next, last)
	kept := Load(Dereference(Param("out")).Field("n"), GP64()).(reg.GPVirtual)
	in, out := loadArrays("in"), loadArrays("out")
	row := loadRow256(3)
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

	Comment("While the boards that wait fill every lane that may be done, no lane is ever empty.")
	SUBQ(U8(8*streams256), last)
	CMPQ(next, last)
	JGT(LabelRef("rest"))
	Label("full")
	for _, v := range vectors {
		refill256(v, row, in, next, expand, nil, Mem{})
		children256(v, row, out, kept, compress, false)
	}
	CMPQ(next, last)
	JLE(LabelRef("full"))

	Comment("The last boards: a lane stays empty when none waits for it.")
	Label("rest")
	ADDQ(U8(8*streams256), last)
	Label("drain")
	for _, v := range vectors {
		refill256(v, row, in, next, expand, last, bitOf)
		children256(v, row, out, kept, compress, true)
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

	Store(kept, Dereference(Param("out")).Field("n"))
	VZEROUPPER()
	RET()
}

// refill256 gives each lane that is done the next waiting board. If last is not
// nil, there may be fewer boards than lanes.
func refill256(v vector256, row row256, in arrays, next, expand reg.GPVirtual, last reg.Register, bitOf Mem) {
	Comment("Lanes that are done take the next boards.")
	idle := YMM()
	VPCMPEQD(row.zero, v.untried, idle)
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

// children256 places one queen on each board and appends the boards that come of
// it to out. If empty is set, lanes may be without a board.
func children256(v vector256, row row256, out arrays, kept, compress reg.GPVirtual, empty bool) {
	Comment("Each places a queen on its first square untried.")
	queen := YMM()
	VPSUBD(v.untried, row.zero, queen)
	VPAND(v.untried, queen, queen)
	VPXOR(queen, v.untried, v.untried)
	cols, left, right := YMM(), YMM(), YMM()
	VPOR(queen, v.cols, cols)
	VPOR(queen, v.left, left)
	VPSLLD(row.below[0], left, left)
	VPOR(queen, v.right, right)
	VPSRLD(row.below[0], right, right)

	Comment("Keep it if the next two rows have free squares.")
	free, free2 := YMM(), YMM()
	VPOR(cols, left, free)
	VPOR(right, free, free)
	VPANDN(row.open[1], free, free)
	if empty {
		VPMINUD(queen, free, free)
	}
	VPSLLD(row.below[1], left, free2)
	VPOR(cols, free2, free2)
	right2 := queen
	VPSRLD(row.below[1], right, right2)
	VPOR(right2, free2, free2)
	VPANDN(row.open[2], free2, free2)
	VPMINUD(free2, free, free)
	VPCMPEQD(row.zero, free, free)
	dropped := GP32()
	VMOVMSKPS(free, dropped)
	pack256([]reg.VecVirtual{cols, left, right}, dropped, compress, out, kept)
	POPCNTL(dropped, dropped)
	SUBQ(dropped.As64(), kept)
	ADDQ(U8(8), kept)
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

func avx2Prune(compressions Mem) {
	TEXT("pruneAVX2", NOSPLIT, "func(b *boards, first int, rows []openRow, full uint32)")
	Pragma("noescape")
	Doc("pruneAVX2 is pruneAVX512 for AVX2 and BMI2.")

	next := Load(Param("first"), GP64()).(reg.GPVirtual)
	rest := Load(Dereference(Param("b")).Field("n"), GP64()).(reg.GPVirtual)
	SUBQ(next, rest)
	kept := GP64()
	MOVQ(next, kept)
	b := loadArrays("b")
	rows, rowsEnd := loadRows()
	full, zero := YMM(), YMM()
	VMOVD(Load(Param("full"), GP32()), full.AsX())
	VPBROADCASTD(full.AsX(), full)
	VPXOR(zero, zero, zero)
	compress := GP64()
	LEAQ(compressions, compress)
	TESTQ(rest, rest)
	JLE(LabelRef("done"))

	Label("vector")
	from := b.at(next)
	cols, left, right := YMM(), YMM(), YMM()
	VMOVDQU(from[0], cols)
	VMOVDQU(from[1], left)
	VMOVDQU(from[2], right)

	Comment("Each row must have a free square, and they must cover the columns.")
	l, r, covered, least := YMM(), YMM(), YMM(), YMM()
	VMOVDQA(left, l)
	VMOVDQA(right, r)
	VMOVDQA(cols, covered)
	VMOVDQA(full, least)
	row := GP64()
	MOVQ(rows, row)
	Label("row")
	free, open := YMM(), YMM()
	VPOR(cols, l, free)
	VPOR(r, free, free)
	VPBROADCASTD(Mem{Base: row}, open)
	VPANDN(open, free, free)
	VPOR(free, covered, covered)
	VPMINUD(free, least, least)
	below := XMM()
	VMOVD(Mem{Base: row}.Offset(openRowBelow), below)
	VPSLLD(below, l, l)
	VPSRLD(below, r, r)
	ADDQ(U8(openRowSize), row)
	CMPQ(row, rowsEnd)
	JNE(LabelRef("row"))
	VPANDN(full, covered, covered)
	VPCMPEQD(zero, covered, covered)
	VPCMPEQD(zero, least, least)
	VPANDN(covered, least, covered)

	Comment("Only as many lanes as there are boards count.")
	good := GP32()
	VMOVMSKPS(covered, good)
	CMPQ(rest, U8(8))
	JGE(LabelRef("whole"))
	BZHIL(rest.As32(), good, good)
	Label("whole")
	dropped := GP32()
	MOVL(good, dropped)
	XORL(U32(0xff), dropped)
	pack256([]reg.VecVirtual{cols, left, right}, dropped, compress, b, kept)
	POPCNTL(good, good)
	ADDQ(good.As64(), kept)
	ADDQ(U8(8), next)
	SUBQ(U8(8), rest)
	JGT(LabelRef("vector"))
	Label("done")
	Store(kept, Dereference(Param("b")).Field("n"))
	VZEROUPPER()
	RET()
}

func avx2Finish() {
	TEXT("finishAVX2", NOSPLIT, "func(in *boards, first, count int, row *openRow) uint64")
	Pragma("noescape")
	Doc("finishAVX2 is finishPortable for AVX2 and BMI2.")

	next := Load(Param("first"), GP64()).(reg.GPVirtual)
	rest := Load(Param("count"), GP64()).(reg.GPVirtual)
	in := loadArrays("in")
	row := loadRow256(2)
	solutions := GP64()
	XORQ(solutions, solutions)

	Label("vector")
	Comment("Bits of dropped are lanes without a solution: at first those without a board.")
	unused := GP32()
	MOVL(U32(0xff), unused)
	BZHIL(rest.As32(), unused, unused)
	CMPQ(rest, U8(8))
	JLE(LabelRef("some"))
	MOVL(U32(0xff), unused)
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
		queen := YMM()
		VPSUBD(untried, row.zero, queen)
		VPAND(untried, queen, queen)
		VPXOR(queen, untried, untried)
		l, r, c := YMM(), YMM(), YMM()
		VPOR(queen, left, l)
		VPSLLD(row.below[0], l, l)
		VPOR(queen, right, r)
		VPSRLD(row.below[0], r, r)
		VPOR(queen, cols, c)
		VPOR(l, c, c)
		VPOR(r, c, c)
		VPANDN(row.open[1], c, c)
		VPMINUD(queen, c, c)
		VPCMPEQD(row.zero, c, c)
		count := GP32()
		VMOVMSKPS(c, count)
		ANDNL(unused, count, count)
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
