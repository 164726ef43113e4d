package queue

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/embedded"
	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
)

// An office is a server with a desk, whose times are short.
type office struct {
	t      *testing.T
	dir    string
	server *embedded.Server
	queue  *Queue // of the coordinator
	desk   *Desk
	said   recorder
}

// officeLimit is the least limit of a lease.
const officeLimit = 400 * time.Millisecond

func newOffice(t *testing.T, ackWait time.Duration) *office {
	t.Helper()
	o := &office{t: t, dir: t.TempDir()}
	for _, name := range []string{"ann", "bob", "eve", "mallory"} {
		if _, err := access.AddWorker(o.dir, name); err != nil {
			t.Fatal(err)
		}
	}
	o.server = startServer(t, o.dir)
	o.queue = openQueue(t, o.server, Options{AckWait: ackWait, Desk: true})
	o.open(time.Now(), officeLimit)
	t.Cleanup(func() { o.desk.Close() })
	return o
}

// open opens the desk, as if the server had been started at some time.
func (o *office) open(begun time.Time, limit time.Duration) {
	o.t.Helper()
	o.desk = newDesk(openQueue(o.t, o.server, Options{}), o.server.Workers(), o.said.say)
	o.desk.leastLimit, o.desk.begun = limit, begun
	if err := o.desk.open(); err != nil {
		o.t.Fatal(err)
	}
}

// join connects a worker with a key.
func (o *office) join(name string) *Queue {
	o.t.Helper()
	client, err := access.ReadClient(filepath.Join(o.dir, name+".key"))
	if err != nil {
		o.t.Fatal(err)
	}
	js, err := ConnectInProcess(o.server, client)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(js.Conn().Close)
	q, err := New(js, Options{Account: name})
	if err != nil {
		o.t.Fatal(err)
	}
	return q
}

// account returns what the desk says of an account.
func (o *office) account(name string) report.Account {
	for _, a := range o.queue.accounts(o.t.Context()) {
		if a.Name == name {
			return a
		}
	}
	return report.Account{Name: name}
}

// holder returns what the desk knows of an account.
func (o *office) holder(name string) report.Account {
	o.desk.mu.Lock()
	defer o.desk.mu.Unlock()
	for _, h := range o.desk.holders {
		if h.account == name {
			return h.report()
		}
	}
	return report.Account{}
}

// count starts a count that never helps itself, and returns a function that checks its total.
func (o *office) count(n, tasks, copies int) (c *Count, check func(within time.Duration)) {
	o.t.Helper()
	c = newCount(o.t, o.queue, n, tasks)
	c.Copies, c.Say = copies, o.said.say
	c.stuckAfter, c.heldAfter = time.Hour, time.Hour
	done := make(chan error, 1)
	go func() {
		total, err := c.Run(o.t.Context(), nil)
		if err == nil && total != solutions[n] {
			err = fmt.Errorf("total %d, want %d", total, solutions[n])
		}
		done <- err
	}()
	waitFor(o.t, "the job", func() bool {
		_, err := o.queue.js.Consumer(o.t.Context(), wire.TaskStream, wire.JobID(c.Cut.Board))
		return err == nil
	})
	return c, func(within time.Duration) {
		o.t.Helper()
		select {
		case err := <-done:
			if err != nil {
				o.t.Fatal(err)
			}
		case <-time.After(within):
			o.t.Fatalf("the count is not done after %v", within)
		}
	}
}

// An attacker has a worker's key, and always has requests waiting.
type attacker struct {
	*Queue
	took atomic.Int64
}

// attack has somebody keep n requests for tasks of a job waiting, and do something with each
// task that comes.
func (o *office) attack(name, job string, n int, f func(*attacker, *delivery)) *attacker {
	o.t.Helper()
	a := &attacker{Queue: o.join(name)}
	inbox := a.conn.NewInbox()
	request := func(reply string) {
		if o.t.Context().Err() == nil && !a.conn.IsClosed() {
			a.conn.PublishRequest(a.api("CONSUMER.MSG.NEXT."+wire.TaskStream+"."+job), reply, []byte(`{"batch":1,"expires":30000000000}`))
		}
	}
	sub, err := a.conn.Subscribe(inbox+".*", func(msg *nats.Msg) {
		if ack := msg.Header.Get(wire.AckHeader); ack != "" {
			a.took.Add(1)
			f(a, &delivery{a.conn, msg.Header.Get("Nats-Subject"), ack, msg.Data})
		}
		time.AfterFunc(10*time.Millisecond, func() { request(msg.Subject) })
	})
	if err := errors.Join(err, sub.SetPendingLimits(-1, -1)); err != nil {
		o.t.Fatal(err)
	}
	for i := range n {
		request(fmt.Sprint(inbox, ".", i))
	}
	waitFor(o.t, "the attacker to have tasks", func() bool { return a.took.Load() > 0 })
	return a
}

func keep(*attacker, *delivery) {}

// beat keeps a task with heartbeats.
func beat(_ *attacker, d *delivery) {
	go func() {
		for d.tell("+WPI") == nil {
			time.Sleep(officeLimit / 8)
		}
	}()
}

func swallow(_ *attacker, d *delivery) { d.tell("+ACK") }

// store stores a message in the name of an attacker, and says that the task is done.
func (a *attacker) store(subject string, data []byte, d *delivery) {
	a.conn.Request(subject, data, tryFor)
	d.tell("+ACK")
}

func garbage(a *attacker, d *delivery) {
	t, _, _ := parseTask(d.subject, d.data)
	a.store(wire.ResultSubject(t.Job, t.Task, a.Account()), []byte("x"), d)
}

func impossible(a *attacker, d *delivery) {
	t, _, _ := parseTask(d.subject, d.data)
	a.storeResult(context.Background(), t, 1<<63)
	d.tell("+ACK")
}

func complainOf(a *attacker, d *delivery) {
	words := wire.Words(d.subject)
	a.store(wire.ReportSubject(words[0], words[1], a.Account()), complaint{"eve@x", "no"}.text(), d)
}

// honestFirst counts a hundred tasks, and keeps the others.
func honestFirst(a *attacker, d *delivery) {
	if a.took.Load() > 100 {
		beat(a, d)
		return
	}
	t, task, _ := parseTask(d.subject, d.data)
	count, _ := task.Count(context.Background())
	a.storeResult(context.Background(), t, count)
	d.tell("+ACK")
}

// TestAttacks counts with two honest workers and one that takes tasks and does not return
// them, in many ways. The count ends soon, names it, and it gets no more tasks.
func TestAttacks(t *testing.T) {
	t.Parallel()
	attacks := map[string]struct {
		requests, copies int
		f                func(*attacker, *delivery)
	}{
		"keeps in silence":        {20, 1, keep},
		"keeps with heartbeats":   {20, 1, beat},
		"hoards":                  {4000, 1, beat},
		"acknowledges":            {20, 1, swallow},
		"garbage":                 {20, 1, garbage},
		"impossible":              {20, 1, impossible},
		"complains":               {20, 1, complainOf},
		"honest first":            {20, 1, honestFirst},
		"two copies":              {20, 2, beat},
		"two copies acknowledged": {20, 2, swallow},
	}
	for name, attack := range attacks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t, 30*time.Second)
			c, check := o.count(10, 300, attack.copies)
			begun := time.Now()
			eve := o.attack("eve", c.job, attack.requests, attack.f)
			for _, name := range []string{"ann", "bob"} {
				defer workFor(t, &Worker{Queue: o.join(name), Goroutines: 1})()
			}
			check(90 * time.Second) // a loaded machine; without the desk it never ends
			waitFor(t, "the end of its credit", func() bool {
				a := o.account("eve")
				return a.Stopped || name == "honest first" && a.Lost > 0
			})
			a := o.account("eve")
			if took := int(eve.took.Load()); took > firstCredit+2*a.Returned+int(time.Since(begun)/leastPause) || took == 0 || name == "honest first" && a.Returned == 0 {
				t.Errorf("it took %d tasks, and is %+v", took, a)
			}
			if o.said.count("eve has not returned") == 0 || o.said.count("ann ")+o.said.count("bob ") > 0 {
				t.Errorf("said %q", o.said.lines)
			}
		})
	}
}

// TestNaks has somebody take tasks and give them back as fast as it can, and another one a
// little later.
func TestNaks(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]time.Duration{"at once": 0, "late": giveBackFor / 2, "too late": giveBackFor + 100*time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t, 30*time.Second)
			o.desk.Close()
			o.open(time.Now(), time.Hour)
			c, check := o.count(10, 300, 1)
			begun := time.Now()
			eve := o.attack("eve", c.job, 100, func(_ *attacker, d *delivery) {
				time.AfterFunc(after, func() { d.tell(`-NAK {"delay":3600000000000}`) })
			})
			for _, name := range []string{"ann", "bob"} {
				defer workFor(t, &Worker{Queue: o.join(name), Goroutines: 1})()
			}
			check(90 * time.Second)
			if took, most := int(eve.took.Load()), firstCredit*int(1+time.Since(begun)/giveBackFor); took > most {
				t.Errorf("it took %d tasks, more than %d", took, most)
			}
			if a := o.account("eve"); a.Stopped != (after > giveBackFor) {
				t.Errorf("it is %+v", a)
			}
		})
	}
}

// TestFewTasks has two keys that keep tasks of a count that has few, before others come.
func TestFewTasks(t *testing.T) {
	t.Parallel()
	o := newOffice(t, 30*time.Second)
	c, check := o.count(8, 0, 1)
	eve, mallory := o.attack("eve", c.job, 500, beat), o.attack("mallory", c.job, 500, beat)
	waitFor(t, "all that they get", func() bool { return int(eve.took.Load()+mallory.took.Load()) == 2*(c.Cut.Total/4) })
	defer workFor(t, &Worker{Queue: o.join("ann"), Goroutines: 1})()
	check(10 * officeLimit)
}

// TestTwoAttackers has two keys that keep tasks.
func TestTwoAttackers(t *testing.T) {
	t.Parallel()
	o := newOffice(t, 30*time.Second)
	c, check := o.count(10, 400, 1)
	o.attack("eve", c.job, 500, beat)
	o.attack("mallory", c.job, 500, keep)
	end := workFor(t, &Worker{Queue: o.join("ann"), Goroutines: 2})
	check(90 * time.Second)
	end()
	if o.said.count("eve has not returned") == 0 || o.said.count("mallory has not returned") == 0 {
		t.Errorf("said %q", o.said.lines)
	}
}
