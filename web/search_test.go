package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// inSearch is the shadow root of the search.
const inSearch = `document.querySelector("#search").shadowRoot`

// counts checks one of the counters of the search.
func (p *tab) counts(term, want string) {
	p.Helper()
	is(p, `[...`+inSearch+`.querySelectorAll("dt")].find(each => each.textContent === "`+term+`").nextElementSibling.textContent`, want)
}

// TestSearch follows the search on the chessboard, which tries 15720 squares and places 2056 queens. A reader
// guesses the next square.
func TestSearch(t *testing.T) {
	p := newTabAlone(t, 1280, 860).open("#search", "The search starts in row 1")
	p.press("Step", "A queen on a1")
	p.becomes("a1", "a1, queen, marked")
	p.press("Step", "No queen on a2: the one on a1 attacks it.")
	p.becomes("a2", "a2, attacked, marked")
	p.until(`` + inSearch + `.querySelectorAll(".lines:not(.borders) line:not(.edge)").length === 1`)
	p.click("button", "Step")
	p.press("Step", "A queen on c2")
	p.becomes("b2", "b2, attacked")
	p.press("Back", "No queen on b2")
	p.clickSquare("d2")
	p.hears("Not d2. A queen on c2")
	p.press("Back", "No queen on b2")
	p.clickSquare("c2")
	p.hears("Right. A queen on c2")
	p.press("Back", "No queen on b2")
	p.becomes("c2", "c2")
	p.counts("Queens placed", "1")
	p.press("Next dead end", "No queen on h6: the one on e3 attacks it. Dead end: row 6 has no free square")
	p.press("Step", "The queen on d5 is removed. The search goes on in row 5.")
	p.press("Next solution", "Solution 1: 1 5 8 6 3 7 2 4.")
	p.press("To the end", "The search is over: 92 solutions.")
	p.counts("Queens placed", "2056")
	p.counts("Solutions", "92")
	p.counts("Squares tried", "15,720")
	for range 2 { // the last two steps remove queens
		p.click("button", "Back")
	}
	p.counts("Queens placed", "2056")
	p.press("Restart", "The search starts")
	p.counts("Queens placed", "0")
	p.click("button", "Full screen") // for a projector, and the buttons of a presenter
	p.until(`document.fullscreenElement && ` + inSearch + `.querySelector(".board").getBoundingClientRect().height > 0.85 * innerHeight`)
	p.do(chromedp.KeyEvent(kb.PageDown))
	p.hears("A queen on a1")
	p.counts("Queens placed", "1")
	p.click("button", "Full screen")
	p.until(`!document.fullscreenElement`)
}

// TestPlay plays a search, speeds it up and pauses it.
func TestPlay(t *testing.T) {
	p := newTab(t, 1280, 860).open("#search%20n=12", "The search starts")
	p.click("button", "Play")
	p.until(`Number(` + inSearch + `.querySelector("dd").textContent) > 3`)
	p.run(`const s = document.querySelector("#search-speed"); s.value = 7; s.dispatchEvent(new Event("input"))`)
	p.until(inSearch + `.querySelector("dd").textContent.length > 4`) // steps
	is(p, `document.querySelector("#search-speed").getAttribute("aria-valuetext")`, "10,000 steps a second")
	p.click("button", "Pause")
	p.named("button", "Play")
	before := eval[string](p, inSearch+`.querySelector(".says").textContent`)
	p.click("button", "Step")
	p.until(fmt.Sprintf(inSearch+`.querySelector(".says").textContent !== %q`, before))
	p.press("Next solution", "Solution")

	// A search that would take hours can be stopped.
	p.open("#search%20n=19%20blocked=a1")
	p.click("button", "To the end")
	p.until(inSearch + `.querySelector("dd").textContent.length > 5`)
	p.click("button", "Pause")
	p.named("button", "Play")
	p.choose("Rows", "6")
	p.run(`document.querySelector("#search-options").open = true`)
	p.click("checkbox", "Wrap the edges")
	p.press("To the end", "The search is over: 0 solutions.")
}
