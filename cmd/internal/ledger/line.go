package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/queens"
)

// The format of a ledger is named at its very start.
const (
	version   = "queens-ledger/1"
	beginning = `{"ledger":"` + version + `"`
)

// MaxAsked limits the number of tasks that may be asked for, except on some large boards, and
// maxTasks the number that a board may be cut into: a short line must not cause hours of cutting.
const (
	MaxAsked = 200_000
	maxTasks = 20_000_000
)

// mostAsked returns the most tasks of a board that may be asked for: as many sets of columns
// as large empty boards have, see [queens.Board.Tasks], and MaxAsked of any other.
func mostAsked(board string) int {
	switch board {
	case "n=25":
		return 500_000
	case "n=26":
		return 2_500_000
	case "n=27", "n=28":
		return 10_000_000
	}
	return MaxAsked
}

// A Head says which board is counted, and how the count is cut into tasks.
type Head struct {
	Board  string `json:"board"`  // see [queens.Board.String]
	Asked  int    `json:"asked"`  // the least number of tasks, as asked for
	Total  int    `json:"tasks"`  // the number of tasks
	Digest string `json:"digest"` // of the board and the texts of all tasks, in order
}

// A headLine is the first line.
type headLine struct {
	Ledger string `json:"ledger"` // version
	Head
	Sum string `json:"sum"` // of the fields above
}

// A Result is the count of one task.
type Result struct {
	Task  int       `json:"task"` // its number, from 0
	Count uint64    `json:"count"`
	By    string    `json:"by,omitempty"` // ACCOUNT@HOST that counted it; empty if it was counted where the ledger is
	At    time.Time `json:"at,omitzero"`  // when
}

// Account returns the account in r.By.
func (r Result) Account() string {
	name, _, _ := strings.Cut(r.By, "@")
	return name
}

// A resultLine is the line of a result.
type resultLine struct {
	Result
	Sum string `json:"sum"` // of the result, and of the digest in the head
}

// A withdrawal is a line that cancels all results of an account, wherever they stand. If it names
// no account, it cancels only results above it: those of whatever computer had the ledger.
type withdrawal struct {
	Withdrawn string    `json:"withdrawn"` // the account
	At        time.Time `json:"at"`
	Sum       string    `json:"sum"` // of the fields above, and of the digest in the head
}

// An audit is a line that says that an audit begins, or that the latest has passed.
type audit struct {
	Audit string    `json:"audit"` // begun or passed
	At    time.Time `json:"at"`
	Sum   string    `json:"sum"` // of the fields above, and of the digest in the head
}

const (
	auditBegun  = "begun"
	auditPassed = "passed"
)

// A claim is a line that says what its process is about to count. It is for others that share a
// [Directory].
type claim struct {
	Claimed []int  `json:"claimed"` // tasks
	Sum     string `json:"sum"`     // of the tasks, and of the digest in the head
}

func (h Head) sum(format string) string {
	return checksum(fmt.Sprintf("%s %q %d %d %s", format, h.Board, h.Asked, h.Total, h.Digest))
}

// sum includes the digest, so that the line is not valid in any other ledger.
func (r Result) sum(digest string) string {
	text := fmt.Sprintf("%s %d %d", digest, r.Task, r.Count)
	if r.By != "" || !r.At.IsZero() {
		text += fmt.Sprintf(" %q %s", r.By, r.At.Format(time.RFC3339Nano))
	}
	return checksum(text)
}

func (w withdrawal) sum(digest string) string {
	return checksum(fmt.Sprintf("%s withdrawn %q %s", digest, w.Withdrawn, w.At.Format(time.RFC3339Nano)))
}

func (a audit) sum(digest string) string {
	return checksum(fmt.Sprintf("%s audit %q %s", digest, a.Audit, a.At.Format(time.RFC3339Nano)))
}

func (c claim) sum(digest string) string { return checksum(fmt.Sprint(digest, " claimed ", c.Claimed)) }

// Line returns the first line of the ledger.
func (h Head) Line() []byte { return encodeLine(headLine{version, h, h.sum(version)}) }

// ResultLine returns the line of a result.
func (h Head) ResultLine(r Result) []byte { return encodeLine(resultLine{r, r.sum(h.Digest)}) }

// WithdrawalLine returns the line that withdraws all results of an account.
func (h Head) WithdrawalLine(account string, at time.Time) []byte {
	w := withdrawal{Withdrawn: account, At: at}
	w.Sum = w.sum(h.Digest)
	return encodeLine(w)
}

// AuditLine returns the line that says that an audit begins, or that it has passed.
func (h Head) AuditLine(pass bool, at time.Time) []byte {
	a := audit{Audit: auditBegun, At: at}
	if pass {
		a.Audit = auditPassed
	}
	a.Sum = a.sum(h.Digest)
	return encodeLine(a)
}

func (h Head) claimLine(tasks []int) []byte {
	c := claim{Claimed: tasks}
	c.Sum = c.sum(h.Digest)
	return encodeLine(c)
}

var errDamaged = errors.New("damaged, or not a line of a ledger")

// ParseHead reads a first line. It takes time and memory in proportion to the length of
// the line, whatever numbers are in it.
func ParseHead(line []byte) (Head, error) {
	var h headLine
	if !decodeLine(line, &h) || h.Sum != h.sum(h.Ledger) {
		return Head{}, errDamaged
	}
	return h.Head, h.check()
}

func (h headLine) check() error {
	switch {
	case h.Ledger != version:
		return fmt.Errorf("it has the format %.40q, want %q", h.Ledger, version)
	case h.Asked < 1 || h.Asked > mostAsked(h.Board):
		return fmt.Errorf("it asks for %d tasks, want 1..%d", h.Asked, mostAsked(h.Board))
	case h.Total < 0 || h.Total > maxTasks:
		return fmt.Errorf("it has %d tasks, want 0..%d", h.Total, maxTasks)
	}
	b, err := queens.ParseBoard(h.Board)
	if err == nil && b.String() != h.Board {
		err = fmt.Errorf("its board %.40q is not in standard form", h.Board)
	}
	return err
}

// ParseResult reads the line of a result. The error says whether the line is damaged or
// from another ledger, or has the number of a task that does not exist.
func (h Head) ParseResult(line []byte) (Result, error) {
	r, ok := h.parsePlain(line)
	if !ok {
		var l resultLine
		if !decodeLine(line, &l) || l.Sum != l.sum(h.Digest) {
			return Result{}, errDamaged
		}
		r = l.Result
	}
	if r.Task < 0 || r.Task >= h.Total {
		return Result{}, fmt.Errorf("it is for task %d of %d, counted from 0", r.Task, h.Total)
	}
	return r, nil
}

// parsePlain reads the line of a result that says neither who counted it nor when: as decodeLine
// does, but several times as fast, for ledgers of millions.
func (h Head) parsePlain(line []byte) (r Result, ok bool) {
	task, rest, _ := bytes.Cut(bytes.TrimPrefix(line, []byte(`{"task":`)), []byte(`,"count":`))
	count, _, _ := bytes.Cut(rest, []byte(`,"sum":"`))
	var taskErr, countErr error
	r.Task, taskErr = strconv.Atoi(string(task))
	r.Count, countErr = strconv.ParseUint(string(count), 10, 64)
	if taskErr != nil || countErr != nil {
		return Result{}, false
	}
	written := fmt.Appendf(nil, `{"task":%d,"count":%d,"sum":"%s"}`+"\n", r.Task, r.Count, r.sum(h.Digest))
	return r, bytes.Equal(line, written)
}

func (h Head) parseWithdrawal(line []byte) (withdrawal, bool) {
	var w withdrawal
	ok := decodeLine(line, &w) && !w.At.IsZero() && w.Sum == w.sum(h.Digest)
	return w, ok
}

func (h Head) parseAudit(line []byte) (audit, bool) {
	var a audit
	ok := decodeLine(line, &a) && (a.Audit == auditBegun || a.Audit == auditPassed) && a.Sum == a.sum(h.Digest)
	return a, ok
}

func (h Head) parseClaim(line []byte) (tasks []int, ok bool) {
	var c claim
	if !decodeLine(line, &c) || c.Sum != c.sum(h.Digest) {
		return nil, false
	}
	return c.Claimed, !slices.ContainsFunc(c.Claimed, func(task int) bool { return task < 0 || task >= h.Total })
}

// checksum returns the CRC-64 of a text. It detects damage, not malice.
func checksum(text string) string { return hexadecimal(crc64.Checksum([]byte(text), table)) }

var table = crc64.MakeTable(crc64.ECMA)

func hexadecimal(sum uint64) string { return fmt.Sprintf("%016x", sum) }

// encode returns the JSON of a value of numbers, strings, and times that this program made. It
// panics if the value has a time that JSON cannot write, so a value that others wrote must have
// been read from JSON by this package.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func encodeLine[T headLine | resultLine | withdrawal | audit | claim](v T) []byte {
	return append(encode(v), '\n')
}

// decodeLine reads a line that encodeLine has written, and reports false for any other:
// JSON has many texts for one value, and damage must not turn one into another. Some times
// can be read from JSON but not written, such as those in the zone +24:00.
func decodeLine[T headLine | resultLine | withdrawal | audit | claim](line []byte, v *T) bool {
	if json.Unmarshal(line, v) != nil {
		return false
	}
	text, err := json.Marshal(v)
	return err == nil && bytes.Equal(append(text, '\n'), line)
}
