package dashboard

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"8080":            "127.0.0.1:8080",
		":8080":           "127.0.0.1:8080",
		"0":               "127.0.0.1:0",
		"localhost:80":    "localhost:80",
		"0.0.0.0:8080":    "0.0.0.0:8080",
		"[::]:8080":       "[::]:8080",
		"[::1]:65535":     "[::1]:65535",
		"":                "",
		"x":               "",
		"localhost":       "",
		"localhost:":      "",
		"localhost:x":     "",
		"localhost:65536": "",
		"localhost:-1":    "",
		"localhost:+80":   "",
		"::1":             "",
		"a:b:c":           "",
	} {
		got, err := parse(text)
		if got != want || err == nil != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), `address "`+text+`", want host:port`) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestListen(t *testing.T) {
	s, err := Listen("127.0.0.1:0", pagesOf(sample()))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"": "314666222711", "metrics": "queensd_job_tasks_done", "style.css": "color-scheme"} {
		r, err := http.Get(s.URL() + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != 200 || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s, %v", path, r.Status, err)
		}
		head, err := http.Head(s.URL() + path)
		if err != nil || head.StatusCode != 200 {
			t.Errorf("HEAD %s: %v", path, err)
			continue
		}
		rest, err := io.ReadAll(head.Body)
		head.Body.Close()
		if err != nil || len(rest) > 0 {
			t.Errorf("HEAD %s: %d bytes, %v", path, len(rest), err)
		}
	}
	if _, err := Listen("nowhere", nil); err == nil || !strings.HasPrefix(err.Error(), `address "nowhere", want host:port`) {
		t.Errorf("got %v", err)
	}
	if _, err := Listen(strings.TrimSuffix(strings.TrimPrefix(s.URL(), "http://"), "/"), nil); err == nil || !strings.HasPrefix(err.Error(), "cannot serve the dashboard: ") {
		t.Errorf("a second server at the same address: %v", err)
	}
	address := s.listener.Addr().String()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
	for name, limit := range map[string]time.Duration{
		"header": s.http.ReadHeaderTimeout, "read": s.http.ReadTimeout, "write": s.http.WriteTimeout, "idle": s.http.IdleTimeout,
	} {
		if limit <= 0 || limit > time.Minute {
			t.Errorf("%s has %v", name, limit)
		}
	}
}

// TestCloseCancels closes a server while a request is under way.
func TestCloseCancels(t *testing.T) {
	asked := make(chan context.Context, 1)
	s, err := Listen("127.0.0.1:0", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- r.Context()
		<-r.Context().Done()
	}))
	if err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		if r, err := http.Get(s.URL()); err == nil {
			r.Body.Close()
			t.Error("got an answer")
		}
	}()
	<-asked
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	<-gone
}
