package queens

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/queens/internal/svg"
	"example.com/queens/internal/testkit"
	"example.com/queens/internal/words"
)

var update = flag.Bool("update", false, "rewrite the files in testdata that tests generate")

// TestFundamental8 compares the picture of the twelve fundamental solutions with
// the one in testdata.
func TestFundamental8(t *testing.T) {
	testkit.CompareFile(t, "testdata/fundamental8.svg", *update, func(w io.Writer) error {
		return WriteGallery(w, slices.Collect(Fundamental(8)))
	})
}

// TestPuzzle8 compares the picture of a puzzle and its answer with the one in
// testdata.
func TestPuzzle8(t *testing.T) {
	b := nauck(t)
	for p := range b.Solutions(context.Background()) {
		testkit.CompareFile(t, "testdata/puzzle8.svg", *update, func(w io.Writer) error { return b.WriteSVG(w, p) })
		break
	}
}

// nauck is the puzzle of 1850: b4 and d5 are given.
func nauck(t *testing.T) *Board {
	t.Helper()
	return testkit.Must(New(8, Given(Square{3, 1}, Square{4, 3})))
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
		Paths []struct {
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
	n := testkit.Must(strconv.Atoi(strings.TrimPrefix(g.Uses[0].Href, "#board")))
	p := NewPlacement(n)
	for _, use := range g.Uses[1:] {
		if use.Href != "#queen" {
			t.Fatalf("%s in place of a queen", use.Href)
		}
		p[-use.Y/svg.Side-1] = use.X / svg.Side
	}
	return p
}

func readSVG(t *testing.T, write func(io.Writer) error) svgDocument {
	t.Helper()
	var b bytes.Buffer
	testkit.NoError(t, write(&b))
	for _, used := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(b.String(), -1) {
		if strings.Count(b.String(), ` id="`+used[1]+`"`) != 1 {
			t.Errorf("%s is used, and not defined once", used[1])
		}
	}
	decoder := xml.NewDecoder(&b)
	var doc svgDocument
	testkit.NoError(t, decoder.Decode(&doc))
	var more any
	if err := decoder.Decode(&more); err != io.EOF {
		t.Fatalf("after the document: %v, want the end", err)
	}
	if want := fmt.Sprintf("0 0 %d %d", doc.Width, doc.Height); doc.Role != "img" || doc.ViewBox != want {
		t.Errorf("role %q, viewBox %q, want img, %q", doc.Role, doc.ViewBox, want)
	}
	if queen := doc.Defs.Paths[0].ID; queen != "queen" {
		t.Errorf("the queen's id is %q", queen)
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
	for _, p := range append(BigPlacements(5, 8, 28, 256), Placement{}, Placement{0}) {
		n := len(p)
		doc := readSVG(t, p.WriteSVG)
		testkit.WantSame(t, p, doc.Groups[0].placement(t), "wrong queens")
		if doc.Width != (n*svg.Side+2*svg.Frame) || doc.Height != (n*svg.Side+2*svg.Frame) {
			t.Errorf("n = %d: the picture is %d×%d, want a side of %d", n, doc.Width, doc.Height, (n*svg.Side + 2*svg.Frame))
		}
		var want []string
		for i := range n {
			want = append(want, words.File(i), strconv.Itoa(i+1))
		}
		testkit.WantSame(t, want, doc.Defs.Boards[0].Labels.Text, "n = %d: wrong coordinates", n)
	}
}

// drawn returns the squares of g that each id is put on.
func (g svgGroup) drawn() map[string][]string {
	squares := make(map[string][]string)
	for _, use := range g.Uses[1:] {
		s := Square{-use.Y/svg.Side - 1, use.X / svg.Side}
		squares[use.Href] = append(squares[use.Href], s.String())
	}
	return squares
}

func TestBoardWriteSVG(t *testing.T) {
	parsed := func(s string) Placement { return testkit.Must(ParsePlacement(s)) }
	given := Given(Square{3, 1}, Square{4, 3})
	blocked := Blocked(Square{7, 7}, Square{0, 1})
	type drawn = map[string][]string
	for _, test := range []struct {
		name        string
		n           int
		constraints []Constraint
		p           Placement
		title, desc string
		want        drawn
	}{
		{
			"the puzzle", 8, []Constraint{given}, nil,
			"8×8 board, 2 queens", "Given queens on b4, d5",
			drawn{"#given": {"b4", "d5"}, "#queen": {"b4", "d5"}},
		}, {
			"an answer", 8, []Constraint{given, blocked}, parsed("3 6 8 2 4 1 7 5"),
			"8×8 board, 8 queens", "Given queens on b4, d5; Other queens on c1, f2, h3, a6, g7, e8; Blocked squares b1, h8",
			drawn{
				"#blocked": {"b1", "h8"},
				"#given":   {"b4", "d5"}, "#queen": {"b4", "d5"},
				"#answer": {"c1", "f2", "h3", "a6", "g7", "e8"},
			},
		}, {
			"a wrong answer", 8, []Constraint{given, blocked}, parsed("2 2 . 2 . . . 1"),
			"8×8 board, 4 queens", "Given queens on b4; Given queens missing on d5; Other queens on b1, b2, a8; Blocked squares b1, h8",
			drawn{
				"#blocked": {"b1", "h8"},
				"#given":   {"b4", "d5"}, "#queen": {"b4"},
				"#answer": {"b1", "b2", "a8"},
			},
		}, {
			"moved given queens", 8, []Constraint{given}, parsed(". . . 4 2 . . ."),
			"8×8 board, 2 queens", "Given queens missing on b4, d5; Other queens on d4, b5",
			drawn{"#given": {"b4", "d5"}, "#answer": {"d4", "b5"}},
		}, {
			"torus", 5, []Constraint{Toroidal()}, parsed("1 3 5 2 4"),
			"5×5 board, 5 queens, toroidal", "Other queens on a1, c2, e3, b4, d5",
			drawn{"#answer": {"a1", "c2", "e3", "b4", "d5"}},
		}, {
			"nothing", 8, nil, nil,
			"8×8 board, 0 queens", "No queens", drawn{},
		}, {
			"the board of size 0", 0, nil, Placement{},
			"0×0 board, 0 queens", "No queens", drawn{},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := testkit.Must(New(test.n, test.constraints...))
			doc := readSVG(t, func(w io.Writer) error { return b.WriteSVG(w, test.p) })
			if doc.Title != test.title || doc.Desc != test.desc {
				t.Errorf("title %q, description %q, want %q, %q", doc.Title, doc.Desc, test.title, test.desc)
			}
			testkit.WantSame(t, test.want, doc.Groups[0].drawn(), "squares drawn")
		})
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
	testkit.WantSame(t, []string{"board0", "board1", "board4"}, ids, "wrong boards defined")
	if len(doc.Groups) != len(mixed) {
		t.Fatalf("%d boards drawn, want %d", len(doc.Groups), len(mixed))
	}
	for i, g := range doc.Groups {
		testkit.WantSame(t, mixed[i], g.Groups[0].placement(t), "board %d", i+1)
		if want := strings.TrimSpace(fmt.Sprintf("%d: %s", i+1, mixed[i])); g.Title != want || g.Text != strconv.Itoa(i+1) {
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
	testkit.Sequential(t)
	p := Placement{1, 3, 0, 2}
	writers := map[string]func(io.Writer) error{
		"WriteSVG":     p.WriteSVG,
		"Board":        func(w io.Writer) error { return nauck(t).WriteSVG(w, nil) },
		"WriteGallery": func(w io.Writer) error { return WriteGallery(w, []Placement{p, {0}}) },
	}
	for name, write := range writers {
		var whole bytes.Buffer
		testkit.NoError(t, write(&whole))
		for left := range whole.Len() + 1 {
			err := write(&failingWriter{left})
			if want := left < whole.Len(); errors.Is(err, errFull) != want {
				t.Fatalf("%s to a writer of %d bytes of %d: %v", name, left, whole.Len(), err)
			}
		}
	}
}

// What cannot be drawn is an error, and nothing is written.
func TestSVGErrors(t *testing.T) {
	large := NewPlacement(257)
	of := func(p Placement) func(io.Writer) error {
		return func(w io.Writer) error { return nauck(t).WriteSVG(w, p) }
	}
	for want, write := range map[string]func(io.Writer) error{
		"queens: svg: placement of 0 rows on a board of 8":                          of(Placement{}),
		"queens: svg: placement of 4 rows on a board of 8":                          of(Placement{1, 3, 0, 2}),
		"queens: svg: placement has 8 on rank 3, want a column 0..7 or Empty (-1)":  of(Placement{0, 4, 8, 5, 2, 6, 1, 3}),
		"queens: svg: placement has -2 on rank 8, want a column 0..7 or Empty (-1)": of(Placement{0, 4, 7, 5, 2, 6, 1, -2}),
		"queens: svg: placement of 9 rows on a board of 8":                          of(NewPlacement(9)),
		"queens: svg: board of 257 rows, want at most 256":                          large.WriteSVG,
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
