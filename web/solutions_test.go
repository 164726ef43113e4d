package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSolutions lists the 92 solutions and the 12 fundamental ones, and rotates one.
func TestSolutions(t *testing.T) {
	p := newTab(t, 1280, 860).open("#solutions", "92 solutions. In 12 orbits: 1 orbit of 4 and 11 orbits of 8.")
	p.hears("1 5 8 6 3 7 2 4, as it is.")
	p.hears("All eight are different.")
	p.listHas(92)
	p.click("radio", "Fundamental only")
	p.listHas(12)
	p.becomes("a1", "a1, queen")
	p.click("button", "Rotate right")
	p.becomes("h1", "h1, queen")
	p.hears("rotated right")
	p.press("Rotate right", "half turn")
	p.press("Flip upside down", "flipped sideways")
	p.becomes("h1", "h1, queen")
	p.press("rotated left", "rotated left")
	names, _ := p.find("button", func(name string) bool { return strings.Contains(name, "orbit of 4") })
	if len(names) != 1 {
		t.Fatalf("orbits of 4: %q", names)
	}
	p.press(names[0], "4 of the eight are different.")
	p.choose("Rows", "4")
	p.hears("2 solutions. In 1 orbit: 1 orbit of 2.")
	p.listHas(1)
	p.choose("Rows", "3")
	p.hears("There are no solutions.")
	p.listHas(0)
	p.hears("There are no solutions.")
	p.choose("Rows", "10")
	p.click("radio", "All")
	p.hears("724 solutions")
	p.listHas(120)
	p.click("button", "Show more")
	p.listHas(240)
	p.choose("Rows", "20")
	p.hears("There are about 39,000,000,000")
}

func (p *tab) listHas(solutions int) {
	p.Helper()
	p.until(fmt.Sprintf(`document.querySelectorAll("#solutions-list li").length === %d`, solutions))
}

// TestDensity looks at the picture of where queens stand, on a phone and on a desktop.
func TestDensity(t *testing.T) {
	p := newTab(t, 390, 844).open("#teachers")
	for _, width := range []int64{390, 1280} {
		p.resize(width, 844)
		const picture = `document.querySelector("#teachers-view img")`
		p.do(chromedp.Evaluate[chromedp.Void](picture + `.scrollIntoView()`))
		p.until(picture + `.complete && ` + picture + `.naturalWidth > 0`)
		if shape := eval[float64](p, `(() => { const { width, height } = `+picture+`.getBoundingClientRect(); return width / height })()`); math.Abs(shape-136.0/84) > 0.02 {
			t.Errorf("at %d pixels the picture is %.2f times as wide as high", width, shape)
		}
		p.fits()
	}
}
