package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/queens/internal/testkit"
)

// join opens a directory and counts in it.
func join(t testing.TB, dir, text string, asked int) (*Directory, uint64, error) {
	t.Helper()
	d, err := OpenDirectory(t.Context(), dir, board(t, text), asked)
	if err != nil {
		return nil, 0, err
	}
	defer d.Close()
	total, err := d.Run(t.Context(), 2, ignore)
	return d, total, err
}

// files returns the names of the files in a directory.
func files(t testing.TB, dir string) []string {
	t.Helper()
	return testkit.Must(filepath.Glob(filepath.Join(dir, "*")))
}

// file makes a file in a directory and returns its name.
func file(t testing.TB, dir, base string, lines ...[]byte) string {
	t.Helper()
	name := filepath.Join(dir, base)
	testkit.NoError(t, os.WriteFile(name, bytes.Join(lines, nil), 0o666))
	return name
}

func TestIsDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, err := range []error{os.Mkdir("dir", 0o777), os.Mkdir("old.d", 0o777), os.WriteFile("file.d", nil, 0o666), os.WriteFile("file", nil, 0o666)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		"dir": true, "dir/": true, "old.d": true, "old.d/": true, "new.d": true, "new.d/": true, "new/": true, ".d": true,
		"file": false, "file.d": false, "file/": false, "new": false, "new.jsonl": false, "": false, "-": false,
	} {
		if got := IsDirectory(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}

// TestDirectory counts in a directory, and once more, which adds nothing.
func TestDirectory(t *testing.T) {
	for text, want := range counts {
		for _, asked := range []int{0, 1, 7} {
			dir := filepath.Join(t.TempDir(), "q.d")
			for _, asked := range []int{asked, asked, 0} {
				d, total, err := join(t, dir, text, asked)
				if err != nil || total != want || d.Damage() != nil || len(files(t, dir)) > 1 {
					t.Errorf("%s in %d tasks: %d, %v, want %d; files %q", text, asked, total, err, want, files(t, dir))
				}
			}
		}
	}
}

// together returns the files that three processes have left, which together have all results.
func together(t testing.TB, text string, asked int) (contents [][]byte) {
	t.Helper()
	c := cut(t, text, asked)
	for i := range 3 {
		content := c.Line()
		for task := i; task < c.Total; task += 3 {
			count := testkit.Must(c.Task(task).Count(t.Context()))
			content = append(content, c.claimLine([]int{task, (task + 1) % c.Total})...)
			content = append(content, c.ResultLine(Result{Task: task, Count: count})...)
		}
		contents = append(contents, content)
	}
	return contents
}

// TestDirectoryDamage damages the files of a count in all ways. The total is right, or
// there is an error that names the file.
func TestDirectoryDamage(t *testing.T) {
	rounds := testkit.Fewer(100, 20)
	contents := together(t, "n=8", 20)
	damages := map[string]func(text []byte) []byte{
		"flip": func(text []byte) []byte {
			text[rand.IntN(len(text))] ^= 1 << rand.IntN(8)
			return text
		},
		"cut":  func(text []byte) []byte { return text[:rand.IntN(len(text))] },
		"zero": func(text []byte) []byte { clear(text[rand.IntN(len(text)):]); return text },
		"hole": func(text []byte) []byte {
			from := rand.IntN(len(text))
			clear(text[from:min(from+100, len(text))])
			return text
		},
		"lose": func(text []byte) []byte {
			from := rand.IntN(len(text))
			return append(text[:from], text[min(from+50, len(text)):]...)
		},
		"repeat": func(text []byte) []byte { return append(text, text[rand.IntN(len(text)):]...) },
		"long":   func(text []byte) []byte { return append(text, bytes.Repeat([]byte("x"), 3*longestLine)...) },
		"empty":  func([]byte) []byte { return nil },
		"whole":  func(text []byte) []byte { return text },
	}
	for what, damage := range damages {
		for range rounds {
			dir := t.TempDir()
			for i, content := range contents {
				name := file(t, dir, fmt.Sprintf("%d.jsonl", i), damage(bytes.Clone(content)))
				when := time.Unix(rand.Int64N(1<<33), 0) // clocks that are wrong change nothing
				testkit.NoError(t, os.Chtimes(name, when, when))
			}
			if _, total, err := join(t, dir, "n=8", 20); err == nil && total != 92 || err != nil && !strings.Contains(err.Error(), dir) {
				t.Fatalf("%s: %d, %v", what, total, err)
			}
			os.RemoveAll(dir)
		}
	}
}

// TestDirectoryLate reads files that become visible bit by bit, as on NFS: cut anywhere, or with
// zeros in place of what is not visible yet.
func TestDirectoryLate(t *testing.T) {
	contents := together(t, "n=8", 20)
	for range testkit.Fewer(50, 10) {
		dir := t.TempDir()
		d := testkit.Must(OpenDirectory(t.Context(), dir, board(t, "n=8"), 20))
		for step := 0; step <= 20; step++ {
			for i, content := range contents {
				seen := bytes.Clone(content)
				if visible := len(seen) * step / 20; step < 20 {
					hole := max(0, visible-rand.IntN(1+visible/8)) // what is read already does not change
					clear(seen[max(hole, int(d.readOf(dir, i))):])
					seen = seen[:visible+rand.IntN(len(seen)-visible+1)]
				}
				if len(seen) >= int(d.readOf(dir, i)) {
					file(t, dir, fmt.Sprintf("%d.jsonl", i), seen)
				}
			}
			if err := d.refresh(); err != nil {
				t.Fatalf("step %d: %v", step, err)
			}
		}
		if p, err := d.Progress(); p.Done != d.Total || p.Solutions != 92 || err != nil || d.Damage() != nil || len(d.claims) > 0 {
			t.Fatalf("%+v, %v, %q, claims %v", p, err, d.Damage(), d.claims)
		}
		os.RemoveAll(dir)
	}
}

// readOf returns how much of a file was read.
func (d *Directory) readOf(dir string, i int) int64 {
	if p := d.parts[filepath.Join(dir, fmt.Sprintf("%d.jsonl", i))]; p != nil {
		return p.read
	}
	return 0
}

// TestDirectoryRefuses opens directories with something in them that cannot be right.
func TestDirectoryRefuses(t *testing.T) {
	c, other := cut(t, "n=8", 20), cut(t, "n=9", 20)
	right := func(task int) []byte { return c.ResultLine(Result{Task: task, Count: 5}) }
	for _, test := range []struct {
		lines [][]byte // of b.jsonl
		asked int
		want  string
	}{
		{[][]byte{other.Line()}, 0, `line 1 of DIR/b.jsonl: it is for board "n=9", not for "n=8"; count in another file`},
		{[][]byte{c.Line(), right(0), right(1), c.ResultLine(Result{Task: 2, Count: 6})}, 20,
			"task 2 has the count 5 on line 3 of DIR/a.jsonl and 6 on line 4 of DIR/b.jsonl; remove both lines to count it again, and check the computers that counted it"},
		{[][]byte{c.Line(), right(3), c.ResultLine(by("ann@x", 3, 4))}, 20,
			"task 3 has the count 5 on line 2 of DIR/b.jsonl and 4 by \"ann@x\" on line 3 of DIR/b.jsonl; remove both lines to count it again, and check the computers that counted it"},
		{[][]byte{c.Line(), right(3), c.WithdrawalLine("bob", noon)}, 20,
			`line 3 of DIR/b.jsonl withdraws the results of "bob"; such a ledger cannot be in a directory`},
	} {
		dir := t.TempDir()
		file(t, dir, "a.jsonl", c.Line(), c.claimLine([]int{2}), right(2))
		file(t, dir, "b.jsonl", test.lines...)
		if test.asked == 0 {
			os.Remove(filepath.Join(dir, "a.jsonl"))
		}
		_, err := OpenDirectory(t.Context(), dir, board(t, "n=8"), test.asked)
		if want := strings.ReplaceAll(test.want, "DIR", dir); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	dir := t.TempDir()
	testkit.NoError(t, os.Mkdir(filepath.Join(dir, "b.jsonl"), 0o777))
	if _, err := OpenDirectory(t.Context(), dir, board(t, "n=8"), 20); err == nil || err.Error() != filepath.Join(dir, "b.jsonl")+" is not a regular file" {
		t.Errorf("a directory for a file: %v", err)
	}
	for _, name := range []string{"a\x1b[2J.jsonl", "a\nb.jsonl", "a\xff.jsonl"} {
		dir := t.TempDir()
		if os.WriteFile(filepath.Join(dir, name), nil, 0o666) != nil {
			continue // no file can have the name here
		}
		_, err := OpenDirectory(t.Context(), dir, board(t, "n=8"), 20)
		if want := fmt.Sprintf("the name %q in %s has a character that cannot be printed", name, dir); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	name := file(t, t.TempDir(), "q8.d")
	if _, err := OpenDirectory(t.Context(), name, board(t, "n=8"), 20); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("a file for a directory: %v", err)
	}
}

// TestDirectoryElsewhere leaves alone what is not a ledger of a process, and counts on from
// a ledger that was a file by itself.
func TestDirectoryElsewhere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "q.d")
	testkit.NoError(t, os.Mkdir(dir, 0o777))
	file(t, dir, "README")
	file(t, dir, "slurm-17.out", []byte("92\n"))
	file(t, dir, ".nfs0001.jsonl", []byte("x\n"))
	file(t, dir, "q8.jsonl", written(t, "n=8", 20))
	before := len(files(t, dir))
	if d, total, err := join(t, dir, "n=8", 0); total != 92 || d.Asked != 20 || err != nil || len(files(t, dir)) != before {
		t.Errorf("%d, %v; files %q", total, err, files(t, dir))
	}
}

// TestDirectoryChanged shortens or removes a file of another process during a count.
func TestDirectoryChanged(t *testing.T) {
	for what, change := range map[string]func(name string) error{
		"was shortened while it was in use": func(name string) error { return os.Truncate(name, 150) },
		"no such file":                      os.Remove,
	} {
		dir := t.TempDir()
		d := testkit.Must(OpenDirectory(t.Context(), dir, board(t, "n=12"), 300))
		defer d.Close()
		name := file(t, dir, "other.jsonl", d.Line(), d.claimLine([]int{1, 2, 3}), d.claimLine([]int{1, 2, 3}))
		testkit.NoError(t, d.refresh())
		testkit.NoError(t, change(name))
		if _, err := d.Run(t.Context(), 1, ignore); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestClaims has a process take tasks that nobody claimed, then those claimed longest ago,
// and none of its own.
func TestClaims(t *testing.T) {
	dir := t.TempDir()
	c := cut(t, "n=8", 20)
	file(t, dir, "a.jsonl", c.Line(), c.claimLine([]int{0, 1, 2}), c.ResultLine(Result{Task: 0, Count: 5}))
	d := testkit.Must(OpenDirectory(t.Context(), dir, board(t, "n=8"), 20))
	chosen := map[int]bool{}
	for len(chosen) < c.Total-3 {
		tasks := d.choose(3, 0)
		if len(tasks) == 0 || len(tasks) > 4 {
			t.Fatalf("it chose %v", tasks)
		}
		for _, task := range tasks {
			if chosen[task] || task < 3 {
				t.Errorf("it chose %d after %v", task, chosen)
			}
			chosen[task] = true
		}
	}
	d.claims[7], d.claims[8], d.claims[9], d.mine[9] = time.Now().Add(-time.Hour), time.Now(), time.Time{}, time.Now()
	if got := d.choose(10, 0); len(got) != 3 || got[0]+got[1] != 3 || got[2] != 7 {
		t.Errorf("with the least patience it chose %v", got)
	}
	d.counted, d.took = 2, time.Hour // so that an hour is no reason to worry
	if got := d.choose(10, 0); len(got) != 2 || got[0]+got[1] != 3 {
		t.Errorf("with the patience for tasks of half an hour it chose %v", got)
	}
	if got := d.choose(2, 0); len(got) != 1 {
		t.Errorf("for one idle worker: %v", got)
	}
	if got := d.choose(1, 5); len(got) != 0 {
		t.Errorf("for none: %v", got)
	}
}

// TestDirectoryErrors has the disk and the tasks fail.
func TestDirectoryErrors(t *testing.T) {
	before := openDisk
	defer func() { openDisk = before }()
	failure := errors.New("a failure")
	openDisk = func(name string, exclusive int) (disk, error) {
		if exclusive != os.O_EXCL {
			t.Errorf("%s may be there already", name)
		}
		f, err := before(name, exclusive)
		return &failingDisk{disk: f, after: 500, err: failure}, err
	}
	dir := t.TempDir()
	if _, _, err := join(t, dir, "n=10", 100); err != failure {
		t.Errorf("a disk that fails: %v", err)
	}
	openDisk = func(string, int) (disk, error) { return nil, failure }
	if _, _, err := join(t, dir, "n=10", 100); err != failure {
		t.Errorf("a file that cannot be created: %v", err)
	}
	openDisk = before
	if _, total, err := join(t, dir, "n=10", 0); total != 724 || err != nil {
		t.Errorf("then: %d, %v", total, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := OpenDirectory(ctx, filepath.Join(t.TempDir(), "new.d"), board(t, "n=10"), 0); err != context.Canceled {
		t.Errorf("canceled: %v", err)
	}
}

// A failingDisk writes so many bytes and then fails.
type failingDisk struct {
	disk
	after int
	err   error
}

func (f *failingDisk) Write(p []byte) (int, error) {
	if len(p) <= f.after {
		f.after -= len(p)
		return f.disk.Write(p)
	}
	n, _ := f.disk.Write(p[:f.after])
	f.after = 0
	return n, f.err
}
