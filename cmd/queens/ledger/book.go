package ledger

import (
	"fmt"
	"io"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"time"

	"example.com/queens"
)

// A Book has the content of a ledger: the results of tasks, without those that were
// withdrawn. A task may have several results, of different accounts, that agree.
type Book struct {
	Head
	Damaged []int // the numbers of the lines that cannot be read, from 1

	lines     int
	results   map[int][]entry      // by task
	withdrawn map[string]time.Time // by account: the last time
}

// An entry is a result and the number of its line.
type entry struct {
	Result
	line int
}

// NewBook returns a book without results.
func NewBook(h Head) *Book {
	return &Book{Head: h, lines: 1, results: map[int][]entry{}, withdrawn: map[string]time.Time{}}
}

// Count returns the count of a task, and whether it is done.
func (b *Book) Count(task int) (count uint64, done bool) {
	if found := b.results[task]; len(found) > 0 {
		return found[0].Count, true
	}
	return 0, false
}

// Done returns the number of tasks that have a result.
func (b *Book) Done() int { return len(b.results) }

// Len returns the number of results. A task may have several.
func (b *Book) Len() int {
	n := 0
	for _, found := range b.results {
		n += len(found)
	}
	return n
}

// Results yields the results of a task, in the order of their lines.
func (b *Book) Results(task int) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		for _, found := range b.results[task] {
			if !yield(found.Result) {
				return
			}
		}
	}
}

// All yields all results, by task.
func (b *Book) All() iter.Seq[Result] {
	return func(yield func(Result) bool) {
		for task := range b.Tasks() {
			for r := range b.Results(task) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// Tasks yields the tasks that have results, in ascending order.
func (b *Book) Tasks() iter.Seq[int] {
	tasks := make([]int, 0, len(b.results))
	for task := range b.results {
		tasks = append(tasks, task)
	}
	slices.Sort(tasks)
	return slices.Values(tasks)
}

// Progress adds up the counts of all tasks that are done. It sets no Fraction.
func (b *Book) Progress() (queens.Progress, error) {
	p := queens.Progress{Total: b.Total, Done: len(b.results)}
	for _, found := range b.results {
		var carry uint64
		if p.Solutions, carry = bits.Add64(p.Solutions, found[0].Count, 0); carry != 0 {
			return queens.Progress{}, queens.ErrOverflow
		}
	}
	return p, nil
}

// has reports whether the book has a result of the same task and account, and whether it
// has one of the same task with another count.
func (b *Book) has(r Result) (known, contradicts bool) {
	for _, found := range b.results[r.Task] {
		known = known || found.Account() == r.Account()
		contradicts = contradicts || found.Count != r.Count
	}
	return known, contradicts
}

// note adds the result of the next line.
func (b *Book) note(r Result) {
	b.lines++
	b.results[r.Task] = append(b.results[r.Task], entry{r, b.lines})
}

// Withdrawn returns when an account's results were last withdrawn, or the zero time.
func (b *Book) Withdrawn(account string) time.Time { return b.withdrawn[account] }

// withdraw drops all results of an account, and returns their number.
func (b *Book) withdraw(account string, at time.Time) int {
	b.withdrawn[account] = at
	dropped := 0
	for task, found := range b.results {
		left := slices.DeleteFunc(found, func(e entry) bool { return e.Account() == account })
		dropped += len(found) - len(left)
		if len(left) == 0 {
			delete(b.results, task)
		} else {
			b.results[task] = left
		}
	}
	b.lines++
	return dropped
}

// read reads all lines but the first. Two results may contradict each other if one of
// them is withdrawn further down.
func (b *Book) read(in *reader) error {
	lineOf := map[string]int{} // by account: the last withdrawal
	for {
		line, err := in.line()
		if err == io.EOF {
			return b.settle(lineOf)
		}
		if err != nil {
			return err
		}
		if r, err := b.ParseResult(line); err == nil {
			b.note(r)
			continue
		}
		b.lines++
		if w, ok := b.parseWithdrawal(line); ok {
			lineOf[w.Withdrawn], b.withdrawn[w.Withdrawn] = b.lines, w.At
		} else {
			b.Damaged = append(b.Damaged, b.lines)
		}
	}
}

// settle drops results that are withdrawn, and all but the first of a task and account.
// It checks that the results left agree.
func (b *Book) settle(withdrawn map[string]int) error {
	for task, found := range b.results {
		var kept []entry
		for _, e := range found {
			switch {
			case e.line < withdrawn[e.Account()]:
			case len(kept) > 0 && kept[0].Count != e.Count:
				return fmt.Errorf("task %d has the count %d%s on line %d and %d%s on line %d; "+
					"remove both lines to count it again, and check the computers that counted it",
					task, kept[0].Count, kept[0].by(), kept[0].line, e.Count, e.by(), e.line)
			case !slices.ContainsFunc(kept, func(k entry) bool { return k.Account() == e.Account() }):
				kept = append(kept, e)
			}
		}
		b.results[task] = kept
		if kept == nil {
			delete(b.results, task)
		}
	}
	return nil
}

// by returns " by " and who counted r, or nothing if r does not say.
func (r Result) by() string {
	if r.By == "" {
		return ""
	}
	return " by " + strings.ToValidUTF8(r.By, "?")
}
