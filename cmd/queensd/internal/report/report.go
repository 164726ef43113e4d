// Package report describes the state of the counts on a server: for "queensd status", the
// dashboard and its metrics.
package report

import (
	"fmt"
	"time"
)

// A Report is the state of all counts.
type Report struct {
	At       time.Time `json:"at"`
	Jobs     []Job     `json:"jobs"`               // by board
	Workers  []Worker  `json:"workers"`            // seen lately, by name and host
	Accounts []Account `json:"accounts,omitempty"` // that have not returned tasks
	Last     []Result  `json:"last"`               // the latest results, the newest first
}

// The states of a job.
const (
	Counting  = "counting"  // workers may take its tasks
	Done      = "done"      // all tasks have results
	Cancelled = "cancelled" // ended before all tasks had results
)

// A Job is the count of one board.
type Job struct {
	ID          string  `json:"id"`
	Board       string  `json:"board"`
	State       string  `json:"state"`
	Tasks       int     `json:"tasks"` // in all
	Done        int     `json:"done"`  // tasks with a result
	Waiting     int     `json:"waiting"`
	UnderWay    int     `json:"under_way"`
	Solutions   uint64  `json:"solutions"`        // of the tasks done
	Rate        float64 `json:"tasks_per_second"` // lately; 0 if unknown
	SecondsLeft float64 `json:"seconds_left"`     // at that rate; 0 if unknown
	Trouble     string  `json:"trouble,omitempty"`
}

// A Worker is a program that counts tasks.
type Worker struct {
	Name       string    `json:"name"` // of its account
	Host       string    `json:"host"`
	PID        int       `json:"pid"`
	Goroutines int       `json:"workers"`
	Done       int       `json:"done"` // tasks, since it started
	Since      time.Time `json:"since"`
	Seen       time.Time `json:"seen"`
}

// An Account is what became of the tasks that workers with one key have taken.
type Account struct {
	Name     string `json:"name"`
	Held     int    `json:"held"`
	Returned int    `json:"returned"`
	Lost     int    `json:"lost"` // not returned in time
	Stopped  bool   `json:"stopped"`
}

// Suspect reports whether the account has not returned tasks.
func (a Account) Suspect() bool { return a.Lost > 0 || a.Stopped }

func (a Account) String() string {
	text := fmt.Sprintf("%s has not returned %d of the tasks that it took, and returned %d: others get them", a.Name, a.Lost, a.Returned)
	if a.Stopped {
		text += "; it gets no more, except one now and then"
	}
	return text
}

// A Result is the count of one task.
type Result struct {
	Board string    `json:"board"`
	Task  int       `json:"task"`
	Count uint64    `json:"count"`
	By    string    `json:"by"` // name@host
	At    time.Time `json:"at"`
}
