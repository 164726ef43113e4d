package monitor

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
	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// sample returns a report with one of everything.
func sample() *coordinator.Report {
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	return &coordinator.Report{
		At: noon, Board: "n=21", State: coordinator.Counting, Tasks: 8192, Done: 8191, Solutions: 314666222711, Fraction: 0.99, SecondsLeft: 4000,
		Recounting: 3, Audits: 1, Withdrawn: []string{"eve", "no name"},
		Accounts: []coordinator.Account{{Name: "alice", Sent: 99}, {Name: "bob"}},
		Machines: []coordinator.Machine{
			{Account: "alice", Machine: wire.Machine{Name: "node7", Kernel: "linux-amd64", Goroutines: 16}, Sent: 98, Seen: noon},
			{Account: "alice", Machine: wire.Machine{Name: "node8", Kernel: "linux-amd64", Goroutines: 4}, Sent: 1, Seen: noon},
		},
	}
}

func get(t *testing.T, r *coordinator.Report, method, path string) (*http.Response, string) {
	t.Helper()
	w := httptest.NewRecorder()
	New(func() *coordinator.Report { return r }).ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w.Result(), w.Body.String()
}

func TestPaths(t *testing.T) {
	for path, status := range map[string]int{"/": 200, "/x": 404, "/metrics": 200} {
		if r, _ := get(t, sample(), "GET", path); r.StatusCode != status {
			t.Errorf("%s: %s", path, r.Status)
		}
		if r, _ := get(t, sample(), "POST", path); r.StatusCode < 400 {
			t.Errorf("POST %s: %s", path, r.Status)
		}
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
		"queensd_machines": 2, "queensd_goroutines": 20, "queensd_results": 99,
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

// TestListen serves a report and asks for it.
func TestListen(t *testing.T) {
	url, closing, err := Listen("0", New(sample))
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Trim(url, "htp:/")
	for _, name := range []string{url, address} {
		if got, err := Ask(t.Context(), name); err != nil || !cmp.Equal(got, sample()) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, _, err := Listen(address, nil); err == nil || !strings.HasPrefix(err.Error(), "cannot serve the status: ") {
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
		if _, err := Ask(t.Context(), address); err == nil {
			t.Errorf("%q answers", address)
		}
	}
	starting, closing, err := Listen("0", New(func() *coordinator.Report { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	defer closing()
	if _, err := Ask(t.Context(), starting); err == nil || !strings.Contains(err.Error(), "the count is starting") {
		t.Errorf("at the start: %v", err)
	}
}
