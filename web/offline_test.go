package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestHangs opens the page again on a network that takes requests and answers none: the cache
// answers.
func TestHangs(t *testing.T) {
	p := newTabAlone(t, 1280, 860)
	var hang atomic.Bool
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	p.intercept(func(http.ResponseWriter, *http.Request) bool {
		if hang.Load() {
			<-release
		}
		return hang.Load()
	})
	p.open("")
	p.installed()
	hang.Store(true)
	p.do(chromedp.Navigate(p.server.URL + folder + "?again"))
	p.hears("queens to find")
	p.press("Hint", "Look at")
}

// TestNewVersion has the host change the page: the next visit shows the old page at once, though the host
// is slow to say that there is a new one, and the visit after it shows the new page.
func TestNewVersion(t *testing.T) {
	p := newTabAlone(t, 1280, 860)
	const version = "0000000000"
	dir := must(site())
	chunk, views := onlyFile(t, dir, "chunk-*.js"), onlyFile(t, dir, "views-*.js") // each names the other
	const newChunk, newViews = "chunk-00000000.js", "views-00000000.js"
	old, _, _ := strings.Cut(strings.TrimPrefix(read(t, filepath.Join(dir, "sw.js")), "const version = \""), "\"")
	renamed := strings.NewReplacer(chunk, newChunk, views, newViews, old, version, `"page.title":"Queens"`, `"page.title":"New queens"`)
	newFiles := map[string]string{"": "index.html", "sw.js": "sw.js", newChunk: chunk, newViews: views}
	var changed atomic.Bool
	known := make(chan struct{}) // closed once the browser may learn of the change
	tell := sync.OnceFunc(func() { close(known) })
	t.Cleanup(tell)
	p.intercept(func(w http.ResponseWriter, r *http.Request) bool {
		_, name := path.Split(r.URL.Path)
		file, isNew := newFiles[name]
		if !isNew || !changed.Load() {
			return false
		}
		if name == "sw.js" {
			<-known
		}
		w.Header().Set("Content-Type", map[bool]string{true: "text/html; charset=utf-8", false: "text/javascript"}[name == ""])
		io.WriteString(w, renamed.Replace(read(t, filepath.Join(dir, file))))
		return true
	})
	p.open("")
	p.installed()
	changed.Store(true)
	p.reload()
	p.named("link", "Queens")
	tell()
	eval[bool](p, `navigator.serviceWorker.ready.then(each => each.update()).then(() => true)`)
	// A page that has just started may have found the new version waiting, and have it take over.
	p.until(`document.querySelector("h1").textContent === "New queens" || navigator.serviceWorker.ready.then(each => each.waiting)`)
	p.reload()
	p.named("link", "New queens")
	p.hears("queens to find")
	p.until(`(await (await caches.open((await caches.keys())[0])).keys()).every(({ url }) => !url.includes("` + chunk + `"))`)
	p.server.Close()
	p.reload()
	p.named("link", "New queens")
}

// onlyFile returns the name of the file of a directory that fits a pattern.
func onlyFile(t *testing.T, dir, pattern string) string {
	t.Helper()
	found := must(filepath.Glob(filepath.Join(dir, pattern)))
	if len(found) != 1 {
		t.Fatalf("%s: %q", pattern, found)
	}
	return filepath.Base(found[0])
}

// installed waits until the service worker controls the page.
func (p *tab) installed() {
	p.Helper()
	eval[bool](p, `navigator.serviceWorker.ready.then(() => true)`)
	p.until(`navigator.serviceWorker.controller`)
}

// TestVisits counts what three visits ask the host for. The first asks for each file that it needs once,
// and for no other; the second asks only for a new version; the third does without the host, in the
// reader's language: it plays, counts, and opens old puzzles too.
func TestVisits(t *testing.T) {
	p := newTabAlone(t, 390, 844)
	var mu sync.Mutex
	asked := map[string]int{}
	p.intercept(func(w http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		asked[regexp.MustCompile(`-\w{8,10}(-\d+)?\.`).ReplaceAllString(path.Base(r.URL.Path), "$1.")]++
		return false
	})
	part := fmt.Sprintf("days-%d.txt", int(time.Since(firstDay).Hours()/24)%strings.Count(read(t, daysFile), "\n")/daysInPart)
	want := map[string]int{"folder": 1, "icon.svg": 1, "chunk.js": 1, "views.js": 1, "it.json": 1, part: 1, "queens.wasm.gzip": 1, "worker.js": 1, "days.txt": 1, "sw.js": 1}
	check := func(want map[string]int) {
		t.Helper()
		mu.Lock()
		defer mu.Unlock()
		if !maps.Equal(asked, want) {
			t.Errorf("the host was asked for %v, want %v", asked, want)
		}
		clear(asked)
	}
	p.prefers("it")
	p.open("", "regine da trovare")
	p.installed()
	p.until(`(await (await caches.open((await caches.keys())[0])).keys()).length === 8`)
	check(want)
	p.reload("regine da trovare")
	p.press("Aiuto", "Guarda")
	mu.Lock()
	delete(asked, "sw.js") // at most once a day, or as the browser likes
	mu.Unlock()
	check(map[string]int{})
	p.server.Close()
	p.reload("regine da trovare")
	p.open("#day/3/queens")
	p.until(inPuzzle + `.querySelector(".name").textContent.includes("2026")`)
	p.click("link", "Scacchiera")
	p.hears("92")
	p.click("button", "b4")
	p.becomes("b4", "b4, regina")
}

// translate serves a catalogue in place of the page's own.
func (p *tab) translate(texts any) {
	data := must(json.Marshal(texts))
	p.intercept(func(w http.ResponseWriter, r *http.Request) bool {
		italian := path.Ext(r.URL.Path) == ".json"
		if italian {
			w.Write(data)
		}
		return italian
	})
}

// TestNoWords opens the page where the catalogues are missing: it works in English, and in the reader's
// language once they are there again. What that lacks is said in English.
func TestNoWords(t *testing.T) {
	p := newTabAlone(t, 390, 844)
	texts := must(readCatalogues())["it"]
	delete(texts, "puzzle.check")
	p.translate(texts)
	again := p.without(".json")
	p.openIn("it", "#puzzle%20"+small)
	p.hears("Italiano cannot be fetched now, so the page is in English.")
	p.solve(smallAnswer)
	p.installed() // so the answer is up to the service worker
	again()
	p.reload()
	p.named("link", "Gioca")
	p.named("button", "Check")
	p.until(`document.documentElement.lang === "it" && document.querySelector("#storage").textContent === ""`)
}
