package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// svgOf returns the picture of a puzzle and its answer.
func svgOf(t *testing.T, n int, answer queens.Placement, options ...queens.Constraint) string {
	t.Helper()
	s := testkit.Must(queens.New(n, options...))
	var svg bytes.Buffer
	testkit.NoError(t, s.WriteSVG(&svg, answer))
	return svg.String()
}

func TestDraw(t *testing.T) {
	answer := queens.Placement{2, 5, 7, 1, 3, 0, 6, 4}
	given := queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3})
	blocked := queens.Blocked(queens.Square{Row: 0, Col: 5})
	var plain bytes.Buffer
	testkit.NoError(t, answer.WriteSVG(&plain))
	for _, test := range []struct{ line, stdin, want string }{
		{"draw 36824175 -o -", "", plain.String()},
		{"draw", "3 6 8 2 4 1 7 5\n", plain.String()},
		{"draw 8 --given b4,d5", "", svgOf(t, 8, nil, given)},
		{"draw 36824175 --given b4 --given d5 --blocked f1", "", svgOf(t, 8, answer, given, blocked)},
		{"draw --blocked f1 --torus", "36824175", svgOf(t, 8, answer, blocked, queens.Toroidal())},
		{"draw 0", "", svgOf(t, 0, nil)},
	} {
		withInput(t, test.stdin)
		if got := mustRun(t, test.line); got != test.want {
			t.Errorf("%s: %d bytes, want %d others", test.line, len(got), len(test.want))
		}
	}
	wellFormed(t, mustRun(t, "draw 36824175 AAB/ABB/CCC n=5 --given a1"))
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestDrawFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "board.svg")
	draw := func(want string, args ...string) {
		t.Helper()
		checkResult(t, want, result{}, quotedRun(t, append(args, "--output", name)...))
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%v: file of %d bytes, %v", args, len(got), err)
		}
	}
	draw(svgOf(t, 8, nil), "draw", "8")
	if runtime.GOOS != "windows" {
		testkit.NoError(t, os.Chmod(name, 0o640))
	}
	draw(svgOf(t, 5, nil), "draw", "5")
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}

	for _, wrong := range []string{dir, filepath.Join(dir, "no", "board.svg")} {
		got := quotedRun(t, "draw", "8", "-o", wrong)
		if got.status != 2 || got.stdout != "" || !strings.HasPrefix(got.stderr, "queens: open "+wrong) || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%s: %+v", wrong, got)
		}
	}

	// A mistake leaves the file alone.
	got := quotedRun(t, "draw", "9", "--given", "a1,b1", "-o", name)
	if content, err := os.ReadFile(name); err != nil || got.status != 2 || string(content) != svgOf(t, 5, nil) {
		t.Errorf("%+v left %d bytes, %v", got, len(content), err)
	}

	// A link still points to the file.
	link := filepath.Join(t.TempDir(), "link.svg")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	name = link
	draw(svgOf(t, 6, nil), "draw", "6")
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("%v, %v", info, err)
	}
}

// TestDrawDevice writes to a file that cannot be replaced.
func TestDrawDevice(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such device")
	}
	checkResult(t, os.DevNull, result{}, quotedRun(t, "draw", "8", "-o", os.DevNull))
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
}
