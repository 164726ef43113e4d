package queens

import (
	"slices"
	"testing"
)

// eachKernel tests each kernel of the build, and skips those that the machine cannot run.
func eachKernel(t *testing.T, test func(*testing.T, *kernel)) {
	t.Helper()
	for _, k := range built {
		t.Run("impl="+k.name, func(t *testing.T) {
			if !slices.Contains(runnable, k) {
				t.Skipf("this processor lacks %s", needs[k.name])
			}
			test(t, k)
		})
	}
}

// built are the kernels of this build, and runnable those that the machine can run. Of
// kernels that are part of a build but not of every machine, needs has the instructions.
// Other files change these for their architectures.
var (
	built    = kernels()
	runnable = kernels()
	needs    = map[string]string{}
)
