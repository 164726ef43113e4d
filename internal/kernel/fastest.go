package kernel

import "sync"

// Fastest returns the fastest kernel that the machine can run.
var Fastest = sync.OnceValue(func() *Kernel { return Runnable()[0] })
