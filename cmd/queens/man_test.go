package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"example.com/queens/cmd/internal/cli"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra/doc"
)

var update = flag.Bool("update", false, "write the man pages and the results in scripts anew")

// finished returns a man page without the default values of switches, which are all false,
// and with the exit statuses.
func finished(page []byte) []byte {
	page = bytes.ReplaceAll(page, []byte("[=false]"), nil)
	statuses := []byte(".SH EXIT STATUS\n" + cli.Statuses + "\n\n\n")
	page = bytes.Replace(page, []byte(".PP\n"+cli.Statuses+"\n\n\n"), nil, 1)
	for _, next := range []string{".SH EXAMPLE", ".SH SEE ALSO"} {
		if i := bytes.Index(page, []byte(next)); i >= 0 {
			page = slices.Insert(page, i, statuses...)
			break
		}
	}
	return append(bytes.TrimRight(page, "\n"), '\n')
}

// TestManPages checks that the man pages are those of the commands. To write them anew,
// run it with -update.
func TestManPages(t *testing.T) {
	root := newRoot()
	root.DisableAutoGenTag = true
	made := t.TempDir()
	date := time.Unix(0, 0).UTC() // taken out below, so that pages change only with the program
	header := &doc.GenManHeader{Section: "1", Source: "queens", Manual: "Queens", Date: &date}
	noError(t, doc.GenManTree(root, header, made))
	pages, err := filepath.Glob(filepath.Join(made, "*.1"))
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	names := map[string]bool{}
	for _, page := range pages {
		want := must(os.ReadFile(page))
		want = bytes.Replace(want, []byte(`"Jan 1970"`), []byte(`""`), 1)
		want = finished(want)
		name := filepath.Join("man", filepath.Base(page))
		names[name] = true
		if *update {
			noError(t, os.WriteFile(name, want, 0o666))
		}
		got := must(os.ReadFile(name))
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not current: run go test -run ManPages -update .\n%s", name, diff)
		}
	}
	kept := must(filepath.Glob("man/*.1"))
	for _, name := range kept {
		if !names[name] {
			t.Errorf("%s belongs to no command", name)
		}
	}
}
