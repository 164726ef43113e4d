// Package coordinator runs a count: it hands out tasks, keeps results in a ledger, checks
// them, and adds them up. [judge] decides which results are right; its comment proves why a total
// can be trusted. [taskPool] decides who gets which task, which can only cost or save time.
package coordinator

import (
	"math/rand/v2"
	"slices"
	"time"
)

// A taskPool hands out open tasks. Among the tasks that an account has not had yet, it gets one that
// the fewest accounts have, chosen at random. Once it has had all of them, or holds very many, it
// gets those that it has held longest, unless it got them just now.
//
// There are no leases and no credit. An account that never returns its tasks keeps them from nobody:
// a task that one account has is still open to all others. If an account takes all tasks, their order
// stays the same. If it takes all but one, the next account gets that one, but no other account does,
// because then it is no longer the only free one. So k accounts mislead at most k others at a time.
type taskPool struct {
	rng  *rand.Rand
	now  func() time.Duration // since any time, but never 0
	most int                  // limits holder.handed

	// The open tasks, by the number of accounts that have them: level h ends at ends[h].
	order []int
	ends  []int
	place []int // in order, by task; -1 if the task is not open

	holders map[int][]*holder // of open tasks that somebody has
	names   map[string]*holder
}

// A holder is an account with the open tasks that it has.
type holder struct {
	has     map[int]time.Duration // when each was handed out; 0 once it is answered
	handed  []handed              // oldest first; an entry is void if has does not agree
	inLevel map[int]int           // how many tasks of each level it has
}

type handed struct {
	task int
	at   time.Duration
}

// justNow is how long an account must wait before it gets a task again. It bounds what is counted
// twice when somebody has every task and the results are on their way. It affects nobody else.
const justNow = time.Second

// mostHanded bounds the memory that an account costs.
const mostHanded = 1 << 17

// newTaskPool returns a pool without an open task.
func newTaskPool(total int, rng *rand.Rand) *taskPool {
	begun := time.Now().Add(-justNow) // so that now is never 0
	return &taskPool{
		rng: rng, now: func() time.Duration { return time.Since(begun) }, most: mostHanded,
		ends: []int{0}, place: slices.Repeat([]int{-1}, total), holders: map[int][]*holder{}, names: map[string]*holder{},
	}
}

// left returns the number of open tasks.
func (p *taskPool) left() int { return len(p.order) }

func (p *taskPool) holder(account string) *holder {
	h := p.names[account]
	if h == nil {
		h = &holder{has: map[int]time.Duration{}, inLevel: map[int]int{}}
		p.names[account] = h
	}
	return h
}

// held returns the number of open tasks that an account has.
func (p *taskPool) held(account string) int { return len(p.holder(account).has) }

// takeFree hands out a task that is open and that nobody has.
func (p *taskPool) takeFree(account string, task int) bool {
	free := p.place[task] >= 0 && len(p.holders[task]) == 0
	if free {
		p.hand(p.holder(account), task)
	}
	return free
}

// takeFresh hands out a task that an account does not have.
func (p *taskPool) takeFresh(account string) (task int, ok bool) {
	h := p.holder(account)
	if ok = len(h.has) < p.left() && len(h.handed) < p.most; ok {
		task = p.fresh(h)
		p.hand(h, task)
	}
	return task, ok
}

// take hands out a task to an account.
func (p *taskPool) take(account string) (task int, ok bool) {
	if task, ok = p.takeFresh(account); ok {
		return task, true
	}
	h := p.holder(account)
	for len(h.handed) > 0 {
		oldest := h.handed[0]
		valid := h.has[oldest.task] == oldest.at
		if valid && p.now()-oldest.at < justNow {
			break
		}
		h.handed = h.handed[1:]
		if valid {
			p.stamp(h, oldest.task)
			return oldest.task, true
		}
	}
	return 0, false
}

// fresh returns an open task that an account does not have. There must be one.
func (p *taskPool) fresh(h *holder) int {
	for level, start := 0, 0; ; level++ {
		size := p.ends[level] - start
		for size > h.inLevel[level] { // the fewer tasks of this level it has, the sooner this succeeds
			task := p.order[start+p.rng.IntN(size)]
			if _, had := h.has[task]; !had {
				return task
			}
		}
		start = p.ends[level]
	}
}

// hand notes that an account has a task.
func (p *taskPool) hand(h *holder, task int) {
	p.raise(task)
	p.holders[task] = append(p.holders[task], h)
	h.inLevel[len(p.holders[task])]++
	p.stamp(h, task)
}

func (p *taskPool) stamp(h *holder, task int) {
	h.has[task] = p.now()
	h.handed = append(h.handed, handed{task, h.has[task]})
}

// answered notes that an account has returned a task that stays open for others.
func (p *taskPool) answered(account string, task int) {
	if h := p.holder(account); p.place[task] >= 0 {
		if _, had := h.has[task]; !had {
			p.hand(h, task)
		}
		h.has[task] = 0
	}
}

// close takes a task out of the pool.
func (p *taskPool) close(task int) {
	if p.place[task] < 0 {
		return
	}
	level := len(p.holders[task])
	for _, h := range p.holders[task] {
		h.inLevel[level]--
		delete(h.has, task)
		if len(h.handed) > 2*len(h.has)+64 { // most are void
			h.handed = slices.Clip(slices.DeleteFunc(h.handed, func(e handed) bool { return h.has[e.task] != e.at }))
		}
	}
	delete(p.holders, task)
	for ; level < len(p.ends); level++ { // up to the end of order
		p.ends[level]--
		p.move(task, p.ends[level])
	}
	p.order = p.order[:len(p.order)-1]
	p.place[task] = -1
}

// open puts a task back.
func (p *taskPool) open(task int) {
	if p.place[task] >= 0 {
		return
	}
	p.place[task] = len(p.order)
	p.order = append(p.order, task)
	top := len(p.ends) - 1
	p.ends[top]++
	for level := top; level > 0; level-- { // nobody has it
		p.move(task, p.ends[level-1])
		p.ends[level-1]++
	}
}

// raise moves an open task to the next level. The levels of its holders change with it.
func (p *taskPool) raise(task int) {
	level := len(p.holders[task])
	if level+1 == len(p.ends) {
		p.ends = append(p.ends, len(p.order))
	}
	p.ends[level]--
	p.move(task, p.ends[level])
	for _, h := range p.holders[task] {
		h.inLevel[level]--
		h.inLevel[level+1]++
	}
}

// move swaps a task with the one at a place in order.
func (p *taskPool) move(task int, to int) {
	other, from := p.order[to], p.place[task]
	p.order[from], p.order[to] = other, task
	p.place[other], p.place[task] = from, to
}
