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

// workersMost is the number of workers of an account that are shown.
const workersMost = 200

// workers returns the workers seen lately, at most workersMost of each account. Only their
// names can be relied on.
func (q *Queue) workers(ctx context.Context) (seen []report.Worker, err error) {
	of := map[string]int{}
	_, _, err = q.read(ctx, wire.WorkerStream, wire.WorkerPrefix+">", 1, func(m message) error {
		if r, err := parseWorker(m); err == nil && of[r.Name] < workersMost {
			of[r.Name]++
			seen = append(seen, r)
		}
		return nil
	})
	return seen, err
}

// parseWorker reads an announcement. It refuses figures that no worker has.
func parseWorker(m message) (r report.Worker, err error) {
	words := wire.Words(m.subject)
	if len(words) != 2 {
		return r, fmt.Errorf("%.80q is not the subject of a worker", m.subject)
	}
	if err := json.Unmarshal(m.data, &r); err != nil {
		return r, err
	}
	r.Name, r.Seen = words[0], m.at
	switch year := r.Since.UTC().Year(); {
	case r.Goroutines < 1 || r.Goroutines > 1<<20 || r.Done < 0 || r.PID < 0 || len(r.Host) > 64:
		err = fmt.Errorf("worker %s has %d goroutines and has done %d tasks", r.Name, r.Goroutines, r.Done)
	case year < 2000 || year > 9000:
		err = fmt.Errorf("worker %s has run since the year %d", r.Name, year)
	}
	r.Since = r.Since.UTC()
	return r, err
}

// accountsMost is the number of accounts that fit into a message.
const accountsMost = 1000

// accounts returns the accounts that have not returned tasks, as far as the server has a desk.
func (q *Queue) accounts(ctx context.Context) (accounts []report.Account) {
	if !q.options.Desk {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	if msg, err := q.conn.RequestWithContext(ctx, wire.Holders, nil); err == nil {
		json.Unmarshal(msg.Data, &accounts)
	}
	return accounts
}
