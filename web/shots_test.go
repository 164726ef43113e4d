package main

import (
	"flag"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write screenshots of the page to this directory")

// TestScreenshots takes screenshots, to be looked at after every change of the page.
func TestScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	p := newTab(t, 1100, 780)
	p.today("2026-11-26")
	p.open("#day/329")
	p.today("2026-11-26")
	answer, _ := p.puzzle()
	p.play(answer[3], "q")
	p.play(answer[5], "q")
	p.click("button", "Hint")
	p.click("button", "Why?")
	p.shoot(*shots, "page") // for the README
	for size, dark := range map[[2]int64][]bool{{390, 844}: {false, true}, {1280, 860}: {false, true}, {844, 390}: {false}, {320, 640}: {false}} {
		for _, dark := range dark {
			p := newTab(t, size[0], size[1])
			p.today("2026-11-25")
			p.dark(dark)
			shoot := func(name string) {
				t.Helper()
				p.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))
				p.shoot(*shots, fmt.Sprintf("%d-dark=%v-%s", size[0], dark, name))
			}
			p.open("#day/326")
			p.today("2026-11-25")
			p.hears("to find")
			shoot("today")
			answer, _ := p.puzzle()
			p.play(answer[0], "q")
			p.play("a2", "q")
			p.play("a3", "q")
			p.hears("both")
			shoot("broken")
			p.play("a2", "q")
			p.play("a3", "q")
			for _, words := range []string{"Look at", ".", "So there is"} {
				eval[bool](p, `(() => { `+inPuzzle+`.querySelector("button.hint").click(); return true })()`)
				p.hears(words)
			}
			shoot("hint")
			p.solve(answer[1:])
			p.hears("Solved in 0:")
			shoot("solved")
			p.open("#day/328/queens")
			p.hears("to find")
			shoot("queens")
			p.open("#days")
			p.named("heading", "Statistics")
			shoot("days")
			p.open("#learn/set2")
			p.click("button", "Show me")
			p.hears("So there is")
			shoot("learn")
			p.open("#editor%20AABBCCC/ABBBBBC/AABDDDC/EEEEEDF/EEGEEEF/EGGGFFF/GGGGGFF")
			p.hears("olution")
			shoot("editor")
			p.open("#editor%20AAAAA/BBBBB/CCCCC/DDDDD/EEEEE")
			p.hears("Several")
			shoot("several")
			p.open("#n=8%20given=b4,d5,g5,e6%20blocked=c1,h8")
			p.hears("to complete the board")
			shoot("board")
			p.open("#lesson%20n=8")
			p.choose("Method", "min-conflicts")
			p.click("button", "Next solution")
			p.hears("Solution 1")
			p.until(`document.querySelectorAll("#lesson-efforts tr").length === 3`)
			shoot("lesson")
			p.open("#solutions%20n=8")
			p.hears("different")
			shoot("solutions")
			p.open("#puzzle%20hello")
			p.named("heading", "This link leads to no board")
			shoot("lost")
		}
	}
}
