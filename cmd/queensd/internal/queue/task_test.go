package queue

import (
	"context"
	"errors"
	"strings"
	"testing"

	"example.com/queens"
	"github.com/google/go-cmp/cmp"
)

func cut(t *testing.T, job Job) (Job, []Task) {
	t.Helper()
	s, err := job.solver()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(t.Context(), job, s)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Job, plan.tasks
}

func TestCut(t *testing.T) {
	boards := []struct {
		job  Job
		want uint64
	}{
		{Job{N: 0}, 1},
		{Job{N: 1}, 1},
		{Job{N: 3}, 0},
		{Job{N: 8, Given: "b4,d5"}, 2},
		{Job{N: 8, Given: "b4,d5", Blocked: "c1"}, 1},
		{Job{N: 11, Torus: true}, 88},
		{Job{N: 10}, 724},
	}
	for _, board := range boards {
		for _, asked := range []int{0, 1, 10, 1000} {
			board.job.Tasks = asked
			job, tasks := cut(t, board.job)
			seen := map[string]bool{}
			var sum uint64
			for _, task := range tasks {
				again, err := parseTask(task.Text())
				if err != nil {
					t.Fatal(err)
				}
				if again.ID() != task.ID() || seen[task.ID()] {
					t.Errorf("%s: task %s is read as %s, or there twice", job.Board(), task.ID(), again.ID())
				}
				seen[task.ID()] = true
				count, err := again.Count(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				sum += count
			}
			if sum != board.want {
				t.Errorf("%s in %d tasks: %d solutions, want %d", job.Board(), len(tasks), sum, board.want)
			}
			if asked > 0 && len(tasks) > asked {
				t.Errorf("%s: %d tasks, though %d were asked for", job.Board(), len(tasks), asked)
			}
			if same, _ := cut(t, job); same.Digest != job.Digest || job.Digest == "" {
				t.Errorf("%s is cut in two ways, %q and %q", job.Board(), job.Digest, same.Digest)
			}
		}
	}
}

// TestCutSize keeps messages below the limit of servers, a megabyte.
func TestCutSize(t *testing.T) {
	for _, job := range []Job{{N: 16, Tasks: 1}, {N: 16, Tasks: 10000}, {N: 18}, {N: 20}, {N: 22}, {N: 24, Tasks: 1}} {
		job, tasks := cut(t, job)
		if job.Tasks >= 1000 && len(tasks) != job.Tasks {
			t.Errorf("%s: %d tasks, want %d", job.Board(), len(tasks), job.Tasks)
		}
		for _, task := range tasks {
			if size := len(task.Text()); size > 700_000 {
				t.Fatalf("%s: a task of %d bytes", job.Board(), size)
			}
		}
	}
}

func TestBoard(t *testing.T) {
	j := Job{N: 8, Torus: true, Given: "b4,d5", Blocked: "a1", Tasks: 3}
	if want := "n=8 torus given=b4,d5 blocked=a1"; j.Board() != want {
		t.Errorf("got %q, want %q", j.Board(), want)
	}
	other := j
	other.Tasks, other.Digest = 4, "x"
	if other.ID() != j.ID() {
		t.Error("the name depends on the tasks")
	}
}

func TestTaskErrors(t *testing.T) {
	_, tasks := cut(t, Job{N: 8})
	for _, text := range []string{"", "garbage", tasks[0].Text() + "\n", "\n" + tasks[0].Text()} {
		if _, err := parseTask(text); err == nil {
			t.Errorf("%q is read as a task", text)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tasks[0].Count(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	for _, job := range []Job{{N: 65}, {N: 8, Given: "b4,x"}, {N: 8, Blocked: "?"}, {N: 8, Given: "a1,a2"}} {
		if _, err := job.plan(t.Context()); err == nil {
			t.Errorf("%s is a job", job.Board())
		}
	}
}

func TestPlanAgain(t *testing.T) {
	job, tasks := cut(t, Job{N: 9, Tasks: 7, Given: "b4"})
	again, err := job.plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(texts(tasks), texts(again.tasks)); diff != "" {
		t.Error(diff)
	}
	job.Digest = "0"
	if _, err := job.plan(t.Context()); !errors.Is(err, errOtherCut) {
		t.Errorf("got %v", err)
	}
}

func texts(tasks []Task) []string {
	var texts []string
	for _, task := range tasks {
		texts = append(texts, task.Text())
	}
	return texts
}

func TestAdd(t *testing.T) {
	if sum, err := add(1<<63, 1<<63-1); sum != 1<<64-1 || err != nil {
		t.Errorf("got %d, %v", sum, err)
	}
	if _, err := add(1<<63, 1<<63); !errors.Is(err, queens.ErrOverflow) {
		t.Errorf("got %v", err)
	}
}

func TestSquares(t *testing.T) {
	got, err := squares("b4,ab30")
	want := []queens.Square{{Row: 3, Col: 1}, {Row: 29, Col: 27}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if _, err := squares(strings.Repeat("a1,", 2)); err == nil {
		t.Error("a comma at the end is accepted")
	}
}
