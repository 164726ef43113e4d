package ledger

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// ReadFile reads a ledger without changing it. The ledger may be in use.
func ReadFile(name string) (*Book, error) {
	f, err := openToRead(name)
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

// Read reads a ledger.
func Read(from io.Reader) (*Book, error) {
	in := newReader(from)
	line, err := in.line()
	if err != nil && err != io.EOF {
		return nil, err
	}
	head, err := ParseHead(line)
	if err == errDamaged {
		err = fmt.Errorf("line 1 begins with %.40q: %w", line, err)
	}
	if err != nil {
		return nil, err
	}
	b := NewBook(head)
	return b, b.read(in)
}

// IsFile reports whether there is a file of this name that begins as a ledger.
func IsFile(name string) bool {
	f, err := openToRead(name)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, len(beginning))
	n, _ := io.ReadFull(f, begin)
	return string(begin[:n]) == beginning
}

// ReadAny reads a ledger that is a file or a directory, without changing it. It may be in use. Each
// damaged line is named as in "line 3 of NAME".
func ReadAny(name string) (b *Book, damaged []string, err error) {
	d := newDirectory(name)
	if !IsDirectory(name) {
		if b, err = ReadFile(name); err != nil {
			return nil, nil, err
		}
		d.parts[name] = &part{damaged: b.Damaged}
	} else if b, err = d.readAll(); err != nil {
		return nil, nil, err
	}
	for _, file := range slices.Sorted(maps.Keys(d.parts)) {
		for _, line := range d.parts[file].damaged {
			damaged = append(damaged, fmt.Sprintf("line %d of %s", line, file))
		}
	}
	return b, damaged, nil
}

// readAll reads what is in the directory.
func (d *Directory) readAll() (*Book, error) {
	head, _, err := d.head()
	if err == nil && head == nil {
		err = fmt.Errorf("no ledger is in the directory %s", d.name)
	}
	if err != nil {
		return nil, err
	}
	d.Book = NewBook(*head)
	return d.Book, d.refresh()
}
