//go:build purego || (!amd64 && !arm64)

package kernel

// All are the kernels of this build, the fastest first.
var All = []*Kernel{Portable}

func features() []string { return nil }
