package queens

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// retold is a task as it is read from its text.
func retold(t *testing.T, task Task) Task {
	t.Helper()
	text, err := task.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var read Task
	if err := read.UnmarshalText(text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if again, _ := read.MarshalText(); string(again) != string(text) {
		t.Fatalf("task %s is %s when read", text, again)
	}
	return read
}

// tasksOf returns the tasks of a board.
func tasksOf(t testing.TB, s *Board, atLeast int) []Task {
	t.Helper()
	tasks, err := s.Tasks(t.Context(), atLeast)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// sumOf adds up the counts of tasks, each as it is read from its text.
func sumOf(t *testing.T, tasks []Task, k *kernel) uint64 {
	t.Helper()
	var sum uint64
	for _, task := range tasks {
		count, err := retold(t, task).count(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		sum += count
	}
	return sum
}

func TestTasks(t *testing.T) {
	for _, k := range kernels() {
		for n := range 12 {
			for _, atLeast := range []int{-1, 0, 1, 10, 300, 1e6} {
				tasks := tasksOf(t, newBoard(t, n), atLeast)
				sum := sumOf(t, tasks, k)
				if want := Reference[n].All; sum != want {
					t.Errorf("%s: n = %d: Tasks(%d) have %d solutions, want %d", k.name, n, atLeast, sum, want)
				}
				if len(tasks) < atLeast && len(tasks) < int(Reference[n].Fundamental) {
					t.Errorf("n = %d: Tasks(%d) are %d", n, atLeast, len(tasks))
				}
			}
		}
	}
}

func TestTasksToroidal(t *testing.T) {
	for n := range 14 {
		s := newBoard(t, n, Toroidal())
		want := countSolutions(s)
		for _, k := range kernels() {
			for _, atLeast := range []int{1, 10, 300} {
				if sum := sumOf(t, tasksOf(t, s, atLeast), k); sum != want {
					t.Errorf("%s: n = %d: Tasks(%d) have %d toroidal solutions, want %d", k.name, n, atLeast, sum, want)
				}
			}
		}
	}
}

func TestTasksConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 13))
	rounds := fewer(500, 100)
	for range rounds {
		n := 1 + rng.IntN(9)
		s := newBoard(t, n, randomOptions(rng, n)...)
		sum := sumOf(t, tasksOf(t, s, rng.IntN(200)), fastest())
		if want := countSolutions(s); sum != want {
			t.Fatalf("%s: tasks have %d solutions, want %d", s.String(), sum, want)
		}
	}
}

func TestTasksAtLeast(t *testing.T) {
	for _, n := range []int{12, 16, 19, 20, 32, 33, 64} {
		s := newBoard(t, n)
		for _, atLeast := range []int{1, 100, 2000} {
			if tasks := tasksOf(t, s, atLeast); len(tasks) < atLeast {
				t.Errorf("n = %d: Tasks(%d) are %d", n, atLeast, len(tasks))
			}
		}
	}
}

func TestTaskZero(t *testing.T) {
	var task Task
	if got, err := task.Count(t.Context()); got != 0 || err != nil {
		t.Errorf("the zero Task has %d solutions, %v", got, err)
	}
	if text, err := task.MarshalText(); text != nil || err == nil || !strings.HasPrefix(err.Error(), "queens: ") {
		t.Errorf("the zero Task has the text %q, %v", text, err)
	}
}

// TestCrossesCancel makes sure that a cancelled context ends the search for crosses,
// of which there are a hundred thousand here.
func TestCrossesCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newBoard(t, 32)
	visits := 0
	visit := func(*piece) {
		if visits++; visits == 100 {
			cancel()
		}
	}
	(&crosses{board: s.start, ctx: ctx, visit: visit}).extend(s.root(), s.crossGroup())
	if visits < 100 || visits > 200 {
		t.Errorf("%d crosses, cancelled at the 100th", visits)
	}
}

// TestTasksCancel asks for more tasks than anybody has memory for.
func TestTasksCancel(t *testing.T) {
	for _, n := range []int{24, 32, 64} {
		s := newBoard(t, n)
		checkCancel(t, fmt.Sprintf("Tasks, n = %d", n), func(ctx context.Context) error {
			_, err := s.Tasks(ctx, 1<<30)
			return err
		})
	}
}

func TestTaskCancel(t *testing.T) {
	task := tasksOf(t, newBoard(t, 24), 1)[0]
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := task.Count(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Count gives error %v, want %v", err, context.DeadlineExceeded)
	}
	if _, err := task.Count(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Count of a cancelled context gives error %v, want %v", err, context.DeadlineExceeded)
	}
}

// summed is a task's text with the checksum that fits it.
func summed(body string) string {
	return fmt.Sprintf("%s crc32=%08x", body, crc32.ChecksumIEEE([]byte(body)))
}

const taskText = "queens-task/1 n=8 given=b4 blocked=a1,h8 placed=d5 weight=1 crc32=7c092622"

func TestTaskUnmarshal(t *testing.T) {
	var task Task
	if err := task.UnmarshalText([]byte(taskText)); err != nil {
		t.Fatal(err)
	}
	if got, err := task.Count(t.Context()); got != 2 || err != nil {
		t.Errorf("%s: %d solutions, %v, want 2", taskText, got, err)
	}

	tests := []struct{ text, want string }{
		{"", `it starts with ""`},
		{"queens-task/3 n=8", `it starts with "queens-task/3", want "queens-task/1" or "queens-task/2"`},
		{"queens-task/1 n=8 weight=1", "it has no checksum"},
		{strings.Replace(taskText, "d5", "d6", 1), `its checksum is "7c092622"`},
		{taskText + "\n", "its checksum is"},
		{summed("queens-task/1"), "no words, want the first to be the size"},
		{summed("queens-task/1 n=8"), "weight 0 is not"},
		{summed("queens-task/1 n=0 weight=8"), "weight 8 is not the size of an orbit under 1 symmetries"},
		{summed("queens-task/1 n=1 placed=a1 weight=2"), "weight 2 is not the size of an orbit under 1 symmetries"},
		{summed("queens-task/1 n=8 weight=3"), "weight 3 is not the size of an orbit under 8 symmetries"},
		{summed("queens-task/1 n=8 given=b4 weight=2"), "weight 2 is not the size of an orbit under 1 symmetries"},
		{summed("queens-task/1 n=5 torus weight=3"), "weight 3 is not the size of an orbit under 40 symmetries"},
		{summed("queens-task/1 n=65 weight=1"), "n = 65 out of range"},
		{summed("queens-task/1 n=eight weight=1"), `"n=eight": want the size of the board`},
		{summed("queens-task/1 n=8 weight=-1"), `"weight=-1": `},
		{summed("queens-task/1 n=8 queens=a1 weight=1"), `"queens=a1": unknown word`},
		{summed("queens-task/1 n=8 given=a1,b2 weight=1"), "given queens a1 and b2 attack each other"},
		{summed("queens-task/1 n=8 blocked=i1 weight=1"), `"blocked=i1": i1 is off the 8×8 board`},
		{summed("queens-task/1 n=8 placed= weight=1"), `"placed=": "" is no square`},
		{summed("queens-task/1 n=8 placed=a9 weight=1"), "placed queen a9 is off the 8×8 board"},
		{summed("queens-task/1 n=8 placed=a1,b2 weight=1"), "placed queen b2 is attacked"},
		{summed("queens-task/1 n=8 placed=a1,a1 weight=1"), "placed queen a1 is attacked"},
		{summed("queens-task/1 n=8 blocked=a1 placed=a1 weight=1"), "placed queen a1 is attacked or on a blocked square"},
		{summed("queens-task/1 n=8 torus placed=a1,h2 weight=1"), "placed queen h2 is attacked"},
		{summed("queens-task/1 n=08 weight=1"), `"n=08": want the size of the board`},
		{summed("queens-task/1 weight=1 n=8"), `"weight=1": want the size of the board`},
		{summed("queens-task/1 n=8 weight=1 torus"), "not in standard form"},
		{summed("queens-task/1 n=8 weight=1 weight=1"), `word "weight" comes twice`},
		{summed("queens-task/1 n=8 torus=1 weight=1"), `"torus=1": unknown word`},
	}
	for _, test := range tests {
		task := task
		err := task.UnmarshalText([]byte(test.text))
		if err == nil || !strings.HasPrefix(err.Error(), "queens: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.text, err, test.want)
		}
		if text, _ := task.MarshalText(); string(text) != taskText {
			t.Errorf("%s: the task is changed to %s", test.text, text)
		}
	}
	for i := range len(taskText) {
		damaged := []byte(taskText)
		damaged[i] ^= 1
		if err := new(Task).UnmarshalText(damaged); err == nil {
			t.Errorf("%s: no error", damaged)
		}
		if err := new(Task).UnmarshalText([]byte(taskText[:i])); err == nil {
			t.Errorf("%s: no error", taskText[:i])
		}
	}
}

func FuzzTaskUnmarshal(f *testing.F) {
	f.Add("1 n=8 given=b4 placed=d5 weight=1")
	f.Add("1 n=5 torus blocked=a1,e5 weight=4")
	f.Add("1 n=64 weight=8")
	f.Add("2 n=6 columns=0x38 sets=2")
	f.Add("2 n=5 placed=c3 columns=0x18 sets=1")
	f.Fuzz(func(t *testing.T, words string) {
		text := summed("queens-task/" + words)
		var task Task
		if task.UnmarshalText([]byte(text)) != nil {
			return
		}
		if again, err := task.MarshalText(); string(again) != text || err != nil {
			t.Fatalf("%q becomes %q, %v", text, again, err)
		}
		if task.solver.N() > 6 {
			return
		}
		got, err := task.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all := countSolutions(task.solver)
		if task.joined != nil {
			if got > all {
				t.Fatalf("%s: %d solutions of %d", text, got, all)
			}
			return
		}
		var want uint64
		for p := range task.solver.Solutions(context.Background()) {
			contained := true
			for row, col := range task.piece.queens(task.solver.N()) {
				contained = contained && (col == Empty || p[row] == col)
			}
			if contained {
				want += task.piece.weight
			}
		}
		if got != want {
			t.Fatalf("%s: %d solutions, want %d", text, got, want)
		}
	})
}
