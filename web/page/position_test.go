package page

import (
	"strings"
	"testing"

	"example.com/queens"
)

// TestPictures compares a picture with the library's, and looks for given queens and letters in others.
func TestPictures(t *testing.T) {
	picture := func(q Attempt) string {
		formats := must(Formats(q))
		return formats[len(formats)-1].Text
	}
	var want strings.Builder
	queens.Placement{1, 3, -1, -1}.WriteSVG(&want)
	if got := picture(Attempt{Text: "n=4", Queens: squares("b1 d2")}); got != want.String() {
		t.Errorf("%s", got)
	}
	if given := picture(Attempt{Text: "n=4 given=b1", Queens: squares("b1 d2")}); !strings.Contains(given, "Given queens on b1") || !strings.Contains(given, "Other queens on d2") {
		t.Errorf("%s", given)
	}
	if plain, letters := picture(Attempt{Text: "AAB/ABB/CCC"}), picture(Attempt{Text: "AAB/ABB/CCC", Letters: true}); plain == letters {
		t.Error("the letters do not show")
	}
}
