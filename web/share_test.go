package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/queens"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// field returns the text in a field.
func (p *tab) field(name string) string {
	p.Helper()
	p.focus("textbox", name)
	return eval[string](p, "document.activeElement.value")
}

// TestShare copies the link and the notations of a board, and opens other notations.
func TestShare(t *testing.T) {
	p := newTab(t, 1280, 860).open("#n=4%20given=b1,c4", "to complete the board")
	p.click("DisclosureTriangle", "Share, save, open")
	for _, c := range []struct{ name, want string }{
		{"Link", p.server.URL + folder + "#n=4%20given=b1,c4"},
		{"Text", "n=4 given=b1,c4"},
		{"Vector", "2 . . 3"},
		{"FEN", queens.Placement{1, -1, -1, 2}.FEN()},
	} {
		if got := p.field(c.name); got != c.want {
			t.Errorf("%s is %q, not %q", c.name, got, c.want)
		}
		p.click("button", "Copy: "+c.name)
		p.hears("ed: " + c.name) // copied, or if the browser refuses, selected
	}
	p.clickSquare("d1")
	p.until(`document.querySelector("#board-share").textContent.includes("only one queen in each row") && !document.querySelector("#board-vector")`)
	p.focus("textbox", "Open a board from its text, a vector, FEN or squares")
	p.do(chromedp.KeyEvent("15863724"))
	p.press("Open", "Solved: 8 queens")
	p.focus("textbox", "Open a board from its text, a vector, FEN or squares")
	p.do(chromedp.KeyEvent("nonsense"))
	p.press("Open", "Look at line 1.")
}

// TestSave saves a picture, which is as the library draws it.
func TestSave(t *testing.T) {
	p := newTab(t, 1280, 860)
	dir := t.TempDir()
	must(chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: "allow", DownloadPath: dir, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	}))
	p.open("#puzzle%20n=8%20given=b4,d5%20blocked=c1", "to find")
	p.click("DisclosureTriangle", "Share and save")
	p.press("Save as SVG", "Saved the picture as queens-8.svg.")
	board := must(queens.ParseBoard("n=8 given=b4,d5 blocked=c1"))
	var want strings.Builder
	noError(t, board.WriteSVG(&want, nil))
	p.wait(func() string {
		if got, _ := os.ReadFile(filepath.Join(dir, "queens-8.svg")); string(got) != want.String() {
			return fmt.Sprintf("saved %q", got)
		}
		return ""
	})
}
