package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
)

// passage is a passage of a script: standard input, commands, and what each of them prints.
var passage = regexp.MustCompile(`(?m)((?:^<.*\n)*)((?:^\$.*\n)+)((?:^[>!=].*\n)*)`)

// TestScripts runs the commands of testdata/*.script, which are the lines after $. Before them is their
// standard input, after <. What follows is the result of each: standard output after >, standard error
// after !, and the exit status after =, unless it is 0. With -update, results that differ are written anew.
func TestScripts(t *testing.T) {
	scripts := testkit.Must(filepath.Glob("testdata/*.script"))
	if len(scripts) == 0 {
		t.Fatal("there are no scripts")
	}
	for _, name := range scripts {
		script := string(testkit.Must(os.ReadFile(name)))
		updated := passage.ReplaceAllStringFunc(script, func(text string) string {
			parts := passage.FindStringSubmatch(text)
			input, commands, want := parts[1], parts[2], parts[3]
			for line := range strings.Lines(commands) {
				t.Run(filepath.Base(name)+" "+strings.TrimSpace(line), func(t *testing.T) {
					withInput(t, regexp.MustCompile("(?m)^< ?").ReplaceAllString(input, ""))
					got := shown(quotedRun(t, quotedWords(line[1:])...))
					switch {
					case matches(want, got):
					case *update:
						text = input + commands + got
					default:
						t.Errorf("the result is\n%swant\n%s", got, want)
					}
				})
			}
			return text
		})
		if *update {
			testkit.NoError(t, os.WriteFile(name, []byte(updated), 0o666))
		}
	}
}

// shown returns a result as scripts have it.
func shown(r result) string {
	var text strings.Builder
	marked := func(mark, lines string) {
		for line := range strings.Lines(lines) {
			if line != "\n" {
				line = " " + line
			}
			text.WriteString(mark + line)
		}
	}
	marked(">", r.stdout)
	marked("!", r.stderr)
	if r.status != 0 {
		fmt.Fprintf(&text, "= %d\n", r.status)
	}
	return text.String()
}

// matches reports whether a text is as wanted, where "…" stands for any text.
func matches(want, got string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", "(?s:.*)")
	return regexp.MustCompile("^" + pattern + "$").MatchString(got)
}
