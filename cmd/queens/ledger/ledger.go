// Package ledger keeps the results of a long count in one append-only file, so that
// the count goes on where it stopped, whatever stopped it. Processes that share a directory
// count together, each in a file of its own: see [Directory].
//
// Each line of the file is a JSON object with a checksum. The first line says which board
// is counted, and how the count is cut into tasks. Each of the others has the number of a
// task and its count and, if several computers count, who counted it and when; or it
// withdraws all results of an account above it. A task is done when its line has been
// synced to the disk. If the last line is incomplete, its task is counted again. So is
// the task of any other damaged line; [Book.Damaged] has their numbers.
package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// A Ledger is the open file of one count. It belongs to one process at a time.
type Ledger struct {
	*Book
	name string
	file disk
	size int64 // bytes of the lines that were read or written
	lock *flock.Flock
}

// A disk is an [os.File], or its stand-in in a test.
type disk interface {
	io.ReadWriteCloser
	Sync() error
	Truncate(size int64) error
	Stat() (os.FileInfo, error)
}

// openDisk opens a file, and creates it if need be; with os.O_EXCL it must be new.
var openDisk = func(name string, exclusive int) (disk, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND|exclusive, 0o666)
	if err != nil {
		return nil, err // not an interface around a nil file
	}
	return f, nil
}

// InMemory returns a ledger without a file.
func InMemory(head Head) *Ledger { return &Ledger{Book: NewBook(head)} }

// Open opens the ledger of the count that head describes, or creates it if there is no
// such file. A ledger of another count is an error, and so is one that is in use.
func Open(name string, head Head) (*Ledger, error) {
	return open(name, func(*Head) (Head, error) { return head, nil })
}

// open calls want with the head that the file has, or with nil if it has none, to learn
// which one it should have.
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
	if l.file, err = openDisk(l.name, 0); err != nil {
		return err
	}
	if err := syncNewName(filepath.Dir(l.name)); err != nil {
		return err
	}
	if info, err := l.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, fmt.Errorf("%s is not a regular file", l.name))
	}
	if err := l.takeLock(); err != nil {
		return err
	}
	in := newReader(l.file)
	first, err := in.line()
	switch {
	case err == io.EOF && mayBegin(first):
		return l.begin(want)
	case err == io.EOF:
		return fmt.Errorf("%s is not a ledger: it begins with %.40q; count in another file", l.name, first)
	case err != nil:
		return err
	}
	if err := l.checkHead(first, want); err != nil {
		return err
	}
	if err := l.read(in); err != nil {
		return fmt.Errorf("ledger %s: %w", l.name, err)
	}
	l.size = in.read
	return l.file.Truncate(l.size)
}

// takeLock keeps other processes out. On Windows a lock would stop this process from
// reading the file as well, so there the lock is on a file beside it.
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

// mayBegin reports whether a text without a newline can be an incomplete first line, so
// that nothing is lost by writing it anew.
func mayBegin(text []byte) bool {
	return strings.HasPrefix(string(text), beginning) || strings.HasPrefix(beginning, string(text))
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

// syncNewName syncs a directory, so that a new file keeps its name. Some network and user-space
// file systems cannot do that, and say EINVAL: they keep names in a way of their own.
func syncNewName(dir string) error {
	if err := syncDir(dir); !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// syncDir syncs a directory. Windows cannot do that.
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

// checkHead compares the first line with the one that the file should have.
func (l *Ledger) checkHead(line []byte, want func(*Head) (Head, error)) error {
	found, err := ParseHead(line)
	if err == errDamaged {
		head, err := want(nil)
		if err != nil {
			return err
		}
		return fmt.Errorf("line 1 of %s is damaged, or it is not a ledger: it begins with %.40q; count in another file "+
			"or, if this very command created it, replace line 1 with this: %s", l.name, line, bytes.TrimSpace(head.Line()))
	}
	if err != nil {
		return fmt.Errorf("ledger %s: %w; count in another file", l.name, err)
	}
	head, err := want(&found)
	if err != nil {
		return err
	}
	if err := found.checkSame(head); err != nil {
		return fmt.Errorf("ledger %s: %w", l.name, err)
	}
	l.Book = NewBook(head)
	return nil
}

// checkSame returns an error unless two heads are the same.
func (h Head) checkSame(want Head) error {
	switch {
	case h.Board != want.Board:
		return fmt.Errorf("it is for board %q, not for %q; count in another file", h.Board, want.Board)
	case h.Asked != want.Asked:
		return fmt.Errorf("it is cut into at least %d tasks, not %d; ask for as many, or count in another file", h.Asked, want.Asked)
	case h != want:
		return h.otherTasks(want)
	}
	return nil
}

// Damage says which lines could not be read.
func (l *Ledger) Damage() []string { return damage(l.name, l.Damaged) }

// damage says in one text which lines of a file are damaged, or returns none.
func damage(name string, lines []int) []string {
	switch len(lines) {
	case 0:
		return nil
	case 1:
		return []string{fmt.Sprintf("line %d of %s is damaged: its task is counted again", lines[0], name)}
	}
	return []string{fmt.Sprintf("%d lines of %s are damaged, the first is line %d: their tasks are counted again", len(lines), name, lines[0])}
}

// Add writes results and syncs them. Without an error, their tasks are done. It does not
// write results that the ledger has already, nor those that contradict another result of
// their task, which it returns. After an error nothing more may be added: the file may end
// in an incomplete line.
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
			fresh.note(r, "", 0)
			added = append(added, r)
			if l.file != nil {
				lines = append(lines, l.ResultLine(r)...)
			}
		}
	}
	if err := l.write(lines); err != nil {
		return contradict, err
	}
	for _, r := range added {
		l.lines++
		l.note(r, "", l.lines)
	}
	return contradict, nil
}

// Withdraw withdraws all results of an account, and returns their number. It notes whether
// an audit failed for it.
func (l *Ledger) Withdraw(account string, at time.Time, audit bool) (int, error) {
	if err := l.write(l.withdrawalLine(account, at, audit)); err != nil {
		return 0, err
	}
	if audit {
		l.audits++
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
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.size += int64(len(lines))
	return l.checkFile()
}

// checkFile returns an error if the file has lost lines, or its name, so that what is written
// to it will be gone when it is closed.
func (l *Ledger) checkFile() error {
	held, err := l.file.Stat()
	if err != nil {
		return err
	}
	if held.Size() < l.size {
		return fmt.Errorf("ledger %s was shortened while it was in use, from %d bytes to %d", l.name, l.size, held.Size())
	}
	if named, err := os.Stat(l.name); err != nil || !os.SameFile(held, named) {
		return fmt.Errorf("ledger %s was deleted or replaced while it was in use: what is written to it is lost", l.name)
	}
	return nil
}

// Close closes the file and lets other processes open it.
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
