//go:build !purego

package queens

// neon is the kernel with the vector instructions of all arm64 processors, for the
// join. The block search is in portable Go.
var neon = &kernel{
	name:      "neon",
	newBoards: newWhole,
	plane:     portable.plane,
	torus:     portable.torus,
	finish:    finishPortable,
	pairing:   &pairing{combinePortable, transposePortable, subsetsNEON, countNEON, tallyPortable, scatterPortable},
	joinsFrom: portable.joinsFrom,
}

// kernels returns the kernels that the machine can run, the fastest first.
func kernels() []*kernel { return []*kernel{neon, portable} }

// subsetsNEON is subsets of the pairing for NEON.
//
//go:noescape
func subsetsNEON(entries, have []flags)

// countNEON is count of the pairing for NEON.
//
//go:noescape
func countNEON(t *lookup, runs []uint32, masks []uint64) uint64
