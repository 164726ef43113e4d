package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSite compares the files of the page with those that its service worker caches, whose
// version changes with any of them.
func TestSite(t *testing.T) {
	dir := t.TempDir()
	versions := map[string]bool{}
	for _, content := range []string{"a", "b", "b"} {
		if err := errors.Join(write(dir, "index.html", []byte(content)), write(dir, "main.js", nil), listFiles(dir)); err != nil {
			t.Fatal(err)
		}
		worker, err := os.ReadFile(filepath.Join(dir, "sw.js"))
		if err != nil || !strings.Contains(string(worker), `const files = ["./","main.js"];`) {
			t.Errorf("%s, %v", worker, err)
		}
		version, _, _ := strings.Cut(string(worker), "\n")
		versions[version] = true
	}
	if len(versions) != 2 {
		t.Error(versions)
	}
}

// TestPreview looks at the preview: it says where the page will be, and speaks all languages.
func TestPreview(t *testing.T) {
	dir := t.TempDir()
	catalogues := must(readCatalogues())
	if err := writeWords(dir, "https://example.org/queens/", catalogues); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil || !strings.Contains(string(page), `content="https://example.org/queens/preview.png"`) {
		t.Errorf("%s, %v", page, err)
	}
	for code, texts := range catalogues {
		if !strings.Contains(string(page), texts.text("page.preview")) {
			t.Errorf("%s: no preview", code)
		}
	}
}

// TestServe serves the page until its context ends.
func TestServe(t *testing.T) {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	out, stdout := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	dir := siteDir(t)
	go func() { ended <- serve(ctx, listener, dir, stdout) }()
	url := must(bufio.NewReader(out).ReadString('\n'))
	response := must(http.Get(strings.TrimSpace(url) + "queens.wasm.gzip"))
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
	for line, want := range map[string]string{
		"page":            `unexpected argument "page", want only flags`,
		"-out":            "flag needs an argument",
		"-out /dev/null":  "/dev/null",
		"-colour":         "not defined",
		"-addr 127.0.0.1": "missing port",
	} {
		flags := strings.Fields(line)
		if err := run(t.Context(), flags, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", line, err, want)
		}
	}
	var usage strings.Builder
	if err := run(t.Context(), []string{"-h"}, &usage); err != nil || !strings.Contains(usage.String(), "-addr") {
		t.Errorf("%v, %q", err, &usage)
	}
}
