package ledger

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"time"

	"example.com/queens"
)

// A Book has the content of a ledger: the results of tasks, without those that were
// withdrawn. A task may have several results, of different accounts, that agree. A result
// takes some 36 bytes, and some 60 if its task has several.
type Book struct {
	Head
	Damaged []int // the numbers of the lines that cannot be read, from 1

	lines     int               // of the file
	results   []entry           // in the order of their lines
	last      []uint32          // by task: the place of its last result in results, from 1, or 0
	sources   []source          // of results
	indexOf   map[source]uint32 // in sources
	accounts  map[string]uint32 // numbers of their accounts
	several   map[author]bool   // of results whose tasks have more than one
	done      int               // tasks
	sum       [2]uint64         // of their counts: the lower and the upper 64 bits
	withdrawn map[string]bool   // accounts
	audits    int               // that were begun and did not pass
}

// An entry is a result and where it stands.
type entry struct {
	count    uint64
	at       int64 // Unix time
	task     uint32
	previous uint32 // result of the task: its place in results, from 1, or 0
	source   uint32 // its index
	line     uint32
}

// A source is who counted a result and, if there are several files, the one that has it.
type source struct{ by, file string }

// An author is an account, by its number, that has a result of a task.
type author struct{ task, account uint32 }

// NewBook returns a book without results.
func NewBook(h Head) *Book {
	return &Book{
		Head: h, lines: 1, indexOf: map[source]uint32{}, accounts: map[string]uint32{}, several: map[author]bool{},
		withdrawn: map[string]bool{},
	}
}

// Count returns the count of a task, and whether it is done.
func (b *Book) Count(task int) (count uint64, done bool) {
	if last := b.lastOf(task); last > 0 {
		return b.results[last-1].count, true
	}
	return 0, false
}

func (b *Book) lastOf(task int) uint32 {
	if uint(task) < uint(len(b.last)) {
		return b.last[task]
	}
	return 0
}

// IsDone reports whether a task has a result.
func (b *Book) IsDone(task int) bool { return b.lastOf(task) > 0 }

// Done returns the number of tasks that have a result.
func (b *Book) Done() int { return b.done }

// Len returns the number of results. A task may have several.
func (b *Book) Len() int { return len(b.results) }

// Results yields the results of a task, the last one first. Their times are UTC, in whole seconds.
func (b *Book) Results(task int) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		for at := b.lastOf(task); at > 0; at = b.results[at-1].previous {
			if !yield(b.result(b.results[at-1])) {
				return
			}
		}
	}
}

func (b *Book) result(e entry) Result {
	return Result{Task: int(e.task), Count: e.count, By: b.sources[e.source].by, At: time.Unix(e.at, 0).UTC()}
}

func (b *Book) accountOf(e entry) string { return Result{By: b.sources[e.source].by}.Account() }

// Tasks yields the tasks that have results, in ascending order.
func (b *Book) Tasks() iter.Seq[int] {
	return func(yield func(int) bool) {
		for task, last := range b.last {
			if last > 0 && !yield(task) {
				return
			}
		}
	}
}

// missing returns the tasks that have no result.
func (b *Book) missing() []int {
	var missing []int
	for task := range b.Total {
		if !b.IsDone(task) {
			missing = append(missing, task)
		}
	}
	return missing
}

// Progress returns how many tasks are done and the sum of their counts. It sets no
// Fraction.
func (b *Book) Progress() (queens.Progress, error) {
	if b.sum[1] != 0 {
		return queens.Progress{}, queens.ErrOverflow
	}
	return queens.Progress{Total: b.Total, Done: b.done, Solutions: b.sum[0]}, nil
}

// Has reports whether the book has a result of a task by an account. It takes as long however many
// results the task has.
func (b *Book) Has(task int, account string) bool {
	last := b.lastOf(task)
	if last == 0 {
		return false
	}
	if e := b.results[last-1]; e.previous == 0 {
		return b.accountOf(e) == account
	}
	number, ok := b.accounts[account]
	return ok && b.several[author{uint32(task), number}]
}

// contradicts reports whether the book has another count of the result's task. All counts in the
// book agree.
func (b *Book) contradicts(r Result) bool {
	count, done := b.Count(r.Task)
	return done && count != r.Count
}

// note adds a result that stands on a line.
func (b *Book) note(r Result, file string, line int) {
	from := source{r.By, file}
	index, ok := b.indexOf[from]
	if !ok {
		index = uint32(len(b.sources))
		b.sources, b.indexOf[from] = append(b.sources, from), index
		if _, ok := b.accounts[r.Account()]; !ok {
			b.accounts[r.Account()] = uint32(len(b.accounts))
		}
	}
	b.add(entry{count: r.Count, at: r.At.Unix(), task: uint32(r.Task), source: index, line: uint32(line)})
}

func (b *Book) add(e entry) {
	if len(b.results) == cap(b.results) && len(b.results) > b.Total/16 {
		b.results = slices.Grow(b.results, max(b.Total-len(b.results), b.Total/16)) // once, instead of many times
	}
	if missing := int(e.task) + 1 - len(b.last); missing > 0 {
		b.last = append(b.last, make([]uint32, missing)...)
	}
	e.previous = b.last[e.task]
	b.results = append(b.results, e)
	b.last[e.task] = uint32(len(b.results))
	if e.previous == 0 {
		var carry uint64
		b.sum[0], carry = bits.Add64(b.sum[0], e.count, 0)
		b.sum[1] += carry
		b.done++
		return
	}
	for _, f := range []entry{b.results[e.previous-1], e} {
		b.several[author{e.task, b.accounts[b.accountOf(f)]}] = true
	}
}

// refill empties the book and returns the results that it had, to be added again in their
// order, or not.
func (b *Book) refill() iter.Seq[entry] {
	had := b.results
	b.results, b.sum, b.done = had[:0], [2]uint64{}, 0
	clear(b.last)
	clear(b.several)
	return slices.Values(had) // each is read before its place is taken
}

// Withdrawn reports whether an account was withdrawn: none of its results is in the book or can
// be added. Results without a name belong to nobody: there may be new ones.
func (b *Book) Withdrawn(account string) bool { return account != "" && b.withdrawn[account] }

// WithdrawnAccounts returns the accounts whose results were withdrawn, in alphabetical order.
func (b *Book) WithdrawnAccounts() []string { return slices.Sorted(maps.Keys(b.withdrawn)) }

// Audits returns how many audits were begun and have not passed, for whatever reason.
func (b *Book) Audits() int { return b.audits }

func (b *Book) noteAudit(pass bool) {
	switch {
	case !pass:
		b.audits++
	case b.audits > 0: // otherwise somebody has made up the line
		b.audits--
	}
}

// withdraw drops all results of an account, and returns their number.
func (b *Book) withdraw(account string) int {
	b.withdrawn[account] = true
	had := b.Len()
	for e := range b.refill() {
		if b.accountOf(e) != account {
			b.add(e)
		}
	}
	b.lines++
	return had - b.Len()
}

// read reads all lines but the first. Two results may contradict each other if one of
// them is withdrawn.
func (b *Book) read(in *reader) error {
	unnamed := 0 // the line that withdraws the results without a name
	for {
		line, err := in.line()
		if err == io.EOF {
			return b.settle(unnamed)
		}
		if err != nil {
			return err
		}
		b.lines++
		parsed, err := b.parse(line)
		if err != nil {
			b.Damaged = append(b.Damaged, b.lines)
			continue
		}
		switch l := parsed.(type) {
		case Result:
			b.note(l, "", b.lines)
		case withdrawal:
			if b.withdrawn[l.Withdrawn] = true; l.Withdrawn == "" {
				unnamed = b.lines
			}
		case audit:
			b.noteAudit(l.Audit == auditPassed)
		}
	}
}

// settle drops results that are withdrawn, those without a name above the line that says so, and
// all but the first of a task and account. It checks that the results left agree.
func (b *Book) settle(unnamed int) error {
	for e := range b.refill() {
		switch account := b.accountOf(e); {
		case b.Withdrawn(account) || account == "" && int(e.line) < unnamed:
		case b.contradicts(b.result(e)):
			return b.contradiction(b.results[b.lastOf(int(e.task))-1], e)
		case !b.Has(int(e.task), account):
			b.add(e)
		}
	}
	return nil
}

func (b *Book) contradiction(e, f entry) error {
	return fmt.Errorf("task %d has the count %d%s and %d%s; remove both lines to count it again, "+
		"and check the computers that counted it", e.task, e.count, b.place(e), f.count, b.place(f))
}

// place says who counted an entry, if it says so, and where it stands.
func (b *Book) place(e entry) string {
	text, from := "", b.sources[e.source]
	if from.by != "" {
		text = fmt.Sprintf(" by %q", from.by)
	}
	text += fmt.Sprintf(" on line %d", e.line)
	if from.file != "" {
		text += " of " + from.file
	}
	return text
}
