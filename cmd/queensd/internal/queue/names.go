package queue

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"github.com/nats-io/nats.go/jetstream"
)

// The streams. Each client has only the rights that it needs on them, and what is
// stored for good is created once and never changed: the server sees to both.
const (
	jobStream    = "queens-jobs"    // the head of each job's ledger; empty once it was purged
	taskStream   = "queens-tasks"   // tasks that wait or are under way, with a consumer for each job
	resultStream = "queens-results" // results, reports of tasks that cannot be counted, and withdrawals
	workerStream = "queens-workers" // workers seen lately
)

// The first two words of subjects, before the job.
const (
	jobWord      = "queens.job."      // JOB
	taskWord     = "queens.task."     // JOB.TASK
	resultWord   = "queens.result."   // JOB.TASK.ACCOUNT
	reportWord   = "queens.report."   // JOB.TASK.ACCOUNT
	withdrawWord = "queens.withdraw." // JOB.ACCOUNT.TIME
	workerWord   = "queens.worker."   // ACCOUNT.INSTANCE
)

// JobID returns the name of the job of a board: a board is counted in one way at a time.
func JobID(board string) string {
	sum := sha256.Sum256([]byte(board))
	return hex.EncodeToString(sum[:8])
}

func taskSubject(job string, task int) string { return taskWord + job + "." + strconv.Itoa(task) }

func resultSubject(job string, r ledger.Result) string {
	return fmt.Sprint(resultWord, job, ".", r.Task, ".", token(r.Account()))
}

func withdrawSubject(job, account string, at time.Time) string {
	return fmt.Sprint(withdrawWord, job, ".", token(account), ".", at.UnixNano())
}

// here stands for the account of results from a ledger that do not say who counted them.
const here = "ledger"

func token(account string) string {
	if account == "" {
		return here
	}
	return account
}

func account(token string) string {
	if token == here {
		return ""
	}
	return token
}

// Coordinator is the account of those who give out tasks, check results and add them up.
// On a server that "queensd serve" runs it takes a key of its own.
const Coordinator = "coordinator"

var accounts = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// checkAccount checks that a name can be a word of a subject, and is not taken.
func checkAccount(name string) error {
	if !accounts.MatchString(name) || name == here {
		return fmt.Errorf("account %.40q: want 1 to 32 letters, digits, - or _, and not %q", name, here)
	}
	return nil
}

// isJobID reports whether a word of a subject may be the name of a job.
func isJobID(word string) bool { return jobIDs.MatchString(word) }

var jobIDs = regexp.MustCompile(`^[0-9a-f]{16}$`)

// words returns the words of a subject after the first two.
func words(subject string) []string {
	all := strings.Split(subject, ".")
	return all[min(2, len(all)):]
}

// taskOf returns the words JOB.TASK.ACCOUNT of a subject.
func taskOf(subject string) (job string, task int, name string, ok bool) {
	w := words(subject)
	if len(w) != 3 || !accounts.MatchString(w[2]) {
		return "", 0, "", false // a star for a name would stand for all
	}
	task, err := strconv.Atoi(w[1])
	return w[0], task, account(w[2]), err == nil
}

const (
	maxHead   = 128 << 10 // a job's message
	maxTask   = 128 << 10 // a task's
	maxResult = 1 << 10   // a result's, and what a worker says of itself
	seenFor   = 35 * time.Second
)

// configs are the streams, of so many replicas.
func configs(replicas int, storeBytes int64) []jetstream.StreamConfig {
	// Tasks can be queued again, and workers announce themselves again: to sync them
	// would only take time. A cluster knows no other way.
	unsynced := jetstream.AsyncPersistMode
	if replicas > 1 {
		unsynced = jetstream.DefaultPersistMode
	}
	return []jetstream.StreamConfig{{
		Name:              jobStream,
		Description:       "Boards that are counted",
		Subjects:          []string{jobWord + "*"},
		MaxMsgsPerSubject: 1,
		MaxMsgSize:        maxHead,
		MaxBytes:          64 << 20,
		AllowDirect:       true,
		Replicas:          replicas,
	}, {
		Name:        taskStream,
		Description: "Tasks of counts of n queens that wait or are under way",
		Subjects:    []string{taskWord + "*.*"},
		Retention:   jetstream.WorkQueuePolicy,
		// No task is queued twice. Windows of message names are no way to do this: they
		// swallow a task that is queued again because its result is lost.
		MaxMsgsPerSubject:    1,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
		MaxMsgSize:           maxTask,
		MaxBytes:             storeBytes,
		AllowDirect:          true,
		PersistMode:          unsynced,
		Replicas:             replicas,
	}, {
		Name:        resultStream,
		Description: "Results by task and account, reports of tasks, withdrawals",
		Subjects:    []string{resultWord + "*.*.*", reportWord + "*.*.*", withdrawWord + "*.*.*"},
		// What is there cannot be written over, whatever a client sends.
		MaxMsgsPerSubject:    1,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
		MaxMsgSize:           maxResult,
		MaxBytes:             storeBytes,
		AllowDirect:          true,
		AllowAtomicPublish:   true, // one sync for many
		Replicas:             replicas,
	}, {
		Name:              workerStream,
		Description:       "Workers seen lately",
		Subjects:          []string{workerWord + "*.*"},
		MaxMsgsPerSubject: 1,
		MaxAge:            seenFor,
		MaxMsgSize:        maxResult,
		MaxBytes:          8 << 20,
		AllowDirect:       true,
		PersistMode:       unsynced,
		Replicas:          replicas,
	}}
}
