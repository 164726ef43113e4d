//go:build !purego

package kernel

// neon is the kernel with the vector instructions of all arm64 processors, for the
// join. The block search is in portable Go.
var neon = Portable.paired("neon", "", &Pairing{
	combinePortable, transposePortable, subsetsNEON, countNEON, tallyPortable, scatterPortable,
})

// Built returns the kernels of the build.
func Built() []*Kernel { return Runnable() }

// Runnable returns the kernels that the machine can run, the fastest first.
func Runnable() []*Kernel { return []*Kernel{neon, Portable} }

//go:noescape
func subsetsNEON(entries, have []Flags)

//go:noescape
func countNEON(t *Lookup, runs []uint32, masks []uint64) uint64
