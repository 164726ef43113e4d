package main

import (
	"encoding/json"
	"fmt"
	"strconv"
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

// TestLearn plays a step of the course, practises another, and goes on. Hints link to theirs.
func TestLearn(t *testing.T) {
	p := newTab(t, 390, 844)
	p.open("#learn/single")
	p.until(inLesson + `.querySelectorAll(".queen svg").length === 2`)
	play := func(square, keys string) {
		p.run(`const square = ` + inLesson + `.querySelector("[data-square=` + square + `]");
			for (const key of "` + keys + `") square.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, composed: true}))`)
	}
	answer, _ := solve(t.Context(), "AAAAA/BCCDA/CCCDE/CCCEE/CCEEE") // a2 and d3 are there
	const says = inLesson + `.querySelector(".says").textContent`
	play("a1", "q")
	p.hears("A queen on a1 does not follow yet.")
	p.becomes("a1", "a1, the blue region, queen, attacked, wrong")
	play("a1", "q")
	for _, square := range answer {
		if square != "a2" && square != "d3" {
			play(square, "q")
		}
	}
	p.hears("That is it.")
	p.open("#teachers")
	for _, lesson := range course(t) { // whoever crosses out everything hears of it
		p.open("#learn/" + lesson.ID)
		p.until(`!document.querySelector("#learn-show").disabled`)
		p.run(`for (const each of ` + inLesson + `.querySelectorAll(".square:not(.queen, .crossed)")) each.dispatchEvent(new KeyboardEvent("keydown", {key: "x", bubbles: true, composed: true}))`)
		p.until(`/^[a-h]\d.* not follow\.$/.test(` + says + `) && ` + inLesson + `.querySelectorAll(".wrong").length > 0`)
		is(p, `document.querySelectorAll("#learn-list .done").length`, 0)
	}
	p.open("#learn/point") // row 4 of AAAAA/AAAAB/CDDDD/CCCCD/CEEEE with e2, where region C is in column a
	p.until(`!document.querySelector("#learn-show").disabled`)
	p.click("link", "Practise")
	p.addressIs("#learn/point/2")
	p.click("link", "Practise")
	p.addressIs("#learn/point/3")
	p.click("link", "Another")
	p.until(`/^#learn.point.\d{1,4}$/.test(location.hash) && ` + inLesson + `.querySelectorAll(".square").length === 36`)
	made, again := eval[string](p, `location.hash`), `JSON.stringify(document.querySelector("#learn-puzzle")?.state)`
	p.until(`!document.querySelector("#learn-show").disabled`)
	board := eval[string](p, again)
	p.reload()
	p.until(again + ` === ` + strconv.Quote(board))
	p.until(`!document.querySelector("#learn-show").disabled`)
	p.press("Show me", "So there is")
	p.until(`document.querySelectorAll("#learn-list .done").length === 1`)
	p.click("link", "Another")
	p.until(`location.hash !== "` + made + `"`)
	p.click("link", "Next step")
	p.addressIs("#learn/pin")
	p.open("#learn/trial/3")
	p.click("link", "Play today’s puzzle")
	p.hears("queens to find")
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
					undo: `+inLesson+`.querySelector(".undo"), show: document.querySelector("#learn-show"), on: document.querySelector("#learn-more.main, #learn-next:not([hidden])")};
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
				is(p, `document.querySelector("#learn-title").textContent.endsWith("`+texts.text("course."+lesson.ID)+`")`, true)
				p.until(`(document.querySelector("#learn-show").click(), ` + inLesson + `.querySelector(".then"))`)
				check(address + ", shown")
			}
		}
		p.reload()
		p.until(fmt.Sprintf(`document.querySelectorAll("#learn-list [aria-label=%s]").length === %d`, texts.text("learn.done"), len(course)))
	}
}
