// Package ledger keeps the results of a long count in one append-only file, so that
// the count goes on where it stopped, whatever stopped it.
//
// The file has a JSON object on each line. The first says which board is counted and
// how the count is cut into tasks; each other has the number of a task and its count,
// and, where several computers count, who counted it and when. A line may also withdraw
// all that somebody has counted above it. Every line has a checksum. A result is synced
// to the disk before it counts as done. A last line that was cut off is no loss: its
// task is counted again. So is that of any other line that was damaged, and
// [Book.Damaged] names the line.
package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// A Ledger is the open file of one count. It belongs to one process at a time.
type Ledger struct {
	*Book
	name string
	file disk
	lock *flock.Flock
}

// A disk is an [os.File], or what stands for one in a test.
type disk interface {
	io.ReadWriteCloser
	Sync() error
	Truncate(size int64) error
	Stat() (os.FileInfo, error)
}

// openDisk opens a file, or makes it.
var openDisk = func(name string) (disk, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err // and no file in the interface
	}
	return f, nil
}

// InMemory returns a ledger without a file.
func InMemory(head Head) *Ledger { return &Ledger{Book: NewBook(head)} }

// Open opens the ledger of a count that was cut as head says, or begins one if there is
// no such file. A ledger of another count, and one that is in use, are errors.
func Open(name string, head Head) (*Ledger, error) {
	return open(name, func(*Head) (Head, error) { return head, nil })
}

// open asks want for the head that the file should have, given the one that it has, or
// nil if it has none.
func open(name string, want func(found *Head) (Head, error)) (*Ledger, error) {
	if name == "" {
		return nil, errors.New("the name of the ledger is empty")
	}
	l := &Ledger{name: name}
	if err := l.open(want); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

func (l *Ledger) open(want func(*Head) (Head, error)) error {
	var err error
	if l.file, err = openDisk(l.name); err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(l.name)); err != nil {
		return err
	}
	if info, err := l.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, fmt.Errorf("%s is no regular file", l.name))
	}
	if err := l.takeLock(); err != nil {
		return err
	}
	in := newReader(l.file)
	first, err := in.line()
	switch {
	case err == io.EOF && begins(first):
		return l.begin(want)
	case err == io.EOF:
		return notLedger(l.name, first)
	case err != nil:
		return err
	}
	if err := l.checkHead(first, want); err != nil {
		return err
	}
	if err := l.read(in); err != nil {
		return fmt.Errorf("ledger %s: %w", l.name, err)
	}
	return l.file.Truncate(in.read)
}

// takeLock keeps other processes out. Windows would keep this one out too: there the
// lock is on a file beside the ledger.
func (l *Ledger) takeLock() error {
	name := l.name
	if runtime.GOOS == "windows" {
		name += ".lock"
	}
	l.lock = flock.New(name)
	locked, err := l.lock.TryLock()
	if err == nil && !locked {
		err = fmt.Errorf("ledger %s is in use by another process", l.name)
	}
	return err
}

// begins reports whether a text without a newline may be a first line that was cut
// off, so that nothing is lost by writing it anew.
func begins(text []byte) bool {
	start := []byte(`{"ledger":"` + version + `"`)
	return bytes.HasPrefix(text, start) || bytes.HasPrefix(start, text)
}

// begin writes the first line.
func (l *Ledger) begin(want func(*Head) (Head, error)) error {
	head, err := want(nil)
	if err != nil {
		return err
	}
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	l.Book = NewBook(head)
	return l.write(head.Line())
}

// syncDir makes sure that a new file keeps its name. Not every system can do that.
var syncDir = func(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// checkHead compares the first line with what it should be.
func (l *Ledger) checkHead(line []byte, want func(*Head) (Head, error)) error {
	found, err := ParseHead(line)
	if err == errDamaged {
		head, err := want(nil)
		if err != nil {
			return err
		}
		return fmt.Errorf("line 1 of %s is damaged, or it is no ledger: it begins with %.40q; count in another file, "+
			"or, if it was begun by this very command, put this in place of line 1: %s", l.name, line, bytes.TrimSpace(head.Line()))
	}
	if err != nil {
		return fmt.Errorf("ledger %s: %w; count in another file", l.name, err)
	}
	head, err := want(&found)
	if err != nil {
		return err
	}
	if err := found.differs(head); err != nil {
		return fmt.Errorf("ledger %s %w", l.name, err)
	}
	l.Book = NewBook(head)
	return nil
}

// differs says why a count was not cut as another was, unless it was.
func (h Head) differs(want Head) error {
	switch {
	case h.Board != want.Board:
		return fmt.Errorf("is for board %q, not for %q; count in another file", h.Board, want.Board)
	case h.Asked != want.Asked:
		return fmt.Errorf("is cut into at least %d tasks, not %d; ask for as many, or count in another file", h.Asked, want.Asked)
	case h != want:
		return h.otherCut(want)
	}
	return nil
}

func notLedger(name string, text []byte) error {
	return fmt.Errorf("%s is no ledger: it begins with %.40q; count in another file", name, text)
}

// ReadFile reads a ledger that may be in use, and leaves it as it is.
func ReadFile(name string) (*Book, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// Read reads the text of a ledger.
func Read(from io.Reader) (*Book, error) {
	in := newReader(from)
	line, err := in.line()
	if err != nil && err != io.EOF {
		return nil, err
	}
	head, err := ParseHead(line)
	if err != nil {
		return nil, fmt.Errorf("line 1 begins with %.40q: %w", line, err)
	}
	b := NewBook(head)
	return b, b.read(in)
}

// Add writes the counts of tasks and syncs them. They are done when it returns no error.
// Those that are there already are not written again, nor are those that contradict
// another count of their task, which it returns. After an error nothing more may be
// added: the file may end in half a line.
func (l *Ledger) Add(results ...Result) (contradict []Result, err error) {
	var lines []byte
	var added []Result
	fresh := NewBook(l.Head)
	for _, r := range results {
		known, contradicts := l.has(r)
		knownNow, contradictsNow := fresh.has(r)
		switch {
		case contradicts || contradictsNow:
			contradict = append(contradict, r)
		case !known && !knownNow:
			fresh.note(r)
			added = append(added, r)
			lines = append(lines, l.ResultLine(r)...)
		}
	}
	if err := l.write(lines); err != nil {
		return contradict, err
	}
	for _, r := range added {
		l.note(r)
	}
	return contradict, nil
}

// Withdraw takes all results of an account back, and returns how many there were.
func (l *Ledger) Withdraw(account string, at time.Time) (int, error) {
	if err := l.write(l.withdrawalLine(account, at)); err != nil {
		return 0, err
	}
	return l.withdraw(account, at), nil
}

func (l *Ledger) write(lines []byte) error {
	if len(lines) == 0 || l.file == nil {
		return nil
	}
	if _, err := l.file.Write(lines); err != nil {
		return err
	}
	return l.file.Sync()
}

// Close lets others have the file.
func (l *Ledger) Close() error {
	var err error
	if l.lock != nil {
		err = l.lock.Close()
	}
	if l.file != nil {
		err = errors.Join(err, l.file.Close())
	}
	return err
}
