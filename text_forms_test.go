package queens_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// othersForms write a placement as other programs and people do.
var othersForms = map[string]func(queens.Placement) string{
	"matrix of 0 and 1":    func(p queens.Placement) string { return matrixOf(p, "1", "0", ",", "[[", "],[", "]]") },
	"matrix of booleans":   func(p queens.Placement) string { return matrixOf(p, "true", "false", ", ", "[[", "],\n [", "]]") },
	"matrix of characters": func(p queens.Placement) string { return matrixOf(p, `"Q"`, `"."`, ",", "[[", "],[", "]]") },
	"matrix with blanks":   func(p queens.Placement) string { return matrixOf(p, `"♛"`, `" "`, ",", "[\n[", "],\n[", "]\n]") },
	"matrix with null":     func(p queens.Placement) string { return matrixOf(p, `"Q"`, `null`, ",", "[[", "],[", "]]") },
	"matrix of Python":     func(p queens.Placement) string { return matrixOf(p, "'Q'", "'.'", ", ", "[[", "], [", "]]") },
	"booleans of Python":   func(p queens.Placement) string { return matrixOf(p, "True", "False", ", ", "[[", "], [", "]]") },
	"matrix of NumPy":      func(p queens.Placement) string { return matrixOf(p, "1", "0", " ", "[[", "]\n [", "]]") },
	"lines of 0 and 1":     func(p queens.Placement) string { return matrixOf(p, "1", "0", " ", "", "\n", "\n") },
	"words of 0 and 1":     func(p queens.Placement) string { return matrixOf(p, "1", "0", "", "", "\n", "\n") },
	"CSV":                  func(p queens.Placement) string { return matrixOf(p, "1", "0", ",", "", "\r\n", "\r\n") },
	"LeetCode":             func(p queens.Placement) string { return matrixOf(p, "Q", ".", "", `["`, `","`, `"]`) },
	"LeetCode, indented":   func(p queens.Placement) string { return matrixOf(p, "Q", ".", "", "[\n  \"", "\",\n  \"", "\"\n]") },
	"LeetCode in Python":   func(p queens.Placement) string { return matrixOf(p, "Q", ".", "", `['`, `', '`, `']`) },
	"rows of 0 and 1":      func(p queens.Placement) string { return matrixOf(p, "1", "0", "", `["`, `","`, `"]`) },
	"list of one board":    func(p queens.Placement) string { return matrixOf(p, "Q", ".", "", `[["`, `","`, `"]]`) },
	"list of one matrix":   func(p queens.Placement) string { return matrixOf(p, "1", "0", ",", "[[[", "],[", "]]]") },
	"box": func(p queens.Placement) string {
		line := "+" + strings.Repeat("-", 2*len(p)+1) + "+\n"
		return line + matrixOf(p, "Q", ".", " ", "| ", " |\n| ", " |\n") + line
	},
	"box without lines": func(p queens.Placement) string { return matrixOf(p, "Q", ".", " ", "| ", " |\n| ", " |\n") },
	"tight box":         func(p queens.Placement) string { return matrixOf(p, "Q", "-", "", "|", "|\n|", "|\n") },
	"grid with lines of bars": func(p queens.Placement) string {
		return matrixOf(p, "Q", " ", " | ", "| ", " |\n|"+strings.Repeat("---|", len(p))+"\n| ", " |\n")
	},
	"double box": func(p queens.Placement) string {
		line := strings.Repeat("═", 2*len(p)+1)
		return "╔" + line + "╗\n" + matrixOf(p, "♕", "·", " ", "║ ", " ║\n║ ", " ║\n") + "╚" + line + "╝\n"
	},
	"box drawing": func(p queens.Placement) string {
		line := func(left, middle, right string) string {
			return left + strings.Repeat("─"+middle, len(p)-1) + "─" + right + "\n"
		}
		return line("┌", "┬", "┐") + matrixOf(p, "♛", " ", "│", "│", "│\n"+line("├", "┼", "┤")+"│", "│\n") + line("└", "┴", "┘")
	},
	"emoji":               func(p queens.Placement) string { return matrixOf(p, "👑", "⬜", "", "", "\n", "\n") },
	"emoji with selector": func(p queens.Placement) string { return matrixOf(p, "♛\uFE0F", "⬛\uFE0F", " ", "", "\n", "\n") },
	"bar on the left": func(p queens.Placement) string {
		var b strings.Builder
		rows := strings.Split(matrixOf(p, "Q", ".", " ", "", "\n", ""), "\n")
		for i, row := range slices.Backward(rows) {
			fmt.Fprintf(&b, "%2d | %s\n", i+1, row)
		}
		return b.String()
	},
	"FEN of four fields":   func(p queens.Placement) string { return p.FEN() + " w - -" },
	"FEN with a slash":     func(p queens.Placement) string { return p.FEN() + "/" },
	"squares line by line": func(p queens.Placement) string { return strings.ReplaceAll(squareNames(p), " ", "\n") + "\n" },
	"object":               func(p queens.Placement) string { return fmt.Sprintf(`{"n":%d,"solution":%s}`, len(p), columnsOf(p)) },
	"board and solution": func(p queens.Placement) string {
		return fmt.Sprintf(`{"board":%d,"solution":%s}`, len(p), columnsOf(p))
	},
	"board and rows": func(p queens.Placement) string {
		return fmt.Sprintf(`{"board":"n=%d","answer":%s}`, len(p), matrixOf(p, "Q", ".", "", `["`, `","`, `"]`))
	},
}

// matrixOf writes the rows of a solution.
func matrixOf(p queens.Placement, queen, empty, separator, opening, between, closing string) string {
	var rows []string
	for _, col := range p {
		row := slices.Repeat([]string{empty}, len(p))
		row[col] = queen
		rows = append(rows, strings.Join(row, separator))
	}
	return opening + strings.Join(rows, between) + closing
}

func columnsOf(p queens.Placement) string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestOthersForms reads what others write, as it is, after what does not matter, several
// times, and damaged: one value has one answer, which is right, or one error.
func TestOthersForms(t *testing.T) {
	testkit.Sequential(t)
	for name, write := range othersForms {
		for _, n := range []int{4, 5, 8, 11} {
			p := testkit.Must(queens.Construct(n))
			text := write(p)
			for _, before := range []string{"", "\n", "\uFEFF", "\u3000", " \u2003\t", "# by others\n", "\u2028\n\u00a0\n"} {
				for _, behind := range []string{"", "\n", "\r\n\r\n", " \u00a0\n# end"} {
					checkSingle(t, name, before+text+behind, p)
				}
			}
			checkSingle(t, name, strings.ReplaceAll(text, "\n", "\r\n"), p)
			if got := stream(queens.ReadPlacements(strings.NewReader(text + "\n\n" + text))); !slices.Equal(got, []string{p.String(), p.String()}) {
				t.Errorf("%s twice is read as %q\n%s", name, got, text)
			}
			if text[0] == '[' {
				checkSingle(t, name, "["+text+"]", p)
				if got := stream(queens.ReadPlacements(strings.NewReader("[" + text + ",\n" + text + "]"))); !slices.Equal(got, []string{p.String(), p.String()}) {
					t.Errorf("%s in a list is read as %q\n%s", name, got, text)
				}
			}
			checkDamaged(t, name, write, p)
		}
	}
}

// checkSingle checks that all readers find one placement in a text, and the board with its
// queens given, if the text has no other.
func checkSingle(t *testing.T, name, text string, want queens.Placement) {
	t.Helper()
	if got, err := queens.ParsePlacement(text); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: Parse reads %v, %v, want %v\n%s", name, got, err, want, text)
	}
	if got := stream(queens.ReadPlacements(strings.NewReader(text))); !slices.Equal(got, []string{want.String()}) {
		t.Errorf("%s: the placements are %q, want %v\n%s", name, got, want, text)
	}
	b, err := queens.ParseBoard(text)
	if err != nil || b.N() != len(want) || b.Check(want) != nil {
		t.Errorf("%s: the board is %v, %v, want that of %v\n%s", name, b, err, want, text)
	}
	checkLaw(t, text)
}

// checkLaw checks that what ParseBoard reads, ReadBoards yields as the only board.
func checkLaw(t *testing.T, text string) {
	t.Helper()
	if b, err := queens.ParseBoard(text); err == nil {
		if got := stream(queens.ReadBoards(strings.NewReader(text))); !slices.Equal(got, []string{b.String()}) {
			t.Errorf("ParseBoard reads %v, and ReadBoards %q\n%q", b, got, text)
		}
	}
}

// checkDamaged writes a placement with one queen too many, and with an unknown symbol.
func checkDamaged(t *testing.T, name string, write func(queens.Placement) string, p queens.Placement) {
	t.Helper()
	text, damaged := write(p), []string{}
	for _, symbols := range [][2]string{{"Q", "."}, {"♛", "·"}, {`"Q"`, `"."`}, {"👑", "⬜"}, {"1", "0"}, {"true", "false"}} {
		i := strings.LastIndex(text, symbols[1])
		if i >= 0 && strings.Contains(text, symbols[0]) && !strings.Contains(text, "Qs") && !strings.ContainsAny(text, "/{") {
			rest := text[i+len(symbols[1]):]
			damaged = append(damaged, text[:i]+symbols[0]+rest, text[:i]+"z"+rest)
		}
	}
	for _, text := range damaged {
		errs := 0
		got := stream(queens.ReadPlacements(strings.NewReader(text)))
		for _, item := range got {
			if strings.HasPrefix(item, "queens: line ") {
				errs++
			}
		}
		if errs != 1 || len(got) != 1 {
			t.Errorf("%s, damaged, is read as %q, want one error\n%s", name, got, text)
		}
		checkLaw(t, text)
	}
}

// Given queens that break the rules of a board are told from what cannot be read.
func TestErrGivenOfText(t *testing.T) {
	for text, isGiven := range map[string]bool{
		"n=4 given=a1,b2": true, "n=4 given=a1,b1": true, "1 1": true, "n=4 blocked=a1 given=a1": true, "torus 2 . 1": true, "n=3 given=a1 b1": true,
		"n=4 given=z9": false, "given queens": false, "1 2 x": false, "n=65": false,
	} {
		_, err := queens.ParseBoard(text)
		var streamed error
		for _, streamed = range queens.ReadBoards(strings.NewReader(text)) {
		}
		if err == nil || errors.Is(err, queens.ErrGiven) != isGiven || errors.Is(streamed, queens.ErrGiven) != isGiven {
			t.Errorf("%q: %v, %v: want errors, and ErrGiven %v", text, err, streamed, isGiven)
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
	named := []queens.Square{{}, {3, 1}, {29, 26}, {0, most}, {most, 0}, {most, most}}
	for col := range 20000 {
		named = append(named, queens.Square{3, col})
	}
	for _, s := range named {
		text, err := s.MarshalText()
		if err != nil || string(text) != s.String() {
			t.Errorf("%v is written as %q, %v", s, text, err)
		}
		var read queens.Square
		if err := read.UnmarshalText(text); err != nil || read != s {
			t.Errorf("%q is read as %v, %v", text, read, err)
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
