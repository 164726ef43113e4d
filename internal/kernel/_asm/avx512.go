package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// streams512 is how many independent vectors of boards are in flight. One alone waits for its own
// results most of the time; two take as long at n = 16 on Zen 4, and four have too few registers.
const streams512 = 3

// vector512 is sixteen boards, with the squares of their row that are still to be tried.
type vector512 struct{ cols, left, right, untried reg.VecVirtual }

// row512 is the part of an OpenRow that a function needs, each value in every lane.
type row512 struct {
	open, below []reg.VecVirtual
	around      []Mem // on a torus, in memory: the registers are taken
	zero        reg.VecVirtual
}

func loadRow512(k kernel) row512 {
	row := row512{zero: ZMM()}
	for i := range k.below + 1 {
		row.open = append(row.open, broadcast512(element("row", "Open", i)))
	}
	for i := range k.below {
		row.below = append(row.below, broadcast512(element("row", "Below", i)))
		if k.torus {
			row.around = append(row.around, element("row", "Around", i))
		}
	}
	VPXORD(row.zero, row.zero, row.zero)
	return row
}

func broadcast512(value Mem) reg.VecVirtual {
	z := ZMM()
	VPBROADCASTD(value, z)
	return z
}

func avx512Expand(k kernel) {
	k.begin("AVX512", expandSignature)

	Comment("Boards wait from next to last. Children go to kept and behind.")
	next := Load(Param("first"), GP64()).(reg.GPVirtual)
	last := Load(Param("count"), GP64()).(reg.GPVirtual)
	ADDQ(next, last)
	kept := Load(Dereference(Param("out")).Field("N"), GP64()).(reg.GPVirtual)
	in, out := loadArrays("in"), loadArrays("out")
	row := loadRow512(k)
	ones := GP32()
	MOVL(U32(0xffff), ones)

	var vectors [streams512]vector512
	for i := range vectors {
		vectors[i] = vector512{ZMM(), ZMM(), ZMM(), ZMM()}
		for _, z := range []reg.VecVirtual{vectors[i].cols, vectors[i].left, vectors[i].right, vectors[i].untried} {
			VPXORD(z, z, z)
		}
	}

	Comment("As long as a board waits for every lane, no lane stays empty.")
	fast := GP64()
	LEAQ(Mem{Base: last, Disp: -16 * streams512}, fast)
	CMPQ(next, fast)
	JGT(LabelRef("drain"))
	Label("full")
	for i := range vectors {
		idle := K()
		refill512(vectors[i], row, in, next, idle, nil, nil)
		children512(k, vectors[i], row, out, kept, nil)
	}
	CMPQ(next, fast)
	JLE(LabelRef("full"))

	Comment("The last boards: a lane stays empty when none waits for it.")
	Label("drain")
	for i := range vectors {
		idle := K()
		refill512(vectors[i], row, in, next, idle, last, ones)
		busy := K()
		VPTESTMD(vectors[i].untried, vectors[i].untried, busy)
		children512(k, vectors[i], row, out, kept, busy)
	}
	untried := ZMM()
	VMOVDQA64(vectors[0].untried, untried)
	for _, v := range vectors[1:] {
		VPORD(v.untried, untried, untried)
	}
	busy := K()
	VPTESTMD(untried, untried, busy)
	lanes := GP32()
	KMOVW(busy, lanes)
	waiting := GP64()
	MOVQ(last, waiting)
	SUBQ(next, waiting)
	rest := GP64()
	MOVL(lanes, rest.As32())
	ORQ(rest, waiting)
	JNE(LabelRef("drain"))

	Store(kept, Dereference(Param("out")).Field("N"))
	VZEROUPPER()
	RET()
}

// refill512 gives each lane that is done the next waiting board. If last is not nil, there may be
// fewer boards than lanes.
func refill512(v vector512, row row512, in arrays, next reg.GPVirtual, idle reg.OpmaskVirtual, last, ones reg.GPVirtual) {
	Comment("Lanes that are done take the next boards.")
	VPTESTNMD(v.untried, v.untried, idle)
	taken := GP32()
	KMOVW(idle, taken)
	if last != nil {
		waiting := GP64()
		MOVQ(last, waiting)
		SUBQ(next, waiting)
		some := GP32()
		BZHIL(waiting.As32(), ones, some)
		PDEPL(taken, some, taken)
		KMOVW(taken, idle)
	}
	from := in.at(next)
	for i, z := range []reg.VecVirtual{v.cols, v.left, v.right} {
		waiting := ZMM()
		VMOVDQU32(from[i], waiting)
		VPEXPANDD(waiting, idle, z)
	}
	POPCNTL(taken, taken)
	ADDQ(taken.As64(), next)
	attacked := ZMM()
	VMOVDQA64(v.cols, attacked)
	VPTERNLOGD(U8(anyOf), v.left, v.right, attacked)
	VPANDND(row.open[0], attacked, idle, v.untried)
}

// children512 places one queen on each board and appends the children to out. If busy is not nil,
// only its lanes hold boards.
func children512(k kernel, v vector512, row row512, out arrays, kept reg.GPVirtual, busy reg.OpmaskVirtual) {
	Comment("Each board places a queen on its first untried square.")
	queen := ZMM()
	VPSUBD(v.untried, row.zero, queen)
	VPANDD(v.untried, queen, queen)
	VPXORD(queen, v.untried, v.untried)
	cols, left, right := ZMM(), ZMM(), ZMM()
	VPORD(queen, v.cols, cols)
	VPORD(queen, v.left, left)
	VPORD(queen, v.right, right)
	row.down(0, left, right, left, right)

	Comment(keeps)
	good := K()
	free := ZMM()
	VMOVDQA64(cols, free)
	VPTERNLOGD(U8(noneOf), left, right, free)
	if busy != nil {
		VPTESTMD(row.open[1], free, busy, good)
	} else {
		VPTESTMD(row.open[1], free, good)
	}
	left2, right2 := ZMM(), ZMM()
	row.down(1, left, right, left2, right2)
	VPTERNLOGD(U8(noneOf), cols, left2, right2)
	VPTESTMD(row.open[2], right2, good, good)

	keep512([]reg.VecVirtual{cols, left, right}, good, out, kept)
}

// down moves diagonals from the row with an index to the next one.
func (row row512) down(from int, left, right, l, r reg.VecVirtual) {
	if row.around == nil {
		VPSLLVD(row.below[from], left, l)
		VPSRLVD(row.below[from], right, r)
		return
	}
	again := ZMM()
	VPSRLVD_BCST(row.around[from], left, again)
	VPSLLVD(row.below[from], left, l)
	VPORD(again, l, l)
	VPSLLVD_BCST(row.around[from], right, again)
	VPSRLVD(row.below[from], right, r)
	VPORD(again, r, r)
}

// keep512 appends the boards in good lanes to out, from kept on.
func keep512(boards []reg.VecVirtual, good reg.OpmaskVirtual, out arrays, kept reg.GPVirtual) {
	to := out.at(kept)
	for i, z := range boards {
		VPCOMPRESSD_Z(z, good, z)
		VMOVDQU32(z, to[i])
	}
	count := GP32()
	KMOVW(good, count)
	POPCNTL(count, count)
	ADDQ(count.As64(), kept)
}

// firstLanes512 returns the lanes that hold boards if rest boards remain. BZHI reads only the low
// byte of rest.
func firstLanes512(rest, ones reg.GPVirtual) reg.GPVirtual {
	some := GP32()
	CMPQ(rest, U32(16))
	MOVL(ones, some)
	JGE(LabelRef("whole"))
	BZHIL(rest.As32(), ones, some)
	Label("whole")
	return some
}

func avx512Finish(k kernel) {
	k.begin("AVX512", finishSignature)

	next := Load(Param("first"), GP64()).(reg.GPVirtual)
	rest := Load(Param("count"), GP64()).(reg.GPVirtual)
	in := loadArrays("in")
	row := loadRow512(k)
	solutions := GP64()
	XORQ(solutions, solutions)
	ones := GP32()
	MOVL(U32(0xffff), ones)

	Label("vector")
	some := firstLanes512(rest, ones)
	lane := K()
	KMOVW(some, lane)
	from := in.at(next)
	cols, left, right, untried := ZMM(), ZMM(), ZMM(), ZMM()
	VMOVDQU32(from[0], cols)
	VMOVDQU32(from[1], left)
	VMOVDQU32(from[2], right)
	VMOVDQA64(cols, untried)
	VPTERNLOGD(U8(anyOf), left, right, untried)
	VPANDND_Z(row.open[0], untried, lane, untried)

	Comment("With two columns left, a row has at most two free squares.")
	for range 2 {
		queen := ZMM()
		VPSUBD(untried, row.zero, queen)
		VPANDD(untried, queen, queen)
		placed, free := K(), K()
		VPTESTMD(queen, queen, placed)
		VPXORD(queen, untried, untried)
		l, r, c := ZMM(), ZMM(), ZMM()
		VPORD(queen, left, l)
		VPORD(queen, right, r)
		row.down(0, l, r, l, r)
		VPORD(queen, cols, c)
		VPTERNLOGD(U8(noneOf), l, r, c)
		VPTESTMD(row.open[1], c, placed, free)
		count := GP32()
		KMOVW(free, count)
		POPCNTL(count, count)
		ADDQ(count.As64(), solutions)
	}
	ADDQ(U32(16), next)
	SUBQ(U32(16), rest)
	JGT(LabelRef("vector"))
	Store(solutions, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
