package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/internal/testkit"
	"github.com/nats-io/nats.go"
)

// TestCountAlone counts without a server, resumes from half a ledger and from one with a damaged line,
// and does not count another board with it.
func TestCountAlone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "q10.jsonl")
	mustRun(t, "count 10 --quiet --ledger "+file)
	lines := bytes.SplitAfter(testkit.Must(os.ReadFile(file)), []byte("\n"))
	testkit.NoError(t, os.WriteFile(file, bytes.Join(lines[:len(lines)/2], nil), 0o600))
	if got := mustRun(t, "count 10 --quiet --census --ledger "+file); got != "724 solutions in 92 orbits: 3 of 4, 89 of 8\n" {
		t.Errorf("got %q", got)
	}
	lines[1] = []byte("damaged\n")
	testkit.NoError(t, os.WriteFile(file, bytes.Join(lines, nil), 0o600))
	got := queensRun(t.Context(), "count 10 --quiet --ledger "+file)
	if got != (result{0, "724\n", "queensd: line 2 of " + file + " is damaged: its task is counted again\n"}) {
		t.Errorf("a damaged line: %+v", got)
	}
	got = queensRun(t.Context(), "count 9 --quiet --ledger "+file)
	if got.status != 2 || !strings.Contains(got.stderr, `is for board "n=10", not for "n=9"`) {
		t.Errorf("got %+v", got)
	}
	for board, want := range map[string]string{"0": "1\n", "3": "0\n", "8 --given b4": "8\n"} {
		if got := mustRun(t, "count "+board+" --quiet --ledger "+filepath.Join(t.TempDir(), "q")); got != want {
			t.Errorf("%s: got %q", board, got)
		}
	}
}

// makeCertificate makes cert.pem and key.pem.
func makeCertificate(t *testing.T, dir string) {
	t.Helper()
	out, err := exec.Command("openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "2", "-subj", "/CN=queens",
		"-addext", "subjectAltName=IP:127.0.0.1", "-keyout", dir+"/key.pem", "-out", dir+"/cert.pem").CombinedOutput()
	if err != nil {
		t.Skipf("no openssl: %v, %s", err, out)
	}
}

// TestTwoCommands is the start of the README, with TLS: a count and workers that end when it does. Meanwhile
// strangers begin handshakes.
func TestTwoCommands(t *testing.T) {
	t.Parallel()
	dir := keyDir(t, "alice")
	makeCertificate(t, dir)
	count, url := startCount(t, fmt.Sprintf("14 --workers 0 --http 0 --tasks 3000 --ledger %[1]s/q14.jsonl --cert %[1]s/cert.pem --key %[1]s/key.pem", dir))
	waitFor(t, "the report", func() bool { // the server is there before the count
		got := queensRun(t.Context(), "status "+count.page())
		return got.status == 0 && strings.Contains(got.stdout, "n=14: counting, 0 of ")
	})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, address, _ := strings.Cut(url, "://")
	var strangers sync.WaitGroup
	for range 500 {
		strangers.Go(func() {
			for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) { // they come again when they are hung up on
				if conn, err := net.Dial("tcp", address); err == nil {
					stop := context.AfterFunc(ctx, func() { conn.Close() })
					io.WriteString(conn, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
					io.Copy(io.Discard, conn)
					stop()
					conn.Close()
				}
			}
		})
	}
	got := queensRun(t.Context(), "worker"+as("worker", dir, url))
	if got.status != 2 || !strings.Contains(got.stderr, "certificate") {
		t.Errorf("without the certificate: %+v", got)
	}
	alice := start(t, "worker --workers 1"+as("alice", dir, url)+" --ca "+dir+"/cert.pem")
	worker := start(t, "worker --workers 1 --quiet"+as("worker", dir, url)+" --ca "+dir+"/cert.pem")
	for _, p := range []*process{count, alice, worker} {
		p.mustEnd(t)
	}
	stop()
	strangers.Wait()
	if count.stdout.String() != "365596\n" || strings.Contains(count.stderr.String(), "withdrawn") {
		t.Errorf("%q, %q", count.stdout, count.stderr)
	}
	if text := alice.stderr.String(); !strings.Contains(text, "connected as alice; taking tasks for 1 goroutine\n") || !strings.Contains(text, "counted ") {
		t.Errorf("%q", text)
	}
	if worker.stderr.String() != "" {
		t.Errorf("%q", worker.stderr)
	}
	book := testkit.Must(ledger.ReadFile(dir + "/q14.jsonl"))
	by := map[string]int{}
	for task := range book.Tasks() {
		for r := range book.Results(task) {
			by[r.Account()]++
		}
	}
	if book.Done() != book.Total || by["alice"] == 0 || by["worker"] == 0 || by[""] < 20 || by[""] > 120 {
		t.Errorf("%d of %d done, counted by %v", book.Done(), book.Total, by)
	}
}

// TestKeysChange removes a key and makes another while a count runs: the first is cut off and stays
// out, the second gets tasks. A new key for an old name is a different one.
func TestKeysChange(t *testing.T) {
	t.Parallel()
	dir, elsewhere := keyDir(t, "alice"), t.TempDir()
	testkit.NoError(t, os.WriteFile(elsewhere+"/alice.key", testkit.Must(os.ReadFile(dir+"/alice.key")), 0o600))
	_, url := startCount(t, "14 --workers 0 --quiet --ledger "+dir+"/q14.jsonl")
	s := &scene{t: t, dir: dir, url: url, ctx: t.Context()}
	alice := s.as("alice")
	waitFor(t, "tasks", func() bool { return len(alice.ask(1).Tasks) == 1 })
	if got := mustRun(t, "key --remove alice --keys "+dir); got != "" {
		t.Errorf("%q", got)
	}
	mustRun(t, "key bob --keys "+dir)
	waitFor(t, "the end of a connection", func() bool { return !alice.IsConnected() })
	waitFor(t, "tasks for a new key", func() bool {
		bob, err := s.dial("bob", nats.NoReconnect())
		if err != nil {
			return false
		}
		defer bob.Close()
		return len(bob.ask(1).Tasks) == 1
	})
	mustRun(t, "key alice --keys "+dir)
	waitFor(t, "another key of the same name", func() bool {
		again, err := s.dial("alice", nats.NoReconnect())
		if err == nil {
			again.Close()
		}
		return err == nil
	})
	got := queensRun(t.Context(), "worker"+as("alice", elsewhere, url))
	if got.status != 2 || !strings.Contains(got.stderr, "refuses the key") || alice.IsConnected() {
		t.Errorf("the key that was removed: %+v", got)
	}
}

// TestPatience has a worker outlive a count, and give up when there is none.
func TestPatience(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	count, url := startCount(t, "15 --workers 0 --quiet"+manyTasks+" --ledger "+dir+"/q15.jsonl")
	worker := start(t, "worker --workers 1 --patience 1m"+as("worker", dir, url))
	impatient := start(t, "worker --workers 1 --patience 500ms"+as("worker", dir, url))
	waitFor(t, "results", func() bool { return bytes.Count(testkit.Must(os.ReadFile(dir+"/q15.jsonl")), []byte("\n")) > 10 })
	count.kill()
	waitFor(t, "a worker to give up", impatient.hasEnded)
	if impatient.ProcessState.ExitCode() != 2 || !strings.Contains(impatient.stderr.String(), "gave up after 500ms") {
		t.Errorf("%v, %q", impatient.ProcessState, impatient.stderr)
	}
	count = start(t, "count 15 --workers 0 --quiet --ledger "+dir+"/q15.jsonl --listen "+strings.TrimPrefix(url, "nats://"))
	count.mustEnd(t)
	worker.mustEnd(t)
	if count.stdout.String() != "2279184\n" {
		t.Errorf("%q", count.stdout)
	}
}

// TestKills kills the count and its workers at random, sometimes all at once, until there have been
// enough kills. The total is right, and little work is lost.
func TestKills(t *testing.T) {
	t.Parallel()
	kills, board, total := 8, "15", "2279184\n"
	if testkit.Long() {
		kills, board, total = 40, "16", "14772512\n"
	}
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	dir := t.TempDir()
	file := dir + "/q.jsonl"
	count, url := startCount(t, board+" --workers 0 --quiet"+manyTasks+" --ledger "+file)
	lines := map[string]string{
		"count": "count " + board + " --workers 0 --quiet --ledger " + file + " --listen " + strings.TrimPrefix(url, "nats://"),
		"one":   "worker --workers 1 --quiet --patience 5m" + as("worker", dir, url),
		"two":   "worker --workers 1 --quiet --patience 5m" + as("worker", dir, url),
	}
	names := []string{"count", "one", "two"}
	running := map[string]*process{"count": count, "one": start(t, lines["one"]), "two": start(t, lines["two"])}
	runs := 1 // of the count
	for killed := 0; killed < kills; {
		time.Sleep(time.Duration(rng.IntN(250)) * time.Millisecond)
		victims := []string{names[rng.IntN(3)]}
		if rng.IntN(5) == 0 {
			victims = names
		}
		for _, name := range victims {
			running[name].Process.Kill()
			killed++
		}
		for _, name := range victims {
			running[name].kill()
			if name == "count" {
				runs++
			}
			if name == "count" && rng.IntN(3) == 0 { // the file may also end anywhere after its first line
				text := testkit.Must(os.ReadFile(file))
				first := bytes.IndexByte(text, '\n') + 1
				testkit.NoError(t, os.WriteFile(file, text[:max(first, len(text)-rng.IntN(200))], 0o600))
			}
			running[name] = start(t, lines[name])
		}
	}
	running["count"].mustEnd(t)
	for _, name := range names[1:] {
		running[name].kill() // one that came after the end waits for the next count
	}
	if got := running["count"].stdout.String(); got != total {
		t.Errorf("%q, want %q", got, total)
	}
	book := testkit.Must(ledger.ReadFile(file))
	t.Logf("%d kills, %d results of %d tasks in %d runs of the count", kills, book.Len(), book.Total, runs)
	// A run believes only itself: it recounts 1 % as results come, and 1 % in an audit, or twice as much
	// after each that was killed.
	killedAudits := book.Total / 100 << min(book.Audits()+1, 20)
	if again := book.Len() - book.Total; again > runs*(book.Total/50+2)+killedAudits {
		t.Errorf("%d results of %d tasks in %d runs of the count", book.Len(), book.Total, runs)
	}
}

// TestForgedCount has a ledger in which an account has forged a result of each task, and one in which
// it was withdrawn before. The count goes on to the right total and names it.
func TestForgedCount(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "q10.jsonl")
	mustRun(t, "count 10 --quiet --ledger "+file)
	book := testkit.Must(ledger.ReadFile(file))
	const eve = "eve \r\x1b[2K73712"
	var forged []byte
	for task := range book.Tasks() {
		count, _ := book.Count(task)
		forged = append(forged, book.ResultLine(ledger.Result{Task: task, Count: count + 1, By: eve + "@x"})...)
	}
	for _, before := range [][]byte{nil, book.WithdrawalLine(eve, time.Unix(1, 0))} {
		testkit.NoError(t, os.WriteFile(file, slices.Concat(book.Line(), before, forged), 0o600))
		got := queensRun(t.Context(), "audit "+file)
		if wrong := got.status == 1; wrong != (before == nil) || strings.ContainsAny(got.stdout, "\r\x1b") {
			t.Errorf("audit: %+v", got)
		}
		got = queensRun(t.Context(), "count 10 --quiet --ledger "+file)
		if got.status != 0 || got.stdout != "724\n" || strings.ContainsAny(got.stderr, "\r\x1b") ||
			!strings.HasSuffix(got.stderr, "queensd: wrong results were withdrawn and counted again, those of \"eve \\r\\x1b[2K73712\"\n") {
			t.Errorf("%+v", got)
		}
	}
}
