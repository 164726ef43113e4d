package coordinator

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/internal/testkit"
)

// TestMain keeps files in memory if possible, since no test cuts the power.
func TestMain(m *testing.M) {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		os.Setenv("TMPDIR", "/dev/shm")
	}
	os.Exit(m.Run())
}

// A simulation is a count whose tasks need no counting. Its judge and its ledger are the real ones.
type simulation struct {
	*judge
	t     *testing.T
	rng   *rand.Rand // what the adversary does
	said  []string
	truth []uint64
	head  ledger.Head
	name  string // of the ledger

	kills    float64 // the probability that the process is killed in a call that writes
	mostKill int     // how often
	written  int64   // bytes of the ledger before the call
}

func simulate(t *testing.T, tasks, copies int, seed uint64) *simulation {
	s := &simulation{t: t, rng: rand.New(rand.NewPCG(seed, 5)), truth: make([]uint64, tasks)}
	for task := range s.truth {
		s.truth[task] = s.rng.Uint64N(1000)
	}
	s.head = ledger.Head{Board: "n=8", Asked: tasks, Total: tasks, Digest: "0123456789abcdef"}
	s.name = filepath.Join(t.TempDir(), "ledger")
	s.open(copies, 0.01)
	t.Cleanup(func() { s.ledger.Close() })
	return s
}

// open reads the ledger, as a new process does.
func (s *simulation) open(copies int, share float64) {
	s.t.Helper()
	l := testkit.Must(ledger.Open(s.name, func(*ledger.Head) (ledger.Head, error) { return s.head, nil }))
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(s.rng.Uint32())
	}
	s.judge = newJudge(l, copies, share, rand.New(rand.NewChaCha8(seed)), func(text string) { s.said = append(s.said, text) })
	s.written = s.size()
}

// restart kills the process and starts it again.
func (s *simulation) restart() {
	s.t.Helper()
	s.ledger.Close()
	s.open(s.copies, s.share)
}

// edit writes lines into the ledger while no process has it.
func (s *simulation) edit(lines []byte) {
	s.t.Helper()
	s.ledger.Close()
	testkit.NoError(s.t, os.WriteFile(s.name, slices.Concat(s.head.Line(), lines), 0o600))
	s.open(s.copies, s.share)
}

func (s *simulation) size() int64 {
	s.t.Helper()
	return testkit.Must(os.Stat(s.name)).Size()
}

// survive ends the test at an error. Now and then it kills the process in the middle of what it has
// written since the last call. It reports whether the process lives on.
func (s *simulation) survive(err error) bool {
	s.t.Helper()
	testkit.NoError(s.t, err)
	more := s.size() - s.written
	if more > 0 && s.mostKill > 0 && s.rng.Float64() < s.kills {
		s.mostKill--
		testkit.NoError(s.t, os.Truncate(s.name, s.written+s.rng.Int64N(more+1)))
		s.restart()
		return false
	}
	s.written += more
	return true
}

// result returns what an account says of a task.
func (s *simulation) result(account string, forged map[int]bool, task int) ledger.Result {
	r := ledger.Result{Task: task, Count: s.truth[task], By: account + "@" + account}
	if account == ownAccount {
		r.By = ""
	}
	if forged[task] {
		r.Count++
	}
	return r
}

// send has an account send results of tasks, wrong ones for those that are forged.
func (s *simulation) send(account string, forged map[int]bool, tasks ...int) {
	s.t.Helper()
	var results []ledger.Result
	for _, task := range tasks {
		results = append(results, s.result(account, forged, task))
	}
	s.survive(s.take(results))
}

// recountOne counts a task that waits to be recounted, if there is one.
func (s *simulation) recountOne() bool {
	s.t.Helper()
	task, ok := s.next(true)
	if ok {
		s.survive(s.counted([]ledger.Result{{Task: task, Count: s.truth[task]}}))
	}
	return ok
}

// finished reports whether the count is done. It may begin an audit.
func (s *simulation) finished() bool {
	s.t.Helper()
	done, err := s.done()
	return s.survive(err) && done
}

// recountAll counts what waits to be recounted, and reports whether the count is done.
func (s *simulation) recountAll() bool {
	s.t.Helper()
	for {
		for s.recountOne() {
		}
		if done := s.finished(); done || len(s.waiting) == 0 {
			return done
		}
	}
}

// openTasks returns the tasks that need a result, in a random order.
func (s *simulation) openTasks() []int {
	var tasks []int
	for task, open := range s.pool.isOpen {
		if open {
			tasks = append(tasks, task)
		}
	}
	s.rng.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	return tasks
}

// finish has honest accounts send what is missing until the count is done, and returns
// how many counts in it are wrong.
func (s *simulation) finish() (wrong int) {
	s.t.Helper()
	for round := 0; !s.recountAll(); round++ {
		if round > 100 {
			s.t.Fatalf("it does not end: %d open, %d waiting", s.pool.left, len(s.waiting))
		}
		open := s.openTasks()
		for c := range s.copies {
			s.send(fmt.Sprintf("honest%d", c), nil, open...)
		}
	}
	p, err := s.ledger.Progress()
	if err != nil || p.Done != len(s.truth) {
		s.t.Fatalf("%+v, %v", p, err)
	}
	for _, name := range s.ledger.WithdrawnAccounts() {
		if strings.HasPrefix(name, "honest") {
			s.t.Fatalf("%s was revoked: %q", name, s.said)
		}
	}
	return s.wrong()
}

// wrong returns how many counts in the ledger are wrong.
func (s *simulation) wrong() (wrong int) {
	for task, want := range s.truth {
		if count, has := s.ledger.Count(task); has && count != want {
			wrong++
		}
	}
	return wrong
}

// pick returns a number of the tasks at random.
func (s *simulation) pick(of []int, number int) map[int]bool {
	picked := map[int]bool{}
	for _, i := range s.rng.Perm(len(of))[:number] {
		picked[of[i]] = true
	}
	return picked
}

const simulated = 200 // tasks

func all(n int) []int {
	tasks := make([]int, n)
	for i := range tasks {
		tasks[i] = i
	}
	return tasks
}

// TestCopies has a single liar among honest accounts, with two copies: it is never missed,
// however rarely it lies.
func TestCopies(t *testing.T) {
	testkit.Sequential(t)
	for _, lies := range []int{1, 10, simulated} {
		for seed := range uint64(runs() / 10) {
			s := simulate(t, simulated, 2, seed)
			forged := s.pick(all(simulated), lies)
			for _, account := range []string{"eve", "ann"} {
				for _, task := range s.openTasks() {
					s.send(account, map[string]map[int]bool{"eve": forged}[account], task)
				}
			}
			if s.finish() > 0 || !slices.Equal(s.ledger.WithdrawnAccounts(), []string{"eve"}) {
				t.Fatalf("%d lies: wrong, or withdrawn: %q", lies, s.ledger.WithdrawnAccounts())
			}
		}
	}
}

// TestEachIsRefused sends results that must change nothing, or revoke their sender.
func TestEachIsRefused(t *testing.T) {
	tests := []struct {
		name    string
		send    []ledger.Result
		revoked bool
	}{
		{"a task that does not exist", []ledger.Result{{Task: simulated, Count: 1}, {Task: -1, Count: 1}, {Task: math.MaxInt, Count: 1}, {Task: math.MinInt, Count: 1}}, false},
		{"no account", []ledger.Result{{Task: 1, Count: 5000, By: "@"}, {Task: 2, Count: 5000, By: "@x"}}, false},
		{"a count that contradicts an honest one", []ledger.Result{{Task: 0, Count: 5000}}, true},
		{"contradicts itself", []ledger.Result{{Task: 1, Count: 5000}, {Task: 1, Count: 5001}}, true},
		{"contradicts itself in one go, with the truth last", []ledger.Result{{Task: 1, Count: 5000}, {Task: 2, Count: 1}, {Task: 2, Count: 2}}, true},
		{"more than all boards have together", []ledger.Result{{Task: 1, Count: math.MaxUint64}}, true},
		{"sums that overflow", []ledger.Result{{Task: 1, Count: math.MaxUint64 / 2}, {Task: 2, Count: math.MaxUint64 / 2}, {Task: 3, Count: math.MaxUint64 / 2}}, true},
	}
	for _, test := range tests {
		s := simulate(t, simulated, 1, 1)
		s.share = 0 // nothing but this finds it
		s.send("honest", nil, 0)
		for i := range test.send {
			test.send[i].By = cmp.Or(test.send[i].By, "eve@x")
		}
		s.survive(s.take(test.send))
		wrong := s.finish()
		if wrong > 0 || (len(s.ledger.WithdrawnAccounts()) > 0) != test.revoked {
			t.Errorf("%s: wrong %d, withdrawn %q", test.name, wrong, s.ledger.WithdrawnAccounts())
		}
		if test.revoked {
			s.restart() // and later
			if s.take([]ledger.Result{{Task: 5, Count: 7, By: "eve@x"}}); !s.ledger.Withdrawn("eve") {
				t.Errorf("%s: believed again", test.name)
			}
		}
	}
}

// TestTakeIsLinear sends many results at once, with and without two copies. However they repeat or
// contradict each other, they take about as long as the same number for different tasks.
func TestTakeIsLinear(t *testing.T) {
	testkit.Sequential(t)
	const number = 5000
	batches := map[string]func(i int) ledger.Result{
		"one result":        func(int) ledger.Result { return ledger.Result{Task: 7, Count: 5, By: "eve@x"} },
		"one for each host": func(i int) ledger.Result { return ledger.Result{Task: 7, Count: 5, By: fmt.Sprintf("eve@%d", i)} },
		"two by turns": func(i int) ledger.Result {
			return ledger.Result{Task: i % 2, Count: 5, By: []string{"eve@x", "ann@x"}[i/2%2]}
		},
		"against another": func(i int) ledger.Result {
			return ledger.Result{Task: i / 2, Count: uint64(i % 2), By: []string{"ann@x", "eve@x"}[i%2]}
		},
		"against itself": func(i int) ledger.Result { return ledger.Result{Task: i / 2, Count: uint64(i), By: "eve@x"} },
		"all against a third": func(i int) ledger.Result {
			return ledger.Result{Task: 7, Count: uint64(i), By: fmt.Sprintf("eve%d@x", i%64)}
		},
	}
	take := func(copies int, result func(int) ledger.Result) time.Duration {
		var results []ledger.Result
		for i := range number {
			results = append(results, result(i))
		}
		least := time.Hour
		for range 3 {
			s := simulate(t, number, copies, 1)
			begun := time.Now()
			s.survive(s.take(results))
			least = min(least, time.Since(begun))
		}
		return least
	}
	for copies := 1; copies <= 2; copies++ {
		different := take(copies, func(i int) ledger.Result { return ledger.Result{Task: i, Count: 5, By: "eve@x"} })
		for name, result := range batches {
			took := take(copies, result)
			t.Logf("%s, %d copies: %.1f times as long", name, copies, took.Seconds()/different.Seconds())
			if took > 20*different {
				t.Errorf("%s, %d copies: %v, of different tasks %v", name, copies, took, different)
			}
		}
	}
}

// TestDuplicates has two copies and sends the results of one account many times, beside those of others,
// in one batch: each account counts once, and nothing of another is lost.
func TestDuplicates(t *testing.T) {
	s := simulate(t, simulated, 2, 1)
	eve, ann := s.result("eve", nil, 3), s.result("ann", nil, 3)
	s.survive(s.take([]ledger.Result{eve, eve, eve}))
	if s.complete(3) || s.chosen != 1 {
		t.Errorf("complete: %t, %d chosen", s.complete(3), s.chosen)
	}
	s.survive(s.take([]ledger.Result{eve, eve, ann, eve}))
	if got := slices.Collect(s.ledger.Results(3)); !s.complete(3) || len(got) != 2 {
		t.Errorf("%v", got)
	}
	lie := s.result("eve", map[int]bool{5: true}, 5)
	s.survive(s.take([]ledger.Result{s.result("bob", nil, 5), lie, s.result("ann", nil, 5), lie}))
	if s.recountAll(); !slices.Equal(s.ledger.WithdrawnAccounts(), []string{"eve"}) || !s.complete(5) {
		t.Errorf("withdrawn: %q, %v", s.ledger.WithdrawnAccounts(), slices.Collect(s.ledger.Results(5)))
	}
}

// TestReportSaysNothing has somebody doubt one task that an audit has drawn and one that it has not:
// what all may see of the count is the same.
func TestReportSaysNothing(t *testing.T) {
	reports := map[bool]int{}
	for _, drawn := range []bool{false, true} {
		s := simulate(t, simulated, 1, 1)
		s.fillIn(1, 0, nil)
		if s.finished() {
			t.Fatal("nothing is drawn")
		}
		for task := range simulated {
			if _, is := s.drawn[task]; is == drawn {
				s.send("ann", map[int]bool{task: true}, task)
				break
			}
		}
		r := &run{Count: &Count{Cut: &ledger.Cut{}, Ledger: s.ledger}, judge: s.judge, ctx: t.Context()}
		r.observe()
		reports[drawn] = r.Report().Recounting
	}
	if reports[false] != 20 || reports[true] != 20 {
		t.Errorf("tasks to recount: %v", reports)
	}
}

// TestForgedLedger has a ledger that somebody has filled in without a name. The audit withdraws
// that like the results of an account; what this run has counted stays.
func TestForgedLedger(t *testing.T) {
	s := simulate(t, simulated, 1, 1)
	for task := range simulated * 9 / 10 {
		testkit.Must(s.ledger.Add(ledger.Result{Task: task, Count: 5000}))
	}
	s.restart()
	for task, ok := s.next(false); ok; task, ok = s.next(false) { // count the rest here
		s.survive(s.counted([]ledger.Result{{Task: task, Count: s.truth[task]}}))
	}
	s.recountAll()
	withdrawn := s.ledger.WithdrawnAccounts()
	if !slices.Equal(withdrawn, []string{ownAccount}) || s.ledger.Done() < simulated/10 || s.ledger.Audits() != 1 {
		t.Errorf("withdrawn %q, %d done, %d audits", withdrawn, s.ledger.Done(), s.ledger.Audits())
	}
	if s.finish() > 0 {
		t.Error("wrong")
	}
}

// TestOwnContradiction has this computer miscount.
func TestOwnContradiction(t *testing.T) {
	s := simulate(t, simulated, 1, 1)
	err := s.counted([]ledger.Result{{Task: 1, Count: 1}, {Task: 1, Count: 2}})
	if err == nil || !strings.Contains(err.Error(), "counted task 1 twice, as 1 and as 2") {
		t.Errorf("got %v", err)
	}
}

// TestEarly recounts the first result of each account, and few others.
func TestEarly(t *testing.T) {
	testkit.Sequential(t)
	s := simulate(t, 50_000, 1, 1)
	for account := range 1000 {
		s.send(fmt.Sprintf("a%d", account), nil, all(50_000)[50*account:50*account+50]...)
	}
	if n := len(s.recounts); n < 1000 || n > 1500 {
		t.Errorf("%d recounts", n)
	}
	s = simulate(t, 50_000, 1, 1)
	s.send("eve", map[int]bool{77: true}, 77)
	if s.recountAll(); !s.ledger.Withdrawn("eve") {
		t.Error("the first result is not recounted")
	}
}

// TestTrustFigures computes the figures of TRUST.md.
func TestTrustFigures(t *testing.T) {
	text := testkit.Must(os.ReadFile("../../TRUST.md"))
	round := func(p float64) string {
		switch {
		case p >= 0.1:
			return fmt.Sprintf("%.0f %%", 100*p)
		case p >= 0.001:
			return fmt.Sprintf("%.1f %%", 100*p)
		}
		exponent := int(math.Floor(math.Log10(p)))
		digits := strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(fmt.Sprint(-exponent))
		if factor := math.Round(p / math.Pow10(exponent)); factor > 1 {
			return fmt.Sprintf("%.0f · 10⁻%s", factor, digits)
		}
		return "10⁻" + digits
	}
	for name, share := range map[string]float64{"one": 0, "0.1 %": 0.001, "1 %": 0.01, "5 %": 0.05, "10 %": 0.1} {
		row := "| " + name + " |"
		for _, c := range []struct {
			n       int
			recount float64
		}{{5000, 0.01}, {50_000, 0.01}, {5000, 0.1}} {
			row += " " + round(missed(c.n, max(1, int(share*float64(c.n))), ledger.Quota(c.n, c.recount))) + " |"
		}
		if !strings.Contains(string(text), row+"\n") {
			t.Errorf("TRUST.md has no row %s", row)
		}
	}
	for _, n := range []int{1, 1000, 5000, 50_000, 20_000_000} {
		if drawn := ledger.Quota(n, 0.01) << 7; drawn < n {
			t.Errorf("after seven audits that did not pass, %d of %d tasks are recounted, not all", drawn, n)
		}
	}
}
