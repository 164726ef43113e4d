package dashboard

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"example.com/queens/cmd/queensd/internal/report"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// TestMetrics reads the page as Prometheus does.
func TestMetrics(t *testing.T) {
	r := get(t, pagesOf(sample()), "GET", "/metrics")
	text := body(t, r)
	if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Errorf("%s, %v", r.Status, r.Header)
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v, %v", problems, err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go_goroutines", "process_start_time_seconds", "queensd_job_tasks"} {
		if families[name] == nil {
			t.Errorf("no %s among %v", name, slices.Sorted(maps.Keys(families)))
		}
	}
}

func TestMetricsOfReport(t *testing.T) {
	var s source
	c := newCache(s.look)
	c.at, c.last = c.now(), sample()
	c.last.Jobs = append(c.last.Jobs[:3:3], c.last.Jobs[0]) // once per job, whatever the report says
	want := `
# HELP queensd_account_tasks_lost Tasks that an account has taken and not returned in time.
# TYPE queensd_account_tasks_lost gauge
queensd_account_tasks_lost{name="eve"} 64
# HELP queensd_job_active Whether the job is being counted.
# TYPE queensd_job_active gauge
queensd_job_active{board="n=21",job="01"} 1
queensd_job_active{board="n=30",job="03"} 0
queensd_job_active{board="n=8 given=b4",job="02"} 0
# HELP queensd_job_solutions Solutions of the tasks done, rounded to 53 bits.
# TYPE queensd_job_solutions gauge
queensd_job_solutions{board="n=21",job="01"} 3.14666222711e+11
queensd_job_solutions{board="n=30",job="03"} 0
queensd_job_solutions{board="n=8 given=b4",job="02"} 8
# HELP queensd_job_tasks Tasks in all.
# TYPE queensd_job_tasks gauge
queensd_job_tasks{board="n=21",job="01"} 8192
queensd_job_tasks{board="n=30",job="03"} 65536
queensd_job_tasks{board="n=8 given=b4",job="02"} 32
# HELP queensd_job_tasks_done Tasks that have a result.
# TYPE queensd_job_tasks_done gauge
queensd_job_tasks_done{board="n=21",job="01"} 8191
queensd_job_tasks_done{board="n=30",job="03"} 66
queensd_job_tasks_done{board="n=8 given=b4",job="02"} 32
# HELP queensd_job_tasks_under_way Tasks that workers have taken.
# TYPE queensd_job_tasks_under_way gauge
queensd_job_tasks_under_way{board="n=21",job="01"} 1
queensd_job_tasks_under_way{board="n=30",job="03"} 0
queensd_job_tasks_under_way{board="n=8 given=b4",job="02"} 0
# HELP queensd_job_tasks_waiting Tasks waiting for a worker.
# TYPE queensd_job_tasks_waiting gauge
queensd_job_tasks_waiting{board="n=21",job="01"} 0
queensd_job_tasks_waiting{board="n=30",job="03"} 0
queensd_job_tasks_waiting{board="n=8 given=b4",job="02"} 0
# HELP queensd_job_trouble Whether something is wrong with the job.
# TYPE queensd_job_trouble gauge
queensd_job_trouble{board="n=21",job="01"} 0
queensd_job_trouble{board="n=30",job="03"} 1
queensd_job_trouble{board="n=8 given=b4",job="02"} 0
# HELP queensd_worker_goroutines Goroutines of the workers seen lately.
# TYPE queensd_worker_goroutines gauge
queensd_worker_goroutines{name="alice"} 20
queensd_worker_goroutines{name="bob"} 2
# HELP queensd_workers Workers seen lately.
# TYPE queensd_workers gauge
queensd_workers{name="alice"} 2
queensd_workers{name="bob"} 1
`
	if err := testutil.CollectAndCompare(&collector{c}, strings.NewReader(want)); err != nil {
		t.Error(err)
	}
	if problems, err := testutil.CollectAndLint(&collector{c}); err != nil || len(problems) > 0 {
		t.Errorf("%v, %v", problems, err)
	}
	// All that is collected has been described.
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(&collector{c})
	if _, err := registry.Gather(); err != nil {
		t.Error(err)
	}
}

// TestMetricsAreBounded has one account pretend to be many workers.
func TestMetricsAreBounded(t *testing.T) {
	r := report.Report{}
	for range 8000 {
		r.Workers = append(r.Workers, report.Worker{Name: "alice", Host: strings.Repeat("x", len(r.Workers)%100), Goroutines: 1})
	}
	var s source
	c := newCache(s.look)
	c.at, c.last = c.now(), r
	if got := testutil.CollectAndCount(&collector{c}); got != 2 {
		t.Errorf("%d metrics, want 2", got)
	}
}
