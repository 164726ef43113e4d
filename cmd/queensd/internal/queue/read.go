package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// batchSize is how many messages are asked for at a time.
	batchSize = 2000
	// answerFor is how long the server may take for the next message of a batch.
	answerFor = 3 * time.Second
)

// readBatches calls f with the messages of a stream that match a filter, in order and
// from a sequence number on, and returns where to go on. It asks for them batch by
// batch, so that nothing can keep it waiting: a consumer would wait for ever for a
// message that the server has lost. unreadable is how many of those there are.
func (q *Queue) readBatches(ctx context.Context, stream, filter string, from uint64, f func([]message) error) (next uint64, unreadable int, err error) {
	next = max(from, 1)
	for pending := 0; ; {
		var got []message
		left := 0
		err := q.retry(ctx, "cannot read "+stream, func(ctx context.Context) (err error) {
			got, left, err = q.batch(ctx, stream, filter, next)
			return err
		})
		if err != nil {
			return next, 0, err
		}
		if len(got) == 0 {
			return next, pending, nil // what the last answer promised and nobody has
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

// read calls f with message by message.
func (q *Queue) read(ctx context.Context, stream, filter string, f func(message) error) (next uint64, unreadable int, err error) {
	return q.readFrom(ctx, stream, filter, 1, f)
}

func (q *Queue) readFrom(ctx context.Context, stream, filter string, from uint64, f func(message) error) (next uint64, unreadable int, err error) {
	return q.readBatches(ctx, stream, filter, from, func(got []message) error {
		for _, m := range got {
			if err := f(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// batch asks for some messages, and how many more there are.
func (q *Queue) batch(ctx context.Context, stream, filter string, from uint64) (got []message, left int, err error) {
	inbox := q.conn.NewInbox()
	answers, err := q.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, 0, err
	}
	defer answers.Unsubscribe()
	request := encode(struct {
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
			return nil, 0, q.missing(ctx, stream)
		}
		if err != nil {
			return nil, 0, err
		}
		switch msg.Header.Get("Status") {
		case "":
			m, err := stored(msg)
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

// stored reads the headers of a message that a stream has.
func stored(msg *nats.Msg) (m message, err error) {
	m = message{subject: msg.Header.Get(jetstream.SubjectHeader), data: msg.Data}
	if m.seq, err = strconv.ParseUint(msg.Header.Get(jetstream.SequenceHeader), 10, 64); err != nil {
		return m, err
	}
	m.at, err = time.Parse(time.RFC3339Nano, msg.Header.Get(jetstream.TimeStampHeaer))
	return m, err
}

// missing says why nobody answers for a stream.
func (q *Queue) missing(ctx context.Context, stream string) error {
	if _, err := q.js.Stream(ctx, stream); err != nil {
		return err
	}
	return errors.New("nobody answers for it")
}

// results calls f with all that the stream of results has for a job, or for all jobs by
// "*", but for the results that were withdrawn and have not been removed yet.
func (q *Queue) results(ctx context.Context, job string, f func([]message) error) (next uint64, unreadable int, err error) {
	withdrawn := map[string]uint64{} // by job and account: the sequence number of the last time
	_, lost, err := q.read(ctx, resultStream, withdrawWord+job+".>", func(m message) error {
		if name, _, ok := withdrawalOf(m.subject); ok {
			withdrawn[words(m.subject)[0]+"."+name] = m.seq
		}
		return nil
	})
	if err != nil {
		return 0, lost, err
	}
	next, unreadable, err = q.readBatches(ctx, resultStream, "queens.*."+job+".>", 1, func(got []message) error {
		return f(slices.DeleteFunc(got, func(m message) bool {
			job, _, name, ok := taskOf(m.subject)
			return ok && strings.HasPrefix(m.subject, resultWord) && m.seq < withdrawn[job+"."+name]
		}))
	})
	return next, unreadable + lost, err
}
