package dashboard

import (
	"context"
	"net/http"
	"strings"

	"example.com/queens/cmd/queensd/internal/report"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metricsOf returns the page for Prometheus. It fails if there is no report, so that
// Prometheus notices.
func metricsOf(latest *cache) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		&collector{latest},
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 8})
}

// A collector turns the latest report into metrics.
type collector struct{ latest *cache }

// A jobMetric is a metric of each job.
type jobMetric struct {
	desc  *prometheus.Desc
	value func(report.Job) float64
}

var jobMetrics = []jobMetric{
	{jobDesc("tasks", "Tasks in all."), func(j report.Job) float64 { return float64(j.Tasks) }},
	{jobDesc("tasks_done", "Tasks that have a result."), func(j report.Job) float64 { return float64(j.Done) }},
	{jobDesc("tasks_waiting", "Tasks waiting for a worker."), func(j report.Job) float64 { return float64(j.Waiting) }},
	{jobDesc("tasks_under_way", "Tasks that workers have taken."), func(j report.Job) float64 { return float64(j.UnderWay) }},
	{jobDesc("solutions", "Solutions of the tasks done, rounded to 53 bits."), func(j report.Job) float64 { return float64(j.Solutions) }},
	{jobDesc("active", "Whether the job is being counted."), func(j report.Job) float64 { return one(j.State == report.Counting) }},
	{jobDesc("trouble", "Whether something is wrong with the job."), func(j report.Job) float64 { return one(j.Trouble != "") }},
}

func jobDesc(name, help string) *prometheus.Desc {
	return prometheus.NewDesc("queensd_job_"+name, help, []string{"job", "board"}, nil)
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Workers are grouped by account name, which the server vouches for. By anything else that
// they say of themselves, they could create any number of metrics.
var (
	workersDesc    = prometheus.NewDesc("queensd_workers", "Workers seen lately.", []string{"name"}, nil)
	goroutinesDesc = prometheus.NewDesc("queensd_worker_goroutines", "Goroutines of the workers seen lately.", []string{"name"}, nil)
	lostDesc       = prometheus.NewDesc("queensd_account_tasks_lost", "Tasks that an account has taken and not returned in time.", []string{"name"}, nil)
)

func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range jobMetrics {
		to <- m.desc
	}
	to <- workersDesc
	to <- goroutinesDesc
	to <- lostDesc
}

func (c *collector) Collect(to chan<- prometheus.Metric) {
	found, err := c.latest.get(context.Background())
	if err != nil {
		to <- prometheus.NewInvalidMetric(workersDesc, err)
		return
	}
	known := map[string]bool{}
	for _, j := range found.Jobs {
		if known[j.ID] {
			continue
		}
		known[j.ID] = true
		for _, m := range jobMetrics {
			to <- gauge(m.desc, m.value(j), j.ID, j.Board)
		}
	}
	workers, goroutines := map[string]float64{}, map[string]float64{}
	for _, w := range found.Workers {
		workers[w.Name]++
		goroutines[w.Name] += float64(w.Goroutines)
	}
	for name := range workers {
		to <- gauge(workersDesc, workers[name], name)
		to <- gauge(goroutinesDesc, goroutines[name], name)
	}
	for _, a := range found.Accounts {
		to <- gauge(lostDesc, float64(a.Lost), a.Name)
	}
}

func gauge(desc *prometheus.Desc, value float64, labels ...string) prometheus.Metric {
	for i, label := range labels {
		labels[i] = strings.ToValidUTF8(label, "\uFFFD")
	}
	return prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
}
