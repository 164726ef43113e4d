package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// TestTouch plays with a finger.
func TestTouch(t *testing.T) {
	p := newTabAlone(t, 390, 844)
	p.phone()
	p.open("#puzzle%20"+small, "to find")
	for _, mark := range []string{"crossed out", "queen", ""} {
		p.touch(0, "a1")
		p.shows("a1", mark)
	}
	p.touch(0, "a1", "b1", "c1", "c2")
	p.shows("c2", "crossed out")
	p.shows("b1", "crossed out")
	p.touch(700*time.Millisecond, "d1")
	p.shows("d1", "queen")
	p.touch(0, "d1") // takes it away
	p.shows("d1", "")
	p.touch(0, "a3", "e3") // faster than events come
	p.until(inPuzzle + `.querySelectorAll(".crossed").length === 9 && ` + inPuzzle + `.querySelectorAll("[data-square$='3'].crossed").length === 5`)
	p.drag("d5", 0, -300) // up at once
	for _, square := range []string{"d1", "d2", "d4", "d5"} {
		p.shows(square, "crossed out")
	}
	p.drag("e1", 0, 300) // and down
	p.shows("e5", "crossed out")
	is(p, `scrollY`, 0)
	x, y := p.at("e5")
	p.swipe(x, y+250, 0, -200) // below the board, where a finger scrolls the page
	p.until(`scrollY > 100`)
	p.run(`scrollTo(0, 0)`)
	for n, least := range map[int]float64{8: 44, 12: 32} {
		p.choose("Rows", fmt.Sprint(n))
		p.click("button", "New puzzle")
		p.until(fmt.Sprintf(inPuzzle+`.querySelectorAll(".square").length === %d`, n*n))
		if side := eval[float64](p, inPuzzle+`.querySelector(".square").getBoundingClientRect().width`); side < least {
			t.Errorf("n=%d: squares of %g pixels", n, side)
		}
		p.fits()
	}
	p.click("radio", "Queens given")
	p.choose("Rows", "20")
	p.click("button", "New puzzle")
	p.until(inPuzzle + `.querySelectorAll(".square").length === 400`)
	p.fits()
}

// touch touches squares one after another, and holds the finger still before it is lifted.
func (p *tab) touch(hold time.Duration, squares ...string) {
	p.Helper()
	for i, square := range squares {
		x, y := p.at(square)
		p.finger(i == 0, x, y)
	}
	time.Sleep(hold)
	p.lift()
}

// tap touches an empty square, which gets a cross, or a queen if the machine is so slow that this
// is a long press.
func (p *tab) tap(square string) {
	p.Helper()
	p.touch(0, square)
	p.until(inPuzzle + `.querySelector("[data-square=` + square + `]").matches(".crossed, .queen")`)
}

// phone makes the tab one of a phone.
func (p *tab) phone() {
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 1})
}

// drag drags a finger from the middle of a square by some pixels.
func (p *tab) drag(square string, right, down float64) {
	p.Helper()
	x, y := p.at(square)
	p.swipe(x, y, right, down)
}

func (p *tab) swipe(x, y, right, down float64) {
	p.Helper()
	const steps = 10
	for i := range steps + 1 {
		share := float64(i) / steps
		p.finger(i == 0, x+share*right, y+share*down)
		time.Sleep(15 * time.Millisecond)
	}
	time.Sleep(200 * time.Millisecond) // so that nothing moves on by itself
	p.lift()
}

// finger puts a finger down or moves it.
func (p *tab) finger(down bool, x, y float64) {
	p.Helper()
	kind := input.DispatchTouchEventTypeTouchMove
	if down {
		kind = input.DispatchTouchEventTypeTouchStart
	}
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}})
}

func (p *tab) lift() {
	p.Helper()
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd})
}
