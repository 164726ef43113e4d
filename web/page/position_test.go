package page

import (
	"strings"
	"testing"

	"example.com/queens"
)

func TestReadPosition(t *testing.T) {
	for text, want := range map[string]string{
		"n=8 given=d5,b4":          "n=8 given=b4,d5",
		" n=3 blocked=c3,a1 torus": "n=3 torus blocked=a1,c3",
		"2 4 1 3":                  "n=4 given=b1,d2,a3,c4",
		"2Q1/Q3/3Q/1Q2":            "n=4 given=b1,d2,a3,c4",
		". Q\nx .":                 "n=2 given=b1 blocked=a2",
	} {
		board, err := must(ReadPosition(text)).board()
		if err != nil || board.String() != want {
			t.Errorf("%q is %v, %v, not %q", text, board, err, want)
		}
	}
	if p := must(ReadPosition("1 1")); len(p.Queens) != 2 { // which attack each other
		t.Errorf("%+v", p)
	}
}

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
