package regions_test

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
)

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

func TestReadBoards(t *testing.T) {
	testkit.Sequential(t)
	three := []string{"AAB/ABB/CCC", "AB/AB", "AAB/ABB/CCC/given=b1 blocked=a3"}
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blank", " \n\n# only this\n", nil},
		{"an empty list", "[]", nil},
		{"blocks", "AAB\nABB\nCCC\n\nAB\nAB\n\nAAB\nABB\nCCC\ngiven=b1 blocked=a3\n", three},
		{"words after an empty line", "AAB\nABB\nCCC\n\nAB\nAB\n\nAAB\nABB\nCCC\n\ngiven=b1\n\nblocked=a3", three},
		{"lines", "AAB/ABB/CCC\nAB/AB\nAAB/ABB/CCC given=b1 blocked=a3", three},
		{"lines of all forms", "AAB/ABB/CCC\np?starbattle/2/2/1/o0\n\n\"AAB/ABB/CCC given=b1 blocked=a3\"", three},
		{"numbers", "1 1 2\n1 2 2\n30 30 30\n\n5,6\n5,6\n\n1,1,2/1,2,2/3,3,3 given=b1 blocked=a3", three},
		{"JSON", `[[0,0,1],[0,1,1],[2,2,2]]{"regions":[["a","b"],["a","b"]]} {"n":3,"regions":["AAB","ABB","CCC"],"givens":{"queens":["b1"],"blocked":["a3"]}}`, three},
		{"a list of objects", `[{"regions":["AAB","ABB","CCC"]} ,{"regions":[["a","b"],["a","b"]]},` + "\n\n" + `{"n":3,"regions":["AAB","ABB","CCC"],"givens":{"queens":["b1"],"blocked":["a3"]}}]`, three},
		{"a list of texts", "\n[\n\"AAB/ABB/CCC\",\n\"AB/AB\", \"AAB\\nABB\\nCCC\\ngiven=b1 blocked=a3\"]", three},
		{"a list of matrices and objects", "[ # no comment\n", []string{"regions: line 1: a bracket or a quotation mark is not closed"}},
		{"a list of matrices", "[\n# comment\n [\n[0,0,1],[0,1,1],[2,2,2]],[[0,1],[0,1]],{\"regions\":[[0,0,1],[0,1,1],[2,2,2]],\"givens\":{\"queens\":[\"b1\"],\"blocked\":[\"a3\"]}}]", three},
		{"a mixture", "AAB\nABB\nCCC\n[[0,1],\n[0,1]]\nAAB\nABB\nCCC\ngiven=b1 blocked=a3", three},
		{"drawings", testkit.Must(regions.ParseBoard("AAB\nABB\nCCC")).Diagram(nil) + "\n" + testkit.Must(regions.ParseBoard("AB\nAB")).Diagram(nil) + "\n\n" + testkit.Must(regions.ParseBoard("AAB\nABB\nCCC\ngiven=b1 blocked=a3")).Diagram(nil), three},
		{"no rows", "n=0\n\nA\n\n{\"n\":0,\"regions\":[]}", []string{"n=0", "A", "n=0"}},

		{"a wrong board", "AAB\nABB\nCCC\n\nAB\nA\n\nAB\nAB", []string{"AAB/ABB/CCC", "regions: line 5: \"AB\" and 1 line below are not the rows of a square", "AB/AB"}},
		{"wrong lines", "AB/AB\nAB/A\nAB/AB given=a9\n#\nAB/AB", []string{"AB/AB",
			"regions: line 2: \"AB\" and 1 line below are not the rows of a square", "regions: line 3: given queen a9 is off the board of 2 rows", "AB/AB"}},
		{"wrong values", "{\n\"regions\":7}\n[[0,1],[0,1]][[0,1]]\n{\"a\" 1}\"AB/AB\"", []string{
			`regions: line 1: an object with "regions", which may tell more of the board: want only stars`, "AB/AB",
			"regions: line 3: row 1 has 2 squares, but there is 1 row", `regions: line 4: brackets, commas and values do not make a list or an object`}},
		{"words alone", "given=a1\n\nAB/AB\n\ngiven=a1", []string{`regions: line 1: "given=a1" without a board before it`, "AB/AB", `regions: line 5: "given=a1" without a board before it`}},
		{"a value that breaks off", "AB/AB\n{\n\"a\":[\n", []string{"AB/AB", "regions: line 2: a bracket or a quotation mark is not closed"}},
		{"a list that breaks off", "[{},\n{\"regions\":[[0]]}\n", []string{`regions: line 1: object without a board, want its "regions"`, "A", "regions: line 3: a bracket or a quotation mark is not closed"}},
		{"a list with letters", "[{\"regions\":[[0]]},\nAB]", []string{"A", `regions: line 2: "AB" is not a board`}},
		{"a long line", "AB/AB\n" + strings.Repeat("A", 1<<25), []string{"AB/AB", "regions: line 2: too long for a board"}},
		{"a long value", "AB/AB\n{" + strings.Repeat("\n", 1<<25), []string{"AB/AB", "regions: line 2: too long for a board"}},
		{"many brackets", "AB/AB\n" + strings.Repeat("[", 1<<21), []string{"AB/AB", "regions: line 2: a bracket or a quotation mark is not closed"}},
	} {
		for how, r := range map[string]io.Reader{
			"at once": strings.NewReader(test.text), "by bytes": iotest.OneByteReader(strings.NewReader(test.text)), "with the end": iotest.DataErrReader(strings.NewReader(test.text)),
		} {
			if len(test.text) > 1<<20 && how != "at once" {
				continue
			}
			if got := readAll(r); !slices.Equal(got, test.want) {
				t.Errorf("%s, %s:\n%q, want\n%q", test.name, how, got, test.want)
			}
		}
	}
}

// Comments and lists of many megabytes are read, though a board may take only one.
func TestReadBoardsLong(t *testing.T) {
	testkit.Sequential(t)
	count := testkit.Fewer(100_000, 10_000)
	one := `{"id":1,"text":"` + strings.Repeat("x", 40) + `","regions":[[0,1],[0,1]]},`
	list := "# " + strings.Repeat("long ", 1<<20) + "\n[" + strings.TrimSuffix(strings.Repeat(one, count), ",") + "]"
	boards := 0
	for b, err := range regions.ReadBoards(strings.NewReader(list)) {
		if err != nil || b.N() != 2 {
			t.Fatalf("%v, %v", b, err)
		}
		boards++
	}
	if boards != count {
		t.Errorf("%d boards, want %d", boards, count)
	}
}

// The error of the reader is the last, and wrapped.
func TestReadBoardsError(t *testing.T) {
	wrong := errors.New("wrong")
	for text, want := range map[string][]string{
		"":                           {"regions: line 1: wrong"},
		"AB\nAB\n":                   {"AB/AB", "regions: line 3: wrong"},
		"AB\nAB\n\nAB":               {"AB/AB", "regions: line 4: wrong"},
		"[[0,1],[0,1]]\n":            {"AB/AB", "regions: line 2: wrong"},
		`[[0,1],[`:                   {"regions: line 1: wrong"},
		"[\n[[0,1],[0,1]],\n[[0,1],": {"AB/AB", "regions: line 3: wrong"},
	} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(wrong))
		if got := readAll(r); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, err := range regions.ReadBoards(iotest.ErrReader(wrong)) {
		if !errors.Is(err, wrong) {
			t.Errorf("error %v does not wrap that of the reader", err)
		}
	}
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

// ReadBoards never panics or hangs, and reads back whatever it has read; cut anywhere, the
// stream is read alike.
func FuzzReadBoards(f *testing.F) {
	for _, seed := range []string{
		"AAB\nABB\nCCC\n\n.Q.\n...\n...\n\ngiven=a3\n", "AB/AB\n[[0,1],[0,1]]", "[{\"regions\":[[0,1],[0,1]]},[[0]]]", "[\"AB/AB\",\"AB\"]", "# \n[#\n[\n[0]]]", "\ufeff{\"\\\"]\":7}",
	} {
		f.Add(seed)
	}
	for _, text := range forms {
		f.Add(text)
		f.Add(strings.ReplaceAll(text, " ", "\u2003"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkReaders(t, text, len(text))
		got := readAll(strings.NewReader(text))
		if parts := readAll(iotest.OneByteReader(strings.NewReader(text))); !slices.Equal(got, parts) {
			t.Fatalf("%q: %q, and byte by byte %q", text, got, parts)
		}
		if len(got) > len(text) {
			t.Fatalf("%q: %d boards and errors", text, len(got))
		}
		for b, err := range regions.ReadBoards(strings.NewReader(text)) {
			if err != nil {
				if !strings.HasPrefix(err.Error(), "regions: ") || strings.Contains(err.Error(), "json:") {
					t.Fatalf("%q: error %q", text, err)
				}
				continue
			}
			checkRoundTrip(t, b)
		}
	})
}
