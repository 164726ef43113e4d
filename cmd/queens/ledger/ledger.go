// Package ledger keeps the results of a long computation in an append-only file, so that it
// goes on where it stopped, whatever stopped it. A [Ledger] has those of a count, a [Proof]
// what is proved of the first solution. Processes that share a directory count together, each
// in a file of its own: see [Directory].
//
// Each line of the file is a JSON object with a checksum. In the ledger of a count, the first
// line says which board is counted, and how the count is cut into tasks. Each of the others has
// the number of a task and its count and, if several computers count, who counted it and when;
// or it withdraws all results of an account, or says that an audit begins or has passed. A task
// is done when its line has been synced to the disk. If the last line is incomplete, its task
// is counted again. So is the task of any other damaged line; [Book.Damaged] has their numbers.
package ledger

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

// A Ledger is the open file of one count. It belongs to one process at a time.
type Ledger struct {
	*Book
	journal *journal
	memory  io.Writer                                // instead of a file
	want    func(found *Head) (want Head, err error) // see open
}

// InMemory returns a ledger without a file, which goes on from a book and writes its lines to memory.
func InMemory(b *Book, memory io.Writer) *Ledger { return &Ledger{Book: b, memory: memory} }

// Open opens the ledger of the count that head describes, or creates it if there is no
// such file. A ledger of another count is an error, and so is one that is in use.
func Open(name string, head Head) (*Ledger, error) {
	return open(name, func(*Head) (Head, error) { return head, nil })
}

// open calls want with the head that the file has, or with nil if it has none, to learn
// which one it should have.
func open(name string, want func(found *Head) (Head, error)) (*Ledger, error) {
	l := &Ledger{want: want}
	var err error
	if l.journal, err = openJournal(name, l); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Ledger) beginning() string { return beginning }

func (l *Ledger) begin() ([]byte, error) {
	head, err := l.want(nil)
	l.Book = NewBook(head)
	return head.Line(), err
}

// takeHead compares the first line with the one that the file should have.
func (l *Ledger) takeHead(line []byte) error {
	found, err := ParseHead(line)
	if err == errDamaged {
		head, err := l.want(nil)
		if err != nil {
			return err
		}
		return fmt.Errorf("line 1 is damaged, or it is not a ledger: it begins with %.40q; count in another file "+
			"or, if this very command created it, replace line 1 with this: %s", line, bytes.TrimSpace(head.Line()))
	}
	if err != nil {
		return fmt.Errorf("%w; count in another file", err)
	}
	head, err := l.want(&found)
	if err != nil {
		return err
	}
	l.Book = NewBook(head)
	return found.checkSame(head)
}

func (l *Ledger) take(in *reader) error { return l.read(in) }

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
		known, contradicts := l.has(r)
		switch {
		case l.Withdrawn(r.Account()):
		case contradicts:
			contradict = append(contradict, r)
		case !known:
			l.lines++
			l.note(r, "", l.lines)
			lines = append(lines, l.ResultLine(r)...)
		}
	}
	return contradict, l.write(lines)
}

// Withdraw withdraws all results of an account for good, and returns their number.
func (l *Ledger) Withdraw(account string, at time.Time) (int, error) {
	return l.withdraw(account), l.write(l.WithdrawalLine(account, at))
}

// NoteAudit notes that an audit begins, or that the latest has passed.
func (l *Ledger) NoteAudit(pass bool, at time.Time) error {
	l.lines++
	l.noteAudit(pass)
	return l.write(l.AuditLine(pass, at))
}

func (l *Ledger) write(lines []byte) error {
	if l.memory == nil {
		return l.journal.append(lines)
	}
	_, err := l.memory.Write(lines)
	return err
}

// Close closes the file and lets other processes open it.
func (l *Ledger) Close() error { return l.journal.close() }
