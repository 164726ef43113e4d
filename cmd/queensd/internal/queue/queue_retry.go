package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// tryFor is how long one attempt may take.
	tryFor = 3 * time.Second
	// warnAfter is how long an operation may fail before there is a warning.
	warnAfter = 3 * time.Second
)

// retry calls f until it succeeds, or fails for good, or the queue's patience is over.
func (q *Queue) retry(ctx context.Context, what string, f func(context.Context) error) error {
	wait := 20 * time.Millisecond
	warning := time.AfterFunc(warnAfter, func() { q.options.Warn(fmt.Errorf("%s: waiting for the server", what)) })
	defer warning.Stop()
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
		case took > warnAfter:
			q.options.Warn(fmt.Errorf("%w; trying again", err))
		}
		pause(ctx, wait)
	}
}

// A giveUpError is the last error of many attempts.
type giveUpError struct {
	err   error
	after time.Duration
}

func (e *giveUpError) Unwrap() error { return e.err }

func (e *giveUpError) Error() string {
	return fmt.Sprintf("%v; gave up after %v: check that the server is running and its disk is not full; "+
		"if its files are damaged, restart it, and it rebuilds them from its ledgers", e.err, e.after)
}

// An unusableError says that there is a stream with another configuration, which does not
// protect its messages.
type unusableError struct{ stream string }

func (e *unusableError) Error() string {
	return fmt.Sprintf("stream %s was created by another program, and its messages could be overwritten: remove it, or use another server", e.stream)
}

// cause replaces errors of the client library by clearer ones.
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

// forbidden reports whether the server has refused a request because this client has no
// right to it. Such a request gets no answer.
func (q *Queue) forbidden() bool { return errors.Is(q.conn.LastError(), nats.ErrPermissionViolation) }

// hopeless reports whether another attempt would fail as well.
func (q *Queue) hopeless(err error) bool {
	_, unusable := errors.AsType[*unusableError](err)
	_, gaveUp := errors.AsType[*giveUpError](err) // of a step of the operation
	return unusable || gaveUp || q.conn.IsClosed() || q.forbidden() || errors.Is(err, jetstream.ErrStreamNotFound) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, nats.ErrAuthorization)
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
