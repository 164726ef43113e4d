package monitor

import (
	"net/http"

	"example.com/queens/cmd/queensd/internal/coordinator"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metricsOf returns the page for Prometheus.
func metricsOf(look func() *coordinator.Report) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collector(look),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 8})
}

// A collector turns the latest report into metrics.
type collector func() *coordinator.Report

// Describe says nothing of the metrics in advance.
func (collector) Describe(chan<- *prometheus.Desc) {}

// Collect groups machines by account, which the server vouches for. If it used what machines say
// about themselves, they could create any number of metrics.
func (c collector) Collect(to chan<- prometheus.Metric) {
	r := c()
	gauge := func(name, help string, value int, account ...string) {
		labels := append([]string{"board"}, []string{"account"}[:len(account)]...)
		desc := prometheus.NewDesc("queensd_"+name, help, labels, nil)
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(value), append([]string{r.Board}, account...)...)
	}
	gauge("tasks", "Tasks in all.", r.Tasks)
	gauge("tasks_done", "Tasks that have as many results as they need.", r.Done)
	gauge("tasks_to_recount", "Tasks that an audit has drawn but not yet recounted.", r.Recounting)
	gauge("unpassed_audits", "Audits that were begun but have not passed, including the current one.", r.Audits)
	gauge("withdrawn_accounts", "Accounts whose results were wrong and were withdrawn.", len(r.Withdrawn))
	machines, goroutines := map[string]int{}, map[string]int{}
	for _, m := range r.Machines {
		machines[m.Account]++
		goroutines[m.Account] += m.Goroutines
	}
	for _, a := range r.Accounts {
		gauge("machines", "Machines seen lately.", machines[a.Name], a.Name)
		gauge("goroutines", "Goroutines of the machines seen lately, as they say.", goroutines[a.Name], a.Name)
		gauge("results", "Results that an account has sent in this run.", a.Sent, a.Name)
	}
}
