// Package wire has the subjects and messages that a count and its workers exchange.
//
// A worker sends requests to a subject that bears the name of its account and that only its key may
// send to. Answers go to subjects that only its key may read. The subject of a message therefore
// says who sent it; nothing in the message does, neither its headers nor its text.
package wire

import (
	"fmt"
	"regexp"
	"strings"
)

// Coordinator is the name of the key with which a count uses a server. All other names belong to
// workers.
const Coordinator = "coordinator"

// PresenceSubject is where a count makes itself known to others that use the same accounts by
// mistake. The message is its epoch and its board.
const PresenceSubject = "queensd.presence"

// Subject is the only subject to which a worker's account may send.
func Subject(account string) string { return "queensd.from." + account }

// Inbox returns the start of all subjects that an account may read.
func Inbox(account string) string { return "queensd.to." + account }

// EndSubject is where a count tells the workers of an account that it has ended. The message is
// its job.
func EndSubject(account string) string { return Inbox(account) + ".end" }

// MayAnswer reports whether a subject is for answers and can be read by this account only. If a
// count answered anywhere else, a worker could make it publish where the worker may not, or end
// other workers of the same key.
func MayAnswer(account, reply string) bool {
	words, ok := strings.CutPrefix(reply, Inbox(account)+".")
	return ok && replies.MatchString(words) && reply != EndSubject(account)
}

var replies = regexp.MustCompile(`^\w{1,40}(\.\w{1,40})?$`)

// CheckAccount checks that an account may have a name: it must be one word of a subject, and
// a valid file name on any system.
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

// A Machine is what a worker says about itself. None of it is verified.
type Machine struct {
	Name       string `json:"machine"`
	Kernel     string `json:"kernel"`
	Goroutines int    `json:"goroutines"`
}

// A Request returns results, if there are any, and asks for tasks.
type Request struct {
	Machine
	Job     string   `json:"job,omitempty"` // of the results
	Results []Result `json:"results,omitempty"`
	Want    int      `json:"want"` // tasks
}

// A Result is the count of a task.
type Result struct {
	Number int    `json:"task"`
	Count  uint64 `json:"count"`
}

// An Answer to a Request comes once its results are safe, unless they are for another job: these are
// dropped. There may be fewer tasks than wanted, or none.
type Answer struct {
	Job       string `json:"job"` // of the count; the digest of its tasks
	Tasks     []Task `json:"tasks,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"` // the account has sent wrong results, and gets no tasks
}

// A Task is a task of a count.
type Task struct {
	Number int    `json:"task"`
	Text   string `json:"text"` // see [tasks.Task.MarshalText]
}

const (
	// MostTasks limits the number of tasks in an answer, and of results in a request.
	MostTasks = 128
	// MostPayload limits the size of a request in bytes; MostTasks results always fit.
	MostPayload = 16 << 10
	// MostAnswer limits the size of an answer in bytes. No task is added to one whose tasks have
	// reached MostTaskText bytes.
	MostAnswer   = 64 << 10
	MostTaskText = 32 << 10
)

// Shown returns an account's name in a form that is safe to show. In a ledger it may be any text:
// it is quoted unless a key could have that name.
func Shown(account string) string {
	switch {
	case account == "":
		return "no name"
	case CheckAccount(account) == nil:
		return account
	}
	return fmt.Sprintf("%+.40q", account)
}

// Clean returns a form of a name that is safe to write down and to show anywhere, whoever chose
// it: at most 40 letters, digits, and ._-, with _ for everything else.
func Clean(name string) string { return unclean.ReplaceAllString(name[:min(len(name), 40)], "_") }

var unclean = regexp.MustCompile(`[^\w.-]`)
