package svg

import (
	"fmt"
	"strings"
	"testing"
)

// TestDarkSquares counts, from the path of the dark squares, the strips that
// cover each square.
func TestDarkSquares(t *testing.T) {
	for _, n := range []int{1, 2, 5, 8} {
		_, path, _ := strings.Cut(bareBoard(n), `fill-rule="evenodd" d="`)
		path, _, _ = strings.Cut(path, `"`)
		strips := make(map[Square]int)
		for strip := range strings.SplitSeq(strings.TrimSuffix(path, "z"), "z") {
			var x, y, width, height, back int
			if _, err := fmt.Sscanf(strings.ReplaceAll(strip, "-", " -"), "M%d %dh%dv%dh%d", &x, &y, &width, &height, &back); err != nil {
				t.Fatalf("strip %q: %v", strip, err)
			}
			if back != -width || height >= 0 {
				t.Fatalf("strip %q is not a rectangle", strip)
			}
			for row := -y / Side; row < (-y-height)/Side; row++ {
				for col := x / Side; col < (x+width)/Side; col++ {
					strips[Square{row, col}]++
				}
			}
		}
		for row := range n {
			for col := range n {
				s := Square{row, col}
				if dark := strips[s]%2 == 1; dark != ((row+col)%2 == 0) {
					t.Errorf("n = %d: %v is covered by %d strips", n, s, strips[s])
				}
			}
		}
	}
}

func TestGalleryColumns(t *testing.T) {
	for boards, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 2, 6: 3, 12: 4, 46: 9, 92: 12} {
		if got := galleryColumns(boards, 400, 426); got != want {
			t.Errorf("%d boards stand in %d columns, want %d", boards, got, want)
		}
	}
}
