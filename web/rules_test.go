package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.com/queens"
	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/lucasb-eyer/go-colorful"
)

// script runs a script of the page in a tab, where a global variable then has its exports.
func (p *tab) script(file, name string) {
	p.Helper()
	result := api.Build(api.BuildOptions{EntryPoints: []string{"script/" + file}, Bundle: true, Format: api.FormatIIFE, GlobalName: name, Define: map[string]string{"import.meta.url": `""`}})
	if len(result.Errors) > 0 {
		p.Fatal(result.Errors)
	}
	p.do(chromedp.Evaluate[chromedp.Void](strings.Replace(string(result.OutputFiles[0].Contents), "var "+name, "globalThis."+name, 1)))
}

// TestDayFile checks that each puzzle of the days, as the page reads it, has one solution and the size
// and difficulty of its day, and that those that were ever made are still the same.
func TestDayFile(t *testing.T) {
	data := must(os.ReadFile(daysFile))
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(lines)%7 != 0 || len(lines) < 365 {
		t.Fatalf("%d days, want whole weeks of a year or more", len(lines))
	}
	p := newTab(t, 400, 300).open("#editor")
	p.script("days.ts", "days")
	for i := range week {
		day := int(firstDay.AddDate(0, 0, i).Weekday())
		is(p, fmt.Sprintf(`JSON.stringify(days.sortOf(%d))`, i+1), fmt.Sprintf(`{"n":%d,"level":"%v"}`, week[day].n, week[day].difficulty))
	}
	seen := map[string]bool{}
	for _, kind := range []string{"regions", "queens"} {
		for i, made := range eval[[]struct {
			Text       string
			Difficulty queens.Difficulty
		}](p, fmt.Sprintf(`%q.split("\n").map((line, i) => days.read(line, i + 1, %q))`, strings.Join(lines, "\n"), kind)) {
			want := week[firstDay.AddDate(0, 0, i).Weekday()]
			answer, difficulty := solve(t.Context(), made.Text)
			if len(answer) != want.n || difficulty != want.difficulty || difficulty != made.Difficulty || seen[made.Text] {
				t.Errorf("day %d: %+v, %d rows, %v", i+1, made, len(answer), difficulty)
			}
			seen[made.Text] = true
		}
	}
	const first, pinned = 728, "a35354304205401c6bf2d8f0daed08cfdfc6ace67c65a8742f2724a46ef6d94c"
	if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines[:first], "\n")))); sum != pinned {
		t.Errorf("the puzzles of the first %d days are not those that they were: %s", first, sum)
	}
}

// How colours look to people who lack one of the three kinds of cones, as a linear map of linear RGB:
// Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color
// Vision Deficiency, IEEE TVCG 15 (6), 2009; severity 1.
var visions = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// TestColours checks that the twelve colours differ for everybody, and that dark pieces
// stand out from them.
func TestColours(t *testing.T) {
	p := newTab(t, 400, 300).open("#editor")
	p.script("model.ts", "model")
	colours := eval[[][2]string](p, "model.colours")
	for name, vision := range visions {
		for i, a := range colours {
			seen := see(vision, a[1])
			if ink := see(vision, "#231a14"); (luminance(seen)+0.05)/(luminance(ink)+0.05) < 3 {
				t.Errorf("%s: %s is too dark", name, a[0])
			}
			for _, b := range colours[:i] {
				if d := 100 * seen.DistanceLab(see(vision, b[1])); d < 18 {
					t.Errorf("%s: %s and %s are %.1f apart, want 18", name, a[0], b[0], d)
				}
			}
		}
	}
	if len(colours) != 12 {
		t.Errorf("%d colours", len(colours))
	}
}

// see returns a colour as somebody sees it.
func see(vision [3][3]float64, colour string) colorful.Color {
	r, g, b := must(colorful.Hex(colour)).LinearRgb()
	var seen [3]float64
	for i, row := range vision {
		seen[i] = row[0]*r + row[1]*g + row[2]*b
	}
	return colorful.LinearRgb(seen[0], seen[1], seen[2]).Clamped()
}

func luminance(c colorful.Color) float64 {
	_, y, _ := c.Xyz()
	return y
}
