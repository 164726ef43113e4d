package ledger

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
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
	return string(begin[:n]) == beginning || strings.HasPrefix(string(begin[:n]), proofBeginning)
}

// ReadDirectory reads the ledgers in a directory without changing it. They may be in use. It returns
// the damaged lines, too: "line 3 of NAME".
func ReadDirectory(name string) (b *Book, damaged []string, err error) {
	d := newDirectory(name)
	head, _, err := d.head()
	if err == nil && head == nil {
		err = fmt.Errorf("no ledger is in the directory %s", name)
	}
	if err != nil {
		return nil, nil, err
	}
	d.Book = NewBook(*head)
	if err := d.refresh(); err != nil {
		return nil, nil, err
	}
	for _, file := range slices.Sorted(maps.Keys(d.parts)) {
		for _, line := range d.parts[file].damaged {
			damaged = append(damaged, fmt.Sprintf("line %d of %s", line, file))
		}
	}
	return d.Book, damaged, nil
}
