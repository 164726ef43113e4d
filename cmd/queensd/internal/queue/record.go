package queue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Result is how many solutions a task has.
type Result struct {
	ID       string     `json:"id"`
	Task     []string   `json:"task"` // the lines of its text
	Count    uint64     `json:"count"`
	Checksum string     `json:"checksum"` // of ID and Count
	Time     *time.Time `json:"time,omitempty"`
}

func newResult(t Task, count uint64) Result {
	id := t.ID()
	return Result{ID: id, Task: t.lines, Count: count, Checksum: checksum(id, count)}
}

// checksum returns the first half of the SHA-256 of "ID COUNT".
func checksum(id string, count uint64) string {
	return digest(id+" "+strconv.FormatUint(count, 10), 16)
}

// check recomputes the name and the checksum.
func (r Result) check() error {
	if want := taskID(r.Task); r.ID != want {
		return fmt.Errorf("result has id %.40q, want %q by its task", r.ID, want)
	}
	if want := checksum(r.ID, r.Count); r.Checksum != want {
		return fmt.Errorf("result %s has checksum %.40q, want %q", r.ID, r.Checksum, want)
	}
	return nil
}

// parseResult reads the JSON of a result and checks it.
func parseResult(text []byte) (Result, error) {
	var r Result
	if err := decode(text, &r); err != nil {
		return Result{}, err
	}
	return r, r.check()
}

// A Record is a line of a ledger, and of what is exported and imported: either a
// result or a job.
type Record struct {
	Job *Job `json:"job,omitempty"`
	*Result
}

// parseRecord reads a line and checks it: a result by its checksum.
func parseRecord(line []byte) (Record, error) {
	var r Record
	if err := decode(line, &r); err != nil {
		return Record{}, err
	}
	switch {
	case r.Job != nil && r.Result != nil:
		return Record{}, errors.New("both a job and a result")
	case r.Job != nil:
		_, err := r.Job.solver()
		return r, err
	case r.Result == nil:
		return Record{}, errors.New("neither a job nor a result")
	}
	return r, r.check()
}

// Verify reads a result's task as well, as if it was to be counted again.
func (r Record) Verify() error {
	if r.Result == nil {
		return nil
	}
	_, err := parseTask(strings.Join(r.Task, "\n"))
	return err
}

// Line returns the line of r.
func (r Record) Line() []byte { return append(encode(r), '\n') }

func decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("not the JSON of a record: %w", err)
	}
	if d.More() {
		return errors.New("not the JSON of a record: more than one value")
	}
	return nil
}

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // the types of this file always have their JSON
	}
	return text
}

// A ConflictError says that a task was counted twice, with different results.
type ConflictError struct {
	ID         string
	Have, Also uint64
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("task %s was counted as %d and as %d: some computer counts wrongly; "+
		"export the results, take out those not to be trusted, and import the others in another place", e.ID, e.Have, e.Also)
}
