package regions_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

func TestDiagram(t *testing.T) {
	b := testkit.Must(testkit.Must(regions.ParseBoard("AABB\nACCB\nDDCB\nDDDB")).With(regions.Given(squares(t, "c1")...), regions.Blocked(squares(t, "a1 a2")...)))
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
	testkit.WantSame(t, want[1:], b.Diagram(queens.Placement{2, 0, 7, -1, 1}), "diagram")
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

// checkDiagram checks that the drawing of a board with connected regions is read back, with the
// numbers of its regions but for those whose letters are all hidden.
func checkDiagram(t *testing.T, b *regions.Board) {
	t.Helper()
	text := b.Diagram(nil)
	got, err := regions.ParseBoard(text)
	if err != nil {
		t.Fatalf("%v\n%v\n%v", b, text, err)
	}
	if !cmp.Equal(partition(got), partition(b)) || given(got) != given(b) {
		t.Fatalf("%v\n%v\nis read as\n%v", b, text, got)
	}
	if hidden := len(slices.Collect(b.Given())) + len(slices.Collect(b.Blocked())); hidden == 0 && got.String() != b.String() {
		t.Fatalf("%v\n%v\nis read as\n%v", b, text, got)
	}
}

func TestParseDiagram(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(24, 14))
	for i := range testkit.Fewer(500, 2*regions.MaxN) {
		n := 1 + i%regions.MaxN
		b := connectedBoard(rng, n)
		checkDiagram(t, b)
		checkDiagram(t, played(rng, b))
		scattered := randomBoard(rng, n)
		if got := testkit.Must(regions.ParseBoard(scattered.Diagram(nil))); got.String() != scattered.String() {
			t.Fatalf("%v\n%v\nis read as\n%v", scattered, scattered.Diagram(nil), got)
		}
	}
	// A region of one square, with a queen, has the letter that is missing.
	b := testkit.Must(regions.ParseBoard("AAAA\nABBB\nACCB\nACDB\ngiven=c4 blocked=d1"))
	if got := testkit.Must(regions.ParseBoard(b.Diagram(nil))); got.String() != b.String() {
		t.Errorf("%v\nis read as\n%v", b, got)
	}
	solution := testkit.Must(regions.ParseBoard("AABB\nAABB\nCCDD\nCCDD")).Diagram(queens.Placement{1, 3, 0, 2})
	if got := testkit.Must(regions.ParseBoard(solution)).String(); got != "AABB\nAABB\nCCDD\nCCDD\ngiven=b1,d2,a3,c4" {
		t.Errorf("%s\nis read as\n%v", solution, got)
	}
}
