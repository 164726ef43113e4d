package tasks

import (
	"context"
	"fmt"
	"hash/crc32"
	"iter"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/cross"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
	"example.com/queens/internal/testkit/kerneltest"
)

// retold is a task as it is read from its text.
func retold(t *testing.T, task Task) Task {
	t.Helper()
	text := testkit.Must(task.MarshalText())
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
func tasksOf(t testing.TB, b *queens.Board, atLeast int) []Task {
	t.Helper()
	return slices.Collect(tasksIn(testkit.Must(Cut(t.Context(), b, atLeast))))
}

// tasksIn yields the tasks of a list.
func tasksIn(list *List) iter.Seq[Task] {
	return func(yield func(Task) bool) {
		for _, task := range list.All() {
			if !yield(task) {
				return
			}
		}
	}
}

// sumOf adds up the counts of tasks, each as it is read from its text.
func sumOf(t *testing.T, tasks []Task, k *kernel.Kernel) uint64 {
	t.Helper()
	var sum uint64
	for _, task := range tasks {
		sum += testkit.Must(retold(t, task).count(t.Context(), k))
	}
	return sum
}

// TestTaskMemory compares with the documentation, for tasks as they are read from text.
func TestTaskMemory(t *testing.T) {
	for n, want := range map[int]uint64{0: 8e6, 17: 8e6, 18: 40e6, 20: 160e6, 24: 500e6, 26: 500e6, 27: 1.2e9, 28: 1.6e9} {
		if got := retold(t, tasksOf(t, boardtest.New(t, n), 1)[0]).Memory(); got != want {
			t.Errorf("n = %d: %d bytes, want %d", n, got, want)
		}
	}
	if got := (Task{}).Memory(); got != 8e6 {
		t.Errorf("the zero task: %d bytes", got)
	}
}

func TestTasksAtLeast(t *testing.T) {
	sizes := []int{12, 16, 19, 20, 24, 33, 64}
	if testkit.Long() {
		sizes = append(sizes, 28, 32) // where it takes seconds to go through the sets of columns
	}
	for _, n := range sizes {
		b := boardtest.New(t, n)
		for _, atLeast := range []int{1, 100, 2000} {
			if tasks := tasksOf(t, b, atLeast); len(tasks) < atLeast {
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
	if text, err := task.MarshalText(); text != nil || err == nil || !strings.HasPrefix(err.Error(), "tasks: ") {
		t.Errorf("the zero Task has the text %q, %v", text, err)
	}
}

// summed is a task's text with the checksum that fits it.
func summed(body string) string {
	return fmt.Sprintf("%s crc32=%08x", body, crc32.ChecksumIEEE([]byte(body)))
}

const taskText = "queens-task/1 n=8 given=b4 blocked=a1,h8 placed=d5 weight=1 crc32=7c092622"

func TestTaskUnmarshal(t *testing.T) {
	var task Task
	testkit.NoError(t, task.UnmarshalText([]byte(summed("queens-task/4 n=9 columns=0x183 sets=3"))))
	testkit.NoError(t, task.UnmarshalText([]byte(taskText)))
	if got, err := task.Count(t.Context()); got != 2 || err != nil {
		t.Errorf("%s: %d solutions, %v, want 2", taskText, got, err)
	}

	tests := []struct{ text, want string }{
		{"", `it starts with ""`},
		{"queens-task/5 n=8", `it starts with "queens-task/5", want "queens-task/1" or "queens-task/4"`},
		{"queens-task/2 n=20 columns=0xea4b8 sets=190 crc32=0c831427", `it starts with "queens-task/2", want`},
		{"queens-task/1 n=8 weight=1", "it has no checksum"},
		{strings.Replace(taskText, "d5", "d6", 1), `its checksum is "7c092622"`},
		{summed("queens-task/1"), "no board in the text"},
		{summed("queens-task/1 n=8"), `weight is "", want a number`},
		{summed("queens-task/1 n=8 weight=0"), "weight 0 is not"},
		{summed("queens-task/1 n=1 placed=a1 weight=2"), "weight 2 is not the size of an orbit under 1 symmetries"},
		{summed("queens-task/1 n=8 weight=3"), "weight 3 is not the size of an orbit under 8 symmetries"},
		{summed("queens-task/1 n=8 given=b4 weight=2"), "weight 2 is not the size of an orbit under 1 symmetries"},
		{summed("queens-task/1 n=5 torus weight=3"), "weight 3 is not the size of an orbit under 40 symmetries"},
		{summed("queens-task/1 n=eight weight=1"), `"n=eight": want the size of the board`},
		{summed("queens-task/1 n=8 weight=-1"), `weight is "-1", want a number`},
		{summed("queens-task/1 n=8 queens=a1 weight=1"), `"queens=a1" is not a board`},
		{summed("queens-task/1 n=8 given=a1,b2 weight=1"), "given queens a1 and b2 attack each other"},
		{summed("queens-task/1 n=8 placed= weight=1"), `"" is not a square`},
		{summed("queens-task/1 n=8 placed=a9 weight=1"), "placed queen a9 is off the 8×8 board"},
		{summed("queens-task/1 n=8 placed=a1,b2 weight=1"), "placed queen b2 is attacked"},
		{summed("queens-task/1 n=8 placed=a1,a1 weight=1"), "placed queen a1 is attacked"},
		{summed("queens-task/1 n=8 blocked=a1 placed=a1 weight=1"), "placed queen a1 is attacked or on a blocked square"},
		{summed("queens-task/1 n=8 torus placed=a1,h2 weight=1"), "placed queen h2 is attacked"},
		{summed("queens-task/1 weight=1 n=8"), "it is not in standard form"},
		{summed("queens-task/1 n=8 weight=1 torus"), "not in standard form"},
		{summed("queens-task/1 n=8 weight=1 weight=1"), "not in standard form"},

		// Tasks of the join.
		{summed("queens-task/4 n=9 columns=0x183 sets=0"), "there are not 0 sets"},
		{summed("queens-task/4 n=9 columns=0x183 sets=1000"), "there are not 1000 sets"},
		{summed("queens-task/4 n=9 columns=83x sets=1"), `columns is "83x", want a number`},
		{summed("queens-task/4 n=9 columns=0x1c3 sets=1"), "there are not 1 sets"},
		{summed("queens-task/4 n=9 columns=0x103 sets=1"), "there are not 1 sets"},
		{summed("queens-task/4 n=9 columns=0x1c1 sets=1"), "there are not 1 sets"},
		{summed("queens-task/4 n=9 placed=e5 columns=0x1e0 sets=1000"), "there are not 1000 sets"},
		{summed("queens-task/4 n=9 columns=0x193 sets=1"), "not in standard form"},
		{summed("queens-task/4 n=9 placed=c5 columns=0x183 sets=1"), "no task with columns has the placed queens"},
		{summed("queens-task/4 n=9 placed=e4 columns=0x183 sets=1"), "no task with columns has the placed queens"},
		{summed("queens-task/4 n=8 placed=d4 columns=0x0f sets=1"), "no task with columns has the placed queens"},
		{summed("queens-task/4 n=8 columns=51 sets=1"), "not in standard form"},
		{summed("queens-task/4 n=8 columns=0xf weight=1 sets=1"), "is not a board"},
		{summed("queens-task/1 n=8 columns=0xf sets=1"), "is not a board"},
		{summed("queens-task/4 n=8 torus columns=0xf sets=1"), "only empty boards"},
		{summed("queens-task/4 n=8 given=b4 columns=0xf sets=1"), "only empty boards"},
		{summed("queens-task/4 n=3 columns=0x1 sets=1"), "only empty boards of size 4 to 32"},
		{summed("queens-task/4 n=33 columns=0x1 sets=1"), "only empty boards of size 4 to 32"},
	}
	for _, test := range tests {
		task := task
		err := task.UnmarshalText([]byte(test.text))
		if err == nil || !strings.HasPrefix(err.Error(), "tasks: ") || !strings.Contains(err.Error(), test.want) {
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
	f.Add("4 n=6 columns=0x38 sets=2")
	f.Add("4 n=5 placed=c3 columns=0x18 sets=1")
	f.Add("4 n=5 columns=0x3 sets=1")
	f.Fuzz(func(t *testing.T, words string) {
		text := summed("queens-task/" + words)
		var task Task
		if task.UnmarshalText([]byte(text)) != nil {
			return
		}
		if again, err := task.MarshalText(); string(again) != text || err != nil {
			t.Fatalf("%q becomes %q, %v", text, again, err)
		}
		switch p := task.pieces.(type) {
		case crossPieces:
			if b := testkit.Must(queens.ParseBoard(p.board)); b.N() <= 6 {
				checkTask(t, task, solutionsOfCross(b, p.At(0)), true)
			}
		case joinPieces:
			if n := p.Name(0).N; n <= 6 {
				checkTask(t, task, testkit.Reference[n].All, false)
			}
		}
	})
}

// checkTask compares the count of a task with what it is, or with the most that it can be.
func checkTask(t *testing.T, task Task, want uint64, exact bool) {
	t.Helper()
	got := testkit.Must(task.Count(t.Context()))
	if got > want || exact && got < want {
		t.Fatalf("%v: %d solutions, want %d, exactly: %t", task, got, want, exact)
	}
}

// solutionsOfCross returns how many solutions a cross stands for, one by one.
func solutionsOfCross(b *queens.Board, p cross.Cross) uint64 {
	var all uint64
	for solution := range b.Solutions(context.Background()) {
		contained := true
		for queen := range queens.Placement(p.Queens).Queens() {
			contained = contained && solution[queen.Row] == queen.Col
		}
		if contained {
			all += p.Weight
		}
	}
	return all
}

// TestTaskCost compares the costs of tasks with the work that their kernels do: the boards that
// the block search goes through, and the masks that the join writes and looks at.
func TestTaskCost(t *testing.T) {
	testkit.Sequential(t)
	for _, b := range []*queens.Board{
		boardtest.New(t, 14),
		boardtest.New(t, testkit.Fewer(15, 14), queens.Blocked(queens.Square{Row: 0, Col: 0})),
		boardtest.New(t, 15, queens.Given(queens.Square{Row: 2, Col: 5})),
		boardtest.New(t, 14, queens.Blocked(queens.Square{Row: 0, Col: 0}, queens.Square{Row: 5, Col: 3}, queens.Square{Row: 8, Col: 8})),
		boardtest.New(t, 17, queens.Toroidal()),
	} {
		work := 0
		k := kerneltest.MeteredBlocks(&work)
		for _, atLeast := range []int{32, 800} { // as many as a worker has in Count, and as tasks
			tasks := tasksOf(t, b, atLeast)
			checkCosts(t, b.String(), tasks, func(i int) int {
				work = 0
				testkit.Must(tasks[i].count(t.Context(), k))
				return work
			})
		}
	}
	for _, n := range []int{17, testkit.Fewer(18, 16)} {
		work, k := 0, *kernel.Fastest()
		k.Pairing = kerneltest.MeteredPairing(k.Pairing, func(masks int) { work += masks })
		list := List{pieces: byColumns(n)(300)}
		tasks := slices.Collect(tasksIn(&list))
		checkCosts(t, fmt.Sprintf("join of n=%d", n), tasks, func(i int) int {
			work = 0
			testkit.Must(tasks[i].count(t.Context(), &k))
			return work
		})
	}
	if got := (Task{}).Cost(); got != 0 {
		t.Errorf("the zero Task costs %v", got)
	}
}

// checkCosts makes sure that the share of a task in the cost of all is near to that in the
// work, and the share of a hundred tasks and of all up to any one nearer. A task has the same cost when it is asked
// again, and when it is read from its text.
func checkCosts(t *testing.T, name string, tasks []Task, workOf func(i int) int) {
	t.Helper()
	costs, work := make([]float64, len(tasks)), make([]float64, len(tasks))
	var allCosts, allWork float64
	for i, task := range tasks {
		costs[i], work[i] = task.Cost(), float64(workOf(i))
		allCosts += costs[i]
		allWork += work[i]
		if again, read := task.Cost(), retold(t, task).Cost(); again != costs[i] || read != costs[i] {
			t.Fatalf("%v costs %v, %v when asked again, and %v when read", task, costs[i], again, read)
		}
	}
	worst := func(size int) float64 {
		off := 1.0
		for first := 0; first+size <= len(tasks); first += size {
			var cost, done float64
			for i := first; i < first+size; i++ {
				cost += costs[i] / allCosts
				done += work[i] / allWork
			}
			off = max(off, cost/done, done/cost)
		}
		return off
	}
	var cost, done, fraction float64 // the last is how far the share of those done is off
	for i := range tasks {
		cost, done = cost+costs[i]/allCosts, done+work[i]/allWork
		fraction = max(fraction, math.Abs(cost-done))
	}
	t.Logf("%s: %d tasks: the worst is off by a factor of %.2f, the worst hundred by %.3f; the fraction by %.3f", name, len(tasks), worst(1), worst(100), fraction)
	if fraction > 0.03 {
		t.Errorf("%s: the fraction is off by %.3f, want at most 0.03", name, fraction)
	}
	if off := worst(1); !(off <= 3) {
		t.Errorf("%s: the cost of a task is off by a factor of %.2f, want at most 3", name, off)
	}
	if off := worst(100); !(off <= 1.1) {
		t.Errorf("%s: the cost of a hundred tasks is off by a factor of %.3f, want at most 1.1", name, off)
	}
}

func TestTaskCheck(t *testing.T) {
	testkit.Sequential(t)
	for _, b := range []*queens.Board{boardtest.New(t, 0), boardtest.New(t, 8), boardtest.New(t, 13, queens.Blocked(queens.Square{Row: 3, Col: 4})), boardtest.New(t, 12, queens.Toroidal()), boardtest.New(t, 18), boardtest.New(t, 19)} {
		tasks := tasksOf(t, b, 100)
		for i := range min(10, len(tasks)) {
			if err := tasks[i].SelfTest(t.Context(), nil); err != nil {
				t.Errorf("%v: task %d: %v", b, i, err)
			}
		}
	}
	wrong := *kernel.Fastest()
	wrong.Finish = func(in *kernel.Boards, first, count int, row *kernel.OpenRow) uint64 { return 1 }
	err := tasksOf(t, boardtest.New(t, 12), 1)[0].selfTest(t.Context(), nil, &wrong)
	if err == nil || !strings.HasPrefix(err.Error(), "tasks: queens-task/1 n=12 ") {
		t.Errorf("a wrong kernel passes: %v", err)
	}
	if err := (Task{}).SelfTest(t.Context(), nil); err != nil {
		t.Errorf("the zero Task: %v", err)
	}
	if err := (Task{}).SelfTest(testkit.Cancelled(t), nil); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestListLarge makes sure that there are millions of tasks at n = 28, in little memory:
// each a set of columns.
func TestListLarge(t *testing.T) {
	const sets = 10034104
	b := boardtest.New(t, 28)
	Cut(t.Context(), b, 1) // which makes what all lists of the size share
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
func taskListOf(t *testing.T, b *queens.Board, atLeast int) *List {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	list, err := Cut(t.Context(), b, atLeast)
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

func TestListPanics(t *testing.T) {
	list := testkit.Must(Cut(t.Context(), boardtest.New(t, 8), 10))
	for _, i := range []int{-1, list.Len()} {
		if why, ok := testkit.Recovered(func() { list.At(i) }).(string); !ok || !strings.HasPrefix(why, "tasks: no task ") {
			t.Errorf("task %d: panic %q", i, why)
		}
	}
}

// TestSuitable cuts boards into as many tasks as suit them. A list of crosses is kept in memory, so there are
// fewer of these.
func TestSuitable(t *testing.T) {
	for text, least := range map[string]int{
		"n=0": 0, "n=12": 200, "n=17": 200, "n=19 torus": 1000,
		"n=18": 1000, "n=20": 1000, "n=22": 5000, "n=23": 20_000, "n=24": 50_000, "n=25": 500_000, "n=26": 2_500_000, "n=28": 10_000_000,
	} {
		b := testkit.Must(queens.ParseBoard(text))
		list := testkit.Must(Cut(t.Context(), b, 0))
		most := 12*least + 1
		if b.N() >= joinFrom && !b.Toroidal() { // with certain columns there are about as many as wanted
			most = least + 100
		}
		if n := list.Len(); n < least || n > most {
			t.Errorf("%s: %d tasks, want %d or some more", text, n, least)
		}
	}
}
