package main

import (
	"fmt"
	"testing"

	"example.com/queens/regions"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestWaits opens links that need the library where it does not arrive: the view says so, and no control
// can be used until it does.
func TestWaits(t *testing.T) {
	for address, ready := range map[string]string{
		"#2%204%201%203": "Solved: 4 queens", "#solutions%202%204%201%203": "2 4 1 3, as it is.", "#search%202%20.%20.%20.": "is given",
		"#editor%20" + must(regions.ParseBoard(small)).Link(): "Exactly one solution",
	} {
		t.Run(address, func(t *testing.T) {
			p := newTab(t, 1280, 860)
			arrive := p.late()
			call(p, page.Navigate, page.NavigateParams{URL: p.server.URL + folder + address})
			p.hears("Loading…")
			is(p, `[...document.querySelectorAll("main > section:not([hidden]) :is(button, select, input, textarea)")].filter(each => !each.matches(":disabled")).length`, 0)
			p.until(`[...document.querySelectorAll("main > section:not([hidden]) .board, queens-search")].some(each => (each.shadowRoot ?? each).querySelectorAll(".square").length > 15)`)
			arrive()
			p.until(`document.querySelector("main > section:not([hidden]) > fieldset").matches(":enabled")`)
			if address == "#search%202%20.%20.%20." {
				p.press("Step", ready)
			} else {
				p.hears(ready)
			}
		})
	}
}

// TestAskAgain has the library missing, and then its workers end: every question can be asked again.
func TestAskAgain(t *testing.T) {
	p := newTab(t, 1280, 860)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `globalThis.workers = [];
		globalThis.Worker = class extends Worker { constructor(...args) { super(...args); workers.push(this) } }`})
	again := p.without(".gzip")
	p.open("#n=8", "The library cannot be loaded.")
	p.open("#2%204%201%203", "The library cannot be loaded.")
	again()
	p.run(`document.querySelector("#state-again").click()`)
	p.hears("Solved: 4 queens")
	p.open("#search%20n=8", "The search starts")
	p.press("Step", "A queen on a1")
	p.run(`for (const worker of workers.splice(0)) { worker.dispatchEvent(new ErrorEvent("error")) }`)
	p.press("Step", "No queen on a2")
	p.press("Back", "A queen on a1")
	p.open("#n=8", "92 ways")
	p.run(`document.querySelector("#board-clear").click(); document.querySelector("#board-rows").value = "19"; document.querySelector("#board-rows").dispatchEvent(new Event("change"))`)
	p.hears("There are about")
	p.run(`for (const worker of workers) worker.dispatchEvent(new ErrorEvent("error"))`)
	p.hears("The library stopped")
	p.press("Try again", "There are about")
}

// TestForbidden opens the page where a policy forbids WebAssembly, and one where the reader saves data.
func TestForbidden(t *testing.T) {
	p := newTab(t, 1280, 860)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `WebAssembly.compileStreaming = async () => { throw new WebAssembly.CompileError("policy") };
		Object.defineProperty(navigator, "connection", { value: { saveData: true } }); globalThis.fetched = []; const get = fetch; globalThis.fetch = (...args) => (fetched.push(String(args[0])), get(...args))`})
	p.open("#day/327", "to find")
	p.play("a1", "x")
	p.until(`performance.now() > 2500`)
	is(p, `fetched.some(each => each.includes("wasm"))`, false) // before a click asks for it
	p.press("Hint", "The library cannot run here")
}

// TestVisit goes from a month to a day and back: the month, the focus and the scroll are as they were.
func TestVisit(t *testing.T) {
	p := newTab(t, 390, 500)
	p.today("2026-11-25")
	p.open("#days")
	p.click("button", "Earlier")
	p.addressIs("#days/2026-10")
	p.run(`document.querySelector('#days-weeks [href="#day/300"]').focus()`)
	p.until(`scrollY > 50`)
	scroll := eval[float64](p, "scrollY")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`document.activeElement.id === "puzzle-view" && scrollY === 0`)
	is(p, `document.activeElement.ariaLabel`, "Puzzle #300")
	p.run(`history.back()`)
	p.named("heading", "October 2026")
	p.until(fmt.Sprintf(`document.activeElement.hash === "#day/300" && Math.abs(scrollY - %f) < 20`, scroll))
	p.open("#learn/single")
	p.run(`document.querySelector('#learn-list [href="#learn/pin"]').click()`)
	p.until(`document.activeElement.id === "learn-view" && document.activeElement.ariaLabel === "No square left"`)
}

// TestSearchLink opens a step by its link, steps with keys, and shows the element of another page at a step.
func TestSearchLink(t *testing.T) {
	p := newTab(t, 1280, 860).open("#search%20n=6%20step=7", ".")
	p.addressIs("#search n=6 step=7")
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.addressIs("#search n=6 step=8")
	p.do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	p.addressIs("#search n=6 step=6")
	p.open("#search%20n=4%20step=1e99", "The search starts")
	p.visitBlog("en", `<queens-search n="8" step="3"></queens-search><queens-search lang="it" n="nonsense"></queens-search>`)
	p.hears("No queen on b2: the one on a1 attacks it.")
	p.hears("La pagina non riesce a leggere")
	p.run(`document.querySelector("queens-search").step(-2)`)
	p.hears("A queen on a1")
}

// TestPauseAndCard pauses a puzzle, solves it, and looks at the card.
func TestPauseAndCard(t *testing.T) {
	p := newTab(t, 390, 844)
	p.today("2026-11-25")
	p.open("#day/329", "queens to find")
	p.press("Pause", "The clock is stopped")
	p.until(`!` + inPuzzle + `.querySelector(".square").checkVisibility({visibilityProperty: true})`)
	p.press("Go on", "queens to find")
	answer, _ := p.puzzle()
	p.solve(answer)
	p.until(`/^Queens #329 · 8×8 coloured regions, medium · Solved in 0:\d\d · without help$/.test(document.querySelector("#puzzle-result-line").textContent)`)
	p.named("heading", "Solved")
	p.until(`/^Solved in 0:\d\d!/.test(` + inPuzzle + `.querySelector(".says").textContent)`)
	p.until(`/in 13:5\d:\d\d\./.test(document.querySelector("#puzzle-next-day").textContent)`)
	p.do(chromedp.Evaluate[chromedp.Void](`URL.createObjectURL = (blob) => { globalThis.saved = createImageBitmap(blob).then(each => each.width); return "#day/329" }`))
	p.press("Share a picture", "Saved the picture as queens.png.")
	is(p, `saved`, 1200.0)
	p.click("link", "Not solved yet: #329, Queens given")
	p.addressIs("#day/329/queens")
	p.today("2028-11-22") // the puzzles come again after 728 days, unsolved
	p.open("#day/1057", "queens to find")
}
