package queens_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
)

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
		"", "2413", "a1 b4", `{"board":4,"given":["b1"],"torus":true}`, "010\n000\n100", "[[null,1],[0,1]]", "2Q1/4/3Q/4", ". . 1 .", "x.\n.Q", "| |x|\n|Q| |", "2 x.\n1 .x\n  ab", "x",
	} {
		f.Add(s)
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

// What is allocated is in all proportional to the text and the rows, for megabytes, right and wrong, and for a few
// characters that name a board beyond the limit.
func TestParseMemory(t *testing.T) {
	testkit.Sequential(t)
	const size = 1 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	var squares strings.Builder
	for i := range 100_000 {
		squares.WriteString(queens.Square{i, i}.String() + " ")
	}
	for text, rows := range map[string]int{
		"": 0, repeat(" "): 0, repeat(". "): size / 2, "(" + repeat("1,") + "1)": size/2 + 1, repeat(","): 0, repeat("1"): 0, repeat("1 x "): size / 2,
		squares.String(): 100_000, repeat("a1 "): 1, "a1" + repeat("b"): 0, "a" + repeat("1"): 0, repeat("B") + "1": 0, "a1048576 " + repeat("b2 "): 1 << 20,
		repeat("/"): size + 1, repeat("/ "): 0, "2/2 w - - 0 " + repeat("1"): 2, "1 w " + repeat("- "): 0, repeat("/")[:1<<20-1]: 1 << 20, repeat("Q") + "/": 2,
		repeat("Q\n"): size / 2, repeat("Q\n")[:1<<20]: 1 << 20 / 2, repeat(".Q."): 1, repeat("♛"): 1, repeat("x"): 1, repeat("x\n"): size / 2, repeat("\xff"): 1,
		repeat("|"): 1, repeat("| |\n"): 1 << 20, "| |" + repeat("\n+-+"): 1, repeat("a\n"): 0, "Q\n" + repeat("a\n"): 1, repeat("1Q\n"): 1 << 20, repeat("1Q ."): 1 << 20,
		queens.NewPlacement(1000).Diagram(queens.DiagramStyle{Labels: true, Grid: true, RankUp: true}): 1000,
		"a999999999": 0, "zzzzz1": 0, "a134217728": 0, "n=134217728": 0, "n=99999999999": 0, "n=4097 a1": 0, "999999999/": 0, "a1 zzzzzzzzz9": 0, "[999999999]": 0,
		"n=64 given=a1" + repeat(",a1"): 64, "n=64 " + repeat("n=64 "): 64, "n=" + repeat("9"): 0, repeat("# "): size / 2,
	} {
		for _, parse := range []func(){func() { _, _ = queens.ParsePlacement(text) }, func() { _, _ = queens.ParseBoard(text) }} {
			if bytes, most := testkit.Allocated(parse), 40*rows+120*len(text)+1<<14; bytes > most {
				t.Errorf("%d bytes allocated for %d bytes of text, %.20q…, want at most %d", bytes, len(text), text, most)
			}
		}
	}
}

// Errors say where they are, unless the text has one line, and what only one of the readers takes.
func TestParseWrong(t *testing.T) {
	const onlyBoards = "the board has blocked squares or is a torus, which only ParseBoard reads"
	for text, want := range map[string]string{
		"1 3": `item 2 is "3", want a column 1..2 or "."`, "\n1 3\n": `item 2 is "3", want a column 1..2 or "."`,
		".Q\nQ.\n\n1 3": `line 4: item 2 is "3", want a column 1..2 or "."`, "1\n1\n": "line 2: more than one board in the text", "": "no board in the text",
		"a1 b2 c1": "a1 and c1 attack each other", "n=100 blocked=a100": onlyBoards, "torus [1,3,0,2]": onlyBoards, "\n.Q\n.x": "line 2: " + onlyBoards,
		`{"board":"n=4 given=b1"}`: `the object has a board, but neither "answer" nor "solution"`,
	} {
		if p, err := queens.ParsePlacement(text); p != nil || err == nil || err.Error() != "queens: parse: "+want {
			t.Errorf("ParsePlacement(%q) = %v, %v, want the error %s", text, p, err, want)
		}
	}
	for text, want := range map[string]string{
		"n=8 given=a1,b2": "given queens a1 and b2 attack each other", "n=4 torus given=a2,d1": "given queens d1 and a2 attack each other around the edge",
		"n=8 blocked=a1 given=a1": "given queen a1 stands on a blocked square", "x.\nQQ": "line 1: given queens a2 and b2 attack each other",
		strings.Repeat(". ", 65): "n = 65 out of range 0..64", strings.Repeat("x\n", 1000): "line 1: too long for a board",
		strings.Repeat(strings.Repeat("x", 65)+"\n", 65): "line 1: n = 65 out of range 0..64", "[]": "no board in the text",
	} {
		b, err := queens.ParseBoard(text)
		if got := outcome(b, err); got != "queens: parse board: "+want || errors.Is(err, queens.ErrGiven) != strings.Contains(want, "given queen") {
			t.Errorf("ParseBoard(%.100q) = %s, want the error %s", text, got, want)
		}
	}
	for text, want := range map[string]string{"[]": "", " [ ]\n": "", `{"board":"torus n=5","answer":[1,3,0,2]}`: "2 4 1 3"} {
		if p, err := queens.ParsePlacement(text); err != nil || p == nil || p.String() != want {
			t.Errorf("ParsePlacement(%q) = %v, %v, want %q", text, p, err, want)
		}
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
		"[[0,1],[1,3],[2,0],[3,2]]", "010\n000\n100", `{"n":4,"answer":[".Q..","...Q","Q...","..Q."]}`, "2Q1/Q3/3Q/1Q2 w - - 0 1", "Q b KQkq a1 7 7", "2/2 w - -", "1 w - - 0 1"} {
		f.Add(s)
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
