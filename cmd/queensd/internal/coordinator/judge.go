package coordinator

import (
	crand "crypto/rand"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// Why a total can be trusted.
//
// Whoever holds a worker's key can send results under the name of its account, and may forge them:
// some or all, in any order, alone or together with other keys. The holder may know everything
// except which tasks an audit will draw. A total comes out only when [judge.done] returns true: it
// is the sum over the ledger, in which each of the N tasks then has a count.
//
// Claim. Let r be [ledger.Quota](N), and m the probability that r tasks drawn from N hit none of F:
//
//	m = (N-F)/N · (N-F-1)/(N-1) · … · (N-F-r+1)/(N-r+1)    (0 if r > N-F).
//
// Whatever the holders of keys do together, however often the count is started or killed, and
// with any ledger to begin with that [ledger.Open] accepts: the probability that done ever returns
// true while F or more counts are wrong is at most m + m² + m⁴ + m⁸ + … = m·(1 + m + m³ + m⁷ + …).
//
// Proof.
//
//  1. A count is taken to be right only if this process has counted it in this run. Its goroutines
//     hand their results to [judge.counted], which neither messages nor the ledger reach. If the
//     ledger has a different count, counted withdraws it before it adds the right one.
//  2. When each task has a count and nothing waits to be recounted, an audit draws r·2^k of the
//     other tasks, or all if there are fewer; all sets of that size are equally likely
//     ([judge.done], [judge.draw]). The numbers come from a cipher seeded by the system ([newRand]),
//     so nobody can foresee them.
//  3. k is the number of audits that were begun but did not pass, in all runs of this ledger
//     ([ledger.Book.Audits]): draw has the ledger record and sync the start of an audit before any of
//     its tasks is recounted.
//  4. An audit passes if each drawn task's recount equals the count that the ledger had when it was
//     drawn ([judge.drawn]), and if nothing has been withdrawn from the ledger since (otherwise
//     [judge.revoke] ends the audit). Only then does done record that it has passed, and return true.
//  5. Counts in the ledger change only by withdrawals: [ledger.Ledger.Add] rejects what contradicts
//     one. So when an audit passes, the counts are still those from which it was drawn.
//  6. So done returns true with G ≥ F wrong counts only if an audit draws from M ≤ N tasks and hits
//     none of the G (by 1 and 2 all G are among the M). The probability is Π (M-G-i)/(M-i) for i below
//     r·2^k. Each factor is at most (N-F-i)/(N-i), which falls with i. Cut into 2^k blocks of r
//     factors, the product is at most m^(2^k).
//  7. Consider the audits that begin with F or more wrong counts. None but the last has passed, or
//     done would have returned true. By 3, the first of them has k ≥ 0, the next k ≥ 1, and so on: an
//     audit that is killed, or that a liar ends by giving itself up, raises k like one that has hit.
//     An audit that passes with fewer wrong counts leaves k as it was. The sum over k is the claim. ∎
//
// It does not matter what happened before an audit, what was recounted early, or in which order
// anything came. Nothing that a withdrawn account has sent is believed, wherever it is found
// ([judge.take], Add, and the reader of the ledger). Without that the bound would still hold, but
// some ledgers could never be finished. The proof assumes that this computer counts correctly and
// its memory does not fail; that nobody else can write to its disk or the ledger once the count has
// begun; and that the server tells accounts apart (package access).
//
// With --copies 2 two accounts must agree on each task. A single wrong account is then found at the
// first task on which another one is right. Against two that tell the same lies only the claim
// helps. With --recount 0 nothing is drawn, and nothing is claimed.

// A judge keeps the results of a count and decides which are right.
type judge struct {
	ledger *ledger.Ledger
	pool   *taskPool
	copies int     // accounts that must agree on a task
	share  float64 // of the tasks to recount
	rng    *rand.Rand
	say    func(string) // tells the user

	own      []bool       // by task: this run has counted it
	counting map[int]bool // tasks that next has returned, not yet counted
	recounts []int        // to be counted here, in this order
	waiting  map[int]bool
	doubts   map[int][]ledger.Result // by task: results not in the ledger, for a recount to decide
	drawn    map[int]uint64          // the current audit: tasks not yet recounted, with their counts when drawn; nil for none
	audited  bool                    // the ledger has a record of that audit
	early    map[string]int          // by account: how many of its results chooses has chosen
	chosen   int                     // the sum of early
}

// Own results have no name: they are counted where the ledger is.
const ownAccount = ""

func newJudge(l *ledger.Ledger, copies int, share float64, rng *rand.Rand, say func(string)) *judge {
	j := &judge{
		ledger: l, pool: &taskPool{}, copies: copies, share: share, rng: rng, say: say,
		own: make([]bool, l.Total), counting: map[int]bool{}, waiting: map[int]bool{}, doubts: map[int][]ledger.Result{}, early: map[string]int{},
	}
	j.openIncomplete()
	for task := range l.Tasks() {
		if count, _ := l.Count(task); count > j.bound() {
			j.recount(task)
		}
	}
	return j
}

// complete reports whether a task has as many results as it needs.
func (j *judge) complete(task int) bool {
	if !j.ledger.IsDone(task) || j.copies == 1 || j.own[task] {
		return j.ledger.IsDone(task)
	}
	found := 0
	for range j.ledger.Results(task) { // each of another account
		if found++; found == j.copies {
			return true
		}
	}
	return false
}

// openIncomplete has the pool hand out all tasks that need more results.
func (j *judge) openIncomplete() {
	var open []int
	for task := range j.ledger.Total {
		if !j.complete(task) {
			open = append(open, task)
		}
	}
	j.pool.reset(open, j.ledger.Total)
}

// bound is the largest count with which no sum can overflow. A larger one is recounted.
func (j *judge) bound() uint64 { return math.MaxUint64 / uint64(max(1, j.ledger.Total)) }

// take writes results of others to the ledger, syncs it, and queues a recount wherever one contradicts
// another. Each result is from the account in its By, on whose subject it came. The time
// is proportional to the number of results.
func (j *judge) take(results []ledger.Result) error {
	var fresh, doubtful []ledger.Result
	for _, r := range results {
		have, known := j.ledger.Count(r.Task)
		switch {
		case r.Task < 0 || r.Task >= j.ledger.Total || r.Account() == ownAccount || j.ledger.Withdrawn(r.Account()):
		case known && have != r.Count || !known && r.Count > j.bound():
			doubtful = append(doubtful, r)
		case !j.complete(r.Task) && !j.ledger.Has(r.Task, r.Account()):
			fresh = append(fresh, r)
		}
	}
	contradict, err := j.ledger.Add(fresh...)
	if err != nil {
		return err
	}
	type author struct {
		task    int
		account string
	}
	seen := map[author]bool{}
	for _, r := range fresh {
		by := author{r.Task, r.Account()}
		if have, _ := j.ledger.Count(r.Task); have != r.Count || seen[by] {
			continue // it contradicts another result, or is a duplicate
		}
		seen[by] = true
		if j.complete(r.Task) {
			j.pool.close(r.Task)
		}
		if j.chooses(by.account) {
			j.recount(r.Task)
		}
	}
	for _, r := range append(contradict, doubtful...) {
		if err := j.doubt(r); err != nil {
			return err
		}
	}
	return nil
}

// add writes own results. Whatever contradicts one has been withdrawn before.
func (j *judge) add(results []ledger.Result) error {
	contradict, err := j.ledger.Add(results...)
	if err == nil && len(contradict) > 0 {
		err = fmt.Errorf("task %d has two counts in the ledger", contradict[0].Task)
	}
	return err
}

// mostDoubts is how many undecided recounts an account can cause.
const mostDoubts = 4

// doubt handles a result that contradicts one in the ledger, or is too large to be believed.
func (j *judge) doubt(r ledger.Result) error {
	account := r.Account()
	if j.ledger.Withdrawn(account) {
		return nil
	}
	if have, known := j.ledger.Count(r.Task); known && (j.own[r.Task] || j.ledger.Has(r.Task, account)) {
		return j.revoke(account, fmt.Sprintf("it has sent %d for task %d, after %d", r.Count, r.Task, have))
	}
	pending := 0
	for _, doubts := range j.doubts {
		for _, d := range doubts {
			if d.Account() == account {
				pending++
			}
		}
	}
	if pending < mostDoubts {
		j.doubts[r.Task] = append(j.doubts[r.Task], r)
		j.recount(r.Task)
	}
	return nil
}

// recount queues a task to be counted here, unless this run has counted it already.
func (j *judge) recount(task int) {
	if !j.own[task] && !j.waiting[task] {
		j.waiting[task] = true
		j.recounts = append(j.recounts, task)
	}
}

// next returns the next task to count here, recounts first, and whether there is one.
func (j *judge) next(recountsOnly bool) (task int, ok bool) {
	for len(j.recounts) > 0 {
		task, j.recounts = j.recounts[0], j.recounts[1:]
		if j.waiting[task] {
			return task, true
		}
	}
	if recountsOnly {
		return 0, false
	}
	if task, ok = j.pool.take(func(task int) bool { return j.counting[task] }); ok {
		j.counting[task] = true
	}
	return task, ok
}

// hand returns a task for an account to count, and whether there is one.
func (j *judge) hand(account string) (task int, ok bool) {
	return j.pool.take(func(task int) bool { return j.ledger.Has(task, account) })
}

// counted takes results that this process has counted. Whoever has sent a different count for one
// of the tasks is revoked.
func (j *judge) counted(results []ledger.Result) error {
	var fresh []ledger.Result
	now := map[int]uint64{} // the counts of fresh
	for _, r := range results {
		delete(j.counting, r.Task)
		have, again := now[r.Task]
		if j.own[r.Task] {
			have, again = j.ledger.Count(r.Task)
		}
		if again && have != r.Count {
			return fmt.Errorf("this computer has counted task %d twice, as %d and as %d: check its memory", r.Task, have, r.Count)
		}
		if again {
			continue
		}
		now[r.Task] = r.Count
		fresh = append(fresh, ledger.Result{Task: r.Task, Count: r.Count, At: r.At})
		claims := append(slices.Collect(j.ledger.Results(r.Task)), j.doubts[r.Task]...)
		for _, claim := range claims {
			if claim.Count == r.Count {
				continue
			}
			why := fmt.Sprintf("it has sent %d for task %d, which has %d", claim.Count, r.Task, r.Count)
			if err := j.revoke(claim.Account(), why); err != nil {
				return err
			}
		}
		if had, drawn := j.drawn[r.Task]; drawn && had != r.Count {
			j.drawn = nil
		}
	}
	if err := j.add(fresh); err != nil {
		return err
	}
	for _, r := range fresh {
		j.own[r.Task] = true
		delete(j.waiting, r.Task)
		delete(j.doubts, r.Task)
		delete(j.drawn, r.Task)
		j.pool.close(r.Task)
	}
	return nil
}

// revoke withdraws all results of an account and opens their tasks again. If there are any, this
// ends the current audit.
func (j *judge) revoke(account, why string) error {
	if j.ledger.Withdrawn(account) {
		return nil
	}
	var own []ledger.Result // counted in this run, which stay
	if account == ownAccount {
		for task := range j.ledger.Tasks() {
			if count, _ := j.ledger.Count(task); j.own[task] {
				own = append(own, ledger.Result{Task: task, Count: count})
			}
		}
	}
	dropped, err := j.ledger.Withdraw(account, time.Now().UTC())
	if err != nil {
		return err
	}
	if dropped > 0 {
		j.drawn = nil
	}
	if err := j.add(own); err != nil {
		return err
	}
	j.openIncomplete()
	j.say(fmt.Sprintf("%s: all results are withdrawn, and their tasks are counted again: %s", wire.Shown(account), why))
	return nil
}

// done reports whether all tasks have a count that can be trusted. If only an audit is
// missing, done begins one.
func (j *judge) done() (bool, error) {
	if j.pool.left > 0 || len(j.waiting) > 0 {
		return false, nil
	}
	if j.drawn == nil {
		if err := j.draw(); err != nil {
			return false, err
		}
	}
	if len(j.drawn) > 0 || !j.audited {
		return len(j.drawn) == 0, nil
	}
	j.audited = false
	return true, j.ledger.NoteAudit(true, time.Now().UTC())
}

// draw begins an audit, unless this run has counted every task.
func (j *judge) draw() error {
	var candidates []int
	for task := range j.ledger.Total {
		if !j.own[task] {
			candidates = append(candidates, task)
		}
	}
	j.rng.Shuffle(len(candidates), func(a, b int) { candidates[a], candidates[b] = candidates[b], candidates[a] })
	number := float64(ledger.Quota(j.ledger.Total, j.share)) * math.Pow(2, float64(j.ledger.Audits()))
	j.drawn = map[int]uint64{}
	for _, task := range candidates[:int(min(number, float64(len(candidates))))] {
		j.drawn[task], _ = j.ledger.Count(task)
		j.recount(task)
	}
	if j.audited = len(j.drawn) > 0; !j.audited {
		return nil
	}
	return j.ledger.NoteAudit(false, time.Now().UTC()) // before anything is recounted
}

func newRand() *rand.Rand {
	var seed [32]byte
	crand.Read(seed[:]) // it never fails
	return rand.New(rand.NewChaCha8(seed))
}

// chooses decides whether to recount a result as it comes. Of each account it chooses the first
// one, and after k the next with probability 1/(k+1), which makes about √(2n) of n. Beyond the
// first of each account, it chooses at most share of all tasks. The proof does not need this: it is
// here to find a computer that miscounts within minutes, not days.
func (j *judge) chooses(account string) bool {
	k := j.early[account]
	if j.share == 0 || k > 0 && (float64(j.chosen) >= j.share*float64(j.ledger.Total) || j.rng.IntN(1+k) > 0) {
		return false
	}
	j.early[account]++
	j.chosen++
	return true
}
