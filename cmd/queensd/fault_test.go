package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/internal/testkit"
	"github.com/nats-io/nats-server/v2/server"
)

// A cluster is three servers of the user's own, with the accounts of "queensd key --config".
type cluster struct {
	t       *testing.T
	config  string
	ports   [3]int // of clients, and of the other servers
	routes  [3]int
	servers [3]*server.Server
}

func (c *cluster) start(i int) {
	c.t.Helper()
	var routes []string
	for _, port := range c.routes {
		routes = append(routes, fmt.Sprintf("%q", fmt.Sprintf("nats://127.0.0.1:%d", port)))
	}
	text := fmt.Sprintf("server_name: s%d\nhost: 127.0.0.1\nport: %d\ninclude %q\ncluster { name: c, host: 127.0.0.1, port: %d, routes: [%s] }\n",
		i, c.ports[i], filepath.Base(c.config), c.routes[i], strings.Join(routes, ", "))
	name := filepath.Join(filepath.Dir(c.config), fmt.Sprintf("s%d.conf", i)) // includes are relative to it
	testkit.NoError(c.t, os.WriteFile(name, []byte(text), 0o600))
	o, err := server.ProcessConfigFile(name)
	if err != nil {
		c.t.Fatal(err)
	}
	o.NoSigs, o.NoLog = true, true
	if c.servers[i], err = server.NewServer(o); err != nil {
		c.t.Fatal(err)
	}
	c.servers[i].Start()
	c.t.Cleanup(c.servers[i].Shutdown)
	if !c.servers[i].ReadyForConnections(10 * time.Second) {
		c.t.Fatal("not ready")
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestCluster counts with a cluster of the user's own servers, which are killed and started again
// one after the other.
func TestCluster(t *testing.T) {
	t.Parallel()
	dir := keyDir(t, "alice")
	c := &cluster{t: t, config: filepath.Join(dir, "accounts.conf")}
	testkit.NoError(t, os.WriteFile(c.config, []byte(mustRun(t, "key --config --keys "+dir)), 0o600))
	var urls []string
	for i := range 3 {
		c.ports[i], c.routes[i] = freePort(t), freePort(t)
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", c.ports[i]))
	}
	for i := range 3 {
		c.start(i)
	}
	all := strings.Join(urls, ",")
	count := start(t, "count 15 --workers 0 --http 0 --quiet"+manyTasks+" --ledger "+dir+"/q.jsonl"+as("coordinator", dir, all))
	file := dir + "/q.jsonl"
	results := func() int {
		text, _ := os.ReadFile(file)
		return bytes.Count(text, []byte("\n"))
	}
	waitFor(t, "the count", func() bool {
		return count.page() != "" && queensRun(t.Context(), "status "+count.page()).status == 0
	})
	var workers []*process
	for i, name := range []string{"worker", "alice"} {
		workers = append(workers, start(t, "worker --workers 1 --quiet --patience 2m"+as(name, dir, urls[i]+","+urls[2])))
	}
	for i := range 3 {
		before := results()
		waitFor(t, "results", func() bool { return results() >= before+50 || len(count.ended) > 0 })
		c.servers[i].Shutdown()
		time.Sleep(300 * time.Millisecond)
		c.start(i)
	}
	count.mustEnd(t)
	if got := count.stdout.String(); got != "2279184\n" {
		t.Errorf("%q, %s", got, count.stderr)
	}
	for _, w := range workers {
		w.kill() // one whose server was away at the end waits for the next count
	}
}

// TestUnreachable finds the ledger and the port of a count in use, and interrupts the count.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	count, url := startCount(t, "14 --workers 0 --quiet --ledger "+dir+"/q.jsonl")
	address := strings.TrimPrefix(url, "nats://")
	got := queensRun(t.Context(), "count 14 --quiet --ledger "+dir+"/q.jsonl")
	if got.status != 2 || !strings.Contains(got.stderr, "is in use by another process") {
		t.Errorf("the same ledger: %+v", got)
	}
	got = queensRun(t.Context(), "count 14 --quiet --ledger "+dir+"/other.jsonl --listen "+address)
	if got.status != 2 || !strings.Contains(got.stderr, "address already in use") {
		t.Errorf("the same address: %+v", got)
	}
	testkit.NoError(t, count.Process.Signal(os.Interrupt))
	err := <-count.ended
	count.ended <- err
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 130 || !strings.Contains(count.stderr.String(), "interrupted after 0 of ") {
		t.Errorf("interrupted: %v, %s", err, count.stderr)
	}
}

// TestElsewhere has a server that names another one and hangs up. The worker does not go there.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	dir := keyDir(t, "alice")
	serve := func(play func(net.Conn)) (address string) {
		l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				play(conn)
				conn.Close()
			}
		}()
		return l.Addr().String()
	}
	var there atomic.Int64
	elsewhere := serve(func(net.Conn) { there.Add(1) })
	hello := fmt.Sprintf(`INFO {"connect_urls":[%q],"server_id":"x","version":"2.12.0","proto":1,"max_payload":1048576,"headers":true,"nonce":"abc"}`+"\r\n", elsewhere)
	url := "nats://" + serve(func(conn net.Conn) {
		io.WriteString(conn, hello)
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			if lines.Text() == "PING" {
				io.WriteString(conn, "PONG\r\n"+hello)
				return
			}
		}
	})
	if got := queensRun(t.Context(), "worker --patience 1s"+as("alice", dir, url)); got.status != 2 || there.Load() > 0 {
		t.Errorf("%d connections elsewhere, %+v", there.Load(), got)
	}
}
