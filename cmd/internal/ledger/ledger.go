// Package ledger keeps the results of a long computation in an append-only file, so that it
// goes on where it stopped, whatever stopped it. A [Ledger] has those of a count. Processes that
// share a directory count together, each in a file of its own: see [Directory].
//
// Each line of the file is a JSON object with a checksum. The first line says which board is
// counted, and how the count is cut into tasks. Each of the others has the number of a task and
// its count and, if several computers count, who counted it and when; or it withdraws all results
// of an account, or says that an audit begins or has passed. A task is done when its line has been
// synced to the disk. If the last line is incomplete, its task is counted again. So is the task of
// any other damaged line; [Book.Damaged] has their numbers.
package ledger

import (
	"bytes"
	"fmt"
	"time"
)

// A Ledger is the open file of one count. It belongs to one process at a time.
type Ledger struct {
	*Book
	journal *journal
}

// Open opens a ledger, or creates it if there is no such file; one that is in use is an error.
// The function head returns the head of a new ledger, for nil, or the one that the ledger must
// have, for the one that it has.
func Open(name string, head func(found *Head) (Head, error)) (*Ledger, error) {
	l := &Ledger{}
	begin := func() ([]byte, error) {
		own, err := head(nil)
		l.Book = NewBook(own)
		return own.Line(), err
	}
	takeHead := func(line []byte) error {
		found, err := ParseHead(line)
		if err == errDamaged {
			want, err := begin()
			if err != nil {
				return err
			}
			return fmt.Errorf("line 1 is damaged, or it is not a ledger: it begins with %.40q; count in another file "+
				"or, if this very command created it, replace line 1 with this: %s", line, bytes.TrimSpace(want))
		}
		if err != nil {
			return fmt.Errorf("%w; count in another file", err)
		}
		own, err := head(&found)
		if err != nil {
			return err
		}
		l.Book = NewBook(own)
		return found.checkSame(own)
	}
	var err error
	l.journal, err = openJournal(name, content{begin, takeHead, func(in *reader) error { return l.read(in) }})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Damage says which lines could not be read.
func (l *Ledger) Damage() []string { return damage(l.journal.name, l.Damaged) }

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
// write results that the ledger has already or whose account was withdrawn, nor those that
// contradict another result of their task, which it returns. After an error the ledger must
// not be used any more: the file may lack what the book has, and end in an incomplete line.
func (l *Ledger) Add(results ...Result) (contradict []Result, err error) {
	var lines []byte
	for _, r := range results {
		switch {
		case l.Withdrawn(r.Account()):
		case l.contradicts(r):
			contradict = append(contradict, r)
		case !l.Has(r.Task, r.Account()):
			l.lines++
			l.note(r, "", l.lines)
			lines = append(lines, l.ResultLine(r)...)
		}
	}
	return contradict, l.journal.append(lines)
}

// Withdraw withdraws all results of an account for good, and returns their number.
func (l *Ledger) Withdraw(account string, at time.Time) (int, error) {
	return l.withdraw(account), l.journal.append(l.WithdrawalLine(account, at))
}

// NoteAudit notes that an audit begins, or that the latest has passed.
func (l *Ledger) NoteAudit(pass bool, at time.Time) error {
	l.lines++
	l.noteAudit(pass)
	return l.journal.append(l.AuditLine(pass, at))
}

// Close closes the file and lets other processes open it.
func (l *Ledger) Close() error { return l.journal.close() }
