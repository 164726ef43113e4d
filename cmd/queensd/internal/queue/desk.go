package queue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
)

// A Desk stands between workers and the streams of a server of this program: it gives out
// the tasks. Why that is needed, and by which rules it does so, stands in desk_credit.go.
type Desk struct {
	queue *Queue
	say   func(string)
	inbox string // the subject of JetStream's answers, before the ID of the job
	begun time.Time

	mu      sync.Mutex
	holders []*holder
	jobs    map[string]*deskJob

	leastLimit, adoptFor time.Duration // for tests

	stop context.CancelFunc
	wait sync.WaitGroup
}

const (
	// tickEvery is the time between looks for what has run out, and so the time that a request
	// takes that does not want to wait.
	tickEvery = 25 * time.Millisecond
	// askFor is how long JetStream may wait for a task. waitMost is the same for a worker.
	askFor, waitMost = time.Second, 30 * time.Second
	// waitingMost is the number of requests that may wait, and of messages that may be unread,
	// of one account.
	waitingMost = 8192
	// adoptFor is how long after its start the desk believes workers that go on with tasks.
	adoptFor = 30 * time.Second
)

func newDesk(q *Queue, accounts []string, say func(string)) *Desk {
	d := &Desk{
		queue: q, say: say, inbox: q.conn.NewInbox() + ".", begun: time.Now(), jobs: map[string]*deskJob{},
		leastLimit: leastLimit, adoptFor: adoptFor,
	}
	for _, account := range accounts {
		d.holders = append(d.holders, newHolder(account))
	}
	return d
}

// answer sends a status to a worker that asks for a task.
func (d *Desk) answer(reply, status, description string) {
	d.queue.conn.PublishMsg(&nats.Msg{Subject: reply, Header: nats.Header{"Status": {status}, "Description": {description}}})
}

// job returns a job, or nil if there is no such job.
func (d *Desk) job(ctx context.Context, id string) *deskJob {
	d.mu.Lock()
	j := d.jobs[id]
	d.mu.Unlock()
	if j != nil || !wire.IsJobID(id) {
		return j
	}
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	consumer, err := d.queue.js.Consumer(ctx, wire.TaskStream, id)
	if err != nil {
		return nil
	}
	head, err := d.head(ctx, id)
	if err != nil || head == nil {
		return nil
	}
	info := consumer.CachedInfo()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.jobs[id] == nil {
		d.jobs[id] = &deskJob{
			id: id, head: *head, most: mostSolutions(head.Board), waiting: map[*holder][]waiter{},
			ackWait: info.Config.AckWait, delivered: info.Delivered.Stream,
		}
	}
	return d.jobs[id]
}

// head returns the head of a job, or nil if it was purged.
func (d *Desk) head(ctx context.Context, id string) (head *ledger.Head, err error) {
	_, _, err = d.queue.read(ctx, wire.JobStream, wire.JobPrefix+id, 1, func(m message) error {
		head, err = parseJob(m)
		return err
	})
	return head, err
}

// ask asks JetStream for a task if somebody may take one.
func (d *Desk) ask(j *deskJob) {
	if now := time.Now(); now.After(j.asked) && j.first(now) != nil {
		j.asked = now.Add(askFor + tryFor)
		d.queue.conn.PublishRequest(d.queue.api("CONSUMER.MSG.NEXT."+wire.TaskStream+"."+j.id), d.inbox+j.id, fmt.Appendf(nil, `{"batch":1,"expires":%d}`, askFor))
	}
}

// dismiss sends a status to the requests of an account of which f is true.
func (d *Desk) dismiss(j *deskJob, h *holder, status string, f func(waiter) bool) {
	j.removed(h, slices.DeleteFunc(j.waiting[h], func(w waiter) bool {
		if f(w) {
			d.answer(w.reply, status, "")
			return true
		}
		return false
	}))
}

// drop forgets a job that has ended, and who has its tasks.
func (d *Desk) drop(j *deskJob) {
	for h := range j.waiting {
		d.dismiss(j, h, "503", func(waiter) bool { return true })
	}
	for _, h := range d.holders {
		h.forget(func(l *lease) bool { return l.job == j })
	}
	if d.jobs[j.id] == j {
		delete(d.jobs, j.id)
	}
}

// sequenceOf returns the sequence number of a task from the subject of its acknowledgement.
func sequenceOf(ack string) uint64 {
	if words := strings.Split(ack, "."); len(words) == 9 {
		seq, _ := strconv.ParseUint(words[5], 10, 64)
		return seq
	}
	return 0
}

// holderOf returns who has a task, or nil.
func (d *Desk) holderOf(seq uint64) *holder {
	for _, h := range d.holders {
		if l := h.leases[seq]; l != nil && !l.lost {
			return h
		}
	}
	return nil
}

// tell tells JetStream about a task.
func (d *Desk) tell(l *lease, text string) { d.queue.conn.Publish(l.ack, []byte(text)) }
