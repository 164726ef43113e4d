package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestRecordFile saves a record to a file, and reads it on another machine, which has one of its
// own: both are then there, and nothing is counted twice. Files that are no records change nothing.
func TestRecordFile(t *testing.T) {
	const theirs = `{"days":{"325":{"regions":{"seconds":50,"help":0,"late":false}},"326":{"regions":{"seconds":60,"help":1,"late":false}},"327":{"regions":{"seconds":70,"help":0,"late":false}}},` +
		`"sorts":{"regions 8 easy":{"count":9,"total":90000,"best":40},"queens torus 11 expert":{"count":1,"total":99,"best":0}}}`
	const record = `JSON.stringify(JSON.parse(localStorage.getItem("queens record")).value)`
	p := newTab(t, 390, 844).open("#editor")
	p.today("2026-11-23") // day 327
	p.keep("record", theirs)
	p.open("#days")
	p.until(`document.querySelector("#days-streak").textContent.startsWith("3 days solved. Streak: 3 days")`)
	p.until(`[...document.querySelectorAll("#days-sorts td")].map(each => (range => (range.selectNodeContents(each), range.getClientRects().length))(document.createRange())).join("") === "111111"`) // no time is broken
	p.do(chromedp.Evaluate[chromedp.Void](`URL.createObjectURL = (blob) => { globalThis.saved = blob.text(); return "#days" }`))
	p.press("Save to a file", "Saved the record as queens-2026-11-23.json.")
	file := eval[string](p, `saved`)

	p.keep("record", `{"days":{"325":{"regions":{"seconds":5,"help":0,"late":true},"queens":{"seconds":7,"help":0,"late":true}},"327":{"regions":{"seconds":8,"help":0,"late":false}}},`+
		`"sorts":{"regions 8 easy":{"count":2,"total":20,"best":30}}}`)
	p.reload()
	p.named("button", "Read from a file")
	const both = `{"days":{"325":{"regions":{"seconds":50,"help":0,"late":false},"queens":{"seconds":7,"help":0,"late":true}},"326":{"regions":{"seconds":60,"help":1,"late":false}},"327":{"regions":{"seconds":8,"help":0,"late":false}}},` +
		`"sorts":{"regions 8 easy":{"count":9,"total":90000,"best":30},"queens torus 11 expert":{"count":1,"total":99,"best":0}}}`
	for range 2 {
		p.read(file)
		p.hears("The record in record.json was added.")
		p.until(`document.querySelector("#days-streak").textContent.startsWith("3 days solved. Streak: 3 days")`)
		is(p, record, both)
	}
	for _, bad := range []string{
		"", " ", "null", "1", "[]", "{}", "AAB/ABB/CCC", file[1:], file[:len(file)-1], file + "x",
		`{"version":1,"value":` + theirs + `}`, `{"version":2}`, `{"version":2,"value":[]}`, `{"version":2,"value":{}}`, `{"version":2,"value":` + theirs + `,"more":1}`,
		`{"version":2,"value":{"days":[],"sorts":{}}}`, `{"version":2,"value":{"days":{},"sorts":{"regions 8 simple":{"count":1,"total":1,"best":1}}}}`,
		`{"version":2,"value":{"days":{},"sorts":{"__proto__":{"count":1,"total":1,"best":1}}}}`, `{"version":2,"value":{"days":{},"sorts":{"regions 8 easy":{"count":-1,"total":1,"best":1}}}}`,
		`{"version":2,"value":{"days":{"0":{}},"sorts":{}}}`, `{"version":2,"value":{"days":{"400":{}},"sorts":{}}}`, `{"version":2,"value":{"days":{"1e2":{}},"sorts":{}}}`,
		`{"version":2,"value":{"days":{"1":{"kings":{"seconds":1,"help":0,"late":false}}},"sorts":{}}}`, `{"version":2,"value":{"days":{"1":{"queens":{"seconds":"1","help":0,"late":false}}},"sorts":{}}}`,
	} {
		p.read(bad)
		p.hears("This file is not a record of this page, or it is damaged. Nothing was entered.")
		is(p, record, both)
	}
	p.script("record.ts", "record") // a file that lacks a character is a record or is refused
	wrong := eval[[]string](p, fmt.Sprintf(`(() => { const file = %q; return [...file].flatMap((_, i) => {
		const less = file.slice(0, i) + file.slice(i + 1);
		const before = JSON.stringify(record.known());
		try { record.addRecord(less); record.streaks(); return [] }
		catch (error) { return error.message === "record" && JSON.stringify(record.known()) === before ? [] : [less + ": " + error] } }) })()`, file))
	if len(wrong) > 0 {
		t.Error(wrong)
	}
}

// TestFullRecord solves a puzzle with a record of 2000 days of both kinds: neither the last click nor Undo reads the
// record again.
func TestFullRecord(t *testing.T) {
	p := newTab(t, 390, 844).open("#teachers")
	p.today("2031-06-23") // day 2000
	p.run(`const days = {}; for (let day = 1; day < 2000; day++) days[day] = {regions: {seconds: 100 + day, help: 0, late: false}, queens: {seconds: 200 + day, help: 1, late: true}};
		localStorage.setItem("queens record", JSON.stringify({version: 2, value: {days, sorts: {}}}))`)
	p.open("#day/2000", "to find")
	answer, _ := p.puzzle()
	p.place(answer[1:]...)
	p.run(`globalThis.read = 0; const parse = JSON.parse; JSON.parse = (text, ...rest) => { if (text.length > 1e5) read++; return parse(text, ...rest) };
		const keys = Object.keys; globalThis.looked = 0; const get = Storage.prototype.getItem; Storage.prototype.getItem = function (key) { if (key === "queens record") looked++; return get.call(this, key) };
		globalThis.looked = 0`)
	press := func(task string) {
		t.Helper()
		p.run(`looked = 0; ` + task)
		is(p, `read`, 0)
		if looked := eval[int](p, `looked`); looked > 20 {
			t.Errorf("storage is asked %d times for the record", looked)
		}
	}
	press(inPuzzle + `.querySelector("[data-square=` + answer[0] + `]").dispatchEvent(new KeyboardEvent("keydown", {key: "q", bubbles: true}))`)
	p.hears("2000 days in a row.")
	p.until(`document.querySelector("#puzzle-unsolved").textContent === "Not solved yet: #2000, Queens given"`)
	p.until(`document.querySelector("#puzzle-result-facts").textContent === "Streak: 2000 days, longest 2000."`)
	press(`document.querySelector("#puzzle").undo()`)
	p.open("#days")
	p.until(`document.querySelector("#days-streak").textContent === "2000 days solved. Streak: 2000 days, longest 2000."`)
}

// keep puts a value into the storage of the page, as the page does.
func (p *tab) keep(key, value string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`localStorage.setItem("queens %s", %q)`, key, `{"version":2,"value":`+value+`}`)))
}

// read has the page read a file.
func (p *tab) read(text string) {
	p.Helper()
	p.run(fmt.Sprintf(`document.querySelector("#days-file-says").textContent = document.querySelector("#problem").textContent = "";
		const list = new DataTransfer(); list.items.add(new File([%q], "record.json")); const input = document.querySelector("#days-file");
		input.files = list.files; input.dispatchEvent(new Event("change"))`, text))
}
