package queens_test

import (
	"strings"
	"testing"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
)

// TestParseSmallTextOfHugeBoard makes sure that a few characters that name a board beyond the
// limit do not take the memory of one.
func TestParseSmallTextOfHugeBoard(t *testing.T) {
	bytes := Allocated(func() {
		for _, s := range []string{"a999999999", "zzzzz1", "a134217728", "n=134217728", "n=99999999999", "n999999", "n=4097", "n=4097 a1", "n=99999999999 a1", "999999999/", "a1 zzzzzzzzzzzzzzzz9", "1 999999999"} {
			if _, err := Parse(s); err == nil {
				t.Errorf("Parse(%q): no error", s)
			}
		}
	})
	if bytes > 1<<16 {
		t.Errorf("%d bytes allocated", bytes)
	}
	p, err := Parse("a4096")
	if err != nil || len(p) != 4096 {
		t.Errorf("the largest board has %d rows, error %v", len(p), err)
	}
}

// TestParseMemory reads megabytes of text, right and wrong. What is allocated, in all, is
// proportional to the text.
func TestParseMemory(t *testing.T) {
	const size = 3 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	squares := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(Square{i, i}.String())
			b.WriteByte(' ')
		}
		return b.String()
	}
	for _, test := range []struct {
		text string
		rows int
	}{
		{"", 0},
		{repeat(" "), 0},
		{repeat(". "), size / 2},
		{"(" + repeat("1,") + "1)", size/2 + 1},
		{repeat(","), 0},
		{repeat("1"), 0},
		{repeat("1 x "), size / 2},
		{squares(100_000), 100_000},
		{repeat("a1 "), 1},
		{"a1" + repeat("b"), 0},
		{"a" + repeat("1"), 0},
		{repeat("B") + "1", 0},
		{"a1048576 " + repeat("b2 "), 1 << 20},
		{repeat("/"), size + 1},
		{repeat("/ "), 0},
		{"2/2 w - - 0 " + repeat("1"), 2},
		{"1 w " + repeat("- "), 0},
		{repeat("/")[:1<<20-1], 1 << 20},
		{repeat("Q") + "/", 2},
		{repeat("Q\n"), size / 2},
		{repeat("Q\n")[:1<<20], 1 << 20 / 2},
		{repeat(".Q."), 1},
		{repeat("♛"), 1},
		{repeat("x"), 1},
		{repeat("x\n"), size / 2},
		{repeat("\xff"), 1},
		{repeat("|"), 1},
		{repeat("| |\n"), 1 << 20},
		{"| |" + repeat("\n+-+"), 1},
		{repeat("a\n"), 0},
		{"Q\n" + repeat("a\n"), 1},
		{repeat("1Q\n"), 1 << 20},
		{repeat("1Q ."), 1 << 20},
		{NewPlacement(1000).Diagram(DiagramStyle{Labels: true, Grid: true, RankUp: true}), 1000},
	} {
		bytes := Allocated(func() { _, _ = Parse(test.text) })
		if most := 40*test.rows + 120*len(test.text) + 1<<14; bytes > most {
			t.Errorf("%d bytes allocated for %d bytes of text, %.20q…, want at most %d", bytes, len(test.text), test.text, most)
		}
	}
}

func TestParseSquareMemory(t *testing.T) {
	if bytes := Allocated(func() {
		for range 2000 {
			_, _ = ParseSquare("a1048576")
		}
	}); bytes > 1<<16 {
		t.Errorf("%d bytes allocated for 2000 squares", bytes)
	}
}

func FuzzParse(f *testing.F) {
	for p := range everyPlacement(3) {
		if p[0] == 1 {
			f.Add(p.String())
			f.Add(p.FEN())
		}
	}
	for style := range readableStyles {
		f.Add(Placement{1, 3, Empty, 2}.Diagram(style))
	}
	for _, s := range []string{"", "(3, 1, 6, 2, 8, 5, 4, 7)", "15863724", "a1 b4", "aa1,b2", "a999999999", "12/12", "[0]",
		"2Q1/Q3/3Q/1Q2 w - - 0 1", "Q b KQkq a1 7 7", "2/2 w - -", "1 w - - 0 1"} {
		f.Add(s)
	}
	for _, write := range othersForms {
		f.Add(write(Placement{1, 3, 0, 2}) + "\u2028")
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Parse(s)
		if len(p) > max(4096, len(s)) {
			t.Errorf("%d rows of %q", len(p), s)
		}
		if err == nil {
			roundTrip(t, p, readableStyles)
			return
		}
		if p != nil || !strings.HasPrefix(err.Error(), "queens: parse: ") || len(err.Error()) > 300 {
			t.Errorf("Parse(%q) = %v, %v", s, p, err)
		}
	})
}
