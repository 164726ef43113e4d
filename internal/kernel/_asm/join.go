package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vectors are instructions on words of 64 bits in vectors of some size, in bytes.
type vectors struct {
	name     string
	size     int
	register func() reg.VecVirtual
	load     func(from, to Op) // or store
	xor, and func(x, y, to Op)
	andNot   func(x, y, to Op) // ^y & x
}

var vectors256 = vectors{
	"AVX2", 32, YMM,
	func(from, to Op) { VMOVDQU(from, to) },
	func(x, y, to Op) { VPXOR(x, y, to) },
	func(x, y, to Op) { VPAND(x, y, to) },
	func(x, y, to Op) { VPANDN(x, y, to) },
}

var vectors512 = vectors{
	"AVX512", 64, ZMM,
	func(from, to Op) { VMOVDQU64(from, to) },
	func(x, y, to Op) { VPXORQ(x, y, to) },
	func(x, y, to Op) { VPANDQ(x, y, to) },
	func(x, y, to Op) { VPANDNQ(x, y, to) },
}

const (
	flagBytes = 64 // size of flags
	chunkBits = 10
)

func joinKernels() {
	for _, v := range []vectors{vectors256, vectors512} {
		v.transpose()
		v.subsets()
	}
	combine256()
	combine512()
	count256()
	count512()
	tally()
	scatter()
}

// function begins a function of a pairing.
func function(name, instructions, signature string) {
	TEXT(name+instructions, NOSPLIT, signature)
	Pragma("noescape")
}

// transpose exchanges squares of bits, as transposePortable does, in vectors of several words side
// by side. It goes through the words twice, eight vectors at a time: more do not fit the sixteen
// registers of AVX2.
func (v vectors) transpose() {
	function("transpose", v.name, "func(have *[64]Flags, block *[BlockMasks]uint64)")
	to := Load(Param("have"), GP64()).(reg.GPVirtual)
	from := Load(Param("block"), GP64()).(reg.GPVirtual)

	Comment("Squares of 32, 16 and 8 bits, between words eight apart.")
	low := v.lowHalves(32, 16, 8)
	again := GP64()
	MOVQ(U32(8*flagBytes/v.size), again)
	Label("far")
	v.exchange(Mem{Base: from}, Mem{Base: to}, 8*flagBytes, low)
	ADDQ(U32(v.size), from)
	ADDQ(U32(v.size), to)
	DECQ(again)
	JNE(LabelRef("far"))

	Comment("Squares of 4, 2 and 1 bits, between neighbours.")
	SUBQ(U32(8*flagBytes), to)
	low = v.lowHalves(4, 2, 1)
	MOVQ(U32(8), again)
	Label("near")
	for at := 0; at < flagBytes; at += v.size {
		words := Mem{Base: to, Disp: at}
		v.exchange(words, words, flagBytes, low)
	}
	ADDQ(U32(8*flagBytes), to)
	DECQ(again)
	JNE(LabelRef("near"))
	VZEROUPPER()
	RET()
}

// halves has the bits in the lower half of each square of some size.
type halves struct {
	size int
	bits reg.VecVirtual
}

func (v vectors) lowHalves(sizes ...int) []halves {
	var all []halves
	for _, size := range sizes {
		word, low := GP64(), v.register()
		MOVQ(U64(^uint64(0)/(1<<size+1)), word) // size ones, size zeros, and so on
		VMOVQ(word, low.AsX())
		VPBROADCASTQ(low.AsX(), low)
		all = append(all, halves{size, low})
	}
	return all
}

// exchange reads eight vectors that are some bytes apart, exchanges squares of three sizes between
// them, and writes them.
func (v vectors) exchange(from, to Mem, apart int, low []halves) {
	var words [8]reg.VecVirtual
	for i := range words {
		words[i] = v.register()
		v.load(from.Offset(i*apart), words[i])
	}
	for stage, l := range low {
		distance := 4 >> stage
		for i, x := range words {
			if i&distance != 0 {
				continue
			}
			y, differ := words[i+distance], v.register()
			VPSRLQ(U8(l.size), x, differ)
			v.xor(y, differ, differ)
			v.and(l.bits, differ, differ)
			v.xor(y, differ, y)
			VPSLLQ(U8(l.size), differ, differ)
			v.xor(x, differ, x)
		}
	}
	for i := range words {
		v.load(words[i], to.Offset(i*apart))
	}
}

// subsets doubles the number of entries for each bit: the entries of the sets that have it are
// those of the sets before, without the masks that have the bit.
func (v vectors) subsets() {
	function("subsets", v.name, "func(entries, have []Flags)")
	entries := Load(Param("entries").Base(), GP64()).(reg.GPVirtual)
	have := Load(Param("have").Base(), GP64()).(reg.GPVirtual)
	left := Load(Param("have").Len(), GP64()).(reg.GPVirtual)
	size, from, end := GP64(), GP64(), GP64()
	MOVQ(U32(flagBytes), size)
	TESTQ(left, left)
	JE(LabelRef("done"))

	Label("double")
	var out []reg.VecVirtual
	for at := 0; at < flagBytes; at += v.size {
		out = append(out, v.register())
		v.load(Mem{Base: have, Disp: at}, out[len(out)-1])
	}
	MOVQ(entries, from)
	LEAQ(Mem{Base: entries, Index: size, Scale: 1}, end)
	Label("entry")
	for i, flags := range out {
		kept := v.register()
		v.andNot(Mem{Base: from, Disp: i * v.size}, flags, kept)
		v.load(kept, Mem{Base: from, Index: size, Scale: 1, Disp: i * v.size})
	}
	ADDQ(U32(flagBytes), from)
	CMPQ(from, end)
	JNE(LabelRef("entry"))
	ADDQ(U32(flagBytes), have)
	SHLQ(U8(1), size)
	DECQ(left)
	JNE(LabelRef("double"))

	Label("done")
	VZEROUPPER()
	RET()
}

// combination is the parameters of combine, in registers.
type combination struct {
	out, x, lastX, firstY reg.GPVirtual
	wholeY                reg.GPVirtual // the end of the whole vectors of ys
	rest                  reg.GPVirtual // the number of ys after them
}

const combineSignature = "func(out, xs, ys []uint64) int"

func loadCombination(lanes int) combination {
	c := combination{
		out:    Load(Param("out").Base(), GP64()).(reg.GPVirtual),
		x:      Load(Param("xs").Base(), GP64()).(reg.GPVirtual),
		lastX:  Load(Param("xs").Len(), GP64()).(reg.GPVirtual),
		firstY: Load(Param("ys").Base(), GP64()).(reg.GPVirtual),
		rest:   Load(Param("ys").Len(), GP64()).(reg.GPVirtual),
		wholeY: GP64(),
	}
	LEAQ(Mem{Base: c.x, Index: c.lastX, Scale: 8}, c.lastX)
	MOVQ(c.rest, c.wholeY)
	ANDQ(I8(-lanes), c.wholeY)
	SUBQ(c.wholeY, c.rest)
	LEAQ(Mem{Base: c.firstY, Index: c.wholeY, Scale: 8}, c.wholeY)
	return c
}

// loop goes through the pairs. The vector x has one mask of xs in each word. Step combines it with
// the masks at y: a whole vector, or only the rest.
func (c combination) loop(x reg.VecVirtual, step func(y reg.GPVirtual, rest bool)) {
	CMPQ(c.x, c.lastX)
	JE(LabelRef("done"))
	Label("next")
	VPBROADCASTQ(Mem{Base: c.x}, x)
	y := GP64()
	MOVQ(c.firstY, y)
	CMPQ(y, c.wholeY)
	JE(LabelRef("rest"))
	Label("whole")
	step(y, false)
	ADDQ(U32(int(x.Size())), y)
	CMPQ(y, c.wholeY)
	JNE(LabelRef("whole"))
	Label("rest")
	TESTQ(c.rest, c.rest)
	JE(LabelRef("combined"))
	step(y, true)
	Label("combined")
	ADDQ(U8(8), c.x)
	CMPQ(c.x, c.lastX)
	JNE(LabelRef("next"))
	Label("done")
	first := Load(Param("out").Base(), GP64()).(reg.GPVirtual)
	SUBQ(first, c.out)
	SHRQ(U8(3), c.out)
	Store(c.out, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func combine512() {
	function("combine", "AVX512", combineSignature)
	c := loadCombination(8)
	some, rest := GP32(), K()
	MOVL(U32(0xff), some)
	BZHIL(c.rest.As32(), some, some)
	KMOVW(some, rest)
	x := ZMM()
	c.loop(x, func(y reg.GPVirtual, last bool) {
		pair, free, kept := ZMM(), K(), GP32()
		if last {
			VMOVDQU64_Z(Mem{Base: y}, rest, pair)
			VPTESTNMQ(x, pair, rest, free)
		} else {
			VMOVDQU64(Mem{Base: y}, pair)
			VPTESTNMQ(x, pair, free)
		}
		VPORQ(x, pair, pair)
		VPCOMPRESSQ_Z(pair, free, pair)
		VMOVDQU64(pair, Mem{Base: c.out})
		KMOVW(free, kept)
		POPCNTL(kept, kept)
		LEAQ(Mem{Base: c.out, Index: kept.As64(), Scale: 8}, c.out)
	})
}

func combine256() {
	packs := packings()
	function("combine", "AVX2", combineSignature)
	c := loadCombination(4)
	table, some := GP64(), GP32()
	LEAQ(packs, table)
	MOVL(U32(0xf), some)
	BZHIL(c.rest.As32(), some, some)
	x, zero := YMM(), YMM()
	VPXOR(zero, zero, zero)
	c.loop(x, func(y reg.GPVirtual, last bool) {
		pair, free, kept, order := YMM(), YMM(), GP32(), YMM()
		VMOVDQU(Mem{Base: y}, pair)
		VPAND(x, pair, free)
		VPCMPEQQ(zero, free, free)
		VMOVMSKPD(free, kept)
		if last {
			ANDL(some, kept)
		}
		VPOR(x, pair, pair)
		VPMOVZXBD(Mem{Base: table, Index: kept.As64(), Scale: 8}, order)
		VPERMD(pair, order, pair)
		VMOVDQU(pair, Mem{Base: c.out})
		POPCNTL(kept, kept)
		LEAQ(Mem{Base: c.out, Index: kept.As64(), Scale: 8}, c.out)
	})
}

// packings writes the permutations that move each set of four words to the front, for VPERMD, a
// byte for each half of a word.
func packings() Mem {
	m := GLOBL("packings", RODATA|NOPTR)
	for set := range 16 {
		var order uint64
		at := 0
		for word := range uint64(4) {
			if set>>word&1 != 0 {
				order |= (2*word | (2*word+1)<<8) << (16 * at)
				at++
			}
		}
		DATA(8*set, U64(order))
	}
	return m
}

const countSignature = "func(t *Lookup, runs []uint32, masks []uint64) uint64"

// lookups are the addresses of the tables of a Lookup.
type lookups struct {
	entry  Mem
	chunks [4]Mem
}

func loadLookup() lookups {
	t := Dereference(Param("t"))
	l := lookups{entry: address(t.Field("Keys").Index(0).Index(0))}
	for i := range l.chunks {
		l.chunks[i] = address(t.Field("Chunks").Index(i).Index(0).Index(0))
	}
	return l
}

// entries returns the addresses of the entries of a mask's chunks. An entry takes flagBytes, 2⁶
// bytes, so a chunk that is rotated to begin at bit 6 is the offset of its entry. RORX, of BMI2,
// leaves the mask as it is.
func (l lookups) entries(mask reg.GPVirtual) [4]Mem {
	for i := range l.chunks {
		offset := GP64()
		RORXQ(U8((64-6+chunkBits*i)%64), mask, offset)
		ANDL(U32((1<<chunkBits-1)*flagBytes), offset.As32())
		l.chunks[i].Index, l.chunks[i].Scale = offset, 1
	}
	return l.chunks
}

// masksAtOnce is how many masks AVX2 compares with a block before it counts bits. To add up their
// flags in vectors of ones, twos and fours takes fewer instructions than to count the bits of each
// (Muła, Kurz and Lemire, Faster Population Counts Using AVX2 Instructions, The Computer Journal
// 61, 2018); for a vector of eights there is hardly a register. With AVX-512, on Zen 4, a loop for
// single masks is as fast from n = 20 on, and 1 % faster at n = 18, where runs are short.
const masksAtOnce = 4

// eachRun goes through the runs. For each, load reads which masks of the block fit the key, and
// sets the zero flag if none does. Then one compares a mask with the block, and several, if it is
// not nil, compares masksAtOnce of them.
func eachRun(load func(entry Mem), one, several func(masks Mem, lookup lookups)) {
	masks := Load(Param("masks").Base(), GP64()).(reg.GPVirtual)
	run := Load(Param("runs").Base(), GP64()).(reg.GPVirtual)
	left := Load(Param("runs").Len(), GP64()).(reg.GPVirtual)
	l := loadLookup()
	at, end := GP64(), GP64()
	MOVL(Mem{Base: run}, end.As32())
	LEAQ(Mem{Base: masks, Index: end, Scale: 8}, end)
	entry := GP64()
	LEAQ(l.entry, entry)
	JMP(LabelRef("next"))
	Label("run")
	MOVQ(end, at)
	MOVL(Mem{Base: run, Disp: 4}, end.As32())
	LEAQ(Mem{Base: masks, Index: end, Scale: 8}, end)
	ADDQ(U8(4), run)
	CMPQ(at, end)
	JE(LabelRef("skip"))
	load(Mem{Base: entry})
	JE(LabelRef("skip"))
	if several != nil {
		const bytes = 8 * masksAtOnce
		SUBQ(U8(bytes), end)
		CMPQ(at, end)
		JHI(LabelRef("few"))
		Label("masks")
		several(Mem{Base: at}, l)
		ADDQ(U8(bytes), at)
		CMPQ(at, end)
		JLS(LabelRef("masks"))
		Label("few")
		ADDQ(U8(bytes), end)
		CMPQ(at, end)
		JE(LabelRef("skip"))
	}
	Label("mask")
	one(Mem{Base: at}, l)
	ADDQ(U8(8), at)
	CMPQ(at, end)
	JNE(LabelRef("mask"))
	Label("skip")
	ADDQ(U32(flagBytes), entry)
	Label("next")
	DECQ(left)
	JNE(LabelRef("run"))
}

func count512() {
	function("count", "AVX512", countSignature)
	pairs, free := ZMM(), ZMM()
	VPXORQ(pairs, pairs, pairs)
	one := func(mask Mem, l lookups) {
		m, both := GP64(), ZMM()
		MOVQ(mask, m)
		e := l.entries(m)
		VMOVDQU64(e[0], both)
		VPTERNLOGQ(U8(allOf), e[1], free, both)
		rest := ZMM()
		VMOVDQU64(e[2], rest)
		VPTERNLOGQ(U8(allOf), e[3], rest, both)
		VPOPCNTQ(both, both)
		VPADDQ(both, pairs, pairs)
	}
	eachRun(func(entry Mem) {
		some, any := K(), GP32()
		VMOVDQU64(entry, free)
		VPTESTMQ(free, free, some)
		KMOVW(some, any)
		TESTL(any, any)
	}, one, nil)
	Comment("Add up the words.")
	half := YMM()
	VEXTRACTI64X4(U8(1), pairs, half)
	VPADDQ(half, pairs.AsY(), half)
	sum256(half)
}

// sum256 adds up the words of a vector and returns the sum.
func sum256(words reg.VecVirtual) {
	half, sum := XMM(), GP64()
	VEXTRACTI128(U8(1), words, half)
	VPADDQ(words.AsX(), half, half)
	other := XMM()
	VPSHUFD(U8(0xee), half, other)
	VPADDQ(other, half, half)
	VMOVQ(half, sum)
	Store(sum, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func count256() {
	counts := GLOBL("nibbleCounts", RODATA|NOPTR)
	for i := range 32 {
		DATA(i, U8(bits.OnesCount(uint(i%16))))
	}
	function("count", "AVX2", countSignature)
	// The number of pairs so far is ones + 2·twos + 4·fours + 8·pairs.
	pairs, ones, twos, fours := YMM(), YMM(), YMM(), YMM()
	for _, sum := range []reg.VecVirtual{pairs, ones, twos, fours} {
		VPXOR(sum, sum, sum)
	}
	table, nibble := YMM(), YMM()
	VMOVDQU(counts, table)
	fifteen := GP32()
	MOVL(U32(0x0f), fifteen)
	VMOVD(fifteen, nibble.AsX())
	VPBROADCASTB(nibble.AsX(), nibble)
	// addBits adds the number of bits of each word to pairs: two nibbles of each byte by the table,
	// then the bytes of each word.
	addBits := func(bits reg.VecVirtual) {
		high, zero := YMM(), YMM()
		VPSRLW(U8(4), bits, high)
		VPAND(nibble, bits, bits)
		VPAND(nibble, high, high)
		VPSHUFB(bits, table, bits)
		VPSHUFB(high, table, high)
		VPADDB(bits, high, high)
		VPXOR(zero, zero, zero)
		VPSADBW(zero, high, high)
		VPADDQ(high, pairs, pairs)
	}
	free := [2]reg.VecVirtual{YMM(), YMM()}
	// fits returns which masks of the block fit one, in two vectors.
	fits := func(mask Mem, l lookups) (x, y reg.VecVirtual) {
		m := GP64()
		MOVQ(mask, m)
		e := l.entries(m)
		var both [2]reg.VecVirtual
		for i := range both {
			both[i] = YMM()
			VPAND(e[0].Offset(32*i), free[i], both[i])
			for _, entry := range e[1:] {
				VPAND(entry.Offset(32*i), both[i], both[i])
			}
		}
		return both[0], both[1]
	}
	eachRun(func(entry Mem) {
		any := YMM()
		VMOVDQU(entry, free[0])
		VMOVDQU(entry.Offset(32), free[1])
		VPOR(free[0], free[1], any)
		VPTEST(any, any)
	}, func(mask Mem, l lookups) {
		x, carry := fits(mask, l)
		fullAdd(ones, x, carry)
		for _, sum := range []reg.VecVirtual{twos, fours} {
			next := YMM()
			VPAND(carry, sum, next)
			VPXOR(carry, sum, sum)
			carry = next
		}
		addBits(carry)
	}, func(masks Mem, l lookups) {
		var carries [masksAtOnce]reg.VecVirtual
		for i := range carries {
			var x reg.VecVirtual
			x, carries[i] = fits(masks.Offset(8*i), l)
			fullAdd(ones, x, carries[i])
			if i%2 != 0 {
				fullAdd(twos, carries[i-1], carries[i])
			}
		}
		fullAdd(fours, carries[1], carries[3])
		addBits(carries[3])
	})
	for _, sum := range []reg.VecVirtual{fours, twos, ones} {
		VPADDQ(pairs, pairs, pairs)
		addBits(sum)
	}
	sum256(pairs)
}

// fullAdd adds the bits x and y to those of a sum, and sets y to the carries.
func fullAdd(sum, x, y reg.VecVirtual) {
	odd := YMM()
	VPXOR(x, sum, odd)
	VPAND(x, sum, x)
	VPXOR(odd, y, sum)
	VPAND(odd, y, y)
	VPOR(x, y, y)
}

// eachTwo goes through masks, two at a time, and then the last one if their number is odd. It gives
// step the masks and the address of the offset for each. Two masks never have the same offset,
// since one has an even index and the other an odd one.
func eachTwo(step func(masks []reg.GPVirtual, offsets []Mem)) {
	o := Load(Param("o"), GP64()).(reg.GPVirtual)
	at := Load(Param("masks").Base(), GP64()).(reg.GPVirtual)
	left := Load(Param("masks").Len(), GP64()).(reg.GPVirtual)
	shift := Load(Param("f").Field("Shift"), GP64()).(reg.GPVirtual)
	low := Load(Param("f").Field("Low"), GP64()).(reg.GPVirtual)
	next := func(count int) {
		var masks []reg.GPVirtual
		var offsets []Mem
		for i := range count {
			mask, value := GP64(), GP64()
			MOVQ(Mem{Base: at, Disp: 8 * i}, mask)
			SHRXQ(shift, mask, value)
			ANDQ(low, value)
			masks = append(masks, mask)
			offsets = append(offsets, Mem{Base: o, Index: value, Scale: 8, Disp: 4 * i})
		}
		step(masks, offsets)
	}
	SUBQ(U8(2), left)
	JLT(LabelRef("last"))
	Label("two")
	next(2)
	ADDQ(U8(16), at)
	SUBQ(U8(2), left)
	JGE(LabelRef("two"))
	Label("last")
	CMPQ(left, I8(-1))
	JNE(LabelRef("done"))
	next(1)
	Label("done")
	RET()
}

func tally() {
	function("tally", "BMI2", "func(o *Offsets, masks []uint64, f BitField)")
	eachTwo(func(_ []reg.GPVirtual, offsets []Mem) {
		for _, offset := range offsets {
			INCL(offset)
		}
	})
}

func scatter() {
	function("scatter", "BMI2", "func(sorted []uint64, o *Offsets, masks []uint64, f BitField, live uint64)")
	sorted := Load(Param("sorted").Base(), GP64()).(reg.GPVirtual)
	live := Load(Param("live"), GP64()).(reg.GPVirtual)
	eachTwo(func(masks []reg.GPVirtual, offsets []Mem) {
		indices := make([]reg.GPVirtual, len(masks))
		for i, offset := range offsets {
			indices[i] = GP64()
			MOVL(offset, indices[i].As32())
		}
		for i, mask := range masks {
			ANDQ(live, mask)
			MOVQ(mask, Mem{Base: sorted, Index: indices[i], Scale: 8})
		}
		for i, offset := range offsets {
			INCL(indices[i].As32())
			MOVL(indices[i].As32(), offset)
		}
	})
}
