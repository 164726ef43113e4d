package queens_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// checkLaw checks that what ParseBoard reads, ReadBoards yields as the only board.
func checkLaw(t *testing.T, text string) {
	t.Helper()
	if b, err := queens.ParseBoard(text); err == nil {
		if got := stream(queens.ReadBoards(strings.NewReader(text))); !slices.Equal(got, []string{b.String()}) {
			t.Errorf("ParseBoard reads %v, and ReadBoards %q\n%q", b, got, text)
		}
	}
}

// largest is the size of the largest board that is read from text.
const largest = 1 << 27

func TestParseSquare(t *testing.T) {
	for name, want := range map[string]queens.Square{
		"a1": {0, 0}, "b4": {3, 1}, "B4": {3, 1}, "h8": {7, 7}, "Z9": {8, 25}, "aa30": {29, 26}, "AB1": {0, 27},
		"a134217728": {largest - 1, 0}, "kgrjxh134217728": {largest - 1, largest - 1},
	} {
		if got, err := queens.ParseSquare(name); got != want || err != nil {
			t.Errorf("ParseSquare(%q) = %v, %v, want %v", name, got, err, want)
		}
	}
	const none, far = " is not a square, want one such as \"b4\"", " is not a square of a board of at most 134217728 rows"
	for name, want := range map[string]string{
		"": `""` + none, "a": `"a"` + none, "1": `"1"` + none, "1a": `"1a"` + none, "a0": `"a0"` + none, "a01": `"a01"` + none,
		"a-1": `"a-1"` + none, "a+1": `"a+1"` + none, "a1 ": `"a1 "` + none, " a1": `" a1"` + none, "a 1": `"a 1"` + none,
		"a1b": `"a1b"` + none, "Qb4": `"Qb4"` + none, "bB4": `"bB4"` + none, "a1,b2": `"a1,b2"` + none, "ä1": `"ä1"` + none,
		"a１": `"a１"` + none, "(0, 1)": `"(0, 1)"` + none, "a1\x00": `"a1\x00"` + none,
		"a134217729": `"a134217729"` + far, "kgrjxi1": `"kgrjxi1"` + far, "a99999999999999999999": `"a9999999999999999999"…` + far,
		"zzzzzzzzzzzzzzzzzzzzzzzzzz1": `"zzzzzzzzzzzzzzzzzzzz"…` + far,
	} {
		got, err := queens.ParseSquare(name)
		if want := "queens: parse square: " + want; err == nil || err.Error() != want || got != (queens.Square{}) {
			t.Errorf("ParseSquare(%q) = %v, %v, want %s", name, got, err, want)
		}
	}
}

// ParseSquares reads names between commas, and nothing else.
func TestParseSquares(t *testing.T) {
	testkit.WantSame(t, []queens.Square{{Row: 3, Col: 1}, {Row: 9, Col: 2}}, testkit.Must(queens.ParseSquares("b4,C10")), "two squares")
	for _, wrong := range []string{"", "b4,", ",b4", "b4;c10", "b4 c10", "4b", "b0", "b4,c", "[1,2]", "b4,c10\nd5"} {
		if got, err := queens.ParseSquares(wrong); got != nil || err == nil || !strings.HasPrefix(err.Error(), "queens: ") {
			t.Errorf("ParseSquares(%q) = %v, %v", wrong, got, err)
		}
	}
}

func FuzzParseSquare(f *testing.F) {
	for _, s := range []string{"a1", "b4", "B4", "aa30", "zzzz1", "a999999999", "a0", "Qb4", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		square, err := queens.ParseSquare(s)
		if err != nil {
			if square != (queens.Square{}) || !strings.HasPrefix(err.Error(), "queens: parse square: ") || len(err.Error()) > 300 {
				t.Errorf("ParseSquare(%q) = %v, %v", s, square, err)
			}
			return
		}
		if name := square.String(); name != s && strings.ToUpper(name) != s {
			t.Errorf("%q is the square %v", s, square)
		}
		text, err := square.MarshalText()
		var read queens.Square
		if err != nil || read.UnmarshalText(text) != nil || read != square {
			t.Errorf("%v is written as %q, %v, and read as %v", square, text, err, read)
		}
	})
}

// A square comes back from its text, or has none.
func TestSquareText(t *testing.T) {
	const most = largest - 1
	for col := range 20000 {
		s := queens.Square{3, col}
		text, err := s.MarshalText()
		var read queens.Square
		if wrong := read.UnmarshalText(text); err != nil || wrong != nil || string(text) != s.String() || read != s {
			t.Errorf("%v is written as %q, %v, and read as %v, %v", s, text, err, read, wrong)
		}
	}
	for _, s := range []queens.Square{{-1, 3}, {3, -1}, {math.MinInt, math.MaxInt}, {most + 1, 0}, {0, most + 1}} {
		want := fmt.Sprintf("queens: square %v has no name: a coordinate is outside 0..134217727", s)
		if text, err := s.MarshalText(); text != nil || err == nil || err.Error() != want {
			t.Errorf("%v is written as %q, %v, want the error %s", s, text, err, want)
		}
	}
	s := queens.Square{3, 1}
	const want = `queens: parse square: "a0" is not a square, want one such as "b4"`
	if err := s.UnmarshalText([]byte("a0")); err == nil || err.Error() != want || s != (queens.Square{3, 1}) {
		t.Errorf("b4 is %v after the error %v, want %s", s, err, want)
	}
}

// squareNames lists the squares of the queens.
func squareNames(p queens.Placement) string {
	var names []string
	for s := range p.Queens() {
		names = append(names, s.String())
	}
	return strings.Join(names, " ")
}
