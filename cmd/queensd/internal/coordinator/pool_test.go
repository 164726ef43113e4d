package coordinator

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func none(int) bool { return false }

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

// TestHoarder has one account take tasks all the time, and return none. Two others are done after few
// more tasks than there are, and a call looks at a bounded number of tasks.
func TestHoarder(t *testing.T) {
	const tasks = 10_000
	p := &taskPool{}
	p.reset(all(tasks), tasks)
	rng := rand.New(rand.NewPCG(3, 3))
	counted := 0
	var counting []int // by the others: they return a task after they have got 50 more
	for p.left > 0 {
		for range rng.IntN(20) {
			p.take(none)
		}
		task, ok := p.take(none)
		if !ok {
			t.Fatal("no task")
		}
		counting = append(counting, task)
		if counted++; len(counting) > 50 {
			p.close(counting[0])
			counting = counting[1:]
		}
	}
	if counted > tasks+tasks/10 {
		t.Errorf("%d tasks were counted for %d", counted, tasks)
	}
	p.reset(all(tasks), tasks)
	looks := 0
	if _, ok := p.take(func(int) bool { looks++; return true }); ok || looks != mostLooks {
		t.Errorf("it looks at %d tasks", looks)
	}
}
