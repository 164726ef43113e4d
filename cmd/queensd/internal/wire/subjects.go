// Package wire has what clients and servers must agree on: the names of streams, subjects
// and accounts, and the configuration of the streams.
package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The first two words of subjects, before the words that the comments name.
const (
	JobPrefix      = "queens.job."      // JOB
	TaskPrefix     = "queens.task."     // JOB.TASK
	ResultPrefix   = "queens.result."   // JOB.TASK.ACCOUNT
	ReportPrefix   = "queens.report."   // JOB.TASK.ACCOUNT
	WithdrawPrefix = "queens.withdraw." // JOB.ACCOUNT.TIME
	WorkerPrefix   = "queens.worker."   // ACCOUNT.INSTANCE
	DeskPrefix     = "queens.desk."     // ACCOUNT.next.JOB and ACCOUNT.ack.JOB and what follows it in JetStream's subject
)

// AckHeader is the header of a task from a desk with the subject by which it is acknowledged.
const AckHeader = "Queens-Ack"

// Holders is the subject to ask which accounts have which tasks.
const Holders = "queens.holders"

// JobID returns the ID of the job of a board. A board has one job at a time.
func JobID(board string) string {
	sum := sha256.Sum256([]byte(board))
	return hex.EncodeToString(sum[:8])
}

// IsJobID reports whether a word of a subject can be the ID of a job.
func IsJobID(word string) bool { return jobIDs.MatchString(word) }

var jobIDs = regexp.MustCompile(`^[0-9a-f]{16}$`)

// TaskSubject returns the subject of a task of a job.
func TaskSubject(job string, task int) string { return TaskPrefix + job + "." + strconv.Itoa(task) }

// ResultSubject returns the subject of an account's result of a task.
func ResultSubject(job string, task int, account string) string {
	return fmt.Sprint(ResultPrefix, job, ".", task, ".", wordOf(account))
}

// ReportSubject returns the subject of an account's report that it cannot count a task.
func ReportSubject(job, task, account string) string {
	return ReportPrefix + job + "." + task + "." + wordOf(account)
}

// WithdrawSubject returns the subject of a withdrawal of an account's results.
func WithdrawSubject(job, account string, at time.Time) string {
	return fmt.Sprint(WithdrawPrefix, job, ".", wordOf(account), ".", at.UnixNano())
}

// WorkerSubject returns the subject under which a worker announces itself.
func WorkerSubject(account, instance string) string { return WorkerPrefix + account + "." + instance }

// JobSubjects returns a filter for all subjects of a job in the stream of results.
func JobSubjects(job string) string { return "queens.*." + job + ".>" }

// ResultsOf returns a filter for all results of an account.
func ResultsOf(job, account string) string { return ResultPrefix + job + ".*." + wordOf(account) }

// Words returns the words of a subject after the prefix.
func Words(subject string) []string {
	all := strings.Split(subject, ".")
	return all[min(2, len(all)):]
}

// ParseTask reads the words JOB.TASK.ACCOUNT of a result or a report, if they are as
// [ResultSubject] writes them: two subjects of one task and account would be two results.
func ParseTask(subject string) (job string, task int, account string, ok bool) {
	w := Words(subject)
	if len(w) != 3 || !accountNames.MatchString(w[2]) {
		return "", 0, "", false // in a filter, the account * would stand for all
	}
	task, err := strconv.Atoi(w[1])
	return w[0], task, accountOf(w[2]), err == nil && task >= 0 && strconv.Itoa(task) == w[1]
}

// ParseWithdrawal reads the words JOB.ACCOUNT.TIME of a withdrawal.
func ParseWithdrawal(subject string) (job, account string, at time.Time, ok bool) {
	w := Words(subject)
	if len(w) != 3 || !accountNames.MatchString(w[1]) {
		return "", "", time.Time{}, false
	}
	nanoseconds, err := strconv.ParseInt(w[2], 10, 64)
	return w[0], accountOf(w[1]), time.Unix(0, nanoseconds).UTC(), err == nil && strconv.FormatInt(nanoseconds, 10) == w[2]
}
