package access

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/internal/testkit"
	"github.com/nats-io/nats.go"
)

// startServer starts a server with keys of the given workers.
func startServer(t *testing.T, names ...string) (s *Server, dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range names {
		testkit.Must(AddWorker(dir, name))
	}
	s = testkit.Must(Start(Config{Listen: "127.0.0.1:0", Keys: dir, Log: func(string) {}}))
	t.Cleanup(s.Stop)
	return s, dir
}

func connect(t *testing.T, s *Server, dir, name string) (*nats.Conn, error) {
	t.Helper()
	client := testkit.Must(ReadClient(Path(dir, name)))
	conn, err := nats.Connect(s.URL(), append(client.Options(), nats.NoReconnect(), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))...)
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

// A recorder has the subjects of the messages that a subscriber gets.
type recorder struct {
	mu       sync.Mutex
	subjects []string
}

func (r *recorder) record(m *nats.Msg) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.subjects = append(r.subjects, m.Subject)
}

func (r *recorder) got() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.subjects)
	return slices.Compact(r.subjects)
}

// TestRights sends to every kind of subject, and subscribes to it. What the count takes the
// account from, the subject, is the one that only this account can send to.
func TestRights(t *testing.T) {
	s, dir := startServer(t, "alice", "eve")
	count, alice, eve := mustConnect(t, s, dir, wire.Coordinator), mustConnect(t, s, dir, "alice"), mustConnect(t, s, dir, "eve")
	var atCount, atAlice, atEve recorder
	for _, subject := range []string{">", "queensd.from.*.*"} {
		testkit.Must(count.Subscribe(subject, atCount.record))
	}
	testkit.Must(alice.Subscribe(wire.Inbox("alice")+".>", atAlice.record))
	testkit.NoError(t, errors.Join(count.Flush(), alice.Flush()))
	subjects := []string{
		"a", "queensd", "queensd.status", "queensd.from.eve", "queensd.from.eve.x", "queensd.from.eve.ask.x", "queensd.from.eve.", "queensd.from..ask",
		"queensd.to.alice.x", "queensd.to.alice.end", "queensd.to.eve.x", "queensd.to.coordinator.x", "_INBOX.x", "_R_.x", "$GR.x",
		"$SYS.REQ.SERVER.PING", "$SYS.REQ.USER.INFO", "$JS.API.INFO", "$SRV.PING", "queensd.from." + strings.Repeat("x", 500) + ".ask",
	}
	for _, name := range []string{"alice", wire.Coordinator, "worker", "*", "eve"} {
		subjects = append(subjects, wire.AskSubject(name), wire.ResultSubject(name))
	}
	for _, subject := range subjects {
		m := &nats.Msg{Subject: subject, Reply: wire.Inbox("eve") + ".x", Header: nats.Header{"Nats-Subject": {wire.ResultSubject("alice")}}}
		if err := eve.PublishMsg(m); err != nil {
			t.Logf("%.60q: %v", subject, err)
		}
	}
	for _, subject := range append(subjects, ">", "*.>", "queensd.>", "queensd.*.*.*", "queensd.to.*.>") {
		conn := mustConnect(t, s, dir, "eve") // with a few subscriptions each
		conn.Subscribe(subject, atEve.record)
		conn.QueueSubscribe(subject, "q", atEve.record)
		testkit.NoError(t, errors.Join(conn.Flush(), eve.Flush()))
		for _, to := range []string{"queensd.to.alice.y", "queensd.to.worker.y", "queensd.status", "queensd.from.alice.ask"} {
			count.Publish(to, nil)
		}
		alice.Publish(wire.AskSubject("alice"), nil)
		testkit.NoError(t, errors.Join(count.Flush(), alice.Flush(), conn.Flush()))
		conn.Close()
	}
	time.Sleep(50 * time.Millisecond)
	want := []string{wire.AskSubject("alice"), wire.AskSubject("eve"), wire.ResultSubject("eve"), "queensd.status", "queensd.to.alice.y", "queensd.to.worker.y"}
	if got := atCount.got(); !slices.Equal(got, want) {
		t.Errorf("the count got %q, want %q", got, want)
	}
	if got := atAlice.got(); !slices.Equal(got, []string{"queensd.to.alice.y"}) {
		t.Errorf("alice got %q", got)
	}
	if got := atEve.got(); len(got) > 0 {
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
	if _, err := connect(t, s, dir, "worker"); err == nil {
		t.Errorf("connection %d is let in", Connections+1)
	}
	mustConnect(t, s, dir, wire.Coordinator) // others are
	ends := make(chan error, 1)
	open[0].SetClosedHandler(func(c *nats.Conn) { ends <- c.LastError() })
	open[0].Publish(wire.AskSubject("worker"), make([]byte, wire.MostPayload+1))
	if open[0].IsConnected() { // which the client checks already, knowing the limit
		if max := open[0].MaxPayload(); max != wire.MostPayload {
			t.Errorf("it may send %d bytes", max)
		}
	}
	for i := range 10 * subscriptions {
		open[1].Subscribe(wire.Inbox("worker")+"."+strings.Repeat("x", i+1), func(*nats.Msg) {})
	}
	open[1].Flush()
	if n := s.NumSubscriptions(); n > 20*subscriptions {
		t.Errorf("%d subscriptions", n)
	}
}

// TestStrangers has clients connect without a key, or with one for another server.
func TestStrangers(t *testing.T) {
	s, _ := startServer(t)
	other := t.TempDir()
	testkit.Must(openKeys(other))
	options := testkit.Must(ReadClient(Path(other, wire.Coordinator))).Options()
	for _, option := range append(options, nats.Name("x"), nats.UserInfo("worker", "x"), nats.Token("x")) {
		if _, err := nats.Connect(s.URL(), option, nats.NoReconnect()); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("let in: %v", err)
		}
	}
}
