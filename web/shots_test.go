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
	p := newTab(t, 1100, 740)
	p.open("#lesson%20n=8")
	p.click("button", "Next solution")
	p.hears("Solution 1")
	p.click("button", "Next dead end")
	p.hears("Dead end")
	p.click("heading", "Eight queens") // moves the pointer off the button
	p.named("button", "Play")
	p.shoot(*shots, "page") // for the README
	for _, size := range [][2]int64{{390, 844}, {1280, 860}, {3840, 2160}} {
		for _, dark := range []bool{false, true} {
			p := newTab(t, size[0], size[1])
			p.dark(dark)
			name := fmt.Sprintf("%d-dark=%v-", size[0], dark)
			p.open("#n=8%20given=b4,d5,g5,e6%20blocked=c1,h8")
			p.hears("to complete the board")
			p.shoot(*shots, name+"board")
			p.open("#n=20%20torus%20given=c1,f2,c9,t20,i13%20blocked=c4")
			p.hears("to complete the board")
			p.shoot(*shots, name+"torus")
			p.open("#lesson%20n=8")
			p.click("button", "Next solution")
			p.hears("Solution 1")
			for range 5 {
				p.click("button", "Next dead end")
			}
			p.hears("Dead end")
			p.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))
			p.shoot(*shots, name+"lesson")
			p.open("#solutions%20n=8")
			p.hears("different")
			p.shoot(*shots, name+"solutions")
			p.open("#puzzle%20n=8%20given=b4,d5%20blocked=c1")
			p.hears("to find")
			p.click("button", "Hint")
			p.hears("?")
			p.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))
			p.shoot(*shots, name+"queens")
			p.open("#puzzle%20today%20regions")
			p.hears("to find")
			p.shoot(*shots, name+"today")
			p.open("#puzzle%20AAABB/AABBB/CADDB/CCEEE/CCCCC%20given=d1%20blocked=a1")
			p.hears("to find")
			p.click("checkbox", "Letters on the regions")
			p.click("checkbox", "Shade attacked squares")
			p.click("checkbox", "Show errors at once")
			p.play("a2", "xq")
			p.play("e4", "x")
			p.play("e3", "xq")
			p.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))
			p.shoot(*shots, name+"options")
			p.open("#editor%20AABBCCC/ABBBBBC/AABDDDC/EEEEEDF/EEGEEEF/EGGGFFF/GGGGGFF")
			p.hears("solution")
			p.shoot(*shots, name+"editor")
		}
	}
}
