package main

import (
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestOffline opens the page, stops its host and opens it again.
func TestOffline(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("")
	eval[bool](p, `navigator.serviceWorker.ready.then(() => true)`)
	p.until(`navigator.serviceWorker.controller`)
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
	eval[bool](p, `navigator.serviceWorker.ready.then(() => true)`)
	p.until(`navigator.serviceWorker.controller`)
	hang.Store(true)
	p.do(chromedp.Navigate(p.server.URL + folder + "?again"))
	p.hears("queens to find")
	p.click("button", "Hint")
	p.hears("Look at")
}

// TestNewVersion has the host change the page: the next start shows the old one at once, the
// one after it the new one.
func TestNewVersion(t *testing.T) {
	p := newTab(t, 1280, 860)
	var changed atomic.Bool
	files := p.server.Config.Handler
	p.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := os.ReadFile(filepath.Join(siteDir(t), path.Base(r.URL.Path)))
		switch {
		case !changed.Load() || err != nil:
			files.ServeHTTP(w, r)
		case path.Base(r.URL.Path) == "en.json":
			w.Write(bytes.Replace(body, []byte(`"page.title":"Queens"`), []byte(`"page.title":"New queens"`), 1))
		case path.Base(r.URL.Path) == "sw.js":
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(bytes.Replace(body, []byte("const version = \""), []byte("const version = \"new"), 1))
		default:
			files.ServeHTTP(w, r)
		}
	})
	p.open("")
	eval[bool](p, `navigator.serviceWorker.ready.then(() => true)`)
	p.until(`navigator.serviceWorker.controller`)
	changed.Store(true)
	p.do(chromedp.Reload())
	p.named("link", "Queens")
	eval[bool](p, `navigator.serviceWorker.ready.then(each => each.update()).then(() => true)`)
	p.until(`navigator.serviceWorker.ready.then(each => Boolean(each.waiting))`)
	p.do(chromedp.Reload())
	p.named("link", "New queens")
	p.hears("queens to find")
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
	p.server.Config.Handler = http.StripPrefix(folder, http.FileServer(http.FS(without{os.DirFS(siteDir(t)), "queens.wasm.gzip"})))
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

// without is a file system without one of its files.
type without struct {
	fs.FS
	name string
}

func (w without) Open(name string) (fs.File, error) {
	if name == w.name {
		return nil, fs.ErrNotExist
	}
	return w.FS.Open(name)
}
