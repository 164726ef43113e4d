package kernel

import (
	"testing"

	"example.com/queens/internal/testkit"
)

// eachKernel tests each kernel of the build, and skips those that the machine cannot run.
func eachKernel(t *testing.T, test func(*testing.T, *Kernel)) {
	t.Helper()
	testkit.EachOf(t, Built(), Runnable(), func(k *Kernel) (name, needs string) { return k.Name, k.Needs }, test)
}
