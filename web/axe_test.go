package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe returns the script of axe-core, which finds accessibility faults, from npm.
var axe = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "queens-axe-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("npm", "pack", "--silent", "axe-core@4.14.1")
	cmd.Dir = dir
	name, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("npm pack: %w", err)
	}
	script, err := exec.Command("tar", "-xzOf", filepath.Join(dir, strings.TrimSpace(string(name))), "package/axe.min.js").Output()
	return string(script), err
})

// TestAccessible has axe-core check all views, light and dark, with all details open: on a
// phone, and with QUEENS_LONG=1 on a desktop too.
func TestAccessible(t *testing.T) {
	states := []struct{ address, says, click string }{ // words that the page says, and a button to click, if any
		{"#n=8%20given=b4,d5,g5%20blocked=c1", "attack each other", ""},
		{"#search%20n=8", "The search starts", "Next dead end"},
		{"#solutions%20n=6", "as it is", "Rotate right"},
		{"#puzzle%20n=8%20given=b4,d5%20blocked=c1", "to find", "Hint"},
		{"#puzzle%20AAABB/AABBB/CADDB/CCEEE/CCCCC", "to find", "Hint"},
		{"#editor%20AAABB/AABBB/CADDB/CCEEE/CCCCC", "Exactly one solution", ""},
		{"#editor%20AAAAA/BBBBB/CCCCC/DDDDD/EEEEE", "Two are shown", ""},
		{"#days", "", ""},
		{"#sheets", "", "Make the sheets"},
		{"#solutions%20n=8%20fundamental%20number=12%20image=rotate90", "rotated right", ""},
		{"#set%20kind=regions%20count=2%20rows=5%20level=easy%20seed=7%20at=1", "0 of 2 solved.", ""},
		{"#plan", "", ""},
		{"#teachers", "", ""},
		{"#learn/set2", "What follows here?", "Show me"},
		{"#day/zzz", "There is no", ""},
		{"#puzzle%20AAABB/AABBB/CADDB/CCEEE/CCCCC%20given=d1", "to find", "Give up"},
		{"#n=14%20given=a1,b1", "attack each other", ""},
		{"#puzzle%20n=8%20given=b4,d5", "several solutions", ""},
	}
	p := newTab(t, 360, 800).open("#n=1")
	script, err := axe()
	if err != nil {
		missing(t, fmt.Sprintf("there is no axe-core: %v", err))
	}
	p.do(chromedp.Evaluate[chromedp.Void](script))
	for _, state := range states {
		p.resize(360, 800)
		p.open(state.address, state.says)
		if state.click != "" {
			p.click("button", state.click)
		}
		p.run(`for (const each of document.querySelectorAll("details")) each.open = true`)
		p.dark(false)
		p.axe(`{rules: {"target-size": {enabled: true}}}`)
		p.dark(true) // which changes only colours
		p.axe(`{runOnly: ["color-contrast"]}`)
		if os.Getenv(long) != "" {
			p.resize(1280, 800) // which changes only places
			p.axe(`{runOnly: ["target-size", "scrollable-region-focusable"]}`)
		}
	}
}

// axe has axe-core check the page.
func (p *tab) axe(options string) {
	p.Helper()
	faults := eval[[]string](p, `axe.run(document, `+options+`).then(found => found.violations.map(each =>
		each.id + ": " + each.help + each.nodes.slice(0, 3).map(node => "\n" + node.html + " " + node.failureSummary)))`)
	if len(faults) > 0 {
		p.Errorf("%s, %s:\n%s", eval[string](p, "location.hash"), options, strings.Join(faults, "\n"))
	}
}
