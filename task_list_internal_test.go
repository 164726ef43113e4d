package queens

import (
	"runtime"
	"strings"
	"testing"

	. "example.com/queens/internal/testkit"
)

// TestTaskList makes sure that a list makes the same tasks in turn and by their indices.
func TestTaskList(t *testing.T) {
	for _, b := range []*Board{newBoard(t, 3), newBoard(t, 9), newBoard(t, 12, Toroidal()), newBoard(t, 18), newBoard(t, 21)} {
		for _, atLeast := range []int{-1, 1, 100, 3000} {
			list := Must(b.Tasks(t.Context(), atLeast))
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
// columns.
func TestTaskListLarge(t *testing.T) {
	const sets = 10034104
	b := newBoard(t, 28)
	b.Tasks(t.Context(), 1) // which makes what all lists of the size share
	whole := taskListOf(t, b, sets)
	if whole.Len() != sets {
		t.Fatalf("%d tasks with a set each, want %d", whole.Len(), sets)
	}
	for _, i := range []int{0, 1, sets / 2, sets - 1} {
		task := whole.At(i)
		if retold(t, task).String() != task.String() {
			t.Errorf("task %d is %v, and %v when read", i, task, retold(t, task))
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

func TestTaskListPanics(t *testing.T) {
	list := Must(newBoard(t, 8).Tasks(t.Context(), 10))
	for _, i := range []int{-1, list.Len()} {
		if why, ok := Recovered(func() { list.At(i) }).(string); !ok || !strings.HasPrefix(why, "queens: no task ") {
			t.Errorf("task %d: panic %q", i, why)
		}
	}
}
