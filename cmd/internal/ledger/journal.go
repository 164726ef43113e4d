package ledger

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/gofrs/flock"
)

// A journal is an append-only file of lines that belongs to one process at a time. A nil
// journal keeps nothing.
type journal struct {
	name string
	disk disk
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

// A content writes and reads what is in a file.
type content struct {
	begin    func() ([]byte, error)  // returns the first line of a new file
	takeHead func(line []byte) error // takes the first line of a file
	take     func(in *reader) error  // takes the other lines
}

// openJournal opens a file and reads its content, or creates it with the first line. It cuts off
// an incomplete last line.
func openJournal(name string, c content) (*journal, error) {
	if name == "" {
		return nil, errors.New("the name of the ledger is empty")
	}
	if err := checkRegular(name); err != nil {
		return nil, err
	}
	j := &journal{name: name}
	if err := j.open(c); err != nil {
		return nil, errors.Join(err, j.close())
	}
	return j, nil
}

func (j *journal) open(c content) (err error) {
	if j.disk, err = openDisk(j.name, 0); err != nil {
		return err
	}
	if err := syncNewName(filepath.Dir(j.name)); err != nil {
		return err
	}
	if err := j.takeLock(); err != nil {
		return err
	}
	in := newReader(j.disk)
	first, err := in.line()
	switch {
	case err == io.EOF && mayBegin(first):
		line, err := c.begin()
		if err == nil {
			err = j.disk.Truncate(0)
		}
		if err != nil {
			return err
		}
		return j.append(line)
	case err == io.EOF:
		return fmt.Errorf("%s is not a ledger: it begins with %.40q; choose another name", j.name, first)
	case err != nil:
		return err
	}
	if err = c.takeHead(first); err == nil {
		err = c.take(in)
	}
	if err != nil {
		return fmt.Errorf("ledger %s: %w", j.name, err)
	}
	j.size = in.read
	return j.disk.Truncate(j.size)
}

// mayBegin reports whether a text without a newline can be an incomplete first line, so
// that nothing is lost by writing it anew.
func mayBegin(text []byte) bool {
	return strings.HasPrefix(string(text), beginning) || strings.HasPrefix(beginning, string(text))
}

// createJournal creates a file that no other process knows of, with its first line.
func createJournal(name string, line []byte) (*journal, error) {
	j := &journal{name: name}
	var err error
	if j.disk, err = openDisk(name, os.O_EXCL); err != nil {
		return nil, err
	}
	if err = syncNewName(filepath.Dir(name)); err == nil {
		err = j.append(line)
	}
	return j, err
}

// checkRegular returns an error if a file is a directory, or a pipe or device: these may never
// end, or lose what is read of them.
func checkRegular(name string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", name)
	}
	return nil
}

// openToRead opens a regular file.
func openToRead(name string) (*os.File, error) {
	if err := checkRegular(name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// takeLock keeps other processes out. On Windows a lock would stop this process from
// reading the file as well, so there the lock is on a file beside it.
func (j *journal) takeLock() error {
	name := j.name
	if runtime.GOOS == "windows" {
		name += ".lock"
	}
	j.lock = flock.New(name)
	locked, err := j.lock.TryLock()
	if err == nil && !locked {
		err = fmt.Errorf("ledger %s is in use by another process", j.name)
	}
	return err
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

// append writes lines and syncs them. After an error nothing more may be added: the file may
// end in an incomplete line.
func (j *journal) append(lines []byte) error {
	if j == nil || len(lines) == 0 {
		return nil
	}
	if _, err := j.disk.Write(lines); err != nil {
		return err
	}
	if err := j.disk.Sync(); err != nil {
		return err
	}
	j.size += int64(len(lines))
	return j.check()
}

// check returns an error if the file has lost lines, or its name, so that what is written
// to it will be gone when it is closed.
func (j *journal) check() error {
	held, err := j.disk.Stat()
	if err != nil {
		return err
	}
	if held.Size() < j.size {
		return fmt.Errorf("ledger %s was shortened while it was in use, from %d bytes to %d", j.name, j.size, held.Size())
	}
	if named, err := os.Stat(j.name); err != nil || !os.SameFile(held, named) {
		return fmt.Errorf("ledger %s was deleted or replaced while it was in use: what is written to it is lost", j.name)
	}
	return nil
}

// close closes the file and lets other processes open it.
func (j *journal) close() error {
	if j == nil {
		return nil
	}
	var err error
	if j.lock != nil {
		err = j.lock.Close()
	}
	if j.disk != nil {
		err = errors.Join(err, j.disk.Close())
	}
	return err
}
