package ledger

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFormerTasks opens ledgers of earlier versions, which cut the same board into as
// many tasks that counted other solutions. Their results are not mixed with new ones, and
// the files are left alone.
func TestFormerTasks(t *testing.T) {
	for file, tasks := range map[string]string{
		"tasks-2.jsonl": "21 tasks with digest cbd4c2d5425d9448",
		"tasks-3.jsonl": "21 tasks with digest 01109f55463450aa",
	} {
		t.Run(file, func(t *testing.T) { testFormer(t, file, tasks) })
	}
}

func testFormer(t *testing.T, file, tasks string) {
	content, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	name := write(t, content)
	const board18 = "n=18"
	for _, asked := range []int{0, 20} {
		c, err := OpenCount(t.Context(), name, board(t, board18), asked)
		checkFormer(t, err, tasks)
		if c.Ledger != nil {
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
