package regions_test

import (
	"strings"
	"testing"

	"example.com/queens"
	. "example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

func TestDiagram(t *testing.T) {
	b := must(must(ParseBoard("AABB\nACCB\nDDCB\nDDDB")).With(Given(squares(t, "c1")...), Blocked(squares(t, "a1 a2")...)))
	const want = `
    a   b   c   d
  +---+---+---+---+
1 | x   A | ♛   B |
  |   +---+---+   |
2 | ♛ | C   C | B |
  +---+---+   |   |
3 | D   D | C | B |
  |       +---+   |
4 | D   D   D | B |
  +---+---+---+---+
`
	if diff := cmp.Diff(want[1:], b.Diagram(queens.Placement{2, 0, 7, -1, 1})); diff != "" {
		t.Errorf("diagram (-want +got):\n%s", diff)
	}
	given := b.Diagram(nil)
	if strings.Count(given, "♛") != 1 || strings.Count(given, "x") != 2 {
		t.Errorf("diagram of the given queens:\n%s", given)
	}
	if got, want := rowsBoard(1).Diagram(nil), "    a\n  +---+\n1 | A |\n  +---+\n"; got != want {
		t.Errorf("one square: %q, want %q", got, want)
	}
	lines := strings.Split(rowsBoard(32).Diagram(nil), "\n")
	if lines[0] != "     a   b   c   d   e   f   g   h   i   j   k   l   m   n   o   p   q   r   s   t   u   v   w   x   y   z  aa  ab  ac  ad  ae  af" {
		t.Errorf("column names: %q", lines[0])
	}
	if !strings.HasPrefix(lines[64], "32 | f   f") {
		t.Errorf("last row: %q", lines[64])
	}
}
