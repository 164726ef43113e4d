package queue

import (
	"bufio"
	"context"
	"errors"
	"fmt"
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
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/embedded"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
)

// beServer in the environment makes the test binary a server that can be killed: its
// value is the address and the directory.
const beServer = "QUEENS_BE_SERVER"

// TestMain keeps files in memory where it can: these tests kill processes, not the power.
func TestMain(m *testing.M) {
	if address, dir, ok := strings.Cut(os.Getenv(beServer), " "); ok {
		if err := beServerAt(address, dir); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("ready")
		select {}
	}
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		os.Setenv("TMPDIR", "/dev/shm")
	}
	os.Exit(m.Run())
}

func beServerAt(address, dir string) error {
	s, err := embedded.Start(embedded.Config{Dir: dir, Listen: address})
	if err != nil {
		return err
	}
	js, err := ConnectInProcess(s, s.Host())
	if err != nil {
		return err
	}
	q, err := New(js, Options{})
	if err != nil {
		return err
	}
	return q.Create(context.Background(), 1)
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

func (k *killable) connect() jetstream.JetStream {
	k.t.Helper()
	client, err := access.ReadClient(filepath.Join(k.dir, "coordinator.key"))
	if err != nil {
		k.t.Fatal(err)
	}
	js, err := Connect(Server{URL: "nats://" + k.address, Client: client})
	if err != nil {
		k.t.Fatal(err)
	}
	return js
}

// TestKilled kills a worker before it stores, another between storing and
// acknowledging, and then the server.
func TestKilled(t *testing.T) {
	t.Parallel()
	k := newKillable(t)
	k.start()
	q := createQueue(t, k.connect(), Options{AckWait: time.Second})
	c := newCount(t, q, 10, 0)
	done := make(chan struct{})
	go func() {
		defer close(done)
		mustCount(t, c, nil)
	}()

	// A worker whose connection is closed is as good as dead: it says no more.
	dead := func(mortal func(*Worker, func())) {
		js := k.connect()
		w := &Worker{Queue: createQueue(t, js, Options{Account: "mortal"}), Goroutines: 1}
		var once sync.Once
		mortal(w, func() { once.Do(js.Conn().Close) })
		if err := w.Run(t.Context()); err == nil {
			t.Error("the worker did not die")
		}
	}
	dead(func(w *Worker, die func()) { w.beforeStore = die })
	dead(func(w *Worker, die func()) { w.beforeAck = die })
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
	defer workFor(t, survivor)()
	<-done
	if !killed.Load() {
		t.Error("the server was not killed")
	}
}

// TestCluster stops the server of three that leads the stream.
func TestCluster(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("three servers take seconds to agree")
	}
	servers := startCluster(t, 3)
	var urls []string
	for _, s := range servers {
		urls = append(urls, s.ClientURL())
	}
	js, err := Connect(Server{URL: strings.Join(urls, ",")})
	if err != nil {
		t.Fatal(err)
	}
	q, err := New(js, Options{Account: Coordinator, AckWait: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Create(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	c := newCount(t, q, 10, 0)
	w := &Worker{Queue: q, Goroutines: 2}
	var once sync.Once
	stopped := false
	w.beforeStore = func() {
		if w.Done() < len(c.Cut.Tasks)/2 {
			return
		}
		once.Do(func() {
			info, err := js.Stream(t.Context(), resultStream)
			if err != nil {
				t.Error(err)
				return
			}
			for _, s := range servers {
				if s.Name() == info.CachedInfo().Cluster.Leader {
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
	waitFor(t, "a leader of the cluster", func() bool {
		return slices.ContainsFunc(servers, func(s *server.Server) bool {
			return s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == size
		})
	})
	return servers
}

// TestPatience has a server that does not come back.
func TestPatience(t *testing.T) {
	t.Parallel()
	k := newKillable(t)
	k.start()
	var r recorder
	q := createQueue(t, k.connect(), Options{Patience: 4 * time.Second, Trouble: r.trouble})
	c := newCount(t, q, 10, 0)
	var once sync.Once
	w := &Worker{Queue: q, Goroutines: 2, beforeStore: func() { once.Do(k.kill) }}
	total, err := c.Run(t.Context(), w)
	if total != 0 || !strings.Contains(fmt.Sprint(err), "gave up after 4s: see that the server runs") {
		t.Errorf("%d, %v", total, err)
	}
	if r.count("waiting for the server")+r.count("trying again") == 0 {
		t.Errorf("nothing was said before: %q", r.lines)
	}
}

// TestVanished takes each stream away while a count goes on. That is an error.
func TestVanished(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{taskStream, resultStream} {
		q := openQueue(t, startServer(t, t.TempDir()), Options{})
		c := newCount(t, q, 10, 0)
		var once sync.Once
		w := &Worker{Queue: q, Goroutines: 1, beforeStore: func() {
			once.Do(func() {
				if err := q.js.DeleteStream(t.Context(), stream); err != nil {
					t.Error(err)
				}
			})
		}}
		begun := time.Now()
		total, err := c.Run(t.Context(), w)
		if total != 0 || !errors.Is(err, jetstream.ErrStreamNotFound) {
			t.Errorf("%s after %v: %d, %v", stream, time.Since(begun), total, err)
		}
	}
}

// TestJobs cancels a job while it is counted, goes on with it, and purges it.
func TestJobs(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 10, 0)
	var once sync.Once
	w := &Worker{Queue: q, Goroutines: 1}
	w.beforeStore = func() {
		if w.Done() > 3 {
			once.Do(func() {
				if err := q.Cancel(t.Context(), c.Cut.Board); err != nil {
					t.Error(err)
				}
			})
		}
	}
	if total, err := c.Run(t.Context(), w); total != 0 || !errors.Is(err, ErrCancelled) {
		t.Errorf("%d, %v", total, err)
	}
	again := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 10, 0), again)
	if again.Done() >= len(c.Cut.Tasks) {
		t.Error("the results were lost")
	}
	if err := q.Purge(t.Context(), c.Cut.Board); err != nil {
		t.Fatal(err)
	}
	if found, err := q.Job(t.Context(), c.Cut.Board); found != nil || err != nil {
		t.Errorf("after a purge there is %v, %v", found, err)
	}
	again = &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 10, 0), again)
	if again.Done() != len(c.Cut.Tasks) {
		t.Errorf("after a purge %d tasks were counted of %d", again.Done(), len(c.Cut.Tasks))
	}
}

// TestFair queues a job by mistake that would take for ever. It does not hold up another.
func TestFair(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	large := newCut(t, "n=40", 1)
	big := &Count{Queue: q, Cut: large, Ledger: ledger.InMemory(large.Head), job: JobID(large.Board), Copies: 1}
	if err := errors.Join(big.begin(t.Context()), q.submit(t.Context(), big.missing())); err != nil {
		t.Fatal(err)
	}
	var others atomic.Int64
	w := &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1, count: func(ctx context.Context, w work, task queens.Task) (uint64, error) {
		if w.Job == big.job {
			others.Add(1)
			return 1, nil
		}
		return task.Count(ctx)
	}}
	defer workFor(t, w)()
	c := newCount(t, q, 10, 0)
	mustCount(t, c, nil)
	if n := int(others.Load()); n == 0 || n > 3*len(c.Cut.Tasks) {
		t.Errorf("%d tasks of the other job were counted meanwhile, and %d of this", n, len(c.Cut.Tasks))
	}
}

// TestWaiting says what a count waits for.
func TestWaiting(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 8, 0)
	var said recorder
	c.Say = said.say
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		mustCount(t, c, nil)
	}()
	waitFor(t, "that there is no worker", func() bool { return said.count("there is no worker") > 0 })
	other := newCount(t, q, 12, 0)
	other.Copies = 1
	if err := errors.Join(other.begin(t.Context()), q.submit(t.Context(), other.missing())); err != nil {
		t.Fatal(err)
	}
	free := make(chan struct{})
	end := workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1, count: func(ctx context.Context, w work, task queens.Task) (uint64, error) {
		if w.Job == other.job {
			<-free
		}
		return task.Count(ctx)
	}})
	defer end()
	loadNow := func() load {
		l, err := q.load(t.Context(), other.job)
		if err != nil {
			t.Error(err)
		}
		return l
	}
	waitFor(t, "that the worker is busy", func() bool { return loadNow().underWay > 0 })
	close(free)
	<-counted
	if text := c.waitsFor(loadOf(&jetstream.ConsumerInfo{NumPending: 5}), []string{"ann"}, map[string]load{"x": {underWay: 2}}); !strings.Contains(text, "busy with 2 tasks of other jobs (x)") {
		t.Errorf("it says %q", text)
	}
}

// TestHeld has a worker that takes tasks and never lets go of them. The coordinator
// counts them itself.
func TestHeld(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{AckWait: time.Second})
	c := newCount(t, q, 8, 0)
	c.heldAfter = 100 * time.Millisecond
	var said recorder
	c.Say = said.say
	stop := make(chan struct{})
	defer workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "eve"}), Goroutines: 64, count: func(ctx context.Context, _ work, _ queens.Task) (uint64, error) {
		<-stop
		return 0, context.Canceled
	}})()
	defer close(stop)
	mustCount(t, c, nil)
	if said.count("of the missing tasks are counted here") == 0 {
		t.Errorf("said %q", said.lines)
	}
}

// TestBogusJobs has jobs on the server that nobody could count. They hold up nothing.
func TestBogusJobs(t *testing.T) {
	t.Parallel()
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{Trouble: r.trouble})
	good := newCut(t, "n=8", 0).Head
	huge := strings.Replace(string(good.Line()), fmt.Sprintf(`"tasks":%d`, good.Total), `"tasks":1000000000000`, 1)
	other := newCut(t, "n=9", 0).Head
	deep := other
	deep.Asked = ledger.MaxAsked + 1
	const nobody = "0123456789abcdef"
	for subject, data := range map[string][]byte{
		jobWord + "garbage":             []byte("garbage"),
		jobWord + JobID("n=10"):         []byte(huge),
		jobWord + JobID("n=11"):         other.Line(),
		jobWord + JobID("n=9"):          deep.Line(),
		resultWord + "nobody.1.ann":     []byte("x"),
		resultWord + "*.1.ann":          []byte("x"),
		resultWord + nobody + ".1.ann":  []byte("x"),
		resultWord + "garbage.1.ann":    []byte("x"),
		reportWord + "nobody.1.ann":     nil,
		withdrawWord + "nobody.ann.abc": nil,
	} {
		if err := q.put(t.Context(), subject, data); err != nil {
			t.Fatal(err)
		}
	}
	mustCount(t, newCount(t, q, 8, 0), &Worker{Queue: q, Goroutines: 1})
	archive, err := OpenArchive(t.TempDir(), r.trouble)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if err := archive.Read(t.Context(), q); err != nil {
		t.Error(err)
	}
	state, err := archive.Report(t.Context(), q)
	if len(state.Jobs) != 1 || state.Jobs[0].Solutions != 92 || err != nil {
		t.Errorf("status %+v, %v", state, err)
	}
	if r.count("job queens.job.") != 4 || r.count(`there are results of job "nobody"`) != 1 {
		t.Errorf("trouble %q", r.lines)
	}
	if err := archive.readNew(t.Context(), q); err != nil {
		t.Error(err)
	}
	if found, err := allResults(t, q, nobody); len(found) != 0 || err != nil {
		t.Errorf("of a job that nobody knows there are %v, %v", found, err)
	}
	if found, err := allResults(t, q, JobID("n=8")); len(found) == 0 || err != nil {
		t.Errorf("the results of another job were removed, %v", err)
	}
	if _, err := newCount(t, q, 10, 0).Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), `"queensd jobs purge" removes it`) {
		t.Errorf("a bogus job: %v", err)
	}
}

// TestMessageSize counts a board of 200 blocked squares, also on a server that takes
// short messages only.
func TestMessageSize(t *testing.T) {
	t.Parallel()
	var blocked []string
	for i := range 200 {
		blocked = append(blocked, queens.Square{Row: 4 + i/20, Col: i % 20}.String())
	}
	cut := newCut(t, "n=20 given=a1,c2,e3,b4 blocked="+strings.Join(blocked, ","), 10)
	small, err := server.NewServer(&server.Options{DontListen: true, JetStream: true, StoreDir: t.TempDir(), MaxPayload: 800, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	small.Start()
	defer small.Shutdown()
	js, err := ConnectInProcess(small, access.Client{})
	if err != nil {
		t.Fatal(err)
	}
	q := createQueue(t, js, Options{})
	c := &Count{Queue: q, Cut: cut, Ledger: ledger.InMemory(cut.Head)}
	if _, err := c.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "of which the server stores at most 800") {
		t.Errorf("got %v", err)
	}
	q = openQueue(t, startServer(t, t.TempDir()), Options{})
	c = &Count{Queue: q, Cut: cut, Ledger: ledger.InMemory(cut.Head)}
	s, err := queens.ParseBoard(cut.Board)
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 2}); total != want || err != nil {
		t.Errorf("%d, %v, want %d", total, err, want)
	}
}
