package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// course returns the lessons of the course.
func course(t *testing.T) (lessons []struct {
	ID     string
	Boards []struct{}
}) {
	noError(t, json.Unmarshal([]byte(read(t, "script/course.json")), &lessons))
	return lessons
}

// TestLearn goes through the course: each step by its link, played or shown, and the reason
// lights up. Hints link to theirs.
func TestLearn(t *testing.T) {
	en := must(readCatalogues())["en"]
	p := newTab(t, 390, 844)
	const board = `document.querySelector("#learn-puzzle").shadowRoot`
	for _, lesson := range course(t) {
		p.open("#learn/" + lesson.ID)
		p.until(`document.querySelector("#learn-title").textContent.endsWith("` + en.text("course."+lesson.ID) + `")`)
		p.click("button", "Show me")
		p.until(board + `.querySelectorAll(".because, .then").length > 0 && ` + board + `.querySelectorAll(".then").length > 0`)
		p.hears("So there is")
	}
	p.open("#learn/single")
	p.until(board + `.querySelectorAll(".queen svg").length === 2`)
	play := func(square, keys string) {
		p.run(`const square = ` + board + `.querySelector("[data-square=` + square + `]");
			for (const key of "` + keys + `") square.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, composed: true}))`)
	}
	play("a1", "q")
	p.hears("A queen there does not follow yet.")
	play("a1", "q")
	answer, _ := solve(t.Context(), "AAAAA/BCCDA/CCCDE/CCCEE/CCEEE")
	for _, square := range answer {
		play(square, "q")
		if said := eval[string](p, board+`.querySelector(".says").textContent`); strings.HasPrefix(said, "That is it.") {
			break
		}
		play(square, "q")
	}
	p.hears("That is it.")
	p.click("button", "Practise")
	p.addressIs("#learn/single/2")
	p.click("button", "Practise")
	p.click("button", "Next step")
	p.addressIs("#learn/point")
	p.open("#learn/trial/3")
	p.press("Play today’s puzzle", "queens to find")
	p.open("#learn/nothing")
	p.named("heading", "This link leads to no board")
	p.open("#puzzle%20"+small, "to find")
	p.click("button", "Hint")
	p.click("link", "Learn this step")
	p.until(`document.querySelector("#learn-title").checkVisibility()`)
}
