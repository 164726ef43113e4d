package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.com/queens/puzzle"
	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
)

// script runs a script of the page in a tab, where a global variable then has its exports.
func (p *tab) script(file, name string) {
	p.Helper()
	define := (&output{}).defined(must(readCatalogues()))
	define["import.meta.url"] = `""`
	result := api.Build(api.BuildOptions{EntryPoints: []string{"script/" + file}, Bundle: true, Format: api.FormatIIFE, GlobalName: name, Define: define})
	if len(result.Errors) > 0 {
		p.Fatal(result.Errors)
	}
	p.do(chromedp.Evaluate[chromedp.Void](strings.Replace(string(result.OutputFiles[0].Contents), "var "+name, "globalThis."+name, 1)))
}

// TestDayFile checks that each puzzle of the days, as the page reads it, has one solution and the size,
// difficulty of its day, and that those that were ever made are still the same.
func TestDayFile(t *testing.T) {
	data := must(os.ReadFile(daysFile))
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(lines)%7 != 0 || len(lines) < 365 {
		t.Fatalf("%d days, want whole weeks of a year or more", len(lines))
	}
	p := newTab(t, 400, 300).open("#editor")
	p.script("days.ts", "days")
	seen := map[string]bool{}
	for _, kind := range []string{"regions", "queens"} {
		for i, made := range eval[[]struct {
			Text       string
			Difficulty puzzle.Difficulty
		}](p, fmt.Sprintf(`%q.split("\n").map((line, i) => days.read(line, i + 1, %q))`, strings.Join(lines, "\n"), kind)) {
			want := week[firstDay.AddDate(0, 0, i).Weekday()]
			answer, rating := solve(t.Context(), made.Text)
			if len(answer) != want.N || rating.Difficulty != want.Level || rating.Difficulty != made.Difficulty || seen[made.Text] {
				t.Errorf("day %d: %+v, %d rows, %v", i+1, made, len(answer), rating)
			}
			seen[made.Text] = true
		}
	}
	const first, pinned = 728, "4bb66a5a6f6e5ccb0830df08aeeb1d5943cae58ca80045e20bc4b8e1b149b829"
	if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines[:first], "\n")))); sum != pinned {
		t.Errorf("the puzzles of the first %d days are not those that they were: %s", first, sum)
	}
}
