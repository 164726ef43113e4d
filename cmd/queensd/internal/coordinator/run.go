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
	"sync"
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
	Conn     *nats.Conn // to the server over which workers help; nil for none
	Workers  int        // goroutines that count here; if 0, this computer only recounts
	Copies   int        // accounts that must agree on each task
	Recount  float64    // share of the tasks that an audit recounts
	Say      func(string)
	Progress func(queens.Progress)

	report atomic.Pointer[Report]
}

// A run is one call of Run. One goroutine owns all its fields; others send to its channels.
type run struct {
	*Count
	judge  *judge
	intake *intake

	work    chan int           // to the goroutines that count
	counted chan ledger.Result // from them
	failed  chan error         // the first error of any of them, or of the connection

	own, others []ledger.Result // not yet synced
	unanswered  []request       // with the results in others

	helpers helpers // by account
	epoch   string  // identifies this run
	begun   time.Time
	already int       // tasks done before
	last    time.Time // when a result last came
}

const (
	// syncEvery bounds how long a result waits for others to be synced with it, and
	// tickEvery is how often a run reports and makes itself known.
	syncEvery = 20 * time.Millisecond
	tickEvery = time.Second / 2
	// silence is the time without a result after which the user is told.
	silence = time.Minute
)

// Run counts the tasks that have no result, here and with the help of workers, and returns
// the sum over all tasks once an audit has found nothing wrong.
func (c *Count) Run(ctx context.Context) (total uint64, err error) {
	ctx, stop := context.WithCancel(ctx)
	var counting sync.WaitGroup
	defer counting.Wait()
	defer stop()
	goroutines := cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	r := &run{
		Count:   c,
		judge:   newJudge(c.Ledger, c.Copies, c.Recount, newRand(), c.Say),
		intake:  &intake{ctx, make(chan request), map[string]chan *nats.Msg{}},
		work:    make(chan int),
		counted: make(chan ledger.Result, 16*goroutines),
		failed:  make(chan error, 1),
		helpers: helpers{},
		epoch:   time.Now().UTC().Format("20060102T150405.000000000") + "-" + rand.Text(), // sorts by time
		last:    time.Now(),
		begun:   time.Now(),
	}
	defer close(r.work)
	r.already = c.Ledger.Total - r.judge.pool.left()
	r.observe()
	for range goroutines {
		counting.Go(func() { r.countTasks(ctx) })
	}
	if c.Conn != nil {
		if err := r.listen(); err != nil {
			return 0, err
		}
		defer r.Conn.SetClosedHandler(nil)
	}
	if err := r.loop(ctx); err != nil {
		return 0, err
	}
	for account := range r.helpers {
		c.Conn.Publish(wire.EndSubject(account), []byte(r.Cut.Digest))
	}
	if c.Conn != nil {
		c.Conn.FlushTimeout(time.Second)
	}
	progress, err := c.Ledger.Progress()
	return progress.Solutions, err
}

// countTasks counts tasks until there are no more, or ctx ends.
func (r *run) countTasks(ctx context.Context) {
	for number := range r.work {
		count, err := r.Cut.Task(number).Count(ctx)
		if err != nil {
			r.fail(err)
			return
		}
		select {
		case r.counted <- ledger.Result{Task: number, Count: count}:
		case <-ctx.Done():
		}
	}
}

func (r *run) fail(err error) {
	select {
	case r.failed <- err:
	default:
	}
}

// listen starts to receive the messages of workers.
func (r *run) listen() error {
	r.Conn.SetClosedHandler(func(c *nats.Conn) { r.fail(access.WhyClosed(c)) })
	all, err := r.Conn.Subscribe("queensd.from.*.*", r.intake.receive)
	if err != nil {
		return err
	}
	limits := all.SetPendingLimits(8192, 16<<20) // receive empties it at once
	_, status := r.Conn.Subscribe(wire.StatusSubject, func(m *nats.Msg) {
		r.answer(request{account: wire.Coordinator, reply: m.Reply}, r.Report())
	})
	_, meet := r.Conn.Subscribe(wire.PresenceSubject, r.meet)
	r.present()
	return errors.Join(limits, status, meet, r.Conn.Flush())
}

// present makes this count known to others.
func (r *run) present() {
	if r.Conn != nil {
		r.Conn.Publish(wire.PresenceSubject, []byte(r.epoch+" "+r.Cut.Board))
	}
}

// meet ends this count if an older one uses the same accounts. Together they would take each
// other's workers away.
func (r *run) meet(m *nats.Msg) {
	switch epoch, board, _ := strings.Cut(string(m.Data), " "); {
	case epoch < r.epoch:
		r.fail(fmt.Errorf("a count of %.80q uses that server already: want one count in each account", board))
	case epoch > r.epoch:
		r.Say(fmt.Sprintf("a count of %.80q has begun on the same server; this one goes on", board))
	}
}

// loop handles one event after another until the count is done.
func (r *run) loop(ctx context.Context) error {
	syncs, ticks := time.NewTicker(syncEvery), time.NewTicker(tickEvery)
	defer syncs.Stop()
	defer ticks.Stop()
	next, hasNext := 0, false
	for {
		if done, err := r.judge.done(); done || err != nil {
			r.observe()
			return err
		}
		if !hasNext {
			next, hasNext = r.judge.next(r.Workers == 0)
		}
		var work chan<- int
		if hasNext {
			work = r.work
		}
		due := false
		select {
		case work <- next:
			hasNext = false
		case result := <-r.counted:
			result.At = now()
			r.own = append(r.own, result)
		case request := <-r.intake.requests:
			r.handle(request)
		case <-syncs.C:
			due = true
		case <-ticks.C:
			r.tick()
		case err := <-r.failed:
			return errors.Join(ctx.Err(), err)
		case <-ctx.Done():
			return ctx.Err()
		}
		waits := len(r.own) + len(r.others) // the last results need not wait
		if due && waits+len(r.unanswered) > 0 || waits > 0 && waits >= r.judge.pool.left()+len(r.judge.waiting) {
			if err := r.sync(); err != nil {
				return err
			}
		}
	}
}

func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// handle answers a request, at once or later.
func (r *run) handle(q request) {
	if q.ask != nil {
		r.helpers.see(q.account, q.ask.Machine, 0)
		r.hand(q)
		return
	}
	r.helpers.see(q.account, q.results.Machine, len(q.results.Results))
	if q.results.Job != r.Cut.Digest {
		r.Say(q.account + " sends results for another count: is there one that uses the same server?")
	} else {
		by := q.account + "@" + q.results.Name
		for _, result := range q.results.Results {
			r.others = append(r.others, ledger.Result{Task: result.Number, Count: result.Count, By: by, At: now()})
		}
	}
	r.unanswered = append(r.unanswered, q)
}

// hand answers a request for tasks.
func (r *run) hand(q request) {
	answer := wire.Tasks{Job: r.Cut.Digest, Withdrawn: r.Ledger.Withdrawn(q.account)}
	size := 0
	for want := min(q.ask.Want, wire.MostTasks); want > 0 && size < wire.MostTaskText && !answer.Withdrawn; want-- {
		number, ok := r.judge.pool.take(q.account)
		if !ok {
			break
		}
		text := r.Cut.Task(number).String()
		answer.Tasks = append(answer.Tasks, wire.Task{Number: number, Text: text})
		size += len(text)
	}
	r.answer(q, answer)
}

// sync writes results to the ledger, and sends receipts for them.
func (r *run) sync() error {
	own, others, requests := r.own, r.others, r.unanswered
	r.own, r.others, r.unanswered = nil, nil, nil
	if len(own)+len(others) > 0 {
		r.last = time.Now()
	}
	if err := r.judge.counted(own); err != nil {
		return err
	}
	if err := r.judge.take(others); err != nil {
		return err
	}
	for _, q := range requests {
		r.answer(q, wire.Receipt{Job: r.Cut.Digest})
	}
	return nil
}

func (r *run) tick() {
	r.observe()
	r.present()
	if time.Since(r.last) > silence && r.judge.pool.left() > 0 {
		r.Say(fmt.Sprintf("no result for a minute; %d of %d tasks are left, and accounts that must agree on each: %d",
			r.judge.pool.left(), r.Ledger.Total, r.Copies))
	}
}

// Report returns the latest report, or nil before Run.
func (c *Count) Report() *Report { return c.report.Load() }

// observe makes a new report.
func (r *run) observe() {
	j, at := r.judge, time.Now().UTC()
	progress, _ := r.Ledger.Progress() // an overflow ends the count, when all is recounted
	report := &Report{
		At: at, Board: r.Cut.Board, State: Counting,
		Tasks: j.ledger.Total, Done: j.ledger.Total - j.pool.left(), Solutions: progress.Solutions,
		Recounting: len(j.drawn), Audits: j.ledger.Audits(),
	}
	names := r.Ledger.WithdrawnAccounts()
	for _, name := range names[:min(len(names), mostWithdrawn)] {
		report.Withdrawn = append(report.Withdrawn, wire.Shown(name))
	}
	if j.pool.left() == 0 {
		report.State = Auditing
		if len(j.waiting)+len(j.drawn) == 0 && j.drawn != nil {
			report.State = Done
		}
	}
	if report.Done > r.already {
		report.Rate = float64(report.Done-r.already) / at.Sub(r.begun).Seconds()
		report.SecondsLeft = float64(j.pool.left()) / report.Rate
	}
	r.helpers.addTo(report, j.pool.held)
	r.report.Store(report)
	if r.Progress != nil {
		share := float64(report.Done) / float64(max(1, report.Tasks))
		r.Progress(queens.Progress{Total: report.Tasks, Done: report.Done, Solutions: report.Solutions, Fraction: share})
	}
}

// answer answers a request, unless the reply would go where the account may not read.
func (r *run) answer(q request, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // everything that we send can be marshalled
	}
	if wire.MayAnswer(q.account, q.reply) {
		r.Conn.Publish(q.reply, text) // if it is lost, the worker asks again
	}
}
