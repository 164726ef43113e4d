package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestOpen opens puzzles in several formats, from the field and from a file, and is told what is
// wrong with others.
func TestOpen(t *testing.T) {
	p := newTab(t, 1280, 860).open("#puzzle%20n=8%20given=b4,d5%20blocked=c1", "Hard: 6 queens to find.")
	p.becomes("c1", "c1, blocked")
	p.clickSquare("b4")
	p.hears("The queen on b4 is given.")
	p.clickSquare("c1")
	p.hears("c1 is blocked.")
	p.click("DisclosureTriangle", "Open a puzzle")
	const field = "Lines of letters, one for each region; JSON; a puzz.link address; or a board of queens, as text, vector or FEN"
	enter := func(text string) {
		p.focus("textbox", field)
		p.run(fmt.Sprintf(`document.activeElement.value = %q`, text))
		p.click("button", "Open")
	}
	enter("A A A B B\nA A B B B\nC A D D B\nC C E E E\nC C C C C\n")
	p.addressIs("#puzzle " + small)
	p.hears("Medium: 5 queens to find.")
	p.play("a1", "q")
	p.shows("a1", "queen")
	enter(`[[2,2,2,4,4],[2,2,4,4,4],[6,2,7,7,4],[6,6,8,8,8],[6,6,6,6,6]]`)
	p.shows("a1", "queen") // since it is the same puzzle
	enter("AAB\nABB\nCCC")
	p.hears("This board has no solution")
	enter("2 . . .")
	p.addressIs("#puzzle n=4 given=b1")
	name := t.TempDir() + "/puzzle.json"
	noError(t, os.WriteFile(name, []byte(`{"regions":[[0,0,0,1,1],[0,0,1,1,1],[2,0,3,3,1],[2,2,4,4,4],[2,2,2,2,2]]}`), 0o644))
	p.do(chromedp.SetUploadFiles("#puzzle-file", []string{name}))
	p.addressIs("#puzzle " + small)
}

// TestEditor paints a puzzle.
func TestEditor(t *testing.T) {
	p := newTab(t, 1280, 860).open("#editor%20AAAAA/AAAAA/AAAAA/AAAAA/BCDEE", "solution")
	paint := func(colour, square string) {
		t.Helper()
		p.run(`document.querySelector("#editor-palette input[value='` + colour + `']").click()`)
		p.clickSquare(square)
	}
	p.open("#editor%20"+small, "Exactly one solution: a puzzle. Difficulty: medium")
	paint("0", "c3")
	p.becomes("c3", "c3, region A")
	paint("0", "d3")
	p.hears("Region D has no square yet.")
	p.click("button", "Undo")
	p.press("Undo", "Exactly one solution")
	p.click("link", "Play it")
	p.hears("Medium: 5 queens to find.")
	p.click("link", "Editor")
	p.hears("Exactly one solution")
	p.press("Clear", "Several solutions. A puzzle has one. Two are shown: boxed queens are in both, those numbered 1 and 2 in one. Another colour on ")
	p.until(`document.querySelectorAll("#editor-board [data-note]").length > 0 && document.querySelectorAll("#editor-board [data-note='1']").length === document.querySelectorAll("#editor-board [data-note='2']").length`)
	// The letter and the number of a square are above its queen, once that stands still.
	p.until(`document.getAnimations().length === 0`)
	if over := eval[[]string](p, `[...document.querySelectorAll("#editor-board [data-letter]:has(svg)")].filter(cell => ["::before", "::after"].some(part => {
		const {top, height, content} = getComputedStyle(cell, part);
		return content !== "none" && cell.getBoundingClientRect().top + parseFloat(top) + parseFloat(height) > cell.querySelector("svg").getBoundingClientRect().top + 1;
	})).map(cell => cell.dataset.letter)`); len(over) > 0 {
		t.Errorf("letters on queens: %q", over)
	}
	const says = `document.querySelector("#editor-says").textContent`
	for range 30 { // the page's own advice leads to a puzzle, or ends
		if !strings.Contains(eval[string](p, says), "Another colour on ") {
			break
		}
		hash := eval[string](p, "location.hash")
		p.run(`document.querySelector("#editor-changes button").click()`)
		p.until(fmt.Sprintf(`location.hash !== %q && /[.]$/.test(%s) && document.activeElement.id === "editor-undo"`, hash, says))
	}
	if said := eval[string](p, says); strings.HasPrefix(said, "No solution") || strings.Contains(said, "no square yet") {
		t.Errorf("the advice leads to: %s", said)
	}
	p.press("Clear", "Several solutions.")
	for _, square := range []string{"a2", "b2"} {
		paint("0", square)
		p.hears("Several solutions.")
	}
	p.choose("Difficulty", "hard")
	p.choose("Rows", "8")
	p.press("Make one", "Exactly one solution: a puzzle. Difficulty: hard")
	p.until(`document.querySelectorAll("#editor-board .square").length === 64 && !document.querySelector("#editor-board :is([data-note], .queen, .marked), #editor-changes *")`)
	p.choose("Difficulty", "easy")
	p.choose("Rows", "4")
	p.press("Make one", "Exactly one solution: a puzzle. Difficulty: easy")
	p.until(`document.querySelectorAll("#editor-board .square").length === 16`)
	p.choose("Difficulty", "hard")
	p.press("Make one", "There is no puzzle of 4 rows with the difficulty “hard”.")
	p.hears("Exactly one solution: a puzzle. Difficulty: easy")
	p.choose("Difficulty", "easy")
	p.choose("Rows", "7")
	p.until(`document.querySelectorAll("#editor-board .square").length === 49 && document.querySelectorAll("#editor-palette input").length === 7`)
	p.focus("textbox", "Open lines of letters, numbers, JSON, or a puzz.link address")
	p.run(`document.activeElement.value = "AAB\nABB\nCCC"`)
	p.press("Open", "No board of 3 rows has a solution")
	p.open("#editor%20"+strings.Join(strings.Split("ABCDEFGHIJKLM", ""), strings.Repeat("A", 12)+"/")+strings.Repeat("A", 12), "No solution.")
	p.until(`document.querySelector("#editor-rows").value === "13"`)
	p.open("#editor%20AABBB/AABBB/CADDB/CCEEE/CCCCA", "Region A is in 2 parts")
	p.press("Make one", "Exactly one solution: a puzzle. Difficulty: easy")
	p.press("Undo", "Region A is in 2 parts")
	p.open("#editor%20"+small, "Exactly one solution")
	p.click("DisclosureTriangle", "Export")
	for name, want := range map[string]string{"Letters": "AAABB\nAABBB", "JSON": "[[0,0,0,1,1],", "Diagram": "+---+", "puzz.link": "https://puzz.link/p?starbattle/5/5/1/", "SVG": "<svg "} {
		if got := p.field(name); !strings.Contains(got, want) {
			t.Errorf("%s: %q", name, got)
		}
		p.press("Copy: "+name, "ed: "+name)
	}
	p.press("Save as SVG", "Saved the picture as queens-5.svg.")
}
