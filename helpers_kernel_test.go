package queens

import (
	"testing"

	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
)

// eachKernel tests each kernel of the build, and skips those that the machine cannot run.
func eachKernel(t *testing.T, test func(*testing.T, *kernel.Kernel)) {
	t.Helper()
	testkit.EachOf(t, kernel.Built(), kernel.Runnable(), func(k *kernel.Kernel) (name, needs string) { return k.Name, k.Needs }, test)
}
