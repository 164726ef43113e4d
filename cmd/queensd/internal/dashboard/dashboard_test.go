package dashboard

import (
	"context"
	"errors"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/report"
	"golang.org/x/net/html"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.FixedZone("CEST", 2*3600))

// sample returns a report with one of everything.
func sample() report.Report {
	return report.Report{
		At: noon,
		Jobs: []report.Job{
			{ID: "01", Board: "n=21", State: report.Counting, Tasks: 8192, Done: 8191, Waiting: 0, UnderWay: 1, Solutions: 314666222711, Rate: 12.3456, SecondsLeft: 4000},
			{ID: "02", Board: "n=8 given=b4", State: report.Done, Tasks: 32, Done: 32, Solutions: 8, Rate: 1, SecondsLeft: 9},
			{ID: "03", Board: "n=30", State: report.Cancelled, Tasks: 65536, Done: 66, Solutions: 0, Trouble: "its head is damaged"},
			{ID: "04", Board: "n=1", State: report.Counting},
		},
		Workers: []report.Worker{
			{Name: "alice", Host: "node7", PID: 4711, Goroutines: 16, Done: 99, Since: noon.Add(-time.Hour), Seen: noon.Add(-9 * time.Second)},
			{Name: "alice", Host: "node8", PID: 12, Goroutines: 4, Done: 1, Since: noon, Seen: noon.Add(time.Second)},
			{Name: "bob", Host: "elsewhere", PID: 1, Goroutines: 2, Since: noon, Seen: noon},
		},
		Accounts: []report.Account{{Name: "eve", Held: 1, Returned: 3, Lost: 64, Stopped: true}},
		Last:     []report.Result{{Board: "n=21", Task: 17, Count: 38412, By: "alice@node7", At: noon.Add(-time.Second)}},
	}
}

// pagesOf returns the pages of a report.
func pagesOf(r report.Report) http.Handler {
	return New(func(context.Context) (report.Report, error) { return r, nil })
}

func get(t *testing.T, pages http.Handler, method, path string) *http.Response {
	t.Helper()
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// elements calls f with each element of a page.
func elements(t *testing.T, text string, f func(*html.Node)) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			f(n)
		}
	}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// words returns the text of an element, separated by single spaces.
func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// rows returns the cells of all rows of all tables.
func rows(t *testing.T, text string) [][]string {
	t.Helper()
	var rows [][]string
	elements(t, text, func(n *html.Node) {
		switch n.Data {
		case "tr":
			rows = append(rows, nil)
		case "th", "td":
			rows[len(rows)-1] = append(rows[len(rows)-1], words(n))
		}
	})
	return rows
}

func TestContent(t *testing.T) {
	r := get(t, pagesOf(sample()), "GET", "/")
	text := body(t, r)
	if r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%s, %v", r.Status, r.Header)
	}
	if !strings.Contains(text, ">eve has not returned 64 of the tasks that it took, and returned 3: others get them; it gets no more, except one now and then<") {
		t.Error("the page does not name eve")
	}
	want := [][]string{
		{"Board", "Progress", "Time left", "State", "Solutions so far", "Pace", "Waiting", "Under way"},
		{"n=21", "99 %, 8191 of 8192 tasks", "1 h 7 min", "counting", "314666222711", "12.3 tasks/s", "0", "1"},
		{"n=8 given=b4", "100 %, 32 of 32 tasks", "", "done", "8", "1 tasks/s", "0", "0"},
		{"n=30 its head is damaged", "0.1 %, 66 of 65536 tasks", "", "cancelled", "0", "", "0", "0"},
		{"n=1", "0 %, 0 of 0 tasks", "", "counting", "0", "", "0", "0"},
		{"Name", "Host", "Process", "Goroutines", "Tasks done", "Since (UTC)", "Seen"},
		{"alice", "node7", "4711", "16", "99", "2026-05-04 09:00:00", "9 s ago"},
		{"alice", "node8", "12", "4", "1", "2026-05-04 10:00:00", "0 s ago"},
		{"bob", "elsewhere", "1", "2", "0", "2026-05-04 10:00:00", "0 s ago"},
		{"Board", "Task", "Solutions", "Counted by", "At (UTC)"},
		{"n=21", "17", "38412", "alice@node7", "2026-05-04 09:59:59"},
	}
	got := rows(t, text)
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if !strings.Contains(text, `<time datetime="2026-05-04T10:00:00Z">2026-05-04 10:00:00 UTC</time>`) {
		t.Errorf("no time: %s", text)
	}
	empty := body(t, get(t, pagesOf(report.Report{At: noon}), "GET", "/"))
	if strings.Contains(empty, "<table") || !strings.Contains(empty, "No jobs yet.") || !strings.Contains(empty, "No workers seen lately.") || !strings.Contains(empty, "No results yet.") {
		t.Errorf("without counts: %s", empty)
	}
}

// TestAccessible looks for what screen readers and phones need.
func TestAccessible(t *testing.T) {
	text := body(t, get(t, pagesOf(sample()), "GET", "/"))
	ids, found := map[string]bool{}, map[string]int{}
	elements(t, text, func(n *html.Node) {
		found[n.Data]++
		if id := attribute(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("two elements have id %s", id)
			}
			ids[id] = true
		}
	})
	elements(t, text, func(n *html.Node) {
		switch {
		case n.Data == "html" && attribute(n, "lang") != "en":
			t.Error("no language")
		case n.Data == "th" && attribute(n, "scope") != "col" && attribute(n, "scope") != "row":
			t.Errorf("heading %q is neither of a column nor of a row", words(n))
		case n.Data == "progress" && attribute(n, "aria-label") == "":
			t.Error("progress without a label")
		case n.Data == "meta" && attribute(n, "name") == "viewport" && attribute(n, "content") != "width=device-width, initial-scale=1":
			t.Error("wrong viewport")
		case n.Data == "table" && (!strings.HasPrefix(attribute(n.Parent, "class"), "wide") || attribute(n.Parent, "tabindex") != "0"):
			t.Error("a table widens the page, or keys do not scroll it")
		}
		if label := attribute(n, "aria-labelledby"); label != "" && !ids[label] {
			t.Errorf("no element %s", label)
		}
	})
	for element, least := range map[string]int{"title": 1, "h1": 1, "h2": 3, "main": 1, "table": 3, "thead": 3, "th": 28, "progress": 3} {
		if found[element] < least {
			t.Errorf("%d %s elements, want at least %d", found[element], element, least)
		}
	}
	css := body(t, get(t, pagesOf(sample()), "GET", "/style.css"))
	if !strings.Contains(css, "color-scheme: light dark") || !strings.Contains(css, "overflow-x: auto") {
		t.Error("no dark style, or none for phones")
	}
}

// TestSelfContained looks for scripts, and for anything that a browser would load from
// elsewhere.
func TestSelfContained(t *testing.T) {
	text := body(t, get(t, pagesOf(sample()), "GET", "/"))
	elements(t, text, func(n *html.Node) {
		if slices.Contains([]string{"script", "style", "img", "iframe", "form", "object", "embed", "base"}, n.Data) {
			t.Errorf("the page has %s", n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src" {
				t.Errorf("%s has %s", n.Data, a.Key)
			}
			if a.Key == "href" && (!strings.HasPrefix(a.Val, "/") || strings.HasPrefix(a.Val, "//")) {
				t.Errorf("%s leads to %s", n.Data, a.Val)
			}
		}
	})
	if css := body(t, get(t, pagesOf(sample()), "GET", "/style.css")); regexp.MustCompile(`url\(|@import|expression`).MatchString(css) {
		t.Error("the style loads something")
	}
}

// TestHostile shows texts that are meant to harm the reader.
func TestHostile(t *testing.T) {
	texts := []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</td></table><h1>fine</h1>`, `{{.At}}`, "&lt;b&gt;", "javascript:alert(1)",
		"left\u202eright", "zero\u200bwidth", "bell\aline\nfeed\x00\x1b[31m", "\xff\xfe", strings.Repeat("long ", 1000), "משהו",
	}
	plain := sample()
	plain.Jobs, plain.Workers, plain.Last = plain.Jobs[:1], plain.Workers[:1], plain.Last[:1]
	count := func(text string) map[string]int {
		found := map[string]int{}
		elements(t, text, func(n *html.Node) { found[n.Data]++ })
		return found
	}
	want := count(body(t, get(t, pagesOf(plain), "GET", "/")))
	want["span"]++ // the job's trouble
	for _, text := range texts {
		r := plain
		r.Jobs = []report.Job{{Board: text, State: text, Tasks: 1, Trouble: text}}
		r.Workers = []report.Worker{{Name: text, Host: text, PID: -1, Goroutines: math.MaxInt, Done: -1}}
		r.Last = []report.Result{{Board: text, By: text}}
		got := body(t, get(t, pagesOf(r), "GET", "/"))
		if found := count(got); !maps.Equal(found, want) {
			t.Errorf("%q: elements %v, want %v", text, found, want)
		}
		if strings.ContainsAny(got, "\u202e\u200b\a\x00\x1b") || len(got) > 20000 {
			t.Errorf("%.40q came through in %d bytes", text, len(got))
		}
		failed := get(t, New(func(context.Context) (report.Report, error) { return report.Report{}, errors.New(text) }), "GET", "/")
		if found := count(body(t, failed)); found["script"]+found["img"]+found["b"] > 0 || found["h1"] != 1 {
			t.Errorf("%q as an error: elements %v", text, found)
		}
		if metrics := get(t, pagesOf(r), "GET", "/metrics"); metrics.StatusCode != 200 {
			t.Errorf("%q: metrics %s, %s", text, metrics.Status, body(t, metrics))
		}
	}
	if got, want := visible("a\u202eb\n\x00\xffé"), `a\u202eb\n\x00\ufffdé`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestMethods tries methods other than GET and HEAD, and unknown paths.
func TestMethods(t *testing.T) {
	pages := pagesOf(sample())
	for _, path := range []string{"/", "/style.css", "/metrics"} {
		for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"} {
			r := get(t, pages, method, path)
			if r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: %s, allowed %q", method, path, r.Status, r.Header.Get("Allow"))
			}
		}
	}
	for _, path := range []string{"/x", "/index.html", "/metrics/", "/debug/pprof/", "/..%2f"} {
		if r := get(t, pages, "GET", path); r.StatusCode != 404 {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

func TestHeaders(t *testing.T) {
	pages := pagesOf(sample())
	for _, path := range []string{"/", "/style.css", "/metrics", "/none"} {
		r := get(t, pages, "GET", path)
		for header, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cache-Control":                "no-store",
			"Access-Control-Allow-Origin":  "",
			"Set-Cookie":                   "",
		} {
			if got := r.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", path, header, got, want)
			}
		}
	}
}

// TestPaused stops the page from refreshing itself.
func TestPaused(t *testing.T) {
	for path, want := range map[string]int{"/": 1, "/?paused": 0, "/?paused=1&x=<script>": 0} {
		refreshes := 0
		text := body(t, get(t, pagesOf(sample()), "GET", path))
		elements(t, text, func(n *html.Node) {
			if n.Data == "meta" && attribute(n, "http-equiv") == "refresh" {
				refreshes++
				if attribute(n, "content") != "5" {
					t.Errorf("%s: refresh %q", path, attribute(n, "content"))
				}
			}
		})
		if refreshes != want || strings.Contains(text, "<script>") {
			t.Errorf("%s: %d refreshes, want %d", path, refreshes, want)
		}
	}
}
