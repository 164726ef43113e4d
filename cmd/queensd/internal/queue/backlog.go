package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go/jetstream"
)

// activate lets workers take tasks of a job, until it is ended.
func (q *Queue) activate(ctx context.Context, job string) error {
	return q.retry(ctx, "cannot begin the job", func(ctx context.Context) error {
		_, err := q.js.Consumer(ctx, wire.TaskStream, job)
		if !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
		_, err = q.js.CreateConsumer(ctx, wire.TaskStream, jetstream.ConsumerConfig{
			Durable:       job,
			FilterSubject: wire.TaskPrefix + job + ".*",
			AckPolicy:     jetstream.AckExplicitPolicy,
			AckWait:       q.options.AckWait,
			MaxDeliver:    -1,
			MaxAckPending: -1,
			MaxWaiting:    1 << 16, // without a desk, each worker waits for itself
		})
		return err
	})
}

// end removes the tasks of a job from the queue, and hides the job from workers.
func (q *Queue) end(ctx context.Context, job string) error {
	return q.retry(ctx, "cannot end the job", func(ctx context.Context) error {
		if err := q.deactivate(ctx, job); err != nil {
			return err
		}
		return q.purgeTasks(ctx, job)
	})
}

// renew removes the tasks of a job from the queue, and lets the server forget which of them
// were delivered or acknowledged. After damage, the tasks may be older than that record:
// then the server holds tasks that it delivers to nobody.
func (q *Queue) renew(ctx context.Context, job string) error {
	err := q.retry(ctx, "cannot renew the queue", func(ctx context.Context) error {
		if err := q.purgeTasks(ctx, job); err != nil {
			return err
		}
		return q.deactivate(ctx, job) // last, because others may see it as cancelled
	})
	if err != nil {
		return err
	}
	return q.activate(ctx, job)
}

// deactivate hides a job from workers.
func (q *Queue) deactivate(ctx context.Context, job string) error {
	err := q.js.DeleteConsumer(ctx, wire.TaskStream, job)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	return err
}

func (q *Queue) purgeTasks(ctx context.Context, job string) error {
	return q.purge(ctx, wire.TaskStream, wire.TaskPrefix+job+".*", 0)
}

// submit queues tasks. It skips those that are in the queue already.
func (q *Queue) submit(ctx context.Context, tasks []queuedTask) error {
	messages := make([]message, len(tasks))
	for i, t := range tasks {
		messages[i] = t.message()
		if size, most := len(messages[i].data), min(int(q.conn.MaxPayload()), wire.MaxTask); size > most {
			return fmt.Errorf("task %d takes %d bytes, of which the server stores at most %d", t.Task, size, most)
		}
	}
	_, err := q.store(ctx, messages)
	return err
}

// ErrCancelled ends a count whose job was cancelled.
var ErrCancelled = errors.New("the job was cancelled; the same command goes on with it")

// A backlog is the number of a job's tasks in the queue.
type backlog struct{ waiting, underWay int }

func (b backlog) isEmpty() bool { return b.waiting+b.underWay == 0 }

func backlogOf(info *jetstream.ConsumerInfo) backlog {
	return backlog{int(info.NumPending), info.NumAckPending}
}

// goneFor is how long a queue is gone before it is taken for cancelled: one that is being
// renewed is gone for a moment.
const goneFor = time.Second

// backlog returns the backlog of a job, or ErrCancelled.
func (q *Queue) backlog(ctx context.Context, job string) (b backlog, err error) {
	var goneSince time.Time
	cancelled := false
	err = q.retry(ctx, "cannot look at the queue", func(ctx context.Context) error {
		consumer, err := q.js.Consumer(ctx, wire.TaskStream, job)
		if err == nil {
			b = backlogOf(consumer.CachedInfo())
		}
		if errors.Is(err, jetstream.ErrConsumerNotFound) {
			if goneSince.IsZero() {
				goneSince = time.Now()
			}
			if cancelled = time.Since(goneSince) > goneFor; cancelled {
				return nil
			}
		}
		return err
	})
	if cancelled {
		err = ErrCancelled
	}
	return b, err
}

// backlogs returns the backlogs of all active jobs.
func (q *Queue) backlogs(ctx context.Context) (backlogs map[string]backlog, err error) {
	err = q.retry(ctx, "cannot look at the queue", func(ctx context.Context) error {
		backlogs = map[string]backlog{}
		stream, err := q.js.Stream(ctx, wire.TaskStream)
		if err != nil {
			return err
		}
		list := stream.ListConsumers(ctx)
		for info := range list.Info() {
			backlogs[info.Name] = backlogOf(info)
		}
		return list.Err()
	})
	return backlogs, err
}
