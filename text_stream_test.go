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

	"example.com/queens"
	"example.com/queens/internal/boardtest"
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
		"string":  fmt.Sprintf("%q\n", b),
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
	testkit.Sequential(t)
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
	for _, r := range []io.Reader{strings.NewReader(text.String()), iotest.HalfReader(strings.NewReader(text.String()))} {
		testkit.WantSame(t, want, stream(queens.ReadBoards(r)), "boards in all forms")
	}
	text.Reset()
	large := queens.BigPlacements(65, 100, 1000)
	for _, p := range large {
		columns, _ := json.Marshal(p)
		fmt.Fprintf(&text, "%v\n(%v)\n%s\n%s\n%s\n\n{\"answer\":%s}\n", p, p, p.FEN(), columns, p.Diagram(queens.DiagramStyle{Labels: true}), columns)
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

// TestReadHostile reads texts that are made to take a lot of time or memory.
func TestReadHostile(t *testing.T) {
	testkit.Sequential(t)
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

// Every error about a text is a ParseError with the line, two queens in one row are an AttackError besides, and
// given queens that break the rules are ErrGiven.
func TestParseErrorLines(t *testing.T) {
	for text, want := range map[string]struct {
		line   int
		attack *queens.AttackError
	}{
		"2413\n\n2 4 1 9": {3, nil}, "\n.Q..\n...Q\nQ..z\n..Q.": {2, nil}, "{\"answer\":\n[0,7]}": {1, nil}, "n=4\ngiven=z9": {2, nil}, "": {1, nil},
		"QQ..\n....\n..Q.\n...Q": {1, &queens.AttackError{Queens: [2]queens.Square{{0, 0}, {0, 1}}}},
		"\n2Q1/Q2Q/4/1Q2":        {2, &queens.AttackError{Queens: [2]queens.Square{{2, 0}, {2, 3}}}},
		`{"board":4,"answer":["QQ..","....","....","...."]}`: {1, &queens.AttackError{Queens: [2]queens.Square{{0, 0}, {0, 1}}}},
	} {
		_, parsed := queens.ParsePlacement(text)
		last := parsed
		for _, last = range queens.ReadPlacements(strings.NewReader(text)) {
		}
		for _, err := range []error{parsed, last} {
			wrong, ok := errors.AsType[*queens.ParseError](err)
			if !ok || wrong.Line != want.line || wrong.Err == nil {
				t.Errorf("%q: %v, want an error in line %d", text, err, want.line)
				continue
			}
			attack, ok := errors.AsType[*queens.AttackError](err)
			if ok != (want.attack != nil) || ok && *attack != *want.attack || errors.Is(err, queens.ErrGiven) != ok {
				t.Errorf("%q: %v, want %v", text, err, want.attack)
			}
		}
	}
	broken := errors.New("broken")
	for _, end := range queens.ReadPlacements(io.MultiReader(strings.NewReader("2413\n[1"), iotest.ErrReader(broken))) {
		if _, ok := errors.AsType[*queens.ParseError](end); end != nil && (ok || !errors.Is(end, broken) || end.Error() != "queens: line 2: broken") {
			t.Errorf("the error of a reader becomes %v", end)
		}
	}
}

// Boards and placements in JSON are read from what text has as well, and stay as they are if that is wrong.
func TestUnmarshalJSON(t *testing.T) {
	for text, want := range map[string]string{
		`"n=4 given=b1"`: "n=4 given=b1", `8`: "n=8", `[1,-1,0,2]`: "n=4 given=b1,a3,c4", `[".Q..","....","....","..x."]`: "n=4 given=b1 blocked=c4",
		`{"board":{"n":4,"given":["b1"],"blocked":["c4"],"torus":true}}`: "n=4 torus given=b1 blocked=c4", `{"board":"n=4","given":["b1"]}`: "n=4 given=b1",
		`{"n":4,"answer":[1,null,0,2]}`: "n=4 given=b1,a3,c4", `{"board":"n=4","given":["b1"],"blocked":["a4"]}`: "n=4 given=b1 blocked=a4",
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

// Lines for boards have at most 16 MiB, which no placement needs.
func TestReadTooLong(t *testing.T) {
	testkit.Sequential(t)
	for most, want := range map[int][]string{16 << 20: {"n=8", "n=4"}, 16<<20 + 1: {"queens: line 1: too long for a board", "n=4"}} {
		text := "n=8" + strings.Repeat(" ", most-3)
		if got := stream(queens.ReadBoards(strings.NewReader(text + "\n4"))); !slices.Equal(got, want) {
			t.Errorf("a line of %d bytes is read as %q", most, got)
		}
		if p, err := queens.ParsePlacement(text); err != nil || len(p) != 8 {
			t.Errorf("%d bytes are read as %v, %v", most, p, err)
		}
	}
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
