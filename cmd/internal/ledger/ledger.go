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
	"fmt"
	"io"
	"time"
)

// A Ledger is the open file of one count. It belongs to one process at a time.
type Ledger struct {
	*Book
	journal *journal
	memory  io.Writer // instead of a file
}

// InMemory returns a ledger without a file, which goes on from a book and writes its lines to memory.
func InMemory(b *Book, memory io.Writer) *Ledger { return &Ledger{Book: b, memory: memory} }

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
