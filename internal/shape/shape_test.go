package shape_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	. "example.com/queens/internal/shape"
)

var shapes = []string{"none", "words", "list", "grid", "pairs", "object", "tree", "code"}

// dump writes an item in one line.
func dump(item *Item) string {
	var b strings.Builder
	if fmt.Fprintf(&b, "%d %s", item.Line, shapes[item.Shape]); item.Err != nil {
		return fmt.Sprintf("%d error: %v", item.Line, item.Err)
	}
	texts := func(before string, cells []Cell) {
		for i, c := range cells {
			if i == 0 {
				b.WriteString(before)
			}
			b.WriteString(" " + c.Text)
		}
	}
	if item.Notes != nil {
		fmt.Fprintf(&b, " %q", item.Notes)
	}
	texts(" words", item.Words)
	texts(" above", item.Above)
	texts(":", item.Cells)
	for i, row := range item.Rows {
		texts([]string{":", " /"}[min(i, 1)], row)
	}
	if item.Shape == Object || item.Shape == Tree {
		b.WriteString(" " + item.Node.Raw)
	}
	return b.String()
}

func items(r *Reader) string {
	var all []string
	for item := r.Next(); item != nil; item = r.Next() {
		all = append(all, dump(item))
	}
	return strings.Join(all, "; ")
}

// TestItems has the rows of the table in the package comment, and what may stand around the cells. A
// text that begins with ! is read where numbers are rows.
func TestItems(t *testing.T) {
	const grid = ": . Q . . / . . . Q / Q . . . / . . Q ."
	for text, want := range map[string]string{
		// Values in brackets and quotation marks.
		`{"a":[1,2]}`:                       `1 object {"a":[1,2]}`,
		`{'a': 1,}`:                         `1 object {'a': 1,}`,
		`"2 4 1 3"`:                         "1 list: 2 4 1 3",
		`["ab","cd"]`:                       "1 grid: a b / c d",
		`[["a","b"],["c","d"],]`:            "1 grid: a b / c d",
		"[['a' 'b']\n ['c' 'd']]":           "1 grid: a b / c d",
		"{{a,b},{c,d}}":                     "1 grid: a b / c d",
		"[a, b]\n[c, d]":                    "1 grid: a b / c d",
		"[[[0,1],[1,0]],[[1,0],[0,1]]]":     "1 pairs: 0 1 / 1 0; 1 pairs: 1 0 / 0 1",
		"[(0, 1), (1, 3)]":                  "1 pairs: 0 1 / 1 3",
		`[{"row":0,"col":1},{"c":3,"r":2}]`: "1 pairs: 0 1 / 2 3",
		"[1,3,0,2]":                         "1 list: 1 3 0 2",
		"[1,0]":                             "1 list: 1 0",
		"[2 4 1 3; 3 1 4 2]":                "1 list: 2 4 1 3; 1 list: 3 1 4 2",
		"[[1,3,0,2],[2,0,3,1]]":             "1 list: 1 3 0 2; 1 list: 2 0 3 1",
		"[null, [1,3,0,2]]":                 "1 list: null; 1 list: 1 3 0 2",
		"[[a,[b]]]":                         "1 tree [a,[b]]",
		"[[a],[b,c]]":                       "1 list: a; 1 list: b c",
		"array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])": "1 grid: 0 1 0 / 0 0 1 / 1 0 0",
		"Qs = [2, 4, 1, 3] ;\nfalse.":              "1 list: 2 4 1 3",

		// Lines of text.
		"n=4 torus\n2413":                   "1 words words n=4 torus; 2 list: 2413",
		"n=4 2 4 1 3":                       "1 list words n=4: 2 4 1 3",
		"n=4 c1\nn=4 c1\nb4":                "1 list words n=4: c1; 2 list words n=4: c1 b4",
		"2Q1/Q3/3Q/1Q2 w - - 0 1":           "1 code: 2Q1 Q3 3Q 1Q2 w - - 0 1",
		"4x1.AABB":                          "1 code: 4x1.AABB",
		"pzprv3\nstarbattle\n# .\n\n1":      "1 code: pzprv3 starbattle # .; 5 list: 1",
		"Solution 1:\n2 1\nBoard no 2\n1 2": `2 list ["Solution 1:"]: 2 1; 4 list ["Board no 2"]: 1 2`,
		"import x from 'y';":                `1 error: line 1: "import x from 'y';" is a line of a program, want only the board`,
		"+-+-+\n|A  |\n+-+-+\n|B  |\n+-+-+": "1 grid: A  / B ",
		"a b\nc d":                          "1 grid: a b / c d",
		"2 4 1 3\n3 1 4 2":                  "1 list: 2 4 1 3; 2 list: 3 1 4 2",
		"!0 1\n1 0\n":                       "1 grid: 0 1 / 1 0",
		"!2\n1\nAA\nBB":                     "1 grid above 2 1: A A / B B",
		"b1\nd2\n":                          "1 list: b1 d2",
		"b1, d2,\na3 c4":                    "1 list: b1 d2 a3 c4",
		"Q\nQ\n.":                           "1 list: Q; 2 list: Q; 3 list: .",
		"Q . z":                             "1 list: Q . z",
		"1 3\n2 1\n3 2":                     "1 pairs: 1 3 / 2 1 / 3 2",

		// Around the cells of a grid.
		".Q..\n...Q\nQ...\n..Q.\n":                                                           "1 grid" + grid,
		"# one\n.Q..\n...Q # b\n\nQ...\n":                                                    "2 error: line 2: 2 rows of 4 squares, want as many rows as squares; 5 list: Q . . .",
		".,Q,.,.\n.,.,.,Q\nQ,.,.,.\n.,.,Q,.":                                                 "1 grid" + grid,
		"'.';'Q'\n'Q';'.'":                                                                   "1 grid: . Q / Q .",
		"  a b c d\n4 . . Q .\n3 Q . . .\n2 . . . Q\n1 . Q . .":                              "1 grid" + grid,
		"  0 1 2 3\n0 . Q . . 0\n1 . . . Q 1\n2 Q . . . 2\n3 . . Q . 3\n":                    "1 grid" + grid,
		"| . Q . . |\n| . . . Q |\n| Q . . . |\n| . . Q . |":                                 "1 grid" + grid,
		"+---+---+\n| a | b |\n+---+---+\n| c |   |\n+---+---+\n":                            "1 grid: a b / c ",
		"┌─┬─┐\n│a│b│\n├─┼─┤\n│c│d│\n└─┴─┘":                                                  "1 grid: a b / c d",
		"| | |\n|---|---|\n|a|b|\n|c|d|":                                                     "1 grid: a b / c d",
		"     [,1] [,2] [,3]\n[1,]    a    b    c\n[2,]    d    e    f\n[3,]    g    h    i": "1 grid: a b c / d e f / g h i",
		"Q  \n Q \n  Q":              "1 grid: Q   /  Q  /   Q",
		"\tQ\nQ\t":                   "1 grid:  Q / Q ",
		"ab\ncd\n--\nef\ngh":         "1 grid: a b / c d; 4 grid: e f / g h",
		"ab\ncd\nBoard no 2\nef\ngh": `1 grid: a b / c d; 4 grid ["Board no 2"]: e f / g h`,
		"ab\ncde":                    "1 error: line 2: 3 squares, but 2 in line 1: want the rows of a square",
		strings.Repeat("ab\n", 1000): "1 error: line 3: more than 2 rows of 2 squares",

		// What is wrong ends where it must.
		"[1,3":            "1 error: line 1: JSON breaks off",
		"[[1,3]\n":        "2 error: line 2: JSON breaks off",
		"[(0,1],[1,0]]":   `1 error: line 1: JSON is wrong after "(0,1"`,
		"{\"a\" [0]}":     `1 error: line 1: JSON is wrong after "{\"a\""`,
		"(1 2\n\n3 4":     `1 error: line 1: text starts with "(", want ")" at its end; 3 list: 3 4`,
		"(1 2)x\n3 4":     `1 list: 1 2; 1 error: line 1: "x" behind a parenthesis, want nothing on the rest of the line; 2 list: 3 4`,
		"\xff\xfe2":       "1 error: line 1: the text is UTF-16, want UTF-8",
		"Solution 1:\n":   "1 error: line 1: headings or lines without a board",
		" \n# no board\n": "",
	} {
		rest, rows := strings.CutPrefix(text, "!")
		if got := items(NewText(rest, 1, rows, 1<<20)); got != want {
			t.Errorf("%q\nhas %s\nwant %s", text, got, want)
		}
		if got := items(NewReader(iotest.OneByteReader(strings.NewReader(rest)), rows, 1<<20)); got != want {
			t.Errorf("%q, by bytes, has %s", text, got)
		}
	}
}

// invalid returns what an item lacks of what its documentation promises, or nothing.
func invalid(item *Item) string {
	want := map[Shape]int{Grid: len(item.Rows), Pairs: 2}[item.Shape]
	switch isOther := func(row []Cell) bool { return len(row) != want }; {
	case item.Line < 1:
		return "line"
	case (item.Shape == None) != (item.Err != nil):
		return "shape"
	case item.Shape == Words && len(item.Words) == 0:
		return "words"
	case item.Shape == List && len(item.Cells) == 0 && item.Open == 0, item.Shape == Code && len(item.Cells) == 0:
		return "cells"
	case want > 0 && slices.ContainsFunc(item.Rows, isOther), (item.Shape == Grid || item.Shape == Pairs) && len(item.Rows) == 0:
		return "rows"
	case item.Walls != nil && len(item.Walls) != 2*want*want:
		return "walls"
	case (item.Shape == Object || item.Shape == Tree) && item.Node == nil:
		return "node"
	}
	return ""
}

// Items have what their shape says, whatever signs stand beside each other.
func TestInvariants(t *testing.T) {
	check := func(text string) {
		for _, rows := range []bool{false, true} {
			r := NewText(text, 1, rows, 1<<20)
			for item := r.Next(); item != nil; item = r.Next() {
				if lacks := invalid(item); lacks != "" {
					t.Errorf("%q has an item without %s: %s", text, lacks, dump(item))
				}
			}
		}
	}
	var extend func(text string, signs int)
	extend = func(text string, signs int) {
		if check(text); signs < 3 {
			for _, sign := range "Qa12-.# \n\"'[](,:/=|\uFE0F" {
				extend(text+string(sign), signs+1)
			}
		}
	}
	extend("", 0)
	check("#" + strings.Repeat("Q", 1<<9) + " or not\nn=4\n")
	check(`["",""]` + "\n[[],[]]\n[{},{}]\n")
}
