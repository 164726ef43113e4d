package main

import (
	"fmt"
	"testing"
)

// TestCourseOnPhone looks at all boards of the course, in all languages, on a phone: what the lesson says, the board,
// its explanation and the next step are on the screen at once, without scrolling. A lesson is ticked after its last board, and stays so.
func TestCourseOnPhone(t *testing.T) {
	course := course(t)
	for code, texts := range must(readCatalogues()) {
		p := newTab(t, 390, 844)
		p.openIn(code, "#learn/single")
		const inside = `document.querySelector("#learn-puzzle").shadowRoot`
		check := func(address string) {
			t.Helper()
			off := eval[[]string](p, `(() => {
				const parts = {title: document.querySelector("#learn-title"), lesson: document.querySelector("#learn-says"), board: `+inside+`.querySelector(".board"), says: `+inside+`.querySelector(".says"),
					undo: `+inside+`.querySelector(".undo"), show: document.querySelector("#learn-show"), next: document.querySelector("#learn-next")};
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
				p.until(fmt.Sprintf(`document.querySelectorAll("#learn-list .done").length === %d`, done))
				address := fmt.Sprintf("#learn/%s/%d", lesson.ID, i+1)
				p.open(address)
				check(address)
				p.until(`(document.querySelector("#learn-show").click(), ` + inside + `.querySelector(".then"))`)
				check(address + ", shown")
			}
		}
		p.reload()
		p.until(fmt.Sprintf(`document.querySelectorAll("#learn-list [aria-label=%s]").length === %d`, texts.text("learn.done"), len(course)))
	}
}
