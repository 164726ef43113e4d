package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/regions"
	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
)

// script runs a script of the page in a tab, which then has what it exports as globals of a
// name.
func (p *tab) script(file, name string) {
	p.Helper()
	result := api.Build(api.BuildOptions{EntryPoints: []string{"script/" + file}, Bundle: true, Format: api.FormatIIFE, GlobalName: name, Define: map[string]string{"import.meta.url": `""`}})
	if len(result.Errors) > 0 {
		p.Fatal(result.Errors)
	}
	p.do(chromedp.Evaluate[chromedp.Void](strings.Replace(string(result.OutputFiles[0].Contents), "var "+name, "globalThis."+name, 1)))
}

// TestDayFile checks that the puzzles of the days, as the page has them, each have one
// solution and the size and difficulty of their day, and that those that were ever made are
// still the same.
func TestDayFile(t *testing.T) {
	data := must(os.ReadFile(daysFile))
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(lines)%7 != 0 || len(lines) < 365 {
		t.Fatalf("%d days, want whole weeks of a year or more", len(lines))
	}
	p := newTab(t, 400, 300)
	p.open("#editor")
	p.script("days.js", "days")
	type puzzle struct {
		Text       string
		Difficulty queens.Difficulty
	}
	made := func(kind string) (puzzles []puzzle) {
		text := eval[string](p, fmt.Sprintf(`JSON.stringify(%q.split("\n").map((line, i) => days.read(line, i + 1, %q)))`, strings.Join(lines, "\n"), kind))
		noError(t, json.Unmarshal([]byte(text), &puzzles))
		return puzzles
	}
	seen := map[string]bool{}
	check := func(i int, made puzzle, n int, difficulty queens.Difficulty, err error) {
		want := week[firstDay.AddDate(0, 0, i).Weekday()]
		if err != nil || n != want.n || difficulty != want.difficulty || difficulty != made.Difficulty || seen[made.Text] {
			t.Errorf("day %d: %+v, %d rows, %v, %v", i+1, made, n, difficulty, err)
		}
		seen[made.Text] = true
	}
	for i := range week {
		day := int(firstDay.AddDate(0, 0, i).Weekday())
		if got, want := eval[string](p, fmt.Sprintf(`JSON.stringify(days.sortOf(%d))`, i+1)), fmt.Sprintf(`{"n":%d,"level":"%v"}`, week[day].n, week[day].difficulty); got != want {
			t.Errorf("day %d: %s, want %s", i+1, got, want)
		}
	}
	painted, given := made("regions"), made("queens")
	for i := range lines {
		board := must(regions.ParseBoard(painted[i].Text))
		difficulty, err := board.Difficulty(t.Context())
		check(i, painted[i], board.N(), difficulty, err)
		other := must(queens.ParseBoard(given[i].Text))
		difficulty, err = other.Difficulty(t.Context())
		check(i, given[i], other.N(), difficulty, err)
	}
	const first, pinned = 728, "a35354304205401c6bf2d8f0daed08cfdfc6ace67c65a8742f2724a46ef6d94c"
	if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines[:first], "\n")))); sum != pinned {
		t.Errorf("the puzzles of the first %d days are not those that they were: %s", first, sum)
	}
}

// What people see who lack one of the three kinds of cones, as a linear map of linear RGB:
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
	p := newTab(t, 400, 300)
	p.open("#editor")
	p.script("model.js", "model")
	colours := eval[[][2]string](p, "model.colours")
	for name, vision := range visions {
		for i, a := range colours {
			seen := see(vision, a[1])
			if ink := see(vision, "#231a14"); (luminance(seen)+0.05)/(luminance(ink)+0.05) < 3 {
				t.Errorf("%s: %s is too dark", name, a[0])
			}
			for _, b := range colours[:i] {
				if d := distance(lab(seen), lab(see(vision, b[1]))); d < 18 {
					t.Errorf("%s: %s and %s are %.1f apart, want 18", name, a[0], b[0], d)
				}
			}
		}
	}
	if len(colours) != 12 {
		t.Errorf("%d colours", len(colours))
	}
}

// see returns a colour in linear RGB, as somebody sees it.
func see(vision [3][3]float64, colour string) (seen [3]float64) {
	value, _ := strconv.ParseUint(colour[1:], 16, 32)
	for i := range seen {
		for j := range 3 {
			c := float64(value>>(16-8*j)&255) / 255
			if c <= 0.04045 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			seen[i] += vision[i][j] * c
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	return seen
}

func luminance(c [3]float64) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// lab converts linear RGB to CIELAB, with white at D65.
func lab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(luminance(c))
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}
