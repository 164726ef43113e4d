package queue

import (
	"maps"
	"slices"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
)

// Why no account keeps tasks from the others.
//
// JetStream does not know who has a task. So the workers of a server of this program take
// tasks from a desk in its process ([Desk]). They ask it under subjects with the name of
// their account, which the server itself puts there (package access), and it alone asks
// JetStream. It gives an account a task for some time, a lease, according to its credit:
//
//  1. An account takes a task only while it holds fewer leases than its credit, which is
//     firstCredit at first.
//  2. A lease is returned when the server has a result of the task by the account. What the
//     worker says about that only makes the desk look. The credit grows by one if the
//     account holds at least half of it; so it doubles as long as there is use for it.
//  3. A lease is lost when the worker says that it is done and there is no result, when it is
//     silent for JetStream's AckWait, or when it has had the task for longer than the
//     job's limit: ten times the median of the times that the last returned tasks took, at least
//     leastLimit. The credit shrinks by one, and the task goes to others at once. A
//     result that comes later returns it after all.
//  4. A complaint costs the credit too, and so does giving a task back later than giveBackFor.
//     Before that it is free, but the task counts as held for so long.
//  5. Without credit an account may hold one task at a time. After each that it loses, it must
//     wait twice as long for the next: from leastPause to mostPause.
//  6. If there are not enough tasks for all who ask, those go first that have not lost any,
//     and then those that have not for long.
//  7. As long as nobody has returned any task of a job, so that it has no limit except AckWait,
//     nobody holds more than a quarter of them, or one.
//
// Claim. At any time, the leases that an account holds or has lost without returning them
// are at most firstCredit + the number of those that it has returned + the single ones of
// rule 5. Proof: credit + lost never grows but by a return, by 1 or that which rule 5
// allowed, and the held ones are at most the credit, by rule 1, or the one of rule 5.
//
// So an account that returns nothing keeps firstCredit tasks from the others for one limit,
// and then one now and then; and one that works first keeps as many more as it has
// counted, each once. The rest goes to the others meanwhile, and at the end of a count what it
// holds comes back after one limit, and to others, by rule 6. With k such keys these are k
// limits at most. Nobody but those who count at least half of the tasks chooses the
// limit, because it is a median. Where all workers are such keys, the coordinator counts; see
// coordinator_wait.go.
//
// A server that is started again does not know the leases. In its first seconds it believes
// workers that go on with a task which JetStream gave out before, and adds it to their credit.
//
// What is not claimed: that an account's results are right. That is up to the audit.

const (
	firstCredit = 64
	// leastLimit is the least time after which a lease ends.
	leastLimit = 3 * time.Second
	// limitFactor is the ratio of that time to the median of the last lastTimes tasks.
	limitFactor, lastTimes = 10, 100
	// giveBackFor is how long a task that was given back counts as held.
	giveBackFor = time.Second
	// leastPause and mostPause bound the pause before another task without credit.
	leastPause, mostPause = 10 * time.Second, time.Hour
	// lateFor is how long a lost lease is remembered.
	lateFor = 24 * time.Hour
)

// A holder is an account that takes tasks.
type holder struct {
	account              string
	credit               int
	held, returned, lost int               // leases
	leases               map[uint64]*lease // held or lost, by the sequence number of the task
	back                 []time.Time       // when it gave back tasks that count as held
	served               time.Time         // when it last got a task
	failed               time.Time         // when it last lost one
	pause                time.Duration     // after that, if it has no credit
	waiting              int               // requests
	told                 report.Account    // when it was last named
	toldAt               time.Time
}

// A lease is a task that an account has.
type lease struct {
	holder       *holder
	job          *deskJob
	seq          uint64 // of the task in its stream
	task, copies int
	ack          string // the subject by which JetStream learns about it
	taken, heard time.Time
	lost         bool
}

// A deskJob is a job whose tasks are given out.
type deskJob struct {
	id        string
	head      ledger.Head
	most      uint64        // that a task can have
	ackWait   time.Duration // of JetStream
	delivered uint64        // the last task that JetStream had given out when the desk began
	times     []time.Duration
	waiting   map[*holder][]waiter
	asked     time.Time // until then JetStream may send a task
}

// A waiter is a worker's request for a task, until there is one.
type waiter struct {
	reply string
	until time.Time
}

func newHolder(account string) *holder {
	return &holder{account: account, credit: firstCredit, leases: map[uint64]*lease{}}
}

// mayTake reports whether h may take another task.
func (h *holder) mayTake(now time.Time) bool {
	h.back = slices.DeleteFunc(h.back, func(at time.Time) bool { return now.Sub(at) >= giveBackFor })
	if h.credit == 0 {
		return h.held+len(h.back) == 0 && now.Sub(h.failed) >= h.pause
	}
	return h.held+len(h.back) < h.credit
}

// take begins a lease.
func (h *holder) take(l *lease, now time.Time) {
	l.holder, l.taken, l.heard = h, now, now
	h.leases[l.seq] = l
	h.held++
	h.served = now
}

// finish ends a lease whose task was returned.
func (l *lease) finish() {
	h := l.holder
	if 2*h.held >= h.credit {
		h.credit++
	}
	if l.lost {
		h.lost--
	} else {
		h.held--
	}
	h.returned++
	h.pause = 0
	delete(h.leases, l.seq)
}

// lose ends a lease whose task was not returned. It is remembered, in case it still is.
func (l *lease) lose(now time.Time) {
	l.lost = true
	l.holder.held--
	l.holder.lost++
	l.holder.pay(now)
}

// giveUp ends a lease whose task was given back, or complained about.
func (l *lease) giveUp(now time.Time, free bool) {
	h := l.holder
	delete(h.leases, l.seq)
	h.held--
	if free {
		h.back = append(h.back, now)
	} else {
		h.pay(now)
	}
}

// pass ends a lease of a task that is up to another account.
func (l *lease) pass(now time.Time) { l.giveUp(now, now.Sub(l.taken) < giveBackFor) }

// forget drops leases, which cost nothing any more.
func (h *holder) forget(f func(*lease) bool) {
	maps.DeleteFunc(h.leases, func(_ uint64, l *lease) bool {
		if f(l) && !l.lost {
			h.held--
		}
		return f(l)
	})
}

// pay takes away credit.
func (h *holder) pay(now time.Time) {
	h.failed = now
	if h.credit > 0 {
		h.credit--
	}
	if h.credit == 0 {
		h.pause = min(max(2*h.pause, leastPause), mostPause)
	}
}

// compare orders holders by rule 6.
func (h *holder) compare(other *holder) int {
	if n := h.failed.Compare(other.failed); n != 0 {
		return n
	}
	return h.served.Compare(other.served)
}

func (h *holder) report() report.Account {
	return report.Account{Name: h.account, Held: h.held, Returned: h.returned, Lost: h.lost, Stopped: h.credit == 0}
}

// news returns what is to be said about h, if anything.
func (h *holder) news(now time.Time) string {
	r := h.report()
	stopped := r.Stopped && !h.told.Stopped
	if !stopped && (r.Lost <= h.told.Lost || now.Sub(h.toldAt) < sayEvery) {
		return ""
	}
	h.told, h.toldAt = r, now
	return r.String()
}

// first returns who is to get the next task, or nil.
func (j *deskJob) first(now time.Time) (first *holder) {
	for h := range j.waiting {
		if h.mayTake(now) && j.spares(h) && (first == nil || h.compare(first) < 0) {
			first = h
		}
	}
	return first
}

// spares reports whether h has few enough of the tasks of j, by rule 7.
func (j *deskJob) spares(h *holder) bool {
	if len(j.times) > 0 {
		return true
	}
	held := 0
	for _, l := range h.leases {
		if l.job == j && !l.lost {
			held++
		}
	}
	return held < max(1, j.head.Total/4)
}

// removed notes which requests of an account are left.
func (j *deskJob) removed(h *holder, left []waiter) {
	h.waiting -= len(j.waiting[h]) - len(left)
	if j.waiting[h] = left; len(left) == 0 {
		delete(j.waiting, h)
	}
}

// note remembers how long a task took.
func (j *deskJob) note(took time.Duration) {
	if took > 0 { // and not before the task was given out
		j.times = append(j.times, took)
		j.times = j.times[max(0, len(j.times)-lastTimes):]
	}
}

// limit returns after which time a lease ends, or 0 if that is not known yet.
func (j *deskJob) limit(least time.Duration) time.Duration {
	if len(j.times) == 0 {
		return 0
	}
	return max(least, limitFactor*slices.Sorted(slices.Values(j.times))[(len(j.times)-1)/2])
}
