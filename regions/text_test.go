package regions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

func TestString(t *testing.T) {
	for want, b := range map[string]*regions.Board{
		"A":                              testkit.Must(regions.New([][]int{{5}})),
		"AA\nBB":                         rowsBoard(2),
		"AB\nAB\ngiven=a1":               testkit.Must(testkit.Must(regions.ParseBoard("ab\nab")).With(regions.Given(squares(t, "a1")...))),
		"AB\nAB\nblocked=b1,a2":          testkit.Must(testkit.Must(regions.ParseBoard("ab\nab")).With(regions.Blocked(squares(t, "a2 b1")...))),
		"AB\nAB\ngiven=a1 blocked=b1,a2": testkit.Must(regions.ParseBoard("ab\nab\n\nblocked=b1,A2\ngiven=a1")),
		"n=0":                            new(regions.Board),
	} {
		if got := b.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// partition returns the regions of b, numbered in the order of their first squares, whatever
// values they had.
func partition(b *regions.Board) [][]int {
	number := make(map[int]int)
	matrix := b.Regions()
	for _, row := range matrix {
		for col, region := range row {
			if _, ok := number[region]; !ok {
				number[region] = len(number)
			}
			row[col] = number[region]
		}
	}
	return matrix
}

// Whatever is written is read back, by ParseBoard and through the interfaces of package encoding.
func TestRoundTrip(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(24, 2))
	for i := range testkit.Fewer(8, 2) * regions.MaxN {
		n, connected := 1+i%regions.MaxN, i/regions.MaxN%2 == 0
		b := randomBoard(rng, n)
		if connected {
			b = connectedBoard(rng, n)
		}
		if b.N() != n {
			t.Fatalf("board of %d rows says it has %d", n, b.N())
		}
		if link := b.Link(); link != "" {
			if diff := cmp.Diff(partition(b), testkit.Must(regions.ParseBoard(link)).Regions()); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", link, diff)
			}
		} else if connected {
			t.Fatalf("%v\nhas no link", b)
		}
		checkRoundTrip(t, played(rng, b))
	}
}

func checkRoundTrip(t *testing.T, b *regions.Board) {
	t.Helper()
	text := testkit.Must(b.MarshalText())
	object := testkit.Must(json.Marshal(b))
	var fromText, fromJSON regions.Board
	testkit.NoError(t, fromText.UnmarshalText(text))
	testkit.NoError(t, json.Unmarshal(object, &fromJSON))
	for form, got := range map[string]*regions.Board{
		"String": testkit.Must(regions.ParseBoard(b.String())), "MarshalText": &fromText, "MarshalJSON": &fromJSON, "JSON": testkit.Must(regions.ParseBoard(string(object))),
	} {
		if got.String() != b.String() || !cmp.Equal(got.Regions(), b.Regions()) {
			t.Fatalf("%s: got\n%v\nwant\n%v", form, got, b)
		}
	}
}

func TestLink(t *testing.T) {
	// Worked out by hand: borders 01 11 01 between columns, 010 100 between rows, in fives.
	b := testkit.Must(regions.ParseBoard("AAB\nACB\nCCB"))
	const want = "https://puzz.link/p?starbattle/3/3/1/ega0"
	if link := b.Link(); link != want {
		t.Errorf("link %q, want %q", link, want)
	}
	for _, link := range []string{want, "http://pzv.jp/p.html?starbattle/3/3/1/EGA0", "p?starbattle/3/3/1/ega0", " puzz.link/p?starbattle/3/3/1/egaf "} {
		if got, err := regions.ParseBoard(link); err != nil || got.String() != b.String() {
			t.Errorf("%q is read as %v, %v", link, got, err)
		}
	}
	if link := rowsBoard(1).Link(); link != "https://puzz.link/p?starbattle/1/1/1/" {
		t.Errorf("one square: %q", link)
	} else if got, err := regions.ParseBoard(link); err != nil || got.N() != 1 {
		t.Errorf("%q is read as %v, %v", link, got, err)
	}
	for _, b := range []*regions.Board{new(regions.Board), testkit.Must(regions.ParseBoard("ABA\nABB\nCCC"))} {
		if link := b.Link(); link != "" {
			t.Errorf("%v\nhas the link %q", b, link)
		}
	}
}

// Errors have the line; broken rules are told from what cannot be read, and from a reader that fails.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"": "line 1: no board in the text", "AB/AB\n\nAB/AB": "line 3: more than one board in the text", "AB\nAB\n\nA": "line 4: more than one board in the text",
		"AAB\nABB\nCCD": "line 1: region D, first on c3, is one more than there are rows", "AB/AB given=c1": "line 1: given queen c1 is off the board of 2 rows",
		"\nAB/AB given=a1,b2": "line 2: given queens a1 and b2 touch", "AB/AB given=a1 blocked=a1": "line 1: given queen a1 stands on a blocked square",
		`{"regions":["AB","AB"],"given":["a1"],"blocked":["a1"]}`: "line 1: given queen a1 stands on a blocked square", `["given queens ","x"]`: "line 1: ",
		strings.Repeat("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg\n", 33): "line 1: board of 33 rows, want 0 to 32",
	} {
		b, err := regions.ParseBoard(text)
		wrong, ok := errors.AsType[*queens.ParseError](err)
		if isGiven := strings.Contains(want, "touch") || strings.Contains(want, "stands on"); b != nil || !ok || !strings.HasPrefix(err.Error(), "regions: "+want) ||
			wrong.Line < 1 || errors.Is(err, queens.ErrGiven) != isGiven {
			t.Errorf("%q: %v, %v, want a ParseError %s, of broken rules: %v", text, b, err, want, isGiven)
		}
	}
	broken := errors.New("broken")
	for text, want := range map[string][]string{"": {"regions: line 1: broken"}, "AB\nAB\n\nAB": {"AB/AB", "regions: line 4: broken"}, "[[0,1],[": {"regions: line 1: broken"}} {
		testkit.WantSame(t, want, readAll(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))), "%q", text)
	}
	for _, err := range regions.ReadBoards(iotest.ErrReader(broken)) {
		if _, ok := errors.AsType[*queens.ParseError](err); ok || !errors.Is(err, broken) {
			t.Errorf("error %v is not that of the reader", err)
		}
	}
	if _, err := testkit.Must(regions.ParseBoard("AB/AB")).With(regions.Given(squares(t, "a1 b1")...)); !errors.Is(err, queens.ErrGiven) {
		t.Errorf("With: %v", err)
	}
}

// A board is not changed by text that it cannot read.
func TestUnmarshalWrong(t *testing.T) {
	b := testkit.Must(regions.ParseBoard("AB\nAB"))
	if err := b.UnmarshalText([]byte("AB\nA")); err == nil {
		t.Error("UnmarshalText reads a board of two rows with three squares")
	}
	err := json.Unmarshal([]byte("[[0,1],[0]]"), b)
	wantError(t, "UnmarshalJSON", err, "regions: line 1: row 2 has 1 square, want 2")
	if err := json.Unmarshal([]byte("null"), b); err != nil {
		t.Errorf("UnmarshalJSON refuses null: %v", err)
	}
	if b.String() != "AB\nAB" {
		t.Errorf("board has become %q", b)
	}
}

// readAll returns the boards of a stream in one line each, and its errors.
func readAll(r io.Reader) []string {
	var read []string
	for b, err := range regions.ReadBoards(r) {
		if (b == nil) == (err == nil) {
			return append(read, fmt.Sprintf("board %v beside error %v", b, err))
		}
		if err != nil {
			read = append(read, err.Error())
			continue
		}
		read = append(read, strings.ReplaceAll(b.String(), "\n", "/"))
	}
	return read
}

// Streams of many megabytes are read, though a line or a value has at most 16.
func TestReadBoardsLong(t *testing.T) {
	testkit.Sequential(t)
	count := testkit.Fewer(100_000, 10_000)
	one := `{"id":1,"text":"` + strings.Repeat("x", 40) + `","regions":[[0,1],[0,1]]},`
	boards := 0
	for b, err := range regions.ReadBoards(strings.NewReader("# " + strings.Repeat("long ", 1<<20) + "\n[" + strings.Repeat(one, count) + "]")) {
		if err != nil || b.N() != 2 {
			t.Fatalf("%v, %v", b, err)
		}
		boards++
	}
	if boards != count {
		t.Errorf("%d boards, want %d", boards, count)
	}
	tooLong := []string{"AB/AB", "regions: line 2: too long for a board"}
	for _, long := range []string{strings.Repeat("A", 1<<25), "{" + strings.Repeat("\n", 1<<25)} {
		testkit.WantSame(t, tooLong, readAll(strings.NewReader("AB/AB\n"+long)), "%.3q", long)
	}
	testkit.WantSame(t, []string{"AB/AB", "regions: line 2: brackets, commas and values do not make a list or an object"}, readAll(strings.NewReader("AB/AB\n"+strings.Repeat("[", 1<<21))), "brackets")
}

// A board of one line is yielded before the next one is written.
func TestReadBoardsPipe(t *testing.T) {
	in, out := io.Pipe()
	next, stop := iter.Pull2(regions.ReadBoards(in))
	defer stop()
	for _, text := range []string{"AB/AB\n", "[[0,1],[0,1]]\n", " \nAB/AB\n", "[{\"regions\":[[0,1],[0,1]]}\n", ",\n{\"regions\":[[0,1],[0,1]]}\n"} {
		go func() { _, _ = io.WriteString(out, text) }()
		b, err, ok := next()
		if !ok || err != nil || b.N() != 2 {
			t.Fatalf("%q: %v, %v, %v", text, b, err, ok)
		}
	}
	for range regions.ReadBoards(strings.NewReader("AB/AB\nAB/AB")) {
		break
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a panic in the loop is lost")
			}
		}()
		for range regions.ReadBoards(strings.NewReader("AB/AB")) {
			panic("in the loop")
		}
	}()
}

// Boards that are written one after another, in any forms, are read back.
func TestReadBoardsWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 13))
	for range 200 {
		var text strings.Builder
		var want []string
		for range rng.IntN(8) {
			b := played(rng, connectedBoard(rng, 1+rng.IntN(12)))
			object := testkit.Must(b.MarshalJSON())
			switch rng.IntN(5) {
			case 0:
				fmt.Fprintf(&text, "%v\n\n", b)
			case 1:
				lines := strings.SplitN(b.String(), "\n", b.N()+1)
				fmt.Fprintln(&text, strings.Join(lines[:b.N()], "/"), strings.Join(lines[b.N():], " "))
				if b.N() == 1 { // no slash
					fmt.Fprintln(&text)
				}
			case 2:
				fmt.Fprintf(&text, "%s\n", object)
			case 3:
				fmt.Fprintln(&text, "["+string(object), "]")
			case 4:
				b = connectedBoard(rng, b.N())
				fmt.Fprintf(&text, "%s\n", b.Diagram(nil))
			}
			want = append(want, strings.ReplaceAll(b.String(), "\n", "/"))
		}
		if got := readAll(strings.NewReader(text.String())); !slices.Equal(got, want) {
			t.Fatalf("%s\nis read as %q, want %q", text.String(), got, want)
		}
	}
}

// Parse never panics, and reads back whatever is written of what it has read.
func FuzzParseBoard(f *testing.F) {
	for _, seed := range []string{
		"AABB\nACCB\nDDCB\nDDDB\ngiven=c1 blocked=d4", "🟥🟦\n🟥🟦", "[[0,0],[1,1]]", `[["A","B"],["A","B"]]`,
		`{"n":2,"regions":[[0,0],[1,1]],"given":[[0,0]],"blocked":[[1,0]]}`, `{"size":2,"colorRegions":[["A","B"],["A","B"]]}`,
		"https://puzz.link/p?starbattle/3/3/1/ega0", "starbattle/1/1/1/", "{", "[[", "=", "starbattle/",
		"AB/AB given=a1", "1 10\n10 1", "1,-1/1,-1", "red,b/b,red", "2x1.ABAB.s", "AB\nAB\n\nQ.\nx.", "    a\n  +---+\n1 | A |\n  +---+", "n=0", "# \n[\n#\n[0]]", `"#Q"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := regions.ParseBoard(text)
		if err != nil {
			if b != nil || !strings.HasPrefix(err.Error(), "regions: ") || strings.Contains(err.Error(), "json:") {
				t.Fatalf("%q: %v, %v", text, b, err)
			}
			return
		}
		checkRoundTrip(t, b)
		if link := b.Link(); link != "" && !cmp.Equal(testkit.Must(regions.ParseBoard(link)).Regions(), partition(b)) {
			t.Fatalf("%s is read as\n%v\nwant\n%v", link, testkit.Must(regions.ParseBoard(link)), b)
		}
		if b.Link() != "" {
			checkDiagram(t, b)
		}
		if n := b.N(); n > regions.MaxN || len(slices.Collect(b.Given())) > n {
			t.Fatalf("%q: board of size %d", text, n)
		}
	})
}
