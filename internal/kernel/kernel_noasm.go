//go:build purego || (!amd64 && !arm64)

package kernel

// Built returns the kernels of the build.
func Built() []*Kernel { return Runnable() }

// Runnable returns the kernels that the machine can run, the fastest first.
func Runnable() []*Kernel { return []*Kernel{Portable} }
