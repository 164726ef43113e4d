package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBoard places queens with the mouse.
func TestBoard(t *testing.T) {
	p := newTab(t, 1280, 860).open("#n=8", "There are 92 ways to complete the board.")
	p.click("button", "b4")
	p.becomes("b4", "b4, queen")
	p.becomes("e7", "e7, attacked")
	p.hears("1 queen of 8.")
	p.clickSquare("d5")
	p.hears("There are 2 ways to complete the board.")
	p.clickSquare("c1", chromedp.ButtonRight)
	p.becomes("c1", "c1, blocked")
	p.hears("There is exactly one way to complete the board.")
	p.addressIs("#n=8 given=b4,d5 blocked=c1")
	p.clickSquare("b8")
	p.becomes("b8", "b8, queen, attacked")
	p.hears("Queens attack each other: b4 with b8.")
	p.hears("There is no way to complete the board while queens attack each other.")
	p.until(`document.querySelectorAll("#board-board .lines line:not(.edge)").length === 1`)
	p.click("button", "Undo")
	p.becomes("b8", "b8, attacked")
	p.hears("There is exactly one way to complete the board.")
	p.press("Show one solution", "Solved: 8 queens, and no two attack each other.")
	is(p, `document.activeElement.id`, "board-finish") // though it can do nothing now
	p.hears("The board is complete.")
	p.click("checkbox", "Shade attacked squares")
	p.click("button", "Undo")
	p.becomes("a4", "a4")
	p.click("checkbox", "Shade attacked squares")
	p.becomes("a4", "a4, attacked")
	p.press("Clear", "There are 92 ways to complete the board.")
	p.becomes("c1", "c1")
	p.click("radio", "blocks a square")
	p.click("button", "a1")
	p.becomes("a1", "a1, blocked")
	p.click("button", "a1, blocked")
	p.becomes("a1", "a1")
	p.run(`document.querySelector("#board-options").open = true`)
	p.click("checkbox", "Wrap the edges")
	p.hears("There is no way to complete the board.") // 8 is divisible by 2
	p.choose("Rows", "7")
	p.hears("There are 28 ways to complete the board.")
	p.addressIs("#n=7 torus")
}

// addressIs waits until the address has a fragment.
func (p *tab) addressIs(fragment string) {
	p.Helper()
	p.until(fmt.Sprintf("decodeURIComponent(location.hash) === %q", fragment))
}

// TestKeyboard uses a board without a mouse.
func TestKeyboard(t *testing.T) {
	p := newTab(t, 1280, 860).open("#n=8", "92 ways")
	p.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Tab)) // the link that skips to the board
	at := func(square string) {
		p.Helper()
		p.until(fmt.Sprintf(`document.activeElement.dataset.square === %q`, square))
		p.until(`document.querySelectorAll("#board-board [tabindex='0']").length === 1`)
	}
	at("a1")
	for _, press := range []struct{ key, square string }{
		{kb.ArrowDown, "a2"}, {kb.ArrowRight, "b2"}, {kb.ArrowUp, "b1"}, {kb.ArrowUp, "b1"}, {kb.ArrowLeft, "a1"}, {kb.ArrowLeft, "a1"},
		{kb.End, "h1"}, {kb.PageDown, "h8"}, {kb.Home, "a8"}, {kb.PageUp, "a1"}, {kb.ArrowRight, "b1"},
	} {
		p.do(chromedp.KeyEvent(press.key))
		at(press.square)
	}
	for _, press := range []struct{ key, becomes string }{{kb.Enter, "b1, queen"}, {" ", "b1"}, {"x", "b1, blocked"}, {"x", "b1"}} {
		p.do(chromedp.KeyEvent(press.key))
		p.becomes("b1", press.becomes)
	}
	p.do(chromedp.KeyEvent(kb.Tab))
	p.until(`document.activeElement !== document.body && !document.activeElement.closest("#board-board")`) // one key press leaves the board
	if outline := eval[string](p, `getComputedStyle(document.activeElement).outlineStyle`); outline == "none" {
		t.Error("the focus is not visible")
	}
}

// TestSizes shows boards of several sizes, with QUEENS_LONG=1 of all, in several windows, and
// checks that they fit.
func TestSizes(t *testing.T) {
	sizes := []int{1, 8, 20}
	if os.Getenv(long) != "" {
		for n := range 20 {
			sizes = append(sizes, n+1)
		}
	}
	p := newTab(t, 360, 740).open("#n=2%20given=a1,b1") // the queens attack each other, so there is nothing to count
	for width, sizes := range map[int64][]int{360: sizes, 1280: {20}, 3840: {20}} {
		p.resize(width, width*9/16+540)
		for _, n := range sizes {
			p.choose("Rows", fmt.Sprint(n))
			p.until(fmt.Sprintf(`document.querySelectorAll("#board-board .square").length === %d`, n*n))
			p.fits()
			if side := eval[float64](p, `document.querySelector("#board-board .square").getBoundingClientRect().width`); side < 24 && (n < 16 || width > 360) {
				t.Errorf("n=%d in a window of %d: squares of %f pixels", n, width, side)
			}
		}
	}
}

// TestCancel clicks during a count that takes half an hour: the page responds and counts
// the new board.
func TestCancel(t *testing.T) {
	p := newTab(t, 1280, 860).open("#n=20", "There are about 39,000,000,000 ways to complete the board.")
	p.named("progressbar", "Progress of the count")
	p.clickSquare("a1")
	p.becomes("a1", "a1, queen")
	p.hears("There are about ")
	p.choose("Rows", "8")
	p.hears("There are 92 ways to complete the board.") // since another size clears the board
}

// TestLinks opens good and bad links to boards.
func TestLinks(t *testing.T) {
	p := newTab(t, 1280, 860).open("#n=5%20torus%20given=a1%20blocked=b4,e5")
	p.becomes("a1", "a1, queen")
	p.becomes("b4", "b4, blocked")
	p.becomes("e5", "e5, blocked, attacked")
	p.open("#2%204%201%203", "Solved: 4 queens")
	p.addressIs("#n=4 given=b1,d2,a3,c4")
	for fragment, want := range map[string]string{
		"#n=99":                 "A board here has 1 to 20 rows, not 99.",
		"#n=999999":             "A board here has 1 to 20 rows, not 999,999.",
		"#puzzle%20n=8":         "several solutions",
		"#puzzle%20AAB/ABB/CCC": "no solution",
		"#puzzle%20https://puzz.link/p?starbattle/5/5/1/o0o": "not the address of a Star Battle",
		"#search%20n=4%20given=a1,a2":                        "attack each other",
	} {
		p.open(fragment)
		p.named("heading", "This link leads to no board")
		p.named("link", "Today’s puzzle")
		p.hears(want)
		p.until(`[...document.querySelectorAll(".view")].every(each => !each.checkVisibility())`)
	}
	p.open("#n=6")
	p.click("link", "Search")
	p.until(`document.querySelector("#search-view").checkVisibility() && !document.querySelector("#board-view").checkVisibility()`)
	p.until(`document.title === "Search – Queens"`)
}

// TestNext goes from a board to its search, its solutions and its puzzle.
func TestNext(t *testing.T) {
	const board = "n=8 given=b4,d5 blocked=c1"
	p := newTab(t, 1280, 860)
	for link, view := range map[string]string{"Follow the search": "search", "See all solutions": "solutions", "Play it as a puzzle": "puzzle"} {
		p.open("#"+strings.ReplaceAll(board, " ", "%20"), "There is exactly one way to complete the board.")
		p.click("link", link)
		p.addressIs("#" + view + " " + board)
		p.becomes("b4", "b4, queen, given")
		if view == "solutions" {
			p.until(`[...document.querySelectorAll("#solutions-view button")].filter(each => each.textContent.includes("not a solution of this board") || each.ariaLabel?.includes("not a solution of this board")).length === 7`)
		}
	}
	p.open("#n=8%20given=b4,d5,a1")
	p.choose("Rows", "6")
	p.hears("There are no queens on the board.")
	p.click("button", "Undo")
	p.becomes("a1", "a1, queen")
}
