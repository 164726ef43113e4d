// Package queue spreads a count over computers: the tasks stand in a stream of
// NATS JetStream, from which workers take them, and the results in a key-value
// bucket, where the coordinator finds them. It is a client only.
//
// What makes the total right whatever dies and whenever:
//
//   - A task is in the queue at most once, by its subject.
//   - A result is written once, under its task's name. A second one is compared.
//   - A worker acknowledges a task after its result is stored, so that every task
//     is in the queue or has a result, but for those that the coordinator finds
//     missing and queues again.
//   - The coordinator adds up the results of the tasks it expects, and no others.
package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	streamName   = "queens"
	consumerName = "workers"
	bucketName   = "queens-results"
	presenceName = "queens-workers"
	taskSubjects = "queens.task." // then the job's name and the task's

	// Keys of the bucket: a kind, and the name of a job or a task.
	jobKey      = "job."
	resultKey   = "result."
	conflictKey = "conflict."
	refusedKey  = "refused."
)

// A Queue is a connection to the queue of a server or cluster.
type Queue struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	stream   jetstream.Stream
	consumer jetstream.Consumer
	bucket   jetstream.KeyValue
	options  Options

	published atomic.Int64 // tasks that were new in the queue
}

// Options say how a queue is kept.
type Options struct {
	// Replicas is how many servers of a cluster keep a copy. If it is 0, a queue
	// that is there stays as it is, and a new one has one.
	Replicas int
	// AckWait is how long a worker may be silent before another gets its task. It
	// is 30 seconds if it is 0.
	AckWait time.Duration
	// Sole says that nobody else uses the server: tasks that were under way when
	// the last process died are free at once.
	Sole bool
	// Patience is how long to try again if the server does not answer, or cannot
	// do what is asked; for ever if it is 0.
	Patience time.Duration
	// Trouble gets what went wrong and is tried again, and what a worker could not
	// do, or is nil.
	Trouble func(error)
}

// Create opens the queue of a server and makes it if it is not there.
func Create(ctx context.Context, conn *nats.Conn, options Options) (*Queue, error) {
	q, err := newQueue(conn, options)
	if err != nil {
		return nil, err
	}
	return q, q.retry(ctx, "cannot set up the queue", q.create)
}

// Open opens the queue of a server. It waits for one that is not there yet.
func Open(ctx context.Context, conn *nats.Conn, options Options) (*Queue, error) {
	q, err := newQueue(conn, options)
	if err != nil {
		return nil, err
	}
	return q, q.retry(ctx, "cannot open the queue", q.open)
}

func newQueue(conn *nats.Conn, options Options) (*Queue, error) {
	if options.AckWait == 0 {
		options.AckWait = 30 * time.Second
	}
	if options.Trouble == nil {
		options.Trouble = func(error) {}
	}
	js, err := jetstream.New(conn)
	return &Queue{conn: conn, js: js, options: options}, err
}

func (q *Queue) create(ctx context.Context) (err error) {
	replicas, persist := q.options.Replicas, jetstream.DefaultPersistMode
	if q.options.Sole {
		// Results are synced before anybody hears of them. To sync tasks as well, which
		// the same process queues again when it is started again, would only take time.
		persist = jetstream.AsyncPersistMode
	}
	q.stream, err = q.js.Stream(ctx, streamName)
	found := err == nil
	if found {
		config := q.stream.CachedInfo().Config
		persist = config.PersistMode // it cannot be changed
		if replicas == 0 {
			replicas = config.Replicas
		}
	}
	replicas = max(replicas, 1)
	if q.stream, err = q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:        streamName,
		Description: "Tasks of counts of n queens that wait or are under way",
		Subjects:    []string{taskSubjects + ">"},
		Retention:   jetstream.WorkQueuePolicy,
		Replicas:    replicas,
		PersistMode: persist,
		// No task is queued twice. Windows of message names are no way to do this:
		// they swallow a task that is queued again because its result is lost.
		MaxMsgsPerSubject:    1,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
	}); err != nil {
		return err
	}
	if q.bucket, err = q.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket:      bucketName,
		Description: "Jobs, and results by task",
		Replicas:    replicas,
	}); err != nil {
		return err
	}
	if found && q.options.Sole {
		if err := q.stream.DeleteConsumer(ctx, consumerName); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
	}
	q.consumer, err = q.stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable:       consumerName,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       q.options.AckWait,
		MaxDeliver:    -1,
		MaxAckPending: -1,
		MaxWaiting:    1 << 16,
	})
	return err
}

func (q *Queue) open(ctx context.Context) (err error) {
	if q.stream, err = q.js.Stream(ctx, streamName); err != nil {
		return err
	}
	if q.bucket, err = q.js.KeyValue(ctx, bucketName); err != nil {
		return err
	}
	if q.consumer, err = q.stream.Consumer(ctx, consumerName); err != nil {
		return err
	}
	q.options.AckWait = q.consumer.CachedInfo().Config.AckWait
	return nil
}

// Close ends the use of a queue. A server that nobody else uses need not wait for
// requests that stand.
func (q *Queue) Close() {
	if q.options.Sole && q.stream != nil {
		ctx, cancel := context.WithTimeout(context.Background(), lingerFor/2)
		defer cancel()
		q.stream.DeleteConsumer(ctx, consumerName) // the next process does it if need be
	}
	q.conn.Close()
}

// Published returns how many tasks were put into the queue that were not in it.
func (q *Queue) Published() int { return int(q.published.Load()) }

const (
	// tryFor is how long one attempt may take.
	tryFor = 5 * time.Second
	// readFor is how long it may take to read all results.
	readFor = 5 * time.Minute
)

// retry calls f until it succeeds, or fails for good, or patience is over.
func (q *Queue) retry(ctx context.Context, what string, f func(context.Context) error) error {
	wait := 20 * time.Millisecond
	for start := time.Now(); ; wait = min(2*wait, 2*time.Second) {
		attempt, cancel := context.WithTimeout(ctx, tryFor)
		err := f(attempt)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, nats.ErrReconnectBufExceeded) || errors.Is(err, nats.ErrDisconnected) {
			err = errAway
		}
		err = fmt.Errorf("%s: %w", what, err)
		patience := q.options.Patience
		if q.hopeless(err) || q.conn.IsClosed() || patience > 0 && time.Since(start) > patience {
			return err
		}
		q.options.Trouble(err)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// errAway stands for what the client says while it has no connection.
var errAway = errors.New("the server is away")

// hopeless reports whether trying again would change nothing. A server of one's own
// that answers with an error means it; a cluster may be about to elect a leader.
func (q *Queue) hopeless(err error) bool {
	var conflict *ConflictError
	var api *jetstream.APIError
	return errors.As(err, &conflict) || q.options.Sole && errors.As(err, &api) ||
		errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrPermissionViolation)
}

// store writes a result. If there is one, it must be the same.
func (q *Queue) store(ctx context.Context, r Result) error {
	r.Time = nil
	key := resultKey + r.ID
	_, err := q.bucket.Create(ctx, key, encode(r))
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	entry, err := q.bucket.Get(ctx, key)
	if err != nil {
		return err
	}
	old, err := parseResult(entry.Value())
	if err != nil {
		q.options.Trouble(fmt.Errorf("damaged result is replaced: %w", err))
		_, err = q.bucket.Update(ctx, key, encode(r), entry.Revision())
		return err
	}
	if old.Count != r.Count {
		return &ConflictError{r.ID, old.Count, r.Count}
	}
	return nil
}

// Store writes a result or a job, unless it is there already.
func (q *Queue) Store(ctx context.Context, r Record) error {
	if r.Job != nil {
		return q.retry(ctx, "cannot store job", func(ctx context.Context) error { return q.storeJob(ctx, *r.Job) })
	}
	return q.retry(ctx, "cannot store result", func(ctx context.Context) error { return q.store(ctx, *r.Result) })
}

// storeJob writes a job. One that is there stays; the caller compares.
func (q *Queue) storeJob(ctx context.Context, j Job) error {
	_, err := q.bucket.Create(ctx, jobKey+j.ID(), encode(j))
	if errors.Is(err, jetstream.ErrKeyExists) {
		return nil
	}
	return err
}

// FindJob returns the job of the board of j, if there is one.
func (q *Queue) FindJob(ctx context.Context, j Job) (found Job, ok bool, err error) {
	var text []byte
	err = q.retry(ctx, "cannot read job", func(ctx context.Context) error {
		entry, err := q.bucket.Get(ctx, jobKey+j.ID())
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		}
		if err == nil {
			text = entry.Value()
		}
		return err
	})
	if err != nil || text == nil {
		return Job{}, false, err
	}
	if err := decode(text, &found); err != nil {
		return Job{}, false, fmt.Errorf("count of %s: damaged job: %w", j.Board(), err)
	}
	return found, true, nil
}

// watch follows the keys of the given kinds. After those that are there it sends nil,
// and then what changes.
func (q *Queue) watch(ctx context.Context, kinds ...string) (jetstream.KeyWatcher, error) {
	var patterns []string
	for _, kind := range kinds {
		patterns = append(patterns, kind+">")
	}
	return q.bucket.WatchFiltered(ctx, patterns)
}

// ErrWatchEnded says that the server or the connection has ended a watch.
var ErrWatchEnded = errors.New("the watch of the results has ended")

// snapshot calls f with all that the bucket has now under the kinds of keys.
func (q *Queue) snapshot(ctx context.Context, f func(jetstream.KeyValueEntry), kinds ...string) error {
	watch, err := q.watch(ctx, kinds...)
	if err != nil {
		return err
	}
	defer watch.Stop()
	for {
		select {
		case entry, ok := <-watch.Updates():
			if !ok {
				return ErrWatchEnded
			}
			if entry == nil {
				return nil
			}
			if entry.Operation() == jetstream.KeyValuePut {
				f(entry)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Records returns all jobs and results, each with the time it was stored at. Damaged
// ones are reported as trouble and left out.
func (q *Queue) Records(ctx context.Context) ([]Record, error) {
	var records []Record
	err := q.retry(ctx, "cannot read results", func(context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, readFor)
		defer cancel()
		records = nil
		return q.snapshot(ctx, func(entry jetstream.KeyValueEntry) {
			if r, err := readEntry(entry); err != nil {
				q.options.Trouble(err)
			} else {
				records = append(records, r)
			}
		}, jobKey, resultKey)
	})
	return records, err
}

// readEntry reads a job or a result from the bucket.
func readEntry(entry jetstream.KeyValueEntry) (Record, error) {
	if strings.HasPrefix(entry.Key(), jobKey) {
		var j Job
		if err := decode(entry.Value(), &j); err != nil {
			return Record{}, fmt.Errorf("damaged job: %w", err)
		}
		return Record{Job: &j}, nil
	}
	r, err := parseResult(entry.Value())
	if err == nil && resultKey+r.ID != entry.Key() {
		err = fmt.Errorf("it is stored as %s", entry.Key())
	}
	if err != nil {
		return Record{}, fmt.Errorf("damaged result: %w", err)
	}
	created := entry.Created().UTC()
	r.Time = &created
	return Record{Result: &r}, nil
}

// Follow adds all jobs and results to a ledger, and those that come, until ctx is
// done or the ledger cannot be written.
func (q *Queue) Follow(ctx context.Context, ledger *Ledger) error {
	watch, err := q.watch(ctx, jobKey, resultKey)
	if err != nil {
		return err
	}
	defer watch.Stop()
	var records []Record
	for {
		select {
		case entry, ok := <-watch.Updates():
			if !ok {
				return ErrWatchEnded
			}
			if entry != nil && entry.Operation() == jetstream.KeyValuePut {
				if r, err := readEntry(entry); err != nil {
					q.options.Trouble(err)
				} else {
					records = append(records, r)
				}
			}
			if len(watch.Updates()) > 0 {
				continue // one fsync for all that have come
			}
			if _, err := ledger.Add(records...); err != nil {
				return err
			}
			records = nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// queued returns how many tasks of a job wait or are under way.
func (q *Queue) queued(ctx context.Context, job string) (int, error) {
	info, err := q.stream.Info(ctx, jetstream.WithSubjectFilter(taskSubjects+job+".*"))
	if err != nil {
		return 0, err
	}
	return len(info.State.Subjects), nil
}

// Restore stores what the ledger has and the bucket has not. Results of which the two
// say different things are an error.
func (q *Queue) Restore(ctx context.Context, ledger *Ledger) error {
	if len(ledger.jobs) == 0 && len(ledger.results) == 0 {
		return nil
	}
	records, err := q.Records(ctx)
	if err != nil {
		return err
	}
	stored := map[string]bool{}
	for _, r := range records {
		if r.Job != nil {
			stored[r.Job.ID()] = true
			continue
		}
		stored[r.ID] = true
		if have, ok := ledger.results[r.ID]; ok && have.Count != r.Count {
			return &ConflictError{r.ID, r.Count, have.Count}
		}
	}
	for id, job := range ledger.jobs {
		if !stored[id] {
			if err := q.Store(ctx, Record{Job: &job}); err != nil {
				return err
			}
		}
	}
	for id, result := range ledger.results {
		if !stored[id] {
			if err := q.Store(ctx, Record{Result: &result}); err != nil {
				return err
			}
		}
	}
	return nil
}
