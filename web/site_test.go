package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// TestSite looks at the files of the page: each name by which one refers to another is the name of a
// file, and has a digest of its content. The parts of the days together are all days. The preview says
// where the page will be, in all languages.
func TestSite(t *testing.T) {
	dir := must(site())
	catalogues := must(readCatalogues())
	named := regexp.MustCompile(`[a-z]+-(?:[0-9a-f]{10}|[0-9A-Z]{8})\.[a-z.]+[a-z]`)
	seen := map[string]bool{}
	for _, pattern := range []string{"*.html", "sw.js", "chunk-*.js", "queens.js"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			for _, name := range named.FindAllString(read(t, file), -1) {
				seen[name] = true
			}
		}
	}
	if len(seen) != 7+len(catalogues)-1 {
		t.Errorf("the page has the files %q", slices.Sorted(maps.Keys(seen)))
	}
	for name := range seen {
		ours := !strings.HasPrefix(name, "chunk-") && !strings.HasPrefix(name, "views-") // the bundler names these two
		if part := fmt.Sprintf("-%x.", digest([]byte(read(t, filepath.Join(dir, name))))); ours && !strings.Contains(name, part) {
			t.Errorf("%s has the content %s", name, part)
		}
	}
	var parts strings.Builder
	days, _ := filepath.Glob(filepath.Join(dir, "days-*-*.txt"))
	for i := range days {
		parts.WriteString(read(t, strings.TrimSuffix(days[0], "-0.txt")+fmt.Sprintf("-%d.txt", i)))
	}
	if parts.String() != read(t, daysFile) {
		t.Error("the parts of the days are not all days")
	}

	other := &output{dir: t.TempDir(), names: map[string]string{"main.js": "main-0.js", "worker.js": "worker-1.js", "density.svg": "density-2.svg"}}
	other.writeStart(place{"https://example.org/queens/", "it"}, catalogues)
	noError(t, other.err)
	page := read(t, filepath.Join(other.dir, "index.html"))
	if !strings.Contains(page, `content="https://example.org/queens/preview.png"`) {
		t.Error(page)
	}
	for code, texts := range catalogues {
		if strings.Contains(page, `property="og:description" content="`+texts.text("page.preview")) != (code == "it") {
			t.Errorf("%s: the preview is not in the language that was asked for", code)
		}
	}
	worker := read(t, filepath.Join(other.dir, "sw.js"))
	version, _, _ := strings.Cut(strings.TrimPrefix(worker, `const version = "`), `"`)
	if !strings.Contains(worker, `const files = {"needed":["main-0.js","worker-1.js"],"wanted":["density-2.svg"]};`) || !strings.Contains(page, `content="`+version+`"`) {
		t.Errorf("version %q, %s", version, worker)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	return string(must(os.ReadFile(name)))
}

// TestCompressed compares each text, and the library, with its compressed forms.
func TestCompressed(t *testing.T) {
	plain := func(name string) string {
		var r io.Reader = strings.NewReader(read(t, name))
		switch filepath.Ext(name) {
		case ".br":
			r = brotli.NewReader(r)
		case ".gz", ".gzip":
			r = must(gzip.NewReader(r))
		}
		return string(must(io.ReadAll(r)))
	}
	for _, name := range must(filepath.Glob(filepath.Join(must(site()), "*"))) {
		suffixes := []string{".br", ".gz"}
		switch filepath.Ext(name) {
		case ".css", ".html", ".js", ".json", ".svg", ".txt":
		case ".gzip":
			suffixes = suffixes[:1]
		default:
			continue
		}
		for _, suffix := range suffixes {
			if plain(name+suffix) != plain(name) {
				t.Errorf("%s%s has other content", name, suffix)
			}
		}
	}
}

// TestServe serves the page until its context ends.
func TestServe(t *testing.T) {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	out, stdout := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	dir := must(site())
	go func() { ended <- serve(ctx, listener, dir, stdout) }()
	url := must(bufio.NewReader(out).ReadString('\n'))
	found, _ := filepath.Glob(filepath.Join(dir, "queens-*.wasm.gzip"))
	response := must(http.Get(strings.TrimSpace(url) + filepath.Base(found[0])))
	defer response.Body.Close()
	program := must(gzip.NewReader(response.Body))
	head := make([]byte, 4)
	if _, err := io.ReadFull(program, head); err != nil || string(head) != "\x00asm" {
		t.Errorf("%v, %q, %v", err, head, response.Header)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestArguments(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "page")
	for line, want := range map[string]string{
		"page":            `unexpected argument "page", want only flags`,
		"-out":            "flag needs an argument",
		"-out /dev/null":  "/dev/null",
		"-colour":         "not defined",
		"-addr 127.0.0.1": "missing port",
		// this fails at once
		"-lang xx -out " + dir: `there is no catalogue for the language "xx", only for ["bg" "en" "es" "it" "ro"]`,
	} {
		flags := strings.Fields(line)
		if err := run(t.Context(), flags, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", line, err, want)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("something was built in a language that is not there")
	}
	var usage strings.Builder
	if err := run(t.Context(), []string{"-h"}, &usage); err != nil || !strings.Contains(usage.String(), "-addr") {
		t.Errorf("%v, %q", err, &usage)
	}
}
