package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
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

// parseResult reads a message as a result of a job whose tasks have at most a given number of
// solutions. The error names the subject, and with it the account, and says what is wrong.
func parseResult(head ledger.Head, most uint64, m message) (ledger.Result, error) {
	_, task, account, ok := wire.ParseTask(m.subject)
	r, err := head.ParseResult(m.data)
	switch {
	case !ok || m.subject != wire.ResultSubject(wire.JobID(head.Board), task, account):
		err = errors.New("it has the subject of no task of this job")
	case err == nil && (r.Task != task || r.Account() != account):
		err = fmt.Errorf("it says task %d, by %.40q", r.Task, r.By)
	case err == nil && r.Count > most:
		err = fmt.Errorf("%s counted %d: %w, which is at most %d", account, r.Count, errTooMany, most)
	}
	if err != nil {
		return ledger.Result{}, fmt.Errorf("%.80s is not a result of this job: %w", m.subject, err)
	}
	return r, nil
}

var errTooMany = errors.New("more than a task of this board can have")

// mostSolutions returns a number that no task of a board exceeds: queens that are not given
// stand in different columns, so there are at most as many solutions as permutations. From
// 21 of them on, that is all that 64 bits can hold.
func mostSolutions(board string) uint64 {
	b, err := queens.ParseBoard(board)
	if err != nil {
		return math.MaxUint64
	}
	free := b.N()
	for range b.Given() {
		free--
	}
	if free > 20 { // 21! exceeds 64 bits
		return math.MaxUint64
	}
	most := uint64(1)
	for k := 2; k <= free; k++ {
		most *= uint64(k)
	}
	return most
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
