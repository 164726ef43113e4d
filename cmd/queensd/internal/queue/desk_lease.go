package queue

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
)

// hear takes what a worker sends to the subject of a task's acknowledgement.
func (d *Desk) hear(ctx context.Context, h *holder, id string, seq uint64, ack, text string) {
	d.mu.Lock()
	l := h.leases[seq]
	d.mu.Unlock()
	if l == nil {
		l = d.adopt(ctx, h, id, seq, ack)
	}
	if l == nil {
		return
	}
	if text == "" || text == "+ACK" || strings.HasPrefix(text, "+TERM") {
		d.end(ctx, l)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch now := time.Now(); {
	case l.lost || h.leases[seq] != l:
	case text == "+WPI":
		l.heard = now
		d.tell(l, text)
	case strings.HasPrefix(text, "-NAK"):
		l.giveUp(now, now.Sub(l.taken) < giveBackFor)
		d.tell(l, nakOf(text))
	}
}

// nakOf returns how to give a task back to JetStream. No worker chooses for how long.
func nakOf(text string) string {
	if text == "-NAK" {
		return text
	}
	return fmt.Sprintf(`-NAK {"delay":%d}`, passedFor)
}

// adopt returns a new lease of a task that JetStream gave out to h before the desk began, as
// far as one can tell. After some time it returns nil.
func (d *Desk) adopt(ctx context.Context, h *holder, id string, seq uint64, ack string) *lease {
	if time.Since(d.begun) > d.adoptFor {
		return nil
	}
	j := d.job(ctx, id)
	if j == nil || seq > j.delivered {
		return nil
	}
	stream, err := d.queue.js.Stream(ctx, wire.TaskStream)
	if err != nil {
		return nil
	}
	m, err := stream.GetMsg(ctx, seq)
	if err != nil {
		return nil
	}
	t, _, err := parseTask(m.Subject, m.Data)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil || t.Job != id || t.Digest != j.head.Digest || d.holderOf(seq) != nil {
		return nil
	}
	l := &lease{job: j, seq: seq, task: t.Task, copies: 1, ack: ack}
	h.take(l, time.Now())
	h.credit++
	return l
}

// end ends a lease whose worker says that it is over, or whose time is. It reports whether the
// server has told what became of the task.
func (d *Desk) end(ctx context.Context, l *lease) bool {
	result, found, err := d.stored(ctx, wire.ResultSubject(l.job.id, l.task, l.holder.account))
	complained := false
	if err == nil && found {
		_, wrong := parseResult(l.job.head, l.job.most, result)
		found = wrong == nil
	}
	if err == nil && !found {
		_, complained, err = d.stored(ctx, wire.ReportSubject(l.job.id, strconv.Itoa(l.task), l.holder.account))
	}
	if err != nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	switch {
	case l.holder.leases[l.seq] != l: // ended meanwhile
	case found && l.copies > 1 && result.at.Before(l.taken): // it is up to another account
		l.pass(now)
		d.tell(l, nakOf("later"))
	case found:
		l.finish()
		l.job.note(result.at.Sub(l.taken))
		if d.holderOf(l.seq) == nil {
			d.tell(l, "+ACK")
		}
	case l.lost:
	case complained:
		l.giveUp(now, false)
		d.tell(l, "+ACK")
	default:
		l.lose(now)
		d.tell(l, "-NAK")
	}
	for _, j := range d.jobs {
		d.ask(j)
	}
	return true
}

// stored returns a message of the stream of results, if there is one.
func (d *Desk) stored(ctx context.Context, subject string) (m message, found bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	msg, err := d.queue.conn.RequestWithContext(ctx, d.queue.direct(wire.ResultStream)+"."+subject, nil)
	if err != nil || msg.Header.Get("Status") != "" {
		return m, false, err
	}
	m, err = parseMessage(msg)
	return m, err == nil, err
}
