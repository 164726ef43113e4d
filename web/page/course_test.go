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

// TestCourse checks that there is a lesson for each rule that hints name, with three boards.
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
