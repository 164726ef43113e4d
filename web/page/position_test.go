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

// TestAttacks compares attacks with the given queens that the library refuses: those that
// attack each other.
func TestAttacks(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, torus := range []bool{false, true} {
			p := Position{N: n, Torus: torus}
			for i := range n * n {
				for j := range n * n {
					a, b := queens.Square{Row: i / n, Col: i % n}, queens.Square{Row: j / n, Col: j % n}
					_, err := Position{N: n, Torus: torus, Queens: Squares{a, b}}.board()
					if i != j && p.attack(a, b) != (err != nil) {
						t.Fatalf("n=%d, torus %v, %v and %v: attack %v, but %v", n, torus, a, b, p.attack(a, b), err)
					}
				}
			}
		}
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
