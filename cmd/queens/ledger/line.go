package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc64"
)

// version is the format of a ledger. It stands at the very start of one.
const version = "queens-ledger/1"

// A head is the first line: which board it is, and how it was cut.
type head struct {
	Ledger string `json:"ledger"` // version
	Board  string `json:"board"`  // see [queens.Solver.String]
	Asked  int    `json:"asked"`  // for at least so many tasks
	Tasks  int    `json:"tasks"`  // how many there are
	Digest string `json:"digest"` // of the texts of all tasks
	Sum    string `json:"sum"`    // of the fields above
}

// A Result is the count of one task, by its number from 0.
type Result struct {
	Task  int    `json:"task"`
	Count uint64 `json:"count"`
}

// An entry is any other line: a result.
type entry struct {
	Result
	Sum string `json:"sum"` // of the result, and of the digest in the head
}

func newEntry(digest string, r Result) entry { return entry{r, r.sum(digest)} }

func (h head) sum() string {
	return checksum(fmt.Sprintf("%s %q %d %d %s", h.Ledger, h.Board, h.Asked, h.Tasks, h.Digest))
}

// sum takes in the digest, so that a line of another ledger is no line of this one.
func (r Result) sum(digest string) string {
	return checksum(fmt.Sprintf("%s %d %d", digest, r.Task, r.Count))
}

// checksum returns the CRC-64 of a text. It is against damage, not against people.
func checksum(text string) string { return hexadecimal(crc64.Checksum([]byte(text), table)) }

var table = crc64.MakeTable(crc64.ECMA)

func hexadecimal(sum uint64) string { return fmt.Sprintf("%016x", sum) }

// encode returns the line of a head or an entry.
func encode(v any) []byte {
	line, err := json.Marshal(v)
	if err != nil {
		panic(err) // numbers and strings always have their JSON
	}
	return append(line, '\n')
}

// decode reads a line into a head or an entry. It is false for all but what encode
// writes, byte for byte: JSON has many ways to say the same, and damage may find them.
func decode[T head | entry](line []byte, v *T) bool {
	return json.Unmarshal(line, v) == nil && bytes.Equal(encode(v), line)
}
