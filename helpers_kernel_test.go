package queens

import (
	"testing"

	"example.com/queens/internal/testkit"
)

// eachKernel tests each kernel of the build, and skips those that the machine cannot run.
func eachKernel(t *testing.T, test func(*testing.T, *kernel)) {
	t.Helper()
	testkit.EachOf(t, built(), kernels(), func(k *kernel) (name, needs string) { return k.name, k.needs }, test)
}
