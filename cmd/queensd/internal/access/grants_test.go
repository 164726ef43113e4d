package access

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A house is a server with the streams of the program and four clients: the coordinator
// and the workers worker, alice and bob.
type house struct {
	server  *server.Server
	options *server.Options
	dir     string
	host    jetstream.JetStream
	clients map[string]*guest
}

// A guest is a connected client.
type guest struct {
	Client
	conn   *nats.Conn
	js     jetstream.JetStream
	errors chan error
}

// testConnections is the limit of a key.
const testConnections = 3

// streams are those of the program, with less room.
var streams = smallStreams()

func smallStreams() []jetstream.StreamConfig {
	streams := wire.Streams(1, 64<<10)
	for i := range streams {
		if streams[i].Name == wire.WorkerStream {
			streams[i].MaxBytes = 8 << 10
		}
	}
	return streams
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{dir: t.TempDir(), clients: map[string]*guest{}}
	for _, name := range []string{"alice", "bob"} {
		if _, err := AddWorker(h.dir, name); err != nil {
			t.Fatal(err)
		}
	}
	keys, err := OpenKeys(h.dir)
	if err != nil {
		t.Fatal(err)
	}
	keys.connections = testConnections
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: h.dir, NoSigs: true, NoSystemAccount: true}
	if err := keys.Configure(o); err != nil {
		t.Fatal(err)
	}
	h.options = o
	if h.server, err = server.NewServer(o); err != nil {
		t.Fatal(err)
	}
	h.server.Start()
	t.Cleanup(func() {
		h.server.Shutdown()
		h.server.WaitForShutdown()
	})
	if !h.server.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server is not ready")
	}
	h.host = h.join(t, keys.Host(), nats.InProcessServer(h.server)).js
	for _, config := range streams {
		if _, err := h.host.CreateStream(t.Context(), config); err != nil {
			t.Fatal(err)
		}
	}
	h.openDesk(t)
	for _, name := range []string{"coordinator", "worker", "alice", "bob"} {
		c, err := ReadClient(filepath.Join(h.dir, name+".key"))
		if err != nil {
			t.Fatal(err)
		}
		h.clients[name] = h.join(t, c)
	}
	return h
}

// openDesk answers what workers send to the desk with the subject by which it comes there.
func (h *house) openDesk(t *testing.T) {
	t.Helper()
	if _, err := h.host.Conn().Subscribe(wire.DeskPrefix+">", func(m *nats.Msg) { m.Respond([]byte(m.Subject)) }); err != nil {
		t.Fatal(err)
	}
}

func (h *house) join(t *testing.T, c Client, options ...nats.Option) *guest {
	t.Helper()
	g := &guest{Client: c, errors: make(chan error, 1000)}
	options = append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { g.errors <- err }))
	var err error
	if g.conn, err = nats.Connect(h.server.ClientURL(), append(c.Options(), options...)...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.conn.Close)
	if g.js, err = c.JetStream(g.conn); err != nil {
		t.Fatal(err)
	}
	return g
}

// refusal returns the error by which the server refuses what g has just sent.
func (g *guest) refusal(t *testing.T) error {
	t.Helper()
	select {
	case err := <-g.errors:
		return err
	case <-time.After(10 * time.Second):
		return nil
	}
}

// agreed checks that the server has refused nothing that g has sent.
func (g *guest) agreed(t *testing.T) {
	t.Helper()
	if err := errors.Join(g.conn.FlushTimeout(10*time.Second), g.conn.LastError()); err != nil {
		t.Error(err)
	}
}

// messages returns the number of messages in each stream, and checks that the streams are
// those that the host has made.
func (h *house) messages(t *testing.T) map[string]uint64 {
	t.Helper()
	found := map[string]uint64{}
	list := h.host.ListStreams(t.Context())
	for info := range list.Info() {
		found[info.Config.Name] = info.State.Msgs
	}
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for _, s := range streams {
		if _, ok := found[s.Name]; !ok {
			t.Fatalf("stream %s is gone", s.Name)
		}
	}
	if len(found) != len(streams) {
		t.Fatalf("streams %v, want %d", found, len(streams))
	}
	return found
}

// fill creates a job with tasks, a result of bob's, and his announcement.
func (h *house) fill(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	c := h.clients["coordinator"]
	if _, err := c.js.CreateConsumer(ctx, "queens-tasks", jetstream.ConsumerConfig{
		Durable: "j1", FilterSubject: "queens.task.j1.*", AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxWaiting: 100,
	}); err != nil {
		t.Fatal(err)
	}
	bob := h.clients["bob"]
	for _, m := range []struct {
		who     *guest
		subject string
	}{
		{c, "queens.job.j1"}, {c, "queens.task.j1.t1"}, {c, "queens.task.j1.t2"}, {c, "queens.task.j1.t3"}, {c, "queens.task.j1.t4"}, {c, "queens.task.j1.t5"},
		{bob, "queens.result.j1.t0.bob"}, {bob, "queens.worker.bob.1"},
	} {
		if _, err := m.who.js.Publish(ctx, m.subject, []byte("text of "+m.subject)); err != nil {
			t.Fatalf("%s: %v", m.subject, err)
		}
	}
}

// TestWorker does all that a worker must be able to do.
func TestWorker(t *testing.T) {
	h := newHouse(t)
	h.fill(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for _, name := range []string{"alice", "worker"} {
		g := h.clients[name]
		stream, err := g.js.Stream(ctx, "queens-tasks")
		if err != nil {
			t.Fatal(err)
		}
		var jobs []string
		names := stream.ConsumerNames(ctx)
		for job := range names.Name() {
			jobs = append(jobs, job)
		}
		if err := names.Err(); err != nil || len(jobs) != 1 || jobs[0] != "j1" {
			t.Fatalf("jobs %v, %v", jobs, err)
		}
		tasks, err := g.js.Consumer(ctx, "queens-tasks", "j1")
		if err != nil || tasks.CachedInfo().Config.AckWait != time.Minute {
			t.Fatal(err)
		}
		for subject, want := range map[string]string{
			apiPrefix + "CONSUMER.MSG.NEXT.queens-tasks.j1": "queens.desk." + name + ".next.j1",
			"$JS.ACK.queens-tasks.j1.1.2.3.4.5":             "queens.desk." + name + ".ack.j1.1.2.3.4.5",
		} {
			if m, err := g.conn.RequestWithContext(ctx, subject, nil); err != nil || string(m.Data) != want {
				t.Errorf("%s: %v, %v, want %s", subject, m, err, want)
			}
		}
		result := "queens.result.j1.t1." + name
		if _, err := g.js.Publish(ctx, result, []byte("7")); err != nil {
			t.Error(err)
		}
		if _, err := g.js.Publish(ctx, "queens.report.j1.t1."+name, []byte("odd")); err != nil {
			t.Error(err)
		}
		m, err := g.conn.RequestWithContext(ctx, apiPrefix+"DIRECT.GET.queens-results."+result, nil)
		if err != nil || string(m.Data) != "7" || m.Header.Get("Nats-Subject") != result {
			t.Errorf("got %v, %v", m, err)
		}
		for range 2 {
			if _, err := g.js.Publish(ctx, "queens.worker."+name+".1", []byte("here")); err != nil {
				t.Error(err)
			}
		}
		g.agreed(t)
	}
	got := h.messages(t)
	if got["queens-tasks"] != 5 || got["queens-results"] != 5 || got["queens-workers"] != 3 {
		t.Errorf("messages: %v", got)
	}
}

// readStream returns the subjects of all messages of a stream, without a consumer.
func readStream(t *testing.T, g *guest, stream string) []string {
	t.Helper()
	inbox := g.conn.NewInbox()
	answers, err := g.conn.SubscribeSync(inbox)
	if err != nil {
		t.Fatal(err)
	}
	defer answers.Unsubscribe()
	if err := g.conn.PublishRequest(g.js.Options().APIPrefix+"DIRECT.GET."+stream, inbox, []byte(`{"seq":1,"next_by_subj":">","batch":1000}`)); err != nil {
		t.Fatal(err)
	}
	var subjects []string
	for {
		m, err := answers.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if m.Header.Get("Status") != "" {
			return subjects
		}
		subjects = append(subjects, m.Header.Get("Nats-Subject"))
	}
}

// TestCoordinator does all that a coordinator must be able to do.
func TestCoordinator(t *testing.T) {
	h := newHouse(t)
	h.fill(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	g := h.clients["coordinator"]
	for _, config := range streams {
		stream, err := g.js.Stream(ctx, config.Name)
		if err != nil {
			t.Fatal(err)
		}
		if got := readStream(t, g, config.Name); uint64(len(got)) != stream.CachedInfo().State.Msgs || len(got) == 0 {
			t.Errorf("%s: read %v, want %d", config.Name, got, stream.CachedInfo().State.Msgs)
		}
	}
	tasks, err := g.js.Stream(ctx, "queens-tasks")
	if err != nil {
		t.Fatal(err)
	}
	consumers := tasks.ListConsumers(ctx)
	for info := range consumers.Info() {
		if info.Name != "j1" {
			t.Errorf("consumer %+v", info)
		}
	}
	if err := consumers.Err(); err != nil {
		t.Error(err)
	}
	for _, subject := range []string{"queens.result.j1.t1.coordinator", "queens.result.j1.t1.bob", "queens.withdraw.j1.bob.1", "queens.worker.coordinator.1"} {
		if _, err := g.js.Publish(ctx, subject, nil); err != nil {
			t.Errorf("%s: %v", subject, err)
		}
	}
	results, err := g.js.Stream(ctx, "queens-results")
	if err != nil {
		t.Fatal(err)
	}
	if err := results.DeleteMsg(ctx, 1); err != nil {
		t.Error(err)
	}
	if err := tasks.Purge(ctx, jetstream.WithPurgeSubject("queens.task.j1.*")); err != nil {
		t.Error(err)
	}
	if err := tasks.DeleteConsumer(ctx, "j1"); err != nil {
		t.Error(err)
	}
	g.agreed(t)
	if got := h.messages(t); got["queens-tasks"] != 0 || got["queens-results"] != 3 || got["queens-workers"] != 2 {
		t.Errorf("messages: %v", got)
	}
}
