package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestOffline opens the page, stops its host and opens it again.
func TestOffline(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("")
	p.installed()
	p.server.Close()
	p.do(chromedp.Reload())
	p.hears("queens to find")
	p.click("link", "Board")
	p.hears("There are 92 ways to complete the board.")
	p.click("button", "b4")
	p.becomes("b4", "b4, queen")
}

// TestHangs opens the page again on a network that takes requests and answers none: the cache
// answers.
func TestHangs(t *testing.T) {
	p := newTab(t, 1280, 860)
	var hang atomic.Bool
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	files := p.server.Config.Handler
	p.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hang.Load() {
			<-release
			return
		}
		files.ServeHTTP(w, r)
	})
	p.open("")
	p.installed()
	hang.Store(true)
	p.do(chromedp.Navigate(p.server.URL + folder + "?again"))
	p.hears("queens to find")
	p.click("button", "Hint")
	p.hears("Look at")
}

// TestNewVersion has the host change the page: the next start shows the old one at once, the
// one after it the new one, with the words of the reader's language.
func TestNewVersion(t *testing.T) {
	p := newTab(t, 1280, 860)
	const name, version = "main-0000000000.js", "0000000000"
	found, _ := filepath.Glob(filepath.Join(siteDir(t), "main-*.js"))
	worker := read(t, filepath.Join(siteDir(t), "sw.js"))
	old, _, _ := strings.Cut(strings.TrimPrefix(worker, "const version = \""), "\"")
	change := func(text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, filepath.Base(found[0]), name), old, version)
	}
	var changed atomic.Bool
	files := p.server.Config.Handler
	p.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch base := path.Base(r.URL.Path); {
		case !changed.Load():
			files.ServeHTTP(w, r)
		case strings.HasSuffix(r.URL.Path, "/"):
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			io.WriteString(w, change(read(t, filepath.Join(siteDir(t), "index.html"))))
		case base == "sw.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, change(worker))
		case base == name:
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, strings.Replace(read(t, found[0]), `"page.title":"Queens"`, `"page.title":"New queens"`, 1))
		default:
			files.ServeHTTP(w, r)
		}
	})
	p.open("")
	p.installed()
	changed.Store(true)
	p.do(chromedp.Reload())
	p.named("link", "Queens")
	eval[bool](p, `navigator.serviceWorker.ready.then(each => each.update()).then(() => true)`)
	p.until(`navigator.serviceWorker.ready.then(each => Boolean(each.waiting))`)
	p.do(chromedp.Reload())
	p.named("link", "New queens")
	p.hears("queens to find")
	p.until(`(await (await caches.open((await caches.keys())[0])).keys()).every(({ url }) => !url.includes("` + filepath.Base(found[0]) + `"))`)
	p.server.Close()
	p.do(chromedp.Reload())
	p.named("link", "New queens")
}

// installed waits until the service worker answers for the page.
func (p *tab) installed() {
	p.Helper()
	eval[bool](p, `navigator.serviceWorker.ready.then(() => true)`)
	p.until(`navigator.serviceWorker.controller`)
}

// TestVisits counts what three visits ask the host for: the first for each file once, and for
// none that only others need; the second for nothing but whether there is another version; the
// third goes without the host, in the reader's language, to old puzzles and later days too.
func TestVisits(t *testing.T) {
	p := newTab(t, 390, 844)
	var mu sync.Mutex
	asked := map[string]int{}
	files := p.server.Config.Handler
	p.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[regexp.MustCompile(`-[0-9a-f]{10}(-\d+)?\.`).ReplaceAllString(path.Base(r.URL.Path), "$1.")]++
		mu.Unlock()
		files.ServeHTTP(w, r)
	})
	part := fmt.Sprintf("days-%d.txt", int(time.Since(firstDay).Hours()/24)%strings.Count(read(t, daysFile), "\n")/daysInPart)
	want := map[string]int{"folder": 1, "icon.svg": 1, "main.js": 1, "style.css": 1, "it.json": 1, part: 1, "queens.wasm.gzip": 1, "worker.js": 1, "days.txt": 1, "sw.js": 1}
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
	p.open("")
	p.hears("regine da trovare")
	p.installed()
	p.until(`(await (await caches.open((await caches.keys())[0])).keys()).length === 8`)
	check(want)
	p.do(chromedp.Reload())
	p.hears("regine da trovare")
	p.click("button", "Aiuto")
	p.hears("Guarda")
	mu.Lock()
	delete(asked, "sw.js") // at most once a day, or as the browser likes
	mu.Unlock()
	check(map[string]int{})
	p.server.Close()
	p.faulty.Store(true) // it tries to get Bulgarian
	p.do(chromedp.Reload())
	p.hears("regine da trovare")
	p.open("#day/3/queens")
	p.until(inPuzzle + `.querySelector(".name").textContent.includes("2026")`)
	p.open("#n=8")
	p.hears("92")
	p.choose("Lingua", "bg")
	p.named("link", "Play")
	p.hears("Български cannot be fetched now, so the page is in English.")
	p.until(`document.documentElement.lang === "en"`)
}

// TestNoWords opens the page where the catalogues are missing: it works in English, and again in
// the reader's language when they are there.
func TestNoWords(t *testing.T) {
	p := newTab(t, 390, 844)
	p.faulty.Store(true)
	var missing atomic.Bool
	missing.Store(true)
	files := p.server.Config.Handler
	p.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if missing.Load() && path.Ext(r.URL.Path) == ".json" {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	})
	p.openIn("it", "#puzzle%20"+small)
	p.hears("Italiano cannot be fetched now, so the page is in English.")
	p.solve(smallAnswer)
	p.hears("Solved in 0:")
	missing.Store(false)
	p.do(chromedp.Reload())
	p.named("link", "Gioca")
	p.until(`document.documentElement.lang === "it" && document.querySelector("#storage").textContent === ""`)
}

// TestInteractive logs how long the page takes to become usable, with empty caches and
// served from this machine.
func TestInteractive(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("")
	p.until(`performance.getEntriesByName("opened").length > 0`)
	opened := eval[float64](p, `performance.getEntriesByName("opened")[0].startTime`)
	bytes := eval[float64](p, `performance.getEntriesByType("resource").reduce((sum, each) => sum + each.decodedBodySize, 0)`)
	p.hears("queens to find")
	t.Logf("usable after %.0f ms; %.1f MB", opened, bytes/1e6)
}

// TestReducedMotion checks that nothing moves for users who prefer reduced motion.
func TestReducedMotion(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#n=8%20given=b4")
	p.becomes("b4", "b4, queen")
	const animation = `getComputedStyle(document.querySelector("#board-board svg.queen")).animationName`
	if name := eval[string](p, animation); name != "appear" {
		t.Errorf("animation %q", name)
	}
	p.dark(false) // and no motion
	if name := eval[string](p, animation); name != "none" {
		t.Errorf("animation %q with reduced motion", name)
	}
}

// TestNoLibrary opens the page where the library cannot be loaded: it says so.
func TestNoLibrary(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.faulty.Store(true)
	p.server.Config.Handler = http.StripPrefix(folder, http.FileServer(http.FS(without{os.DirFS(siteDir(t)), ".gzip"})))
	p.do(chromedp.Navigate(p.server.URL + folder))
	p.hears("queens to find")
	p.click("button", "Hint")
	p.hears("The library cannot be loaded")
}

// TestFirstPaint opens the page where the library does not come: the puzzle of the day is
// there and can be solved, and a hint is waited for.
func TestFirstPaint(t *testing.T) {
	p := newTab(t, 390, 844)
	var slow sync.RWMutex // held while the library does not come
	slow.Lock()
	files := http.FileServer(http.Dir(siteDir(t)))
	p.server.Config.Handler = http.StripPrefix(folder, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gzip") {
			slow.RLock()
			defer slow.RUnlock()
		}
		files.ServeHTTP(w, r)
	}))
	p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.Navigate, page.NavigateParams{URL: p.server.URL + folder + "#day/327"})
		return err
	}))
	p.hears("Easy: 7 queens to find.")
	p.play("a1", "q")
	p.play("a2", "q")
	p.hears("a1 and a2 are both in column a.")
	p.play("a1", " ")
	p.play("a2", " ")
	p.click("button", "Hint")
	p.hears("Getting the library for hints…")
	answer, _ := p.puzzle()
	p.solve(answer[1:])
	slow.Unlock()
	p.click("button", "Check")
	p.hears("Nothing is wrong: 6 queens placed, 1 to go.")
	slow.Lock()
	p.solve(answer[:1])
	p.hears("Solved in 0:")
	slow.Unlock()
}

// without is a file system without the files of a suffix.
type without struct {
	fs.FS
	suffix string
}

func (w without) Open(name string) (fs.File, error) {
	if strings.HasSuffix(name, w.suffix) {
		return nil, fs.ErrNotExist
	}
	return w.FS.Open(name)
}
