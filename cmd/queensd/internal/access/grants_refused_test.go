package access

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// calls returns the calls of JetStream's API, on a stream or a consumer.
func calls(stream, consumer string) []string {
	one := stream + "." + consumer
	return []string{
		"INFO", "ACCOUNT.PURGE.queens", "STREAM.NAMES", "STREAM.LIST", "STREAM.CREATE.extra", "STREAM.CREATE." + stream,
		"STREAM.UPDATE." + stream, "STREAM.DELETE." + stream, "STREAM.SNAPSHOT." + stream, "STREAM.RESTORE." + stream,
		"STREAM.LEADER.STEPDOWN." + stream, "STREAM.PEER.REMOVE." + stream, "STREAM.MSG.GET." + stream, "STREAM.MSG.DELETE." + stream,
		"STREAM.PURGE." + stream, "STREAM.INFO." + stream, "CONSUMER.CREATE." + one, "CONSUMER.CREATE." + stream, "CONSUMER.DURABLE.CREATE." + one,
		"CONSUMER.CREATE." + one + ".queens.task.j1.*", "CONSUMER.DELETE." + one, "CONSUMER.PAUSE." + one, "CONSUMER.RESET." + one, "CONSUMER.UNPIN." + one,
		"CONSUMER.LEADER.STEPDOWN." + one, "CONSUMER.LIST." + stream, "CONSUMER.NAMES." + stream, "CONSUMER.INFO." + one, "CONSUMER.MSG.NEXT." + one,
		"DIRECT.GET." + stream, "DIRECT.GET." + stream + ".queens.result.j1.t0.bob", "META.LEADER.STEPDOWN", "SERVER.REMOVE",
	}
}

// permitted has the calls that each role may make.
var permitted = map[string][]string{
	"worker": {
		"STREAM.INFO.queens-tasks", "CONSUMER.NAMES.queens-tasks", "CONSUMER.INFO.queens-tasks.j1", "CONSUMER.MSG.NEXT.queens-tasks.j1",
	},
	wire.Coordinator: {
		"STREAM.INFO.queens-jobs", "STREAM.INFO.queens-tasks", "STREAM.INFO.queens-results", "STREAM.INFO.queens-workers",
		"DIRECT.GET.queens-jobs", "DIRECT.GET.queens-tasks", "DIRECT.GET.queens-results", "DIRECT.GET.queens-workers",
		"STREAM.PURGE.queens-tasks", "STREAM.PURGE.queens-results", "STREAM.MSG.DELETE.queens-results",
		"CONSUMER.CREATE.queens-tasks.j1.queens.task.j1.*", "CONSUMER.DELETE.queens-tasks.j1", "CONSUMER.INFO.queens-tasks.j1",
		"CONSUMER.LIST.queens-tasks", "CONSUMER.NAMES.queens-tasks", "CONSUMER.MSG.NEXT.queens-tasks.j1",
	},
}

// TestRefusedSubjects sends to each subject that a client has no right to. The server
// refuses, and nothing changes.
func TestRefusedSubjects(t *testing.T) {
	h := newHouse(t)
	h.fill(t)
	before := h.messages(t)
	subjects := []string{
		"queens", "queens.x", "queens.task.j1.t9.x", "queens.result.j1.t9", "queens.worker.bob.2", "queens.worker.x.1",
		"$JS.ACK.queens-results.c.1.1.1.1.0", "queens.desk.bob.next.j1", "queens.desk.alice.next.j1", "queens.desk.bob.ack.j1.1.1.1.1.0", "$JS.FC.queens-tasks.j1.x", "$SYS.REQ.ACCOUNT.PING.CONNZ", "$SYS.REQ.SERVER.PING", "$SYS.REQ.USER.INFO",
		"$SYS.ACCOUNT.queens.CONNECT", "$NRG.V.x", "_INBOX.bob.1", "_R_.abc", "_GR_.x", "other",
	}
	for _, stream := range streams {
		for _, call := range calls(stream.Name, "j1") {
			subjects = append(subjects, serverAPI+call, apiPrefix+call)
		}
	}
	ofWorkers := []string{
		"queens.job.j1", "queens.job.j2", "queens.task.j1.t1", "queens.task.j1.t9", "queens.withdraw.j1.alice.1",
		wire.Holders, "queens.result.j1.t1.x", "queens.result.j1.t1.coordinator", "queens.report.j1.t1.x", "queens.result.j1.t1.*", "queens.result.j1.t1.>",
	}
	for _, name := range []string{"alice", "worker", "coordinator"} {
		g, role, forbidden := h.clients[name], "worker", append(subjects[:len(subjects):len(subjects)], ofWorkers...)
		if name == wire.Coordinator {
			role, forbidden = name, subjects
		}
		for _, subject := range forbidden {
			if call, ok := strings.CutPrefix(subject, apiPrefix); ok && slices.Contains(permitted[role], call) {
				continue
			}
			err := g.conn.PublishRequest(subject, "_INBOX.answer", nil)
			if err == nil {
				err = g.refusal(t)
			}
			if !errors.Is(err, nats.ErrPermissionViolation) && !errors.Is(err, nats.ErrBadSubject) {
				t.Errorf("%s sent to %s: %v", name, subject, err)
			}
		}
	}
	if after := h.messages(t); !maps.Equal(before, after) {
		t.Errorf("before %v, after %v", before, after)
	}
}

// TestNobodyListens subscribes clients to subjects of others. Each receives only the answers
// to its own requests.
func TestNobodyListens(t *testing.T) {
	h := newHouse(t)
	alice := h.clients["alice"]
	for name, g := range h.clients {
		for _, subject := range []string{">", "*", "queens.>", "queens.task.*.*", "queens.result.j1.t0.bob", "$JS.>", "$JS.API.>", "$JS.ACK.>", "$SYS.>", "_R_.>", "queens.api.>", "$JS.EVENT.>"} {
			if _, err := g.conn.SubscribeSync(subject); err != nil {
				t.Fatal(err)
			}
			if err := g.refusal(t); !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s listens to %s: %v", name, subject, err)
			}
		}
	}
	inboxes, err := alice.conn.SubscribeSync("_INBOX.>")
	if err != nil {
		t.Fatal(err)
	}
	if err := alice.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	h.fill(t)
	bob := h.clients["bob"]
	for _, subject := range []string{apiPrefix + "CONSUMER.MSG.NEXT.queens-tasks.j1", "$JS.ACK.queens-tasks.j1.1.1.1.1.0"} {
		if _, err := bob.conn.Request(subject, nil, 5*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if err := alice.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if heard, err := inboxes.NextMsg(20 * time.Millisecond); !errors.Is(err, nats.ErrTimeout) {
		t.Errorf("alice heard %v, %v", heard, err)
	}
}

// TestAnswersStayAtHome tries to make the server's answers do what a worker may not.
func TestAnswersStayAtHome(t *testing.T) {
	h := newHouse(t)
	h.fill(t)
	alice := h.clients["alice"]
	next := apiPrefix + "CONSUMER.MSG.NEXT.queens-tasks.j1"
	before := h.messages(t)
	number := 0
	for _, reply := range []string{
		"$JS.API.STREAM.DELETE.queens-results", "queens.api.STREAM.DELETE.queens-results", "$JS.API.STREAM.PURGE.queens-results",
		"$JS.API.CONSUMER.DELETE.queens-tasks.j1", "queens.task.j1.t9", "queens.job.j2", "queens.result.j1.t9.bob", "queens.worker.bob.2", "queens.withdraw.j1.bob.1",
	} {
		number++
		for _, m := range []*nats.Msg{
			{Subject: "$JS.ACK.queens-tasks.j1.1.1.1.1.0"},
			{Subject: "$JS.ACK.queens-tasks.j1.1.2.2.1.0", Data: []byte("+NXT")},
			{Subject: next, Data: []byte(`{"batch":1,"no_wait":true}`)},
			{Subject: next, Data: []byte(`{"batch":9,"expires":1000000}`)},
			{Subject: fmt.Sprintf("queens.result.j1.%d.alice", number), Data: []byte("7")},
			{Subject: apiPrefix + "STREAM.INFO.queens-tasks"},
		} {
			m.Reply = reply
			if err := alice.conn.PublishMsg(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	alice.agreed(t) // so that all of it has arrived
	var after map[string]uint64
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		after = h.messages(t)
		if after["queens-results"] >= before["queens-results"]+uint64(number) || time.Now().After(deadline) {
			break
		}
	}
	want := maps.Clone(before)
	want["queens-results"] += uint64(number)
	if !maps.Equal(after, want) {
		t.Errorf("before %v, after %v, want %v", before, after, want)
	}
	if _, err := h.host.Consumer(t.Context(), "queens-tasks", "j1"); err != nil {
		t.Error(err)
	}
}

// TestResultsAreWrittenOnce tries to change a stored result.
func TestResultsAreWrittenOnce(t *testing.T) {
	h := newHouse(t)
	h.fill(t)
	ctx := t.Context()
	alice := h.clients["alice"]
	const mine = "queens.result.j1.t1.alice"
	if _, err := alice.js.Publish(ctx, mine, []byte("7")); err != nil {
		t.Fatal(err)
	}
	stream, err := h.host.Stream(ctx, "queens-results")
	if err != nil {
		t.Fatal(err)
	}
	first, err := stream.GetLastMsgForSubject(ctx, mine)
	if err != nil {
		t.Fatal(err)
	}
	before := h.messages(t)
	for _, header := range []nats.Header{
		nil,
		{"Nats-Rollup": {"sub"}},
		{"Nats-Rollup": {"all"}},
		{"KV-Operation": {"PURGE"}, "Nats-Rollup": {"sub"}},
		{"KV-Operation": {"DEL"}},
		{"Nats-Expected-Last-Subject-Sequence": {fmt.Sprint(first.Sequence)}},
		{"Nats-Msg-Id": {"1"}},
		{"Nats-TTL": {"1s"}},
		{"Nats-Incr": {"1"}},
		{"Nats-Schedule": {"@at 2030-01-01T00:00:00Z"}, "Nats-Schedule-Target": {"queens.result.j1.t1.bob"}},
		{"Nats-Batch-Id": {"b"}, "Nats-Batch-Sequence": {"1"}, "Nats-Batch-Commit": {"1"}},
	} {
		ack, err := alice.js.PublishMsg(ctx, &nats.Msg{Subject: mine, Header: header, Data: []byte("8")})
		var api *jetstream.APIError
		if !errors.As(err, &api) {
			t.Errorf("%v: got %v, %v", header, ack, err)
		}
	}
	if _, err := alice.js.PublishMsg(ctx, &nats.Msg{Subject: "queens.result.j1.t2.alice", Header: nats.Header{"Nats-Rollup": {"all"}}}); err == nil {
		t.Error("a new result may remove the others")
	}
	if err := alice.conn.PublishMsg(&nats.Msg{Subject: mine, Header: nats.Header{"Nats-Trace-Dest": {"queens.result.j1.t3.bob"}}}); err != nil {
		t.Fatal(err)
	}
	if err := alice.refusal(t); !errors.Is(err, nats.ErrPermissionViolation) {
		t.Errorf("traced: %v", err)
	}
	if after := h.messages(t); !maps.Equal(before, after) {
		t.Errorf("before %v, after %v", before, after)
	}
	if last, err := stream.GetLastMsgForSubject(ctx, mine); err != nil || string(last.Data) != "7" || last.Sequence != first.Sequence {
		t.Errorf("afterwards it is %v, %v", last, err)
	}
}

// TestBatchesAreWrittenOnce tries to change a stored result by batches of messages.
func TestBatchesAreWrittenOnce(t *testing.T) {
	h := newHouse(t)
	alice := h.clients["alice"]
	send := func(batch, number int, header nats.Header, task string) string {
		t.Helper()
		m := &nats.Msg{Subject: "queens.result.j1." + task + ".alice", Header: header, Data: []byte("8")}
		m.Header.Set("Nats-Batch-Id", fmt.Sprint(batch))
		m.Header.Set("Nats-Batch-Sequence", fmt.Sprint(number))
		answer, err := alice.conn.RequestMsg(m, 10*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		return string(answer.Data)
	}
	commit := func() nats.Header { return nats.Header{"Nats-Batch-Commit": {"1"}} }
	const full = "maximum messages per subject exceeded"
	if _, err := alice.js.Publish(t.Context(), "queens.result.j1.old.alice", []byte("7")); err != nil {
		t.Fatal(err)
	}
	if got := send(1, 1, commit(), "old"); !strings.Contains(got, full) {
		t.Errorf("alone: %s", got)
	}
	send(2, 1, nats.Header{}, "new")
	if got := send(2, 2, commit(), "old"); !strings.Contains(got, full) {
		t.Errorf("after another: %s", got)
	}
	send(3, 1, nats.Header{}, "new")
	if got := send(3, 2, commit(), "new"); !strings.Contains(got, full) {
		t.Errorf("one after the other: %s", got)
	}
	send(4, 1, nats.Header{}, "late")
	if _, err := alice.js.Publish(t.Context(), "queens.result.j1.late.alice", []byte("7")); err != nil {
		t.Fatal(err)
	}
	if got := send(4, 2, commit(), "new"); !strings.Contains(got, full) {
		t.Errorf("one that is stored meanwhile: %s", got)
	}
	send(5, 1, nats.Header{}, "new")
	if got := send(5, 2, nats.Header{"Nats-Batch-Commit": {"1"}, "Nats-Rollup": {"all"}}, "newer"); !strings.Contains(got, "rollup not permitted") {
		t.Errorf("in place of all: %s", got)
	}
	stream, err := h.host.Stream(t.Context(), "queens-results")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []string{"old", "late"} {
		if m, err := stream.GetLastMsgForSubject(t.Context(), "queens.result.j1."+task+".alice"); err != nil || string(m.Data) != "7" {
			t.Errorf("%s: %v, %v", task, m, err)
		}
	}
	if got := h.messages(t)["queens-results"]; got != 2 {
		t.Errorf("%d results, want 2", got)
	}
}
