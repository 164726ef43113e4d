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
	clicks := []struct{ address, button string }{
		{"#search%20n=8", "Next dead end"},
		{"#solutions%20n=6", "Rotate right"},
		{"#puzzle%20n=8%20given=b4,d5%20blocked=c1", "Hint"},
		{"#puzzle%20" + small, "Hint"},
		{"#sheets", "Make the sheets"},
		{"#learn/set2", "Show me"},
		{"#puzzle%20" + small + "%20given=d1", "Give up"},
	}
	p := newTab(t, 360, 800).open("#n=1")
	script, err := axe()
	if err != nil {
		missing(t, fmt.Sprintf("there is no axe-core: %v", err))
	}
	p.do(chromedp.Evaluate[chromedp.Void](script))
	check := func(string) { // of any address
		t.Helper()
		p.resize(360, 800)
		p.dark(false)
		p.axe(`{rules: {"target-size": {enabled: true}}}`)
		p.dark(true) // which changes only colours
		p.axe(`{runOnly: ["color-contrast"]}`)
		if os.Getenv(long) != "" {
			p.resize(1280, 800) // which changes only places
			p.axe(`{runOnly: ["target-size", "scrollable-region-focusable"]}`)
		}
	}
	p.visit(check)
	for _, at := range clicks {
		p.open(at.address)
		p.click("button", at.button)
		p.run(`for (const each of document.querySelectorAll("details")) each.open = true`)
		check(at.address)
	}
	p.open("#n=14%20given=a1,b1", "attack each other") // with small squares
	check("")
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
