package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// activate lets workers see a job, until it is ended.
func (q *Queue) activate(ctx context.Context, job string) error {
	return q.retry(ctx, "cannot begin the job", func(ctx context.Context) error {
		_, err := q.js.Consumer(ctx, taskStream, job)
		if !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
		_, err = q.js.CreateConsumer(ctx, taskStream, jetstream.ConsumerConfig{
			Durable:       job,
			FilterSubject: taskWord + job + ".*",
			AckPolicy:     jetstream.AckExplicitPolicy,
			AckWait:       q.options.AckWait,
			MaxDeliver:    -1,
			MaxAckPending: -1,
			MaxWaiting:    1 << 16,
			// Nobody needs more, or may hold more back.
			MaxRequestBatch:   16,
			MaxRequestExpires: 30 * time.Second,
		})
		return err
	})
}

// end takes a job's tasks out of the queue, and the job from the workers' sight.
func (q *Queue) end(ctx context.Context, job string) error {
	return q.retry(ctx, "cannot end the job", func(ctx context.Context) error {
		err := q.js.DeleteConsumer(ctx, taskStream, job)
		if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
		return q.purge(ctx, taskStream, taskWord+job+".*", 0)
	})
}

// purge removes the messages of a subject, all or those before a sequence number.
func (q *Queue) purge(ctx context.Context, stream, subject string, before uint64) error {
	s, err := q.js.Stream(ctx, stream)
	if err != nil {
		return err
	}
	options := []jetstream.StreamPurgeOpt{jetstream.WithPurgeSubject(subject)}
	if before > 0 {
		options = append(options, jetstream.WithPurgeSequence(before))
	}
	return s.Purge(ctx, options...)
}

// ErrCancelled ends a count whose job somebody has cancelled.
var ErrCancelled = errors.New("the job was cancelled; the same command goes on with it")

// A load says what is in the queue of a job.
type load struct {
	waiting, underWay int
	ackWait           time.Duration
}

// load returns what is in the queue of a job.
func (q *Queue) load(ctx context.Context, job string) (l load, err error) {
	err = q.retry(ctx, "cannot look at the queue", func(ctx context.Context) error {
		consumer, err := q.js.Consumer(ctx, taskStream, job)
		if err == nil {
			l = loadOf(consumer.CachedInfo())
		}
		if errors.Is(err, jetstream.ErrConsumerNotFound) {
			l, err = load{waiting: -1}, nil
		}
		return err
	})
	if err == nil && l.waiting < 0 {
		err = ErrCancelled
	}
	return l, err
}

func loadOf(info *jetstream.ConsumerInfo) load {
	return load{int(info.NumPending), info.NumAckPending, info.Config.AckWait}
}

// loads returns what is in the queue of each active job.
func (q *Queue) loads(ctx context.Context) (loads map[string]load, err error) {
	err = q.retry(ctx, "cannot look at the queue", func(ctx context.Context) error {
		loads = map[string]load{}
		stream, err := q.js.Stream(ctx, taskStream)
		if err != nil {
			return err
		}
		list := stream.ListConsumers(ctx)
		for info := range list.Info() {
			loads[info.Name] = loadOf(info)
		}
		return list.Err()
	})
	return loads, err
}

// A post is a message to be stored under a subject that has none.
type post struct {
	subject string
	data    []byte
}

// submit queues tasks. That one is queued already is as good.
func (q *Queue) submit(ctx context.Context, works []work) error {
	posts := make([]post, len(works))
	for i, w := range works {
		posts[i] = post{taskSubject(w.Job, w.Task), w.message()}
		if most := min(int(q.conn.MaxPayload()), maxTask); len(posts[i].data) > most {
			return fmt.Errorf("task %d takes %d bytes, of which the server stores at most %d", w.Task, len(posts[i].data), most)
		}
	}
	_, err := q.post(ctx, posts)
	return err
}

// window is how many messages are published before the answers are awaited.
const window = 256

// post stores messages, and returns how many of them were not there.
func (q *Queue) post(ctx context.Context, posts []post) (added int, err error) {
	for batch := range slices.Chunk(posts, window) {
		err := q.retry(ctx, "cannot store", func(ctx context.Context) (err error) {
			var stored int
			stored, batch, err = q.publish(ctx, batch)
			added += stored
			return err
		})
		if err != nil {
			return added, err
		}
	}
	return added, nil
}

// publish stores some messages, and returns how many were new and those of which it is
// not known that they are there.
func (q *Queue) publish(ctx context.Context, posts []post) (added int, left []post, failed error) {
	answers := make([]jetstream.PubAckFuture, 0, len(posts))
	for _, p := range posts {
		answer, err := q.js.PublishAsync(p.subject, p.data)
		if err != nil {
			failed = err
			break
		}
		answers = append(answers, answer)
	}
	left = slices.Clone(posts[len(answers):])
	for i, answer := range answers {
		select {
		case <-answer.Ok():
			added++
		case err := <-answer.Err():
			if !alreadyThere(err) {
				failed = err
				left = append(left, posts[i])
			}
		case <-ctx.Done():
			return added, posts, ctx.Err()
		}
	}
	return added, left, failed
}

// alreadyThere reports whether err says that the stream has a message of that subject.
func alreadyThere(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Description == "maximum messages per subject exceeded"
}

// A source gives a worker the tasks of all active jobs, in turn.
type source struct {
	queue *Queue

	mu      sync.Mutex
	seen    bool // there was a queue
	jobs    []jetstream.Consumer
	looked  time.Time
	every   time.Duration // until it looks again
	soon    time.Duration // the same while there are no jobs
	turn    int
	ackWait time.Duration
}

const (
	// lookEvery is how often a worker looks for other jobs. While it knows none it looks
	// more often at first.
	lookEvery = time.Second
	lookSoon  = 20 * time.Millisecond
	// pollEvery is how often it looks for tasks among several jobs that have none.
	pollEvery = 100 * time.Millisecond
)

// next returns a task, or nil if there is none for some time.
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
		msg, err := first(ctx, fetch)
		if msg != nil || err != nil {
			return msg, s.forget(err)
		}
	}
	if len(jobs) != 1 {
		pause(ctx, min(pollEvery, s.wait()))
	}
	return nil, nil
}

// first returns the only message of a batch, or nil if it has none. It waits a little
// longer than ctx, for one that is on its way.
func first(ctx context.Context, fetch func() (jetstream.MessageBatch, error)) (jetstream.Msg, error) {
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

// forget makes the source look for jobs again, if one has ended.
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

// inTurn returns the active jobs, a later one first each time.
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
		stream, err := s.queue.js.Stream(ctx, taskStream)
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

// wait returns how long there is nothing to look for.
func (s *source) wait() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.every
}

// silence returns how long a worker may say nothing of its tasks.
func (s *source) silence() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ackWait
}

// inFlight is how long a task may be on its way from the server.
const inFlight = 5 * time.Millisecond

// linger returns a context that ends a little later than ctx.
func linger(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(after, cancel) })
	return later, func() {
		stop()
		cancel()
	}
}
