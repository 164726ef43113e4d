package reading_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	. "example.com/queens/internal/reading"
)

// limits are those of the tests.
var limits = Limits{Rows: 64, Bytes: 1 << 20}

// outcome reads a text of either kind, and says in one line what it has. Numbers are regions if the caller
// says so.
func outcome(text string, areRegions bool) string {
	isRegions, in := IsRegions(strings.NewReader(text), limits)
	var said []string
	if isRegions || areRegions {
		for d, err := range Divisions(in, limits) {
			if err != nil {
				said = append(said, err.Error())
				continue
			}
			var rows strings.Builder
			for _, row := range d.Regions {
				for _, region := range row {
					rows.WriteByte('A' + byte(region))
				}
				rows.WriteByte('/')
			}
			said = append(said, strings.Trim(fmt.Sprint(rows.String(), d.Given, d.Blocked), " "))
		}
		return strings.Join(said, "; ")
	}
	for r, err := range Read(in, limits) {
		if err == nil {
			err = r.NoAnswer
		}
		if err != nil {
			said = append(said, err.Error())
			continue
		}
		said = append(said, strings.Trim(fmt.Sprint(r.Answer), "[]"))
	}
	return strings.Join(said, "; ")
}

// TestForms reads files that people and programs have written. In testdata/forms.txt each has its name
// and what is read above it.
func TestForms(t *testing.T) {
	data, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range strings.Split("\n"+string(data), "\n-- ")[1:] {
		head, text, _ := strings.Cut(file, " --\n")
		name, want, _ := strings.Cut(head, ": ")
		for _, form := range []string{text, text + "\n", "\uFEFF" + text, strings.ReplaceAll(text, "\n", "\r\n")} {
			if got := outcome(form, strings.HasPrefix(name, "regions-")); got != want {
				t.Errorf("%s is read as\n%s, want\n%s", name, got, want)
			}
		}
	}
}

// No text of a few signs makes a reader panic, whatever stands beside what.
func TestShort(t *testing.T) {
	most := 4
	if testing.Short() {
		most = 3
	}
	var extend func(text string)
	extend = func(text string) {
		defer func() {
			if panicked := recover(); panicked != nil {
				t.Fatalf("%q: panic: %v", text, panicked)
			}
		}()
		outcome(text, false)
		outcome(text, true)
		if len(text) < most {
			for _, sign := range "Qa1-.# \n\"[](,:/=" {
				extend(text + string(sign))
			}
		}
	}
	extend("")
}
