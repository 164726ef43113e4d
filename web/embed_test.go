package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestEmbed has the element on a page of another host: it plays, and takes hints from the
// library.
func TestEmbed(t *testing.T) {
	p := newTab(t, 500, 900)
	p.visitBlog("en", `<style>button { transform: rotate(180deg); } .board { display: none; }</style><h1>A blog</h1>
		<queens-puzzle id="puzzle" puzzle="`+small+`"></queens-puzzle><queens-puzzle id="today" puzzle="day/327"></queens-puzzle>`)
	p.hears("Medium: 5 queens to find.")
	p.hears("Easy: 7 queens to find.")
	p.until(`document.querySelector("#today").shadowRoot.querySelector(".name").textContent === "Queens #327, 23 November 2026"`)
	p.run(`document.querySelector("#today").lang = "ro"`)
	p.hears("Ușoară: 7 regine de găsit.")
	p.run(`globalThis.heard = []; for (const type of ["queens-change", "queens-solved"]) document.addEventListener(type, event => heard.push([type, event.detail]))`)
	p.place("a1", "b1")
	p.hears("a1 and b1 are both in row 1.")
	p.run(`document.querySelector("#puzzle").undo(); document.querySelector("#puzzle").undo()`)
	p.run(inPuzzle + `.querySelector("button.hint").click()`)
	p.hears("Look at")
	is(p, inPuzzle+`.querySelector(".more").href`, p.server.URL+folder+"#learn/point")
	p.place(smallAnswer...)
	p.hears("Solved in 0:")
	p.until(`heard.at(-1)[0] === "queens-solved" && heard.at(-1)[1].help === 1 && heard[0][1].queens.join() === "a1"`)
	p.reload("Solved in 0:")
	p.run(`document.querySelector("#puzzle").setAttribute("puzzle", "day/320/queens")`)
	p.until(inPuzzle + `.querySelector(".name").textContent === "Queens #320, 16 November 2026"`)
	p.run(`document.querySelector("#puzzle").setAttribute("puzzle", "AAB/ABB/CCC")`)
	p.hears("This board has no solution")
}

// TestEmbedPage opens the example page.
func TestEmbedPage(t *testing.T) {
	p := newTab(t, 390, 844)
	p.do(chromedp.Navigate(p.server.URL + folder + "embed.html"))
	p.hears("queens to find")
	p.hears("Medium: 5 queens to find.")
	for _, texts := range must(readCatalogues()) { // each section speaks its language
		p.named("heading", texts.text("embed.title"))
		p.until(fmt.Sprintf(`[...document.querySelectorAll("section[lang=%s] queens-puzzle")].every(each => each.shadowRoot.querySelector(".undo").textContent === %q)`, texts.text("locale")[:2], texts.text("puzzle.undo")))
	}
	p.fits()
}
