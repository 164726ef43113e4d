package testkit

import (
	"iter"
	"testing"
)

// CheckListing makes sure that a listing without an error can be broken off anywhere, pulled, left
// by a panic and begun again.
func CheckListing[T any](t *testing.T, seq iter.Seq2[T, error]) {
	t.Helper()
	all := Collect(t, seq)
	for stop := range all {
		var some []T
		seq(func(value T, _ error) bool {
			if len(some) > stop {
				t.Error("a listing goes on after false")
			}
			some = append(some, value)
			return len(some) <= stop
		})
		WantSame(t, all[:stop+1], some, "broken at %d", stop)
	}
	next, stop := iter.Pull2(seq)
	defer stop()
	for _, want := range all[:min(len(all), 3)] {
		got, err, ok := next()
		if WantSame(t, want, got, "pulled"); !ok || err != nil {
			t.Errorf("pulled %v, %v", got, err)
		}
	}
	if why := Recovered(func() {
		for range seq {
			panic("in the loop")
		}
	}); len(all) > 0 && why != "in the loop" {
		t.Errorf("a panic in the loop is %v", why)
	}
	WantSame(t, all, Collect(t, seq), "begun again")
}
