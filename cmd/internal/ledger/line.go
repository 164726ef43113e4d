package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"slices"
	"strings"
	"time"

	"example.com/queens"
)

// The format of ledgers is named at their very start.
const (
	version   = "queens-ledger/2"
	beginning = `{"ledger":"` + version + `"`
)

// A Head says which board is counted, and how the count is cut into tasks.
type Head struct {
	Board  string `json:"board"`  // see [queens.Board.String]
	Asked  int    `json:"asked"`  // the least number of tasks, as asked for; 0 for as many as suit the board
	Total  int    `json:"tasks"`  // the number of tasks
	Digest string `json:"digest"` // of the board and the texts of all tasks, in order
}

// A headLine is the first line.
type headLine struct {
	Ledger string `json:"ledger"` // version
	Head
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

// A withdrawal is a line that cancels all results of an account, wherever they stand. If it names
// no account, it cancels only results above it: those of whatever computer had the ledger.
type withdrawal struct {
	Withdrawn string    `json:"withdrawn"` // the account
	At        time.Time `json:"at"`
}

// An audit is a line that says that an audit begins, or that the latest has passed.
type audit struct {
	Audit string    `json:"audit"` // begun or passed
	At    time.Time `json:"at"`
}

const (
	auditBegun  = "begun"
	auditPassed = "passed"
)

// A claim is a line that says what its process is about to count. It is for others that share a
// [Directory].
type claim struct {
	Claimed []int `json:"claimed"` // tasks
}

// Line returns the first line of the ledger.
func (h Head) Line() []byte { return seal("", headLine{version, h}) }

// ResultLine returns the line of a result.
func (h Head) ResultLine(r Result) []byte { return seal(h.Digest, r) }

// WithdrawalLine returns the line that withdraws all results of an account.
func (h Head) WithdrawalLine(account string, at time.Time) []byte {
	return seal(h.Digest, withdrawal{account, at})
}

// AuditLine returns the line that says that an audit begins, or that it has passed.
func (h Head) AuditLine(pass bool, at time.Time) []byte {
	a := audit{auditBegun, at}
	if pass {
		a.Audit = auditPassed
	}
	return seal(h.Digest, a)
}

func (h Head) claimLine(tasks []int) []byte { return seal(h.Digest, claim{tasks}) }

var errDamaged = errors.New("damaged, or not a line of a ledger")

// ParseHead reads a first line. It takes time and memory in proportion to the length of
// the line, whatever numbers are in it.
func ParseHead(line []byte) (Head, error) {
	var h headLine
	object, ok := unseal("", line)
	if !ok || json.Unmarshal(object, &h) != nil {
		return Head{}, errDamaged
	}
	return h.Head, h.check()
}

func (h headLine) check() error {
	switch {
	case h.Ledger != version:
		return fmt.Errorf("it has the format %.40q, want %q", h.Ledger, version)
	case h.Asked < 0 || h.Asked > maxAsked:
		return fmt.Errorf("it asks for %d tasks, want 0..%d", h.Asked, maxAsked)
	case h.Total < 0 || h.Total > maxTasks:
		return fmt.Errorf("it has %d tasks, want 0..%d", h.Total, maxTasks)
	}
	b, err := queens.ParseBoard(h.Board)
	if err == nil && b.String() != h.Board {
		err = fmt.Errorf("its board %.40q is not in standard form", h.Board)
	}
	return err
}

// parse reads a line below the first. It returns a Result, a withdrawal, an audit or a claim, or
// an error that says whether the line is damaged or from another ledger, or has the number of a
// task that does not exist.
func (h Head) parse(line []byte) (any, error) {
	object, ok := unseal(h.Digest, line)
	if !ok {
		return nil, errDamaged
	}
	switch begins := func(key string) bool { return bytes.HasPrefix(object, []byte(`{"`+key+`":`)) }; {
	case begins("task"):
		r, err := decode[Result](object)
		return r, errors.Join(err, h.checkTasks(r.Task))
	case begins("withdrawn"):
		return decode[withdrawal](object)
	case begins("audit"):
		a, err := decode[audit](object)
		if a.Audit != auditBegun && a.Audit != auditPassed {
			err = errDamaged
		}
		return a, err
	case begins("claimed"):
		c, err := decode[claim](object)
		return c, errors.Join(err, h.checkTasks(c.Claimed...))
	}
	return nil, errDamaged
}

func decode[T Result | withdrawal | audit | claim](object []byte) (v T, err error) {
	if json.Unmarshal(object, &v) != nil {
		err = errDamaged
	}
	return v, err
}

func (h Head) checkTasks(tasks ...int) error {
	if i := slices.IndexFunc(tasks, func(task int) bool { return task < 0 || task >= h.Total }); i >= 0 {
		return fmt.Errorf("it is for task %d of %d, counted from 0", tasks[i], h.Total)
	}
	return nil
}

// seal returns the line of a value: its JSON object, with the checksum of the key and of the text
// up to it as the last field. The key of all lines below the first is the digest in the head, so
// that they are not valid in any other ledger. The value consists of numbers, strings, and times
// that JSON can write.
func seal(key string, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	text = text[:len(text)-len("}")]
	return append(text, sum(key, text)...)
}

// unseal returns the JSON object of a line without its checksum, and whether that is right.
func unseal(key string, line []byte) (object []byte, ok bool) {
	length := len(line) - len(sum("", nil))
	if length < 0 || sum(key, line[:length]) != string(line[length:]) {
		return nil, false
	}
	return append(slices.Clip(line[:length]), '}'), true
}

// sum returns the end of a line: the checksum of a key and of the text before. It detects damage, not
// malice.
func sum(key string, text []byte) string {
	return fmt.Sprintf(`,"sum":"%016x"}`+"\n", crc64.Update(crc64.Checksum([]byte(key), table), table, text))
}

var table = crc64.MakeTable(crc64.ECMA)
