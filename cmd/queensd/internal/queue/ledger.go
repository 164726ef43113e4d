package queue

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// LedgerName is the name of the ledger in a data directory.
const LedgerName = "ledger.jsonl"

// A Ledger is a file of records to which new ones are appended. It holds all
// that is needed to rebuild a store. It is for one goroutine at a time.
type Ledger struct {
	file    *os.File
	jobs    map[string]Job
	results map[string]Result
}

// A Damage is a line of a ledger that cannot be read.
type Damage struct {
	Line int
	Err  error
}

// OpenLedger opens the ledger of a data directory, and makes it if there is none.
// Damaged lines are returned and taken out of the file.
func OpenLedger(dir string) (*Ledger, []Damage, error) {
	path := filepath.Join(dir, LedgerName)
	l := &Ledger{jobs: map[string]Job{}, results: map[string]Result{}}
	records, damage, err := ReadLedger(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range records {
		if _, err := l.note(r); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if len(damage) > 0 {
		if err := rewrite(path, records); err != nil {
			return nil, nil, err
		}
	}
	l.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	return l, damage, err
}

// ReadLedger returns the records of the ledger of a data directory, which may be
// in use, and the lines that are damaged.
func ReadLedger(dir string) ([]Record, []Damage, error) {
	text, err := os.ReadFile(filepath.Join(dir, LedgerName))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return ReadRecords(bytes.NewReader(text))
}

// ReadRecords reads records, one a line, and says which lines are damaged. A last
// line without its end is damaged: it was cut off.
func ReadRecords(from io.Reader) ([]Record, []Damage, error) {
	var records []Record
	var damage []Damage
	lines := bufio.NewReader(from)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return records, damage, nil
		case err == io.EOF:
			damage = append(damage, Damage{number, errors.New("cut off")})
			return records, damage, nil
		case err != nil:
			return nil, nil, err
		}
		if r, err := parseRecord(line); err != nil {
			damage = append(damage, Damage{number, err})
		} else {
			records = append(records, r)
		}
	}
}

// rewrite replaces the ledger by one of the given records, at once.
func rewrite(path string, records []Record) error {
	f, err := os.CreateTemp(filepath.Dir(path), LedgerName+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // unless it is the ledger by then
	w := bufio.NewWriter(f)
	for _, r := range records {
		w.Write(r.Line())
	}
	err = errors.Join(w.Flush(), f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// note remembers a record, and reports whether it is new.
func (l *Ledger) note(r Record) (bool, error) {
	if r.Job != nil {
		known := l.jobs[r.Job.ID()] == *r.Job
		l.jobs[r.Job.ID()] = *r.Job
		return !known, nil
	}
	old, known := l.results[r.ID]
	if known && old.Count != r.Count {
		return false, &ConflictError{r.ID, old.Count, r.Count}
	}
	l.results[r.ID] = *r.Result
	return !known, nil
}

// Add appends the records that the ledger does not have, and reports how many. They
// are on the disk when it returns.
func (l *Ledger) Add(records ...Record) (int, error) {
	var text []byte
	added := 0
	for _, r := range records {
		if r.Result != nil && r.Time == nil {
			stamped := *r.Result
			now := time.Now().UTC().Truncate(time.Millisecond)
			stamped.Time = &now
			r.Result = &stamped
		}
		isNew, err := l.note(r)
		if err != nil {
			return 0, err
		}
		if isNew {
			text = append(text, r.Line()...)
			added++
		}
	}
	if added == 0 {
		return 0, nil
	}
	if _, err := l.file.Write(text); err != nil {
		return 0, err
	}
	return added, l.file.Sync()
}

// Close closes the file.
func (l *Ledger) Close() error { return l.file.Close() }
