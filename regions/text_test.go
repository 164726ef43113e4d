package regions_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

// One board in many forms that ParseBoard reads, with other names for its regions.
func TestParseForms(t *testing.T) {
	const want = "AABB\nACCB\nDDCB\nDDDB"
	for _, text := range []string{
		want,
		"\n \n  A A B B\r\n\tACC B\nDDCB\nDDDB\n\n",
		"aabb\naccb\nddcb\ndddb",
		"aaMM\nammM\nxxmM\nxxxM",
		"🟥🟥🟦🟦\n🟥🟧🟧🟦\n🟨🟨🟧🟦\n🟨🟨🟨🟦",
		"⬛️⬛️⬜️⬜️\n⬛️🟧🟧⬜️\n🟨🟨🟧⬜️\n🟨🟨🟨⬜️",
		"ééöö\néßßö\nΩΩßö\nΩΩΩö",
		"[[-7,-7,1,1],[-7,20,20,1],[300,300,20,1],[300,300,300,1]]",
		`{"path":"/level/1","size":4,"colorRegions":[["A","A","B","B"],["A","C","C","B"],["D","D","C","B"],["D","D","D","B"]],"regionColors":{"A":"red"}}`,
		" A A B B / A C C B / D D C B / D D D B ",
		"-1,-1,2,2\n-1,3,3,2\n4,4,3,2\n4,4,4,2",
		"1, 1, 20, 20,\n1, 3, 3, 20,\n4, 4, 3, 20,\n4, 4, 4, 20,",
		"11 22\n13 32\n44 32\n44 42", // digits with a space in the middle
		"red,red,light blue,light blue\nred,3,3,light blue\ngreen,green,3,light blue\ngreen,green,green,light blue",
		"# one\n\n#two\nAABB\n# three\nACCB\nDDCB\n   # four\nDDDB\n# five",
		`["1 1 2 2","1 3 3 2","4 4 3 2","4 4 4 2"]`,
		`"AABB\nACCB\nDDCB\nDDDB\n"`,
		`[{"id":7,"regions":[[1,1,2,2],[1,3,3,2],[4,4,3,2],[4,4,4,2]]}]`,
		`[[[1,1,2,2],[1,3,3,2],[4,4,3,2],[4,4,4,2]]]`,
		`{"regions":["AABB","ACCB","DDCB","DDDB"],"states":null}`,
		"# comment\n{\n# another\n\"regions\":\n[[1,1,2,2],[1,3,3,2],\n# third\n[4,4,3,2],[4,4,4,2]]}\n# last",
		"\n" + strings.ReplaceAll("\n"+testkit.Must(regions.ParseBoard(want)).Diagram(nil), "\n", "\r\n\t  "),
	} {
		b, err := regions.ParseBoard(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		testkit.WantSame(t, partition(testkit.Must(regions.ParseBoard(want))), partition(b), "%q", text)
	}
}

// Queens and crosses in all their forms.
func TestParseMarks(t *testing.T) {
	const want = "AABB\nACCB\nDDCB\nDDDB\ngiven=c1,a2 blocked=a1,d4"
	for _, text := range []string{
		want,
		"AABB/ACCB/DDCB/DDDB given=c1,a2 blocked=a1,d4",
		testkit.Must(regions.ParseBoard(want)).Diagram(nil),
		`{"n":4,"regions":[[1,1,2,2],[1,3,3,2],[4,4,3,2],[4,4,4,2]],"givens":{"queens":["c1","A2"],"blocked":["a1","d4"]}}`,
		`"AABB/ACCB/DDCB/DDDB given=c1,a2 blocked=a1,d4"`,
		"AABB/ACCB/DDCB/DDDB given=c1,a2 blocked=a1,d4 # a comment",
		"AABB # one\nACCB\u3000# two\nDDCB\nDDDB\n\n# three\n\ngiven=c1,a2\u2003blocked=a1,d4",
	} {
		b, err := regions.ParseBoard(text)
		if err != nil || b.String() != want {
			t.Errorf("%q: %v, %v, want %v", text, b, err, want)
		}
	}
	// Regions whose letters look like marks.
	for text, want := range map[string]string{
		"Qx\nQx": "AB\nAB", "Q": "A",
	} {
		if b, err := regions.ParseBoard(text); err != nil || b.String() != want {
			t.Errorf("%q: %v, %v, want %v", text, b, err, want)
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

func TestString(t *testing.T) {
	for want, b := range map[string]*regions.Board{
		"A":                                 testkit.Must(regions.New([][]int{{5}})),
		"AA\nBB":                            rowsBoard(2),
		"AB\nAB\ngiven=a1":                  testkit.Must(testkit.Must(regions.ParseBoard("ab\nab")).With(regions.Given(squares(t, "a1")...))),
		"AB\nAB\nblocked=b1,a2":             testkit.Must(testkit.Must(regions.ParseBoard("ab\nab")).With(regions.Blocked(squares(t, "a2 b1")...))),
		"AB\nAB\ngiven=a1 blocked=b1,a2":    testkit.Must(regions.ParseBoard("ab\nab\n\nblocked=b1,A2\ngiven=a1")),
		"n=0":                               new(regions.Board),
		strings.Repeat("A", 32) + allRows(): rowsBoard(32),
	} {
		if got := b.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// allRows returns all but the first line of the board of 32 regions that are rows.
func allRows() string {
	var text strings.Builder
	for _, letter := range "BCDEFGHIJKLMNOPQRSTUVWXYZabcdef" {
		text.WriteString("\n" + strings.Repeat(string(letter), 32))
	}
	return text.String()
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

func TestMarshalJSON(t *testing.T) {
	b := testkit.Must(regions.ParseBoard("AAB\nABB\nCCC\ngiven=b1 blocked=a2,c3"))
	const want = `{"n":3,"regions":[[0,0,1],[0,1,1],[2,2,2]],"givens":{"queens":["b1"],"blocked":["a2","c3"]}}`
	if got, err := json.Marshal(b); err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// A file of many boards is a list of them.
func TestArchive(t *testing.T) {
	const archive = `[{"id":1,"regions":[[0,0],[1,1]]},{"id":2,"regions":[["x","y"],["x","y"]]}]`
	var boards []*regions.Board
	testkit.NoError(t, json.Unmarshal([]byte(archive), &boards))
	if got := fmt.Sprint(boards); got != "[AA\nBB AB\nAB]" {
		t.Errorf("got %q", got)
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

// An error says what is wrong, and in which line, in words of its own.
func TestParseBoardWrong(t *testing.T) {
	checkRefused(t, map[string]string{
		"":                          "line 1: no board in the text",
		"\ufeff#\n\n":               "line 1: no board in the text",
		"AAB\nAB\nCCC":              `line 1: "AAB" and 2 lines below are not the rows of a square`,
		"AAB\nABB\nCCD":             `line 1: region D, first on c3, is one more than there are rows`,
		"A,B\nA,":                   `line 1: "A,B" and 1 line below are not the rows of a square`,
		"A,,B\nA,B,C\n,,":           `line 1: "A,,B" and 2 lines below are not the rows of a square`,
		"AB\nAB\nqueens=a1":         `line 1: "AB" and 2 lines below are not the rows of a square`,
		"AB\nAB\ngiven=a1\nAB":      `line 4: "AB" is not a board: want columns, squares, a FEN or a diagram`,
		"AB\nAB\ngiven=a1 given=a1": `line 1: "given=a1": word "given" appears twice`,
		"AB\nAB\ngiven=a1,":         `line 1: "given=a1,": "" is not a square, want one such as "b4"`,
		"AB\nAB\ngiven=b1,c1":       "line 1: given queen c1 is off the board of 2 rows",
		"given=a1":                  `line 1: "given=a1" without a board before it`,
		strings.Repeat("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg\n", 33): "line 1: board of 33 rows, want 0 to 32",

		"{":                       `line 1: a bracket or a quotation mark is not closed`,
		"[[0]] 7":                 `line 1: something stands behind a value, want nothing or another value on the rest of the line`,
		"[null]":                  `line 1: 1 row of 1 square, want as many rows as squares`,
		"[[0,1],[0,null]]":        `line 1: "null" for b2, want a letter, a number or a name`,
		"[[0,1],[0,1.5]]":         `line 1: "1.5" for b2, want a letter, a number or a name`,
		`[[0,1],["a",1]]`:         `line 1: region a, first on a2, is one more than there are rows`,
		`[["a","b"],["a",true]]`:  `line 1: region "true", first on b2, is one more than there are rows`,
		`[["a","b"],["a",["b"]]]`: `line 1: "a" and 1 line below are not the rows of a square`,
		`[[],[]]`:                 `line 1: no board in the text`,
		`{}`:                      `line 1: object without a board, want its "regions"`,
		`{"regions":[[0]],"colorRegions":[["A"]]}`:               `line 1: object with "regions" and "colorregions" for the regions, want one`,
		`{"regions":null}`:                                       `line 1: an object with "regions", which may tell more of the board: want only stars`,
		`{"n":3,"regions":[[0]]}`:                                `line 1: 3 for the size, but there are 1 row`,
		`{"n":"2","regions":[[0]]}`:                              `line 1: "\"2\"" for "n", want one size of the board`,
		`{"regions":[[0]],"givens":{"blocked":[[0,0],[0]]}}`:     `line 1: "[[0,0],[0]]" for "blocked", want a list of squares such as "b4"`,
		`{"regions":[[0]],"givens":{"queens":[[0,1]]}}`:          `line 1: "[[0,1]]" for "queens", want a list of squares such as "b4"`,
		`{"regions":[[0,0],[1,1]],"givens":{"queens":[[0,-1]]}}`: `line 1: "[[0,-1]]" for "queens", want a list of squares such as "b4"`,

		"https://puzz.link/p?starbattle/3/3/2/ega0":   "line 1: link: puzzle of 2 stars a row, want 1",
		"https://puzz.link/p?starbattle/4/3/1/ega0":   `line 1: link: want ?starbattle/ and columns, as many rows, stars and borders`,
		"https://puzz.link/p?starbattle/33/33/1/ega0": `line 1: link: board of 33 rows with 4 digits for the borders`,
		"https://puzz.link/p?starbattle/0/0/1/":       `line 1: link: board of 0 rows with 0 digits for the borders`,
		"https://puzz.link/p?starbattle/3/3/1/ega":    `line 1: link: board of 3 rows with 3 digits for the borders`,
		"https://puzz.link/p?starbattle/3/3/1/egaw":   `line 1: link: borders "egaw", want digits of base 32`,
		"https://puzz.link/p?starbattle/3/3/1/0000":   `line 1: 1 region (A), but there are 3 rows`,
		"https://puzz.link/p?starbattle/3/3/1/uuuu":   `line 1: the region of a2 is one more than there are rows, or its letter is hidden`,
		"https://puzz.link/p?starbattle/3/x/1/ega0":   `line 1: link: want ?starbattle/ and columns, as many rows, stars and borders`,
		"https://puzz.link/p?starbattle/3/3/ega0":     `line 1: link: want ?starbattle/ and columns, as many rows, stars and borders`,
		"https://puzz.link/starbattle/3/3/1/ega0":     `line 1: "https:" and 7 lines below are not the rows of a square`,

		"\n# a board\nAAB\n#\nAB\nCCC":            `line 3: "AAB" and 2 lines below are not the rows of a square`,
		"AB\nA?":                                  `line 1: "?" for b2, want a letter, a number or a name`,
		"10 11\n10":                               `line 1: "10 11" and 1 line below are not the rows of a square`,
		"1 10\n1 100000000000000000000":           `line 1: region "10000000000000000000"…, first on b2, is one more than there are rows`,
		"red,blue\nred,green":                     `line 1: region "green", first on b2, is one more than there are rows`,
		"#\nAB/ABC":                               `line 2: "AB" and 1 line below are not the rows of a square`,
		"AB/AB\n\nAB/AB":                          "line 3: more than one board in the text",
		"AB\nAB\n\ngiven=a1\nblocked=a1":          "line 1: given queen a1 stands on a blocked square",
		"n=0 given=a1":                            `line 1: "n=0 given=a1" without a board before it`,
		"AAB\nABB\nCCC\n\nQ..\n..\n...":           `line 5: "Q.." and 2 lines below are not the rows of a square`,
		"AAB\nABB\nCCC\n\nQ..\n...":               `line 5: "Q.." and 1 line below are not the rows of a square`,
		"AAB\nABB\nCCC\n\nQ..\n.?.\n...":          `line 5: "." for b1, want a letter, a number or a name`,
		"AAB\nABB\nCCC\n\nQ..\n...\nQ..":          `line 5: "." for b1, want a letter, a number or a name`,
		"4x1.AABBAABBCCDDCCD":                     `line 1: "4x1.AABBAABBCCDDCCD" is not a board: want columns, squares, a FEN or a diagram`,
		"2x1.ABAC":                                `line 1: "2x1.ABAC" is not a board: want columns, squares, a FEN or a diagram`,
		"#\n[\n#\n [0, 1],\n [0,\n null]\n]":      `line 2: "null" for b2, want a letter, a number or a name`,
		"\n{\n\"regions\": [[0]],\n":              `line 2: a bracket or a quotation mark is not closed`,
		"{\n\"regions\": [[0]],\n\"givens\":\n7}": `line 1: "7" for "givens", want an object with "queens" and "blocked"`,
		"{\n\"regions\": [[0]],\n\"givens\":{\n\"queens\":[7]}}": `line 1: "queens": "7" is not a square, want one such as "b4"`,
		`{"regions": [[0]], "givens":{"queens":[[0, 0.5]]}}`:     `line 1: "[[0, 0.5]]" for "queens", want a list of squares such as "b4"`,
		`[[[0]], [[0]]]`: "line 1: more than one board in the text",
		"[]":             "line 1: no board in the text",
		`"#Q"`:           `line 1: "#Q" is not a board: want columns, squares, a FEN or a diagram`,
		`" "`:            `line 1: " " by itself, want the rows of a board in a list`,
		"\"AB/A\"":       `line 1: "AB" and 1 line below are not the rows of a square`,
		"[[\"" + strings.Repeat("a", 99) + "\",1],[2,3]]": `line 1: region 2, first on a2, is one more than there are rows`,
	})
}

// checkRefused checks the errors of texts that are no board, in one sentence each.
func checkRefused(t *testing.T, wanted map[string]string) {
	t.Helper()
	for text, want := range wanted {
		b, err := regions.ParseBoard(text)
		wantError(t, strconv.Quote(text), err, "regions: "+want)
		if b != nil {
			t.Errorf("%q: a board beside the error", text)
		}
		if got := readAll(strings.NewReader(text)); len(got) > 2 {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

// A board is not changed by text that it cannot read.
func TestUnmarshalWrong(t *testing.T) {
	b := testkit.Must(regions.ParseBoard("AB\nAB"))
	if err := b.UnmarshalText([]byte("AB\nA")); err == nil {
		t.Error("UnmarshalText reads a board of two rows with three squares")
	}
	err := json.Unmarshal([]byte("[[0,1],[0]]"), b)
	wantError(t, "UnmarshalJSON", err, "regions: line 1: row 2 has 1 square, but there are 2 rows")
	if err := json.Unmarshal([]byte("null"), b); err != nil {
		t.Errorf("UnmarshalJSON refuses null: %v", err)
	}
	if b.String() != "AB\nAB" {
		t.Errorf("board has become %q", b)
	}
}

// Parse never panics, and reads back whatever is written of what it has read.
func FuzzParseBoard(f *testing.F) {
	for _, seed := range []string{
		"AABB\nACCB\nDDCB\nDDDB\ngiven=c1 blocked=d4", "🟥🟦\n🟥🟦", "[[0,0],[1,1]]", `[["A","B"],["A","B"]]`,
		`{"n":2,"regions":[[0,0],[1,1]],"givens":{"queens":[[0,0]],"blocked":[[1,0]]}}`, `{"size":2,"colorRegions":[["A","B"],["A","B"]]}`,
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
