package queue

import (
	"context"
	"errors"
	"fmt"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go/jetstream"
)

// storeBytes limits the tasks and the results of a new queue, each of them.
const storeBytes = 1 << 30

// Create creates the streams that do not exist yet. Of a cluster, the given number of
// servers keep a copy.
func (q *Queue) Create(ctx context.Context, replicas int) error {
	return q.retry(ctx, "cannot set up the queue", func(ctx context.Context) error {
		for _, want := range wire.Streams(replicas, storeBytes) {
			found, err := q.js.Stream(ctx, want.Name)
			if errors.Is(err, jetstream.ErrStreamNotFound) {
				found, err = q.js.CreateStream(ctx, want)
			}
			if err != nil {
				return err
			}
			have := found.CachedInfo().Config
			if have.MaxMsgsPerSubject != 1 || have.DiscardNewPerSubject != want.DiscardNewPerSubject || have.AllowRollup {
				return &unusableError{want.Name}
			}
		}
		return nil
	})
}

// ErrUnreadable says that a server has lost messages.
var ErrUnreadable = errors.New("the server's files are damaged")

// CheckStream returns ErrUnreadable if the server does not know a stream. It is called for
// streams of which the server has files.
func (q *Queue) CheckStream(ctx context.Context, stream string) error {
	err := q.retry(ctx, "cannot look for "+stream, func(ctx context.Context) error {
		_, err := q.js.Stream(ctx, stream)
		return err
	})
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("%w: those of %s", ErrUnreadable, stream)
	}
	return err
}
