package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/ledongthuc/pdf"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

var sheets = flag.String("sheets", "", "write what the tests print to this directory, as PDF")

// A paper is a size of paper, in inches.
type paper struct{ width, height float64 }

var (
	a4     = paper{8.27, 11.69}
	letter = paper{8.5, 11}
)

func (s paper) turned() paper { return paper{s.height, s.width} }

// print prints the page without backgrounds, as browsers do, and returns the text of each
// sheet.
func (p *tab) print(name string, on paper) []string {
	p.Helper()
	p.until(`document.querySelector("#teachers-view")`) // with which comes what paper needs
	printed := call(p, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: on.width, PaperHeight: on.height})
	if *sheets != "" {
		noError(p, os.WriteFile(filepath.Join(*sheets, strings.NewReplacer("/", "-", "#", "", "%20", " ").Replace(name)+".pdf"), printed.Data, 0o644))
	}
	file := must(pdf.NewReader(bytes.NewReader(printed.Data), int64(len(printed.Data))))
	texts := make([]string, file.NumPage())
	for i := range texts {
		texts[i] = must(file.Page(i + 1).GetPlainText(nil))
	}
	return texts
}

// TestSheets prints all views in two languages: each is one sheet, which has the rule in that
// language and the link, but no controls.
func TestSheets(t *testing.T) {
	p := newTab(t, 1280, 860)
	for _, code := range []string{"en", "bg"} {
		texts := must(readCatalogues())[code]
		p.speak(code)
		p.visit(func(address string) {
			size := map[string]paper{"en": letter.turned(), "bg": a4}[code]
			printed := p.print(code+address, size)
			want := 1
			if address == "#plan" { // the questions, and the answers
				want = 2
			}
			if len(printed) != want {
				t.Errorf("%s, %s: %d sheets", code, address, len(printed))
			}
			said := strings.Join(printed, "\n")
			for _, key := range []string{"view.learn", "view.solutions", "puzzle.undo", "share.title", "board.rows", "learn.show", "search.step", "days.before", "page.language"} {
				if address != "#teachers" && address != "#plan" && strings.Contains(said, texts.text(key)+"\n") {
					t.Errorf("%s, %s: printed with %q", code, address, texts.text(key))
				}
			}
			if address == "#sheets" || address == "#teachers" || address == "#plan" || eval[bool](p, `!document.querySelector("#lost").hidden || document.querySelector("#days-view")?.hidden === false`) {
				return
			}
			rule := texts.text("sheets.rulesRegions")
			if strings.Contains(address, "n=") || strings.Contains(address, "queens") {
				rule = texts.text("puzzle.rulesQueens")
			}
			link := strings.ReplaceAll(address[1:], ".", "")
			if len(p.server.URL+folder+address) > 60 {
				link = "" // it is only in the code
			}
			joined := strings.ReplaceAll(said, "\n", "")
			if !strings.Contains(joined, strings.ReplaceAll(rule, "\n", "")) || !strings.Contains(joined, link) || !strings.Contains(said, "×") {
				t.Errorf("%s, %s: neither %q nor the link in %q", code, address, rule, said)
			}
		})
	}
}

// TestMarks prints what a player has done, in the dark scheme too. The page is the same afterwards.
func TestMarks(t *testing.T) {
	p := newTab(t, 390, 844)
	p.dark(true)
	p.open("#puzzle%20" + small)
	p.play("a1", "q")
	p.play("c3", "x")
	p.hears("1 of 5")
	if printed := p.print("marks", a4); len(printed) != 1 || !strings.Contains(printed[0], "Queens, medium, 5×5") {
		t.Errorf("%q", printed)
	}
	p.shows("a1", "queen")
	p.until(`document.querySelector("#sheet").childElementCount === 0 && document.querySelector("#puzzle").checkVisibility()`)
}

// TestClass makes sheets for a class: days of the archive, and puzzles of the largest boards made on the
// spot, with answers. Six puzzles are on a sheet, twelve answers on another. Each language has two papers.
func TestClass(t *testing.T) {
	p := newTab(t, 1280, 860)
	p.today("2026-11-25")
	for code, papers := range map[string][]paper{"en": {letter, a4.turned()}, "es": {a4, letter.turned()}} {
		texts := must(readCatalogues())[code]
		p.openIn(code, "#sheets")
		fill := func(values map[string]string) {
			t.Helper()
			for name, value := range values {
				p.run(fmt.Sprintf(`const field = document.querySelector("#sheets-form").elements[%q];
					if (field.type === "checkbox") field.checked = true; else field.value = %q;
					document.querySelector("#sheets-form").dispatchEvent(new Event("change"))`, name, value))
			}
			p.click("button", texts.text("sheets.make"))
			p.sheetsReady()
		}
		check := func(name string, size paper, puzzles, sheets int, says ...string) {
			t.Helper()
			printed := p.print(code+name, size)
			if len(printed) != sheets {
				t.Errorf("%s %s: %d sheets, not %d", code, name, len(printed), sheets)
			}
			for i, page := range printed {
				isAnswers := strings.HasPrefix(strings.TrimSpace(page), texts.text("sheets.answers"))
				if want := i >= (puzzles+5)/6; isAnswers != want {
					t.Errorf("%s %s: sheet %d has answers: %v: %q", code, name, i+1, isAnswers, page)
				}
			}
			is(p, `document.querySelectorAll("#sheets-pages .code").length`, puzzles)
			for _, word := range says {
				if !strings.Contains(printed[0], word) {
					t.Errorf("%s %s: no %q in %q", code, name, word, printed[0])
				}
			}
		}
		p.until(`document.querySelectorAll("#sheets-pages figure").length === 6`)
		check("days", letter, 6, 1, "324", "329", texts.text("sheets.rulesRegions"), "7×7")
		fill(map[string]string{"count": "30", "answers": "true"})
		is(p, `document.querySelector("#sheets-form").elements.from.value`, "2026-10-27")
		for i, size := range papers {
			check(fmt.Sprint("thirty", i), size, 30, 8, "300")
		}
		fill(map[string]string{"from": "2026-01-01", "kind": "both", "count": "7"})
		check("first days", a4, 7, 3, "#day/1", "#day/3/queens", texts.text("sheets.rulesRegions"), texts.text("puzzle.rulesQueens"), texts.text("sheets.name"))
		fill(map[string]string{"which": "made", "kind": "regions"})
		fill(map[string]string{"rows": "12", "level": "medium"})
		check("twelve", letter, 7, 3, "12×12", texts.text("level.medium"))
		is(p, `document.querySelectorAll("#sheets-pages .twelve svg.answer").length`, 7*12)
		link := eval[string](p, `document.querySelector("#sheets-pages .code").getAttribute("aria-label")`)
		if read := p.readCode(); read != link || !strings.HasPrefix(link, p.server.URL+folder+"#puzzle%20") {
			t.Errorf("the code of %s says %s", link, read)
		}
		fill(map[string]string{"level": "mixed", "rows": "7", "count": "6", "colour": "true"})
		for _, on := range []int{1, 2, 4} {
			fill(map[string]string{"on": fmt.Sprint(on)})
			for i, size := range papers {
				if printed := p.print(fmt.Sprint(code, on, "-", i), size); len(printed) != (6+on-1)/on+1 {
					t.Errorf("%s: %d sheets with %d puzzles on each", code, len(printed)-1, on)
				}
			}
		}
		is(p, `document.querySelectorAll("#sheets-pages rect[fill]").length > 6 * 49 - 1`, true)
		levels := eval[string](p, `[...document.querySelectorAll("#sheets-pages .of-4 figcaption")].map(each => each.textContent.split(", ")[1]).join()`)
		for _, key := range []string{"level.easy", "level.medium", "level.hard"} {
			if strings.Count(levels, texts.text(key)) != 2 {
				t.Errorf("%s: mixed levels: %s", code, levels)
			}
		}
		fill(map[string]string{"on": "6", "level": "medium", "count": "7"})
		fill(map[string]string{"kind": "queens"})
		fill(map[string]string{"rows": "20"})
		check("twenty", letter.turned(), 7, 3, "20×20")
		fill(map[string]string{"kind": "regions"})
		p.run(`const form = document.querySelector("#sheets-form"); form.elements.rows.value = "5"; form.elements.level.value = "hard"`)
		p.click("button", texts.text("sheets.make"))
		before, _, _ := strings.Cut(texts.text("fault.none"), "{n}")
		p.hears(before + "5")
	}
}

// readCode reads the first QR code on the page, whose path has a square for each dark one.
func (p *tab) readCode() string {
	p.Helper()
	size := int(eval[float64](p, `document.querySelector(".code").viewBox.baseVal.width`))
	path := eval[string](p, `document.querySelector(".code path").getAttribute("d")`)
	const scale = 8
	picture := image.NewGray(image.Rect(0, 0, size*scale, size*scale))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	for _, found := range regexp.MustCompile(`M(\d+) (\d+)h`).FindAllStringSubmatch(path, -1) {
		x, y := must(strconv.Atoi(found[1]))+2, must(strconv.Atoi(found[2]))+2
		draw.Draw(picture, image.Rect(x*scale, y*scale, (x+1)*scale, (y+1)*scale), image.Black, image.Point{}, draw.Src)
	}
	bits := must(gozxing.NewBinaryBitmapFromImage(picture))
	exact := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true} // it need not be looked for
	return must(qrcode.NewQRCodeReader().Decode(bits, exact)).GetText()
}
