package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// readResults calls f with all messages of a job in the stream of results, or of all jobs
// if job is "*". It leaves out results that were withdrawn and are not removed yet.
func (q *Queue) readResults(ctx context.Context, job string, f func([]message) error) (next uint64, unreadable int, err error) {
	withdrawn := map[string]uint64{} // by job and account: the sequence number of the last withdrawal
	_, lost, err := q.read(ctx, wire.ResultStream, wire.WithdrawPrefix+job+".>", 1, func(m message) error {
		if job, account, _, ok := wire.ParseWithdrawal(m.subject); ok {
			withdrawn[job+"."+account] = m.seq
		}
		return nil
	})
	if err != nil {
		return 0, lost, err
	}
	next, unreadable, err = q.readBatches(ctx, wire.ResultStream, wire.JobSubjects(job), 1, func(got []message) error {
		return f(slices.DeleteFunc(got, func(m message) bool {
			job, _, account, ok := wire.ParseTask(m.subject)
			return ok && strings.HasPrefix(m.subject, wire.ResultPrefix) && m.seq < withdrawn[job+"."+account]
		}))
	})
	return next, unreadable + lost, err
}

// read is readBatches, message by message.
func (q *Queue) read(ctx context.Context, stream, filter string, from uint64, f func(message) error) (next uint64, unreadable int, err error) {
	return q.readBatches(ctx, stream, filter, from, func(got []message) error {
		for _, m := range got {
			if err := f(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// readBatches calls f with the messages of a stream that match a filter, in order, from a
// sequence number on. It returns the number to continue with, and how many messages the
// server could not read. It requests them batch by batch, so that it always ends: a
// consumer would wait forever for a message that the server has lost.
func (q *Queue) readBatches(ctx context.Context, stream, filter string, from uint64, f func([]message) error) (next uint64, unreadable int, err error) {
	next = max(from, 1)
	for pending := 0; ; {
		var got []message
		left := 0
		err := q.retry(ctx, "cannot read "+stream, func(ctx context.Context) (err error) {
			got, left, err = q.requestBatch(ctx, stream, filter, next)
			return err
		})
		if err != nil {
			return next, 0, err
		}
		if len(got) == 0 {
			return next, pending, nil // those that the last answer announced
		}
		next = got[len(got)-1].seq + 1
		if err := f(got); err != nil {
			return next, 0, err
		}
		if pending = left; pending == 0 {
			return next, 0, nil
		}
	}
}

const (
	// batchSize is the number of messages requested at a time.
	batchSize = 2000
	// answerFor is how long the server may take for the next message of a batch.
	answerFor = 3 * time.Second
)

// requestBatch returns some messages, and the number of those that follow.
func (q *Queue) requestBatch(ctx context.Context, stream, filter string, from uint64) (got []message, left int, err error) {
	inbox := q.conn.NewInbox()
	answers, err := q.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, 0, err
	}
	defer answers.Unsubscribe()
	request := ledger.JSON(struct {
		Seq    uint64 `json:"seq"`
		Filter string `json:"next_by_subj"`
		Batch  int    `json:"batch"`
	}{from, filter, batchSize})
	if err := q.conn.PublishRequest(q.direct(stream), inbox, request); err != nil {
		return nil, 0, err
	}
	for {
		wait, cancel := context.WithTimeout(ctx, answerFor)
		msg, err := answers.NextMsgWithContext(wait)
		cancel()
		if errors.Is(err, nats.ErrNoResponders) {
			return nil, 0, q.noAnswer(ctx, stream)
		}
		if err != nil {
			return nil, 0, err
		}
		switch msg.Header.Get("Status") {
		case "":
			m, err := parseMessage(msg)
			if err != nil {
				return nil, 0, err
			}
			got = append(got, m)
		case "204":
			left, err = strconv.Atoi(msg.Header.Get("Nats-Num-Pending"))
			return got, left, err
		case "404":
			return nil, 0, nil
		default:
			return nil, 0, fmt.Errorf("the server says %s %s", msg.Header.Get("Status"), msg.Header.Get("Description"))
		}
	}
}

// parseMessage reads the headers of a stored message.
func parseMessage(msg *nats.Msg) (message, error) {
	m := message{subject: msg.Header.Get(jetstream.SubjectHeader), data: msg.Data}
	var err error
	if m.seq, err = strconv.ParseUint(msg.Header.Get(jetstream.SequenceHeader), 10, 64); err != nil {
		return m, err
	}
	m.at, err = time.Parse(time.RFC3339Nano, msg.Header.Get(jetstream.TimeStampHeaer))
	return m, err
}

// noAnswer returns why nobody answers for a stream.
func (q *Queue) noAnswer(ctx context.Context, stream string) error {
	if _, err := q.js.Stream(ctx, stream); err != nil {
		return err
	}
	return errors.New("no server answers for it")
}
