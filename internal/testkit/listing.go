package testkit

import (
	"iter"
	"slices"
	"testing"
)

// CheckListing is [CheckIterator] for a listing without an error, which may be empty.
func CheckListing[T any](t *testing.T, seq iter.Seq2[T, error]) {
	t.Helper()
	if len(Collect(t, seq)) > 0 {
		CheckIterator(t, "the listing", Values(t, seq))
	}
}

// CheckIterator makes sure that an iterator, which yields something, can be broken off anywhere, pulled,
// left by a panic and begun again.
func CheckIterator[T any](t *testing.T, name string, seq iter.Seq[T]) {
	t.Helper()
	all := slices.Collect(seq)
	for stop := range len(all) {
		var some []T
		seq(func(value T) bool {
			if len(some) > stop {
				t.Errorf("%s goes on after false", name)
			}
			some = append(some, value)
			return len(some) <= stop
		})
		WantSame(t, all[:stop+1], some, "%s, broken at %d", name, stop)
	}
	if why := Recovered(func() {
		for range seq {
			panic("in the loop")
		}
	}); why != "in the loop" {
		t.Errorf("%s: a panic in the loop is %v", name, why)
	}
	next, stop := iter.Pull(seq)
	var pulled []T
	for range seq { // another loop, which goes on beside it
		value, _ := next()
		pulled = append(pulled, value)
	}
	WantSame(t, all, pulled, "%s, pulled", name)
	for range 2 {
		if got, ok := next(); ok {
			t.Errorf("%s pulled past its end: %v", name, got)
		}
	}
	stop()

	next, stop = iter.Pull(seq)
	next()
	stop()
	if got, ok := next(); ok {
		t.Errorf("%s pulled after stop: %v", name, got)
	}
}
