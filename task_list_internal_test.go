package queens

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
)

// TestTaskList makes sure that a list makes the same tasks in turn and by their indices.
func TestTaskList(t *testing.T) {
	for _, b := range []*Board{newBoard(t, 3), newBoard(t, 9), newBoard(t, 12, Toroidal()), newBoard(t, 18), newBoard(t, 21)} {
		for _, atLeast := range []int{-1, 1, 100, 3000} {
			list, err := b.Tasks(t.Context(), atLeast)
			if err != nil {
				t.Fatal(err)
			}
			tasks := tasksOf(t, b, atLeast)
			if list.Len() != len(tasks) {
				t.Fatalf("%v: a list of %d tasks, and %d", b, list.Len(), len(tasks))
			}
			for i, task := range tasks {
				if got := list.At(i).String(); got != task.String() {
					t.Fatalf("%v: task %d is %s in the list, want %s", b, i, got, task)
				}
			}
		}
	}
}

// TestTaskListLarge makes sure that there are millions of tasks at n = 28, in little memory: each a set of
// columns, or a part of one.
func TestTaskListLarge(t *testing.T) {
	const sets = 10034104
	b := newBoard(t, 28)
	b.Tasks(t.Context(), 1) // which makes what all lists of the size share
	whole := taskListOf(t, b, sets)
	parts := taskListOf(t, b, sets+1)
	if whole.Len() != sets || parts.Len() != setParts*sets {
		t.Fatalf("%d tasks with a set each, and %d with a part, want %d and %d", whole.Len(), parts.Len(), sets, setParts*sets)
	}
	for _, i := range []int{0, 1, sets / 2, sets - 1} {
		task := whole.At(i)
		if retold(t, task).String() != task.String() {
			t.Errorf("task %d is %v, and %v when read", i, task, retold(t, task))
		}
		var cost float64
		for part := range setParts {
			taskPart := parts.At(setParts*i + part)
			cost += taskPart.Cost()
			body, _, _ := strings.Cut(task.String(), " crc32=")
			if want := summed(fmt.Sprintf("%s part=%d", body, part+1)); taskPart.String() != want || retold(t, taskPart).String() != want {
				t.Errorf("part %d of task %d is %v, and %v when read, want %s", part+1, i, taskPart, retold(t, taskPart), want)
			}
		}
		if math.Abs(cost-task.Cost()) > 1e-6*cost {
			t.Errorf("task %d costs %v, and its parts %v", i, task.Cost(), cost)
		}
	}
}

// taskListOf returns a list of tasks, and makes sure that it takes little memory.
func taskListOf(t *testing.T, b *Board, atLeast int) *TaskList {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	list, err := b.Tasks(t.Context(), atLeast)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if size := int64(after.HeapAlloc) - int64(before.HeapAlloc); size > 10<<20 {
		t.Errorf("a list of %d tasks takes %d bytes", list.Len(), size)
	}
	return list
}

// The parts of a set of columns have its solutions.
func TestTaskParts(t *testing.T) {
	if !long() {
		t.Skip("takes ten seconds")
	}
	const set = "queens-task/4 n=28 columns=0x6ff400b sets=1"
	task := func(text string) (task Task) {
		if err := task.UnmarshalText([]byte(summed(text))); err != nil {
			t.Fatal(err)
		}
		return task
	}
	tasks := []Task{task(set)}
	for part := range setParts {
		tasks = append(tasks, task(fmt.Sprintf("%s part=%d", set, part+1)))
	}
	if want, got := sumOf(t, tasks[:1], fastest()), sumOf(t, tasks[1:], fastest()); got != want || got == 0 {
		t.Errorf("%s: the parts have %d solutions, want %d", set, got, want)
	}
	if err := tasks[1].Check(t.Context(), newRNG(1)); err != nil {
		t.Error(err)
	}
}

func TestTaskListPanics(t *testing.T) {
	list, err := newBoard(t, 8).Tasks(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{-1, list.Len()} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "queens: no task ") {
					t.Errorf("task %d: panic %q", i, s)
				}
			}()
			list.At(i)
		}()
	}
}
