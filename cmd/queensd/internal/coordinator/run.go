package coordinator

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
)

// A Count is a count of one board.
type Count struct {
	Cut      *ledger.Cut
	Ledger   *ledger.Ledger
	Conn     *nats.Conn      // to the server over which workers help; nil for none
	Accounts <-chan []string // those that may help, and again whenever they change
	Workers  int             // goroutines that count here; if 0, this computer only recounts
	Copies   int             // accounts that must agree on each task
	Recount  float64         // share of the tasks that an audit recounts
	Say      func(string)
	Progress func(queens.Progress)

	report atomic.Pointer[Report]
}

// A run is one call of Run. One goroutine owns all its fields: others send it events.
type run struct {
	*Count
	judge  *judge
	ctx    context.Context
	end    context.CancelCauseFunc
	events chan func()

	subscriptions map[string]*nats.Subscription // by account
	others        []ledger.Result               // of workers, not yet synced
	unanswered    []request                     // with these results

	helpers    helpers // by account
	goroutines int     // of the helpers, as they say
	epoch      string  // identifies this run
	begun      time.Time
	first      *queens.Progress // at the beginning
	observed   time.Time
	last       time.Time // when a result last came
}

const (
	// syncEvery bounds how long a result waits for others to be synced with it, and
	// observeEvery is how often a run reports and makes itself known.
	syncEvery    = 20 * time.Millisecond
	observeEvery = time.Second / 2
	// silence is the time without a result after which the user is told.
	silence = time.Minute
)

// Run counts the tasks that have no result, here and with the help of workers, and returns
// the sum over all tasks once an audit has found nothing wrong.
func (c *Count) Run(ctx context.Context) (total uint64, err error) {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	r := &run{
		Count:         c,
		judge:         newJudge(c.Ledger, c.Copies, c.Recount, newRand(), c.Say),
		ctx:           ctx,
		end:           end,
		events:        make(chan func()),
		subscriptions: map[string]*nats.Subscription{},
		helpers:       helpers{},
		epoch:         time.Now().UTC().Format("20060102T150405.000000000") + "-" + rand.Text(), // sorts by time
		begun:         time.Now(),
		last:          time.Now(),
	}
	r.observe()
	if c.Conn != nil {
		if err := r.listen(); err != nil {
			return 0, err
		}
		defer r.Conn.SetClosedHandler(nil)
	}
	if err := c.Cut.Run(ctx, cmp.Or(c.Workers, runtime.GOMAXPROCS(0)), r, r.events); err != nil {
		return 0, err
	}
	if c.Conn != nil {
		for account := range r.helpers {
			c.Conn.Publish(wire.EndSubject(account), []byte(r.Cut.Digest))
		}
		c.Conn.FlushTimeout(time.Second)
	}
	progress, err := c.Ledger.Progress()
	return progress.Solutions, err
}

// Next returns a task to count here.
func (r *run) Next() (task int, ok bool) { return r.judge.next(r.Workers == 0) }

// Keep writes own results and those of workers to the ledger, and answers the workers.
func (r *run) Keep(own []ledger.Result) (rest time.Duration, done bool, err error) {
	for i := range own {
		own[i].At = now()
	}
	others, requests := r.others, r.unanswered
	r.others, r.unanswered = nil, nil
	if len(own)+len(others) > 0 {
		r.last = time.Now()
	}
	if err := r.judge.counted(own); err != nil {
		return 0, false, err
	}
	if err := r.judge.take(others); err != nil {
		return 0, false, err
	}
	for _, q := range requests {
		r.answer(q)
	}
	done, err = r.judge.done()
	if done || time.Since(r.observed) > observeEvery {
		r.observe()
	}
	return syncEvery, done, err
}

func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// listen starts to receive messages, those of workers once their accounts are known.
func (r *run) listen() error {
	r.Conn.SetClosedHandler(func(c *nats.Conn) { r.end(access.WhyClosed(c)) })
	_, err := r.Conn.Subscribe(wire.PresenceSubject, r.meet)
	go func() {
		for {
			select {
			case accounts := <-r.Accounts:
				r.do(func() { r.follow(accounts) })
			case <-r.ctx.Done():
				return
			}
		}
	}()
	return errors.Join(err, r.Conn.Flush())
}

// do has the goroutine that owns r call f, unless the run ends.
func (r *run) do(f func()) {
	select {
	case r.events <- f:
	case <-r.ctx.Done():
	}
}

// meet ends this count if an older one uses the same accounts. Together they would take each
// other's workers away.
func (r *run) meet(m *nats.Msg) {
	switch epoch, board, _ := strings.Cut(string(m.Data), " "); {
	case epoch < r.epoch:
		r.end(fmt.Errorf("a count of %.80q uses that server already: want one count in each account", board))
	case epoch > r.epoch:
		r.Say(fmt.Sprintf("a count of %.80q has begun on the same server; this one goes on", board))
	}
}

// answer hands out tasks, unless the answer would go where the account may not read. All goroutines
// together get at most half of the tasks left, so that they end at about the same time.
func (r *run) answer(q request) {
	if !wire.MayAnswer(q.account, q.reply) {
		return
	}
	answer := wire.Answer{Job: r.Cut.Digest, Withdrawn: r.Ledger.Withdrawn(q.account)}
	want, size := min(q.Want, wire.MostTasks, 1+r.judge.pool.left/(2*max(1, r.goroutines))), 0
	for len(answer.Tasks) < want && size < wire.MostTaskText && !answer.Withdrawn {
		number, ok := r.judge.hand(q.account)
		if !ok {
			break
		}
		text := r.Cut.Task(number).String()
		answer.Tasks = append(answer.Tasks, wire.Task{Number: number, Text: text})
		size += len(text)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		panic(err) // everything that we send can be marshalled
	}
	r.Conn.Publish(q.reply, text) // if it is lost, the worker asks again
}

// Report returns the latest report, or nil before Run.
func (c *Count) Report() *Report { return c.report.Load() }

// observe makes a new report, and this count known to others.
func (r *run) observe() {
	r.observed = time.Now()
	j, left := r.judge, r.judge.pool.left
	// An overflow ends the count, when all is recounted.
	progress, _ := r.Cut.Progress(r.ctx, r.Ledger.Book, func(task int) bool { return !j.pool.isOpen[task] })
	progress.Done = progress.Total - left
	if r.first == nil {
		r.first = &progress
	}
	report := &Report{
		At: r.observed.UTC(), Board: r.Cut.Board, State: Counting,
		Tasks: r.Ledger.Total, Done: r.Ledger.Total - left, Solutions: progress.Solutions, Fraction: progress.Fraction,
		Recounting: len(j.drawn), Audits: j.ledger.Audits(),
	}
	names := r.Ledger.WithdrawnAccounts()
	for _, name := range names[:min(len(names), mostWithdrawn)] {
		report.Withdrawn = append(report.Withdrawn, wire.Shown(name))
	}
	if left == 0 {
		report.State = Auditing
		if len(j.waiting)+len(j.drawn) == 0 && j.drawn != nil {
			report.State = Done
		}
	}
	if grown := progress.Fraction - r.first.Fraction; grown > 0 {
		report.SecondsLeft = time.Since(r.begun).Seconds() * (1 - progress.Fraction) / grown
	}
	r.helpers.addTo(report)
	r.report.Store(report)
	if r.Progress != nil {
		r.Progress(progress)
	}
	if r.Conn != nil {
		r.Conn.Publish(wire.PresenceSubject, []byte(r.epoch+" "+r.Cut.Board))
	}
	if time.Since(r.last) > silence && left > 0 {
		r.Say(fmt.Sprintf("no result for a minute; %d of %d tasks are left, and accounts that must agree on each: %d", left, r.Ledger.Total, r.Copies))
	}
}
