// Package ledger keeps the results of a long count in one append-only file, so that
// the count goes on where it stopped, whatever stopped it.
//
// The file has a JSON object on each line. The first says which board is counted and
// how the count is cut into tasks; each other has the number of a task and its count.
// Every line has a checksum. A result is synced to the disk before it counts as done.
// A last line that was cut off is no loss: its task is counted again. So is that of
// any other line that was damaged, and [Ledger.Damaged] names the line.
package ledger

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"example.com/queens"
	"github.com/gofrs/flock"
)

// A Ledger is the open file of one count. It belongs to one process at a time.
type Ledger struct {
	*Cut
	Damaged []int // numbers of the lines that cannot be read, from 1

	name   string
	file   *os.File
	lock   *flock.Flock
	lines  int
	lineOf []int // the line of each task's result, or 0
	counts []uint64
}

// Open opens the ledger of a count, or begins one if there is no such file. It asks
// for the tasks that the file was begun with if asked is 0, and otherwise it is an
// error if these are others. So is a file of another board, and one that is in use.
func Open(ctx context.Context, name string, s *queens.Solver, asked int) (*Ledger, error) {
	if name == "" {
		return nil, errors.New("the name of the ledger is empty")
	}
	if asked < 0 {
		return nil, fmt.Errorf("%d tasks, want at least 1, or 0 for the default", asked)
	}
	l := &Ledger{name: name}
	if err := l.open(ctx, s, asked); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

func (l *Ledger) open(ctx context.Context, s *queens.Solver, asked int) (err error) {
	if l.file, err = os.OpenFile(l.name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return err
	}
	if info, err := l.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, fmt.Errorf("%s is no regular file", l.name))
	}
	if err := l.takeLock(); err != nil {
		return err
	}
	in := &reader{from: bufio.NewReaderSize(l.file, longestLine)}
	first, err := in.line()
	switch {
	case err == io.EOF && begins(first):
		return l.begin(ctx, s, asked)
	case err == io.EOF:
		return l.noLedger(first)
	case err != nil:
		return err
	}
	if err := l.checkHead(ctx, first, s, asked); err != nil {
		return err
	}
	if err := l.readResults(in); err != nil {
		return err
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
func (l *Ledger) begin(ctx context.Context, s *queens.Solver, asked int) error {
	if err := l.setCut(ctx, s, asked); err != nil {
		return err
	}
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	l.lines = 1
	if err := l.write(encode(l.head())); err != nil {
		return err
	}
	return syncDir(filepath.Dir(l.name))
}

// syncDir makes sure that a new file keeps its name. Not every system can do that.
func syncDir(name string) error {
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

func (l *Ledger) setCut(ctx context.Context, s *queens.Solver, asked int) (err error) {
	if l.Cut, err = NewCut(ctx, s, asked); err != nil {
		return err
	}
	l.lineOf = make([]int, len(l.Tasks))
	l.counts = make([]uint64, len(l.Tasks))
	return nil
}

// checkHead cuts the count as the first line says, and checks that it comes out as
// it says.
func (l *Ledger) checkHead(ctx context.Context, line []byte, s *queens.Solver, asked int) error {
	var found head
	switch {
	case !decode(line, &found) || found.Sum != found.sum():
		return l.damagedHead(ctx, line, s, asked)
	case found.Ledger != version:
		return fmt.Errorf("ledger %s has the format %s, want %s; count in another file", l.name, found.Ledger, version)
	case found.Board != s.String():
		return fmt.Errorf("ledger %s is for board %q, not for %q; count in another file", l.name, found.Board, s)
	case asked != 0 && asked != found.Asked:
		return fmt.Errorf("ledger %s is cut into at least %d tasks, not %d; ask for as many, or count in another file", l.name, found.Asked, asked)
	}
	l.lines = 1
	if err := l.setCut(ctx, s, found.Asked); err != nil {
		return err
	}
	if want := l.head(); found != want {
		return fmt.Errorf("ledger %s has %d tasks of digest %s, but this program cuts board %q into %d of digest %s; "+
			"go on with the program that began it, or count in another file",
			l.name, found.Tasks, found.Digest, found.Board, want.Tasks, want.Digest)
	}
	return nil
}

func (l *Ledger) noLedger(text []byte) error {
	return fmt.Errorf("%s is no ledger: it begins with %.40q; count in another file", l.name, text)
}

// damagedHead says what the first line should be, as far as can be known.
func (l *Ledger) damagedHead(ctx context.Context, line []byte, s *queens.Solver, asked int) error {
	cut, err := NewCut(ctx, s, asked)
	if err != nil {
		return err
	}
	return fmt.Errorf("line 1 of %s is damaged, or it is no ledger: it begins with %.40q; count in another file, "+
		"or, if it was begun by this very command, put this in place of line 1: %s",
		l.name, line, bytes.TrimSpace(encode(cut.head())))
}

// readResults reads all lines but the first.
func (l *Ledger) readResults(in *reader) error {
	for {
		line, err := in.line()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		l.lines++
		var r entry
		if !decode(line, &r) || r.Task < 0 || r.Task >= len(l.Tasks) || r.Sum != r.sum(l.Digest) {
			l.Damaged = append(l.Damaged, l.lines)
			continue
		}
		if before := l.lineOf[r.Task]; before != 0 && l.counts[r.Task] != r.Count {
			return fmt.Errorf("ledger %s: task %d has the count %d on line %d and %d on line %d; "+
				"remove both lines to count it again, and do not trust the computer that counted it",
				l.name, r.Task, l.counts[r.Task], before, r.Count, l.lines)
		}
		l.note(r.Result)
	}
}

func (l *Ledger) note(r Result) {
	l.lineOf[r.Task], l.counts[r.Task] = l.lines, r.Count
}

// Count returns the count of a task, if it is done.
func (l *Ledger) Count(task int) (count uint64, done bool) {
	return l.counts[task], l.lineOf[task] != 0
}

// Add writes the counts of tasks and syncs them. They are done when it returns nil.
// After an error nothing more may be added: the file may end in half a line.
func (l *Ledger) Add(results ...Result) error {
	var lines []byte
	for _, r := range results {
		lines = append(lines, encode(newEntry(l.Digest, r))...)
	}
	if err := l.write(lines); err != nil {
		return err
	}
	for _, r := range results {
		l.lines++
		l.note(r)
	}
	return nil
}

func (l *Ledger) write(lines []byte) error {
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
