package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/regions"
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
	if strings.HasPrefix(said, "region ") {
		_, said, _ = strings.Cut(said, ", ")
	}
	return said
}

// shows waits until a square has something on it.
func (p *tab) shows(square, want string) {
	p.Helper()
	for deadline := time.Now().Add(patience); p.said(square) != want; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.fail("%s shows %q, not %q", square, p.said(square), want)
		}
	}
}

// play presses keys on a square of the puzzle.
func (p *tab) play(square, keys string) {
	p.Helper()
	eval[bool](p, `(() => { document.querySelector("#puzzle-board [data-square=`+square+`]").focus(); return true })()`)
	for _, key := range keys {
		p.do(chromedp.KeyEvent(string(key)))
	}
}

// solve puts queens on squares.
func (p *tab) solve(answer []string) {
	p.Helper()
	for _, square := range answer {
		if !strings.Contains(p.said(square), "given") {
			p.play(square, "q")
		}
	}
}

// puzzle returns the only solution of the puzzle whose text is shared.
func (p *tab) puzzle() (answer []string, difficulty queens.Difficulty) {
	p.Helper()
	text := eval[string](p, `document.querySelector("#puzzle-text").value`)
	var board interface {
		Unique(context.Context) (queens.Placement, error)
		Difficulty(context.Context) (queens.Difficulty, error)
	}
	board, err := queens.ParseBoard(text)
	if err != nil {
		if board, err = regions.ParseBoard(text); err != nil {
			p.Fatal(err)
		}
	}
	placement, err := board.Unique(p.Context())
	if err != nil {
		p.Fatal(text, err)
	}
	if difficulty, err = board.Difficulty(p.Context()); err != nil {
		p.Fatal(text, err)
	}
	for square := range placement.Queens() {
		answer = append(answer, square.String())
	}
	return answer, difficulty
}

// at returns the middle of a square of the puzzle in the window.
func (p *tab) at(square string) (x, y float64) {
	p.Helper()
	middle := eval[[]float64](p, `(() => {
		const square = document.querySelector("#puzzle-board [data-square=`+square+`]");
		square.scrollIntoView({block: "nearest", behavior: "instant"});
		const {x, y, width, height} = square.getBoundingClientRect();
		return [x + width / 2, y + height / 2];
	})()`)
	return middle[0], middle[1]
}

// TestInput solves a puzzle with the mouse, with all that can be done and undone.
func TestInput(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle%20" + small)
	p.hears("Medium, 5 regions: 5 queens to find.")
	p.becomes("d3", "d3, region D")
	p.clickSquare("a1")
	p.shows("a1", "crossed out")
	p.clickSquare("a1")
	p.shows("a1", "queen")
	p.hears("1 of 5 queens.")
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
	p.click("button", "Check")
	p.hears("The queen on a1 is wrong.")
	p.shows("a1", "queen, marked")
	p.click("button", "Restart")
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
	p.shows("b3", "queen")
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
	p.click("button", "Show the solution")
	p.hears("This is the solution.")
	p.shows("d1", "queen")
	p.click("button", "Undo")
	p.shows("d1", "")
	p.solve(smallAnswer)
	p.hears("Solved in 0:")
	p.addressIs("#puzzle " + small)
	p.until(`!localStorage.getItem("queens record")`) // it was given up before
	p.until(`!document.querySelector("#puzzle-share-result").checkVisibility()`)
}

// TestResult shares a result, which does not give the solution away.
func TestResult(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle%20" + small)
	p.hears("to find")
	p.solve(smallAnswer)
	p.hears("Solved in 0:")
	p.click("button", "Share the result")
	p.hears("the result")
	result := eval[string](p, `import("./play-share.js").then(share => share.result())`)
	if want := "Queens: coloured regions, 5×5, medium. Solved in 0:0"; !strings.HasPrefix(result, want) || !strings.HasSuffix(result, " without hints.\n"+p.server.URL+folder+"#puzzle%20"+small) {
		t.Errorf("%q", result)
	}
}

// TestNew makes puzzles of both kinds and all difficulties, which are what was asked for, and
// solves them.
func TestNew(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle%20" + small)
	p.hears("to find")
	for _, kind := range []struct {
		name   string
		levels []string
	}{
		{"Coloured regions", []string{"Easy: there is always a row, column or colour with one place left, or one that rules out another",
			"Medium: you must also see which squares would leave a colour without a place", "Hard: you must compare several colours, or try a queen and find out why it fails"}},
		{"Queens given", []string{"Easy: there is always a row or column with one place left",
			"Medium: you must also see which squares would leave a row or column without a place", "Hard: you must try a queen in your head and find out why it fails"}},
	} {
		p.click("radio", kind.name)
		p.choose("Rows", "7")
		for _, name := range kind.levels {
			before := eval[string](p, `document.querySelector("#puzzle-text").value`)
			p.click("radio", name)
			p.click("button", "New puzzle")
			p.until(fmt.Sprintf(`document.querySelector("#puzzle-text").value !== %q && !document.querySelector("#puzzle-view").ariaBusy`, before))
			answer, difficulty := p.puzzle()
			if !strings.HasPrefix(name, difficulty.String()+":") || len(answer) != 7 {
				t.Errorf("%s, %s: %v, %v", kind.name, name, difficulty, answer)
			}
			p.hears(difficulty.String() + ", 7")
			p.solve(answer)
			p.hears("Solved in 0:")
		}
	}
	p.hears("Solved in")
	p.until(`Object.keys(JSON.parse(localStorage.getItem("queens record")).best).length === 6`)
	before := eval[string](p, "location.hash")
	asked := time.Now()
	p.click("button", "Next puzzle")
	p.until(`location.hash !== "` + before + `"`)
	t.Logf("the next puzzle after %v", time.Since(asked).Round(time.Millisecond))
	p.click("checkbox", "Wrap the edges")
	p.choose("Rows", "8")
	p.click("button", "New puzzle")
	p.hears("there is no solution with 8 rows")
	p.hears(" queens given, ") // of the puzzle that is still there
	p.until(`!document.querySelector("#puzzle-view").ariaBusy`)
}

// TestHints follows hints of three sayings each to the end of a puzzle.
func TestHints(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle%20" + small)
	p.hears("to find")
	p.play("a1", "q")
	p.click("button", "Hint")
	p.hears("The queen on a1 is wrong.")
	p.shows("a1", "queen, marked")
	p.click("button", "Clear it")
	p.shows("a1", "")
	p.play("d1", "x")
	p.click("button", "Hint")
	p.hears("d1 is crossed out, but a queen belongs there.")
	p.click("button", "Clear it")
	p.shows("d1", "")
	p.click("button", "Hint")
	p.hears("Look at")
	p.click("button", "Why?")
	p.hears(".")
	p.until(`document.querySelectorAll("#puzzle-board .marked").length > 0 && document.querySelectorAll("#puzzle-board .crossed, #puzzle-board .queen").length === 0`)
	p.click("button", "What follows?")
	p.hears("So there is")
	p.until(`document.querySelectorAll("#puzzle-board .crossed, #puzzle-board .queen").length === 0`)
	p.click("button", "Do it")
	p.until(`document.querySelectorAll("#puzzle-board .crossed, #puzzle-board .queen").length > 0`)
	for range 4 * 25 { // to the end
		if eval[bool](p, `document.querySelector("#puzzle-view").classList.contains("solved")`) {
			break
		}
		said := eval[string](p, `document.querySelector("#puzzle-says").textContent + document.querySelector("#puzzle-hint").textContent + [...document.querySelectorAll("#puzzle-board .crossed, #puzzle-board .queen")].length`)
		eval[bool](p, `(() => { document.querySelector("#puzzle-hint").click(); return true })()`)
		p.until(fmt.Sprintf(`document.querySelector("#puzzle-says").textContent + document.querySelector("#puzzle-hint").textContent + [...document.querySelectorAll("#puzzle-board .crossed, #puzzle-board .queen")].length !== %q || document.querySelector("#puzzle-view.solved")`, said))
	}
	p.hears("Solved in")
	p.until(`!Object.keys(JSON.parse(localStorage.getItem("queens record")).best).length`) // with hints there is no best time
}

// TestOptions checks that the options are off, that each works, and that they are kept.
func TestOptions(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle%20" + small)
	p.hears("to find")
	p.play("a1", "q")
	p.hears("1 of 5 queens.")
	p.shows("b1", "")
	p.shows("a1", "queen")
	p.click("checkbox", "Shade attacked squares")
	p.shows("b1", "attacked")
	p.click("checkbox", "Shade attacked squares")
	p.shows("b1", "")
	p.click("checkbox", "A queen crosses out what it attacks")
	p.shows("b1", "ruled out")
	p.shows("e4", "")
	p.click("checkbox", "Show errors at once")
	p.shows("a1", "queen, wrong")
	p.play("b1", "q")
	p.until(`document.querySelectorAll("#puzzle-board .lines:not(.borders) line:not(.edge)").length === 1`)
	p.click("checkbox", "Letters on the regions")
	p.until(`document.querySelector("#puzzle-board [data-letter=E]")`)
	p.named("timer", "Time")
	eval[bool](p, `Object.defineProperty(document, "hidden", {value: true, configurable: true}) && true`)
	const clock = `document.querySelector("#puzzle-timer").textContent`
	stopped := eval[string](p, clock)
	time.Sleep(1500 * time.Millisecond)
	if now := eval[string](p, clock); now != stopped {
		t.Errorf("the clock of a page that is not seen goes from %s to %s", stopped, now)
	}
	eval[bool](p, `Object.defineProperty(document, "hidden", {value: false}) && true`)
	p.until(clock + " !== " + strconv.Quote(stopped))
	p.click("checkbox", "Show the time")
	p.until(`!document.querySelector("#puzzle-timer").checkVisibility()`)
	p.do(chromedp.Reload())
	p.shows("a1", "queen, wrong")
	p.until(`document.querySelector("#puzzle-board [data-letter=E]")`)
}

// TestReload keeps everything over a reload.
func TestReload(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("")
	p.hears("queens to find")
	p.clickSquare("a1")
	p.shows("a1", "crossed out")
	p.clickSquare("a1")
	p.shows("a1", "queen")
	p.until(`document.querySelector("#puzzle-timer").textContent !== "0:00"`)
	p.do(chromedp.Reload())
	p.shows("a1", "queen")
	p.until(`document.querySelector("#puzzle-timer").textContent !== "0:00"`)
	p.click("button", "Undo")
	p.shows("a1", "crossed out")
	p.click("button", "Redo")
	p.shows("a1", "queen")
	p.open("#puzzle%20" + small)
	p.hears("5 queens to find")
	p.shows("a1", "")
	p.click("link", "Coloured regions")
	p.shows("a1", "queen")
}

// TestForgets opens the page where what it remembers makes no sense, or cannot be kept.
func TestForgets(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle%20" + small)
	p.hears("5 queens to find")
	p.play("a1", "q")
	p.shows("a1", "queen")
	names := []string{"marks", "puzzle"}
	if os.Getenv(long) != "" {
		names = append(names, "past", "future", "version")
	}
	for _, name := range names {
		p.open("#lesson") // so that the page does not write the game any more
		eval[bool](p, `(() => { const key = "queens game `+small+`"; const game = JSON.parse(localStorage.getItem(key));
			game.`+name+` = "?"; localStorage.setItem(key, JSON.stringify(game)); localStorage.setItem("queens record", "{"); localStorage.setItem("queens games", "7"); return true })()`)
		p.do(chromedp.Reload())
		p.until(`document.documentElement.dataset.opened?.startsWith("#lesson")`)
		p.open("#puzzle%20" + small)
		p.hears("5 queens to find")
		p.shows("a1", "")
		p.play("a1", "q")
		p.shows("a1", "queen")
	}
	eval[bool](p, `(() => { Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new Error("full") }; return true })()`)
	p.solve(smallAnswer[1:])
	p.play("a1", "q")
	p.play("d1", "q")
	p.hears("Solved in 0:")
}

// TestDays solves the puzzles of two days, which make a streak, and sees the day change.
func TestDays(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("")
	p.hears("queens to find")
	p.becomesTitle("Today’s puzzle – Eight queens")
	clock := func(day string) {
		eval[bool](p, `(() => { globalThis.Real ??= Date; const shift = new Real("`+day+`T10:00:00").getTime() - Real.now();
			globalThis.Date = class extends Real { constructor(...args) { if (args.length > 0) super(...args); else super(Real.now() + shift); } }; return true })()`)
	}
	clock("2026-11-24")
	p.click("link", "There is a new puzzle today")
	p.until(`document.querySelector("#puzzle-name").textContent === "Today, 24 November 2026"`)
	answer, _ := p.puzzle()
	p.solve(answer)
	p.hears("Solved in 0:")
	p.until(`document.querySelector("#puzzle-streak").textContent === "Your streak: 1 day."`)
	first := eval[string](p, `document.querySelector("#puzzle-text").value`)
	clock("2026-11-25")
	p.click("link", "There is a new puzzle today")
	p.until(`document.querySelector("#puzzle-name").textContent === "Today, 25 November 2026"`)
	answer, _ = p.puzzle()
	p.solve(answer)
	p.hears("2 days in a row.")
	p.click("link", "Queens given")
	p.until(`document.querySelector("#puzzle-text").value.startsWith("n=")`)
	p.until(`document.querySelector("#puzzle-today-regions-done").textContent.startsWith(" – solved in 0:")`)
	if second := eval[string](p, `document.querySelector("#puzzle-text").value`); first == second {
		t.Error("two days have the same puzzle")
	}
}

func (p *tab) becomesTitle(want string) {
	p.Helper()
	p.until(fmt.Sprintf("document.title === %q", want))
}
