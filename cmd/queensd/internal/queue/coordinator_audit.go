package queue

import (
	crand "crypto/rand"
	"math"
	"math/rand/v2"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// Why a total can be trusted.
//
// A worker's key lets its holder store results under its own name, and the holder may forge
// them: some or all, in any order, with other keys or alone. When a coordinator has a result
// of each task, it makes an audit: [newAudit] copies the count of each task from its ledger,
// and then draws r tasks at random, which the coordinator counts itself. If one of these
// counts differs, the count ends with an error that names the account. Otherwise, when nothing
// is left to recount, the total is the sum of the copies. Nothing else leads to a total.
//
// Claim. Let others have counted N tasks of the board, let F of their counts in the copy be
// wrong, and let r = quota(N) be at most N. Whatever anybody did before, the probability that
// the audit finds none of the F is at most
//
//	(N-F)/N · (N-F-1)/(N-1) · … · (N-F-r+1)/(N-r+1).
//
// Proof. Look at the moment after the copy and before the draw. Which tasks are wrong is
// settled: the total is the sum of the copies, which nobody can change any more. The draw
// takes its randomness from crypto/rand at this moment, so it does not depend on anything that
// happened before, and nobody can have reckoned with it. The tasks to draw from are those that
// only others have counted, M of the N. The other N-M have a count of the coordinator's own in
// the ledger, which holds no two counts of a task that differ: so these are right, and all F
// wrong ones are among the M. If M <= r, all M are drawn, and none of the F is missed unless F
// is 0. Otherwise all sets of r of the M tasks are equally likely, and the probability that
// none of the F is in the set is the product of (M-F-i)/(M-i) for i from 0 to r-1. As M <= N,
// each of these is at most (N-F-i)/(N-i). ∎
//
// So what the coordinator has counted before, because of complaints, of results that differed,
// of new accounts, or in an earlier run, does not count towards the r. It can only make M
// smaller, and the audit stricter. Neither do the draws of an earlier run: after a restart
// the ledger is copied again, and r tasks are drawn anew. Results that come after the copy
// have no part in the total. If some in the ledger are withdrawn after the copy, the audit is
// void, and the next one copies and draws again.
//
// It is also of no use to interrupt a count again and again until the draw is favourable:
// nobody but the coordinator learns what was drawn. A worker's key does not read the
// coordinator's results. A result that the audit finds wrong ends the count with an error at
// once, and its account loses all results.
//
// What is assumed: the coordinator counts right, and so do its earlier results, which nobody
// else can store; its computer, its key, its ledger and the server's directory are in
// nobody else's hands; crypto/rand is random. What is not claimed: that one wrong count among
// many is found. For that there is --copies 2, with which each task is counted by two
// accounts that agree. Then a wrong count takes two keys that lie alike; against those who
// hold two keys there is only the formula above, in which N and F are numbers of tasks,
// however many accounts have counted each.

// An audit has the counts of all tasks, as they stood before the draw; see above.
type audit []uint64

// newAudit begins the audit of a book that has a result of each task. It returns the tasks
// drawn, which are to be recounted.
func newAudit(book *ledger.Book, share float64) (a audit, drawn []int) {
	a = make(audit, book.Total)
	byOthers := 0
	var candidates []int // counted by others only
	for task := range a {
		a[task], _ = book.Count(task)
		others, own := countedBy(book, task)
		if others {
			byOthers++
		}
		if others && !own {
			candidates = append(candidates, task)
		}
	}
	return a, draw(newRand(), candidates, quota(byOthers, share))
}

// total returns the sum of the counts that were copied. It does not overflow.
func (a audit) total() (total uint64) {
	for _, count := range a {
		total += count
	}
	return total
}

// leastQuota is the least number of tasks that are recounted, if there are that many.
const leastQuota = 20

// quota returns the number of tasks to recount of a given number.
func quota(tasks int, share float64) int {
	if share == 0 {
		return 0
	}
	return min(tasks, max(leastQuota, int(math.Ceil(share*float64(tasks)))))
}

// draw draws n of the tasks, or all if they are fewer. All sets of that size are equally
// likely. It shuffles the tasks.
func draw(rng *rand.Rand, tasks []int, n int) []int {
	rng.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	return tasks[:min(n, len(tasks))]
}

// Draw draws a share of the tasks at random, but at least twenty.
func Draw(tasks []int, share float64) []int { return draw(newRand(), tasks, quota(len(tasks), share)) }

func newRand() *rand.Rand {
	var seed [32]byte
	crand.Read(seed[:]) // it never fails
	return rand.New(rand.NewChaCha8(seed))
}

// An early is the choice of results to recount as they come. It has no part in the proof. It
// shows soon, not after days, that the computers of an account count wrongly.
type early struct {
	rng   *rand.Rand
	drawn map[string]int // by account
}

func newEarly() *early { return &early{newRand(), map[string]int{}} }

// draw decides whether to recount a result of an account: the first one, and after k of them
// the next one with probability 1/(k+1). Of n results it draws about √(2n).
func (e *early) draw(account string) bool {
	if e.rng.IntN(1+e.drawn[account]) > 0 {
		return false
	}
	e.drawn[account]++
	return true
}

// countedBy reports whether others have counted a task, and whether the coordinator has.
func countedBy(book *ledger.Book, task int) (others, own bool) {
	for r := range book.Results(task) {
		if isOwn(r) {
			own = true
		} else {
			others = true
		}
	}
	return others, own
}

// isOwn reports whether a result was counted by a coordinator, or where the ledger is.
func isOwn(r ledger.Result) bool { return r.Account() == "" || r.Account() == wire.Coordinator }
