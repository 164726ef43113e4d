package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for what takes only a moment on an idle machine.
const patience = time.Minute

const (
	needed = "QUEENS_BROWSER" // in the environment makes a missing browser a failure
	long   = "QUEENS_LONG"    // in the environment makes the longest tests run in full
)

// missing skips a test for lack of something, or fails it if that is needed.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv(needed) != "" {
		t.Fatalf("%s, but %s is set", what, needed)
	}
	t.Skip(what)
}

// chromiumPath is the browser's program, or empty if there is none.
var chromiumPath = func() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	return ""
}()

// chromium starts the browser that all tests share. It can reach only this machine.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromiumPath), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("js-flags", "--liftoff-only"), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	allocated, endProcess := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, endBrowser := chromedp.NewContext(allocated)
	atExit = func() {
		endBrowser()
		endProcess()
	}
	return ctx, chromedp.Do(ctx)
})

var atExit = func() {}

const noBrowser = "there is no Chromium on this machine"

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "4") // most of these tests wait half of the time
	if chromiumPath == "" && !testing.Short() {
		fmt.Println(noBrowser + ": the tests of the page are skipped")
	}
	code := m.Run()
	atExit()
	if dir, err := site(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// site builds the page, once.
var site = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "queens-web-")
	if err != nil {
		return "", err
	}
	return dir, build(context.Background(), dir, place{language: "en"}, brotli.BestSpeed)
})

// inPuzzle is the shadow root of the puzzle in the view to play.
const inPuzzle = `document.querySelector("#puzzle").shadowRoot`

// folder is where the test's host has the page.
const folder = "/some/folder/"

// host serves the page, and the library compressed by Brotli, as good hosts do.
func host(t *testing.T) *httptest.Server {
	dir := must(site())
	files := serveFiles(dir)
	server := httptest.NewServer(http.StripPrefix(folder, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gzip") {
			w.Header().Set("Content-Encoding", "br")
			r.URL.Path += ".br"
		}
		files.ServeHTTP(w, r)
	})))
	t.Cleanup(server.Close)
	return server
}

// A tab is a tab of the browser in a profile of its own. Its test fails if the page writes to
// the console or asks for anything from another host.
type tab struct {
	*testing.T
	ctx    context.Context
	server *httptest.Server
	width  int64
	faulty atomic.Bool // the browser may log errors
	guest  string      // the address of another host, which the page may ask
}

// newTab opens a tab for a test, which from here on runs beside others.
func newTab(t *testing.T, width, height int64) *tab {
	t.Parallel()
	p := newTabAlone(t, width, height)
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}) // though others may have it
	return p
}

// newTabAlone opens a tab for a test that minds what others do, as it measures time, fills the screen or
// waits for the browser to change a service worker.
func newTabAlone(t *testing.T, width, height int64) *tab {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	if chromiumPath == "" {
		missing(t, noBrowser)
	}
	browser, err := chromium()
	noError(t, err)
	server := host(t)
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	ctx, cancelTime := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(cancelTime)
	p := &tab{T: t, ctx: ctx, server: server}
	p.resize(width, height)
	noError(t, chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("exception: %s %v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
		case *runtime.EventConsoleAPICalled:
			t.Errorf("console: %v", e.Args)
		case *log.EventEntryAdded:
			if !p.faulty.Load() {
				t.Errorf("log: %s %s", e.Entry.Text, e.Entry.URL)
			}
		case *network.EventRequestWillBeSent:
			url := strings.TrimPrefix(e.Request.URL, "blob:")
			home := strings.HasPrefix(url, server.URL+folder) || url != e.Request.URL && strings.HasPrefix(url, server.URL)
			if !home && (p.guest == "" || !strings.HasPrefix(url, p.guest)) && !strings.HasPrefix(url, "data:") {
				t.Errorf("the page asks for %s", url)
			}
		}
	}))
	return p
}

func (p *tab) resize(width, height int64) {
	p.Helper()
	p.width = width
	p.do(chromedp.EmulateViewport(width, height))
}

// intercept has a function answer requests to the host; those for which it returns false go on to the page.
func (p *tab) intercept(answer func(w http.ResponseWriter, r *http.Request) bool) {
	files := p.server.Config.Handler
	p.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answer(w, r) {
			files.ServeHTTP(w, r)
		}
	})
}

// without has the host lack all files of a kind until it is told to have them again.
func (p *tab) without(extension string) (again func()) {
	p.faulty.Store(true)
	var back atomic.Bool
	p.intercept(func(w http.ResponseWriter, r *http.Request) bool {
		lost := !back.Load() && path.Ext(r.URL.Path) == extension
		if lost {
			http.NotFound(w, r)
		}
		return lost
	})
	return func() { back.Store(true) }
}

// late has the library not arrive until a function is called, and then as from a host without Brotli.
func (p *tab) late() (arrive func()) {
	arrived := make(chan struct{})
	arrive = sync.OnceFunc(func() { close(arrived) })
	p.Cleanup(arrive)
	files := http.StripPrefix(folder, serveFiles(must(site())))
	p.intercept(func(w http.ResponseWriter, r *http.Request) bool {
		isLibrary := path.Ext(r.URL.Path) == ".gzip"
		if isLibrary {
			<-arrived
			files.ServeHTTP(w, r)
		}
		return isLibrary
	})
	return arrive
}

// visitBlog opens a page of another host that has the element.
func (p *tab) visitBlog(language, body string) {
	p.Helper()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="%s"><title>A blog</title><link rel="icon" href="data:,"><script type="module" src="%squeens.js"></script>%s`, language, p.server.URL+folder, body)
	}))
	p.Cleanup(other.Close)
	p.guest = other.URL
	p.do(chromedp.Navigate(other.URL))
}

// sibling opens another tab of the same profile.
func (p *tab) sibling() *tab {
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.Cleanup(cancel)
	q := &tab{T: p.T, ctx: ctx, server: p.server}
	q.resize(1280, 860)
	return q
}

// fail ends the test, and takes a screenshot if there is a directory for them.
func (p *tab) fail(format string, args ...any) {
	p.Helper()
	if *shots != "" {
		p.shoot(*shots, p.Name())
	}
	p.Fatalf(format, args...)
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	noError(p, chromedp.Do(p.ctx, steps...))
}

// call calls a command of the DevTools protocol.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) R {
	p.Helper()
	result, err := chromedp.Call(p.ctx, command, params)
	noError(p, err)
	return result
}

// open goes to an address of the page, and waits until it is ready and has said all words.
func (p *tab) open(fragment string, words ...string) *tab {
	p.Helper()
	return p.openIn("", fragment, words...)
}

// openIn opens an address in a language.
func (p *tab) openIn(code, fragment string, words ...string) *tab {
	p.Helper()
	query := ""
	if code != "" {
		query = "?lang=" + code
	}
	p.do(chromedp.Navigate(p.server.URL + folder + query + fragment))
	p.wait(func() string {
		if opened := eval[string](p, `document.documentElement?.dataset.opened + " of " + location.href`); !strings.HasPrefix(opened, fragment+" of ") {
			return fmt.Sprintf("%s is open, not %s", opened, fragment)
		}
		return ""
	})
	p.hears(words...)
	return p
}

// speak opens the page in a language, which is all that it remembers.
func (p *tab) speak(code string) {
	p.Helper()
	p.openIn(code, "#teachers")
	p.run(`for (const key of Object.keys(localStorage)) if (key !== "queens language") localStorage.removeItem(key)`)
}

func (p *tab) reload(words ...string) {
	p.Helper()
	p.do(chromedp.Reload())
	p.hears(words...)
}

// wait calls a function until it finds nothing wrong.
func (p *tab) wait(wrong func() string) {
	p.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		found := wrong()
		if found == "" {
			return
		}
		if time.Now().After(deadline) {
			p.fail("%s", found)
		}
	}
}

// run runs statements in JavaScript.
func (p *tab) run(script string) {
	p.Helper()
	eval[bool](p, "(() => { "+script+"; return true })()")
}

// eval returns the value of an expression in JavaScript, once the page is loaded.
func eval[T any](p *tab, expression string) T {
	p.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
		if err == nil {
			return value
		}
		if !isLoading(err) || time.Now().After(deadline) {
			p.Fatalf("%s: %v", expression, err)
		}
	}
}

// is checks the value of an expression in JavaScript.
func is[T comparable](p *tab, expression string, want T) {
	p.Helper()
	if got := eval[T](p, expression); got != want {
		p.Errorf("%s is %v, not %v", expression, got, want)
	}
}

// isLoading reports whether an error says that the page is just being reloaded.
func isLoading(err error) bool {
	return strings.Contains(err.Error(), "Cannot find context") || strings.Contains(err.Error(), "Inspected target navigated")
}

// until waits for an expression in JavaScript, or what it promises, to be true.
func (p *tab) until(expression string) {
	p.Helper()
	p.wait(func() string {
		if eval[bool](p, "(async () => Boolean(await ("+expression+")))()") {
			return ""
		}
		return "not true: " + expression
	})
}

// roots are the document and what is in the shadow of its elements.
const roots = `[document, ...[...document.querySelectorAll("queens-puzzle, queens-search")].map(each => each.shadowRoot ?? each)]`

// hears waits until visible live regions say something that contains each of the words.
func (p *tab) hears(words ...string) {
	p.Helper()
	p.wait(func() string {
		said := eval[[]string](p, roots+`.flatMap(each => [...each.querySelectorAll("[role=status], [role=alert]")]).filter(each => each.checkVisibility()).map(each => each.textContent)`)
		for _, want := range words {
			if !slices.ContainsFunc(said, func(each string) bool { return strings.Contains(each, want) }) {
				return fmt.Sprintf("heard %q, not %q", said, want)
			}
		}
		return ""
	})
}

// fits checks that the page is no wider than its window.
func (p *tab) fits() {
	p.Helper()
	if wide := eval[int64](p, `document.documentElement.scrollWidth`); wide > p.width {
		p.Errorf("%s: the page is %d pixels wide, the window %d", eval[string](p, `location.href`), wide, p.width)
	}
}

// find returns the nodes of a role whose accessible names fit.
func (p *tab) find(role string, fits func(name string) bool) (names []string, ids []cdp.BackendNodeID) {
	p.Helper()
	found, err := chromedp.Run(p.ctx, func(ctx context.Context, target *chromedp.Target) ([]*accessibility.Node, error) {
		document, err := cdp.Call(ctx, target, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"})
		if err != nil {
			return nil, err
		}
		result, err := cdp.Call(ctx, target, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{ObjectID: document.Result.ObjectID, Role: role})
		return result.Nodes, err
	})
	if err != nil && isLoading(err) {
		return nil, nil
	}
	noError(p, err)
	for _, node := range found {
		if node.Ignored || node.Name == nil {
			continue
		}
		var name string
		if json.Unmarshal(node.Name.Value, &name) == nil && fits(name) {
			names, ids = append(names, name), append(ids, node.BackendDOMNodeID)
		}
	}
	return names, ids
}

// named waits until exactly one node has a role and a name, and returns it.
func (p *tab) named(role, name string) (id cdp.BackendNodeID) {
	p.Helper()
	p.wait(func() string {
		_, ids := p.find(role, func(each string) bool { return each == name })
		if len(ids) == 1 {
			id = ids[0]
			return ""
		}
		all, _ := p.find(role, func(string) bool { return true })
		return fmt.Sprintf("%d nodes of role %s are named %q: %q", len(ids), role, name, all)
	})
	return id
}

// press clicks a button, and waits until the page says the words.
func (p *tab) press(button, words string) {
	p.Helper()
	p.click("button", button)
	p.hears(words)
}

// click clicks in the middle of the node of a role and a name.
func (p *tab) click(role, name string, options ...chromedp.MouseOption) {
	p.Helper()
	id := p.named(role, name)
	x, y := p.middle(id)
	for { // until it stops moving
		time.Sleep(10 * time.Millisecond)
		newX, newY := p.middle(id)
		if newX == x && newY == y {
			break
		}
		x, y = newX, newY
	}
	p.do(chromedp.MouseClickXY(x, y, options...))
}

// middle scrolls to a node and returns where its middle is in the window.
func (p *tab) middle(id cdp.BackendNodeID) (x, y float64) {
	p.Helper()
	call(p, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{BackendNodeID: id})
	q := call(p, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: id}).Quads[0]
	return (q[0] + q[4]) / 2, (q[1] + q[5]) / 2
}

// choose chooses an option of the select with a name.
func (p *tab) choose(name, option string) {
	p.Helper()
	p.focus("combobox", name)
	p.run(`const s = document.activeElement; s.value = "` + option + `"; s.dispatchEvent(new Event("change", {bubbles: true}))`)
}

func (p *tab) focus(role, name string) {
	p.Helper()
	call(p, dom.Focus, dom.FocusParams{BackendNodeID: p.named(role, name)})
}

// square returns the label of a square of the visible board, or "" if there is none.
func (p *tab) square(name string) string {
	p.Helper()
	return eval[string](p, roots+`.flatMap(each => [...each.querySelectorAll("[data-square=`+name+`]")]).filter(each => each.checkVisibility()).map(each => each.ariaLabel).join()`)
}

// clickSquare clicks on a square, whatever is on it.
func (p *tab) clickSquare(name string, options ...chromedp.MouseOption) {
	p.Helper()
	p.click("button", p.square(name), options...)
}

// becomes waits until a square has a label.
func (p *tab) becomes(name, want string) {
	p.Helper()
	p.wait(func() string {
		if said := p.square(name); said != want {
			return fmt.Sprintf("%s is %q, not %q", name, said, want)
		}
		return ""
	})
}

// dark switches between the dark colours and the light ones, and asks for no motion.
func (p *tab) dark(on bool) {
	p.Helper()
	value := map[bool]string{true: "dark", false: "light"}[on]
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}

// shoot writes a screenshot to a file.
func (p *tab) shoot(dir, name string) {
	p.Helper()
	picture := must(chromedp.Run(p.ctx, chromedp.CaptureScreenshot()))
	noError(p, os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644))
}

// must returns a value, or panics if there is an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// noError ends the test if there is an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
