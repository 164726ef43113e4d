package queue

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// OpenDesk opens a desk for the accounts of workers, on a connection of its own. Say is called
// with messages for the user.
func OpenDesk(q *Queue, accounts []string, say func(string)) (*Desk, error) {
	d := newDesk(q, accounts, say)
	return d, d.open()
}

func (d *Desk) open() error {
	ctx, stop := context.WithCancel(context.Background())
	d.stop = stop
	listen := func(subject string, f func(*nats.Msg)) error {
		sub, err := d.queue.conn.Subscribe(subject, f)
		if err != nil {
			return err
		}
		return sub.SetPendingLimits(waitingMost, -1)
	}
	err := errors.Join(listen(d.inbox+"*", d.delivered), listen(wire.Holders, d.answerHolders))
	for _, h := range d.holders {
		// Each in a goroutine of its own, so that none fills up the queue of others.
		err = errors.Join(err, listen(wire.DeskPrefix+h.account+".>", func(msg *nats.Msg) { d.serve(ctx, h, msg) }))
	}
	d.wait.Go(func() {
		for ctx.Err() == nil {
			d.tick(ctx)
			pause(ctx, tickEvery)
		}
	})
	return errors.Join(err, d.queue.conn.Flush())
}

// Close closes the desk and its connection.
func (d *Desk) Close() {
	d.stop()
	d.wait.Wait()
	d.queue.Close()
}

// serve answers a message of a worker.
func (d *Desk) serve(ctx context.Context, h *holder, msg *nats.Msg) {
	switch words := wire.Words(msg.Subject)[1:]; {
	case len(words) == 2 && words[0] == "next":
		d.next(ctx, h, words[1], msg)
	case len(words) == 7 && words[0] == "ack":
		if seq, err := strconv.ParseUint(words[3], 10, 64); err == nil {
			d.hear(ctx, h, words[1], seq, "$JS.ACK."+wire.TaskStream+"."+strings.Join(words[1:], "."), string(msg.Data))
		}
		msg.Respond(nil)
	}
}

// next has a request for a task wait until there is one.
func (d *Desk) next(ctx context.Context, h *holder, id string, msg *nats.Msg) {
	var want struct {
		Expires time.Duration `json:"expires"`
	}
	if json.Unmarshal(msg.Data, &want) != nil {
		d.answer(msg.Reply, "400", "Bad Request")
		return
	}
	j := d.job(ctx, id)
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case j == nil:
		d.answer(msg.Reply, "503", "")
	case h.waiting >= waitingMost:
		d.answer(msg.Reply, "409", "Exceeded MaxWaiting")
	default:
		h.waiting++
		j.waiting[h] = append(j.waiting[h], waiter{msg.Reply, time.Now().Add(min(max(want.Expires, tickEvery), waitMost))})
		d.ask(j)
	}
}

// delivered takes an answer of JetStream: a task, or that there is none.
func (d *Desk) delivered(msg *nats.Msg) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if status := msg.Header.Get("Status"); status != "" {
		if j := d.jobs[strings.TrimPrefix(msg.Subject, d.inbox)]; j != nil {
			d.noTask(j, status)
		}
		return
	}
	t, _, err := parseTask(msg.Subject, msg.Data)
	j, seq := d.jobs[wire.Words(msg.Subject)[0]], sequenceOf(msg.Reply)
	if j != nil {
		j.asked = time.Time{}
		defer d.ask(j)
	}
	if d.holderOf(seq) != nil {
		return // JetStream has heard nothing for long, and so the holder is about to lose it
	}
	if j != nil && err == nil && t.Digest != j.head.Digest {
		d.drop(j) // it was purged, and this is another job of that board
	}
	var h *holder
	if j != nil {
		h = j.first(time.Now())
	}
	if h == nil {
		d.queue.conn.Publish(msg.Reply, []byte("-NAK"))
		return
	}
	l := &lease{job: j, seq: seq, copies: t.Copies, ack: msg.Reply}
	l.task, _ = strconv.Atoi(wire.Words(msg.Subject)[1])
	h.take(l, time.Now())
	r := j.waiting[h][0]
	j.removed(h, j.waiting[h][1:])
	header := nats.Header{jetstream.SubjectHeader: {msg.Subject}, wire.AckHeader: {msg.Reply}}
	d.queue.conn.PublishMsg(&nats.Msg{Subject: r.reply, Header: header, Data: msg.Data})
}

// noTask takes a status of JetStream.
func (d *Desk) noTask(j *deskJob, status string) {
	if j.asked = (time.Time{}); status == "404" || status == "408" {
		d.ask(j)
		return
	}
	d.drop(j) // it has ended, or the server does
}

// tick ends what has run out.
func (d *Desk) tick(ctx context.Context) {
	now := time.Now()
	var over []*lease
	var texts []string
	d.mu.Lock()
	for _, j := range d.jobs {
		for h := range j.waiting {
			d.dismiss(j, h, "408", func(w waiter) bool { return now.After(w.until) })
		}
		d.ask(j) // if JetStream has not answered
	}
	limits := map[*deskJob]time.Duration{}
	for _, h := range d.holders {
		h.forget(func(l *lease) bool { return l.lost && now.Sub(l.taken) > lateFor })
		for _, l := range h.leases {
			limit, known := limits[l.job]
			if !known {
				limit = l.job.limit(d.leastLimit)
				limits[l.job] = limit
			}
			if !l.lost && (now.Sub(l.heard) > l.job.ackWait || limit > 0 && now.Sub(l.taken) > limit) {
				over = append(over, l)
			}
		}
		if text := h.news(now); text != "" {
			texts = append(texts, text)
		}
	}
	d.mu.Unlock()
	for _, l := range over {
		if !d.end(ctx, l) {
			break
		}
	}
	for _, text := range texts {
		d.say(text)
	}
}

// answerHolders answers with the accounts that have lost tasks.
func (d *Desk) answerHolders(msg *nats.Msg) {
	d.mu.Lock()
	defer d.mu.Unlock()
	accounts := []report.Account{}
	for _, h := range d.holders {
		if r := h.report(); r.Suspect() && len(accounts) < accountsMost {
			accounts = append(accounts, r)
		}
	}
	msg.Respond(ledger.JSON(accounts))
}
