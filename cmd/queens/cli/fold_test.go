package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestFold(t *testing.T) {
	const text = `A paragraph of several words
over two lines.

Table:
  -f, --format   how to write a board
      short      x
    code that is long
`
	tests := []struct {
		width int
		want  string
	}{
		{80, text},
		{30, `A paragraph of several words
over two lines.

Table:
  -f, --format   how to write
        a board
      short      x
    code that is long
`},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, fold(text, test.width)); diff != "" {
			t.Errorf("width %d (-want +got)\n%s", test.width, diff)
		}
	}
	for width := 16; width < 100; width++ {
		got := fold(text, width)
		if diff := cmp.Diff(strings.Fields(text), strings.Fields(got)); diff != "" {
			t.Errorf("width %d: other words\n%s", width, diff)
		}
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("width %d: a line of %d: %q", width, n, line)
			}
		}
	}
}
