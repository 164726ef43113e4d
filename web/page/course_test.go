package page

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// A lesson is one of the course.
type lesson struct {
	ID     string    `json:"id"`
	Rules  []string  `json:"rules"`
	Boards []Attempt `json:"boards"`
}

func readCourse(t *testing.T) (course []lesson) {
	t.Helper()
	must(0, json.Unmarshal(must(os.ReadFile("../script/course.json")), &course))
	return course
}

// TestCourse follows the course: in every position exactly the rule of its lesson leads on,
// and there is a lesson for each rule that hints name.
func TestCourse(t *testing.T) {
	course := readCourse(t)
	taught := map[string]bool{}
	for _, lesson := range course {
		for _, rule := range lesson.Rules {
			taught[rule] = true
		}
		if len(lesson.Boards) != 3 || !slices.Contains(lesson.Rules, lesson.ID) {
			t.Errorf("%+v", lesson)
		}
		for i, board := range lesson.Boards {
			p := must(openPuzzle(t.Context(), board.Text))
			board.Queens = append(board.Queens, p.given()...)
			hint, err := p.hint(t.Context(), board)
			if err != nil || !slices.Contains(lesson.Rules, hint.Rule) || len(hint.Clear) > 0 || len(hint.Queens)+len(hint.Crosses) == 0 {
				t.Errorf("%s, board %d: %+v, %v", lesson.ID, i+1, hint, err)
			}
		}
	}
	for _, rule := range []string{"single", "point", "pin", "set2", "set3", "set4", "trial", "search", "queens-single", "queens-pin", "queens-trial"} {
		if !taught[rule] {
			t.Errorf("no lesson teaches %s", rule)
		}
	}
	if len(course) != 9 {
		t.Errorf("the course has %d lessons, want 9", len(course))
	}
}
