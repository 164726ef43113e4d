// Package wire has the subjects and messages that a count and its workers exchange.
//
// A worker sends requests to subjects that only its key may send to, and which have the
// name of its account; answers go to subjects that only its key may read. So who has sent a
// message is known by the subject on which it was received. Nothing that a message says,
// in its headers or otherwise, says who sent it.
package wire

import (
	"fmt"
	"regexp"
	"strings"
)

// Coordinator is the name of the key with which a count uses a server. All other names are
// workers'.
const Coordinator = "coordinator"

// StatusSubject is where a coordinator's key asks a count for its report.
const StatusSubject = "queensd.status"

// PresenceSubject is where a count says that it is there, to others that use the same accounts
// by mistake. The message is its epoch and its board.
const PresenceSubject = "queensd.presence"

// Subjects of the requests of a worker's account, which sends to no others.
func AskSubject(account string) string    { return "queensd.from." + account + ".ask" }
func ResultSubject(account string) string { return "queensd.from." + account + ".result" }

// Inbox returns the start of all subjects that an account may read.
func Inbox(account string) string { return "queensd.to." + account }

// EndSubject is where a count tells the workers of an account that it has ended. The message is
// its job.
func EndSubject(account string) string { return Inbox(account) + ".end" }

// MayAnswer reports whether a subject is one that only the account reads, and that is for
// answers. A worker could otherwise have a count publish where it may not itself, or end others
// with its key.
func MayAnswer(account, reply string) bool {
	words, ok := strings.CutPrefix(reply, Inbox(account)+".")
	return ok && replies.MatchString(words) && reply != EndSubject(account)
}

var replies = regexp.MustCompile(`^\w{1,40}(\.\w{1,40})?$`)

// CheckAccount checks that a name can be that of an account: one word of a subject, and of the
// name of a file on any system.
func CheckAccount(name string) error {
	switch {
	case !accountNames.MatchString(name):
		return fmt.Errorf("name %.40q: want 1 to 32 letters, digits, _ or -, with no - in front", name)
	case deviceNames.MatchString(name):
		return fmt.Errorf("name %q: Windows has a device of that name, and allows no file", name)
	}
	return nil
}

var (
	accountNames = regexp.MustCompile(`^\w[\w-]{0,31}$`)
	deviceNames  = regexp.MustCompile(`(?i)^(con|prn|aux|nul|(com|lpt)\d)$`)
)

// A Machine is what a worker says of itself. None of it is checked.
type Machine struct {
	Name       string `json:"machine"`
	Kernel     string `json:"kernel"`
	Goroutines int    `json:"goroutines"`
}

// An Ask is the request for tasks.
type Ask struct {
	Machine
	Want int `json:"want"` // tasks
}

// A Task is a task of a count.
type Task struct {
	Number int    `json:"task"`
	Text   string `json:"text"` // see [queens.Task.MarshalText]
}

// Tasks is the answer to an Ask. There may be fewer tasks than wanted, or none.
type Tasks struct {
	Job       string `json:"job"` // of the count; the digest of its tasks
	Tasks     []Task `json:"tasks,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"` // results of the account were wrong: it gets no tasks
}

// Results is the request to keep results. It is answered by a Receipt once they are safe.
type Results struct {
	Machine
	Job     string   `json:"job"`
	Results []Result `json:"results"`
}

// A Result is the count of a task.
type Result struct {
	Number int    `json:"task"`
	Count  uint64 `json:"count"`
}

// A Receipt says that a count has seen results.
type Receipt struct {
	Job string `json:"job"` // of the count; it drops the results of others
}

const (
	// MostPayload limits the size of a worker's request in bytes, and MostResults the
	// number of results in it, which then fit.
	MostPayload = 16 << 10
	MostResults = 200
	// MostAnswer limits the size of what a count answers, in bytes.
	MostAnswer = 512 << 10
	// MostTasks limits the number of tasks in an answer, and MostTaskText their size in
	// bytes, if there is more than one.
	MostTasks    = 128
	MostTaskText = 64 << 10
)

// Shown returns the name of an account of a ledger, in which it may be anything, as it is fit to be
// shown: quoted if it is not one of a key.
func Shown(account string) string {
	switch {
	case account == "":
		return "no name"
	case CheckAccount(account) == nil:
		return account
	}
	return fmt.Sprintf("%+.40q", account)
}

// Clean makes a name that others chose safe to write down and to show anywhere: it keeps
// at most 40 letters, digits, and ._-, and has _ for everything else.
func Clean(name string) string { return unclean.ReplaceAllString(name[:min(len(name), 40)], "_") }

var unclean = regexp.MustCompile(`[^\w.-]`)
