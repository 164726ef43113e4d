package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/internal/testkit"
	"example.com/queens/tasks"
	"github.com/nats-io/nats.go"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "8") // these tests wait most of the time
	os.Exit(m.Run())
}

// someTasks returns some tasks of a board.
func someTasks(t *testing.T, n, number int) (list []wire.Task) {
	t.Helper()
	b := testkit.Must(queens.New(n))
	all := testkit.Must(tasks.Cut(t.Context(), b, number))
	for i := range number {
		list = append(list, wire.Task{Number: i, Text: all.At(i).String()})
	}
	return list
}

// A count is played by a test. It has a server of its own and a worker.
type count struct {
	*testing.T
	*nats.Conn
	worker *Worker
	asks   atomic.Int64
}

// newCount starts a server and connects a count and a worker.
func newCount(t *testing.T) *count {
	t.Helper()
	dir := t.TempDir()
	s := testkit.Must(access.Start(access.Config{Listen: "127.0.0.1:0", Keys: dir, Log: func(string) {}}))
	t.Cleanup(s.Stop)
	connect := func(name string) *nats.Conn {
		client := testkit.Must(access.ReadClient(access.Path(dir, name)))
		conn := testkit.Must(nats.Connect(s.URL(), append(client.Options(), (&access.Dialer{}).Options()...)...))
		t.Cleanup(conn.Close)
		return conn
	}
	c := &count{T: t, Conn: connect(wire.Coordinator)}
	c.worker = &Worker{
		Conn: connect("worker"), Account: "worker", Machine: wire.Machine{Name: "m", Goroutines: 2}, Patience: 20 * time.Second,
		Say: func(text string) { t.Log(text) },
	}
	return c
}

// answers answers each request for tasks, and each with results.
func (c *count) answers(toAsk func(wire.Ask) any, toResults func(wire.Results) any) {
	c.Helper()
	on := func(subject string, answer func([]byte) any) {
		_, err := c.Subscribe(subject, func(m *nats.Msg) {
			v := answer(m.Data)
			text, ok := v.([]byte)
			if !ok {
				text, _ = json.Marshal(v)
			}
			c.Publish(m.Reply, text)
		})
		if err = errors.Join(err, c.Flush()); err != nil {
			c.Fatal(err)
		}
	}
	on(wire.AskSubject("worker"), func(text []byte) any {
		c.asks.Add(1)
		var ask wire.Ask
		json.Unmarshal(text, &ask)
		return toAsk(ask)
	})
	on(wire.ResultSubject("worker"), func(text []byte) any {
		var results wire.Results
		json.Unmarshal(text, &results)
		return toResults(results)
	})
}

// end tells the worker that a count has ended.
func (c *count) end(job string) {
	c.Publish(wire.EndSubject("worker"), []byte(job))
	c.Flush()
}

// endSoon ends jobs A and B after a while, whichever is the worker's.
func (c *count) endSoon(after time.Duration) {
	time.AfterFunc(after, func() {
		for !c.IsClosed() {
			c.end("A")
			c.end("B")
			time.Sleep(7 * time.Millisecond)
		}
	})
}

func receipt(r wire.Results) any { return wire.Receipt{Job: r.Job} }

// TestJobs has a count change its job from A to B and back while the receipt for results of A is
// on the way, again and again. Each result that comes back belongs to the job under which it comes.
func TestJobs(t *testing.T) {
	t.Parallel()
	c := newCount(t)
	lists := map[string][]wire.Task{"A": someTasks(t, 8, 3), "B": someTasks(t, 9, 3)}
	counted := map[string]string{}
	for job, list := range lists {
		for _, task := range list {
			var q tasks.Task
			if err := q.UnmarshalText([]byte(task.Text)); err != nil {
				t.Fatal(err)
			}
			n, _ := q.Count(t.Context())
			counted[fmt.Sprint(job, task.Number)] = fmt.Sprint(n)
		}
	}
	var n, received atomic.Int64
	c.answers(func(wire.Ask) any {
		job := string("AB"[n.Add(1)%2])
		return wire.Tasks{Job: job, Tasks: lists[job]}
	}, func(r wire.Results) any {
		for _, result := range r.Results {
			if want := counted[fmt.Sprint(r.Job, result.Number)]; want != fmt.Sprint(result.Count) {
				t.Errorf("task %d of %s: %d, want %s", result.Number, r.Job, result.Count, want)
			}
			received.Add(1)
		}
		time.Sleep(50 * time.Millisecond) // meanwhile there are other jobs
		return receipt(r)
	})
	c.worker.Count = func(ctx context.Context, task tasks.Task) (uint64, error) {
		time.Sleep(time.Millisecond)
		return task.Count(ctx)
	}
	c.endSoon(3 * time.Second)
	sent, err := c.worker.Run(t.Context())
	if err != nil || sent == 0 || int64(sent) > received.Load() || n.Load() < 10 {
		t.Errorf("%d sent, %d received, %d jobs, %v", sent, received.Load(), n.Load(), err)
	}
}

// TestNoTasks has a count answer at once that there are no tasks, or with what it has handed out
// already. The worker pauses.
func TestNoTasks(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]any{
		"none": wire.Tasks{Job: "A"}, "null": []byte("null"), "{}": []byte("{}"), "no JSON": []byte("["), "a receipt": wire.Receipt{Job: "B"},
		"the same": wire.Tasks{Job: "A", Tasks: slices.Repeat(someTasks(t, 8, 1), 3)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCount(t)
			first := sync.OnceValue(time.Now)
			c.answers(func(wire.Ask) any {
				if first(); c.asks.Load() == 3 {
					c.endSoon(0)
				}
				return answer
			}, receipt)
			c.worker.Count = func(ctx context.Context, _ tasks.Task) (uint64, error) {
				<-ctx.Done()
				return 0, ctx.Err()
			}
			if _, err := c.worker.Run(t.Context()); err != nil {
				t.Error(err)
			}
			if took := time.Since(first()); took < 3*retryAfter/2 {
				t.Errorf("it has asked %d times in %v", c.asks.Load(), took)
			}
		})
	}
}

// TestForeignEnd tells a worker that another count has ended, and then that its own has.
func TestForeignEnd(t *testing.T) {
	t.Parallel()
	c := newCount(t)
	list := someTasks(t, 8, 1)
	var told atomic.Bool
	c.answers(func(wire.Ask) any { return wire.Tasks{Job: "A", Tasks: list} }, func(r wire.Results) any {
		c.end("other")
		c.end("")
		time.AfterFunc(500*time.Millisecond, func() {
			told.Store(true)
			c.end("A")
		})
		return receipt(r)
	})
	if sent, err := c.worker.Run(t.Context()); err != nil || sent == 0 || !told.Load() {
		t.Errorf("%d sent, %v; told: %t", sent, err, told.Load())
	}
}

// TestRefusals sends answers that make a worker give up.
func TestRefusals(t *testing.T) {
	t.Parallel()
	large := someTasks(t, 28, 1)
	for name, test := range map[string]struct {
		answer wire.Tasks
		want   string
	}{
		"withdrawn":       {wire.Tasks{Withdrawn: true}, "results of this key were wrong, and all of them are withdrawn"},
		"no task":         {wire.Tasks{Job: "A", Tasks: []wire.Task{{Number: 3, Text: "\r\x1b[2K"}}}, "task 3 cannot be counted here: "},
		"too much memory": {wire.Tasks{Job: "A", Tasks: large}, "a task takes up to 1.3 GB of memory, and this computer has 1 GB"},
	} {
		c := newCount(t)
		c.worker.Memory = 1e9
		c.answers(func(wire.Ask) any { return test.answer }, receipt)
		if _, err := c.worker.Run(t.Context()); err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.ContainsAny(err.Error(), "\r\x1b") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMemory has tasks of which two fit into memory. They are counted two at a time, but smaller
// tasks of another count on all goroutines.
func TestMemory(t *testing.T) {
	t.Parallel()
	c := newCount(t)
	large, small := someTasks(t, 28, 40), someTasks(t, 12, 40)
	c.worker.Memory, c.worker.Machine.Goroutines = 3e9, 16
	var mu sync.Mutex
	running, most := map[bool]int{}, map[bool]int{}
	c.worker.Count = func(_ context.Context, task tasks.Task) (uint64, error) {
		isLarge := strings.Contains(task.String(), "n=28")
		mu.Lock()
		running[isLarge]++
		most[isLarge] = max(most[isLarge], running[isLarge])
		mu.Unlock()
		time.Sleep(20 * time.Millisecond)
		mu.Lock()
		running[isLarge]--
		mu.Unlock()
		return 1, nil
	}
	var goroutines atomic.Int64
	var done atomic.Bool
	c.answers(func(wire.Ask) any {
		if done.Load() {
			return wire.Tasks{Job: "B", Tasks: small}
		}
		return wire.Tasks{Job: "A", Tasks: large}
	}, func(r wire.Results) any {
		if goroutines.Store(int64(r.Goroutines)); r.Job == "A" && r.Results[0].Number > 0 {
			if r.Goroutines != 2 {
				t.Errorf("it says that it has %d goroutines", r.Goroutines)
			}
			done.Store(true)
		}
		return receipt(r)
	})
	go func() {
		for all := false; !all && t.Context().Err() == nil; time.Sleep(10 * time.Millisecond) {
			mu.Lock()
			all = most[false] == 16
			mu.Unlock()
		}
		c.endSoon(0)
	}()
	if _, err := c.worker.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if most[true] != 2 || most[false] != 16 {
		t.Errorf("%d large and %d small tasks at a time", most[true], most[false])
	}
}

// serve plays a server for each connection to an address.
func serve(t *testing.T, play func(net.Conn)) (address string) {
	t.Helper()
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() { defer conn.Close(); play(conn) }()
		}
	}()
	return l.Addr().String()
}

// A server says hello to each client as servers of NATS do, or as a test wants, and then
// whatever the test plays.
func server(t *testing.T, hello string, play func(net.Conn)) (url string) {
	t.Helper()
	return "nats://" + serve(t, func(conn net.Conn) {
		io.WriteString(conn, hello)
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			if lines.Text() == "PING" {
				io.WriteString(conn, "PONG\r\n")
				go play(conn)
			}
		}
	})
}

const goodHello = `INFO {"server_id":"x","version":"2.12.0","proto":1,"max_payload":1048576,"headers":true,"nonce":"abc"}` + "\r\n"

// run runs a worker with a server.
func run(t *testing.T, url string, patience time.Duration) error {
	t.Helper()
	dir := t.TempDir()
	testkit.Must(access.AddWorker(dir, "alice"))
	client := testkit.Must(access.ReadClient(access.Path(dir, "alice")))
	d := &access.Dialer{}
	var conn *nats.Conn
	var err error
	for range 10 { // this machine may be slow
		conn, err = nats.Connect(url, append(append(client.Options(), d.Options()...), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond),
			nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))...)
		if err == nil || d.Violation() != nil {
			break
		}
	}
	if d.Violation() != nil {
		return d.Violation()
	} else if err != nil {
		return err
	}
	defer conn.Close()
	w := &Worker{Conn: conn, Account: "alice", Machine: wire.Machine{Goroutines: 1}, Patience: patience, Say: func(string) {}}
	_, err = w.Run(t.Context())
	return err
}

// TestHostileServers has servers that break the protocol. The worker ends at once, with an error
// that says so.
func TestHostileServers(t *testing.T) {
	t.Parallel()
	const violates = "the server does not keep to the protocol: "
	long := strings.Repeat("x", 1<<16)
	for name, want := range map[string]string{
		"MSG x 1 99999999999999999999\r\n":           violates + `it sends "MSG x 1 99999999999999999999\r"`,
		"MSG x 1 9223372036854775807\r\nx":           violates + `it sends "MSG x 1 9223372036854775807\r"`,
		"MSG x 1 8000000000\r\n" + long:              violates + `it sends "MSG x 1 8000000000\r"`,
		"MSG x 1 r 1000000\r\n":                      violates,
		"MSG x 1 -1\r\n":                             violates,
		"MSG x 1\r 15\n":                             violates,
		"MSG\t\r\n":                                  violates,
		"hmsg x 1 5 18446744073709551615\r\n":        violates,
		"MSG x 1 3\r\nabcd\r\n":                      violates + "a message does not end where it should",
		"MSG x 1 0\r\n\nMSG x 1 99999999999\r\n":     violates + "a message does not end where it should",
		"PING\n":                                     violates,
		"\r\n":                                       violates,
		"+OK\r\n\x1b[2K\r\n":                         violates,
		"GET / HTTP/1.1\r\n":                         violates,
		"INFO " + long:                               violates + "a line of more than 32768 bytes",
		"-ERR 'no more'\r\n":                         "the connection to the server was closed: nats: no more",
		"MSG x 9 3\r\nabc\r\n-ERR 'no \x7fmore'\r\n": "the connection to the server was closed: nats: no \x7fmore",
	} {
		err := run(t, server(t, goodHello, func(conn net.Conn) { io.WriteString(conn, name) }), time.Minute)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v", name, err)
		}
	}
	for _, hello := range []string{"\r\n", "INFO " + long, long, "MSG x 1 99999999999999999999\r\n", "HTTP/1.1 400 Bad Request\r\n"} {
		if err := run(t, server(t, hello, func(net.Conn) {}), time.Minute); err == nil || !strings.HasPrefix(err.Error(), violates) {
			t.Errorf("hello %.60q: %v", hello, err)
		}
	}
}

// TestSilentServers has servers that never answer. The worker gives up.
func TestSilentServers(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(net.Conn){
		"nothing": func(net.Conn) {},
		"a byte at a time of what is no answer": func(conn net.Conn) {
			for {
				for _, b := range []byte("MSG queensd.to.alice.x 9 2\r\n{}\r\n-ERR 'permissions violation'\r\n") {
					if _, err := conn.Write([]byte{b}); err != nil {
						return
					}
				}
			}
		},
		"hangs up": func(conn net.Conn) { conn.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := run(t, server(t, goodHello, play), time.Second); err == nil || !strings.Contains(err.Error(), "gave up after 1s") {
				t.Error(err)
			}
		})
	}
}

// TestElsewhere has a server that names another one and hangs up. The worker does not go there.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	var there atomic.Int64
	elsewhere := serve(t, func(net.Conn) { there.Add(1) })
	hello := strings.Replace(goodHello, "{", fmt.Sprintf(`{"connect_urls":[%q],`, elsewhere), 1)
	err := run(t, server(t, hello, func(conn net.Conn) {
		io.WriteString(conn, hello)
		time.Sleep(10 * time.Millisecond)
		conn.Close()
	}), time.Second)
	if err == nil || there.Load() > 0 {
		t.Errorf("%d connections elsewhere, %v", there.Load(), err)
	}
}

// TestByteByByte has a server and a client that hear each other one byte at a time.
func TestByteByByte(t *testing.T) {
	t.Parallel()
	c := newCount(t)
	list := someTasks(t, 8, 20)
	var received atomic.Int64
	c.answers(func(wire.Ask) any { return wire.Tasks{Job: "A", Tasks: list} }, func(r wire.Results) any {
		if received.Add(int64(len(r.Results))) >= 20 {
			c.end("A")
		}
		return receipt(r)
	})
	c.worker.Conn = slowly(t, c.worker.Conn)
	if sent, err := c.worker.Run(t.Context()); err != nil || received.Load() < 20 {
		t.Errorf("%d sent, %d received, %v", sent, received.Load(), err)
	}
}

// slowly connects a client again, through a proxy that passes on one byte at a time.
func slowly(t *testing.T, conn *nats.Conn) *nats.Conn {
	t.Helper()
	pass := func(to, from net.Conn) {
		defer to.Close()
		io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{from}, make([]byte, 1))
	}
	options := conn.Opts
	options.Servers = nil
	options.Url = "nats://" + serve(t, func(in net.Conn) {
		if out, err := net.Dial("tcp", strings.TrimPrefix(conn.ConnectedUrl(), "nats://")); err == nil {
			go pass(out, in)
			pass(in, out)
		}
	})
	again := testkit.Must(options.Connect())
	t.Cleanup(again.Close)
	return again
}
