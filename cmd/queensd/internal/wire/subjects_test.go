package wire

import (
	"strings"
	"testing"
	"time"
)

// TestSubjects writes and reads subjects.
func TestSubjects(t *testing.T) {
	job := JobID("n=8")
	if !IsJobID(job) || IsJobID("*") || IsJobID(strings.ToUpper(job)) || job == JobID("n=9") {
		t.Errorf("job %s", job)
	}
	at := time.Unix(0, 1234567890123456789).UTC()
	for _, account := range []string{"", "alice", Coordinator} {
		j, task, a, ok := ParseTask(ResultSubject(job, 17, account))
		if j != job || task != 17 || a != account || !ok {
			t.Errorf("result of %q: %s, %d, %q, %t", account, j, task, a, ok)
		}
		j, a, when, ok := ParseWithdrawal(WithdrawSubject(job, account, at))
		if j != job || a != account || !when.Equal(at) || !ok {
			t.Errorf("withdrawal of %q: %s, %q, %v, %t", account, j, a, when, ok)
		}
	}
	for _, words := range []string{"", "j.1", "j.1.*", "j.x.ann", "j.1.ann.2", "j.-1.ann", "j.05.ann", "j.+5.ann", "j.-0.ann", "j..ann"} {
		if _, _, _, ok := ParseTask(ResultPrefix + words); ok {
			t.Errorf("%q has a task", words)
		}
	}
	for _, subject := range []string{"", WithdrawPrefix + "j.*.1", WithdrawPrefix + "j.ann.x", WithdrawPrefix + "j.ann.01", WithdrawPrefix + "j.ann"} {
		if _, _, _, ok := ParseWithdrawal(subject); ok {
			t.Errorf("%q is a withdrawal", subject)
		}
	}
}

// TestFilters matches filters with the subjects that they are for.
func TestFilters(t *testing.T) {
	const job = "0123456789abcdef"
	for filter, subjects := range map[string][]string{
		JobSubjects(job): {
			ResultSubject(job, 1, "ann"), ReportSubject(job, "1", "ann"), WithdrawSubject(job, "ann", time.Now()),
		},
		ResultsOf(job, "ann"): {ResultSubject(job, 1, "ann")},
		ResultsOf(job, ""):    {ResultSubject(job, 1, "")},
	} {
		pattern := strings.Split(filter, ".")
		for _, subject := range subjects {
			words := strings.Split(subject, ".")
			for i, word := range pattern {
				if word == ">" {
					break
				}
				if i >= len(words) || word != "*" && word != words[i] {
					t.Errorf("%s does not match %s", filter, subject)
				}
			}
		}
	}
}

func TestCheckAccount(t *testing.T) {
	for name, ok := range map[string]bool{
		"alice": true, "B-1_b": true, Coordinator: true, strings.Repeat("a", 32): true,
		"": false, "*": false, ">": false, "a.b": false, "a b": false, "ledger": false, strings.Repeat("a", 33): false,
	} {
		if err := CheckAccount(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}
