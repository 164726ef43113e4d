package queue

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/embedded"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// beServer in the environment makes the test binary a server that can be killed: its
// value is the address and the directory.
const beServer = "QUEENS_BE_SERVER"

func TestMain(m *testing.M) {
	if address, dir, ok := strings.Cut(os.Getenv(beServer), " "); ok {
		if _, err := embedded.Start(embedded.Config{Dir: dir, Listen: address}); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("ready")
		select {}
	}
	os.Exit(m.Run())
}

// solutions are the numbers that all these tests must arrive at (OEIS A000170).
var solutions = map[int]uint64{8: 92, 10: 724, 12: 14200, 13: 73712, 14: 365596}

// startServer starts a server in this process, and stops it at the end of the test.
func startServer(t *testing.T, dir string) *embedded.Server {
	t.Helper()
	s, err := embedded.Start(embedded.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		start := time.Now()
		s.Stop()
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("the server took %v to stop", took)
		}
	})
	return s
}

// openQueue connects to a server in this process.
func openQueue(t *testing.T, s *embedded.Server, options Options) *Queue {
	t.Helper()
	conn, err := ConnectInProcess(s, Auth{})
	if err != nil {
		t.Fatal(err)
	}
	return createQueue(t, conn, options)
}

func createQueue(t *testing.T, conn *nats.Conn, options Options) *Queue {
	t.Helper()
	t.Cleanup(conn.Close)
	q, err := Create(t.Context(), conn, options)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func newPlan(t *testing.T, n, tasks int) Plan {
	t.Helper()
	s, err := queens.New(n)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(t.Context(), Job{N: n, Tasks: tasks}, s)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func newCount(t *testing.T, q *Queue, n, tasks int) *Count {
	t.Helper()
	c, err := NewCount(t.Context(), q, newPlan(t, n, tasks))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// mustCount runs a count and checks the total.
func mustCount(t *testing.T, c *Count, w *Worker) {
	t.Helper()
	total, err := c.Run(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	if want := solutions[c.Job.N]; total != want {
		t.Fatalf("n = %d: total %d, want %d", c.Job.N, total, want)
	}
}

// recorder collects what was reported as trouble.
type recorder struct {
	mu    sync.Mutex
	lines []string
}

func (r *recorder) trouble(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, err.Error())
}

// count returns how many lines contain a text.
func (r *recorder) count(text string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(r.lines), func(line string) bool { return !strings.Contains(line, text) }))
}

func TestCount(t *testing.T) {
	for _, n := range []int{8, 12, 13, 14} {
		dir := t.TempDir()
		for run := range 2 {
			s, err := embedded.Start(embedded.Config{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			q := openQueue(t, s, Options{Sole: true})
			c := newCount(t, q, n, 0)
			var last Progress
			c.Progress = func(p Progress) {
				if p.Done < last.Done || p.Solutions < last.Solutions {
					t.Errorf("%v comes after %v", p, last)
				}
				last = p
			}
			mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
			if want := (1 - run) * len(c.tasks); q.Published() != want {
				t.Errorf("n = %d: run %d published %d tasks, want %d", n, run, q.Published(), want)
			}
			if last.Done != len(c.tasks) || last.Solutions != solutions[n] {
				t.Errorf("n = %d: run %d ended at %v", n, run, last)
			}
			q.Close()
			s.Stop()
		}
	}
}

// TestNothingToCount counts boards without tasks.
func TestNothingToCount(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{Sole: true})
	c := newCount(t, q, 2, 0)
	if total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1}); total != 0 || err != nil {
		t.Errorf("got %d, %v", total, err)
	}
}

// TestLongTask counts a task that takes longer than a worker may be silent.
func TestLongTask(t *testing.T) {
	const ackWait = 500 * time.Millisecond
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: ackWait})
	c := newCount(t, q, 10, 20)
	long := c.tasks[3].ID()
	var counted sync.Map
	w := &Worker{Queue: q, Goroutines: 2, count: func(ctx context.Context, task Task) (uint64, error) {
		times, _ := counted.LoadOrStore(task.ID(), new(atomic.Int64))
		times.(*atomic.Int64).Add(1)
		if task.ID() == long {
			time.Sleep(3 * ackWait)
		}
		return task.Count(ctx)
	}}
	mustCount(t, c, w)
	counted.Range(func(id, times any) bool {
		if n := times.(*atomic.Int64).Load(); n != 1 {
			t.Errorf("task %s was counted %d times", id, n)
		}
		return true
	})
	if w.Done() != len(c.tasks) {
		t.Errorf("the worker has %d results, want %d", w.Done(), len(c.tasks))
	}
}

// TestLostResult takes one result away, which must be the only one to be counted
// again.
func TestLostResult(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 12, 0)
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	if err := q.bucket.Purge(t.Context(), resultKey+c.tasks[5].ID()); err != nil {
		t.Fatal(err)
	}
	before := q.Published()
	w := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 12, 0), w)
	if got := q.Published() - before; got != 1 || w.Done() != 1 {
		t.Errorf("%d tasks were published and %d counted, want 1", got, w.Done())
	}
}

// TestLostTask takes tasks from the queue that have no result, and a result while the
// count goes on. The coordinator must notice.
func TestLostTask(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 12, 0)
	var once sync.Once
	w := &Worker{Queue: q, Goroutines: 1}
	w.beforeStore = func() {
		if w.Done() >= 5 {
			once.Do(func() {
				if err := q.stream.Purge(t.Context(), jetstream.WithPurgeSubject(taskSubjects+">")); err != nil {
					t.Error(err)
				}
				for _, task := range c.tasks {
					q.bucket.Purge(t.Context(), resultKey+task.ID())
				}
			})
		}
	}
	mustCount(t, c, w)
	if q.Published() <= len(c.tasks) {
		t.Errorf("%d tasks were published, as if none was lost", q.Published())
	}
}

func TestDamagedResult(t *testing.T) {
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{Trouble: r.trouble})
	c := newCount(t, q, 12, 0)
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	wrong := *c.results[2]
	wrong.Count++ // and the checksum stays
	elsewhere := encode(c.results[3])
	for i, value := range map[int][]byte{1: []byte("garbage"), 2: encode(wrong), 4: elsewhere} {
		if _, err := q.bucket.Put(t.Context(), resultKey+c.tasks[i].ID(), value); err != nil {
			t.Fatal(err)
		}
	}
	w := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 12, 0), w)
	if w.Done() != 3 || r.count("counted again") != 3 {
		t.Errorf("%d tasks were counted again, trouble %q", w.Done(), r.lines)
	}
}

// TestDamagedWhileCounting stores garbage where a worker is to store its result.
func TestDamagedWhileCounting(t *testing.T) {
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{Trouble: r.trouble})
	task := newCount(t, q, 12, 0).tasks[0]
	if _, err := q.bucket.Put(t.Context(), resultKey+task.ID(), []byte("garbage")); err != nil {
		t.Fatal(err)
	}
	if err := q.store(t.Context(), newResult(task, 7)); err != nil {
		t.Fatal(err)
	}
	if err := q.store(t.Context(), newResult(task, 7)); err != nil {
		t.Errorf("the same result again: %v", err)
	}
	if r.count("damaged") != 1 {
		t.Errorf("trouble %q", r.lines)
	}
}

// TestConflict has a second worker that counts one task otherwise.
func TestConflict(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 12, 0)
	id := c.tasks[7].ID()
	w := &Worker{Queue: q, Goroutines: 2, count: func(ctx context.Context, task Task) (uint64, error) {
		count, err := task.Count(ctx)
		if err == nil && task.ID() == id {
			err = q.store(ctx, newResult(task, count+1))
		}
		return count, err
	}}
	for run := range 2 {
		total, err := c.Run(t.Context(), w)
		if conflict, ok := errors.AsType[*ConflictError](err); !ok || conflict.ID != id || total != 0 {
			t.Errorf("run %d: got %d, %v, want a conflict over %s", run, total, err, id)
		}
		c = newCount(t, q, 12, 0) // it does not go away
	}
}

// TestConflictElsewhere aborts a coordinator that has no worker.
func TestConflictElsewhere(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 12, 0)
	conflict := &ConflictError{c.tasks[0].ID(), 1, 2}
	time.AfterFunc(100*time.Millisecond, func() {
		q.bucket.Put(context.Background(), conflictKey+conflict.ID, encode(conflict))
	})
	if _, err := c.Run(t.Context(), nil); !strings.Contains(fmt.Sprint(err), conflict.Error()) {
		t.Errorf("got %v, want %v", err, conflict)
	}
}

// TestRefused has text in the queue that is no task.
func TestRefused(t *testing.T) {
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: time.Second, Trouble: r.trouble})
	c := newCount(t, q, 12, 0)
	foreign := taskSubjects + "other.job"
	if _, err := q.js.Publish(t.Context(), foreign, []byte("garbage")); err != nil {
		t.Fatal(err)
	}
	mine := taskSubjects + c.Job.ID() + "." + c.tasks[1].ID()
	if _, err := q.js.Publish(t.Context(), mine, []byte(c.tasks[0].Text())); err != nil {
		t.Fatal(err)
	}
	// What was refused before a count begins is queued again, so it must begin first.
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for q.Published() == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		(&Worker{Queue: q, Goroutines: 2}).Run(ctx)
	}()
	total, err := c.Run(t.Context(), nil)
	cancel()
	<-ended
	if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.ID != c.tasks[1].ID() || total != 0 {
		t.Errorf("got %d, %v, want that %s was refused", total, err, c.tasks[1].ID())
	}
	// The next run queues the right text.
	mustCount(t, newCount(t, q, 12, 0), &Worker{Queue: q, Goroutines: 2})
	if r.count(c.tasks[1].ID()) != 1 || r.count("garbage") != 1 {
		t.Errorf("trouble %q", r.lines)
	}
	// What is left over has a result and goes away.
	w := &Worker{Queue: q, Goroutines: 1, Idle: 2 * time.Second}
	if err := w.Run(t.Context()); err != nil || w.Done() != 0 {
		t.Errorf("%d tasks were counted again, %v", w.Done(), err)
	}
	if info, err := q.stream.Info(t.Context()); err != nil || info.State.Msgs != 0 {
		t.Errorf("the queue has %d tasks left, %v", info.State.Msgs, err)
	}
}

// TestOverflow counts more solutions than fit.
func TestOverflow(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 2)
	huge := func(context.Context, Task) (uint64, error) { return math.MaxUint64, nil }
	if total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1, count: huge}); !errors.Is(err, queens.ErrOverflow) || total != 0 {
		t.Errorf("the sum: got %d, %v", total, err)
	}
	c = newCount(t, q, 10, 2)
	overflow := func(context.Context, Task) (uint64, error) { return 0, queens.ErrOverflow }
	_, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1, count: overflow})
	if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.Reason != queens.ErrOverflow.Error() {
		t.Errorf("a task: got %v", err)
	}
}

// TestCancel ends a count. What was under way is given back, and the next count
// goes on.
func TestCancel(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: 5 * time.Second})
	c := newCount(t, q, 12, 0)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := &Worker{Queue: q, Goroutines: 2, beforeStore: func() {
		cancel() // what is counted is stored all the same
	}}
	if _, err := c.Run(ctx, w); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if w.Done() == 0 {
		t.Error("nothing was stored")
	}
	again := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 12, 0), again)
	if again.Done() != len(c.tasks)-w.Done() {
		t.Errorf("of %d tasks %d were counted first and %d then", len(c.tasks), w.Done(), again.Done())
	}
}

func TestIdle(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	start := time.Now()
	err := (&Worker{Queue: q, Goroutines: 2, Idle: 100 * time.Millisecond}).Run(t.Context())
	if took := time.Since(start); err != nil || took > 3*time.Second {
		t.Errorf("ended after %v with %v", took, err)
	}
}

// TestIdleWhileBusy counts a task that takes longer than a worker may be idle.
func TestIdleWhileBusy(t *testing.T) {
	const idle = 100 * time.Millisecond
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 1)
	if err := q.submit(t.Context(), c.Job.ID(), c.tasks); err != nil {
		t.Fatal(err)
	}
	w := &Worker{Queue: q, Goroutines: 2, Idle: idle, count: func(ctx context.Context, task Task) (uint64, error) {
		time.Sleep(5 * idle)
		return task.Count(ctx)
	}}
	if err := w.Run(t.Context()); err != nil || w.Done() != 1 {
		t.Errorf("it ended after %d tasks with %v", w.Done(), err)
	}
}

// TestOtherNumberOfTasks asks for another number than a count was begun with.
func TestOtherNumberOfTasks(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	mustCount(t, newCount(t, q, 10, 30), &Worker{Queue: q, Goroutines: 1})
	_, err := NewCount(t.Context(), q, newPlan(t, 10, 31))
	if want := "count of n=10 was begun with --tasks 30, not 31"; !strings.HasPrefix(fmt.Sprint(err), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	mustCount(t, newCount(t, q, 10, 0), nil)

	// A program that cuts otherwise would count all again, so it is told.
	job := Job{N: 10, Tasks: 30, Digest: "other"}
	if _, err := q.bucket.Put(t.Context(), jobKey+job.ID(), encode(job)); err != nil {
		t.Fatal(err)
	}
	if _, err := NewCount(t.Context(), q, newPlan(t, 10, 0)); !errors.Is(err, errOtherCut) {
		t.Errorf("got %v", err)
	}
}

// TestDamagedJob has garbage where the job is.
func TestDamagedJob(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 0)
	if _, err := q.bucket.Put(t.Context(), jobKey+c.Job.ID(), []byte("garbage")); err != nil {
		t.Fatal(err)
	}
	if _, err := NewCount(t.Context(), q, newPlan(t, 8, 0)); !strings.Contains(fmt.Sprint(err), "count of n=8: damaged job") {
		t.Errorf("got %v", err)
	}
	if records, err := q.Records(t.Context()); len(records) != 0 || err != nil {
		t.Errorf("records %v, %v", records, err)
	}
}

// TestTwoCoordinators runs two counts of one board and one of another at a time.
func TestTwoCoordinators(t *testing.T) {
	s := startServer(t, t.TempDir())
	var wait sync.WaitGroup
	for _, n := range []int{12, 12, 13} {
		q := openQueue(t, s, Options{AckWait: 5 * time.Second})
		c := newCount(t, q, n, 0)
		wait.Go(func() {
			total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1})
			if err != nil || total != solutions[n] {
				t.Errorf("n = %d: %d, %v", n, total, err)
			}
		})
	}
	wait.Wait()
}

// killable is a server in a process of its own.
type killable struct {
	t            *testing.T
	address, dir string
	cmd          *exec.Cmd
}

// freeAddress returns an address at which nobody listens.
func freeAddress(t *testing.T) *net.TCPAddr {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr)
}

func newKillable(t *testing.T) *killable {
	t.Helper()
	k := &killable{t: t, address: freeAddress(t).String(), dir: t.TempDir()}
	t.Cleanup(k.kill)
	return k
}

func (k *killable) start() {
	k.t.Helper()
	exe, err := os.Executable()
	if err != nil {
		k.t.Fatal(err)
	}
	k.cmd = exec.Command(exe)
	k.cmd.Env = append(os.Environ(), beServer+"="+k.address+" "+k.dir)
	out, err := k.cmd.StdoutPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	if err := k.cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		k.t.Fatalf("the server says %q, %v", line, err)
	}
}

// kill is kill -9.
func (k *killable) kill() {
	if k.cmd != nil {
		k.cmd.Process.Kill()
		k.cmd.Wait()
		k.cmd = nil
	}
}

func (k *killable) connect() *nats.Conn {
	k.t.Helper()
	conn, err := Connect(Server{URL: "nats://" + k.address})
	if err != nil {
		k.t.Fatal(err)
	}
	return conn
}

// TestKilled kills a worker before it stores, another between storing and
// acknowledging, and then the server.
func TestKilled(t *testing.T) {
	const ackWait = time.Second
	k := newKillable(t)
	k.start()
	q := createQueue(t, k.connect(), Options{AckWait: ackWait})
	c := newCount(t, q, 12, 0)

	// A worker whose connection is closed is as good as dead: it says no more.
	dead := func(mortal func(*Worker, func())) {
		conn := k.connect()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		q, err := Open(ctx, conn, Options{})
		if err != nil {
			t.Fatal(err)
		}
		w := &Worker{Queue: q, Goroutines: 1}
		var once sync.Once
		died := make(chan struct{})
		mortal(w, func() {
			once.Do(func() {
				conn.Close()
				close(died)
			})
		})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.Run(ctx)
		}()
		<-died
		cancel()
		<-ended
	}

	var killed atomic.Bool
	survivor := &Worker{Queue: q, Goroutines: 2}
	var once sync.Once
	survivor.beforeStore = func() {
		if survivor.Done() >= 10 {
			once.Do(func() {
				k.kill()
				k.start()
				killed.Store(true)
			})
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		total, err := c.Run(t.Context(), nil)
		if err != nil || total != solutions[12] {
			t.Errorf("total %d, %v", total, err)
		}
	}()
	dead(func(w *Worker, die func()) { w.beforeStore = die })
	dead(func(w *Worker, die func()) { w.beforeAck = die })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go survivor.Run(ctx)
	<-done
	if !killed.Load() {
		t.Error("the server was not killed")
	}
}

// TestCluster stops the server of three that leads the stream.
func TestCluster(t *testing.T) {
	servers := startCluster(t, 3)
	var urls []string
	for _, s := range servers {
		urls = append(urls, s.ClientURL())
	}
	conn, err := Connect(Server{URL: strings.Join(urls, ",")})
	if err != nil {
		t.Fatal(err)
	}
	q := createQueue(t, conn, Options{Replicas: 3, AckWait: 2 * time.Second})
	c := newCount(t, q, 12, 0)
	w := &Worker{Queue: q, Goroutines: 2}
	var once sync.Once
	stopped := false
	w.beforeStore = func() {
		if w.Done() < len(c.tasks)/2 {
			return
		}
		once.Do(func() {
			info, err := q.stream.Info(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			for _, s := range servers {
				if s.Name() == info.Cluster.Leader {
					s.Shutdown()
					stopped = true
				}
			}
		})
	}
	mustCount(t, c, w)
	if !stopped {
		t.Error("no leader was stopped")
	}
	if again, err := Create(t.Context(), conn, Options{}); err != nil || again.stream.CachedInfo().Config.Replicas != 3 {
		t.Errorf("the queue was opened again with %d replicas, %v", again.stream.CachedInfo().Config.Replicas, err)
	}
}

func startCluster(t *testing.T, size int) []*server.Server {
	t.Helper()
	var addresses []*net.TCPAddr
	var routes []string
	for range size {
		address := freeAddress(t)
		addresses = append(addresses, address)
		routes = append(routes, "nats://"+address.String())
	}
	var servers []*server.Server
	for i, address := range addresses {
		options := &server.Options{
			ServerName: fmt.Sprint("server", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), SyncAlways: true,
			Cluster: server.ClusterOpts{Name: "queens", Host: "127.0.0.1", Port: address.Port},
			Routes:  server.RoutesFromStr(strings.Join(routes, ",")),
		}
		s, err := server.NewServer(options)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		servers = append(servers, s)
	}
	for _, s := range servers {
		if !s.ReadyForConnections(10 * time.Second) {
			t.Fatal("a server does not start")
		}
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		ready := slices.ContainsFunc(servers, func(s *server.Server) bool { return s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == size })
		if ready {
			return servers
		}
		if time.Now().After(deadline) {
			t.Fatal("the cluster has no leader")
		}
	}
}

// TestRestore rebuilds a store from the ledger, but for a line that is damaged and is
// counted again.
func TestRestore(t *testing.T) {
	dir := t.TempDir()
	count := func() (*Worker, []Damage) {
		ledger, damage, err := OpenLedger(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer ledger.Close()
		q := openQueue(t, startServer(t, t.TempDir()), Options{}) // the old store is gone
		if err := q.Restore(t.Context(), ledger); err != nil {
			t.Fatal(err)
		}
		c := newCount(t, q, 12, 0)
		c.Ledger = ledger
		w := &Worker{Queue: q, Goroutines: 2}
		mustCount(t, c, w)
		return w, damage
	}
	if w, _ := count(); w.Done() == 0 {
		t.Fatal("nothing was counted")
	}
	path := filepath.Join(dir, LedgerName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	lines[4] = strings.Replace(lines[4], `"count":`, `"count":1`, 1)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	w, damage := count()
	if w.Done() != 1 || len(damage) != 1 || damage[0].Line != 5 {
		t.Errorf("%d tasks were counted again, damage %v", w.Done(), damage)
	}
	if w, damage := count(); w.Done() != 0 || len(damage) != 0 {
		t.Errorf("then %d tasks were counted again, damage %v", w.Done(), damage)
	}
}

func TestRestoreConflict(t *testing.T) {
	ledger, _, err := OpenLedger(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer ledger.Close()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	task := newCount(t, q, 8, 0).tasks[0]
	wrong := newResult(task, 1e6)
	if _, err := ledger.Add(Record{Result: &wrong}); err != nil {
		t.Fatal(err)
	}
	right := newResult(task, 4)
	if err := q.Store(t.Context(), Record{Result: &right}); err != nil {
		t.Fatal(err)
	}
	err = q.Restore(t.Context(), ledger)
	if conflict, ok := errors.AsType[*ConflictError](err); !ok || conflict.ID != wrong.ID {
		t.Errorf("got %v", err)
	}
}

// TestFollow keeps a ledger of what others store.
func TestFollow(t *testing.T) {
	dir := t.TempDir()
	ledger, _, err := OpenLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ledger.Close()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	ctx, cancel := context.WithCancel(t.Context())
	followed := make(chan error)
	go func() { followed <- q.Follow(ctx, ledger) }()
	c := newCount(t, q, 12, 0)
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	want := len(c.tasks) + 1 // the job
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		records, damage, err := ReadLedger(dir)
		if err != nil || len(damage) > 1 { // one that is being written
			t.Fatal(damage, err)
		}
		if len(records) == want {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the ledger has %d records, want %d", len(records), want)
		}
	}
	cancel()
	if err := <-followed; err != context.Canceled {
		t.Errorf("it ended with %v", err)
	}
	records, err := q.Records(t.Context())
	if err != nil || len(records) != want {
		t.Errorf("the queue has %d records, want %d, %v", len(records), want, err)
	}
}

func TestPresence(t *testing.T) {
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	if workers, err := q.Workers(t.Context()); err != nil || len(workers) != 0 {
		t.Fatalf("workers %v, %v", workers, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		(&Worker{Queue: q, Goroutines: 3}).Announce(ctx)
	}()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		workers, err := q.Workers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(workers) == 1 {
			if workers[0].Goroutines != 3 || workers[0].PID != os.Getpid() {
				t.Errorf("got %+v", workers[0])
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no worker was seen")
		}
	}
	cancel()
	<-gone
	if workers, err := q.Workers(t.Context()); err != nil || len(workers) != 0 {
		t.Errorf("workers %v, %v, though the one is gone", workers, err)
	}
}

// TestPatience has a server that does not come back.
func TestPatience(t *testing.T) {
	k := newKillable(t)
	k.start()
	q := createQueue(t, k.connect(), Options{Patience: 200 * time.Millisecond})
	c := newCount(t, q, 12, 0)
	k.kill()
	start := time.Now()
	total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 2})
	if !strings.Contains(fmt.Sprint(err), "cannot ") || total != 0 || time.Since(start) > 4*tryFor {
		t.Errorf("after %v: %d, %v", time.Since(start), total, err)
	}
}
