package coordinator

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTaskPool compares a pool with its definition: of the open tasks, those that may be taken come in
// turn, so that none comes again before all others have come.
func TestTaskPool(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		total := 1 + rng.IntN(40)
		queue := rng.Perm(total)[:rng.IntN(total+1)]
		p := &taskPool{}
		p.reset(slices.Clone(queue), total)
		for range 2000 {
			task := rng.IntN(total)
			switch rng.IntN(8) {
			case 0:
				if rng.IntN(total) == 0 {
					p.close(task)
					queue = slices.DeleteFunc(queue, func(t int) bool { return t == task })
				}
			case 1:
				if rng.IntN(100) == 0 {
					queue = rng.Perm(total)
					p.reset(slices.Clone(queue), total)
				}
			default:
				skip := func(t int) bool { return t%3 == task%3 }
				next := slices.IndexFunc(queue, func(t int) bool { return !skip(t) })
				got, ok := p.take(skip)
				if ok != (next >= 0) || ok && got != queue[next] {
					t.Fatalf("seed %d: got %d, %t of %v, skipped %d", seed, got, ok, queue, task%3)
				}
				queue = append(queue[next+1:], queue[:next+1]...)
			}
			if p.left != len(queue) {
				t.Fatalf("seed %d: %d open, want %d", seed, p.left, len(queue))
			}
		}
	}
}

// TestLooks has an account that may have no task: a call looks at a bounded number of them.
func TestLooks(t *testing.T) {
	p := &taskPool{}
	p.reset(all(10*mostLooks), 10*mostLooks)
	looks := 0
	if _, ok := p.take(func(int) bool { looks++; return true }); ok || looks != mostLooks {
		t.Errorf("it looks at %d tasks", looks)
	}
}
