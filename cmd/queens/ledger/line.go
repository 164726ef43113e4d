package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"strings"
	"time"

	"example.com/queens"
)

// version is the format of a ledger. It stands at the very start of one.
const version = "queens-ledger/1"

const (
	// MaxAsked is the most tasks that may be asked for, and maxTasks the most that may
	// come of it: a short line must not make anybody cut for hours.
	MaxAsked = 200_000
	maxTasks = 20_000_000
	// longestLine is in bytes. The first line names the squares of a board, up to 64×64
	// of them; all that is longer is damage.
	longestLine = 1 << 16
)

// A Head says which board is counted, and how the count was cut.
type Head struct {
	Board  string `json:"board"`  // see [queens.Board.String]
	Asked  int    `json:"asked"`  // for at least so many tasks
	Total  int    `json:"tasks"`  // how many there are
	Digest string `json:"digest"` // of the board and the texts of all tasks, in their order
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
	By    string    `json:"by,omitempty"` // the account that counted it, @, and the computer; empty if it was counted where the ledger is
	At    time.Time `json:"at,omitzero"`  // when
}

// Account returns the part of r.By that results are withdrawn by.
func (r Result) Account() string {
	name, _, _ := strings.Cut(r.By, "@")
	return name
}

// A resultLine is a line for a result.
type resultLine struct {
	Result
	Sum string `json:"sum"` // of the result, and of the digest in the head
}

// A withdrawal is a line that takes back all that an account has counted above it.
type withdrawal struct {
	Withdrawn string    `json:"withdrawn"`
	At        time.Time `json:"at"`
	Sum       string    `json:"sum"` // of the fields above, and of the digest in the head
}

func (h Head) sum(format string) string {
	return Checksum(fmt.Sprintf("%s %q %d %d %s", format, h.Board, h.Asked, h.Total, h.Digest))
}

// sum takes in the digest, so that a line of another ledger is no line of this one.
func (r Result) sum(digest string) string {
	text := fmt.Sprintf("%s %d %d", digest, r.Task, r.Count)
	if r.By != "" || !r.At.IsZero() {
		text += fmt.Sprintf(" %q %s", r.By, r.At.Format(time.RFC3339Nano))
	}
	return Checksum(text)
}

func (w withdrawal) sum(digest string) string {
	return Checksum(fmt.Sprintf("%s withdrawn %q %s", digest, w.Withdrawn, w.At.Format(time.RFC3339Nano)))
}

// Line returns the first line of the ledger.
func (h Head) Line() []byte { return encode(headLine{version, h, h.sum(version)}) }

// ResultLine returns the line of a result.
func (h Head) ResultLine(r Result) []byte { return encode(resultLine{r, r.sum(h.Digest)}) }

func (h Head) withdrawalLine(account string, at time.Time) []byte {
	w := withdrawal{Withdrawn: account, At: at}
	w.Sum = w.sum(h.Digest)
	return encode(w)
}

var errDamaged = errors.New("damaged, or no line of a ledger")

// ParseHead reads a first line. It takes time and memory in proportion to the line,
// whatever that says.
func ParseHead(line []byte) (Head, error) {
	var h headLine
	if !decode(line, &h) || h.Sum != h.sum(h.Ledger) {
		return Head{}, errDamaged
	}
	return h.Head, h.check()
}

func (h headLine) check() error {
	switch {
	case h.Ledger != version:
		return fmt.Errorf("it has the format %s, want %s", h.Ledger, version)
	case h.Asked < 1 || h.Asked > MaxAsked:
		return fmt.Errorf("it asks for %d tasks, want 1..%d", h.Asked, MaxAsked)
	case h.Total < 0 || h.Total > maxTasks:
		return fmt.Errorf("it has %d tasks, want 0..%d", h.Total, maxTasks)
	}
	s, err := queens.ParseBoard(h.Board)
	if err == nil && s.String() != h.Board {
		err = fmt.Errorf("its board %.40q is not in standard form", h.Board)
	}
	return err
}

// ParseResult reads the line of a result. It is not ok if the line is damaged, or of
// another ledger.
func (h Head) ParseResult(line []byte) (r Result, ok bool) {
	var e resultLine
	ok = decode(line, &e) && e.Task >= 0 && e.Task < h.Total && e.Sum == e.sum(h.Digest)
	return e.Result, ok
}

func (h Head) parseWithdrawal(line []byte) (w withdrawal, ok bool) {
	ok = decode(line, &w) && !w.At.IsZero() && w.Sum == w.sum(h.Digest)
	return w, ok
}

// Checksum returns the CRC-64 of a text. It is against damage, not against people.
func Checksum(text string) string { return hexadecimal(crc64.Checksum([]byte(text), table)) }

var table = crc64.MakeTable(crc64.ECMA)

func hexadecimal(sum uint64) string { return fmt.Sprintf("%016x", sum) }

func encode(v any) []byte {
	line, err := json.Marshal(v)
	if err != nil {
		panic(err) // numbers, strings and times of this era always have their JSON
	}
	return append(line, '\n')
}

// decode reads a line. It is false for all but what encode writes, byte for byte: JSON
// has many ways to say the same, and damage may find them.
func decode[T headLine | resultLine | withdrawal](line []byte, v *T) bool {
	return json.Unmarshal(line, v) == nil && bytes.Equal(encode(*v), line)
}
