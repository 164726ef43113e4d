package access

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/internal/testkit"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startServer starts a server with keys of the given workers.
func startServer(t *testing.T, names ...string) (s *Server, dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range names {
		testkit.Must(AddWorker(dir, name))
	}
	s = testkit.Must(Start(Config{Listen: "127.0.0.1:0", Keys: testkit.Must(Keys(dir)), Log: func(string) {}}))
	t.Cleanup(s.Stop)
	return s, dir
}

// startOwn starts a server of the user's own, with the accounts of [ServerConfig].
func startOwn(t *testing.T, names ...string) (s *Server, dir string) {
	t.Helper()
	_, dir = startServer(t, names...)
	s = &Server{Server: testkit.Must(server.NewServer(ownOptions(t, dir)))}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("not ready")
	}
	s.Conn = mustConnect(t, s, dir, wire.Coordinator)
	return s, dir
}

func ownOptions(t *testing.T, dir string) *server.Options {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true}
	testkit.NoError(t, o.ProcessConfigString(ServerConfig(testkit.Must(Keys(dir)))))
	return o
}

func connect(t *testing.T, s *Server, dir, name string) (*nats.Conn, error) {
	t.Helper()
	key := testkit.Must(ReadKey(Path(dir, name)))
	conn, err := nats.Connect(s.URL(), append(key.Options(), nats.NoReconnect(), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))...)
	if err == nil {
		t.Cleanup(conn.Close)
	}
	return conn, err
}

func mustConnect(t *testing.T, s *Server, dir, name string) *nats.Conn {
	t.Helper()
	conn := testkit.Must(connect(t, s, dir, name))
	return conn
}

// subjectsOf returns the subjects that are the keys of a map, in order.
func subjectsOf(m *sync.Map) (subjects []string) {
	m.Range(func(subject, _ any) bool {
		subjects = append(subjects, subject.(string))
		return true
	})
	slices.Sort(subjects)
	return subjects
}

// TestRights has the same rights at the server in this process and at one of the user's own.
func TestRights(t *testing.T) {
	for name, start := range map[string]func(*testing.T, ...string) (*Server, string){"here": startServer, "own": startOwn} {
		t.Run(name, func(t *testing.T) {
			s, dir := start(t, "alice", "eve")
			testRights(t, s, dir)
		})
	}
}

// testRights sends to every kind of subject, and subscribes to it. What the count takes the
// account from, the subject, is the one that only this account can send to.
func testRights(t *testing.T, s *Server, dir string) {
	count, alice, eve := s.Conn, mustConnect(t, s, dir, "alice"), mustConnect(t, s, dir, "eve")
	var atCount, atAlice, atEve sync.Map // the subjects of what they get
	record := func(m *sync.Map) nats.MsgHandler {
		return func(msg *nats.Msg) { m.Store(msg.Subject, true) }
	}
	for _, subject := range []string{">", "queensd.from.*"} {
		testkit.Must(count.Subscribe(subject, record(&atCount)))
	}
	testkit.Must(alice.Subscribe(wire.Inbox("alice")+".>", record(&atAlice)))
	testkit.NoError(t, errors.Join(count.Flush(), alice.Flush()))
	subjects := []string{
		"a", "queensd", "queensd.presence", "queensd.from", "queensd.from.eve.x", "queensd.from.eve.x.y", "queensd.from.eve.", "queensd.from.",
		"queensd.to.alice.x", "queensd.to.alice.end", "queensd.to.eve.x", "queensd.to.coordinator.x", "_INBOX.x", "_R_.x", "$GR.x",
		"$SYS.REQ.SERVER.PING", "$SYS.REQ.USER.INFO", "$JS.API.INFO", "$SRV.PING", "queensd.from." + strings.Repeat("x", 500),
	}
	for _, name := range []string{"alice", wire.Coordinator, "worker", "*", "eve"} {
		subjects = append(subjects, wire.Subject(name))
	}
	for _, subject := range subjects {
		m := &nats.Msg{Subject: subject, Reply: wire.Inbox("eve") + ".x", Header: nats.Header{"Nats-Subject": {wire.Subject("alice")}}}
		if err := eve.PublishMsg(m); err != nil {
			t.Logf("%.60q: %v", subject, err)
		}
	}
	for _, subject := range append(subjects, ">", "*.>", "queensd.>", "queensd.*.*", "queensd.to.*.>") {
		conn := mustConnect(t, s, dir, "eve") // with a few subscriptions each
		conn.Subscribe(subject, record(&atEve))
		conn.QueueSubscribe(subject, "q", record(&atEve))
		testkit.NoError(t, errors.Join(conn.Flush(), eve.Flush()))
		for _, to := range []string{"queensd.to.alice.y", "queensd.to.worker.y", "queensd.presence", "queensd.from.alice"} {
			count.Publish(to, nil)
		}
		alice.Publish(wire.Subject("alice"), nil)
		testkit.NoError(t, errors.Join(count.Flush(), alice.Flush(), conn.Flush()))
		conn.Close()
	}
	time.Sleep(50 * time.Millisecond)
	want := []string{wire.Subject("alice"), wire.Subject("eve"), "queensd.presence", "queensd.to.alice.y", "queensd.to.worker.y"}
	if got := subjectsOf(&atCount); !slices.Equal(got, want) {
		t.Errorf("the count got %q, want %q", got, want)
	}
	if got := subjectsOf(&atAlice); !slices.Equal(got, []string{"queensd.to.alice.y"}) {
		t.Errorf("alice got %q", got)
	}
	if got := subjectsOf(&atEve); len(got) > 0 {
		t.Errorf("eve got %q", got)
	}
}

// TestLimits opens more connections than a key may have, sends too much, and subscribes too
// often.
func TestLimits(t *testing.T) {
	s, dir := startServer(t)
	var open []*nats.Conn
	for range Connections {
		open = append(open, mustConnect(t, s, dir, "worker"))
	}
	if _, err := connect(t, s, dir, "worker"); !errors.Is(err, nats.ErrMaxAccountConnectionsExceeded) {
		t.Errorf("connection %d: %v", Connections+1, err)
	}
	mustConnect(t, s, dir, wire.Coordinator) // others are
	if most := open[0].MaxPayload(); most != wire.MostPayload {
		t.Errorf("it may send %d bytes", most)
	}
	for i := range 10 * subscriptions {
		open[1].Subscribe(wire.Inbox("worker")+"."+strings.Repeat("x", i+1), func(*nats.Msg) {})
	}
	open[1].Flush()
	if n := s.NumSubscriptions(); n > 30*subscriptions {
		t.Errorf("%d subscriptions", n)
	}
	if limit := testkit.Must(s.Varz(nil)).MaxConn; limit != 4096 {
		t.Errorf("TRUST.md says 4096 connections in all, the server %d", limit)
	}
}

// TestStrangers has clients connect without a key, or with one for another server.
func TestStrangers(t *testing.T) {
	s, _ := startServer(t)
	other := t.TempDir()
	testkit.Must(Keys(other))
	options := testkit.Must(ReadKey(Path(other, wire.Coordinator))).Options()
	for _, option := range append(options, nats.Name("x"), nats.UserInfo("worker", "x"), nats.Token("x")) {
		if _, err := nats.Connect(s.URL(), option, nats.NoReconnect()); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("let in: %v", err)
		}
	}
}

// TestSilence has a stranger who shows no key, and a worker that stops reading while the count sends
// it more than may wait. The server cuts both off.
func TestSilence(t *testing.T) {
	s, dir := startServer(t)
	silent := testkit.Must(net.Dial("tcp", s.Addr().String()))
	defer silent.Close()
	worker := testkit.Must(net.Dial("tcp", s.Addr().String()))
	defer worker.Close()
	lines := bufio.NewScanner(worker)
	lines.Scan()
	var info struct{ Nonce string }
	testkit.NoError(t, json.Unmarshal(bytes.TrimPrefix(lines.Bytes(), []byte("INFO ")), &info))
	key := testkit.Must(ReadKey(Path(dir, "worker")))
	signature := base64.RawURLEncoding.EncodeToString(testkit.Must(key.pair.Sign([]byte(info.Nonce))))
	fmt.Fprintf(worker, "CONNECT {\"nkey\":%q,\"sig\":%q}\r\nSUB %s.> 1\r\nPING\r\n", key.Public, signature, wire.Inbox("worker"))
	for lines.Scan() && lines.Text() != "PONG" { // the last line that it reads
	}
	for s.NumClients() > 1 { // the count's own connection is left
		testkit.NoError(t, s.Conn.Publish(wire.Inbox("worker")+".x", make([]byte, maxPending/2)))
		time.Sleep(10 * time.Millisecond)
	}
	testkit.NoError(t, silent.SetReadDeadline(time.Now().Add(time.Minute)))
	if said, err := io.ReadAll(silent); err != nil || !strings.Contains(string(said), "Authentication Timeout") {
		t.Errorf("the stranger reads %q, %v", said, err)
	}
}

// TestCountIsFirst has the limits of the count's own connection and of all others, which the server
// gives each when it comes.
func TestCountIsFirst(t *testing.T) {
	s, dir := startServer(t)
	worker := mustConnect(t, s, dir, "worker")
	heard := make(chan int, 1000)
	subscription := testkit.Must(s.Conn.Subscribe(wire.Subject("worker"), func(m *nats.Msg) {
		time.Sleep(time.Millisecond)
		heard <- len(m.Data)
	}))
	testkit.NoError(t, errors.Join(subscription.SetPendingLimits(-1, -1), s.Conn.Flush()))
	for range cap(heard) { // thirty times as much as may wait for others
		testkit.NoError(t, worker.Publish(wire.Subject("worker"), make([]byte, wire.MostPayload)))
	}
	for range cap(heard) {
		<-heard
	}
	if s.Conn.Reconnects > 0 {
		t.Errorf("the count was cut off %d times", s.Conn.Reconnects)
	}
}

// TestUse removes a key while its connections send and others come. A worker with its two subscriptions
// notices nothing.
func TestUse(t *testing.T) {
	s, dir := startServer(t, "eve")
	worker := mustConnect(t, s, dir, "worker")
	for _, subject := range []string{".end", ".x.*"} {
		testkit.Must(worker.Subscribe(wire.Inbox("worker")+subject, func(*nats.Msg) {}))
	}
	var open, coming sync.WaitGroup
	for range Connections {
		eve := mustConnect(t, s, dir, "eve")
		open.Go(func() {
			for eve.Publish(wire.Subject("eve"), make([]byte, 1000)) == nil {
				eve.FlushTimeout(time.Second)
			}
		})
	}
	key := testkit.Must(ReadKey(Path(dir, "eve")))
	testkit.NoError(t, RemoveWorker(dir, "eve"))
	ctx, stop := context.WithCancel(t.Context())
	defer coming.Wait()
	defer stop()
	for range 8 {
		coming.Go(func() {
			for ctx.Err() == nil {
				if eve, err := nats.Connect(s.URL(), append(key.Options(), nats.NoReconnect())...); err == nil {
					eve.Close()
				}
			}
		})
	}
	testkit.NoError(t, s.Use(testkit.Must(Keys(dir))))
	open.Wait() // until each is cut off
	if _, err := nats.Connect(s.URL(), append(key.Options(), nats.NoReconnect())...); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("a removed key: %v", err)
	}
	testkit.NoError(t, worker.Flush())
}

// TestReload has a server of the user's own read its accounts again. A worker with its two subscriptions stays.
func TestReload(t *testing.T) {
	s, dir := startOwn(t, "alice")
	alice := mustConnect(t, s, dir, "alice")
	for _, subject := range []string{".end", ".x.*"} {
		testkit.Must(alice.Subscribe(wire.Inbox("alice")+subject, func(*nats.Msg) {}))
	}
	testkit.NoError(t, alice.Flush())
	testkit.Must(AddWorker(dir, "bob"))
	testkit.NoError(t, s.ReloadOptions(ownOptions(t, dir)))
	time.Sleep(100 * time.Millisecond) // it hangs up a moment later
	mustConnect(t, s, dir, "bob")
	testkit.NoError(t, alice.Flush())
}
