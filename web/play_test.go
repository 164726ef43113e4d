package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// small is a puzzle of regions with queens on d1, a2, c3, e4 and b5.
const small = "AAABB/AABBB/CADDB/CCEEE/CCCCC"

var smallAnswer = []string{"d1", "a2", "c3", "e4", "b5"}

// said returns what is on a square, without its name and region.
func (p *tab) said(square string) string {
	p.Helper()
	said := strings.TrimPrefix(strings.TrimPrefix(p.square(square), square), ", ")
	if first, rest, _ := strings.Cut(said, ", "); strings.Contains(first, "region") {
		said = rest
	}
	return said
}

// shows waits until a square has something on it.
func (p *tab) shows(square, want string) {
	p.Helper()
	p.wait(func() string {
		if said := p.said(square); said != want {
			return fmt.Sprintf("%s shows %q, not %q", square, said, want)
		}
		return ""
	})
}

// play presses keys on a square of the puzzle.
func (p *tab) play(square, keys string) {
	p.Helper()
	p.run(inPuzzle + `.querySelector("[data-square=` + square + `]").focus()`)
	for _, key := range keys {
		p.do(chromedp.KeyEvent(string(key)))
	}
}

// place puts queens on squares.
func (p *tab) place(answer ...string) {
	p.Helper()
	for _, square := range answer {
		if eval[bool](p, inPuzzle+`.querySelector("[data-square=`+square+`]:not(.given)")`+` !== null`) {
			p.play(square, "q")
		}
	}
}

// solve puts the last queens on squares.
func (p *tab) solve(answer []string) {
	p.Helper()
	p.place(answer...)
	p.hears("Solved in 0:")
}

// hint presses the button for hints, whatever its label is now.
func (p *tab) hint() {
	p.Helper()
	p.run(inPuzzle + `.querySelector("button.hint").click()`)
	p.until(`!` + inPuzzle + `.querySelector(".buttons").hasAttribute("aria-busy")`)
}

// puzzle returns the solution and the rating of the puzzle whose text is shared.
func (p *tab) puzzle() (answer []string, rating puzzle.Rating) {
	p.Helper()
	return solve(p.Context(), eval[string](p, `document.querySelector("#puzzle-text").value`))
}

// solve returns the only solution of a board of either kind, and its rating.
func solve(ctx context.Context, text string) (answer []string, rating puzzle.Rating) {
	var placement queens.Placement
	if board, err := queens.ParseBoard(text); err == nil {
		placement, rating = must(board.Unique(ctx)), must(puzzle.Rate(ctx, board))
	} else {
		board := must(regions.ParseBoard(text))
		placement, rating = must(board.Unique(ctx)), must(board.Rate(ctx))
	}
	for square := range placement.Queens() {
		answer = append(answer, square.String())
	}
	return answer, rating
}

// at returns the middle of a square of the puzzle in the window.
func (p *tab) at(square string) (x, y float64) {
	p.Helper()
	middle := eval[[]float64](p, `(() => {
		const square = `+inPuzzle+`.querySelector("[data-square=`+square+`]");
		square.scrollIntoView({block: "nearest", behavior: "instant"});
		const {x, y, width, height} = square.getBoundingClientRect();
		return [x + width / 2, y + height / 2];
	})()`)
	return middle[0], middle[1]
}

// TestInput solves a puzzle with the mouse, and undoes all that can be undone.
func TestInput(t *testing.T) {
	p := newTab(t, 1280, 860).open("#puzzle%20"+small, "Medium: 5 queens to find.")
	p.becomes("d3", "d3, the pink region")
	p.clickSquare("a1")
	p.shows("a1", "crossed out")
	p.clickSquare("a1")
	p.shows("a1", "queen")
	p.hears("Medium: 1 of 5 queens.")
	p.clickSquare("a1")
	p.shows("a1", "")
	p.clickSquare("a1", chromedp.ButtonRight)
	p.shows("a1", "queen")
	p.click("button", "Undo")
	p.click("button", "Undo")
	p.shows("a1", "queen")
	p.click("button", "Undo")
	p.shows("a1", "crossed out")
	p.click("button", "Redo")
	p.shows("a1", "queen")
	p.press("Check", "A queen is wrong.")
	p.shows("a1", "queen") // which it is not told yet
	p.press("Where?", "The queen on a1 is wrong.")
	p.shows("a1", "queen, wrong")
	p.click("button", "Clear")
	p.shows("a1", "")
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.shows("a1", "queen")
	p.do(chromedp.KeyEvent("y", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.shows("a1", "")
	p.play("b2", "x")
	p.shows("b2", "crossed out")
	p.play("b2", kb.Enter)
	p.shows("b2", "queen")
	p.play("b2", kb.ArrowDown+"q")
	p.shows("b3", "queen, attacked")
	p.play("b3", " ")
	p.play("b2", "q")
	p.shows("b2", "")

	fromX, fromY := p.at("a1") // a drag crosses squares out, in one step
	toX, toY := p.at("c1")
	p.do(chromedp.MouseEvent(chromedp.MousePressed, fromX, fromY, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, (fromX+toX)/2, fromY, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, toX, toY, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseReleased, toX, toY, chromedp.ButtonLeft))
	for _, square := range []string{"a1", "b1", "c1"} {
		p.shows(square, "crossed out")
	}
	p.click("button", "Undo")
	p.shows("a1", "")
	p.shows("c1", "")

	p.click("button", "Give up")
	p.click("button", "Keep playing")
	p.shows("d1", "")
	p.click("button", "Give up")
	p.press("Show the solution", "This is the solution.")
	p.shows("d1", "queen")
	p.click("button", "Undo")
	p.shows("d1", "")
	p.solve(smallAnswer)
	p.addressIs("#puzzle " + small)
	p.until(`!localStorage.getItem("queens record")`) // it was given up before
	p.until(`!document.querySelector("#puzzle-share-result").checkVisibility()`)
}

// TestNew makes puzzles of both kinds and all difficulties, checks that they are what was asked for,
// and solves them.
func TestNew(t *testing.T) {
	p := newTab(t, 1280, 860).open("#puzzle%20"+small, "to find")
	for _, kind := range []struct {
		name   string
		levels []string
	}{
		{"Coloured regions", []string{"Easy: there is always a row, column or colour with one place left, or one that rules out another",
			"Medium: you must also see which squares would leave a colour without a place", "Hard: you must compare three or four rows, columns or colours at once"}},
		{"Queens given", []string{"Easy: there is always a row or column with one place left",
			"Medium: you must also see which squares would leave a row or column without a place", "Hard: you must try a queen in your head and find out why it fails"}},
	} {
		p.click("radio", kind.name)
		p.choose("Rows", "7")
		for _, name := range kind.levels {
			before := eval[string](p, `document.querySelector("#puzzle-text").value`)
			p.click("radio", name)
			p.click("button", "New puzzle")
			p.until(fmt.Sprintf(`document.querySelector("#puzzle-text").value !== %q && !document.querySelector("#puzzle").ariaBusy`, before))
			answer, rating := p.puzzle()
			if !strings.HasPrefix(strings.ToLower(name), rating.Difficulty.String()+":") || len(answer) != 7 {
				t.Errorf("%s, %s: %v, %v", kind.name, name, rating, answer)
			}
			p.hears(strings.Split(name, ":")[0] + ": ")
			p.solve(answer)
		}
	}
	p.hears("Solved in")
	p.until(`Object.keys(JSON.parse(localStorage.getItem("queens record")).value.sorts).length === 6`)
	p.run(`document.querySelector("#puzzle-wrap").open = true`)
	p.click("checkbox", "Wrap the edges")
	p.choose("Rows", "8")
	p.press("New puzzle", "There is no solution with 8 rows")
	p.hears("Solved in") // the puzzle that is still there
	p.until(`!document.querySelector("#puzzle").ariaBusy`)
}

// TestHints follows hints, each told in three stages, to the end of a puzzle.
func TestHints(t *testing.T) {
	p := newTab(t, 1280, 860).open("#puzzle%20"+small, "to find")
	p.play("a1", "q")
	p.press("Hint", "A queen is wrong.")
	p.shows("a1", "queen")
	p.press("Where?", "The queen on a1 is wrong.")
	p.shows("a1", "queen, wrong")
	p.click("button", "Clear it")
	p.shows("a1", "")
	p.play("d1", "x")
	p.play("a5", "x")
	p.play("a3", "q")
	p.press("Hint", "A queen is wrong. So is 1 other mark.")
	p.play("a3", " ")
	p.press("Hint", "One cross in the orange region is wrong.")
	p.shows("d1", "crossed out")
	p.press("Where?", "d1 is crossed out, but a queen belongs there.")
	p.shows("d1", "crossed out, wrong")
	p.click("button", "Clear it")
	p.shows("d1", "")
	p.shows("a5", "crossed out") // rightly
	p.play("a5", "x")
	p.press("Hint", "Look at")
	p.press("Why?", ".")
	p.until(inPuzzle + `.querySelectorAll(".because, .then").length > 0 && ` + inPuzzle + `.querySelectorAll(".crossed, .queen").length === 0`)
	p.press("And so?", "So there is")
	p.until(inPuzzle + `.querySelectorAll(".crossed, .queen").length === 0`)
	p.click("button", "Do it")
	p.until(inPuzzle + `.querySelectorAll(".crossed, .queen").length > 0`)
	const solved = inPuzzle + `.querySelector(".puzzle.solved") !== null`
	const shown = inPuzzle + `.querySelector(".says").textContent + ` + inPuzzle + `.querySelector("button.hint").textContent + ` +
		inPuzzle + `.querySelectorAll(".crossed, .queen").length`
	for range 4 * 25 { // to the end
		if eval[bool](p, solved) {
			break
		}
		before := eval[string](p, shown)
		p.hint()
		p.until(fmt.Sprintf("%s !== %q || %s", shown, before, solved))
	}
	p.hears("Solved in")
	p.until(`Object.values(JSON.parse(localStorage.getItem("queens record")).value.sorts).every(({count, best}) => count === 1 && best === 0)`) // with help there is no best time
}

// TestOptions checks that broken rules are shown, that the other options are off, that each
// works, and that they are kept.
func TestOptions(t *testing.T) {
	p := newTab(t, 1280, 860).open("#puzzle%20"+small, "to find")
	p.play("a1", "q")
	p.hears("Medium: 1 of 5 queens.")
	p.shows("b1", "")
	p.shows("a1", "queen") // which is not where the solution has one, and breaks no rule
	p.play("b1", "q")
	p.hears("a1 and b1 are both in row 1.")
	p.shows("b1", "queen, attacked")
	p.until(inPuzzle + `.querySelectorAll(".lines:not(.borders) line:not(.edge)").length === 1`)
	p.click("checkbox", "Show broken rules")
	p.shows("b1", "queen")
	p.click("checkbox", "Show broken rules")
	p.play("b1", " ")
	p.play("b2", "q")
	p.hears("a1 and b2 are both in the blue region.")
	p.play("b2", " ")
	p.place("c2", "d3")
	p.hears("c2 and d3 touch.")
	p.play("c2", " ")
	p.play("d3", " ")
	p.click("checkbox", "Shade attacked squares")
	p.shows("b1", "attacked")
	p.click("checkbox", "Shade attacked squares")
	p.shows("b1", "")
	p.click("checkbox", "A queen crosses out what it attacks")
	p.shows("b1", "ruled out")
	p.shows("e4", "")
	p.click("checkbox", "Letters on the regions")
	p.until(inPuzzle + `.querySelector("[data-letter=E]")`)
	p.becomes("b2", "b2, region A, ruled out")
	p.named("timer", "Time")
	eval[bool](p, `Object.defineProperty(document, "hidden", {value: true, configurable: true}) && true`)
	const clock = inPuzzle + `.querySelector(".timer").textContent`
	stopped := eval[string](p, clock)
	time.Sleep(1500 * time.Millisecond)
	is(p, clock, stopped) // since nobody sees the page
	eval[bool](p, `Object.defineProperty(document, "hidden", {value: false}) && true`)
	p.until(clock + " !== " + strconv.Quote(stopped))
	p.click("checkbox", "Show the time")
	p.until("!" + inPuzzle + `.querySelector(".timer").checkVisibility()`)
	p.reload()
	p.shows("a1", "queen")
	p.until(inPuzzle + `.querySelector("[data-letter=E]")`)
}

// TestForgets opens the page with stored data that makes no sense: only that data is dropped.
func TestForgets(t *testing.T) {
	p := newTab(t, 1280, 860).open("#puzzle%20"+small, "5 queens to find")
	p.solve(smallAnswer)
	for _, broken := range []string{
		`{"queens games": '{"version":2,"value":[null,{"text":7}]}', "queens record": '{"version":2,"value":{"days":null,"sorts":{"regions 5 medium":{"count":1,"total":1,"best":1},"x":null}}}'}`,
		`{"queens editor": '{"version":2,"value":{}}', "queens options": '{"version":2,"value":{"time":"zzz","letters":true}}', "queens wish": '{"version":2,"value":"zzz"}'}`,
		`{"queens editor": '{"version":2,"value":[[0,7],[1]]}', "queens record": '{"days":null}', "queens games": "[null]", "queens kind": '"zzz"', "queens options": "7"}`,
		`{"queens game ` + small + `": '{"version":2,"value":{"text":"` + small + `","difficulty":"easy","marks":"qq"}}'}`,
		`{"queens game ` + small + `": '{"version":2,"value":{"text":"` + small + `","difficulty":"zzz"}}', "queens games": "{"}`,
		`{"queens game ` + small + `": '{"version":1,"value":{}}'}`,
	} {
		p.open("#search") // so that the page does not write the game any more
		p.run(`localStorage.removeItem("queens game ` + small + `"); for (const [key, value] of Object.entries(` + broken + `)) localStorage.setItem(key, value)`)
		p.reload()
		p.until(`document.documentElement.dataset.opened?.startsWith("#search")`)
		p.open("#editor")
		p.until(`document.querySelectorAll("#editor-board .square").length === 36`)
		p.open("#days")
		p.named("heading", "Statistics")
		p.open("#puzzle%20"+small, "5 queens to find")
		p.solve(smallAnswer)
	}
	p.until(`JSON.parse(localStorage.getItem("queens record")).value.sorts["regions 5 medium"].count >= 2`) // the part that made sense is still there
}

// TestUnreadable opens the page with values of another version of the page: it says that it cannot read them,
// and a copy of each stays.
func TestUnreadable(t *testing.T) {
	p := newTab(t, 1280, 860).open("#teachers")
	const record, game = `{"version":1,"value":{"solved":[7]}}`, `{"version":3,"value":{"text":"` + small + `"}}`
	p.run(`localStorage.setItem("queens record", '` + record + `'); localStorage.setItem("queens game ` + small + `", '` + game + `')`)
	p.open("#puzzle%20" + small)
	p.hears("cannot be read, so it begins anew")
	p.solve(smallAnswer)
	is(p, `localStorage.getItem("queens unreadable record")`, record)
	is(p, `localStorage.getItem("queens unreadable game `+small+`")`, game)
	is(p, `document.querySelectorAll("#storage p").length`, 2)
	p.reload("Solved in 0:")
	is(p, `document.querySelector("#storage").textContent`, "")
}

// TestFull plays where nothing can be stored. The page says so once, and games and the record last as long as it does.
func TestFull(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.today("2026-11-23")
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `for (const name of ["getItem", "setItem", "removeItem"]) Storage.prototype[name] = () => { throw new DOMException("forbidden", "SecurityError") }`})
	p.open("#puzzle%20"+small, "5 queens to find")
	p.place("d1", "a2")
	p.hint()
	p.click("link", "Learn this step")
	p.until(`document.querySelector("#learn-title").checkVisibility()`)
	p.run(`history.back()`)
	p.hears("Medium: 2 of 5 queens.")
	p.shows("d1", "queen")
	p.click("button", "Undo")
	p.shows("a2", "")
	p.solve(smallAnswer[1:])
	p.hears("full or forbidden")
	for _, day := range []string{"#day/326", "#day/327"} {
		p.open("#days")
		p.run(`location.hash = "` + day + `"`)
		p.hears("to find")
		p.until(`document.documentElement.dataset.opened === "` + day + `"`)
		answer, _ := p.puzzle()
		p.solve(answer)
	}
	p.until(`document.querySelectorAll("#storage p").length === 1`)
	p.until(`document.querySelector("#puzzle-streak").textContent === "Your streak: 1 day."`)
	p.click("link", "Days")
	p.until(`document.querySelectorAll("#days-weeks .done").length === 2`)
}

// TestNoRoom fills the storage: the games that were played longest ago make way for the one that is played, and
// nothing is said as long as that helps.
func TestNoRoom(t *testing.T) {
	p := newTab(t, 1280, 860).open("#teachers")
	p.script("store.ts", "store")
	p.run(`globalThis.textOf = (i) => "n=8 given=" + String.fromCharCode(97 + i % 8) + (1 + Math.floor(i / 8));
		const marks = ".".repeat(64);
		for (let i = 0; i < 9; i++) store.saveGame({text: textOf(i), difficulty: "easy", day: 0, marks, past: Array(300).fill(marks), future: [], seconds: 1, help: 0, checks: 0, trial: "", end: "", recorded: false, gaveUp: false, late: true, at: i + 1}, 1);
		for (let key = 0, length = 4e6; length >= 1;) { try { localStorage.setItem("other " + key++, "x".repeat(length)) } catch { length = Math.floor(length / 2) } }`)
	p.open("#puzzle%20"+small, "5 queens to find")
	p.place("d1", "a2", "c3", "e4")
	p.until(`JSON.parse(localStorage.getItem("queens game ` + small + `"))?.value.marks.match(/q/g).length === 4`)
	p.until(`localStorage.getItem("queens game " + textOf(8)) !== null && localStorage.getItem("queens game " + textOf(0)) === null`)
	p.until(`JSON.parse(localStorage.getItem("queens games")).value.every(({text}) => localStorage.getItem("queens game " + text))`)
	p.until(`document.querySelector("#storage").textContent === ""`)
	p.reload("Medium: 4 of 5 queens.")
}

// TestTabs plays one puzzle in two tabs: each sees the other's moves, and the last move wins.
func TestTabs(t *testing.T) {
	p := newTab(t, 1280, 860).open("#puzzle%20"+small, "5 queens to find")
	q := p.sibling()
	q.open("#puzzle%20"+small, "5 queens to find")
	p.play("a2", "q")
	q.shows("a2", "queen")
	q.play("d1", "q")
	p.shows("d1", "queen")
	q.play("a2", "x")
	p.shows("a2", "crossed out")
	p.click("button", "Undo")
	q.shows("a2", "queen")
	// Solved in one tab, both show the card; undone in the other, neither does.
	const card = `document.querySelector("#puzzle-result").checkVisibility()`
	p.shows("a2", "queen")
	p.place("c3", "e4", "b5")
	p.until(card)
	q.until(card)
	q.click("button", "Undo")
	q.until("!" + card)
	p.until("!" + card)
	q.click("button", "Undo")
	q.click("button", "Undo")
	p.shows("c3", "")
	p.shows("d1", "queen")
	// A tab that has slept and then goes away does not bring its old marks back.
	p.run(`const old = JSON.parse(localStorage.getItem("queens game ` + small + `")); old.value.at += 1e6; old.value.marks = old.value.marks.replace("q", "x"); localStorage.setItem("queens game ` + small + `", JSON.stringify(old)); dispatchEvent(new Event("pagehide"))`)
	q.shows("d1", "crossed out")
	p.reload()
	p.shows("d1", "crossed out")
	p.click("checkbox", "Letters on the regions")
	q.until(inPuzzle + `.querySelector("[data-letter=E]")`)
}

// TestDays solves the puzzles of two days, which make a streak, and sees the day change.
func TestDays(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.today("2026-11-23")
	p.open("", "Easy: 7 queens to find.")
	p.until(`document.title === "Puzzle #327 – Queens"`)
	p.today("2026-11-24")
	p.click("link", "There is a new puzzle today")
	p.until(inPuzzle + `.querySelector(".name").textContent === "Queens #328, 24 November 2026"`)
	p.addressIs("#day/328")
	answer, rating := p.puzzle()
	if rating.Difficulty != puzzle.Easy || len(answer) != 8 {
		t.Errorf("the puzzle of a Tuesday is %v, with %d rows", rating, len(answer))
	}
	p.solve(answer)
	p.until(`document.querySelector("#puzzle-next").checkVisibility()`)
	p.until(`document.querySelector("#puzzle-streak").textContent === "Your streak: 1 day."`)
	first := eval[string](p, `document.querySelector("#puzzle-text").value`)
	p.today("2026-11-25")
	p.click("link", "There is a new puzzle today")
	p.until(inPuzzle + `.querySelector(".name").textContent === "Queens #329, 25 November 2026"`)
	answer, _ = p.puzzle()
	p.solve(answer)
	p.hears("2 days in a row.")
	p.click("button", "Share the result")
	p.until(`document.querySelector("#puzzle-result-text").value.endsWith(" · without help · 2 days in a row\n` + p.server.URL + folder + `#day/329")`)
	p.click("link", "Queens given")
	p.until(`document.querySelector("#puzzle-text").value.startsWith("n=")`)
	p.addressIs("#day/329/queens")
	p.until(`document.querySelector("#puzzle-today-regions-done").textContent.startsWith(" – solved in 0:")`)
	if second := eval[string](p, `document.querySelector("#puzzle-text").value`); first == second {
		t.Error("two days have the same puzzle")
	}
	p.play(answer[0], "x")
	for _, other := range []string{"#day/320", "#day/330"} { // neither the past nor tomorrow counts for the streak
		p.open(other, "to find")
		answer, _ = p.puzzle()
		p.solve(answer)
	}
	p.open("#day/328", "Solved in 0:")
	p.run(`localStorage.removeItem("queens game ` + first + `")`)
	p.open("#search")
	p.open("#day/328", "You solved this in 0:")
	p.click("link", "Days")
	p.named("heading", "November 2026")
	for _, name := range []string{"#329, 25 November 2026, 8×8 coloured regions, medium, solved on its day in 0:", "#320, 16 November 2026, 7×7 coloured regions, easy, solved later in 0:", "#329, 25 November 2026, 8×8 queens given, medium, begun", "#326, 22 November 2026, 10×10 queens given, medium"} {
		p.until(fmt.Sprintf(`[...document.querySelectorAll("#days-weeks a")].filter(each => each.ariaLabel.startsWith(%q)).length === 1`, name))
	}
	p.until(`document.querySelectorAll("#days-weeks .done").length === 3 && document.querySelectorAll("#days-weeks .begun").length === 1`)
	p.until(`document.querySelector("#days-streak").textContent === "4 days solved. Streak: 2 days, longest 2."`)
	p.until(`document.querySelectorAll("#days-sorts tr").length >= 2`)
	p.click("button", "Earlier")
	p.named("heading", "October 2026")
	p.click("button", "Later")
	p.click("link", "#329, 8×8 queens given, medium")
	p.addressIs("#day/329/queens")
	for address, says := range map[string]string{"#day/400": "Puzzle #400 comes on 4 February 2027.", "#day/zzz": "no puzzle with the number", "#day/0": "no puzzle with the number", "#day/999999999": "no puzzle with the number", "#day/1/kings": "none called “kings”"} {
		p.open(address, says)
		p.named("link", "Today’s puzzle")
	}
	p.click("link", "Today’s puzzle")
	p.addressIs("#day/329")
	p.named("heading", "Queens #329, 25 November 2026")
}

// TestMonth goes through a month by keys: it is one tab stop.
func TestMonth(t *testing.T) {
	p := newTab(t, 390, 844)
	p.today("2026-11-25")
	p.open("#days")
	const stops = `[...document.querySelectorAll("#days-weeks a")].filter(each => each.tabIndex === 0).map(each => each.hash).join()`
	p.until(stops + ` === "#day/329"`)
	p.run(`document.querySelector("#days-weeks [tabindex='0']").focus()`)
	for _, step := range []struct{ key, want string }{
		{kb.ArrowRight, "#day/329/queens"}, {kb.ArrowRight, "#day/329/queens"}, {kb.ArrowUp, "#day/322/queens"}, {kb.ArrowLeft, "#day/322"}, {kb.ArrowLeft, "#day/321/queens"},
		{kb.Home, "#day/320"}, {kb.End, "#day/326/queens"}, {kb.ArrowUp, "#day/319/queens"}, {kb.ArrowUp, "#day/312/queens"}, {kb.ArrowUp, "#day/305/queens"}, {kb.ArrowUp, "#day/305/queens"},
		{kb.ArrowDown, "#day/312/queens"},
	} {
		p.do(chromedp.KeyEvent(step.key))
		p.until(fmt.Sprintf(`document.activeElement.hash === %q && %s === %q`, step.want, stops, step.want))
	}
	p.do(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.until(`document.activeElement.hash === "#day/329/queens"`)
	p.do(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.until(`document.activeElement.hash === "#day/305"`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.addressIs("#day/305")
	p.hears("to find")
	p.until(`!document.querySelector("#puzzle-next").checkVisibility()`)
	p.click("link", "Days")
	p.click("button", "Earlier")
	p.until(stops + ` === "#day/274"`)
	is(p, `[...document.querySelectorAll("#days-weeks small[aria-hidden]")].slice(0, 7).map(each => each.textContent).join("|")`, "9×9••|8×8•••|9×9•••|10×10••|7×7•|8×8•|8×8••")
}

// today sets the clock of the page to the morning of a day, now and after each reload.
func (p *tab) today(day string) {
	p.Helper()
	script := `(() => { globalThis.Real ??= Date; const shift = new Real("` + day + `T10:00:00").getTime() - Real.now();
		globalThis.Date = class extends Real { constructor(...args) { if (args.length > 0) super(...args); else super(Real.now() + shift); } }; return true })()`
	eval[bool](p, script)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// TestNextPuzzle makes another puzzle of the same kind, and goes back to the one before.
func TestNextPuzzle(t *testing.T) {
	p := newTab(t, 390, 844).open("#puzzle%20n=8%20given=b4,d5%20blocked=c1", "6 queens to find")
	p.until(`!document.querySelector("#puzzle-next").checkVisibility()`) // not beside Undo
	answer, _ := p.puzzle()
	p.solve(answer)
	p.click("button", "Next puzzle")
	p.until(`location.hash.startsWith("#puzzle%20n=8") && !location.hash.includes("blocked")`)
	p.until(inPuzzle + `.querySelector(".board").getBoundingClientRect().top >= 0 && ` + inPuzzle + `.querySelector(".board").getBoundingClientRect().bottom <= innerHeight`)
	next := eval[string](p, `location.hash`)
	p.run(`history.back()`)
	p.addressIs("#puzzle n=8 given=b4,d5 blocked=c1")
	p.becomes("c1", "c1, blocked")
	p.run(`history.forward()`)
	p.until(`location.hash === "` + next + `"`)
	p.until(`!` + inPuzzle + `.querySelector("[data-square=c1]").classList.contains("blocked")`)
	p.choose("Rows", "9")
	p.click("button", "New puzzle") // far below the board
	p.until(inPuzzle + `.querySelectorAll(".square").length === 81`)
	p.until(inPuzzle + `.querySelector(".board").getBoundingClientRect().bottom <= innerHeight`)
}

// TestSteady checks that buttons keep their places, whatever a hint says, and that they are high enough for a
// finger. All of the board is visible, also on a phone on its side and at a zoom of 200 %.
func TestSteady(t *testing.T) {
	p := newTab(t, 320, 844).open("#day/327", "to find")
	for _, size := range [][2]int64{{320, 844}, {390, 844}, {1280, 844}, {640, 400}, {844, 390}, {667, 375}} {
		p.resize(size[0], size[1])
		const board = inPuzzle + `.querySelector(".board").getBoundingClientRect()`
		if bottom, side := eval[float64](p, board+".bottom"), eval[float64](p, board+".height"); bottom > float64(size[1]) || side < 0.7*float64(min(size[0], size[1], 400)) {
			t.Errorf("%v: the board ends at %g and is %g high", size, bottom, side)
		}
		const places = `JSON.stringify([...` + inPuzzle + `.querySelectorAll(".buttons button:not([hidden])")].map(each => [each.offsetLeft, each.offsetTop, each.offsetWidth, each.offsetHeight]))`
		before := eval[string](p, places)
		for range 3 {
			said := eval[string](p, inPuzzle+`.querySelector(".says").textContent`)
			p.run(inPuzzle + `.querySelector("button.hint").click()`)
			p.until(inPuzzle + `.querySelector(".says").textContent !== ` + strconv.Quote(said))
			is(p, places, before)
		}
		is(p, `[...`+inPuzzle+`.querySelectorAll(".buttons button:not([hidden])")].filter(each => each.offsetHeight < 44).length`, 0)
		p.fits()
	}
}

// TestZoom enlarges a board of 20 rows on a phone, and moves it by dragging.
func TestZoom(t *testing.T) {
	p := newTab(t, 390, 844)
	p.phone()
	board := must(queens.New(20))
	made := must(puzzle.Generate(t.Context(), rand.New(rand.NewPCG(2, 0)), board, puzzle.Easy))
	p.open("#puzzle%20"+strings.ReplaceAll(made.String(), " ", "%20"), "queens to find")
	p.click("button", "Zoom")
	p.until(inPuzzle + `.querySelector(".square").getBoundingClientRect().width >= 44`)
	const free = `[...` + inPuzzle + `.querySelectorAll(".square:not(.given)")].map(each => each.dataset.square)`
	names := eval[[]string](p, free)
	top := eval[float64](p, "scrollY")
	p.drag("d9", -150, 0)
	p.drag("h9", 0, -150)
	p.until(inPuzzle + `.querySelector(".scroll").scrollLeft > 50 && ` + inPuzzle + `.querySelector(".scroll").scrollTop > 50`)
	is(p, "scrollY", top)
	is(p, inPuzzle+`.querySelectorAll(".crossed").length`, 0) // moving the board crosses nothing out
	p.tap(names[len(names)-1])
	p.click("button", "Zoom out")
	p.until(inPuzzle + `.querySelector(".square").getBoundingClientRect().width < 25`)
	p.click("button", "Zoom") // to the square that was touched
	p.until(fmt.Sprintf(`(([square, seen]) => square.width >= 44 && square.left >= seen.left && square.right <= seen.right && square.top >= seen.top && square.bottom <= seen.bottom)([%[1]s.querySelector("[data-square=%[2]s]"), %[1]s.querySelector(".scroll")].map(each => each.getBoundingClientRect()))`, inPuzzle, names[len(names)-1]))
	p.until(`document.documentElement.scrollWidth <= innerWidth`)
	// The names of rows and columns overlap neither squares nor each other.
	p.open("#puzzle%20"+small, "to find")
	p.until(inPuzzle + `.querySelector(".zoom").hidden`)
	p.resize(1280, 860)
	p.open("#day/326/queens", "to find") // ten rows
	p.until(`!` + inPuzzle + `.querySelector(".zoom").checkVisibility()`)
	p.resize(390, 844)
	p.open("#n=20%20given=a1,b20")
	p.until(`document.querySelectorAll("#board-board .square").length === 400`)
	if edge := eval[[]float64](p, `(() => { const [board, grid, files] = ["", " .grid", " .files"].map(each => document.querySelector("#board-board" + each).getBoundingClientRect());
		return [grid.left - board.left, files.top - grid.bottom, board.right - grid.right, parseFloat(getComputedStyle(document.querySelector("#board-board .rank"), "::before").width)] })()`); edge[0] < edge[3]-0.1 || edge[3] < 15 || edge[1] < -0.5 || edge[2] < 0 {
		t.Errorf("the frame: %v", edge)
	}
}

// TestTrial tries something: its marks are in another colour, and one click takes them back or keeps them. A reload
// changes nothing, nor the clock and what can be undone.
func TestTrial(t *testing.T) {
	p := newTab(t, 390, 844).open("#puzzle%20"+small, "to find")
	p.play("d1", "q")
	p.press("Try", "A trial: marks are in another colour")
	p.play("a2", "q")
	p.play("b4", "x")
	p.shows("a2", "queen, in the trial")
	p.shows("b4", "crossed out, in the trial")
	p.shows("d1", "queen")
	const clock = inPuzzle + `.querySelector(".timer").textContent !== "0:00"`
	p.until(clock)
	p.reload("2 of 5 queens")
	p.until(clock)
	p.click("button", "Undo") // which also is as it was
	p.shows("b4", "")
	p.click("button", "Redo")
	p.shows("b4", "crossed out, in the trial")
	p.shows("a2", "queen, in the trial")
	p.press("Take back", "The trial is taken back.")
	p.shows("a2", "")
	p.shows("b4", "")
	p.shows("d1", "queen")
	p.click("button", "Undo")
	p.shows("a2", "queen")
	p.click("button", "Redo")
	p.shows("a2", "")
	p.click("button", "Try")
	p.play("a2", "q")
	p.shows("a2", "queen, in the trial")
	p.click("button", "Undo") // to where it began
	p.named("button", "Try")
	p.shows("a2", "")
	p.click("button", "Try")
	p.play("a2", "q")
	p.press("Keep", "The marks of the trial are kept.")
	p.shows("a2", "queen")
	p.click("button", "Try")
	p.solve([]string{"c3", "e4", "b5"})
	p.shows("c3", "queen")
	p.named("button", "Try")
}

// TestImpatient opens the page where the library does not arrive: the puzzle of the day is shown and can be
// played. It presses the buttons for help again and again, also while the library answers: each is asked once.
func TestImpatient(t *testing.T) {
	p := newTab(t, 1280, 860)
	arrive := p.late()
	p.today("2026-11-23")
	p.open("#day/327", "Easy: 7 queens to find.")
	p.place("a1", "a2")
	p.hears("a1 and a2 are both in column a.")
	p.play("a1", " ")
	p.play("a2", " ")
	answer, _ := p.puzzle()
	p.play(answer[0], "q")
	const press = `for (let i = 0; i < 60; i++) ` + inPuzzle + `.querySelector("button.%s").click()`
	p.run(fmt.Sprintf(press, "hint"))
	p.hears("Getting the library for hints…")
	p.run(fmt.Sprintf(press, "hint"))
	arrive()
	p.hears("Look at")
	const helped = `document.querySelector("#puzzle").state.help`
	is(p, helped, 1)
	p.play(answer[1], "q")
	for range 3 {
		p.run(fmt.Sprintf(press, "check"))
		p.hears("Nothing is wrong: 2 queens placed, 5 to go.")
	}
	is(p, helped, 2) // the same marks
	is(p, `document.querySelector("#puzzle").state.checks`, 1)
}

// TestFirstVisit offers a small puzzle and the course, until something is played.
func TestFirstVisit(t *testing.T) {
	p := newTab(t, 390, 844)
	p.today("2026-11-23")
	p.open("", "queens to find")
	const offer = `document.querySelector("#puzzle-first").checkVisibility()`
	p.until(offer + ` && document.querySelector("#puzzle-first").getBoundingClientRect().bottom < innerHeight`)
	p.click("link", "Take the course")
	p.addressIs("#learn/single")
	p.open("", "queens to find")
	p.click("link", "Begin with a small puzzle, 5×5")
	p.hears("Easy: 5 queens to find.")
	answer, _ := p.puzzle()
	p.solve(answer)
	p.open("", "queens to find")
	p.until("!" + offer)
}

// TestCheer celebrates a solution once, and without motion for who wants none. What is shared of it does not give
// it away.
func TestCheer(t *testing.T) {
	p := newTab(t, 390, 844).open("#puzzle%20"+small, "to find")
	const animation = `getComputedStyle(` + inPuzzle + `.querySelector("[data-square=c3] svg")).animationName`
	p.solve(smallAnswer)
	is(p, animation, "cheer")
	p.press("Share the result", "ed: Result")
	result := eval[string](p, `document.querySelector("#puzzle-result-text").value`)
	if want := "Queens · 5×5 coloured regions, medium · Solved in 0:"; !strings.HasPrefix(result, want) || !strings.HasSuffix(result, " · without help\n"+p.server.URL+folder+"#puzzle%20"+small) {
		t.Errorf("%q", result)
	}
	p.dark(false) // and no motion
	is(p, animation, "none")
	p.click("button", "Undo")
	p.click("button", "Redo")
	p.hears("Solved in 0:")
	p.reload("Solved in 0:")
	p.until(`!` + inPuzzle + `.querySelector(".cheers")`)
}
