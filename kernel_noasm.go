//go:build purego || (!amd64 && !arm64)

package queens

// built returns the kernels of the build.
func built() []*kernel { return kernels() }

// kernels returns the kernels that the machine can run, the fastest first.
func kernels() []*kernel { return []*kernel{portable} }
