package main

import (
	"io/fs"
	"net/http"
	"os"
	"testing"

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
	p.until(`document.documentElement.dataset.opened === "#n=8"`)
	p.hears("There are 92 ways to complete the board.")
	p.click("button", "b4")
	p.becomes("b4", "b4, queen")
	p.click("link", "Puzzle")
	p.hears("to find")
}

// TestInteractive logs how long the page takes to become usable, with empty caches and
// served from this machine.
func TestInteractive(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("")
	p.until(`performance.getEntriesByName("opened").length > 0`)
	opened := eval[float64](p, `performance.getEntriesByName("opened")[0].startTime`)
	bytes := eval[float64](p, `performance.getEntriesByType("resource").reduce((sum, each) => sum + each.decodedBodySize, 0)`)
	p.hears("There are 92 ways to complete the board.")
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
	p.server.Config.Handler = http.StripPrefix(folder, http.FileServer(http.FS(without{os.DirFS(siteDir(t)), "queens.wasm"})))
	p.do(chromedp.Navigate(p.server.URL + folder))
	p.hears("The library cannot be loaded")
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
