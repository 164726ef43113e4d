package queens

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the files in testdata that tests generate")

// TestFundamental8 compares the picture of the twelve fundamental solutions with
// the one in testdata.
func TestFundamental8(t *testing.T) {
	const file = "testdata/fundamental8.svg"
	var svg bytes.Buffer
	if err := WriteGallery(&svg, slices.Collect(Fundamental(8))); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, svg.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, svg.Bytes()) {
		t.Errorf("%s is not what is drawn now; run the test with -update", file)
	}
}

// svgDocument is what the tests look at in a picture.
type svgDocument struct {
	XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
	Role    string   `xml:"role,attr"`
	Width   int      `xml:"width,attr"`
	Height  int      `xml:"height,attr"`
	ViewBox string   `xml:"viewBox,attr"`
	Title   string   `xml:"title"`
	Desc    string   `xml:"desc"`
	Defs    struct {
		Queen struct {
			ID string `xml:"id,attr"`
		} `xml:"path"`
		Boards []struct {
			ID     string `xml:"id,attr"`
			Labels struct {
				Text []string `xml:"text"`
			} `xml:"g"`
		} `xml:"g"`
	} `xml:"defs"`
	Groups []svgGroup `xml:"g"`
}

type svgGroup struct {
	Title string `xml:"title"`
	Text  string `xml:"text"`
	Uses  []struct {
		Href string `xml:"href,attr"`
		X    int    `xml:"x,attr"`
		Y    int    `xml:"y,attr"`
	} `xml:"use"`
	Groups []svgGroup `xml:"g"`
}

// placement reads back the board that g shows.
func (g svgGroup) placement(t *testing.T) Placement {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimPrefix(g.Uses[0].Href, "#board"))
	if err != nil {
		t.Fatal(err)
	}
	p := emptyPlacement(n)
	for _, use := range g.Uses[1:] {
		if use.Href != "#queen" {
			t.Fatalf("%s in place of a queen", use.Href)
		}
		p[-use.Y/svgSquare-1] = use.X / svgSquare
	}
	return p
}

func readSVG(t *testing.T, write func(io.Writer) error) svgDocument {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(&b)
	var doc svgDocument
	if err := decoder.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	var more any
	if err := decoder.Decode(&more); err != io.EOF {
		t.Fatalf("after the document: %v, want the end", err)
	}
	if want := fmt.Sprintf("0 0 %d %d", doc.Width, doc.Height); doc.Role != "img" || doc.ViewBox != want {
		t.Errorf("role %q, viewBox %q, want img, %q", doc.Role, doc.ViewBox, want)
	}
	if doc.Defs.Queen.ID != "queen" {
		t.Errorf("the queen's id is %q", doc.Defs.Queen.ID)
	}
	return doc
}

func TestWriteSVG(t *testing.T) {
	for _, test := range []struct {
		p           Placement
		title, desc string
	}{
		{Placement{}, "0×0 board, 0 queens", "No queens"},
		{Placement{0}, "1×1 board, 1 queen", "Queens on a1"},
		{Placement{Empty, 7}, "2×2 board, 0 queens", "No queens"},
		{Placement{1, 3, 0, 2}, "4×4 board, 4 queens", "Queens on b1, d2, a3, c4"},
		{Placement{1, Empty, 0, 2}, "4×4 board, 3 queens", "Queens on b1, a3, c4"},
	} {
		doc := readSVG(t, test.p.WriteSVG)
		if doc.Title != test.title || doc.Desc != test.desc {
			t.Errorf("title %q, description %q, want %q, %q", doc.Title, doc.Desc, test.title, test.desc)
		}
	}
	for _, p := range append(bigPlacements(5, 8, 28, 256), Placement{}, Placement{0}) {
		n := len(p)
		doc := readSVG(t, p.WriteSVG)
		if diff := cmp.Diff(p, doc.Groups[0].placement(t)); diff != "" {
			t.Errorf("wrong queens: (-want +got)\n%s", diff)
		}
		if doc.Width != svgSide(n) || doc.Height != svgSide(n) {
			t.Errorf("n = %d: the picture is %d×%d, want a side of %d", n, doc.Width, doc.Height, svgSide(n))
		}
		var want []string
		for i := range n {
			want = append(want, fileName(i), strconv.Itoa(i+1))
		}
		if diff := cmp.Diff(want, doc.Defs.Boards[0].Labels.Text); diff != "" {
			t.Errorf("n = %d: wrong coordinates: (-want +got)\n%s", n, diff)
		}
	}
}

// TestDarkSquares counts, from the path of the dark squares, the strips that
// cover each square.
func TestDarkSquares(t *testing.T) {
	for _, n := range []int{1, 2, 5, 8} {
		var pic picture
		pic.bareBoard(n)
		_, path, _ := strings.Cut(pic.String(), `fill-rule="evenodd" d="`)
		path, _, _ = strings.Cut(path, `"`)
		strips := make(map[Square]int)
		for strip := range strings.SplitSeq(strings.TrimSuffix(path, "z"), "z") {
			var x, y, width, height, back int
			if _, err := fmt.Sscanf(strings.ReplaceAll(strip, "-", " -"), "M%d %dh%dv%dh%d", &x, &y, &width, &height, &back); err != nil {
				t.Fatalf("strip %q: %v", strip, err)
			}
			if back != -width || height >= 0 {
				t.Fatalf("strip %q is no rectangle", strip)
			}
			for row := -y / svgSquare; row < (-y-height)/svgSquare; row++ {
				for col := x / svgSquare; col < (x+width)/svgSquare; col++ {
					strips[Square{row, col}]++
				}
			}
		}
		for row := range n {
			for col := range n {
				s := Square{row, col}
				if dark := strips[s]%2 == 1; dark != ((row+col)%2 == 0) {
					t.Errorf("n = %d: %v is covered by %d strips", n, s, strips[s])
				}
			}
		}
	}
}

func TestWriteGallery(t *testing.T) {
	mixed := []Placement{{1, 3, 0, 2}, {}, {0}, {Empty}, {1, Empty, 0, 2}}
	doc := readSVG(t, func(w io.Writer) error { return WriteGallery(w, mixed) })
	if want := "1: 2 4 1 3; 2:; 3: 1; 4: .; 5: 2 . 1 3"; doc.Title != "5 boards" || doc.Desc != want {
		t.Errorf("title %q, description %q, want 5 boards, %q", doc.Title, doc.Desc, want)
	}
	var ids []string
	for _, board := range doc.Defs.Boards {
		ids = append(ids, board.ID)
	}
	if diff := cmp.Diff([]string{"board0", "board1", "board4"}, ids); diff != "" {
		t.Errorf("wrong boards defined: (-want +got)\n%s", diff)
	}
	if len(doc.Groups) != len(mixed) {
		t.Fatalf("%d boards drawn, want %d", len(doc.Groups), len(mixed))
	}
	for i, g := range doc.Groups {
		if diff := cmp.Diff(mixed[i], g.Groups[0].placement(t)); diff != "" {
			t.Errorf("board %d: (-want +got)\n%s", i+1, diff)
		}
		if want := mixed[i].caption(i + 1); g.Title != want || g.Text != strconv.Itoa(i+1) {
			t.Errorf("board %d: title %q, caption %q, want %q, %d", i+1, g.Title, g.Text, want, i+1)
		}
	}

	none := readSVG(t, func(w io.Writer) error { return WriteGallery(w, nil) })
	if none.Title != "0 boards" || none.Desc != "" || len(none.Groups) != 0 {
		t.Errorf("an empty gallery is %+v", none)
	}
	one := readSVG(t, func(w io.Writer) error { return WriteGallery(w, mixed[:1]) })
	if one.Title != "1 board" {
		t.Errorf("the title of a gallery of one is %q", one.Title)
	}
}

func TestGalleryColumns(t *testing.T) {
	for boards, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 2, 6: 3, 12: 4, 46: 9, 92: 12} {
		if got := galleryColumns(boards, 400, 426); got != want {
			t.Errorf("%d boards stand in %d columns, want %d", boards, got, want)
		}
	}
}

// failingWriter takes so many bytes and then fails.
type failingWriter struct{ left int }

var errFull = errors.New("full")

func (w *failingWriter) Write(b []byte) (int, error) {
	if len(b) <= w.left {
		w.left -= len(b)
		return len(b), nil
	}
	n := w.left
	w.left = 0
	return n, errFull
}

func TestSVGWriteErrors(t *testing.T) {
	p := Placement{1, 3, 0, 2}
	writers := map[string]func(io.Writer) error{
		"WriteSVG":     p.WriteSVG,
		"WriteGallery": func(w io.Writer) error { return WriteGallery(w, []Placement{p, {0}}) },
	}
	for name, write := range writers {
		var whole bytes.Buffer
		if err := write(&whole); err != nil {
			t.Fatal(err)
		}
		for left := range whole.Len() + 1 {
			err := write(&failingWriter{left})
			if want := left < whole.Len(); errors.Is(err, errFull) != want {
				t.Fatalf("%s to a writer of %d bytes of %d: %v", name, left, whole.Len(), err)
			}
		}
	}
}

func TestSVGTooLarge(t *testing.T) {
	large := emptyPlacement(257)
	for want, write := range map[string]func(io.Writer) error{
		"queens: svg: board of 257 rows, want at most 256": large.WriteSVG,
		"queens: svg: board 2 has 257 rows, want at most 256": func(w io.Writer) error {
			return WriteGallery(w, []Placement{{0}, large})
		},
	} {
		var b bytes.Buffer
		if err := write(&b); err == nil || err.Error() != want || b.Len() != 0 {
			t.Errorf("%d bytes written, error %v, want none and %s", b.Len(), err, want)
		}
	}
}
