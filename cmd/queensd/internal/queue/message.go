package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// A message is a message of a stream, or one to be stored.
type message struct {
	subject string
	data    []byte

	seq uint64    // once stored
	at  time.Time // once stored
}

// A queuedTask is a task in the queue, with all that a worker needs to store its result.
type queuedTask struct {
	Job    string `json:"job"`
	Digest string `json:"digest"` // of the job's ledger
	Task   int    `json:"task"`
	Copies int    `json:"copies"` // the number of accounts that are to count it
	Text   string `json:"text"`
	Sum    string `json:"sum"` // of the fields above
}

func (t queuedTask) sum() string {
	return ledger.Checksum(fmt.Sprintf("%q %q %d %d %q", t.Job, t.Digest, t.Task, t.Copies, t.Text))
}

func (t queuedTask) message() message {
	t.Sum = t.sum()
	return message{subject: wire.TaskSubject(t.Job, t.Task), data: ledger.JSON(t)}
}

// head returns what the task tells about the head of its ledger.
func (t queuedTask) head() ledger.Head { return ledger.Head{Total: t.Task + 1, Digest: t.Digest} }

func parseTask(subject string, data []byte) (queuedTask, queens.Task, error) {
	var t queuedTask
	var task queens.Task
	if err := json.Unmarshal(data, &t); err != nil {
		return queuedTask{}, task, fmt.Errorf("not the JSON of a task: %w", err)
	}
	if t.Sum != t.sum() || subject != wire.TaskSubject(t.Job, t.Task) {
		return queuedTask{}, task, errors.New("damaged task")
	}
	return t, task, task.UnmarshalText([]byte(t.Text))
}

// resultMessage returns the message of a result.
func resultMessage(job string, head ledger.Head, r ledger.Result) message {
	return message{subject: wire.ResultSubject(job, r.Task, r.Account()), data: head.ResultLine(r)}
}

// parseResult reads a message as a result of a job. It reports false if the message is
// damaged, or if its subject names another task or account.
func parseResult(head ledger.Head, m message) (ledger.Result, bool) {
	job, task, account, ok := wire.ParseTask(m.subject)
	if !ok || job != wire.JobID(head.Board) {
		return ledger.Result{}, false
	}
	r, ok := head.ParseResult(m.data)
	return r, ok && r.Task == task && r.Account() == account
}

// A complaint says that a worker could not count a task, or could not store its result.
type complaint struct {
	By     string `json:"by"`
	Reason string `json:"reason"`
}

// text returns the JSON of c. It shortens the reason if need be.
func (c complaint) text() []byte {
	if most := wire.MaxResult / 8; len(c.Reason) > most {
		c.Reason = c.Reason[:most] + "…"
	}
	return ledger.JSON(c)
}

func parseComplaint(data []byte) complaint {
	var c complaint
	if json.Unmarshal(data, &c) != nil {
		c.Reason = "the reason cannot be read"
	}
	return c
}
