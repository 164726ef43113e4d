package coordinator

import (
	"cmp"
	crand "crypto/rand"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"example.com/queens/cmd/queens/ledger"
)

// Why a total can be trusted.
//
// A worker's key lets its holder send results under the name of its account, and the holder
// may forge them: some or all, in any order, with other keys or alone. A total comes from
// [judge.done] only, when it returns true: it is the sum over the ledger, in which each of the
// N tasks then has a count. Let F of these counts be wrong. The judge trusts what this process
// has counted in this run ([judge.counted], from the goroutines of package coordinator, which
// no message reaches) and nothing else: not the ledger, not earlier runs, no key.
//
// Claim. Let r be [ledger.Quota](N) and m the probability that r tasks drawn from N hit none of F:
//
//	m = (N-F)/N · (N-F-1)/(N-1) · … · (N-F-r+1)/(N-r+1)    (0 if r > N-F).
//
// Whatever the holders of keys do together, the probability that a count ends with F or more
// wrong counts is at most m + m² + m⁴ + m⁸ + … = m·(1 + m + m³ + m⁷ + …), with no more terms
// than there are wrong accounts, and one. It counts all runs for one ledger.
//
// Proof. When each task has a count and nothing waits to be recounted, [judge.done] begins an
// audit: [judge.draw] takes r·2^k tasks, or all if there are fewer, from those that this run
// has not counted, where k is the number of audits that the ledger says have failed. Every
// task drawn is recounted. The count ends if all were right, and if nothing was withdrawn in
// between. So a wrong total takes an audit that misses all F.
//
// Take one audit, at the moment before its draw. Counts in the ledger change only if results
// are withdrawn, and then the audit is void; so what is wrong is settled. The draw's randomness
// is a cipher's that was seeded by the system and has shown none of its state: nobody
// can have reckoned with it. The F wrong counts are among the M ≤ N tasks to draw from, because
// when this run counts a task, a count in the ledger that differs is withdrawn first. All sets
// of tasks are equally likely, so the probability of a miss is Π (M-F-i)/(M-i) for i below
// r·2^k. Each factor is at most (N-F-i)/(N-i), which falls with i; cut into 2^k blocks of r
// factors, the product is at most m^(2^k). If F is larger, m is smaller.
//
// An audit that hits is followed by another only after a withdrawal that the ledger marks as
// an audit's ([judge.convict]) before anything else is written: so the next audit, in this run
// or a later one, has a larger k. An audit that is void for another reason has not ended the
// count, and nobody but this process learns what it drew. The wanted probability is at most the
// sum over k. A withdrawn account is never believed again ([judge.take]), so k is at most the
// number of wrong accounts. ∎
//
// It does not matter what happened before an audit, what was recounted early, or in which
// order anything came. Assumed are: this computer counts right and keeps its memory; its disk
// and the ledger are in nobody else's hands, except that a ledger that somebody has filled in
// is audited like results of a worker; the server tells accounts apart (package access).
// With --copies 2 the judge wants two accounts to agree on each task: then a single wrong
// account is found on the first task on which another one is right. Two that lie alike are up
// against the claim. With --recount 0 nothing is drawn and nothing is claimed.

// A judge keeps the results of a count and decides which are right.
type judge struct {
	ledger *ledger.Ledger
	desk   *desk
	copies int     // accounts that must agree on a task
	share  float64 // of the tasks to recount
	growth float64 // of what an audit draws, with each that has failed: 2, but in a test
	rng    *rand.Rand
	say    func(string) // tells the user

	own      []uint64 // a bit for each task that this run has counted
	cursor   int      // tasks below are not free
	recounts []int    // to be counted here, the first first
	waiting  map[int]bool
	doubts   map[int][]ledger.Result // by task: what the ledger does not have and a recount decides
	drawn    map[int]bool            // by the last audit, and not yet recounted; nil before the first
	failed   bool                    // that audit has
	valid    bool                    // nothing was withdrawn since it was drawn
	early    map[string]int          // by account: its results chosen for a recount as they came
	chosen   int                     // the sum of early
	liars    []string                // accounts withdrawn in this run
}

// own results have no name: they are counted where the ledger is.
const ownAccount = ""

func newJudge(l *ledger.Ledger, copies int, share float64, rng *rand.Rand, say func(string)) *judge {
	j := &judge{
		ledger: l, copies: copies, share: share, growth: 2, rng: rng, say: say,
		own: make([]uint64, (l.Total+63)/64), waiting: map[int]bool{}, doubts: map[int][]ledger.Result{}, early: map[string]int{},
	}
	j.desk = newDesk(l.Total, rng, func(task int) bool { return !j.complete(task) })
	for task := range l.Tasks() {
		if count, _ := l.Count(task); count > j.bound() {
			j.recount(task)
		}
	}
	return j
}

func (j *judge) isOwn(task int) bool { return j.own[task/64]>>(task%64)&1 != 0 }

// complete reports whether a task has as many results as it needs.
func (j *judge) complete(task int) bool {
	if _, has := j.ledger.Count(task); !has || j.copies == 1 || j.isOwn(task) {
		return has
	}
	found := 0
	for range j.ledger.Results(task) { // each of another account
		found++
	}
	return found >= j.copies
}

// bound is the most that all counts may be without their sum overflowing. A larger one is
// recounted.
func (j *judge) bound() uint64 { return math.MaxUint64 / uint64(max(1, j.ledger.Total)) }

// take takes results of others, syncs those that are new, and has those recounted that
// contradict another. Each is from the account in its By: [accountOf] tells. Without an
// error, those that are new are in the ledger.
func (j *judge) take(results []ledger.Result) error {
	var fresh, later []ledger.Result
	seen := map[int]bool{}
	for _, r := range results {
		have, known := j.ledger.Count(r.Task)
		switch {
		case r.Task < 0 || r.Task >= j.ledger.Total || r.Account() == ownAccount || j.banned(r.Account()):
		case seen[r.Task]:
			later = append(later, r)
		case known && have != r.Count || !known && r.Count > j.bound():
			if err := j.doubt(r); err != nil {
				return err
			}
		case !j.complete(r.Task):
			seen[r.Task] = true
			fresh = append(fresh, r)
		}
	}
	fresh = slices.DeleteFunc(fresh, func(r ledger.Result) bool { return j.banned(r.Account()) })
	if err := j.add(fresh); err != nil {
		return err
	}
	for _, r := range fresh {
		if j.complete(r.Task) {
			j.desk.close(r.Task)
		} else {
			j.desk.answered(r.Account(), r.Task)
		}
		if j.chooses(r.Account()) {
			j.recount(r.Task)
		}
	}
	if len(later) > 0 {
		return j.take(later)
	}
	return nil
}

// add writes results that contradict nothing.
func (j *judge) add(results []ledger.Result) error {
	contradict, err := j.ledger.Add(results...)
	if err == nil && len(contradict) > 0 {
		err = fmt.Errorf("task %d has two counts in the ledger", contradict[0].Task) // which take and counted exclude
	}
	return err
}

// mostDoubts limits the recounts that an account can cause before one of them decides.
const mostDoubts = 4

// doubt takes a result that contradicts one in the ledger or is too large to be believed.
func (j *judge) doubt(r ledger.Result) error {
	account := r.Account()
	for other := range j.ledger.Results(r.Task) {
		if j.isOwn(r.Task) || other.Account() == account {
			return j.convict(account, fmt.Sprintf("it has sent %d for task %d, after %d", r.Count, r.Task, other.Count), false)
		}
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

// recount has a task counted here, unless this run has counted it.
func (j *judge) recount(task int) {
	if !j.isOwn(task) && !j.waiting[task] {
		j.waiting[task] = true
		j.recounts = append(j.recounts, task)
	}
}

// next returns a task that is to be counted here, recounts first, and whether there is one.
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
	for ; j.cursor < j.ledger.Total; j.cursor++ { // neighbours are faster to count
		if j.desk.takeFree(ownAccount, j.cursor) {
			return j.cursor, true
		}
	}
	for _, task := range j.desk.takeFresh(ownAccount, 1) {
		return task, true
	}
	return 0, false
}

// counted takes results of this run, which need no trust. Whoever has sent another count for
// one of the tasks is convicted.
func (j *judge) counted(results []ledger.Result) error {
	var fresh []ledger.Result
	now := map[int]uint64{} // the counts of fresh
	for _, r := range results {
		have, again := now[r.Task]
		if j.isOwn(r.Task) {
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
			if err := j.convict(claim.Account(), why, j.drawn[r.Task]); err != nil {
				return err
			}
		}
	}
	if err := j.add(fresh); err != nil {
		return err
	}
	for _, r := range fresh {
		j.own[r.Task/64] |= 1 << (r.Task % 64)
		delete(j.waiting, r.Task)
		delete(j.doubts, r.Task)
		delete(j.drawn, r.Task)
		j.desk.close(r.Task)
	}
	return nil
}

// convict withdraws all results of an account and opens their tasks again. audit tells
// whether the audit under way has found it.
func (j *judge) convict(account, why string, audit bool) error {
	if j.banned(account) {
		return nil
	}
	var own []ledger.Result // counted in this run, which stay
	if account == ownAccount {
		for task := range j.ledger.Tasks() {
			if count, _ := j.ledger.Count(task); j.isOwn(task) {
				own = append(own, ledger.Result{Task: task, Count: count})
			}
		}
	}
	if _, err := j.ledger.Withdraw(account, time.Now().UTC(), audit && !j.failed); err != nil {
		return err
	}
	j.failed = j.failed || audit
	j.valid = false
	if err := j.add(own); err != nil {
		return err
	}
	for task := range j.ledger.Total {
		if !j.complete(task) {
			j.desk.open(task)
		}
	}
	name := cmp.Or(account, "results without a name")
	j.liars = append(j.liars, name)
	j.say(fmt.Sprintf("%s: %s; all results of that account are withdrawn, and their tasks are counted again", name, why))
	return nil
}

// banned reports whether an account was withdrawn, in this run or an earlier one.
func (j *judge) banned(account string) bool {
	return account != ownAccount && !j.ledger.Withdrawn(account).IsZero()
}

// done reports whether all tasks have a count that can be trusted. If only an audit is
// missing, it begins one.
func (j *judge) done() bool {
	if j.desk.left() > 0 || len(j.waiting) > 0 {
		return false
	}
	if j.drawn == nil || !j.valid {
		j.draw()
	}
	return len(j.waiting) == 0
}

// draw begins an audit.
func (j *judge) draw() {
	var candidates []int32
	for task := range j.ledger.Total {
		if !j.isOwn(task) {
			candidates = append(candidates, int32(task))
		}
	}
	j.rng.Shuffle(len(candidates), func(a, b int) { candidates[a], candidates[b] = candidates[b], candidates[a] })
	number := float64(ledger.Quota(j.ledger.Total, j.share)) * math.Pow(j.growth, float64(j.ledger.FailedAudits()))
	j.drawn, j.failed, j.valid = map[int]bool{}, false, true
	for _, task := range candidates[:int(min(number, float64(len(candidates))))] {
		j.drawn[int(task)] = true
		j.recount(int(task))
	}
}

func newRand() *rand.Rand {
	var seed [32]byte
	crand.Read(seed[:]) // it never fails
	return rand.New(rand.NewChaCha8(seed))
}

// chooses decides whether to recount a result of an account as it comes: the first one, and
// after k of them the next with probability 1/(k+1), which is some √(2n) of n; but no more
// for all accounts together, besides the first of each, than that share of all. It has no
// part in the proof. It shows soon, not after days, that a computer counts wrongly.
func (j *judge) chooses(account string) bool {
	k := j.early[account]
	if j.share == 0 || k > 0 && (float64(j.chosen) >= j.share*float64(j.ledger.Total) || j.rng.IntN(1+k) > 0) {
		return false
	}
	j.early[account]++
	j.chosen++
	return true
}
