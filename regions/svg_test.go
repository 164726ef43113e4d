package regions_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

var update = flag.Bool("update", false, "rewrite the files in testdata that tests generate")

// svgDocument is what the tests look at in a picture.
type svgDocument struct {
	XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
	Width   int      `xml:"width,attr"`
	Title   string   `xml:"title"`
	Desc    string   `xml:"desc"`
	Board   struct {
		Groups []struct {
			Text []string `xml:"text"`
		} `xml:"g"`
		Paths []struct {
			Fill  string `xml:"fill,attr"`
			Width string `xml:"stroke-width,attr"`
			Data  string `xml:"d,attr"`
		} `xml:"path"`
		Uses []struct {
			Href string `xml:"href,attr"`
			X    int    `xml:"x,attr"`
			Y    int    `xml:"y,attr"`
		} `xml:"use"`
	} `xml:"g"`
}

func picture(t *testing.T, style regions.SVGStyle, b *regions.Board, p queens.Placement) svgDocument {
	t.Helper()
	var text bytes.Buffer
	testkit.NoError(t, style.Write(&text, b, p))
	var document svgDocument
	testkit.NoError(t, xml.Unmarshal(text.Bytes(), &document))
	return document
}

// marks returns what is drawn on the squares: "queen b1".
func (d svgDocument) marks() []string {
	var marks []string
	for _, use := range d.Board.Uses {
		marks = append(marks, use.Href[1:]+" "+queens.Square{Row: use.Y / 40, Col: use.X / 40}.String())
	}
	return marks
}

func TestSVGMarks(t *testing.T) {
	b := testkit.Must(testkit.Must(regions.ParseBoard("AABB\nACCB\nDDCB\nDDDB")).With(regions.Given(squares(t, "c1 b4")...), regions.Blocked(squares(t, "a1")...)))
	p := queens.Placement{2, 0, queens.Empty, queens.Empty}
	d := picture(t, regions.SVGStyle{}, b, p)
	want := []string{"blocked a1", "given c1", "given b4", "queen c1", "answer a2"}
	testkit.WantSame(t, want, d.marks(), "marks")
	if want := "4×4 board of coloured regions, 2 queens"; d.Title != want {
		t.Errorf("title %q, want %q", d.Title, want)
	}
	if want := "Regions AABB/ACCB/DDCB/DDDB; Given queens on c1; Other queens on a2; Crosses on a1"; d.Desc != want {
		t.Errorf("description %q, want %q", d.Desc, want)
	}
	if want := []string{"a", "1", "b", "2", "c", "3", "d", "4"}; len(d.Board.Groups) != 1 || !slices.Equal(d.Board.Groups[0].Text, want) {
		t.Errorf("text %v, want %v", d.Board.Groups, want)
	}
	if got := picture(t, regions.SVGStyle{}, b, nil).marks(); !slices.Contains(got, "queen b4") || slices.Contains(got, "answer a2") {
		t.Errorf("without a placement: %v", got)
	}
	step := &regions.Deduction{Rule: regions.Pin, Units: []regions.Unit{{regions.Region, 2}}, Because: squares(t, "b2"), Excluded: squares(t, "d3")}
	d = picture(t, regions.SVGStyle{Letters: true, Step: step}, b, queens.Placement{-1, -1, -1, -1})
	if got := d.marks(); !slices.Equal(got[3:], []string{"because b2", "excluded d3"}) {
		t.Errorf("marks of a step: %v", got)
	}
	if !strings.HasSuffix(d.Desc, ". A queen on d3 would attack every open square of region C.") {
		t.Errorf("description of a step: %q", d.Desc)
	}
	if got := strings.Join(d.Board.Groups[1].Text, ""); got != "AABBACCBDDCBDDDB" {
		t.Errorf("letters %q", got)
	}
}

// Every square is in the area of its region's colour, and all borders are thick.
func TestSVGRegions(t *testing.T) {
	for _, b := range []*regions.Board{rowsBoard(1), testkit.Must(regions.ParseBoard("AABB\nACCB\nDDCB\nDDDB")), testkit.Must(regions.ParseBoard("ABA\nBAB\nABC")), rowsBoard(32)} {
		d := picture(t, regions.SVGStyle{}, b, nil)
		n := b.N()
		if d.Width != 40*n+52 {
			t.Errorf("n = %d: width %d", n, d.Width)
		}
		covered, striped := make(map[queens.Square]string), make(map[queens.Square]bool)
		thick := 0
		for _, path := range d.Board.Paths {
			if path.Width == "4" {
				thick = strings.Count(path.Data, "M")
			}
			if path.Fill == "none" {
				continue
			}
			for run := range strings.SplitSeq(strings.Trim(path.Data, "Mz"), "zM") {
				at := strings.FieldsFunc(run, func(r rune) bool { return strings.ContainsRune(" hv", r) })
				x, y, width := testkit.Must(strconv.Atoi(at[0])), testkit.Must(strconv.Atoi(at[1])), testkit.Must(strconv.Atoi(at[2]))
				for ; width > 0; width, x = width-40, x+40 {
					square := queens.Square{Row: y / 40, Col: x / 40}
					if path.Fill == "url(#stripes)" {
						striped[square] = true
					} else {
						covered[square] = path.Fill
					}
				}
			}
		}
		borders := 4 * n
		for row := range n {
			for col := range n {
				s := queens.Square{Row: row, Col: col}
				if want := regions.RegionColor(b.Region(s)); covered[s] != want || striped[s] != (b.Region(s) >= 16) {
					t.Errorf("n = %d: %v is %s, want %s", n, s, covered[s], want)
				}
				if col > 0 && b.Region(s) != b.Region(queens.Square{Row: row, Col: col - 1}) {
					borders++
				}
				if row > 0 && b.Region(s) != b.Region(queens.Square{Row: row - 1, Col: col}) {
					borders++
				}
			}
		}
		if thick != borders {
			t.Errorf("n = %d: %d thick lines, want %d", n, thick, borders)
		}
	}
}

var errFull = errors.New("disk full")

type fullWriter struct{ written int }

func (w *fullWriter) Write(p []byte) (int, error) { w.written += len(p); return 0, errFull }

func TestSVGWrong(t *testing.T) {
	b := rowsBoard(3)
	w := new(fullWriter)
	wantError(t, "another size", b.WriteSVG(w, queens.Placement{0}), "regions: svg: placement of 1 row on a board of 3")
	wantError(t, "no column", b.WriteSVG(w, queens.Placement{0, 3, 0}), "regions: svg: placement has 3 in row 2, want a column 0..2 or Empty (-1)")
	if w.written > 0 {
		t.Error("something is written beside the error")
	}
	if err := b.WriteSVG(w, nil); err != errFull {
		t.Errorf("error %v, want that of the writer", err)
	}
}

// TestSVGFile compares the picture of a puzzle with the one in testdata.
func TestSVGFile(t *testing.T) {
	const file = "testdata/medium8.svg"
	var got bytes.Buffer
	testkit.NoError(t, generate(t, 8, 8, puzzle.Medium).WriteSVG(&got, nil))
	if *update {
		testkit.NoError(t, os.WriteFile(file, got.Bytes(), 0o644))
	}
	if !bytes.Equal(got.Bytes(), testkit.Must(os.ReadFile(file))) {
		t.Errorf("%s is not what is drawn now; run the test with -update", file)
	}
}

// What people see who lack one of the three kinds of cones, as a linear map of linear RGB:
// Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
// Deficiency, IEEE TVCG 15 (6), pages 1291–1298, 2009; severity 1.
var visions = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// Any two of the sixteen colours are at least 18 apart in CIELAB, for everybody; 2.3 is just
// noticeable. Dark letters and queens stand out from all of them.
func TestColours(t *testing.T) {
	const colours, least = 16, 18
	for name, vision := range visions {
		nearest := math.Inf(1)
		for i := range colours {
			for j := range i {
				nearest = min(nearest, distance(lab(see(vision, regions.RegionColor(i))), lab(see(vision, regions.RegionColor(j)))))
			}
			if light, ink := luminance(see(vision, regions.RegionColor(i))), luminance(see(vision, "#231a14")); (light+0.05)/(ink+0.05) < 3 {
				t.Errorf("%s: %s is too dark for dark letters", name, regions.RegionColor(i))
			}
		}
		t.Logf("%s: least distance %.1f", name, nearest)
		if nearest < least {
			t.Errorf("%s: two colours are only %.1f apart, want %d", name, nearest, least)
		}
	}
	if regions.RegionColor(16) != regions.RegionColor(0) || regions.RegionColor(31) != regions.RegionColor(15) {
		t.Error("the colours do not come again")
	}
	defer func() {
		if recover() == nil {
			t.Error("region 32 has a colour")
		}
	}()
	regions.RegionColor(32)
}

// see returns a colour in linear RGB, as somebody sees it.
func see(vision [3][3]float64, colour string) (seen [3]float64) {
	value, _ := strconv.ParseUint(colour[1:], 16, 32)
	for i := range seen {
		for j := range 3 {
			c := float64(value>>(16-8*j)&255) / 255
			if c <= 0.04045 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			seen[i] += vision[i][j] * c
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	return seen
}

func luminance(c [3]float64) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// lab converts linear RGB to CIELAB, with white at D65.
func lab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2])
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
