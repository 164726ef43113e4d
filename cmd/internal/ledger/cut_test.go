package ledger

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
)

// TestFormerTasks opens ledgers of earlier versions, which cut the same board into as
// many tasks that counted other solutions. Their results are not mixed with new ones, and
// the files are left alone.
func TestFormerTasks(t *testing.T) {
	for file, tasks := range map[string]string{
		"tasks-2.jsonl": `21 tasks with digest "cbd4c2d5425d9448"`,
		"tasks-3.jsonl": `21 tasks with digest "01109f55463450aa"`,
	} {
		t.Run(file, func(t *testing.T) { testFormer(t, file, tasks) })
	}
}

func testFormer(t *testing.T, file, tasks string) {
	content := testkit.Must(os.ReadFile(filepath.Join("testdata", file)))
	name := write(t, content)
	const board18 = "n=18"
	for _, asked := range []int{0, 20} {
		c, err := OpenCount(t.Context(), name, board(t, board18), asked)
		checkFormer(t, err, tasks)
		if c != nil {
			t.Errorf("%d tasks asked for: the ledger is open", asked)
		}
	}
	book, err := ReadFile(name)
	if err != nil || book.Board != board18 || book.Done() != book.Total {
		t.Fatalf("the ledger cannot be read: %+v, %v", book, err)
	}
	_, err = book.Recut(t.Context())
	checkFormer(t, err, tasks)
	if after, err := os.ReadFile(name); !bytes.Equal(after, content) || err != nil {
		t.Errorf("the file is changed, %v", err)
	}
}

func checkFormer(t *testing.T, err error, tasks string) {
	t.Helper()
	const want = "continue with the version of the program that created it, or use another file"
	if err == nil || !strings.Contains(err.Error(), "it has "+tasks+", but") || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want that the tasks are those of another version", err)
	}
}

// TestLargeCut cuts a large board into the default number of tasks, which take no memory.
func TestLargeCut(t *testing.T) {
	text, least := "n=25", 500_000
	if os.Getenv("QUEENS_LONG") != "" {
		text, least = "n=28", 10_000_000
	}
	before := liveBytes()
	c := cut(t, text, 0)
	if grown := liveBytes() - before; c.Total < least || grown > 20<<20 {
		t.Errorf("%d tasks in %d bytes", c.Total, grown)
	}
	book := NewBook(c.Head)
	for task := 0; task < c.Total; task += 2 {
		book.note(Result{Task: task, Count: 1}, "", task)
	}
	if p, err := c.Progress(t.Context(), book); p.Done != (c.Total+1)/2 || p.Fraction < 0.45 || p.Fraction > 0.55 || err != nil {
		t.Errorf("%v, %v", p, err)
	}
	if h, err := ParseHead(c.Line()); h != c.Head || err != nil {
		t.Errorf("%v, %v", h, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := NewCut(ctx, board(t, text), 0); err != context.Canceled {
		t.Errorf("canceled: %v", err)
	}
}
