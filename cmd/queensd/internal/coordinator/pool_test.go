package coordinator

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// A model is a pool in its simplest form.
type model struct {
	open map[int]bool
	had  map[string]map[int]int // when an account got a task; 0 if it is answered
	time int
}

// best returns the tasks of which an account may get any.
func (m *model) best(account string) (best []int) {
	least := -1
	for task := range m.open {
		rank := 0
		if at, has := m.had[account][task]; has {
			if at == 0 {
				continue
			}
			rank = 1<<20 + at
		} else {
			for _, had := range m.had {
				if _, has := had[task]; has {
					rank++
				}
			}
		}
		if least < 0 || rank < least {
			least, best = rank, nil
		}
		if rank == least {
			best = append(best, task)
		}
	}
	return best
}

// TestTaskPool compares a pool with its definition.
func TestTaskPool(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		total := 1 + rng.IntN(40)
		m := &model{open: map[int]bool{}, had: map[string]map[int]int{}}
		d := newTaskPool(total, rng)
		for task := range total {
			if rng.IntN(4) > 0 {
				m.open[task] = true
				d.open(task)
			}
		}
		clock := time.Duration(0)
		d.now = func() time.Duration { clock += justNow; return clock }
		names := []string{"", "ann", "bob", "eve"}
		for _, name := range names {
			m.had[name] = map[int]int{}
		}
		for range 2000 {
			account, task := names[rng.IntN(len(names))], rng.IntN(total)
			switch rng.IntN(8) {
			case 0:
				d.close(task)
				delete(m.open, task)
				for _, had := range m.had {
					delete(had, task)
				}
			case 1:
				d.open(task)
				m.open[task] = true
			case 2:
				d.answered(account, task)
				if m.open[task] {
					m.had[account][task] = 0
				}
			default:
				best := m.best(account)
				got, ok := d.take(account)
				if ok != (len(best) > 0) || ok && !slices.Contains(best, got) {
					t.Fatalf("seed %d: %s got %v, want one of %v", seed, account, got, best)
				}
				if ok {
					m.time++
					m.had[account][got] = m.time
				}
			}
			if d.left() != len(m.open) || d.held(account) != len(m.had[account]) {
				t.Fatalf("seed %d: %d open, %d held, want %d, %d", seed, d.left(), d.held(account), len(m.open), len(m.had[account]))
			}
		}
	}
}

// fullPool returns a pool with all tasks open.
func fullPool(total int, rng *rand.Rand) *taskPool {
	d := newTaskPool(total, rng)
	for task := range total {
		d.open(task)
	}
	return d
}

// takeMany hands out up to n tasks.
func (p *taskPool) takeMany(account string, n int) (tasks []int) {
	for len(tasks) < n {
		task, ok := p.take(account)
		if !ok {
			break
		}
		tasks = append(tasks, task)
	}
	return tasks
}

// TestPoolIsFair takes at random: each open task is as likely as any other.
func TestPoolIsFair(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const tasks, runs = 10, 20000
	var got [tasks]int
	for range runs {
		d := fullPool(tasks, rng)
		d.takeMany("eve", 3)
		got[d.takeMany("ann", 5)[4]]++
	}
	for task, n := range got { // 4.5 standard errors of a share of a tenth
		if n < runs/10-191 || n > runs/10+191 {
			t.Errorf("task %d %d times", task, n)
		}
	}
}

// TestHoarder has one account take everything, and go on asking. It changes nothing for
// others, costs bounded memory, and what it asks for costs no more than what others do.
func TestHoarder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const tasks = 50_000
	d := fullPool(tasks, rng)
	d.most = 10_000
	begun, clock := time.Now(), time.Duration(0)
	d.now = func() time.Duration { clock += justNow; return clock }
	if got := d.takeMany("eve", 4*tasks); len(got) != 4*tasks {
		t.Fatalf("%d tasks", len(got))
	}
	t.Logf("%d tasks handed out, %v each", 4*tasks, time.Since(begun)/(4*tasks))
	h := d.holder("eve")
	if len(h.has) > d.most || len(h.handed) > d.most || len(d.holders) > d.most {
		t.Errorf("it has %d, %d, %d", len(h.has), len(h.handed), len(d.holders))
	}
	d.now = func() time.Duration { return clock }
	if got := d.takeMany("cat", tasks); len(got) != d.most {
		t.Errorf("another gets %d", len(got))
	}
	if got := d.takeMany("cat", 5); len(got) > 0 {
		t.Errorf("it got %v again at once", got)
	}
	// Two others share all tasks without ever getting the same one.
	seen := map[int]bool{}
	for d.left() > 0 {
		for _, account := range []string{"ann", "bob"} {
			for _, task := range d.takeMany(account, 1) {
				if seen[task] {
					t.Fatalf("task %d is handed out twice", task)
				}
				seen[task] = true
				d.close(task)
			}
		}
	}
	if len(h.has) > 0 || len(d.holders) > 0 || len(seen) != tasks {
		t.Errorf("%d, %d, %d are left", len(h.has), len(d.holders), len(seen))
	}
}

// TestAllButOne has k accounts take all tasks but one each. Of a hundred others, at most
// k go to a task that somebody else is sent to as well, as long as there are others.
func TestAllButOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const tasks, k = 1000, 4
	d := fullPool(tasks, rng)
	for i := range k {
		d.takeMany(string(rune('a'+i)), tasks-1)
	}
	twice := 0
	seen := map[int]bool{}
	for i := range 100 {
		task, _ := d.take("honest" + string(rune('0'+i)))
		if seen[task] {
			twice++
		}
		seen[task] = true
	}
	if twice > k {
		t.Errorf("%d of 100 were sent to a task that another has", twice)
	}
}
