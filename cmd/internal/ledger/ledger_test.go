package ledger

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// TestMain keeps files in memory if possible, since no test cuts the power.
func TestMain(m *testing.M) {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		os.Setenv("TMPDIR", "/dev/shm")
	}
	os.Exit(m.Run())
}

func board(t testing.TB, text string) *queens.Board {
	t.Helper()
	return testkit.Must(queens.ParseBoard(text))
}

func ignore(queens.Progress) {}

// open8 opens the ledger of a count of the empty board of size 8, in at least 10 tasks.
func open8(t testing.TB, name string) (*Count, error) {
	t.Helper()
	return OpenCount(t.Context(), name, board(t, "n=8"), 10)
}

// count counts a board in a ledger, and returns the total and the damaged lines.
func count(t testing.TB, name, text string, asked int) (uint64, []int, error) {
	t.Helper()
	c, err := OpenCount(t.Context(), name, board(t, text), asked)
	if err != nil {
		return 0, nil, err
	}
	defer c.Ledger.Close()
	total, err := c.Run(t.Context(), 2, ignore)
	return total, c.Ledger.Damaged, err
}

// written returns the content of the ledger of a whole count.
func written(t testing.TB, text string, asked int) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "ledger")
	if _, _, err := count(t, name, text, asked); err != nil {
		t.Fatal(err)
	}
	return testkit.Must(os.ReadFile(name))
}

func write(t testing.TB, content []byte) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "ledger")
	testkit.NoError(t, os.WriteFile(name, content, 0o600))
	return name
}

// TestTruncated truncates a ledger to every length. Whatever is lost, it is counted again without a word.
func TestTruncated(t *testing.T) {
	whole := written(t, "n=6", 10)
	for length := range len(whole) + 1 {
		name := write(t, whole[:length])
		if got, damaged, err := count(t, name, "n=6", 10); got != 4 || damaged != nil || err != nil {
			t.Errorf("cut to %d of %d bytes: %d, %v, %v", length, len(whole), got, damaged, err)
		}
	}
}

// TestDamage damages a ledger in other ways.
func TestDamage(t *testing.T) {
	whole := written(t, "n=8", 10)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	other := bytes.SplitAfter(written(t, "n=9", 10), []byte("\n"))
	long := append(bytes.Repeat([]byte("x"), 3*longestLine), '\n')
	tests := []struct {
		what    string
		content [][]byte
		damaged []int
	}{
		{"a line of another ledger", [][]byte{lines[0], other[1], lines[2]}, []int{2}},
		{"a line twice", [][]byte{lines[0], lines[1], lines[1]}, nil},
		{"an empty line", [][]byte{lines[0], {'\n'}, lines[1]}, []int{2}},
		{"zeros at the end", [][]byte{lines[0], lines[1], make([]byte, 5000)}, nil},
		{"zeros in the middle", [][]byte{lines[0], make([]byte, 5000), lines[1], lines[2]}, []int{2}},
		{"long lines", [][]byte{lines[0], long, lines[1], long}, []int{2, 4}},
		{"a task out of range", [][]byte{lines[0], Head{Total: 1<<31 - 1}.ResultLine(Result{Task: 1 << 30, Count: 5})}, []int{2}},
		{"other JSON of the same value", [][]byte{lines[0], bytes.Replace(lines[1], []byte(`"task":`), []byte(`"Task":`), 1)}, []int{2}},
	}
	for _, test := range tests {
		name := write(t, bytes.Join(test.content, nil))
		for range 2 {
			got, damaged, err := count(t, name, "n=8", 0)
			if got != 92 || !slices.Equal(damaged, test.damaged) || err != nil {
				t.Errorf("%s: %d, %v, %v", test.what, got, damaged, err)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	whole := written(t, "n=8", 10)
	first, rest, _ := bytes.Cut(whole, []byte("\n"))
	h := testkit.Must(ParseHead(append(first, '\n')))
	changed := func(change func(*headLine)) []byte {
		h := headLine{Ledger: version, Head: h}
		change(&h)
		return append(seal("", h), rest...)
	}
	conflict := append(bytes.Clone(whole), h.ResultLine(Result{Task: 3, Count: 1000})...)
	tests := []struct {
		content []byte
		board   string
		asked   int
		want    string
	}{
		{whole, "n=9", 0, `is for board "n=8", not for "n=9"; count in another file`},
		{whole, "n=8 given=a1", 0, `is for board "n=8", not for "n=8 given=a1"`},
		{whole, "n=8", 11, "is cut into at least 10 tasks, not 11"},
		{whole, "n=8", -1, "-1 tasks, want"},
		{changed(func(h *headLine) { h.Total++ }), "n=8", 0, `tasks with digest "` + h.Digest + `", but this program cuts board`},
		{changed(func(h *headLine) { h.Digest = "\x1b[0m" }), "n=8", 0, `with digest "\x1b[0m", but this program cuts board`},
		{changed(func(h *headLine) { h.Ledger = "queens-ledger/\x1b[9m" }), "n=8", 0, `has the format "queens-ledger/\x1b[9m", want "queens-ledger/2"`},
		{[]byte("Dear diary,\n"), "n=8", 0, `it begins with "Dear diary,`},
		{[]byte("Dear diary,"), "n=8", 0, `is not a ledger: it begins with "Dear diary,"`},
		{conflict, "n=8", 0, "and 1000 on line "},
		{append([]byte("{"), whole...), "n=8", 0, `replace line 1 with this: {"ledger":`},
	}
	for _, test := range tests {
		name := write(t, test.content)
		if _, _, err := count(t, name, test.board, test.asked); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
		if after, err := os.ReadFile(name); !bytes.Equal(after, test.content) || err != nil {
			t.Errorf("%q: the file was changed", test.want)
		}
	}
	for _, name := range []string{"", t.TempDir(), filepath.Join(t.TempDir(), "no", "ledger"), os.DevNull} {
		if c, err := OpenCount(t.Context(), name, board(t, "n=8"), 0); err == nil {
			t.Errorf("%q was opened", name)
			c.Ledger.Close()
		}
	}
}

func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	c := testkit.Must(OpenCount(t.Context(), name, board(t, "n=8"), 0))
	if _, _, err := count(t, name, "n=8", 0); err == nil || !strings.HasSuffix(err.Error(), " is in use by another process") {
		t.Errorf("got %v", err)
	}
	testkit.NoError(t, c.Ledger.Close())
	if got, _, err := count(t, name, "n=8", 0); got != 92 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}

// TestFailedWrite closes the file of a ledger before the count.
func TestFailedWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	c := testkit.Must(OpenCount(t.Context(), name, board(t, "n=12"), 0))
	c.Ledger.journal.disk.Close()
	if got, err := c.Run(t.Context(), 2, ignore); !errors.Is(err, os.ErrClosed) {
		t.Errorf("%d, %v", got, err)
	}
	c.Ledger.Close()
}

// A watchedDisk records what is done with a file.
type watchedDisk struct {
	disk
	did *[]string
}

func (w watchedDisk) Write(b []byte) (int, error) {
	*w.did = append(*w.did, "write")
	return w.disk.Write(b)
}

func (w watchedDisk) Sync() error {
	*w.did = append(*w.did, "sync")
	return w.disk.Sync()
}

// TestSynced creates a ledger, and then opens it again: the process that created it may
// have died before it synced the directory.
func TestSynced(t *testing.T) {
	var did []string
	openBefore, syncBefore := openDisk, syncDir
	defer func() { openDisk, syncDir = openBefore, syncBefore }()
	openDisk = func(name string, exclusive int) (disk, error) {
		f, err := openBefore(name, exclusive)
		return watchedDisk{f, &did}, err
	}
	syncDir = func(name string) error {
		did = append(did, "sync directory")
		return syncBefore(name)
	}
	name := filepath.Join(t.TempDir(), "ledger")
	for _, want := range [][]string{
		{"sync directory", "write", "sync", "write", "sync", "write", "sync"},
		{"sync directory", "write", "sync"},
	} {
		did = nil
		l := testkit.Must(open8(t, name))
		testkit.Must(l.Add(Result{Task: 1, Count: 1}, Result{Task: 2, Count: 1}))
		testkit.Must(l.Withdraw("ann", noon))
		l.Close()
		if !slices.Equal(did, want) {
			t.Errorf("did %q, want %q", did, want)
		}
	}
}
