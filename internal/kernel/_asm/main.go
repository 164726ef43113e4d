// Command _asm writes kernel_amd64.s, the vector kernels of the block search and of the join, and
// stubs_amd64.go, their declarations. Run it with go generate in the directory above.
package main

import (
	"os"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	_ "example.com/queens/internal/kernel" // whose types Package reads
)

func main() {
	// Package reads the package without the files that are written here.
	os.Setenv("GOFLAGS", "-tags=purego")
	Package("example.com/queens/internal/kernel")
	ConstraintExpr("!purego")
	detection()
	expansions, compressions := permutations()
	bitOf := laneBits()
	for _, k := range []kernel{
		{name: "expand", below: 2},
		{name: "expandTorus", below: 2, torus: true},
	} {
		avx512Expand(k)
		avx2Expand(k, expansions, compressions, bitOf)
	}
	finish := kernel{name: "finish", below: 1, torus: true} // it is hardly slower on plain boards
	avx512Finish(finish)
	avx2Finish(finish)
	joinKernels()
	Generate()
}

// A kernel is one of the functions that make children or count solutions.
type kernel struct {
	name  string
	below int // how many rows below the one that it fills it needs
	torus bool
}

// begin begins the function for some instructions.
func (k kernel) begin(instructions, signature string) {
	TEXT(k.name+instructions, NOSPLIT, signature)
	Pragma("noescape")
}

// keeps says which children are kept.
const keeps = "Keep it if the next two rows have free squares."

const (
	expandSignature = "func(in *Boards, first, count int, row *OpenRow, out *Boards)"
	finishSignature = "func(in *Boards, first, count int, row *OpenRow) uint64"
)

// Truth tables of three inputs, for VPTERNLOGD: bit 4a+2b+c is the result for a, b and c.
const (
	anyOf  = 0xfe // a | b | c
	noneOf = 0x01
	allOf  = 0x80 // a & b & c
)

// detection writes the instructions that tell what the processor and the operating system support.
func detection() {
	TEXT("cpuid", NOSPLIT, "func(leaf, subleaf uint32) (a, b, c, d uint32)")
	Pragma("noescape")
	Doc("cpuid returns what the processor says about itself.")
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

// arrays are the base addresses of boards.
type arrays struct{ cols, left, right reg.GPVirtual }

func loadArrays(param string) arrays {
	b := Dereference(Param(param))
	return arrays{
		Load(b.Field("Cols").Base(), GP64()).(reg.GPVirtual),
		Load(b.Field("Left").Base(), GP64()).(reg.GPVirtual),
		Load(b.Field("Right").Base(), GP64()).(reg.GPVirtual),
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

// element returns the address of an element of an array that is a field of a struct to which a
// parameter points.
func element(param, name string, index int) Mem {
	return address(Dereference(Param(param)).Field(name).Index(index))
}

func address(c gotypes.Component) Mem {
	a, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return a.Addr
}
