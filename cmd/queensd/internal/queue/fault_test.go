package queue

import (
	"bufio"
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

	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
)

// A killable is a server in a process of its own.
type killable struct {
	t            *testing.T
	address, dir string
	cmd          *exec.Cmd
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

// TestKilled kills a worker before it stores a result, another one before it acknowledges the
// task, and then the server.
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

	// Closing its connection kills a worker as far as others can tell.
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

// TestCluster stops, of three servers, the one that leads the stream of results.
func TestCluster(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a cluster takes seconds to elect a leader")
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
	q, err := New(js, Options{Account: wire.Coordinator, AckWait: 2 * time.Second})
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
		if w.Done() < c.Cut.Total/2 {
			return
		}
		once.Do(func() {
			info, err := js.Stream(t.Context(), wire.ResultStream)
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

// TestPatience kills a server for good.
func TestPatience(t *testing.T) {
	t.Parallel()
	k := newKillable(t)
	k.start()
	var r recorder
	q := createQueue(t, k.connect(), Options{Patience: 4 * time.Second, Warn: r.warn})
	c := newCount(t, q, 10, 0)
	var once sync.Once
	w := &Worker{Queue: q, Goroutines: 2, beforeStore: func() { once.Do(k.kill) }}
	total, err := c.Run(t.Context(), w)
	if total != 0 || !strings.Contains(fmt.Sprint(err), "gave up after 4s: check that the server is running") {
		t.Errorf("%d, %v", total, err)
	}
	if r.count("waiting for the server")+r.count("trying again") == 0 {
		t.Errorf("nothing was said before: %q", r.lines)
	}
}

// TestVanished deletes a stream during a count. That is an error.
func TestVanished(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{wire.TaskStream, wire.ResultStream} {
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
