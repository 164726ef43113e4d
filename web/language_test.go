package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// views are states of all views: an address, and the id of the element that is filled in last,
// with a text that ends with a full stop.
var views = []struct{ address, filled string }{
	{"#day/327", ""},
	{"#puzzle%20n=11%20torus%20given=a1,c2,e3,g4,i5,k6,b7,d8,f9", ""},
	{"#days", "days-streak"},
	{"#learn/set2", "learn-says"},
	{"#learn/queens-trial/2", "learn-says"},
	{"#editor%20AABBB/AABBB/CADDB/CCEEE/CCCCA", "editor-says"},
	{"#editor%20AAAAA/BBBBB/CCCCC/DDDDD/EEEEE", "editor-says"},
	{"#editor%20AAB/ABB/CCC", "editor-says"},
	{"#n=8%20given=b4,d5,g5,e6%20blocked=c1,h8", "board-ways-says"},
	{"#n=8", "board-ways-says"},
	{"#search%20n=8", "search"},
	{"#search%20n=3", "search"},
	{"#solutions%20n=6", "solutions-says"},
	{"#solutions%20n=8%20given=a1", "solutions-says"},
	{"#solutions%20n=8%20fundamental%20number=12%20image=rotate90", "solutions-says"},
	{"#sheets", "sheets-how"},
	{"#set%20kind=regions%20count=2%20rows=5%20level=easy%20seed=7%20at=1", "set-says"},
	{"#plan", "plan-about"},
	{"#teachers", "teachers-about"},
	{"#puzzle%20hello", "lost-why"},
	{"#day/9999", "lost-why"},
}

// visit opens each view, with all details open, and calls check.
func (p *tab) visit(check func(address string)) {
	p.Helper()
	for _, view := range views {
		p.open(view.address)
		if view.filled == "" {
			p.until(inPuzzle + `?.querySelector(".says")?.textContent.length > 3`)
		} else {
			p.until(`(filled => /[.)]⟧*$/.test((filled?.shadowRoot?.querySelector(".says") ?? filled)?.textContent))(document.querySelector("#` + view.filled + `"))`)
		}
		p.until(`!document.querySelector("main > section:not([hidden]) [aria-busy=true]")`)
		p.run(`for (const each of document.querySelectorAll("details")) each.open = true`)
		check(view.address)
	}
}

// stages goes through the states of a puzzle, and calls check in each.
func (p *tab) stages(check func(state string)) {
	p.Helper()
	p.open("#puzzle%20" + small)
	p.place("a1", "b1")
	p.until(inPuzzle + `.querySelectorAll(".lines:not(.borders) line:not(.edge)").length === 1`)
	check("a broken rule")
	for _, stage := range []string{"wrong", "where", "cleared", "look at", "why", "and so"} {
		p.hint()
		check(stage)
	}
	p.run(inPuzzle + `.querySelector("button.check").click()`)
	p.until(`!` + inPuzzle + `.querySelector(".buttons").hasAttribute("aria-busy")`)
	check("checked")
	p.place(smallAnswer...)
	p.until(inPuzzle + `.querySelector(".puzzle.solved")`)
	check("solved")
}

// deep lists all visible elements of the page, in shadow roots too.
const deep = `const seen = (root) => [...root.querySelectorAll("*")].flatMap(each => [each, ...(each.shadowRoot ? seen(each.shadowRoot) : [])]).filter(each => each.checkVisibility());
	const texts = (each) => [...each.childNodes].filter(node => node.nodeType === 3 && node.data.trim()); `

// TestWords marks all texts of the catalogue, and checks that the page says nothing without the marks,
// in no view and not to screen readers either.
func TestWords(t *testing.T) {
	p := newTab(t, 1280, 860)
	texts := must(readCatalogues())["en"]
	mark := func(text any) any { return "⟦" + text.(string) + "⟧" }
	for key, text := range texts {
		switch text := text.(type) {
		case string:
			texts[key] = mark(text)
		case map[string]any:
			for category, form := range text {
				text[category] = mark(form)
			}
		}
	}
	texts["locale"] = "en-GB"
	p.translate(texts)
	check := func(address string) {
		t.Helper()
		unmarked := eval[[]string](p, `(() => { `+deep+`
			const said = seen(document).filter(each => !each.matches("#language, #language *, #days-view, #days-month, #days-names *, .date, .paper *, script, style, [data-square] *"))
				.flatMap(each => [...texts(each).map(node => node.data), ...["aria-label", "title", "alt", "placeholder", "aria-valuetext"].map(name => each.getAttribute(name) ?? "")]);
			const strip = (text) => { let depth = 0; return [...text].filter(c => { if (c === "⟦") depth++; const out = depth === 0; if (c === "⟧") depth--; return out }).join("") };
			return [...said, document.title].filter(text => !text.startsWith(location.origin) && /\p{L}{2}/u.test(strip(text).replace(/\bCtrl\b/g, ""))) })()`)
		if len(unmarked) > 0 {
			t.Errorf("%s: not from the catalogue: %q", address, unmarked)
		}
	}
	p.openIn("it", "")
	p.visit(check)
	p.stages(check)
	p.run(`for (const each of document.querySelectorAll("details")) each.open = false`)
	p.press("⟦Share the result⟧", "ed: ")
	check("shared")
	p.open("#search%20n=6")
	for range 30 {
		p.click("button", "⟦Step⟧")
		check("step")
	}
}

// TestNarrow looks at all views in all languages in a window of 320 pixels: nothing is cut off
// or juts out, not even at any stage of a hint.
func TestNarrow(t *testing.T) {
	p := newTab(t, 320, 700)
	for code := range must(readCatalogues()) {
		p.speak(code)
		check := func(address string) {
			t.Helper()
			cut := eval[[]string](p, `(() => { `+deep+`
				const scrolls = (each) => each && (/auto|scroll/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
				const jutting = seen(document).filter(each => !each.closest("svg, .skip, .hidden, select, textarea, [data-square]") && !scrolls(each)).flatMap(each => texts(each).filter(node => {
					const range = document.createRange();
					range.selectNodeContents(node);
					const box = (each.closest("button, .button, th, td, .card") ?? each).getBoundingClientRect();
					return [...range.getClientRects()].some(({left, right}) => left < Math.max(0, box.left - 1) || right > Math.min(innerWidth, box.right + 1));
				})).map(node => node.data.trim());
				return document.documentElement.scrollWidth > innerWidth ? ["the page is " + document.documentElement.scrollWidth + " pixels wide", ...seen(document).filter(each => !scrolls(each) && each.getBoundingClientRect().right > innerWidth).map(each => each.outerHTML.slice(0, 80)), ...jutting] : jutting })()`)
			if len(cut) > 0 {
				t.Errorf("%s, %s: cut: %q", code, address, cut)
			}
		}
		p.visit(check)
		p.stages(check)
	}
}

// TestPlurals compares the plural categories of all languages with those of the browser: no
// text has others, and none of the small numbers lacks its form.
func TestPlurals(t *testing.T) {
	p := newTab(t, 400, 300).open("#editor")
	for code, texts := range must(readCatalogues()) {
		all := eval[[]string](p, fmt.Sprintf(`new Intl.PluralRules(%q).resolvedOptions().pluralCategories`, texts.text("locale")))
		small := eval[[]string](p, fmt.Sprintf(`[...new Set(Array.from({length: 101}, (_, n) => new Intl.PluralRules(%q).select(n)))]`, texts.text("locale")))
		for key := range texts {
			forms := texts.forms(key)
			for category := range forms {
				if len(forms) > 1 && !slices.Contains(all, category) {
					t.Errorf("%s: %s has a form for %s, which the language does not have", code, key, category)
				}
			}
			for _, category := range small {
				if _, ok := forms[category]; len(forms) > 1 && !ok {
					t.Errorf("%s: %s has no form for %s", code, key, category)
				}
			}
		}
	}
}

// TestLanguage chooses the language in the browser, on the page and in the address, each of which
// overrides the one before, and checks that the choice is kept.
func TestLanguage(t *testing.T) {
	p := newTab(t, 1280, 860)
	speaks := func(code, play string) {
		t.Helper()
		p.named("link", play)
		p.until(fmt.Sprintf(`document.documentElement.lang === %q && document.querySelector("link[rel=manifest]").href.endsWith("/%[1]s.webmanifest")`, code))
	}
	p.prefers("pt-BR,ro-RO,en")
	p.open("")
	speaks("ro", "Joacă")
	p.until(`document.title.endsWith("– Regine") && document.querySelector("meta[name=description]").content.startsWith("O problemă")`)
	p.choose("Limbă", "it")
	speaks("it", "Gioca")
	p.reload()
	speaks("it", "Gioca")
	p.openIn("bg", "#puzzle%20"+small)
	speaks("bg", "Игра")
	p.until(`location.search === ""`)
	p.hears("Средна: остават 5 царици.")
	if link := eval[string](p, `document.querySelector("#puzzle-link").value`); strings.Contains(link, "lang") {
		t.Errorf("the link %s carries a language", link)
	}
	p.place("a1", "b1")
	p.hears("Две царици на ред 1: a1 и b1.")
	p.becomes("a1", "a1, синята област, царица, под удар")
	p.open("#search") // the choice holds for other addresses too
	speaks("bg", "Игра")
	p.hears("Търсенето започва от ред 1")
	p.openIn("xx", "")
	speaks("en", "Play")
}

// prefers sets the languages that the browser prefers.
func (p *tab) prefers(languages string) {
	p.Helper()
	call(p, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{AcceptLanguage: languages, UserAgent: "test"})
}
