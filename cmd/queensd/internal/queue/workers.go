package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
)

const announceEvery = 10 * time.Second

// announce lets others see a worker until ctx is done. If the worker dies, its announcement
// expires.
func (q *Queue) announce(ctx context.Context, goroutines int, done func() int) {
	r := report.Worker{Name: q.Account(), Host: Hostname(), PID: os.Getpid(), Goroutines: goroutines, Since: time.Now().UTC().Truncate(time.Second)}
	subject := wire.WorkerSubject(r.Name, ledger.Checksum(fmt.Sprint(r.Host, r.PID, time.Now().UnixNano())))
	for ctx.Err() == nil {
		r.Done = done()
		if err := q.conn.Publish(subject, ledger.JSON(r)); err != nil {
			q.options.Warn(fmt.Errorf("cannot announce the worker: %w", err))
		}
		pause(ctx, announceEvery)
	}
	q.conn.Publish(subject, nil) // the worker has gone
}

// workers returns the workers seen lately. Only their names can be relied on.
func (q *Queue) workers(ctx context.Context) ([]report.Worker, error) {
	var seen []report.Worker
	_, _, err := q.read(ctx, wire.WorkerStream, wire.WorkerPrefix+">", 1, func(m message) error {
		var r report.Worker
		if words := wire.Words(m.subject); json.Unmarshal(m.data, &r) == nil && len(words) == 2 {
			r.Name, r.Seen = words[0], m.at
			r.Host = r.Host[:min(len(r.Host), 64)]
			seen = append(seen, r)
		}
		return nil
	})
	return seen, err
}
