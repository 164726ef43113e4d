package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// inLesson is the shadow root of the board of a lesson.
const inLesson = `document.querySelector("#learn-puzzle").shadowRoot`

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
	for _, lesson := range course(t) {
		p.open("#learn/" + lesson.ID)
		p.until(`document.querySelector("#learn-title").textContent.endsWith("` + en.text("course."+lesson.ID) + `")`)
		p.until(`!document.querySelector("#learn-show").disabled`) // once the library has the answer
		p.click("button", "Show me")
		p.until(inLesson + `.querySelectorAll(".because, .then").length > 0 && ` + inLesson + `.querySelectorAll(".then").length > 0`)
		p.hears("So there is")
	}
	p.open("#learn/single")
	p.until(inLesson + `.querySelectorAll(".queen svg").length === 2`)
	play := func(square, keys string) {
		p.run(`const square = ` + inLesson + `.querySelector("[data-square=` + square + `]");
			for (const key of "` + keys + `") square.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, composed: true}))`)
	}
	play("a1", "q")
	p.hears("A queen there does not follow yet.")
	play("a1", "q")
	answer, _ := solve(t.Context(), "AAAAA/BCCDA/CCCDE/CCCEE/CCEEE")
	for _, square := range answer {
		play(square, "q")
		if said := eval[string](p, inLesson+`.querySelector(".says").textContent`); strings.HasPrefix(said, "That is it.") {
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

// TestCourseOnPhone looks at the course in all languages on a phone, at all its boards in two of them: the
// text of the lesson, the board, its explanation and the next step are on the screen at once, without
// scrolling. A lesson is ticked after its last board, and stays ticked.
func TestCourseOnPhone(t *testing.T) {
	course := course(t)
	p := newTab(t, 390, 844)
	for code, texts := range must(readCatalogues()) {
		p.speak(code)
		check := func(address string) {
			t.Helper()
			off := eval[[]string](p, `(() => {
				const parts = {title: document.querySelector("#learn-title"), lesson: document.querySelector("#learn-says"), board: `+inLesson+`.querySelector(".board"), says: `+inLesson+`.querySelector(".says"),
					undo: `+inLesson+`.querySelector(".undo"), show: document.querySelector("#learn-show"), next: document.querySelector("#learn-next")};
				const cut = Object.entries(parts).filter(([name, part]) => part.matches("button") && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)).map(([name]) => name + " is cut");
				return [...cut, ...Object.entries(parts).map(([name, part]) => [name, part.getBoundingClientRect()])
					.filter(([, box]) => scrollY !== 0 || box.height === 0 || box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth)
					.map(([name, box]) => name + " " + [box.left, box.top, box.right, box.bottom].map(Math.round))] })()`)
			if len(off) > 0 {
				t.Errorf("%s, %s: off the screen: %q", code, address, off)
			}
		}
		for done, lesson := range course {
			for i := range lesson.Boards {
				if code != "en" && code != "bg" && i < len(lesson.Boards)-1 {
					continue
				}
				p.until(fmt.Sprintf(`document.querySelectorAll("#learn-list .done").length === %d`, done))
				address := fmt.Sprintf("#learn/%s/%d", lesson.ID, i+1)
				p.open(address)
				check(address)
				p.until(`(document.querySelector("#learn-show").click(), ` + inLesson + `.querySelector(".then"))`)
				check(address + ", shown")
			}
		}
		p.reload()
		p.until(fmt.Sprintf(`document.querySelectorAll("#learn-list [aria-label=%s]").length === %d`, texts.text("learn.done"), len(course)))
	}
}
