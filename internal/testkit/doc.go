package testkit

import (
	"os"
	"strings"
	"testing"
)

// CheckDocExample makes sure that the code with which a package comment begins is in a file of
// examples, line by line and without its own comments, so that it compiles and runs.
func CheckDocExample(t *testing.T, doc, examples string) {
	t.Helper()
	comment, err := os.ReadFile(doc)
	NoError(t, err)
	code, err := os.ReadFile(examples)
	NoError(t, err)
	_, example, found := strings.Cut(string(code), "\nfunc Example() {\n")
	lines := 0
	for line := range strings.Lines(string(comment)) {
		line, isCode := strings.CutPrefix(line, "//\t")
		if !isCode && lines > 0 {
			break
		}
		line, _, _ = strings.Cut(line, " // ")
		if line = strings.TrimRight(line, "\n"); !isCode || line == "" {
			continue
		}
		lines++
		var before string
		if before, example, found = strings.Cut(example, "\t"+line+"\n"); !found || strings.Contains(before, "\n}") {
			t.Fatalf("%s: Example has no line %q after those before it", examples, line)
		}
	}
	if lines < 3 {
		t.Errorf("%s begins with %d lines of code", doc, lines)
	}
}
