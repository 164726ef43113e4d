package main

import (
	"flag"
	"fmt"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write screenshots of the page to this directory")

// TestScreenshots takes screenshots of all views, to be looked at after every change of the
// page: on phones and desktops, in both schemes, and in two languages.
func TestScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	p := newTab(t, 390, 844)
	for _, c := range []struct {
		width, height int64
		dark          bool
		language      string
		forced        string
	}{
		{390, 844, false, "en", ""}, {390, 844, true, "bg", ""}, {1280, 860, true, "en", ""}, {1280, 860, false, "bg", ""}, {844, 390, false, "en", ""}, {320, 640, false, "es", ""},
		{390, 844, true, "it", "active"}, {1280, 860, true, "ro", "active"},
	} {
		p.resize(c.width, c.height)
		p.today("2026-11-25")
		p.dark(c.dark)
		if c.forced != "" {
			call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: c.forced}, {Name: "prefers-color-scheme", Value: "dark"}}})
		}
		p.speak(c.language)
		shoot := func(name string) {
			t.Helper()
			p.do(chromedp.Evaluate[chromedp.Void](`for (const each of document.querySelectorAll("details")) each.open = false; scrollTo(0, 0)`))
			p.shoot(*shots, fmt.Sprintf("%d-dark=%v%s-%s-%s", c.width, c.dark, c.forced, c.language, regexp.MustCompile(`\W+`).ReplaceAllString(name, "-")))
		}
		p.visit(shoot)
		p.stages(shoot)
		p.open("#learn/trial")
		p.until(`(document.querySelector("#learn-show").click(), document.querySelector("#learn-puzzle").shadowRoot.querySelector(".then"))`)
		shoot("learn shown")
	}
}
