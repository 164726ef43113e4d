package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/coordinator"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/cmd/queensd/internal/worker"
	"example.com/queens/internal/testkit"
	"example.com/queens/tasks"
	"github.com/nats-io/nats.go"
)

// These attacks are made with workers' keys, or with none, on a count in a process of its own. Two honest workers
// help it meanwhile. The total must be right and the status 0, no honest account may be withdrawn, and the count must
// stay below 300 MB, but for the race detector. How long it takes is only logged, because the attackers use the
// same processors. The attackers, and all that they wait for, end with the context of the scene.

const (
	attackedBoard = "12"
	attackedTotal = "14200\n"
	attackedTasks = 1000
)

// A scene is a count under attack.
type scene struct {
	t   *testing.T
	dir string
	url string
	job string
	ctx context.Context // until the count has ended
}

// An eve is somebody with a key.
type eve struct {
	*nats.Conn
	*scene
	name string
	raw  atomic.Pointer[net.Conn] // of Conn, another one after it has connected again
	deaf atomic.Bool              // it has stopped reading
}

// dial connects with a key. The connection may be refused.
func (s *scene) dial(name string, more ...nats.Option) (*eve, error) {
	key, err := access.ReadKey(access.Path(s.dir, name))
	if errors.Is(err, fs.ErrNotExist) { // it was removed
		return nil, err
	}
	if err != nil {
		s.t.Error(err)
	}
	return s.dialWith(key, more...)
}

func (s *scene) dialWith(key access.Key, more ...nats.Option) (*eve, error) {
	e := &eve{scene: s, name: key.Name}
	options := append(key.Options(), nats.SetCustomDialer(e), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond),
		nats.Timeout(5*time.Second), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	var err error
	e.Conn, err = nats.Connect(s.url, append(options, more...)...)
	return e, err
}

func (e *eve) Dial(_, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(e.ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(e.ctx, func() { conn.Close() })
	e.raw.Store(&conn)
	return deafConn{conn, e}, nil
}

type deafConn struct {
	net.Conn
	eve *eve
}

func (d deafConn) Read(b []byte) (int, error) {
	if d.eve.deaf.Load() {
		<-d.eve.ctx.Done()
		return 0, io.EOF
	}
	return d.Conn.Read(b)
}

// as connects with a key, and hangs up when the count has ended. On a busy machine the server may hang up first,
// because a handshake takes longer than three seconds.
func (s *scene) as(name string) *eve {
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		e, err := s.dial(name)
		if err == nil {
			context.AfterFunc(s.ctx, e.Close)
			return e
		}
		if inVain(begun) {
			s.t.Fatalf("%s: %v", name, err)
		}
	}
}

// message encodes a message.
func message(v any) []byte {
	text, _ := json.Marshal(v)
	return text
}

// request sends a request, and waits for the answer, if there is one.
func (e *eve) request(q wire.Request) (answer wire.Answer) {
	ctx, cancel := context.WithTimeout(e.ctx, time.Second)
	defer cancel()
	q.Name = "x"
	if m, err := e.RequestWithContext(ctx, wire.Subject(e.name), message(q)); err == nil {
		json.Unmarshal(m.Data, &answer)
	}
	return answer
}

// ask asks for tasks.
func (e *eve) ask(want int) wire.Answer { return e.request(wire.Request{Want: want}) }

// send sends results, and waits until they are kept.
func (e *eve) send(job string, results ...wire.Result) (answer wire.Answer) {
	for some := range slices.Chunk(results, wire.MostTasks) {
		answer = e.request(wire.Request{Job: job, Results: some})
	}
	return answer
}

// shout sends a request of which it does not read the answer.
func (e *eve) shout(text []byte) {
	e.PublishRequest(wire.Subject(e.name), wire.Inbox(e.name)+".x", text)
}

// allResults returns a result of each task.
func allResults(count func(int) uint64) (results []wire.Result) {
	for task := range attackedTasks {
		results = append(results, wire.Result{Number: task, Count: count(task)})
	}
	return results
}

// count1 counts a task.
func (s *scene) count1(text string) uint64 {
	var task tasks.Task
	if err := task.UnmarshalText([]byte(text)); err != nil {
		s.t.Error(err)
	}
	count, err := task.Count(s.ctx)
	if err != nil && s.ctx.Err() == nil {
		s.t.Error(err)
	}
	return count
}

// forever calls f until the count has ended.
func (s *scene) forever(f func()) {
	for s.ctx.Err() == nil {
		f()
	}
}

// An attack begins before the honest workers, and may go on in goroutines of wait.
type attack struct {
	name   string
	copies int
	liars  string   // the accounts that must be withdrawn, if any
	putOut []string // the keys that are removed after a second, so that the count can end
	play   func(s *scene, wait *sync.WaitGroup)
}

var evil = []string{"eve0", "eve1", "eve2", "eve3"}

// many returns the names of more keys.
func many() (names []string) {
	for i := range 16 {
		names = append(names, fmt.Sprintf("many%d", i))
	}
	return names
}

var attacks = []attack{
	{name: "takes all, returns none, as four keys", copies: 2, play: func(s *scene, wait *sync.WaitGroup) {
		for _, name := range evil {
			e := s.as(name)
			for range attackedTasks / 100 {
				e.ask(128)
			}
			wait.Go(func() {
				s.forever(func() {
					e.ask(128)
					time.Sleep(time.Millisecond)
				})
			})
		}
	}},
	{name: "forges all, one key after the other", copies: 1, liars: "eve0, eve1, eve2, eve3", play: func(s *scene, wait *sync.WaitGroup) {
		for _, name := range evil { // before the honest workers, who are quick
			e := s.as(name)
			for s.ctx.Err() == nil && !e.ask(1).Withdrawn {
				e.send(s.job, allResults(func(int) uint64 { return 77 })...)
			}
		}
	}},
	{name: "answers late, twice, for other boards, in no JSON, impossible counts, contradicts itself", copies: 2, liars: "eve0, eve1", play: func(s *scene, wait *sync.WaitGroup) {
		late, liar, other := s.as("eve2"), s.as("eve0"), s.as("eve1")
		for s.ctx.Err() == nil && liar.ask(0).Job == "" { // the server is there before the count
		}
		liar.send(s.job, wire.Result{Number: 1, Count: math.MaxUint64}, wire.Result{Number: 2, Count: math.MaxUint64 / 2})
		other.send(s.job, wire.Result{Number: 3, Count: 1}, wire.Result{Number: 3, Count: 2})
		late.send("0123456789abcdef", allResults(func(int) uint64 { return 5 })...)
		late.send("", allResults(func(int) uint64 { return 5 })...)
		for _, text := range []string{"", "null", `{"job":7}`, `{"results":[{"task":1,"count":-1}]}`, strings.Repeat("[", 16000)} {
			late.Publish(wire.Subject("eve2"), []byte(text))
		}
		wait.Go(func() {
			tasks := late.ask(20).Tasks
			time.Sleep(500 * time.Millisecond)
			for range 2 {
				for _, t := range tasks {
					late.send(s.job, wire.Result{Number: t.Number, Count: s.count1(t.Text)})
				}
			}
		})
	}},
	{name: "headers, subjects, replies", copies: 1, play: func(s *scene, wait *sync.WaitGroup) {
		e := s.as("eve0")
		wait.Go(func() { s.forever(func() { headersAndSubjects(e) }) })
	}},
	{name: "eight connections send all they can, and come again", copies: 2, putOut: evil[:1], play: func(s *scene, wait *sync.WaitGroup) {
		key := testkit.Must(access.ReadKey(access.Path(s.dir, "eve0"))) // they know it when its file is gone
		text := message(wire.Request{Want: 128})
		var shouted atomic.Int64
		for range 8 {
			wait.Go(func() {
				s.forever(func() {
					e, err := s.dialWith(key, nats.NoReconnect())
					if err != nil {
						time.Sleep(100 * time.Millisecond)
						return
					}
					defer e.Close()
					for range 250 << 10 / len(text) {
						e.shout(text)
					}
					e.FlushTimeout(time.Second)
					shouted.Add(1)
				})
			})
		}
		waitFor(s.t, "a flood", func() bool { return shouted.Load() > 16 })
	}},
	{name: "16 keys, 64 connections each, that never read", copies: 2, play: func(s *scene, wait *sync.WaitGroup) {
		connections := access.Connections
		if testkit.RaceEnabled { // when their memory says nothing
			connections = 8
		}
		var deaf atomic.Int64
		for _, name := range many() {
			for range connections {
				wait.Go(func() {
					s.forever(func() {
						if e, err := s.dial(name, nats.NoReconnect()); err == nil {
							deaf.Add(1)
							e.neverRead()
						}
						time.Sleep(100 * time.Millisecond)
					})
				})
			}
		}
		waitFor(s.t, "all connections", func() bool { return deaf.Load() >= int64(16*connections) })
	}},
}

// neverRead sends two pairs of requests a second, whose answers and errors it does not read. It hears
// the answers to all connections of its key.
func (e *eve) neverRead() {
	text := message(wire.Request{Want: 128})
	pair := fmt.Sprintf("PUB %s %s.x %d\r\n%s\r\nPUB no.such.right 0\r\n\r\n",
		wire.Subject(e.name), wire.Inbox(e.name), len(text), text)
	defer e.Close()
	e.Subscribe(wire.Inbox(e.name)+".>", func(*nats.Msg) {})
	e.Flush()
	e.deaf.Store(true)
	for e.ctx.Err() == nil {
		if _, err := (*e.raw.Load()).Write([]byte(pair)); err != nil {
			return
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// headersAndSubjects sends whatever the protocol can carry: as other accounts, to inboxes of
// others, and with answers to be sent there.
func headersAndSubjects(e *eve) {
	end := []byte("end")
	forged := message(wire.Request{Job: e.job, Results: allResults(func(int) uint64 { return 9 })[:100]})
	ask := message(wire.Request{Want: 1})
	targets := []string{ // access.TestRights has all kinds
		"queensd.from.alice", "queensd.presence", "queensd.to.alice.end", "queensd.to.*.end", "queensd.from.eve0.x", "_INBOX.x",
		"$SYS.REQ.SERVER.PING", "$JS.API.INFO", "$SRV.STOP", "queensd.from." + strings.Repeat("x", 900),
	}
	for _, subject := range targets {
		e.Publish(subject, forged)
		e.Publish(subject, end)
		// An answer there would come from the count.
		e.PublishRequest(wire.Subject("eve0"), subject, ask)
		m := nats.NewMsg(wire.Subject("eve0"))
		for _, header := range []string{"Nats-Subject", "Status", "Description", "Nats-Reply", "Nats-Sequence", "Nats-Msg-Id", "Nats-Request-Info", "Nats-Trace-Dest", "Nats-Trace-Only", "Nats-Stream", "Nats-Time-Stamp", "Nats-Rollup", "Nats-Service-Error", "traceparent"} {
			m.Header.Set(header, subject)
		}
		m.Header.Set("Status", "503")
		m.Reply = subject
		m.Data = ask // no results
		e.PublishMsg(m)
	}
	e.Flush()
	for _, line := range []string{"PUB queensd.from.eve0 " + strings.Repeat("r", 900) + " 0\r\n\r\n", "PUB  queensd.from.alice 0\r\n\r\n", "HPUB queensd.from.eve0 12 12\r\nNATS/1.0\r\n\r\n\r\n", "HMSG x 1 2 3\r\n", "SUB " + strings.Repeat("x.", 400) + "x 7\r\n"} {
		(*e.raw.Load()).Write([]byte(line))
		e.FlushTimeout(time.Second)
	}
	time.Sleep(10 * time.Millisecond)
}

// honestly runs an honest worker until the count is done, and returns how many results it has sent.
func (s *scene) honestly(name, machine string) (sent int, err error) {
	key, err := access.ReadKey(access.Path(s.dir, name))
	if err != nil {
		return 0, err
	}
	options := append(key.Options(), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond), nats.RetryOnFailedConnect(true), nats.Timeout(5*time.Second))
	conn, err := nats.Connect(s.url, options...)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	w := &worker.Worker{
		Conn: conn, Account: name, Machine: wire.Machine{Name: machine, Goroutines: 2}, Patience: 10 * time.Minute, Say: func(string) {},
	}
	return w.Run(s.ctx)
}

// peak returns the largest memory that a process has had, in megabytes; 0 if the system
// does not tell.
func peak(pid int) (megabytes int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(line, &megabytes)
	return megabytes >> 10
}

// TestAttacks runs attacks in parallel, because they wait most of the time.
func TestAttacks(t *testing.T) {
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			if megabytes := a.run(t); megabytes > 300 && !testkit.RaceEnabled {
				t.Errorf("the count has taken %d MB", megabytes)
			}
		})
	}
}

// run plays an attack, and returns how much memory the count has taken.
func (a *attack) run(t *testing.T) (megabytes int) {
	dir := keyDir(t, slices.Concat([]string{"alice", "bob"}, evil, many())...)
	file := filepath.Join(dir, "q.jsonl")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	count, url := startCount(t, fmt.Sprintf("%s --workers 0 --quiet --tasks %d --copies %d --ledger %s", attackedBoard, attackedTasks, a.copies, file))
	s := &scene{t: t, dir: dir, url: url, job: testkit.Must(ledger.ReadFile(file)).Digest, ctx: ctx}
	var attacking, honest sync.WaitGroup
	a.play(s, &attacking)
	begun := time.Now()
	for _, name := range []string{"alice", "bob"} {
		honest.Go(func() {
			if _, err := s.honestly(name, name); err != nil && s.ctx.Err() == nil {
				t.Errorf("%s: %v", name, err)
				count.kill() // which nobody may end now
			}
		})
	}
	for len(count.ended) == 0 {
		if time.Since(begun) > time.Second {
			for _, name := range a.putOut {
				access.RemoveWorker(dir, name) // once
			}
		}
		megabytes = max(megabytes, peak(count.Process.Pid))
		if time.Sleep(50 * time.Millisecond); inVain(begun) {
			t.Errorf("it does not end: %s", count.stderr)
			break
		}
	}
	t.Logf("%.1f s, %d MB", time.Since(begun).Seconds(), megabytes)
	stop()
	count.kill() // if it has not ended
	honest.Wait()
	attacking.Wait()
	if got := count.stdout.String(); got != attackedTotal || !count.ProcessState.Success() {
		t.Errorf("total %q, %v, %s", got, count.ProcessState, count.stderr)
	}
	_, liars, found := strings.Cut(count.stderr.String(), "counted again, those of ")
	if found != (a.liars != "") || found && strings.TrimSpace(liars) != a.liars {
		t.Errorf("withdrawn: %q; %s", liars, count.stderr)
	}
	if strings.ContainsAny(count.stderr.String(), "\r\x1b") {
		t.Errorf("%q", count.stderr)
	}
	return megabytes
}

// TestTexts reads the report in all its forms. A machine has a name that would overwrite the total on a
// terminal.
func TestTexts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	count, url := startCount(t, "14 --workers 0 --http 0 --quiet --tasks 1000 --ledger "+dir+"/q.jsonl")
	s := &scene{t: t, dir: dir, url: url, ctx: t.Context()}
	e := s.as("worker")
	const bad = "\r\x1b[2K73712<script>alert(1)</script>\u202e\x00"
	for _, m := range []wire.Machine{{Name: bad, Kernel: bad, Goroutines: -5}, {Name: strings.Repeat("ü", 5000), Goroutines: math.MaxInt}} {
		waitFor(t, "an answer", func() bool { // the server is there before the count
			_, err := e.Request(wire.Subject("worker"), message(wire.Request{Machine: m, Want: 1}), time.Second)
			return err == nil
		})
	}
	page := count.page()
	texts := map[string]string{"stderr": count.stderr.String()}
	for _, form := range []string{"", " --json"} {
		waitFor(t, "the machines", func() bool {
			texts["status"+form] = mustRun(t, "status"+form+" "+page)
			return strings.Contains(texts["status"+form], "73712") && strings.Contains(texts["status"+form], "___")
		})
	}
	response := testkit.Must(http.Get(page))
	texts["the page"] = string(testkit.Must(io.ReadAll(response.Body)))
	var r coordinator.Report
	testkit.NoError(t, json.Unmarshal([]byte(texts["status --json"]), &r))
	if r.Board != "n=14" || r.State != coordinator.Counting || r.Done != 0 || r.Tasks < 1000 {
		t.Errorf("%+v", r)
	}
	for name, text := range texts {
		if strings.ContainsAny(text, "\r\x1b\u202e\x00ü") || strings.Contains(text, "<script>") || len(text) > 20_000 {
			t.Errorf("%s: %q", name, text)
		}
	}
}
