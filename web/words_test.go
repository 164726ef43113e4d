package main

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// forms returns the forms of a text: one, or those of a plural by their categories.
func (c catalogue) forms(key string) map[string]string {
	forms := make(map[string]string)
	switch text := c[key].(type) {
	case string:
		forms[""] = text
	case map[string]any:
		for category, form := range text {
			forms[category], _ = form.(string)
		}
	}
	return forms
}

var placeholder = regexp.MustCompile(`\{(\w+)(:or)?\}`)

// values returns the names of the values of a text, in order.
func (c catalogue) values(key string) []string {
	names := map[string]bool{}
	for _, form := range c.forms(key) {
		for _, found := range placeholder.FindAllStringSubmatch(form, -1) {
			names[strings.ToLower(found[1])] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

var word = regexp.MustCompile(`\pL{2,}`)

// TestCatalogues compares all catalogues with the English one: none lacks a text or has one too
// many, all fill in the same values, and no sentence is still English.
func TestCatalogues(t *testing.T) {
	all := must(readCatalogues())
	english := all["en"]
	for code, own := range all {
		for key := range own {
			if english[key] == nil {
				t.Errorf("%s: %s is left over", code, key)
			}
		}
		for key := range english {
			forms := own.forms(key)
			for category, form := range forms {
				if strings.TrimSpace(form) == "" {
					t.Errorf("%s: %s %s is empty", code, key, category)
				}
				if code != "en" && form == english.forms(key)[category] && len(word.FindAllString(placeholder.ReplaceAllString(form, ""), -1)) > 1 && form != "puzz.link" && !strings.HasPrefix(key, "key.") {
					t.Errorf("%s: %s is English: %s", code, key, form)
				}
			}
			if len(forms) == 0 || len(forms) > 1 && forms["other"] == "" {
				t.Errorf("%s: %s is missing", code, key)
			} else if got, want := own.values(key), english.values(key); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the values %q, not %q", code, key, got, want)
			}
		}
	}
}

// TestPlayerWords checks that the view to play in, and what it shares with the others, needs no text that comes
// with the others.
func TestPlayerWords(t *testing.T) {
	others := []string{"choice.ts", "more-words.ts", "queens-search.ts", "views.ts"}
	for _, pattern := range []string{"script/*.ts", "script/view/puzzle.*", "script/view/new-puzzle.ts", "static/index.html"} {
		for _, name := range must(filepath.Glob(pattern)) {
			if slices.Contains(others, filepath.Base(name)) {
				continue
			}
			for _, part := range ofViews {
				if found := regexp.MustCompile("[\"`]" + part + `\.[\w$]+`).FindString(read(t, name)); found != "" {
					t.Errorf("%s needs %s", name, found)
				}
			}
		}
	}
}

// TestKeys finds the keys of all texts in the page and its scripts, and a text for each key.
// A script may build a key, as in `level.${difficulty}`; its last part is then a word of the
// page, of the course or of the library.
func TestKeys(t *testing.T) {
	english := must(readCatalogues())["en"]
	var source strings.Builder
	for _, pattern := range []string{"script/*.ts", "script/view/*", "script/course.json", "static/*.html", "site.go", "page/*.go", "../symmetry.go", "../puzzle.go"} {
		for _, name := range must(filepath.Glob(pattern)) {
			source.WriteString(read(t, name))
		}
	}
	uses := func(text string) bool { return strings.Contains(source.String(), text) }
	words := map[string]bool{}
	for _, word := range regexp.MustCompile(`\w[\w-]*`).FindAllString(source.String(), -1) {
		words[word] = true
	}
	for key := range english {
		parts := strings.Split(strings.TrimSuffix(key, ".says"), ".")
		built := len(parts) > 1 && (uses("`"+parts[0]+".${") || slices.Contains([]string{"unit", "units", "inUnit", "inUnits", "regions", "queens"}, parts[0])) && words[parts[1]]
		if !uses(`"`+key+`"`) && !built {
			t.Errorf("%s is left over", key)
		}
	}
	for _, found := range regexp.MustCompile("(?:\\bt\\(|data-t(?:-[a-z-]+)?=|index \\$words )\"([^\"]+)\"").FindAllStringSubmatch(source.String(), -1) {
		if english[found[1]] == nil {
			t.Errorf("%s is missing", found[1])
		}
	}
}
