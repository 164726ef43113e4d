package testkit

import (
	"slices"
	"testing"
)

// EachOf tests each of some kernels, and skips those that the machine cannot run. It is told how
// to name one, and what it needs.
func EachOf[K comparable](t *testing.T, built, runnable []K, says func(K) (name, needs string), test func(*testing.T, K)) {
	t.Helper()
	for _, k := range built {
		name, needs := says(k)
		t.Run("impl="+name, func(t *testing.T) {
			if !slices.Contains(runnable, k) {
				t.Skipf("this processor lacks %s", needs)
			}
			test(t, k)
		})
	}
}
