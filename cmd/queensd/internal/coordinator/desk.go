// Package coordinator runs a count: it hands out tasks, keeps results in a ledger, checks
// them, and adds them up. [judge] decides which results are right; its comment proves why a total
// can be trusted. [desk] decides who gets which task, which can only cost or save time.
package coordinator

import (
	"math/rand/v2"
	"slices"
	"time"
)

// A desk hands out open tasks. Among the tasks that an account has not had yet, it gets one that
// the fewest accounts have, chosen at random. Once it has had all of them, or holds very many, it
// gets those that it has held longest, unless it got them just now.
//
// There are no leases and no credit. Whoever takes tasks and never returns them takes nothing
// from anybody: a task that one account has is still open to all others. Taking all tasks does
// not change their order. Taking all but one sends the next account to that one, but nobody
// after it, because then somebody has that one too. So k accounts mislead at most k others at a
// time.
type desk struct {
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

// newDesk returns a desk without an open task.
func newDesk(total int, rng *rand.Rand) *desk {
	begun := time.Now().Add(-justNow) // so that now is never 0
	return &desk{
		rng: rng, now: func() time.Duration { return time.Since(begun) }, most: mostHanded,
		ends: []int{0}, place: slices.Repeat([]int{-1}, total), holders: map[int][]*holder{}, names: map[string]*holder{},
	}
}

// left returns the number of open tasks.
func (d *desk) left() int { return len(d.order) }

func (d *desk) holder(account string) *holder {
	h := d.names[account]
	if h == nil {
		h = &holder{has: map[int]time.Duration{}, inLevel: map[int]int{}}
		d.names[account] = h
	}
	return h
}

// held returns the number of open tasks that an account has.
func (d *desk) held(account string) int { return len(d.holder(account).has) }

// takeFree hands out a task that is open and that nobody has.
func (d *desk) takeFree(account string, task int) bool {
	free := d.place[task] >= 0 && len(d.holders[task]) == 0
	if free {
		d.hand(d.holder(account), task)
	}
	return free
}

// takeFresh hands out a task that an account does not have.
func (d *desk) takeFresh(account string) (task int, ok bool) {
	h := d.holder(account)
	if ok = len(h.has) < d.left() && len(h.handed) < d.most; ok {
		task = d.fresh(h)
		d.hand(h, task)
	}
	return task, ok
}

// take hands out a task to an account.
func (d *desk) take(account string) (task int, ok bool) {
	if task, ok = d.takeFresh(account); ok {
		return task, true
	}
	h := d.holder(account)
	for len(h.handed) > 0 {
		oldest := h.handed[0]
		valid := h.has[oldest.task] == oldest.at
		if valid && d.now()-oldest.at < justNow {
			break
		}
		h.handed = h.handed[1:]
		if valid {
			d.stamp(h, oldest.task)
			return oldest.task, true
		}
	}
	return 0, false
}

// fresh returns an open task that an account does not have. There must be one.
func (d *desk) fresh(h *holder) int {
	for level, start := 0, 0; ; level++ {
		size := d.ends[level] - start
		for size > h.inLevel[level] { // the fewer tasks of this level it has, the sooner this succeeds
			task := d.order[start+d.rng.IntN(size)]
			if _, had := h.has[task]; !had {
				return task
			}
		}
		start = d.ends[level]
	}
}

// hand notes that an account has a task.
func (d *desk) hand(h *holder, task int) {
	d.raise(task)
	d.holders[task] = append(d.holders[task], h)
	h.inLevel[len(d.holders[task])]++
	d.stamp(h, task)
}

func (d *desk) stamp(h *holder, task int) {
	h.has[task] = d.now()
	h.handed = append(h.handed, handed{task, h.has[task]})
}

// answered notes that an account has returned a task that stays open for others.
func (d *desk) answered(account string, task int) {
	if h := d.holder(account); d.place[task] >= 0 {
		if _, had := h.has[task]; !had {
			d.hand(h, task)
		}
		h.has[task] = 0
	}
}

// close takes a task off the desk.
func (d *desk) close(task int) {
	if d.place[task] < 0 {
		return
	}
	level := len(d.holders[task])
	for _, h := range d.holders[task] {
		h.inLevel[level]--
		delete(h.has, task)
		if len(h.handed) > 2*len(h.has)+64 { // most are void
			h.handed = slices.Clip(slices.DeleteFunc(h.handed, func(e handed) bool { return h.has[e.task] != e.at }))
		}
	}
	delete(d.holders, task)
	for ; level < len(d.ends); level++ { // up to the end of order
		d.ends[level]--
		d.move(task, d.ends[level])
	}
	d.order = d.order[:len(d.order)-1]
	d.place[task] = -1
}

// open puts a task back.
func (d *desk) open(task int) {
	if d.place[task] >= 0 {
		return
	}
	d.place[task] = len(d.order)
	d.order = append(d.order, task)
	top := len(d.ends) - 1
	d.ends[top]++
	for level := top; level > 0; level-- { // nobody has it
		d.move(task, d.ends[level-1])
		d.ends[level-1]++
	}
}

// raise moves an open task to the next level. The levels of its holders change with it.
func (d *desk) raise(task int) {
	level := len(d.holders[task])
	if level+1 == len(d.ends) {
		d.ends = append(d.ends, len(d.order))
	}
	d.ends[level]--
	d.move(task, d.ends[level])
	for _, h := range d.holders[task] {
		h.inLevel[level]--
		h.inLevel[level+1]++
	}
}

// move swaps a task with the one at a place in order.
func (d *desk) move(task int, to int) {
	other, from := d.order[to], d.place[task]
	d.order[from], d.order[to] = other, task
	d.place[other], d.place[task] = from, to
}
