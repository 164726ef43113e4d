package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSite compares the files of the page with those that its service worker caches.
func TestSite(t *testing.T) {
	dir := siteDir(t)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, entry := range entries {
		switch name := entry.Name(); name {
		case "sw.js": // the browser caches it
		case "index.html":
			files = append(files, "./")
		default:
			files = append(files, name)
		}
	}
	worker, err := os.ReadFile(filepath.Join(dir, "sw.js"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(worker), "const files = [")
	list, _, _ = strings.Cut(list, "]")
	var kept []string
	for _, quoted := range regexp.MustCompile(`"[^"]*"`).FindAllString(list, -1) {
		kept = append(kept, strings.Trim(quoted, `"`))
	}
	slices.Sort(files)
	slices.Sort(kept)
	if !slices.Equal(files, kept) {
		t.Errorf("the page has the files\n%q, and its service worker caches\n%q", files, kept)
	}
}

// TestPieces checks that the drawings for the board exist.
func TestPieces(t *testing.T) {
	pieces, err := os.ReadFile(filepath.Join(siteDir(t), "pieces.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"queen", "answer", "given", "blocked"} {
		if !strings.Contains(string(pieces), `id="`+id+`"`) {
			t.Errorf("no %s in pieces.svg", id)
		}
	}
}

// TestServe serves the page until its context ends.
func TestServe(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	out, stdout := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	dir := siteDir(t)
	go func() { ended <- serve(ctx, listener, dir, stdout) }()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(strings.TrimSpace(url) + "queens.wasm.gzip")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	program, err := gzip.NewReader(response.Body)
	if err != nil {
		t.Fatal(err)
	}
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
