package queens_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"example.com/queens/internal/boardtest"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// stream reads a text as placements or as boards, each as its text or its error.
func stream[T fmt.Stringer](items iter.Seq2[T, error]) []string {
	var read []string
	for item, err := range items {
		if err != nil {
			read = append(read, err.Error())
		} else {
			read = append(read, item.String())
		}
	}
	return read
}

// readers read a text in several ways, all of which must give the same.
func readers(text string) map[string]io.Reader {
	return map[string]io.Reader{
		"at once":         strings.NewReader(text),
		"by bytes":        iotest.OneByteReader(strings.NewReader(text)),
		"with the end":    iotest.DataErrReader(strings.NewReader(text)),
		"at last nothing": io.MultiReader(strings.NewReader(text), strings.NewReader("")),
	}
}

// forms writes a board in every form that carries it, with what separates it from the next
// in a stream.
func forms(t *testing.T, b *queens.Board) map[string]string {
	t.Helper()
	given := queens.NewPlacement(b.N())
	for queen := range b.Given() {
		given[queen.Row] = queen.Col
	}
	encoded := testkit.Must(json.Marshal(map[string]any{"board": b, "seed": 7, "steps": []any{"{", "]"}}))
	columns := testkit.Must(json.Marshal(given))
	var pretty bytes.Buffer
	testkit.NoError(t, json.Indent(&pretty, encoded, "", "  "))
	words, _, _ := strings.Cut(b.String()+" given=", " given=")
	blocked := ""
	if _, list, ok := strings.Cut(b.String(), " blocked="); ok {
		words += " blocked=" + list
		blocked = " blocked=" + list
	}
	torus := ""
	if b.Toroidal() {
		torus = "torus "
	}
	written := map[string]string{
		"words":   b.String() + "\n",
		"string":  fmt.Sprintf("%q ", b),
		"object":  string(encoded),
		"pretty":  pretty.String() + "\r\n",
		"list":    "[" + string(encoded) + " ]",
		"squares": words + " " + squareNames(given) + "\n",
		"columns": torus + strings.TrimSpace(blocked) + " " + string(columns) + "\n",
		"vector":  torus + "n=" + fmt.Sprint(b.N()) + blocked + " " + given.String() + "\n",
		"tuple":   torus + blocked + " (" + strings.ReplaceAll(given.String(), " ", ", ") + ")\n",
		"FEN":     torus + strings.TrimSpace(blocked) + " " + given.FEN() + " w - - 0 1\n",
		"diagram": torus + "\n" + b.Diagram(nil, queens.DiagramStyle{Labels: true, RankUp: true}) + "\n",
		"grid":    torus + "\n" + b.Diagram(nil, queens.DiagramStyle{Labels: true, Grid: true, Empty: " "}) + "# end\n\n",
	}
	if !slices.ContainsFunc(given, func(col int) bool { return col != queens.Empty }) {
		delete(written, "squares")
	}
	return written
}

// TestReadMixed reads random boards in all forms, one after another, also those of boards
// that are larger than MaxN.
func TestReadMixed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	var want []string
	for len(want) < 2000 {
		spec := boardtest.RandomSpec(rng, 2+rng.IntN(9))
		if spec.Contradicts() {
			continue
		}
		b := spec.Board(t)
		all := forms(t, b)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			text.WriteString(all[name])
			want = append(want, b.String())
		}
	}
	for way, r := range readers(text.String()) {
		got := stream(queens.ReadBoards(r))
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("%s: board %d is %s, want %s", way, i, got[i], want[i])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d boards, want %d", way, len(got), len(want))
		}
	}
	text.Reset()
	large := queens.BigPlacements(65, 100, 1000)
	for _, p := range large {
		columns, _ := json.Marshal(p)
		fmt.Fprintf(&text, "%v\n(%v)\n%s\n%s\n%s\n\n{\"answer\":%s}", p, p, p.FEN(), columns, p.Diagram(queens.DiagramStyle{Labels: true}), columns)
	}
	i := 0
	for p, err := range queens.ReadPlacements(strings.NewReader(text.String())) {
		if err != nil || !slices.Equal(p, large[i/6]) {
			t.Fatalf("placement %d is %v, %v", i, p, err)
		}
		i++
	}
	if i != 6*len(large) {
		t.Errorf("%d placements, want %d", i, 6*len(large))
	}
}

// TestReadGoesOn leaves a loop and goes on in another, pulls placements, and reads from readers that fail.
func TestReadGoesOn(t *testing.T) {
	boards := queens.ReadBoards(strings.NewReader("4\n5\n[\"n=6\",\"n=7\"]\n8\n"))
	var sizes []int
	for range 2 {
		for b, err := range boards {
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, b.N())
			if b.N() == 6 {
				break
			}
		}
	}
	if !slices.Equal(sizes, []int{4, 5, 6, 7, 8}) {
		t.Errorf("sizes %v", sizes)
	}
	next, stop := iter.Pull2(queens.ReadPlacements(strings.NewReader("1\n2413\n")))
	if p, err, ok := next(); p.String() != "1" || err != nil || !ok {
		t.Errorf("%v, %v, %v", p, err, ok)
	}
	stop()
	failed := errors.New("the network is down")
	for _, text := range []string{"2413\n24", "2413\n[1,3", "2413\n[[1],", "2413\n", "2413\n(1", "2413\n3 . . .\n", "2413\n\"n=4", "2413\n. Q"} {
		read := stream(queens.ReadBoards(io.MultiReader(strings.NewReader(text), iotest.ErrReader(failed))))
		if len(read) < 2 || read[0] != "n=4 given=b1,d2,a3,c4" || read[len(read)-1] != "queens: line 2: the network is down" && read[len(read)-1] != "queens: line 3: the network is down" {
			t.Errorf("%q: %q", text, read)
		}
	}
	for _, err := range queens.ReadPlacements(iotest.ErrReader(failed)) {
		if !errors.Is(err, failed) {
			t.Errorf("the error is %v", err)
		}
	}
	if read := stream(queens.ReadBoards(iotest.ErrReader(nil))); !slices.Equal(read, []string{"queens: line 1: multiple Read calls return no data or error"}) {
		t.Errorf("a reader that reads nothing: %q", read)
	}
}

// A FEN that begins with a queen, "Q1/2", begins like a square, but the next line is another board.
func TestReadLinesOfFEN(t *testing.T) {
	for n := 2; n <= 4; n++ {
		var text strings.Builder
		var want []string
		for p := range everyPlacement(n) {
			fmt.Fprintln(&text, p.FEN())
			want = append(want, p.String())
		}
		if got := stream(queens.ReadPlacements(strings.NewReader(text.String()))); !slices.Equal(got, want) {
			t.Errorf("n = %d: %d placements are read as %d: %.200q", n, len(want), len(got), got)
		}
	}
	if got := stream(queens.ReadPlacements(strings.NewReader("a1\nQ1/2\nb1\n"))); !slices.Equal(got, []string{"1", ". 1", "2 ."}) {
		t.Errorf("a FEN between squares is read as %q", got)
	}
}

// TestReadTooLong reads lines and values that are longer than any board. Reading goes on after
// such a line, and ends after such a value.
func TestReadTooLong(t *testing.T) {
	const most = 16<<20 + 1<<16
	const tooLong = "queens: line 2: too long for a board"
	for long, want := range map[string][]string{
		"n=8 " + strings.Repeat(" ", most):               {"n=4", tooLong, "n=5"},
		strings.Repeat("1 ", most):                       {"n=4", tooLong, "n=5"},
		"{\"board\":" + strings.Repeat(" ", most) + "8}": {"n=4", tooLong, "n=5"},
		"[1,\n " + strings.Repeat(" ", most) + "2\n]":    {"n=4", tooLong},
		"[[" + strings.Repeat("7", most) + "]]":          {"n=4", tooLong, "n=5"},
		"\n" + strings.Repeat(".Q.\n", most/4) + "\n":    {"n=4", "queens: line 3: too long for a board", "n=5"},
	} {
		read := stream(queens.ReadBoards(strings.NewReader("4\n" + long + "\n[\"n=5\"]\n")))
		if !slices.Equal(read, want) {
			t.Errorf("%.20q: %.100q, want %q", long, read, want)
		}
	}
}

// TestReadHostile reads texts that are made to take a lot of time or memory.
func TestReadHostile(t *testing.T) {
	size := testkit.Fewer(1<<20, 1<<17)
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for _, text := range []string{
		repeat("["), repeat("[["), repeat("{"), repeat("[\n"), repeat("{\n"), repeat("\"\n"), repeat("(\n"), repeat("torus\n"), repeat("\n"), repeat("#\n"), repeat("# "),
		repeat("]"), repeat(","), repeat("1 .\n2 .\n"), repeat("1 . . .\n2 . . .\n3 . . .\n"), repeat("[1,\n"), repeat("[]"), repeat("[[]"), repeat("{}"), repeat("null\n"),
		repeat("[null,"), repeat("\"\""), repeat("given=a1\n"), repeat("a\n"), repeat("3 .\n#\n"), repeat("\uFEFF"), repeat("\u00a0"), repeat("\\\""), "[" + repeat("8,"),
		repeat("{\"answers\":[[0],"), repeat("n=0\n"), repeat(strings.Repeat(". ", 1000) + "\n"), repeat("9 " + strings.Repeat(". ", 1000) + "\n"),
		repeat("[") + "8" + repeat("]"), repeat("[[\"a\","), repeat("[[1,"), repeat("[\"a\",[\"b\"],"), repeat("+-+\n"), repeat("b1\n"), repeat("b1,\n"), repeat("0 1 0\n"),
		repeat("Qs = [1]\nfalse.\n"), repeat("[{\"a\":"), repeat("[('"),
	} {
		items := 0
		if bytes := testkit.Allocated(func() {
			for range queens.ReadBoards(strings.NewReader("2413\n" + text)) { // of errors before it only the first would count
				items++
			}
		}); bytes > 250*size+1500*items {
			t.Errorf("%.10q…: %d bytes allocated for %d items", text, bytes, items)
		}
	}
}

// FuzzRead reads streams: in whatever portions they come, the items are the same, what is
// read is read again from its text, and the next line is not lost unless JSON is open.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"2413\n2 4 1 3\n", "[1,3,0,2]\n[[0],[1,3,0,2]]", "torus\n3 . .\n2 Q .\n", "{\"board\":\"n=4\",\"answers\":[[1,3,0,2]]}", "3 . . .\n2 . . .\n", "# x\n\uFEFF8\n",
		"+-+-+\n| |Q|\n+-+-+\n| |x|\n+-+-+\n", "(1 .\n)", "[1,\n{\"a\":\"\n]\n8\n", "null", "\xff\xfe8", "n=5 torus blocked=a1 given=b2\n", "Q/ w - - 0 1\n", "  a b\n2 . .\n1 Q x\n", "00\nB\n\n0 AA", "A\nA0\n\nB\nB B\n ", "|" + strings.Repeat("0", 65) + "\n0/\n0/",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		boards, placements := stream(queens.ReadBoards(strings.NewReader(text))), stream(queens.ReadPlacements(strings.NewReader(text)))
		// A board that is too large counts as read, and ends the leaving out of errors alike. As a placement it may be wrong.
		isTooLarge := func(b string) bool { return strings.Contains(b, "out of range 0..64") }
		// Errors alike are left out as long as nothing has been read: a size is a board, and no placement.
		startsWrong := func(items []string) bool { return len(items) > 0 && strings.HasPrefix(items[0], "queens: ") }
		if len(boards) != len(placements) && !slices.ContainsFunc(boards, isTooLarge) && !startsWrong(boards) && !startsWrong(placements) {
			t.Errorf("%q: %d boards %q, %d placements %q", text, len(boards), boards, len(placements), placements)
		}
		if got := stream(queens.ReadBoards(iotest.OneByteReader(strings.NewReader(text)))); !slices.Equal(got, boards) {
			t.Errorf("%q: by bytes %q, at once %q", text, got, boards)
		}
		for _, item := range slices.Concat(boards, placements) {
			if len(item) > 400 && strings.HasPrefix(item, "queens: ") {
				t.Errorf("%q: the error is %q", text, item)
			}
		}
		read := 0
		for _, b := range boards {
			if strings.HasPrefix(b, "queens: ") {
				continue
			}
			read++
			if again := stream(queens.ReadBoards(strings.NewReader(b))); !slices.Equal(again, []string{b}) {
				t.Errorf("%q is read as %q", b, again)
			}
		}
		ends := strings.ContainsAny(text, `[](){}"`) || !utf8.ValidString(text) || slices.ContainsFunc(boards, func(b string) bool { return strings.Contains(b, "line of a program") })
		more := stream(queens.ReadBoards(strings.NewReader(text + "\n\n\n{\"board\":13}")))
		// What follows can change which errors a text has, but it must not lose a board.
		if !ends && (len(more) <= read || more[len(more)-1] != "n=13") {
			t.Errorf("%q hides the board after it: %q", text, more)
		}
	})
}

// Every error of a reader is a ParseError with the line, in words of this package, and two queens in one row
// are an AttackError besides.
func TestParseErrorLines(t *testing.T) {
	for text, want := range map[string]queens.ParseError{
		"2413\n\n2 4 1 9":          {3, nil},
		"\n.Q..\n...Q\nQ..z\n..Q.": {2, nil},
		"\n[1,3,\n0,9]":            {2, nil},
		"[[1,3,0,2],\n\n[1,3,0,":   {1, nil},
		"{\"answer\":\n[0,7]}":     {1, nil},
		"n=4\ngiven=z9":            {2, nil},
		"QQ..\n....\n..Q.\n...Q":   {1, &queens.AttackError{[2]queens.Square{{0, 0}, {0, 1}}}},
		"\n2Q1/Q2Q/4/1Q2":          {2, &queens.AttackError{[2]queens.Square{{2, 0}, {2, 3}}}},
		"a2 c1 b1":                 {1, &queens.AttackError{[2]queens.Square{{0, 1}, {0, 2}}}},
		`{"board":4,"answer":["QQ..","....","....","...."]}`: {1, &queens.AttackError{[2]queens.Square{{0, 0}, {0, 1}}}},
		"*..*\n....\n....\n....":                             {1, &queens.AttackError{[2]queens.Square{{0, 0}, {0, 3}}}},
		"":                                                   {1, nil},
	} {
		_, parsed := queens.ParsePlacement(text)
		last := parsed
		for _, err := range queens.ReadPlacements(strings.NewReader(text)) {
			last = err
		}
		for _, err := range []error{parsed, last} {
			wrong, ok := errors.AsType[*queens.ParseError](err)
			if !ok || wrong.Line != want.Line || wrong.Err == nil {
				t.Errorf("%q: %v, want an error in line %d", text, err, want.Line)
				continue
			}
			attack, ok := errors.AsType[*queens.AttackError](err)
			if ok != (want.Err != nil) || ok && *attack != *want.Err.(*queens.AttackError) || errors.Is(err, queens.ErrGiven) != ok {
				t.Errorf("%q: %v, want %v", text, err, want.Err)
			}
		}
	}
	for _, err := range []error{queens.Placement{0, 1}.Check(), testkit.Must(queens.New(3, queens.Toroidal())).Check(queens.Placement{0, 2, 1})} {
		if _, ok := errors.AsType[*queens.AttackError](err); !ok {
			t.Errorf("%v is no AttackError", err)
		}
	}
}

// Boards and placements in JSON are read from what text has as well, and stay as they are if that is wrong.
func TestUnmarshalJSON(t *testing.T) {
	for text, want := range map[string]string{
		`"n=4 given=b1"`: "n=4 given=b1", `8`: "n=8", `[1,-1,0,2]`: "n=4 given=b1,a3,c4", `[".Q..","....","....","..x."]`: "n=4 given=b1 blocked=c4",
		`{"board":{"n":4,"given":["b1"],"blocked":["c4"],"torus":true}}`: "n=4 torus given=b1 blocked=c4", `{"board":"n=4","given":["b1"]}`: "n=4 given=b1",
		`{"n":4,"answer":[1,null,0,2]}`: "n=4 given=b1,a3,c4", `{"board":"n=4","givens":{"queens":["b1"],"blocked":["a4"]}}`: "n=4 given=b1 blocked=a4",
	} {
		var b struct{ Board queens.Board }
		if err := json.Unmarshal([]byte(`{"Board":`+text+`}`), &b); err != nil || b.Board.String() != want {
			t.Errorf("%s is read as %v, %v", text, &b.Board, err)
		}
	}
	b, p := testkit.Must(queens.New(5)), queens.Placement{0, 2}
	for _, text := range []string{`[0,0.5]`, `"4x"`, `{"a":1}`, `[1,9]`, `{"board":5,"n":4}`, `{"board":5,"queens":["a1"]}`, `{"board":5,"torus":1}`, `{"board":5,"given":["f1"]}`, `{"board":5,"Board":4}`} {
		if err := b.UnmarshalJSON([]byte(text)); err == nil || b.N() != 5 || strings.Contains(err.Error(), "json") {
			t.Errorf("%s: board %v, %v", text, b, err)
		}
	}
	for _, text := range []string{`{}`, `"2413"`, `[0,0.5]`, `[0,"1"]`, `[[0]]`, `[1e99]`} {
		if err := json.Unmarshal([]byte(text), &p); err == nil || !slices.Equal(p, queens.Placement{0, 2}) || strings.Contains(err.Error(), "json") {
			t.Errorf("%s: placement %v, %v", text, p, err)
		}
	}
	if err := json.Unmarshal([]byte("[1,null,-1,2]"), &p); err != nil || p.String() != "2 . . 3" {
		t.Errorf("null in a placement: %v, %v", p, err)
	}
	var boards []queens.Board
	if err := json.Unmarshal([]byte("[8,null]"), &boards); err != nil || boards[0].N() != 8 || boards[1].N() != 0 {
		t.Errorf("null in a list is read as %v, %v", boards, err)
	}
	if err := json.Unmarshal([]byte("null"), b); err != nil || b.N() != 5 {
		t.Errorf("null makes %v of a board, %v", b, err)
	}
}

// A patient reads a line, and then notes that it is asked for more.
type patient struct {
	line  io.Reader
	asked bool
}

func (p *patient) Read(b []byte) (int, error) {
	n, err := p.line.Read(b)
	p.asked = p.asked || err == io.EOF
	return n, err
}

// What cannot go on in the next line is yielded before that is there.
func TestReadAtOnce(t *testing.T) {
	for _, line := range []string{"2413", "2 4 1 3", "(2, 4, 1, 3)", "[1,3,0,2]", "b1 d2 a3 c4", "2Q1/Q3/3Q/1Q2", "torus 2 4 1 3", `{"answer":[1,3,0,2]}`, `[{"answer":[1,3,0,2]},`, `"2413"`, "Solution 1: 2 4 1 3"} {
		r := &patient{line: strings.NewReader(line + "\n")}
		for p, err := range queens.ReadPlacements(r) {
			if err != nil || r.asked {
				t.Errorf("%s: %v, %v, asked for more: %v", line, p, err, r.asked)
			}
			break
		}
	}
}
