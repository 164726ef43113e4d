package queens_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/queens/internal/boardtest"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// allNames are the names of all squares of the 64×64 board, row by row.
var allNames = func() string {
	var names []string
	for s := range boardtest.Squares(64) {
		names = append(names, s.String())
	}
	return strings.Join(names, ",")
}()

// Lists of many squares cost no more than their text: time and memory do not depend
// on how many of them are the same, nor on how soon two of them attack each other.
func TestParseBoardLongLists(t *testing.T) {
	testkit.Sequential(t)
	for _, text := range []string{
		"n=64 given=a1" + strings.Repeat(",a1", 1<<20),
		"n=64 blocked=" + allNames + strings.Repeat(",h8", 1<<20),
		"n=64 given=" + allNames + strings.Repeat(",h8", 1<<20),
		"n=64 " + strings.Repeat("n=64 ", 1<<20),
		"n=64 " + strings.Repeat("x", 1<<22),
		"n=" + strings.Repeat("9", 1<<22),
		strings.Repeat(strings.Repeat("x", 1000)+"\n", 1000),
	} {
		if bytes := testkit.Allocated(func() { _, _ = queens.ParseBoard(text) }); bytes > 40*len(text)+1<<16 {
			t.Errorf("%d bytes allocated for %d bytes of text, %.30q…", bytes, len(text), text)
		}
	}
}

// roundTripBoard checks that what b writes reads as b.
func roundTripBoard(t *testing.T, b *queens.Board) {
	t.Helper()
	text := b.String()
	read, err := queens.ParseBoard(text)
	if err != nil || read.String() != text {
		t.Fatalf("%q reads as %v, %v", text, read, err)
	}
	given, blocked := queens.Given(slices.Collect(b.Given())...), queens.Blocked(slices.Collect(b.Blocked())...)
	if again, err := queens.New(b.N(), given, blocked); err != nil || again.String() != strings.Replace(text, " torus", "", 1) {
		t.Fatalf("%q has the parts of %v, %v", text, again, err)
	}
	encoded, err := json.Marshal(struct{ Board *queens.Board }{b})
	if err != nil || string(encoded) != fmt.Sprintf(`{"Board":%q}`, text) {
		t.Fatalf("the JSON of %q is %s, %v", text, encoded, err)
	}
	var back struct{ Board *queens.Board }
	if err := json.Unmarshal(encoded, &back); err != nil || back.Board.String() != text || !slices.Equal(back.Board.Symmetries(), b.Symmetries()) {
		t.Fatalf("%s reads as %v, %v", encoded, back, err)
	}
	drawn := strings.Replace(text, " torus", "", 1) // which a diagram does not show
	for style := range readableStyles {
		if b.N() == 0 { // an empty text
			break
		}
		diagram := b.Diagram(nil, style)
		read, err := queens.ParseBoard(diagram)
		if err != nil || read.String() != drawn {
			t.Fatalf("%s is drawn as\n%s, which reads as %v, %v", text, diagram, read, err)
		}
	}
}

func TestBoardRoundTrip(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		n := 1 + rng.IntN(12)
		if spec := boardtest.RandomSpec(rng, n); !spec.Contradicts() {
			roundTripBoard(t, spec.Board(t))
		}
	}
	for _, n := range []int{26, 27, 30, 64} {
		p := queens.NewPlacement(n)
		p[n-1], p[0] = n-2, 0
		b := testkit.Must(queens.NewFrom(p, queens.Blocked(queens.Square{0, n - 1}, queens.Square{n / 2, n / 2}), queens.Toroidal()))
		roundTripBoard(t, b)
	}
}

// A board that is read into keeps no trace of what it was, and nothing that came from it
// changes.
func TestUnmarshalBoard(t *testing.T) {
	const first, second = "n=6 given=b1 blocked=f6", "n=5 torus blocked=a1"
	b := testkit.Must(queens.ParseBoard(first))
	copied := *b
	ctx := t.Context()
	given, blocked, solutions, fundamental, steps := b.Given(), b.Blocked(), testkit.Values(t, b.Solutions(ctx)), testkit.Values(t, b.Fundamental(ctx)), b.Steps()
	attacks := b.Conflicts(queens.Placement{0, 3, queens.Empty, queens.Empty, queens.Empty, queens.Empty})
	// made prints all that came from the board.
	made := func() string {
		var pairs []queens.Square
		for s, u := range attacks {
			pairs = append(pairs, s, u)
		}
		return fmt.Sprint(&copied, slices.Collect(given), slices.Collect(blocked), slices.Collect(solutions),
			slices.Collect(fundamental), slices.Collect(steps), pairs)
	}
	before := made()
	for _, text := range []string{"n=5 given=a1,b2", "n=5 torus=1", "n=65", "1 1"} {
		if err := b.UnmarshalText([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "queens: parse board: ") || b.String() != first {
			t.Errorf("after reading %q the board is %v, error %v", text, b, err)
		}
	}
	testkit.NoError(t, b.UnmarshalText([]byte(second)))
	want := testkit.Must(queens.ParseBoard(second))
	if !reflect.DeepEqual(b, want) {
		t.Errorf("%q reads as %#v, want %#v", second, b, want)
	}
	if after := made(); after != before {
		t.Errorf("reading another board changes\n%s to\n%s", before, after)
	}
}

// Boards on which all squares are blocked can be drawn and read, too.
func TestBoardAllBlocked(t *testing.T) {
	for n := range 4 {
		all := slices.Collect(boardtest.Squares(n))
		roundTripBoard(t, testkit.Must(queens.New(n, queens.Blocked(all...))))
		if n > 0 {
			roundTripBoard(t, testkit.Must(queens.New(n, queens.Blocked(all[1:]...))))
			roundTripBoard(t, testkit.Must(queens.New(n, queens.Blocked(all[1:]...), queens.Given(all[0]))))
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	for _, s := range []string{
		"n=8 torus given=b4,d5 blocked=a1,h8", "n=0", "n=64 blocked=aa30", "n=5 torus", "n=8 given=a1,b2", "n=8 n=8", "n=65",
		"", "2413", "a1 b4", "2Q1/4/3Q/4", ". . 1 .", "x.\n.Q", "| |x|\n|Q| |", "2 x.\n1 .x\n  ab", "x",
	} {
		f.Add(s)
	}
	for _, write := range othersForms {
		f.Add("\u3000" + write(queens.Placement{1, 3, 0, 2}))
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkLaw(t, text)
		b, err := queens.ParseBoard(text)
		if err != nil {
			if b != nil || !strings.HasPrefix(err.Error(), "queens: parse board: ") || len(err.Error()) > 400 {
				t.Errorf("ParseBoard(%q) = %v, %v", text, b, err)
			}
			return
		}
		roundTripBoard(t, b)
		if p, err := queens.ParsePlacement(text); err == nil {
			given := queens.NewPlacement(b.N())
			for queen := range b.Given() {
				given[queen.Row] = queen.Col
			}
			maySize := len(slices.Collect(b.Given())) == 0 && len(p) <= 3 // a number, to Parse the digits of a vector
			lower := strings.ToLower(text)
			beside := strings.Contains(lower, "answer") || strings.Contains(lower, "solution") // which Parse reads
			if !maySize && !beside && !slices.Equal(p, given) {
				t.Errorf("ParseBoard(%q) = %v, and Parse reads %v", text, b, p)
			}
		}
	})
}

// TestParseSmallTextOfHugeBoard makes sure that a few characters that name a board beyond the
// limit do not take the memory of one.
func TestParseSmallTextOfHugeBoard(t *testing.T) {
	bytes := testkit.Allocated(func() {
		for _, s := range []string{"a999999999", "zzzzz1", "a134217728", "n=134217728", "n=99999999999", "n999999", "n=4097", "n=4097 a1", "n=99999999999 a1", "999999999/", "a1 zzzzzzzzzzzzzzzz9", "1 999999999"} {
			if _, err := queens.ParsePlacement(s); err == nil {
				t.Errorf("ParsePlacement(%q): no error", s)
			}
		}
	})
	if bytes > 1<<16 {
		t.Errorf("%d bytes allocated", bytes)
	}
	p, err := queens.ParsePlacement("a4096")
	if err != nil || len(p) != 4096 {
		t.Errorf("the largest board has %d rows, error %v", len(p), err)
	}
}

// TestParseMemory reads megabytes of text, right and wrong. What is allocated, in all, is
// proportional to the text.
func TestParseMemory(t *testing.T) {
	testkit.Sequential(t)
	const size = 1 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	squares := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(queens.Square{i, i}.String())
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
		{queens.NewPlacement(1000).Diagram(queens.DiagramStyle{Labels: true, Grid: true, RankUp: true}), 1000},
	} {
		bytes := testkit.Allocated(func() { _, _ = queens.ParsePlacement(test.text) })
		if most := 40*test.rows + 120*len(test.text) + 1<<14; bytes > most {
			t.Errorf("%d bytes allocated for %d bytes of text, %.20q…, want at most %d", bytes, len(test.text), test.text, most)
		}
	}
}

func TestParseSquareMemory(t *testing.T) {
	if bytes := testkit.Allocated(func() {
		for range 2000 {
			_, _ = queens.ParseSquare("a1048576")
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
		f.Add(queens.Placement{1, 3, queens.Empty, 2}.Diagram(style))
	}
	for _, s := range []string{"", "(3, 1, 6, 2, 8, 5, 4, 7)", "15863724", "a1 b4", "aa1,b2", "a999999999", "12/12", "[0]",
		"2Q1/Q3/3Q/1Q2 w - - 0 1", "Q b KQkq a1 7 7", "2/2 w - -", "1 w - - 0 1"} {
		f.Add(s)
	}
	for _, write := range othersForms {
		f.Add(write(queens.Placement{1, 3, 0, 2}) + "\u2028")
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := queens.ParsePlacement(s)
		if len(p) > max(4096, len(s)) {
			t.Errorf("%d rows of %q", len(p), s)
		}
		if err == nil {
			roundTrip(t, p, readableStyles)
			return
		}
		if p != nil || !strings.HasPrefix(err.Error(), "queens: parse: ") || len(err.Error()) > 300 {
			t.Errorf("ParsePlacement(%q) = %v, %v", s, p, err)
		}
	})
}

// ParseSquares reads names between commas, and nothing else.
func TestParseSquares(t *testing.T) {
	got, err := queens.ParseSquares("b4,C10")
	testkit.NoError(t, err)
	testkit.WantSame(t, []queens.Square{{Row: 3, Col: 1}, {Row: 9, Col: 2}}, got, "two squares")
	for _, wrong := range []string{"", "b4,", ",b4", "b4;c10", "b4 c10", "4b", "b0", "b4,c", "[1,2]", "b4,c10\nd5"} {
		if got, err := queens.ParseSquares(wrong); err == nil || !strings.HasPrefix(err.Error(), "queens: ") {
			t.Errorf("ParseSquares(%q) = %v, %v", wrong, got, err)
		}
	}
}
