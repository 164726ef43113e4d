// Command _asm writes bitboard_amd64.s, the vector kernels of the block search.
// Run it with go generate in the directory above.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	_ "example.com/queens" // whose types Package reads
)

func main() {
	Package("example.com/queens")
	ConstraintExpr("!purego")
	detection()
	avx512Expand()
	avx512Prune()
	avx512Finish()
	expansions, compressions := permutations()
	avx2Expand(expansions, compressions)
	avx2Prune(compressions)
	avx2Finish()
	Generate()
}

// Truth tables of three inputs, for VPTERNLOGD.
const (
	anyOf  = 0xfe
	noneOf = 0x01
	orAnd  = 0xf8 // first | second & third
)

// detection writes the instructions that tell what the processor and the operating
// system support.
func detection() {
	TEXT("cpuid", NOSPLIT, "func(leaf, subleaf uint32) (a, b, c, d uint32)")
	Pragma("noescape")
	Doc("cpuid returns what the processor says of itself.")
	Load(Param("leaf"), reg.EAX)
	Load(Param("subleaf"), reg.ECX)
	CPUID()
	Store(reg.EAX, Return("a"))
	Store(reg.EBX, Return("b"))
	Store(reg.ECX, Return("c"))
	Store(reg.EDX, Return("d"))
	RET()

	TEXT("xgetbv", NOSPLIT, "func() (low, high uint32)")
	Pragma("noescape")
	Doc("xgetbv returns which registers the operating system saves.")
	XORL(reg.ECX, reg.ECX)
	XGETBV()
	Store(reg.EAX, Return("low"))
	Store(reg.EDX, Return("high"))
	RET()
}

// The layout of an openRow, in bytes.
const (
	openRowBelow = 12
	openRowSize  = 20
)

// arrays are the base addresses of boards.
type arrays struct{ cols, left, right reg.GPVirtual }

func loadArrays(param string) arrays {
	b := Dereference(Param(param))
	return arrays{
		Load(b.Field("cols").Base(), GP64()).(reg.GPVirtual),
		Load(b.Field("left").Base(), GP64()).(reg.GPVirtual),
		Load(b.Field("right").Base(), GP64()).(reg.GPVirtual),
	}
}

// at is the vector that begins at the board with the given index.
func (a arrays) at(index reg.Register) [3]Mem {
	return [3]Mem{
		{Base: a.cols, Index: index, Scale: 4},
		{Base: a.left, Index: index, Scale: 4},
		{Base: a.right, Index: index, Scale: 4},
	}
}

// loadRows returns where the openRows of parameter rows begin and end.
func loadRows() (rows, end reg.GPVirtual) {
	rows = Load(Param("rows").Base(), GP64()).(reg.GPVirtual)
	end = Load(Param("rows").Len(), GP64()).(reg.GPVirtual)
	IMUL3Q(U8(openRowSize), end, end)
	ADDQ(rows, end)
	return rows, end
}
