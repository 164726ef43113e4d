package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Presence says that a worker is there.
type Presence struct {
	Host       string    `json:"host"`
	PID        int       `json:"pid"`
	Goroutines int       `json:"workers"`
	Done       int       `json:"done"` // tasks since it began
	Since      time.Time `json:"since"`
}

const (
	presentEvery = 10 * time.Second
	presentFor   = 35 * time.Second
)

// Announce tells that a worker is there until ctx is done.
func (w *Worker) Announce(ctx context.Context) {
	p := Presence{Host: hostname(), PID: os.Getpid(), Goroutines: w.Goroutines, Since: time.Now().UTC().Truncate(time.Second)}
	key := digest(fmt.Sprint(p.Host, p.PID, p.Since), 8)
	var bucket jetstream.KeyValue
	for ctx.Err() == nil {
		attempt, cancel := context.WithTimeout(ctx, tryFor)
		var err error
		if bucket == nil {
			bucket, err = w.Queue.presences(attempt)
		}
		if err == nil {
			p.Done = w.Done()
			if _, err = bucket.Put(attempt, key, encode(p)); err != nil {
				bucket = nil // it is in memory, and gone with the server
			}
		}
		cancel()
		pause(ctx, presentEvery)
	}
	if bucket != nil {
		ctx, cancel := linger(ctx, lingerFor)
		defer cancel()
		bucket.Purge(ctx, key) // it runs out in any case
	}
}

func (q *Queue) presences(ctx context.Context) (jetstream.KeyValue, error) {
	return q.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket:      presenceName,
		Description: "Workers seen lately",
		TTL:         presentFor,
		Storage:     jetstream.MemoryStorage,
	})
}

// Workers returns the workers seen lately.
func (q *Queue) Workers(ctx context.Context) ([]Presence, error) {
	bucket, err := q.js.KeyValue(ctx, presenceName)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	watch, err := bucket.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer watch.Stop()
	var workers []Presence
	for entry := range watch.Updates() {
		if entry == nil {
			break
		}
		var p Presence
		if decode(entry.Value(), &p) == nil {
			workers = append(workers, p)
		}
	}
	return workers, nil
}
