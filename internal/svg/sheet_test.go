package svg_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/svg"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
)

// drawn writes a sheet of as many pictures, of both kinds in turn.
func drawn(t *testing.T, pictures int, w io.Writer) error {
	t.Helper()
	divided := testkit.Must(regions.ParseBoard("ABCDEFGHIJKLMNOPQ" + strings.Repeat("/ABCDEFGHIJKLMNOPQ", 16))) // with stripes
	puzzle := testkit.Must(queens.New(8, queens.Given(queens.Square{Row: 3, Col: 1}), queens.Blocked(queens.Square{})))
	sheet := &svg.Sheet{Writer: w}
	for i := range pictures {
		write := divided.WriteSVG
		if i%2 == 1 {
			write = puzzle.WriteSVG
		}
		testkit.NoError(t, write(sheet, nil))
	}
	return sheet.Finish()
}

// TestSheet draws many boards of both kinds. Each id is defined once, each that is used is defined in
// the same picture, and no picture covers another.
func TestSheet(t *testing.T) {
	var whole bytes.Buffer
	testkit.NoError(t, drawn(t, 5, &whole))
	var sheet struct {
		Width    int `xml:"width,attr"`
		Pictures []struct {
			X      int    `xml:"x,attr"`
			Y      int    `xml:"y,attr"`
			Width  int    `xml:"width,attr"`
			Height int    `xml:"height,attr"`
			Inner  string `xml:",innerxml"`
		} `xml:"svg"`
	}
	testkit.NoError(t, xml.Unmarshal(whole.Bytes(), &sheet))
	if len(sheet.Pictures) != 5 {
		t.Fatalf("%d pictures", len(sheet.Pictures))
	}
	var all []string
	for i, p := range sheet.Pictures {
		var ids []string
		for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(p.Inner, -1) {
			ids = append(ids, id[1])
		}
		used := regexp.MustCompile(`(?:href="|url\()#([^")]*)`).FindAllStringSubmatch(p.Inner, -1)
		for _, id := range used {
			if !slices.Contains(ids, id[1]) {
				t.Errorf("picture %d uses %q", i, id[1])
			}
		}
		if len(used) == 0 {
			t.Errorf("picture %d uses nothing", i)
		}
		all = append(all, ids...)
		for _, q := range sheet.Pictures[:i] {
			if p.X < q.X+q.Width && q.X < p.X+p.Width && p.Y < q.Y+q.Height && q.Y < p.Y+p.Height || p.X+p.Width > sheet.Width {
				t.Errorf("picture %d at (%d, %d) covers another, or the edge", i, p.X, p.Y)
			}
		}
	}
	slices.Sort(all)
	if n := len(all); len(slices.Compact(all)) != n {
		t.Errorf("an id comes twice in %q", all)
	}
}

// TestSheetOfOne draws one board, which looks as without a sheet.
func TestSheetOfOne(t *testing.T) {
	var alone, whole bytes.Buffer
	testkit.NoError(t, queens.Placement{1, 3, 0, 2}.WriteSVG(&alone))
	sheet := &svg.Sheet{Writer: &whole}
	testkit.NoError(t, queens.Placement{1, 3, 0, 2}.WriteSVG(sheet))
	testkit.NoError(t, sheet.Finish())
	if whole.String() != alone.String() {
		t.Errorf("%s\nwant\n%s", &whole, &alone)
	}
}

// TestSheetFails writes sheets to a full disk.
func TestSheetFails(t *testing.T) {
	full := errors.New("disk full")
	for _, pictures := range []int{0, 1, 2} {
		if err := drawn(t, pictures, failing{full}); err != full {
			t.Errorf("%d pictures: %v", pictures, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
