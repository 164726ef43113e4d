package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/queue"
)

func TestCountDurable(t *testing.T) {
	dir := t.TempDir()
	tests := []struct{ line, want string }{
		{"count 0", "1"},
		{"count 3", "0"},
		{"count 8", "92"},
		{"count 8 --given d5,b4,d5", "2"},
		{"count 8 --given b4,d5 --block c1", "1"},
		{"count 12 --workers 1", "14200"},
		{"count 11 --torus --tasks 5", "88"},
		{"count 12 --census", "14200 solutions, 1787 fundamental"},
	}
	for _, test := range tests {
		for range 2 {
			if got := mustRun(t, test.line+" --data "+dir); got != test.want+"\n" {
				t.Errorf("%s: got %q, want %s", test.line, got, test.want)
			}
		}
	}
	if got := mustRun(t, "status --data "+dir); strings.Count(got, "\n") != len(tests)-1 || !strings.Contains(got, "n=8 given=b4,d5 blocked=c1: ") {
		t.Errorf("status says %q", got)
	}
	got := queensRun(t.Context(), "count 11 --torus --tasks 6 --data "+dir)
	if want := "queensd: count of n=11 torus was begun with --tasks 5, not 6; leave it out to go on, or count in another place\n"; got != (result{1, "", want}) {
		t.Errorf("got %+v", got)
	}
}

// TestCensus compares the fundamental solutions of durable counts with those of the
// library.
func TestCensus(t *testing.T) {
	tests := []struct {
		n       int
		flags   string
		options []queens.Option
	}{
		{n: 0}, {n: 1}, {n: 2}, {n: 4}, {n: 5}, {n: 8}, {n: 12},
		{5, "--torus", []queens.Option{queens.Toroidal()}},
		{13, "--torus", []queens.Option{queens.Toroidal()}},
		{8, "--given b4", []queens.Option{queens.Given(queens.Square{Row: 3, Col: 1})}},
		{9, "--given e5", []queens.Option{queens.Given(queens.Square{Row: 4, Col: 4})}},
		{9, "--block e5", []queens.Option{queens.Blocked(queens.Square{Row: 4, Col: 4})}},
		{12, "--block a1,l12", []queens.Option{queens.Blocked(queens.Square{}, queens.Square{Row: 11, Col: 11})}},
	}
	for _, test := range tests {
		s, err := queens.New(test.n, test.options...)
		if err != nil {
			t.Fatal(err)
		}
		census, err := s.Census(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%s, %d fundamental\n", plural(census.All, "solution"), census.Fundamental)
		line := fmt.Sprintf("count %d --census %s --data %s", test.n, test.flags, t.TempDir())
		if got := mustRun(t, line); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// start starts the program in a process of its own, to be killed at the end.
func start(t *testing.T, line string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	cmd, stderr = child(t, line), new(bytes.Buffer)
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd, stderr
}

// resultsIn returns how many results the ledger of a directory has.
func resultsIn(t *testing.T, dir string) int {
	t.Helper()
	records, _, err := queue.ReadLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	results := 0
	for _, r := range records {
		if r.Result != nil {
			results++
		}
	}
	return results
}

// waitFor waits until something is so.
func waitFor(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// TestKill kills a count with no warning. The next goes on.
func TestKill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	line := "count 14 --tasks 400 --data " + dir
	cmd, _ := start(t, line)
	waitFor(t, "results", func() bool { return resultsIn(t, dir) >= 30 })
	cmd.Process.Kill()
	cmd.Wait()
	before, err := os.ReadFile(filepath.Join(dir, queue.LedgerName))
	if err != nil {
		t.Fatal(err)
	}
	if n := resultsIn(t, dir); n >= 400 {
		t.Fatalf("it was killed after %d tasks", n)
	}
	got := queensRun(t.Context(), line) // a line that was cut off is reported
	if got.status != 0 || got.stdout != "365596\n" {
		t.Errorf("got %+v", got)
	}
	after, err := os.ReadFile(filepath.Join(dir, queue.LedgerName))
	if err != nil {
		t.Fatal(err)
	}
	whole := before[:bytes.LastIndexByte(before, '\n')+1]
	if !bytes.HasPrefix(after, whole) || resultsIn(t, dir) != 400 {
		t.Error("the results of the first run were not kept")
	}
}

// TestDamage has nothing left but a ledger with a damaged line.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "count 12 --data "+dir)
	if err := os.RemoveAll(filepath.Join(dir, "jetstream")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, queue.LedgerName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte(`"count":`), []byte(`"count":1`), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := mustRun(t, "status --data "+t.TempDir()); got != "no counts\n" {
		t.Errorf("status of an empty directory: %q", got)
	}
	for _, command := range []string{"status", "export"} {
		if got := queensRun(t.Context(), command+" --data "+dir); !strings.Contains(got.stderr, "line 2 of the ledger is damaged: result ") {
			t.Errorf("%s: got %+v", command, got)
		}
	}
	got := queensRun(t.Context(), "count 12 --data "+dir)
	const want = "queensd: line 2 of the ledger is damaged and was taken out: result "
	if got.status != 0 || got.stdout != "14200\n" || !strings.HasPrefix(got.stderr, want) || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("got %+v", got)
	}
	if got := mustRun(t, "count 12 --data "+dir); got != "14200\n" {
		t.Errorf("then got %q", got)
	}
}

// TestInterrupt ends a count with one signal, while another process is kept out.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signal can be sent")
	}
	dir := t.TempDir()
	cmd, stderr := start(t, "count 19 --quiet --data "+dir)
	waitFor(t, "results", func() bool { return resultsIn(t, dir) > 0 })
	for _, line := range []string{"count 8 --data " + dir, "serve --data " + dir, "import - --data " + dir} {
		got := queensRun(t.Context(), line)
		if want := "queensd: data directory " + dir + " is in use by another process\n"; got != (result{1, "", want}) {
			t.Errorf("%s: got %+v", line, got)
		}
	}
	if got := mustRun(t, "status --data "+dir); !strings.HasPrefix(got, "n=19: ") {
		t.Errorf("status of a directory in use: %q", got)
	}
	cmd.Process.Signal(os.Interrupt)
	begun := time.Now()
	cmd.Wait()
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("it took %v to end", took)
	}
	const want = " tasks; the same command goes on from there\n"
	if got := stderr.String(); cmd.ProcessState.ExitCode() != 130 || !strings.HasPrefix(got, "queensd: interrupted: ") || !strings.HasSuffix(got, want) {
		t.Errorf("status %d, stderr %q", cmd.ProcessState.ExitCode(), got)
	}
}

// TestInterruptTwice ends a count at once.
func TestInterruptTwice(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signal can be sent")
	}
	dir := t.TempDir()
	cmd, _ := start(t, "count 19 --quiet --data "+dir)
	waitFor(t, "results", func() bool { return resultsIn(t, dir) > 0 })
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cmd.Wait()
	}()
	begun := time.Now()
	for {
		cmd.Process.Signal(os.Interrupt)
		select {
		case <-ended:
			if took := time.Since(begun); took > time.Second {
				t.Errorf("it took %v to end", took)
			}
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// serveAt starts a server in a process of its own and returns its URL.
func serveAt(t *testing.T, line string) (*exec.Cmd, string) {
	t.Helper()
	cmd := child(t, "serve --listen 127.0.0.1:0 "+line)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	text, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, strings.Fields(text)[1]
}

// TestServe counts with a server, workers and a coordinator, each a process.
func TestServe(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	auth := filepath.Join(dir, "auth")
	if err := os.WriteFile(auth, []byte("ann:s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server, url := serveAt(t, "--data "+dir+" --auth "+auth)
	if strings.Contains(url, "s3cret") {
		t.Errorf("the secret is in the URL %s", url)
	}
	at := " --nats " + url + " --auth " + auth
	worker, stderr := start(t, "worker --workers 1 --idle 1s"+at)
	if got := mustRun(t, "count 12 --workers 0"+at); got != "14200\n" {
		t.Errorf("got %q", got)
	}
	if got := mustRun(t, "status"+at); !strings.HasPrefix(got, "n=12: 32 of 32 tasks, 14200 solutions\nworker ") {
		t.Errorf("status says %q", got)
	}
	var state report
	if err := json.Unmarshal([]byte(mustRun(t, "status --json"+at)), &state); err != nil {
		t.Fatal(err)
	}
	if len(state.Jobs) != 1 || state.Jobs[0].Done != 32 || state.Jobs[0].Solutions != 14200 {
		t.Errorf("status is %+v", state)
	}
	if err := worker.Wait(); err != nil || stderr.String() != "counted 32 tasks\n" {
		t.Errorf("the worker ended with %v, %q", err, stderr)
	}
	if got := mustRun(t, "count 12 --census --data "+other+at); got != "14200 solutions, 1787 fundamental\n" {
		t.Errorf("with a ledger: got %q", got)
	}
	if n := resultsIn(t, other); n != 32 {
		t.Errorf("the ledger here has %d results", n)
	}
	waitFor(t, "the server's ledger", func() bool { return resultsIn(t, dir) == 32 })

	// The results move to other places, and nothing is counted there.
	file := filepath.Join(t.TempDir(), "results.jsonl")
	if err := os.WriteFile(file, []byte(mustRun(t, "export"+at)), 0o600); err != nil {
		t.Fatal(err)
	}
	moved := t.TempDir()
	for _, want := range []string{"33 of 33 lines new\n", "0 of 33 lines new\n"} {
		if got := mustRun(t, "import "+file+" --data "+moved); got != want {
			t.Errorf("import: got %q, want %q", got, want)
		}
	}
	if got := mustRun(t, "import "+file+at); got != "0 of 33 lines new\n" {
		t.Errorf("import: got %q", got)
	}
	before := resultsIn(t, moved)
	if got := mustRun(t, "count 12 --data "+moved); got != "14200\n" || resultsIn(t, moved) != before {
		t.Errorf("got %q, and %d results of %d", got, resultsIn(t, moved), before)
	}
	_, empty := serveAt(t, "--data "+t.TempDir())
	if got := mustRun(t, "import "+file+" --nats "+empty); got != "33 of 33 lines new\n" {
		t.Errorf("import: got %q", got)
	}

	for _, line := range []string{"count 8", "worker", "status", "export"} {
		got := queensRun(t.Context(), line+" --nats "+url)
		if got.status != 1 || !strings.Contains(got.stderr, "uthorization") {
			t.Errorf("%s without a password: %+v", line, got)
		}
	}
	if runtime.GOOS != "windows" {
		server.Process.Signal(os.Interrupt)
		begun := time.Now()
		server.Wait()
		if took := time.Since(begun); took > 2*time.Second || server.ProcessState.ExitCode() != 130 {
			t.Errorf("the server ended after %v with status %d", took, server.ProcessState.ExitCode())
		}
	}
	got := queensRun(t.Context(), "count 8"+at)
	if got.status != 1 || !strings.HasPrefix(got.stderr, "queensd: cannot connect to ") {
		t.Errorf("without a server: %+v", got)
	}
}

// TestWorkerWaits has a worker come before its server, and the server go.
func TestWorkerWaits(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	stop, interrupt := context.WithCancel(ctx)
	context.AfterFunc(ctx, interrupt)
	time.AfterFunc(100*time.Millisecond, interrupt)
	got := queensRun(stop, "worker --nats nats://127.0.0.1:1")
	want := "counted 0 tasks\nqueensd: interrupted\n"
	if got.status != 130 || !strings.HasPrefix(got.stderr, "queensd: cannot connect") || !strings.HasSuffix(got.stderr, want) {
		t.Errorf("got %+v", got)
	}
	_, url := serveAt(t, "--data "+t.TempDir())
	stop, interrupt = context.WithCancel(t.Context())
	time.AfterFunc(time.Second, interrupt)
	if got := queensRun(stop, "worker --quiet --nats "+url); got != (result{130, "", "queensd: interrupted\n"}) {
		t.Errorf("got %+v", got)
	}
}

func TestImportErrors(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "count 8 --data "+dir)
	text := mustRun(t, "export --data "+dir)
	lines := strings.SplitAfter(text, "\n")
	tests := []struct{ text, want string }{
		{text[:len(text)-1], "cut off"},
		{lines[0] + "garbage\n", "line 2: not the JSON of a record"},
		{lines[0] + strings.Replace(lines[1], `"count":`, `"count":1`, 1), "line 2: result "},
	}
	file := filepath.Join(t.TempDir(), "results.jsonl")
	for _, test := range tests {
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		empty := t.TempDir()
		got := queensRun(t.Context(), "import "+file+" --data "+empty)
		if got.status != 1 || !strings.Contains(got.stderr, test.want) || !strings.HasSuffix(got.stderr, "; nothing was imported\n") {
			t.Errorf("got %+v, want %q", got, test.want)
		}
		if files, err := os.ReadDir(empty); len(files) != 0 || err != nil {
			t.Errorf("%q: it left %v, %v", test.want, files, err)
		}
	}
	for _, line := range []string{"import /not/there --data " + dir, "export --data /not/there", "status --data /not/there"} {
		if got := queensRun(t.Context(), line); got.status != 1 || !strings.Contains(got.stderr, "/not/there") {
			t.Errorf("%s: got %+v", line, got)
		}
	}
}

// TestFullDisk counts on a disk that is too small, for the store or for the ledger,
// and goes on when it has grown; and on one that cannot be written.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds until a disk is full")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	disk := t.TempDir()
	// In a name space of its own, anybody may mount a file system.
	script := func(lines string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "unshare", "--map-root-user", "--mount", "sh", "-c", "set -e; "+lines)
		cmd.Env = append(os.Environ(), beQueens+"=1", "QUEENS="+exe, "DISK="+disk)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := script("mount -t tmpfs tmpfs $DISK"); err != nil {
		t.Skipf("cannot mount: %v, %s", err, out)
	}
	for _, size := range []string{"8k", "40k", "64k", "100k"} {
		out, err := script("mount -t tmpfs -o size=" + size + " tmpfs $DISK; " +
			"! $QUEENS count 14 --quiet --data $DISK/data; mount -o remount,size=100m $DISK; echo grown; $QUEENS count 14 --quiet --data $DISK/data")
		small, grown, _ := strings.Cut(out, "grown\n")
		if err != nil || !strings.Contains(small, "no space left on device") || strings.Contains(small, "365596") || !strings.HasSuffix(grown, "365596\n") {
			t.Errorf("size %s: %v\n%s", size, err, out)
		}
	}
	out, err := script("mount -t tmpfs tmpfs $DISK; mount -o remount,ro $DISK; ! $QUEENS count 14 --data $DISK; ! $QUEENS count 14 --data $DISK/data")
	if want := "read-only file system\n"; err != nil || strings.Count(out, want) != 2 {
		t.Errorf("read-only: %v\n%s", err, out)
	}
}

// TestDirInTheWay has files where directories should be; a system manager may write
// everywhere else.
func TestDirInTheWay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := queensRun(t.Context(), "count 8 --data "+file); got.status != 1 || !strings.HasPrefix(got.stderr, "queensd: cannot make the data directory: ") {
		t.Errorf("got %+v", got)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "jetstream"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := queensRun(t.Context(), "count 8 --data "+dir); got.status != 1 || !strings.HasPrefix(got.stderr, "queensd: cannot start the server: ") {
		t.Errorf("got %+v", got)
	}
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, queue.LedgerName), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := queensRun(t.Context(), "count 8 --data "+dir); got.status != 1 || !strings.HasPrefix(got.stderr, "queensd: cannot open the ledger: ") {
		t.Errorf("got %+v", got)
	}
}

func TestWrongDurableArguments(t *testing.T) {
	auth := filepath.Join(t.TempDir(), "auth")
	if err := os.WriteFile(auth, []byte("a b\nc"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ line, want string }{
		{"count 8 --workers -1 --data d", "-1 workers, want at least 0"},
		{"count 8 --workers 0 --data d", "0 workers, want at least 1 without --nats"},
		{"count 8 --tasks 5", "want --data, --nats or both"},
		{"count 8 --tasks -5 --data d", "-5 tasks, want at least 1, or 0 for the default"},
		{"count 8 --replicas 3 --data d", "--replicas is for counts with --nats"},
		{"count 8 --replicas 6 --nats n", "6 replicas, want 1 to 5, or 0 for the default"},
		{"count 8 --data d --auth a", "--auth and --ca are for a server, with --nats"},
		{"worker", "worker needs --nats"},
		{"worker --nats n --workers 0", "0 workers, want at least 1"},
		{"worker --nats n --idle -1s", "idle time is -1s, want at least 0"},
		{"worker 8 --nats n", "worker has 1 arguments, want none"},
		{"status", "want either --data or --nats"},
		{"status --data d --nats n", "want either --data or --nats"},
		{"export", "want either --data or --nats"},
		{"import x", "want either --data or --nats"},
		{"import --data d", "import has 0 arguments, want one, the file"},
		{"serve", "serve needs --data"},
		{"serve --data d --listen :4222", `address ":4222" is open to others, who need a password or a token; without one only a loopback address will do, such as 127.0.0.1:4222`},
		{"serve --data d --cert c", "TLS needs both a certificate and its key"},
		{"serve --data d --monitor :8222", `monitoring address ":8222" is open to others and asks for no password; want a loopback address, such as 127.0.0.1:8222`},
		{"serve --data d --auth " + auth, auth + ": want one line, user:password or a token"},
	}
	for _, test := range tests {
		if got := queensRun(t.Context(), test.line); got != (result{2, "", "queensd: " + test.want + "\n"}) {
			t.Errorf("%s: got %+v", test.line, got)
		}
	}
}

// TestProgress shows how far a count is, to a file.
func TestProgress(t *testing.T) {
	var out strings.Builder
	d := newDisplay(&out, false)
	stop := d.start()
	d.show() // nothing is known
	d.update(queue.Progress{Done: 10, Total: 100, Solutions: 5})
	d.begun = time.Now().Add(-10 * time.Second)
	d.show()
	d.update(queue.Progress{Done: 30, Total: 100, Solutions: 12345})
	d.show()
	d.trouble(errors.New("queens: no\nway"))
	d.trouble(errors.New("queens: no\nway"))
	stop()
	want := "10 of 100 tasks, 5 solutions\n30 of 100 tasks, 12345 solutions, 2 tasks/s, 35s left\nqueensd: no\\nway\n"
	if got := out.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestProgressBar draws the bar of a terminal, which is a file here.
func TestProgressBar(t *testing.T) {
	var out strings.Builder
	d := newDisplay(&out, false)
	file, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	d.terminal = file
	d.update(queue.Progress{Done: 1, Total: 2, Solutions: 46})
	d.show()
	d.trouble(errors.New("no way"))
	d.update(queue.Progress{Done: 2, Total: 2, Solutions: 92})
	d.show()
	d.erase()
	const clear = "\r\x1b[K"
	half, full := strings.Repeat("█", 12)+strings.Repeat("░", 12), strings.Repeat("█", 24)
	want := half + " 1 of 2 tasks, 46 solutions" + clear + "queensd: no way\n" + full + " 2 of 2 tasks, 92 solutions" + clear
	if got := out.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTimeFor(t *testing.T) {
	tests := []struct {
		tasks int
		rate  float64
		want  string
	}{
		{35, 2, "18s"}, {1000, 1, "17m0s"}, {100000, 1, "28h0m0s"}, {1 << 30, 1e-9, fmt.Sprint(time.Duration(1<<62 - 1).Round(time.Hour))},
	}
	for _, test := range tests {
		if got := timeFor(test.tasks, test.rate).String(); got != test.want {
			t.Errorf("%d tasks at %v: got %s, want %s", test.tasks, test.rate, got, test.want)
		}
	}
	if got := bar(queue.Progress{Done: 1, Total: 2}); got != strings.Repeat("█", barWidth/2)+strings.Repeat("░", barWidth/2) {
		t.Errorf("bar %q", got)
	}
}
