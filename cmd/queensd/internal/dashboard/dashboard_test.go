package dashboard

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/coordinator"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"golang.org/x/net/html"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.FixedZone("CEST", 2*3600))

// sample returns a report with one of everything. Its texts are worse than those that a
// count lets in.
func sample() *coordinator.Report {
	const bad = "<script>\r\x1b[2K73712</script>"
	return &coordinator.Report{
		At: noon, Board: "n=21", State: coordinator.Counting, Tasks: 8192, Done: 8191, Solutions: 314666222711, Rate: 12.3456, SecondsLeft: 4000,
		Recounting: 3, Audits: 1, Withdrawn: []string{"eve", "no name"},
		Accounts: []coordinator.Account{{Name: "alice", Held: 12, Sent: 99}, {Name: "bob"}},
		Machines: []coordinator.Machine{
			{Account: "alice", Machine: wire.Machine{Name: "node7", Kernel: "linux-amd64", Goroutines: 16}, Sent: 98, Seen: noon.Add(-9 * time.Second)},
			{Account: "alice", Machine: wire.Machine{Name: bad, Kernel: bad, Goroutines: 4}, Sent: 1, Seen: noon.Add(time.Second)},
		},
	}
}

func get(t *testing.T, r *coordinator.Report, method, path string) (*http.Response, string) {
	t.Helper()
	w := httptest.NewRecorder()
	New(func() *coordinator.Report { return r }).ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w.Result(), w.Body.String()
}

// TestPage parses the page as browsers do.
func TestPage(t *testing.T) {
	r, text := get(t, sample(), "GET", "/")
	if r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(r.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%s, %v", r.Status, r.Header)
	}
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var words strings.Builder
	elements := map[string]int{}
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			elements[n.Data]++
		case html.TextNode:
			words.WriteString(n.Data + " ")
		}
	}
	if elements["script"] > 0 || elements["h1"] != 1 || elements["title"] != 1 || elements["main"] != 1 || elements["table"] != 2 || elements["progress"] != 1 {
		t.Errorf("elements %v", elements)
	}
	for _, want := range []string{
		"99 % of n=21", "99 %, 8191 of 8192 tasks, 314666222711 solutions so far; counting, 3 tasks to recount; 12.3 tasks/s, 1 h 7 min left.",
		"As of", "2026-05-04 10:00:00 UTC", "node7", "linux-amd64", "9 s ago", "0 s ago", "Results of eve were wrong", "Results of no name were wrong",
	} {
		if !strings.Contains(strings.Join(strings.Fields(words.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if _, text := get(t, sample(), "GET", "/?paused"); strings.Contains(text, `http-equiv="refresh"`) {
		t.Error("it refreshes while paused")
	}
	for path, status := range map[string]int{"/x": 404, "/style.css": 200, "/metrics": 200} {
		if r, _ := get(t, sample(), "GET", path); r.StatusCode != status {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
	if r, _ := get(t, sample(), "POST", "/"); r.StatusCode != 405 {
		t.Errorf("POST: %s", r.Status)
	}
	for _, path := range []string{"/", "/metrics"} {
		if r, _ := get(t, nil, "GET", path); r.StatusCode < 500 {
			t.Errorf("%s before there is a report: %s", path, r.Status)
		}
	}
}

// TestMetrics reads the page as Prometheus does.
func TestMetrics(t *testing.T) {
	r, text := get(t, sample(), "GET", "/metrics")
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil || len(problems) > 0 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Errorf("%v, %v, %v", problems, err, r.Header)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Error(err)
	}
	for name, want := range map[string]float64{
		"queensd_tasks": 8192, "queensd_tasks_done": 8191, "queensd_tasks_to_recount": 3, "queensd_unpassed_audits": 1, "queensd_withdrawn_accounts": 2,
		"queensd_machines": 2, "queensd_goroutines": 20, "queensd_tasks_held": 12, "queensd_results": 99,
	} {
		if f := families[name]; f == nil || f.Metric[0].Gauge.GetValue() != want {
			t.Errorf("%s: %v, want %v", name, f, want)
		}
	}
	if families["go_goroutines"] == nil || families["process_start_time_seconds"] == nil {
		t.Error("no metrics of the process")
	}
	// Machines that an account makes up are no metrics of their own.
	many := sample()
	for i := range 8000 {
		many.Machines = append(many.Machines, coordinator.Machine{Account: "alice", Machine: wire.Machine{Name: fmt.Sprint(i)}})
	}
	few := testutil.CollectAndCount(collector(sample))
	if got := testutil.CollectAndCount(collector(func() *coordinator.Report { return many })); got != few {
		t.Errorf("%d metrics, want %d", got, few)
	}
}

func TestListen(t *testing.T) {
	url, closing, err := Listen("0", New(sample))
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.Get(url)
	if err != nil || r.StatusCode != 200 {
		t.Errorf("%v, %v", r, err)
	}
	address := strings.Trim(url, "htp:/")
	if _, _, err := Listen(address, nil); err == nil || !strings.HasPrefix(err.Error(), "cannot serve the page: ") {
		t.Errorf("a second one: %v", err)
	}
	if err := closing(); err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
	for _, address := range []string{"", "x", "1:2:3", ":-1", "70000"} {
		if _, _, err := Listen(address, nil); err == nil {
			t.Errorf("it listens at %q", address)
		}
	}
}
