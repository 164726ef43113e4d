package queue

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
)

// TestSilent has a worker die with the first tasks, when there is no limit yet. They come back
// after JetStream's time. Heartbeats of somebody else do not count.
func TestSilent(t *testing.T) {
	t.Parallel()
	const ackWait = time.Second
	o := newOffice(t, ackWait)
	o.desk.Close()
	o.open(time.Now(), time.Hour)
	c, check := o.count(8, 0, 1)
	var all []*delivery
	dead := o.join("ann")
	for {
		d, err := dead.nextTask(t.Context(), c.job, ackWait/4)
		if err != nil {
			t.Fatal(err)
		}
		if d == nil {
			break
		}
		all = append(all, d)
	}
	if len(all) != c.Cut.Total/4 {
		t.Errorf("it got %d tasks of %d", len(all), c.Cut.Total)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	eve := o.join("eve")
	go func() {
		for ; ctx.Err() == nil; pause(ctx, ackWait/10) {
			for _, d := range all {
				(&delivery{conn: eve.conn, ack: d.ack}).tell("+WPI")
			}
		}
	}()
	end := workFor(t, &Worker{Queue: o.join("bob"), Goroutines: 1})
	check(10 * ackWait)
	end()
	if a := o.account("ann"); a.Lost != len(all) || a.Returned != 0 || o.account("eve").Lost > 0 {
		t.Errorf("%+v of %d tasks, %+v", a, len(all), o.account("eve"))
	}
}

// TestSlow has an honest worker that takes much longer than others for some tasks. Its
// result counts, and it gets tasks afterwards.
func TestSlow(t *testing.T) {
	t.Parallel()
	o := newOffice(t, 30*time.Second)
	_, check := o.count(10, 300, 1)
	slow := &Worker{Queue: o.join("ann"), Goroutines: 1}
	late := make(chan struct{})
	slow.count = func(ctx context.Context, _ queuedTask, task queens.Task) (uint64, error) {
		if slow.Done() == 0 {
			<-late
		}
		return task.Count(ctx)
	}
	defer workFor(t, slow)()
	waitFor(t, "its first tasks", func() bool { return slow.busy.Load() == 2 })
	fast := &Worker{Queue: o.join("bob"), Goroutines: 1, count: func(ctx context.Context, _ queuedTask, task queens.Task) (uint64, error) {
		time.Sleep(20 * time.Millisecond)
		return task.Count(ctx)
	}}
	defer workFor(t, fast)()
	waitFor(t, "the end of its leases", func() bool { return o.account("ann").Lost == 2 })
	close(late)
	waitFor(t, "its late results", func() bool { return o.account("ann").Lost == 0 })
	check(15 * time.Second)
	if slow.Done() < 10 {
		t.Errorf("it counted %d tasks", slow.Done())
	}
}

// TestNewDesk closes the desk while workers have tasks, and opens another, as a server does
// that is started again. Nobody loses a task by that; later nobody is believed.
func TestNewDesk(t *testing.T) {
	t.Parallel()
	const ackWait = 600 * time.Millisecond
	for name, begun := range map[string]time.Time{"at once": time.Now().Add(time.Hour), "later": time.Now().Add(-time.Hour)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t, ackWait)
			c, check := o.count(10, 300, 1)
			var counted atomic.Int64
			free := make(chan struct{})
			ann := &Worker{Queue: o.join("ann"), Goroutines: 8, count: func(ctx context.Context, _ queuedTask, task queens.Task) (uint64, error) {
				counted.Add(1)
				<-free
				return task.Count(ctx)
			}}
			defer workFor(t, ann)()
			waitFor(t, "its first tasks", func() bool { return counted.Load() == 8 })
			o.desk.Close()
			o.open(begun, time.Hour)
			defer workFor(t, &Worker{Queue: o.join("bob"), Goroutines: 1, count: func(ctx context.Context, _ queuedTask, task queens.Task) (uint64, error) {
				counted.Add(1)
				return task.Count(ctx)
			}})()
			time.Sleep(3 * ackWait)
			close(free)
			check(20 * time.Second)
			if again := int(counted.Load()) > c.Cut.Total; again != (name == "later") {
				t.Errorf("it counted %d tasks of %d", counted.Load(), c.Cut.Total)
			}
		})
	}
}

// TestAdopt claims tasks that somebody else has, tasks that JetStream has not given out, and
// tasks that do not exist, right after a start. It gets what it had, and that which nobody has.
func TestAdopt(t *testing.T) {
	t.Parallel()
	o := newOffice(t, 30*time.Second)
	c, check := o.count(10, 300, 1)
	ann, eve := o.join("ann"), o.join("eve")
	var acks []string
	for range 5 {
		d, err := ann.nextTask(t.Context(), c.job, time.Second)
		if d == nil || err != nil {
			t.Fatal(d, err)
		}
		acks = append(acks, d.ack)
	}
	o.desk.Close()
	o.open(time.Now().Add(time.Hour), time.Hour)
	say := func(q *Queue, ack, text string) {
		t.Helper()
		if _, err := q.conn.Request(ack, []byte(text), tryFor); err != nil {
			t.Fatal(err)
		}
	}
	say(ann, acks[0], "+WPI")
	for _, ack := range acks[:4] {
		say(eve, ack, "+WPI")
	}
	for _, seq := range []int{6, 7, 300, 99999, 0} {
		say(eve, fmt.Sprintf("$JS.ACK.%s.%s.1.%d.%d.1.1", wire.TaskStream, c.job, seq, seq), "+WPI")
	}
	say(eve, acks[3], "+ACK") // there is no result
	say(ann, acks[4], "-NAK")
	if a, e := o.holder("ann"), o.holder("eve"); a.Held != 1 || e.Held != 2 || e.Lost != 1 {
		t.Errorf("%+v, %+v", a, e)
	}
	defer workFor(t, &Worker{Queue: o.join("bob"), Goroutines: 1})()
	waitFor(t, "the other tasks", func() bool { return o.holder("bob").Returned == c.Cut.Total-3 })
	for _, ack := range acks[:3] {
		say(ann, ack, "-NAK")
		say(eve, ack, "-NAK")
	}
	check(15 * time.Second)
}

// TestEnded ends a job while workers have its tasks, and a request waits. They lose nothing.
func TestEnded(t *testing.T) {
	t.Parallel()
	o := newOffice(t, 30*time.Second)
	c := newCount(t, o.queue, 10, 300)
	c.Copies = 1
	if err := errors.Join(c.begin(t.Context()), o.queue.submit(t.Context(), c.missing()[:5])); err != nil {
		t.Fatal(err)
	}
	ann := o.join("ann")
	for range 5 {
		if d, err := ann.nextTask(t.Context(), c.job, time.Second); d == nil || err != nil {
			t.Fatal(d, err)
		}
	}
	waits := make(chan error)
	go func() {
		_, err := ann.nextTask(t.Context(), c.job, 20*time.Second)
		waits <- err
	}()
	waitFor(t, "its request", func() bool {
		o.desk.mu.Lock()
		defer o.desk.mu.Unlock()
		return o.desk.jobs[c.job].asked != (time.Time{})
	})
	if err := o.queue.Cancel(t.Context(), "n=10"); err != nil {
		t.Fatal(err)
	}
	if err := <-waits; !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("the request ended with %v", err)
	}
	if a := o.holder("ann"); a.Held != 0 || a.Lost != 0 {
		t.Errorf("%+v", a)
	}
}

// TestPurged counts a board, purges its job and counts it again in other tasks. The
// desk does not hear of it, because it has no request then.
func TestPurged(t *testing.T) {
	t.Parallel()
	o := newOffice(t, 30*time.Second)
	for _, tasks := range []int{300, 100} {
		_, check := o.count(10, tasks, 1)
		end := workFor(t, &Worker{Queue: o.join("ann"), Goroutines: 2})
		check(30 * time.Second)
		end()
		o.desk.mu.Lock()
		o.desk.jobs[wire.JobID("n=10")] = &deskJob{id: wire.JobID("n=10"), head: newCut(t, "n=10", tasks).Head, ackWait: time.Hour, waiting: map[*holder][]waiter{}}
		o.desk.mu.Unlock()
		if err := o.queue.Purge(t.Context(), "n=10"); err != nil {
			t.Fatal(err)
		}
	}
	if a := o.holder("ann"); a.Lost > 0 || a.Returned == 0 {
		t.Errorf("%+v", a)
	}
}

// TestOtherCopy has an account acknowledge a task that it has counted before, and that another
// one is to count. It comes back, for that one, and nobody is the worse for it.
func TestOtherCopy(t *testing.T) {
	t.Parallel()
	o := newOffice(t, 30*time.Second)
	c := newCount(t, o.queue, 10, 300)
	c.Copies = 2
	if err := errors.Join(c.begin(t.Context()), o.queue.submit(t.Context(), c.missing()[:1])); err != nil {
		t.Fatal(err)
	}
	ann, bob := o.join("ann"), o.join("bob")
	for i, m := range []message{resultsBy(t, c, "ann@a")[0], resultsBy(t, c, "bob@b")[0]} {
		q := []*Queue{ann, bob}[i]
		if i == 0 { // before it gets the task; bob stores it afterwards
			if err := q.put(t.Context(), m.subject, m.data); err != nil {
				t.Fatal(err)
			}
		}
		d, err := q.nextTask(t.Context(), c.job, 5*time.Second)
		if d == nil || err != nil {
			t.Fatal(d, err)
		}
		if i == 1 {
			if err := q.put(t.Context(), m.subject, m.data); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.done(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := o.holder("ann"), o.holder("bob"); a.Returned+a.Lost+a.Held+b.Lost+b.Held != 0 || b.Returned != 1 {
		t.Errorf("%+v, %+v", a, b)
	}
	waitFor(t, "the end of the task", func() bool {
		left, err := o.queue.backlog(t.Context(), c.job)
		return left.isEmpty() && err == nil
	})
}

// TestRequests asks for tasks of no job, for too many at once, and in no known way.
func TestRequests(t *testing.T) {
	t.Parallel()
	o := newOffice(t, 30*time.Second)
	ann := o.join("ann")
	if d, err := ann.nextTask(t.Context(), wire.JobID("n=8"), time.Second); d != nil || !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("no job: %v, %v", d, err)
	}
	c := newCount(t, o.queue, 10, 300)
	c.Copies = 1
	if err := c.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if d, err := ann.nextTask(t.Context(), c.job, 0); d != nil || err != nil || time.Since(begun) > time.Second/2 {
		t.Errorf("no task: %v, %v after %v", d, err, time.Since(begun))
	}
	next := ann.api("CONSUMER.MSG.NEXT." + wire.TaskStream + "." + c.job)
	if m, err := ann.conn.Request(next, []byte("x"), tryFor); err != nil || m.Header.Get("Status") != "400" {
		t.Errorf("not JSON: %v, %v", m, err)
	}
	refused, err := ann.conn.SubscribeSync(ann.conn.NewInbox())
	if err != nil {
		t.Fatal(err)
	}
	for range waitingMost + 10 {
		if err := ann.conn.PublishRequest(next, refused.Subject, []byte(`{"batch":1,"expires":3600000000000}`)); err != nil {
			t.Fatal(err)
		}
	}
	if m, err := refused.NextMsg(10 * time.Second); err != nil || m.Header.Get("Status") != "409" {
		t.Errorf("too many: %v, %v", m, err)
	}
	if err := o.queue.submit(t.Context(), c.missing()); err != nil {
		t.Fatal(err)
	}
	if d, err := o.join("bob").nextTask(t.Context(), c.job, 10*time.Second); d == nil || err != nil {
		t.Errorf("meanwhile another gets %v, %v", d, err)
	}
	for _, ack := range []string{"", ".x", ".1.2.3", "." + c.job + ".1.x.1.1.0", "." + c.job + ".1.99999.1.1.0"} {
		if err := ann.conn.Publish("$JS.ACK."+wire.TaskStream+ack, nil); err != nil {
			t.Fatal(err)
		}
	}
}
