// Package dashboard shows the progress of counts to browsers and to Prometheus. It only
// reads.
package dashboard

import (
	"context"
	_ "embed"
	"html/template"
	"io"
	"net/http"
	"strings"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/report"
)

var (
	//go:embed dashboard.html
	pageText string
	//go:embed style.css
	style string

	pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
		"visible": visible, "percent": percent, "pace": pace, "left": left, "ago": ago, "utc": utc, "plural": cli.Plural[int],
	}).Parse(pageText))
)

// New returns a handler with a page for people at / and one for Prometheus at /metrics. It
// asks for a report every two seconds at most, however many requests there are.
func New(look func(context.Context) (report.Report, error)) http.Handler {
	latest := newCache(look)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { show(w, r, latest) })
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		io.WriteString(w, style) // an error means that the client has gone
	})
	mux.Handle("GET /metrics", metricsOf(latest))
	return restricted(mux)
}

// restricted forbids browsers whatever the pages do not need.
func restricted(next http.Handler) http.Handler {
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

// A view has the content of the page.
type view struct {
	report.Report
	Trouble string // why there is no newer report, or empty
	Paused  bool   // the page does not refresh itself
}

func show(w http.ResponseWriter, r *http.Request, latest *cache) {
	found, err := latest.get(r.Context())
	v := view{Report: found, Paused: r.URL.Query().Has("paused")}
	status := http.StatusOK
	if err != nil {
		v.Trouble, status = err.Error(), http.StatusServiceUnavailable
	}
	var text strings.Builder
	if err := pageTemplate.Execute(&text, v); err != nil {
		http.Error(w, "the page cannot be rendered", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	io.WriteString(w, text.String())
}
