package main

import (
	"strings"
	"testing"

	"example.com/queens"
	"github.com/chromedp/chromedp"
)

// puzzle returns the puzzle in the address.
func (p *tab) puzzle() *queens.Board {
	p.Helper()
	p.until(`location.hash.startsWith("#puzzle%20n=")`)
	text := eval[string](p, `decodeURIComponent(location.hash).slice("#puzzle ".length)`)
	board, err := queens.ParseBoard(text)
	if err != nil {
		p.Fatal(err)
	}
	return board
}

// TestPuzzle makes puzzles of all levels, which have exactly one solution, and solves them.
func TestPuzzle(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle")
	for _, level := range []string{"Easy: there is always a rank or file with one free square", "Medium: some squares must be ruled out first", "Hard: you may have to think several moves ahead"} {
		p.choose("Rows", "10")
		p.click("radio", level)
		before := eval[string](p, "location.hash")
		p.click("button", "New puzzle")
		p.until(`location.hash !== "` + before + `"`)
		p.hears(strings.Split(level, ":")[0] + " puzzle: ")
		answer, err := p.puzzle().Unique(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		p.click("button", "Check")
		p.hears("Nothing is wrong. You have placed no queen yet.")
		for square := range answer.Queens() {
			if !strings.Contains(p.square(square.String()), "given") {
				p.clickSquare(square.String())
				p.until(`document.querySelector("#puzzle-board [data-square=` + square.String() + `]").classList.contains("queen")`)
			}
		}
		p.hears("Solved! Every queen is where it belongs.")
	}
}

// TestHelp asks for help with a puzzle.
func TestHelp(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle%20n=8%20given=b4,d5%20blocked=c1")
	p.hears("Hard puzzle: 2 queens given, 6 to find.")
	p.becomes("c1", "c1, blocked")
	p.clickSquare("b4") // given, so it stays
	p.clickSquare("c1") // blocked, so it stays
	p.clickSquare("a1")
	p.becomes("a1", "a1, queen")
	p.becomes("b4", "b4, queen, given")
	p.becomes("c1", "c1, blocked, attacked")
	p.click("button", "Check")
	p.hears("The queen on a1 is wrong.")
	p.becomes("a1", "a1, queen, marked")
	p.clickSquare("a1")
	p.becomes("a1", "a1")
	p.clickSquare("a1", chromedp.ButtonRight)
	p.becomes("a1", "a1, crossed out")
	p.click("radio", "crosses a square out (key X)")
	p.clickSquare("f1")
	p.becomes("f1", "f1, crossed out")
	p.click("button", "Hint")
	p.hears("f1 is crossed out, but a queen belongs there.")
	p.click("button", "Restart")
	p.becomes("f1", "f1")
	p.click("button", "Hint")
	p.hears("There is a queen on f1.")
	p.becomes("f1", "f1, marked")
	p.click("checkbox", "Shade attacked squares")
	p.becomes("b5", "b5")
	p.click("button", "Give up")
	p.hears("This is the solution.")
	p.becomes("f1", "f1, queen")
	if hash := eval[string](p, "decodeURIComponent(location.hash)"); hash != "#puzzle n=8 given=b4,d5 blocked=c1" {
		t.Errorf("the address of the puzzle gives its answer away: %s", hash)
	}
}

// TestNoPuzzle asks for a puzzle on a board without solutions.
func TestNoPuzzle(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.open("#puzzle")
	p.hears("to find")
	p.click("checkbox", "Wrap the edges")
	p.click("button", "New puzzle")
	p.hears("this board has no solution")
}
