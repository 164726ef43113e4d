package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A source fetches tasks for a worker, from all active jobs in turn.
type source struct {
	queue *Queue

	mu      sync.Mutex
	seen    bool // the queue, at least once
	jobs    []string
	turn    int           // of a job
	looked  time.Time     // for jobs
	every   time.Duration // until it looks again
	soon    time.Duration // the same while there are no jobs
	ackWait time.Duration
}

const (
	// lookEvery is the time between looks for jobs. Without jobs it grows to that from
	// lookSoon.
	lookEvery = time.Second
	lookSoon  = 20 * time.Millisecond
	// pollEvery is the time between requests when several jobs have no tasks.
	pollEvery = 100 * time.Millisecond
)

// next returns a task, or nil if there is none for a while.
func (s *source) next(ctx context.Context) (*delivery, error) {
	jobs, err := s.inTurn(ctx)
	if err != nil {
		return nil, err
	}
	wait := time.Duration(0)
	if len(jobs) == 1 {
		wait = lookEvery
	}
	for _, job := range jobs {
		task, err := s.queue.nextTask(ctx, job, wait)
		if task != nil || err != nil {
			return task, s.forget(err)
		}
	}
	if len(jobs) != 1 {
		pause(ctx, min(pollEvery, s.wait()))
	}
	return nil, nil
}

// A delivery is a task that the server has given out. Until it is acknowledged, or given
// back, or nothing is heard of it for long, nobody else gets it.
type delivery struct {
	conn         *nats.Conn
	subject, ack string
	data         []byte
}

// nextTask returns a task of a job, or nil if there is none for some time. It outlasts ctx a
// little, for a message on its way. With a desk, the message has another subject than the
// task, and a reply to it would go to the desk only once.
func (q *Queue) nextTask(ctx context.Context, job string, wait time.Duration) (*delivery, error) {
	request := []byte(`{"batch":1,"no_wait":true}`)
	if wait > 0 {
		request = fmt.Appendf(nil, `{"batch":1,"expires":%d}`, wait)
	}
	inbox := q.conn.NewInbox() // of its own: JetStream's answer does not say to which request it belongs
	answers, err := q.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer answers.Unsubscribe()
	if err := q.conn.PublishRequest(q.api("CONSUMER.MSG.NEXT."+wire.TaskStream+"."+job), inbox, request); err != nil {
		return nil, err
	}
	asking, end := linger(ctx, inFlight)
	defer end()
	asking, cancel := context.WithTimeout(asking, wait+time.Second)
	defer cancel()
	msg, err := answers.NextMsgWithContext(asking)
	if asking.Err() != nil && msg == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	switch status := msg.Header.Get("Status"); status {
	case "":
		subject, ack := msg.Header.Get(jetstream.SubjectHeader), msg.Header.Get(wire.AckHeader)
		return &delivery{q.conn, cmp.Or(subject, msg.Subject), cmp.Or(ack, msg.Reply), msg.Data}, nil
	case "404", "408":
		return nil, nil
	default:
		description := msg.Header.Get("Description")
		if description == "Consumer Deleted" {
			return nil, jetstream.ErrConsumerDeleted
		}
		return nil, fmt.Errorf("the server says %s %s", status, description)
	}
}

// tell tells the server about a task.
func (d *delivery) tell(text string) error { return d.conn.Publish(d.ack, []byte(text)) }

// giveBack gives a task back, at once or after some time.
func (d *delivery) giveBack(after time.Duration) error {
	if after == 0 {
		return d.tell("-NAK")
	}
	return d.tell(fmt.Sprintf(`-NAK {"delay":%d}`, after))
}

// done acknowledges a task and waits for the server to confirm it.
func (d *delivery) done(ctx context.Context) error {
	_, err := d.conn.RequestWithContext(ctx, d.ack, []byte("+ACK"))
	return err
}

// forget makes the source look for jobs again after an error, and drops the error if it
// means that a job has ended.
func (s *source) forget(err error) error {
	if err == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.every, s.soon = 0, 0
	if errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, nats.ErrNoResponders) {
		return nil
	}
	return err
}

// inTurn returns the active jobs. The first one is another each time.
func (s *source) inTurn(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.looked) > s.every {
		if err := s.look(ctx); err != nil {
			return nil, err
		}
		s.looked = time.Now()
		s.every = lookEvery
		if len(s.jobs) == 0 {
			s.soon = min(max(2*s.soon, lookSoon), lookEvery)
			s.every = s.soon
		}
	}
	if len(s.jobs) == 0 {
		return nil, nil
	}
	s.turn = (s.turn + 1) % len(s.jobs)
	return slices.Concat(s.jobs[s.turn:], s.jobs[:s.turn]), nil
}

// look finds the active jobs.
func (s *source) look(ctx context.Context) error {
	return s.queue.retry(ctx, "cannot look for tasks", func(ctx context.Context) error {
		stream, err := s.queue.js.Stream(ctx, wire.TaskStream)
		if errors.Is(err, jetstream.ErrStreamNotFound) && !s.seen {
			return errors.New("the server has no queue yet")
		}
		if err != nil {
			return err
		}
		s.seen = true
		names := stream.ConsumerNames(ctx)
		var jobs []string
		for name := range names.Name() {
			job, err := stream.Consumer(ctx, name)
			if errors.Is(err, jetstream.ErrConsumerNotFound) {
				continue // it has just ended
			}
			if err != nil {
				return err
			}
			s.ackWait = job.CachedInfo().Config.AckWait
			jobs = append(jobs, name)
		}
		s.jobs = jobs
		return names.Err()
	})
}

// wait returns the time until the next look for jobs.
func (s *source) wait() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.every
}

// silence returns how long a worker may be silent about a task.
func (s *source) silence() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ackWait
}

// inFlight is the time for a task on its way from the server.
const inFlight = 5 * time.Millisecond

// linger returns a context that outlasts ctx by some time.
func linger(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(after, cancel) })
	return later, func() {
		stop()
		cancel()
	}
}
