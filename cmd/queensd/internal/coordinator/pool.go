// Package coordinator runs a count: it hands out tasks, keeps results in a ledger, checks
// them, and adds them up. [judge] decides which results are right; its comment proves why a total
// can be trusted. [taskPool] decides who gets which task, which can only cost or save time.
package coordinator

// A taskPool hands out open tasks in turn, and goes round. There are no leases and no credit:
// whoever takes tasks and does not return them only makes them come later, and no account can keep
// a task from others.
type taskPool struct {
	order  []int // the open tasks, and some that are not
	at     int   // the place in order of the next
	isOpen []bool
	left   int // open tasks
}

// mostLooks limits the tasks that take looks at, so that it takes no longer if the account may have
// none of many. The next call goes on from there.
const mostLooks = 1000

// reset makes the given tasks the open ones, of a number of tasks.
func (p *taskPool) reset(open []int, total int) {
	*p = taskPool{order: open, isOpen: make([]bool, total), left: len(open)}
	for _, task := range open {
		p.isOpen[task] = true
	}
}

// take returns the next open task that is not to be skipped.
func (p *taskPool) take(skip func(task int) bool) (task int, ok bool) {
	for range min(len(p.order), mostLooks) {
		task = p.order[p.at]
		p.at = (p.at + 1) % len(p.order)
		if p.isOpen[task] && !skip(task) {
			return task, true
		}
	}
	return 0, false
}

// close takes a task out of the pool.
func (p *taskPool) close(task int) {
	if !p.isOpen[task] {
		return
	}
	p.isOpen[task] = false
	if p.left--; p.left < len(p.order)/2 {
		p.compact()
	}
}

// compact drops the tasks that are not open. The order of the others stays.
func (p *taskPool) compact() {
	var open []int
	for i := range p.order {
		if task := p.order[(p.at+i)%len(p.order)]; p.isOpen[task] {
			open = append(open, task)
		}
	}
	p.order, p.at = open, 0
}
