package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
)

// TestAddress writes and reads addresses: what is written is read as the same, and what a reader may type
// is read as well.
func TestAddress(t *testing.T) {
	p := newTab(t, 400, 300).open("#editor")
	p.script("address.ts", "address")
	for written, want := range map[string]string{
		`addressOf("puzzle")`:                   "#",
		`addressOf("puzzle", "day/328/queens")`: "#day/328/queens",
		`addressOf("puzzle", "n=8 given=b4")`:   "#puzzle%20n=8%20given=b4",
		`addressOf("days", "2026-10")`:          "#days/2026-10",
		`addressOf("learn")`:                    "#learn",
		`addressOf("board", "n=8 torus", {})`:   "#n=8%20torus",
		`addressOf("solutions", "n=8", { number: 60, fundamental: true, image: "" })`: "#solutions%20n=8%20number=60%20fundamental",
		`addressOf("sheets", "", { kind: "both", count: 6, seed: 0, colour: false })`: "#sheets%20kind=both%20count=6",
	} {
		is(p, "address."+written, want)
	}
	for typed, want := range map[string]string{
		"": "puzzle||", "#": "puzzle||", "#day": "puzzle|day|", "#day/3/queens": "puzzle|day/3/queens|", "#days": "days||", "#days/2026-10": "days|2026-10|", "#daylight": "board|daylight|",
		"#puzzle AAB/ABB/CCC": "puzzle|AAB/ABB/CCC|", "#puzzle/n=8": "puzzle|n=8|", "#n=8 torus": "board|n=8 torus|", "#%E0%A4%A": "board|%E0%A4%A|", "#search%20n=8 step=7": "search|n=8|step=7",
		"#solutions fundamental n=8  number=60": "solutions|n=8|fundamental=true,number=60", "#solutions n=8 fundamentally number": "solutions|n=8 fundamentally|number=true",
		"#n=8 number=60": "board|n=8 number=60|", "#constructor": "board|constructor|", "#sheets count=7 answers __proto__=1": "sheets|__proto__=1|count=7,answers=true", "#learn set2/3": "learn|set2/3|",
	} {
		is(p, fmt.Sprintf(`(({ view, text, options }) => [view, text, Object.entries(options).map(each => each.join("=")).join()].join("|"))(address.readAddress(%q))`, typed), want)
	}
}

// TestLost opens addresses that are none, and the page with a clock that is years behind: it says so.
func TestLost(t *testing.T) {
	p := newTab(t, 390, 844)
	p.open("#zzz", "“zzz” is neither a view of this page nor a board that it can read.")
	p.open("#puzzle%20hello%20world", "“hello world” is neither")
	p.open("#solutions%20n=8%20number=93", "There is no solution number 93.")
	p.today("2019-03-04")
	p.open("")
	p.hears("The clock of this device says 4 March 2019. The daily puzzles begin on 1 January 2026.", "queens to find")
	p.open("#days")
	p.named("heading", "January 2026")
	is(p, `document.querySelectorAll("#days-weeks a").length`, 2)
	p.open("#sheets")
	p.sheetsReady()
	is(p, `document.querySelectorAll("#sheets-pages figure").length`, 1)
}

// sheetsReady waits until the sheets are drawn.
func (p *tab) sheetsReady() {
	p.Helper()
	p.until(`document.querySelector("#sheets-pages")?.ariaBusy === "false" && document.querySelector("#sheets-says").textContent === ""`)
}

// links returns the links of the puzzles on the sheets, in order.
func (p *tab) links() []string {
	p.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("#sheets-pages .code")].map(each => each.getAttribute("aria-label"))`)
}

// TestSheetsAgain makes new puzzles, and has the same ones again with their answers: by the form, after a reload,
// in another language, on another day and by the number of the set. Print prints what the form says.
func TestSheetsAgain(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.today("2026-11-25")
	p.open("#sheets")
	p.sheetsReady()
	p.addressIs("#sheets kind=regions count=6 from=324 on=6")
	change := func(script string) {
		t.Helper()
		p.run(`const form = document.querySelector("#sheets-form"), { elements } = form; ` + script + `; form.dispatchEvent(new Event("change"))`)
	}
	change(`elements.which.value = "made"; elements.rows.value = "5"; elements.level.value = "easy"; elements.count.value = "2"`)
	p.sheetsReady()
	puzzles := p.links()
	seed := eval[string](p, `document.querySelector("#sheets-form").elements.seed.value`)
	if len(puzzles) != 2 || puzzles[0] == puzzles[1] {
		t.Fatalf("the puzzles %q", puzzles)
	}
	same := func(when string) {
		t.Helper()
		p.sheetsReady()
		if again := p.links(); !slices.Equal(again, puzzles) {
			t.Errorf("%s: the puzzles are %q, not %q", when, again, puzzles)
		}
		is(p, `[...document.querySelectorAll("#sheets-pages .paper")].every(each => each.textContent.includes("`+seed+`"))`, true)
	}
	change(`elements.answers.checked = true`)
	same("with answers")
	is(p, `document.querySelectorAll("#sheets-pages .twelve figure").length`, 2)
	p.today("2026-12-24")
	p.reload()
	same("after a reload on another day")
	p.choose("Language", "it")
	p.named("button", "Stampa")
	same("in Italian")
	address := eval[string](p, "location.hash")
	p.speak("en")
	p.open(address)
	same("by a link")
	p.click("button", "Other puzzles")
	p.sheetsReady()
	if others := p.links(); slices.Equal(others, puzzles) {
		t.Error("the other puzzles are the same")
	}
	change(`elements.seed.value = "` + seed + `"`)
	same("by the number of the set")

	change(`elements.count.value = "500"`)
	p.until(`document.querySelector("#sheets-says").textContent.includes("60")`)
	change(`elements.count.value = "6"; elements.which.value = "days"`)
	p.sheetsReady()
	p.click("button", "Make the sheets")
	p.sheetsReady()
	p.addressIs("#sheets kind=regions count=6 from=353 on=6 answers")

	p.run(`globalThis.printed = []; globalThis.print = () => printed.push(document.querySelectorAll("#sheets-pages .code").length)`)
	p.run(`const { elements } = document.querySelector("#sheets-form"); elements.count.value = "25"; elements.count.dispatchEvent(new Event("change", { bubbles: true })); document.querySelector("#sheets-print").click()`)
	p.until(`printed.join() === "25"`)
}

// TestPlaces opens solutions by their numbers and images, goes on to the next, and prints one: the code on
// paper opens the solution above it.
func TestPlaces(t *testing.T) {
	p := newTab(t, 390, 844).open("#solutions%20n=10%20number=130%20image=transpose", "flipped along the a1 diagonal")
	all := slices.Collect(queens.All(10))
	p.listHas(120) // the second page
	p.until(`document.querySelector("#solutions-list [aria-pressed=true] span").textContent === "130"`)
	p.hears(all[129].Transform(queens.Transpose).String())
	p.click("button", "Next")
	p.hears(all[130].String() + ", as it is.")
	p.addressIs("#solutions n=10 number=131")
	p.click("button", "Rotate right")
	p.addressIs("#solutions n=10 number=131 image=rotate90")
	p.run(`dispatchEvent(new Event("beforeprint"))`)
	is(p, `document.querySelector("#sheet .code").getAttribute("aria-label") === location.href`, true)
	p.run(`dispatchEvent(new Event("afterprint"))`)
	p.reload()
	p.hears(all[130].Transform(queens.Rotate90).String() + ", rotated right.")
	p.choose("Language", "es")
	p.hears(all[130].Transform(queens.Rotate90).String() + ", ")
	p.addressIs("#solutions n=10 number=131 image=rotate90")
	p.speak("en")
	p.open("#solutions%20n=10%20number=121", all[120].String())
	p.click("button", "Previous")
	p.hears(all[119].String())
	p.until(`document.querySelector("#solutions-list li button span").textContent === "1"`)
	p.click("button", "Next")
	p.hears(all[120].String())
	p.listHas(240)

	// On a phone the board stays where it is.
	p.open("#solutions", "1 5 8 6 3 7 2 4")
	p.listHas(92)
	p.run(`document.querySelector("#solutions-list").scrollIntoView({ block: "end" })`)
	scroll := eval[float64](p, "scrollY")
	p.run(`document.querySelectorAll("#solutions-list button")[59].click()`)
	p.addressIs("#solutions n=8 number=60")
	p.hears(slices.Collect(queens.All(8))[59].String())
	is(p, "scrollY", scroll)
	is(p, `document.querySelector("#solutions-board").getBoundingClientRect().bottom > 200`, true)
	p.click("radio", "Fundamental only")
	p.addressIs("#solutions n=8 fundamental")
	p.open("#solutions%20n=8%20fundamental%20number=12")
	p.listHas(12)
	is(p, `document.querySelector("#solutions-after").ariaDisabled`, "true")
}

// TestSet opens the set of a teacher's choice on another device, and solves it in order. What is solved is
// still known after a reload.
func TestSet(t *testing.T) {
	p := newTab(t, 390, 844)
	p.open("#sheets%20kind=both%20count=3%20rows=6%20level=easy%20seed=4711")
	p.sheetsReady()
	puzzles := p.links()
	set := eval[string](p, `new URL(document.querySelector("#sheets-link").value).hash`)
	p.run(`document.querySelector("#sheets-code").closest("details").open = true; document.querySelector("#sheets-pages").replaceChildren()`)
	if read := p.readCode(); !strings.HasSuffix(read, set) {
		t.Errorf("the code of the set says %s", read)
	}
	const inSet = `document.querySelector("#set-puzzle").shadowRoot`
	p.open(set)
	for i, link := range puzzles {
		p.addressIs(fmt.Sprintf("#set kind=both count=3 rows=6 level=easy seed=4711 at=%d", i+1))
		p.until(fmt.Sprintf(`document.querySelector("#set-puzzle").link === %q`, link))
		p.until(fmt.Sprintf(`document.querySelector("#set-says").textContent === "%d of 3 solved."`, i))
		_, text, _ := strings.Cut(link, "#puzzle%20")
		answer, _ := solve(t.Context(), strings.ReplaceAll(text, "%20", " "))
		for _, square := range answer {
			p.run(inSet + `.querySelector("[data-square=` + square + `]:not(.given)")?.dispatchEvent(new KeyboardEvent("keydown", {key: "q", bubbles: true, composed: true}))`)
		}
		p.until(fmt.Sprintf(`document.querySelector("#set-says").textContent === "%d of 3 solved."`, i+1))
		if i == 0 {
			p.open(set) // the first that is not solved
		} else if i == 1 {
			p.click("link", "Next puzzle")
		}
	}
	p.reload()
	p.until(`document.querySelectorAll("#set-list .done").length === 3`)
	p.until(`!document.querySelector("#set-next").checkVisibility()`)
}

// TestPlan compares the table of the plan with the library's search.
func TestPlan(t *testing.T) {
	p := newTab(t, 1280, 860).open("#plan")
	var want []string
	for step := range must(queens.New(4)).Steps() {
		if step.Op == queens.Found {
			break
		}
		if step.Op == queens.Place {
			want = append(want, step.Square.String())
		}
	}
	got := eval[[]string](p, `[...document.querySelectorAll("#plan-filled tbody tr")].map(each => each.children[1].textContent)`)
	if !slices.Equal(got, want) {
		t.Errorf("the plan places %q, the library %q", got, want)
	}
	is(p, `document.querySelectorAll("#plan-table tbody tr").length`, len(want))
	is(p, `[...document.querySelectorAll("#plan-table tbody td")].filter(each => each.textContent).length`, len(want)+1) // numbers, and where to begin
	printed := p.print("plan", paper{a4.width, a4.height})
	if len(printed) != 2 || !strings.Contains(printed[1], "Expected answers") || strings.Contains(printed[0], "11 × 8") {
		t.Errorf("%d sheets: %q", len(printed), printed)
	}
}

// TestComplete opens a puzzle whose queens are all given: nothing is left to solve, and nothing is recorded.
func TestComplete(t *testing.T) {
	p := newTab(t, 390, 844).open("#puzzle%20n=4%20given=b1,d2,a3,c4", "This is the solution.")
	p.until(inPuzzle + `.querySelector(".puzzle.solved")`)
	is(p, `document.querySelector("#puzzle-result").hidden`, true)
	is(p, `JSON.stringify(Object.keys(JSON.parse(localStorage.getItem("queens record") ?? '{"value":{"sorts":{}}}').value.sorts))`, "[]")
}
