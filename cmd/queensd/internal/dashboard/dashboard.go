// Package dashboard shows the progress of a count to browsers and to Prometheus. It can change
// nothing.
package dashboard

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/queensd/internal/coordinator"
	"golang.org/x/net/netutil"
)

var (
	//go:embed dashboard.html
	pageText string
	//go:embed style.css
	style string

	pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
		"percent": percent, "ago": ago, "plural": cli.Plural[int], "duration": cli.Duration,
	}).Parse(pageText))
)

// New returns a handler that serves a page for people at /, and one for Prometheus at /metrics.
// The function look returns the latest report. Until there is one, it returns nil, and all pages fail.
func New(look func() *coordinator.Report) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		pageTemplate.Execute(w, struct { // an error means that the client has gone
			*coordinator.Report
			Paused bool // the page does not refresh itself
		}{look(), r.URL.Query().Has("paused")})
	})
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		io.WriteString(w, style)
	})
	mux.Handle("GET /metrics", metricsOf(look))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		restrict(w.Header())
		if look() == nil {
			http.Error(w, "the count is starting", http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// restrict tells browsers to forbid whatever the pages do not need.
func restrict(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// percent returns the share of the tasks that are done. It says 100 % only if all are.
func percent(done, tasks int) string {
	share := 100 * float64(done) / float64(max(1, tasks))
	if share < 10 {
		return fmt.Sprintf("%.1f %%", share)
	}
	return fmt.Sprintf("%d %%", int(share))
}

// ago returns how long ago a time was, never a negative time, even if clocks differ.
func ago(now, then time.Time) string { return cli.Duration(max(0, now.Sub(then).Seconds())) + " ago" }

// connections limits how many are open at a time, so that enough descriptors are left for workers.
// Further ones wait.
const connections = 64

// Listen serves pages at an address, host:port or a port of this computer alone, until they are
// closed. It returns their URL.
func Listen(address string, pages http.Handler) (url string, closing func() error, err error) {
	if address, err = parse(address); err != nil {
		return "", nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return "", nil, fmt.Errorf("cannot serve the page: %w", err)
	}
	s := &http.Server{
		Handler:           pages,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // errors that clients cause
	}
	go s.Serve(netutil.LimitListener(listener, connections))
	return "http://" + listener.Addr().String() + "/", s.Close, nil
}

// parse reads an address: host:port, or a port of this computer alone.
func parse(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = "", text
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("address %q, want host:port, or a port of this computer alone", text)
	}
	return net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port), nil
}
