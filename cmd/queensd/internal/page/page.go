// Package page shows to a browser how far counts are, and to Prometheus. It only reads.
package page

import (
	"context"
	_ "embed"
	"html/template"
	"io"
	"net/http"
	"strings"

	"example.com/queens/cmd/queensd/internal/report"
)

var (
	//go:embed page.html
	pageText string
	//go:embed style.css
	style string

	pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
		"visible": visible, "percent": percent, "pace": pace, "left": left, "ago": ago, "utc": utc, "plural": plural,
	}).Parse(pageText))
)

// New returns the pages: / for people, /metrics for Prometheus. They ask for a report at
// most every two seconds, however often they are asked for.
func New(look func(context.Context) (report.Report, error)) http.Handler {
	latest := newCache(look)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { show(w, r, latest) })
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		io.WriteString(w, style) // who has gone need not be told
	})
	mux.Handle("GET /metrics", metricsOf(latest))
	return guarded(mux)
}

// guarded forbids browsers whatever the pages do not need.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// A view is what the page shows.
type view struct {
	report.Report
	Trouble string // why there is no newer report, or empty
	Still   bool   // it does not load itself again
}

func show(w http.ResponseWriter, r *http.Request, latest *cache) {
	found, err := latest.get(r.Context())
	v := view{Report: found, Still: r.URL.Query().Has("still")}
	status := http.StatusOK
	if err != nil {
		v.Trouble, status = err.Error(), http.StatusServiceUnavailable
	}
	var text strings.Builder
	if err := pageTemplate.Execute(&text, v); err != nil {
		http.Error(w, "the page cannot be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	io.WriteString(w, text.String())
}
