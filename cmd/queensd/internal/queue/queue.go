// Package queue spreads a count over computers: the tasks stand in a stream of NATS
// JetStream, from which workers take them, and the results in another, where the
// coordinator finds them. It is a client only.
//
// What makes the total right whatever dies and whenever, and whoever lies:
//
//   - A task is in the queue at most once, by its subject.
//   - A result is written once, under its task's number and the account that counted it,
//     both of which the server sees to. A second one of another account is compared.
//   - A worker acknowledges a task after its result is stored, so that every task
//     is in the queue or has a result, but for those that the coordinator finds
//     missing and queues again.
//   - The coordinator adds up the results of the tasks it expects, and no others.
//   - It counts a share of them again that it has drawn by lot after they had come.
package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Queue is a connection to the queue of a server or cluster.
type Queue struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	options Options
}

// Options say how a queue is kept and used.
type Options struct {
	// Account is the name that the server knows this client by.
	Account string
	// StoreBytes is how large the tasks and the results of a new queue may get: a
	// gigabyte each if it is 0.
	StoreBytes int64
	// AckWait is how long a worker may be silent before another gets its task. It
	// is 30 seconds if it is 0.
	AckWait time.Duration
	// Patience is how long to try again if the server does not answer, or cannot
	// do what is asked. It is 30 seconds if it is 0.
	Patience time.Duration
	// Trouble gets what went wrong and is tried again, and what a worker could not
	// do, or is nil.
	Trouble func(error)
}

// New returns a queue that is not looked for yet.
func New(js jetstream.JetStream, options Options) (*Queue, error) {
	if options.Account == "" {
		options.Account = "anonymous"
	}
	if err := checkAccount(options.Account); err != nil {
		return nil, err
	}
	setDefault(&options.AckWait, 30*time.Second)
	setDefault(&options.Patience, 30*time.Second)
	setDefault(&options.StoreBytes, 1<<30)
	if options.Trouble == nil {
		options.Trouble = func(error) {}
	}
	return &Queue{conn: js.Conn(), js: js, options: options}, nil
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Create makes those of the streams that are not there. So many servers of a cluster are
// to keep a copy of them.
func (q *Queue) Create(ctx context.Context, replicas int) error {
	return q.retry(ctx, "cannot set up the queue", func(ctx context.Context) error {
		for _, want := range configs(replicas, q.options.StoreBytes) {
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

// An unusableError says that a stream is there that could not be trusted.
type unusableError struct{ stream string }

func (e *unusableError) Error() string {
	return fmt.Sprintf("stream %s was made by another program: what it has could be written over; remove it, or use another server", e.stream)
}

// direct returns the subject to ask a stream by, without a consumer.
func (q *Queue) direct(stream string) string {
	prefix := cmp.Or(q.js.Options().APIPrefix, jetstream.DefaultAPIPrefix)
	return strings.TrimSuffix(prefix, ".") + ".DIRECT.GET." + stream
}

// Account returns the name that the server knows this client by.
func (q *Queue) Account() string { return q.options.Account }

// by says who counts here.
func (q *Queue) by() string { return q.options.Account + "@" + Hostname() }

var unusual = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// Hostname returns the name of this computer, of letters, digits, dots, - and _.
func Hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	name = unusual.ReplaceAllString(name, "_")
	return name[:min(len(name), 64)]
}

// Close ends the use of a queue.
func (q *Queue) Close() { q.conn.Close() }

const (
	// tryFor is how long one attempt may take.
	tryFor = 3 * time.Second
	// sayAfter is how long something may go wrong before it is said.
	sayAfter = 3 * time.Second
)

// retry calls f until it succeeds, or fails for good, or patience is over.
func (q *Queue) retry(ctx context.Context, what string, f func(context.Context) error) error {
	wait := 20 * time.Millisecond
	said := time.AfterFunc(sayAfter, func() { q.options.Trouble(fmt.Errorf("%s: waiting for the server", what)) })
	defer said.Stop()
	for begun := time.Now(); ; wait = min(2*wait, 2*time.Second) {
		attempt, cancel := context.WithTimeout(ctx, min(tryFor, q.options.Patience))
		err := f(attempt)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		took := time.Since(begun)
		switch err := fmt.Errorf("%s: %w", what, q.cause(err)); {
		case q.hopeless(err):
			return err
		case took > q.options.Patience:
			return &giveUpError{err, q.options.Patience}
		case took > sayAfter:
			q.options.Trouble(fmt.Errorf("%w; trying again", err))
		}
		pause(ctx, wait)
	}
}

// A giveUpError says that something has been tried for long.
type giveUpError struct {
	err   error
	after time.Duration
}

func (e *giveUpError) Unwrap() error { return e.err }

func (e *giveUpError) Error() string {
	return fmt.Sprintf("%v; gave up after %v: see that the server runs and its disk is not full; "+
		"if its files are damaged, start it again, and it rebuilds them from its ledgers", e.err, e.after)
}

// cause puts in words what the client says in its own.
func (q *Queue) cause(err error) error {
	switch {
	case q.forbidden():
		return q.conn.LastError()
	case errors.Is(err, nats.ErrReconnectBufExceeded) || errors.Is(err, nats.ErrDisconnected):
		return errors.New("the server is away")
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout):
		return errors.New("the server does not answer")
	}
	return err
}

// forbidden reports whether this client has asked for what it has no right to. The
// server answers nothing then.
func (q *Queue) forbidden() bool { return errors.Is(q.conn.LastError(), nats.ErrPermissionViolation) }

// hopeless reports whether trying again would change nothing.
func (q *Queue) hopeless(err error) bool {
	_, unusable := errors.AsType[*unusableError](err)
	_, gaveUp := errors.AsType[*giveUpError](err) // of what it is part of
	return unusable || gaveUp || q.conn.IsClosed() || q.forbidden() || errors.Is(err, jetstream.ErrStreamNotFound) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, nats.ErrAuthorization)
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
