//go:build !purego

package queens

// neon is the kernel with the vector instructions of all arm64 processors, for the
// join. The block search is in portable Go.
var neon = portable.paired("neon", "", &pairing{
	combinePortable, transposePortable, subsetsNEON, countNEON, tallyPortable, scatterPortable,
})

// built returns the kernels of the build.
func built() []*kernel { return kernels() }

// kernels returns the kernels that the machine can run, the fastest first.
func kernels() []*kernel { return []*kernel{neon, portable} }

//go:noescape
func subsetsNEON(entries, have []flags)

//go:noescape
func countNEON(t *lookup, runs []uint32, masks []uint64) uint64
