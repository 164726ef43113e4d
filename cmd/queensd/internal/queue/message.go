package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
)

// A message is what a stream has.
type message struct {
	subject string
	seq     uint64
	at      time.Time
	data    []byte
}

// A work is what stands in the queue: a task, and what is needed to say its result.
type work struct {
	Job    string `json:"job"`
	Digest string `json:"digest"` // of the job's ledger
	Task   int    `json:"task"`
	Copies int    `json:"copies"` // how many accounts are to count it
	Text   string `json:"text"`
	Sum    string `json:"sum"` // of the fields above
}

func (w work) sum() string {
	return ledger.Checksum(fmt.Sprintf("%q %q %d %d %q", w.Job, w.Digest, w.Task, w.Copies, w.Text))
}

func (w work) message() []byte {
	w.Sum = w.sum()
	return encode(w)
}

// parseWork reads the message of a subject.
func parseWork(subject string, data []byte) (w work, t queens.Task, err error) {
	if err := json.Unmarshal(data, &w); err != nil {
		return work{}, t, fmt.Errorf("not the JSON of a task: %w", err)
	}
	if w.Sum != w.sum() || subject != taskSubject(w.Job, w.Task) {
		return work{}, t, errors.New("damaged task")
	}
	return w, t, t.UnmarshalText([]byte(w.Text))
}

// A complaint says that a worker could not count a task, or could not store its result.
type complaint struct {
	By     string `json:"by"`
	Reason string `json:"reason"`
}

// message returns the JSON of c, which must not be too long to store.
func (c complaint) message() []byte {
	if most := maxResult / 8; len(c.Reason) > most {
		c.Reason = c.Reason[:most] + "…"
	}
	return encode(c)
}

func parseComplaint(data []byte) complaint {
	var c complaint
	if json.Unmarshal(data, &c) != nil {
		c.Reason = "it does not say why"
	}
	return c
}

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // the types of this package always have their JSON
	}
	return text
}

// parseStored reads a message of the result stream as a result of a job. It is not ok if
// it is damaged, or says that somebody else counted it than who stored it.
func parseStored(head ledger.Head, m message) (r ledger.Result, ok bool) {
	job, task, name, ok := taskOf(m.subject)
	if !ok || job != JobID(head.Board) {
		return r, false
	}
	r, ok = head.ParseResult(m.data)
	return r, ok && r.Task == task && r.Account() == name
}

// withdrawalOf returns the account and the number of a withdrawal.
func withdrawalOf(subject string) (name string, number int64, ok bool) {
	w := words(subject)
	if len(w) != 3 || !accounts.MatchString(w[1]) {
		return "", 0, false
	}
	number, err := strconv.ParseInt(w[2], 10, 64)
	return account(w[1]), number, err == nil
}
