// Package monitor serves the progress of a count over HTTP. It can change nothing.
package monitor

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/coordinator"
	"golang.org/x/net/netutil"
)

// New returns a handler that serves the report as JSON at /, and for Prometheus at /metrics. The
// function look returns the latest report. Until there is one, it returns nil, and all requests fail.
func New(look func() *coordinator.Report) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(look()) // an error means that the client has gone
	})
	mux.Handle("GET /metrics", metricsOf(look))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		w.Header().Set("Cache-Control", "no-store")
		if look() == nil {
			http.Error(w, "the count is starting", http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

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
		return "", nil, fmt.Errorf("cannot serve the status: %w", err)
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

// Ask returns the report of the count that serves it at an address.
func Ask(ctx context.Context, address string) (*coordinator.Report, error) {
	address, err := parse(strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/"))
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, "GET", "http://"+address+"/", nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	report := &coordinator.Report{}
	text, err := io.ReadAll(io.LimitReader(answer.Body, 8<<20))
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s: %.80s", address, answer.Status, text)
	}
	if err == nil {
		err = json.Unmarshal(text, report)
	}
	return report, err
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
