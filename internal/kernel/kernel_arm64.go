//go:build !purego

package kernel

// All are the kernels of this build, the fastest first.
var All = []*Kernel{neon, Portable}

// neon is the kernel with the vector instructions that all arm64 processors have, for the join. Its
// block search is in portable Go.
var neon = Portable.with("neon", nil, &Pairing{
	combinePortable, transposePortable, subsetsNEON, countNEON, tallyPortable, scatterPortable,
})

func features() []string { return nil }

//go:noescape
func subsetsNEON(entries, have []Flags)

//go:noescape
func countNEON(t *Lookup, runs []uint32, masks []uint64) uint64
