package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// cut cuts a board.
func cut(t testing.TB, text string, asked int) *Cut {
	t.Helper()
	c, err := NewCut(t.Context(), board(t, text), asked)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func by(who string, task int, count uint64) Result {
	return Result{Task: task, Count: count, By: who, At: noon}
}

// TestSeveralAccounts keeps who counted what and when, and withdraws what one of them
// has counted, for this process and for the next.
func TestSeveralAccounts(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	name := filepath.Join(t.TempDir(), "ledger")
	l, err := Open(name, head)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Add(by("ann@a", 0, 5), by("bob@b", 0, 5), by("bob@c", 1, 7), by("ann@x", 0, 5), Result{Task: 2, Count: 9}); err != nil {
		t.Fatal(err)
	}
	all := []Result{by("ann@a", 0, 5), by("bob@b", 0, 5), by("bob@c", 1, 7), {Task: 2, Count: 9}}
	if got := slices.Collect(l.All()); !slices.Equal(got, all) {
		t.Errorf("got %v, want %v", got, all)
	}
	wrong := []Result{by("bob@b", 2, 8), by("eve@e", 3, 2)}
	if got, err := l.Add(wrong[0], by("ann@a", 3, 1), wrong[1]); !slices.Equal(got, wrong) || err != nil {
		t.Errorf("other counts: %v, %v", got, err)
	}
	if _, err := l.Withdraw("ann", noon); err != nil {
		t.Error(err)
	}
	if _, err := l.Add(by("ann@a", 0, 5)); err != nil {
		t.Error(err)
	}
	all = []Result{all[1], all[0], all[2], all[3]}
	if dropped, err := l.Withdraw("bob", noon); dropped != 2 || err != nil {
		t.Errorf("%d results were withdrawn, %v", dropped, err)
	}
	left := []Result{all[1], all[3]}
	if p, err := l.Progress(); p.Done != 2 || p.Solutions != 14 || err != nil {
		t.Errorf("progress %+v, %v", p, err)
	}
	if _, err := l.Add(by("bob@b", 1, 8)); err != nil {
		t.Errorf("a result after the withdrawal: %v", err)
	}
	left = []Result{left[0], by("bob@b", 1, 8), left[1]}
	if got := slices.Collect(l.All()); !slices.Equal(got, left) {
		t.Errorf("then %v, want %v", got, left)
	}
	l.Close()
	b, err := ReadFile(name)
	if err != nil || b.Head != head {
		t.Fatalf("%+v, %v", b, err)
	}
	if !b.Withdrawn("bob").Equal(noon) || !b.Withdrawn("eve").IsZero() {
		t.Errorf("withdrawn at %v, %v", b.Withdrawn("bob"), b.Withdrawn("eve"))
	}
	if got := slices.Collect(b.All()); !slices.Equal(got, left) || b.Damaged != nil {
		t.Errorf("read %v, damaged %v, want %v", got, b.Damaged, left)
	}
	if _, err := Open(name, cut(t, "n=9", 10).Head); err == nil || !strings.Contains(err.Error(), `is for board "n=8", not for "n=9"`) {
		t.Errorf("another head: %v", err)
	}
}

// TestWithdrawnConflict has contradictions in a ledger, one of them withdrawn.
func TestWithdrawnConflict(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	text := slices.Concat(head.Line(), head.ResultLine(by("ann@a", 0, 5)), head.ResultLine(by("bob@b", 0, 6)), head.withdrawalLine("ann", noon))
	b, err := Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if count, done := b.Count(0); count != 6 || !done {
		t.Errorf("count %d, %t", count, done)
	}
	text = append(text, head.ResultLine(by("ann@a", 0, 5))...)
	want := "task 0 has the count 6 by bob@b on line 3 and 5 by ann@a on line 5"
	if _, err := Read(bytes.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestAccountsAreChecked flips every byte of lines that say who and when.
func TestAccountsAreChecked(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	for _, line := range [][]byte{head.ResultLine(by("ann@a", 0, 5)), head.withdrawalLine("ann", noon)} {
		for at := range line {
			changed := bytes.Clone(line)
			changed[at] ^= 1
			if _, ok := head.ParseResult(changed); ok {
				t.Errorf("%s is a result", changed)
			}
			if _, ok := head.parseWithdrawal(changed); ok {
				t.Errorf("%s is a withdrawal", changed)
			}
		}
	}
}

// TestHeadRules has heads of a right checksum that break a rule. None may cost more than
// its size.
func TestHeadRules(t *testing.T) {
	good := cut(t, "n=8 given=b4", 10).Head
	if h, err := ParseHead(good.Line()); h != good || err != nil {
		t.Errorf("%+v, %v", h, err)
	}
	var many []string
	for row := range 2000 {
		many = append(many, fmt.Sprintf("a%d", row+1))
	}
	tests := []struct {
		change func(*Head)
		want   string
	}{
		{func(h *Head) { h.Total = 2e9 }, "2000000000 tasks, want 0.."},
		{func(h *Head) { h.Asked = 2e9 }, "asks for 2000000000 tasks"},
		{func(h *Head) { h.Total = -1 }, "-1 tasks"},
		{func(h *Head) { h.Asked = 0 }, "asks for 0 tasks"},
		{func(h *Head) { h.Board = "n=8  given=b4" }, "not in standard form"},
		{func(h *Head) { h.Board = "n=65" }, "65"},
		{func(h *Head) { h.Board = "n=8 given=" + strings.Join(many, ",") }, "off the 8×8 board"},
	}
	for _, test := range tests {
		h := good
		test.change(&h)
		begun := time.Now()
		if _, err := ParseHead(h.Line()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("%q: it took %v", test.want, took)
		}
	}
	other := good
	other.Digest = "0123456789abcdef"
	if _, err := other.Again(t.Context()); err == nil || !strings.Contains(err.Error(), "but this program cuts board") {
		t.Errorf("another digest: %v", err)
	}
	if c, err := good.Again(t.Context()); err != nil || c.Head != good {
		t.Errorf("cut again: %v", err)
	}
}

// watched is a file that remembers what was done with it.
type watched struct {
	disk
	did *[]string
}

func (w watched) Write(b []byte) (int, error) {
	*w.did = append(*w.did, "write")
	return w.disk.Write(b)
}

func (w watched) Sync() error {
	*w.did = append(*w.did, "sync")
	return w.disk.Sync()
}

// TestSynced begins a ledger, and goes on with one whose process may have died before it
// synced the directory.
func TestSynced(t *testing.T) {
	var did []string
	openBefore, syncBefore := openDisk, syncDir
	defer func() { openDisk, syncDir = openBefore, syncBefore }()
	openDisk = func(name string) (disk, error) {
		f, err := openBefore(name)
		return watched{f, &did}, err
	}
	syncDir = func(name string) error {
		did = append(did, "sync directory")
		return syncBefore(name)
	}
	head := cut(t, "n=8", 10).Head
	name := filepath.Join(t.TempDir(), "ledger")
	for _, want := range [][]string{
		{"sync directory", "write", "sync", "write", "sync", "write", "sync"},
		{"sync directory", "write", "sync"},
	} {
		did = nil
		l, err := Open(name, head)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Add(Result{Task: 1, Count: 1}, Result{Task: 2, Count: 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Withdraw("ann", noon); err != nil {
			t.Fatal(err)
		}
		l.Close()
		if !slices.Equal(did, want) {
			t.Errorf("it did %q, want %q", did, want)
		}
	}
	syncDir = func(string) error { return os.ErrPermission }
	if l, err := Open(name, head); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a directory that cannot be synced: %v", err)
		l.Close()
	}
}
