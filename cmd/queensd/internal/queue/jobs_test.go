package queue

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats-server/v2/server"
)

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
	if again.Done() >= c.Cut.Total {
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
	if again.Done() != c.Cut.Total {
		t.Errorf("after a purge %d tasks were counted of %d", again.Done(), c.Cut.Total)
	}
}

// TestBogusJobs has jobs on the server that cannot be counted. They hold up nothing.
func TestBogusJobs(t *testing.T) {
	t.Parallel()
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{Warn: r.warn})
	good := newCut(t, "n=8", 0).Head
	huge := strings.Replace(string(good.Line()), fmt.Sprintf(`"tasks":%d`, good.Total), `"tasks":1000000000000`, 1)
	other := newCut(t, "n=9", 0).Head
	deep := other
	deep.Asked = ledger.MaxAsked + 1
	const nobody = "0123456789abcdef"
	for subject, data := range map[string][]byte{
		wire.JobPrefix + "garbage":             []byte("garbage"),
		wire.JobPrefix + wire.JobID("n=10"):    []byte(huge),
		wire.JobPrefix + wire.JobID("n=11"):    other.Line(),
		wire.JobPrefix + wire.JobID("n=9"):     deep.Line(),
		wire.ResultPrefix + "nobody.1.ann":     []byte("x"),
		wire.ResultPrefix + "*.1.ann":          []byte("x"),
		wire.ResultPrefix + nobody + ".1.ann":  []byte("x"),
		wire.ResultPrefix + "garbage.1.ann":    []byte("x"),
		wire.ReportPrefix + "nobody.1.ann":     nil,
		wire.WithdrawPrefix + "nobody.ann.abc": nil,
	} {
		if err := q.put(t.Context(), subject, data); err != nil {
			t.Fatal(err)
		}
	}
	mustCount(t, newCount(t, q, 8, 0), &Worker{Queue: q, Goroutines: 1})
	archive, err := OpenArchive(t.TempDir(), r.warn)
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
	if r.count("job queens.job.") != 4 || r.count("there are results of unknown jobs") == 0 {
		t.Errorf("trouble %q", r.lines)
	}
	if err := archive.readNew(t.Context(), q); err != nil {
		t.Error(err)
	}
	if found, err := allResults(t, q, nobody); len(found) != 0 || err != nil {
		t.Errorf("there are results of an unknown job: %v, %v", found, err)
	}
	if found, err := allResults(t, q, wire.JobID("n=8")); len(found) == 0 || err != nil {
		t.Errorf("the results of another job were removed, %v", err)
	}
	if _, err := newCount(t, q, 10, 0).Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), `"queensd jobs purge" removes it`) {
		t.Errorf("a bogus job: %v", err)
	}
}

// TestMessageSize counts a board with 200 blocked squares, and tries it on a server that takes
// only short messages.
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
