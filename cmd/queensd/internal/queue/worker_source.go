package queue

import (
	"context"
	"errors"
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
	jobs    []jetstream.Consumer
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
func (s *source) next(ctx context.Context) (jetstream.Msg, error) {
	jobs, err := s.inTurn(ctx)
	if err != nil {
		return nil, err
	}
	for _, job := range jobs {
		fetch := func() (jetstream.MessageBatch, error) { return job.FetchNoWait(1) }
		if len(jobs) == 1 {
			fetch = func() (jetstream.MessageBatch, error) { return job.Fetch(1, jetstream.FetchMaxWait(lookEvery)) }
		}
		msg, err := fetchOne(ctx, fetch)
		if msg != nil || err != nil {
			return msg, s.forget(err)
		}
	}
	if len(jobs) != 1 {
		pause(ctx, min(pollEvery, s.wait()))
	}
	return nil, nil
}

// fetchOne returns the only message of a batch, or nil if it has none. It outlasts ctx a
// little, for a message on its way.
func fetchOne(ctx context.Context, fetch func() (jetstream.MessageBatch, error)) (jetstream.Msg, error) {
	batch, err := fetch()
	if err != nil {
		return nil, err
	}
	asking, end := linger(ctx, inFlight)
	defer end()
	select {
	case msg, ok := <-batch.Messages():
		if ok {
			return msg, nil
		}
	case <-asking.Done():
		return nil, nil
	}
	if err := batch.Error(); !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) {
		return nil, err
	}
	return nil, nil
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
func (s *source) inTurn(ctx context.Context) ([]jetstream.Consumer, error) {
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
		var jobs []jetstream.Consumer
		for name := range names.Name() {
			job, err := stream.Consumer(ctx, name)
			if errors.Is(err, jetstream.ErrConsumerNotFound) {
				continue // it has just ended
			}
			if err != nil {
				return err
			}
			s.ackWait = job.CachedInfo().Config.AckWait
			jobs = append(jobs, job)
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
