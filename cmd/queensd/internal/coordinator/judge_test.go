package coordinator

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/queens/cmd/queens/ledger"
)

// A simulation is a count whose tasks need no counting. Its judge is the real one.
type simulation struct {
	*judge
	t     *testing.T
	rng   *rand.Rand // what the adversary does
	said  []string
	truth []uint64
}

func simulate(t *testing.T, tasks, copies int, seed uint64) *simulation {
	s := &simulation{t: t, rng: rand.New(rand.NewPCG(seed, 5)), truth: make([]uint64, tasks)}
	for task := range s.truth {
		s.truth[task] = s.rng.Uint64N(1000)
	}
	l := ledger.InMemory(ledger.Head{Board: "n=8", Asked: tasks, Total: tasks, Digest: "0123456789abcdef"})
	s.judge = &judge{ledger: l, copies: copies, share: 0.01, growth: 2}
	s.restart()
	return s
}

// restart forgets all but the ledger, as a new process does.
func (s *simulation) restart() {
	old := s.judge
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(s.rng.Uint32())
	}
	s.judge = newJudge(old.ledger, old.copies, old.share, rand.New(rand.NewChaCha8(seed)), func(text string) { s.said = append(s.said, text) })
	s.growth = old.growth
}

// send has an account send results of tasks, wrong ones for those that are forged.
func (s *simulation) send(account string, forged map[int]bool, tasks ...int) {
	s.t.Helper()
	var results []ledger.Result
	for _, task := range tasks {
		count := s.truth[task]
		if forged[task] {
			count++
		}
		results = append(results, ledger.Result{Task: task, Count: count, By: account + "@" + account})
	}
	if err := s.take(results); err != nil {
		s.t.Fatal(err)
	}
}

// recountAll counts what waits to be recounted, and reports whether the count is done.
func (s *simulation) recountAll() bool {
	s.t.Helper()
	for {
		task, ok := s.next(true)
		if !ok {
			if done := s.done(); done || len(s.waiting) == 0 {
				return done
			}
			continue // with what an audit has drawn
		}
		if err := s.counted([]ledger.Result{{Task: task, Count: s.truth[task]}}); err != nil {
			s.t.Fatal(err)
		}
	}
}

// openTasks returns the tasks that need a result, in a random order.
func (s *simulation) openTasks() []int {
	var tasks []int
	for _, task := range s.desk.order {
		tasks = append(tasks, int(task))
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
			s.t.Fatalf("it does not end: %d open, %d waiting", s.desk.left(), len(s.waiting))
		}
		open := s.openTasks()
		for c := range s.copies {
			s.send(fmt.Sprintf("honest%d", c), nil, open...)
		}
	}
	for task, want := range s.truth {
		if count, _ := s.ledger.Count(task); count != want {
			wrong++
		}
	}
	p, err := s.ledger.Progress()
	if err != nil || p.Done != len(s.truth) {
		s.t.Fatalf("%+v, %v", p, err)
	}
	for _, name := range s.liars {
		if strings.HasPrefix(name, "honest") || name == "results without a name" {
			s.t.Fatalf("%s was convicted: %q", name, s.said)
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

// missed returns the formula of the claim: the probability that r of n tasks drawn hit
// none of f.
func missed(n, f, r int) float64 {
	p := 1.0
	for i := range r {
		p *= math.Max(0, float64(n-f-i)) / float64(n-i)
	}
	return p
}

// bound returns the bound of the claim for a first audit that misses with probability m, if
// there are that many wrong accounts.
func bound(m float64, accounts int) float64 {
	sum := 0.0
	for range accounts {
		sum, m = sum+m, m*m
	}
	return math.Min(1, sum)
}

func all(n int) []int {
	tasks := make([]int, n)
	for i := range tasks {
		tasks[i] = i
	}
	return tasks
}

const simulated = 1000 // tasks

// adversaries are strategies to get a number of wrong counts into the total. If exact, the
// formula is not only a bound.
var adversaries = []struct {
	name   string
	copies int
	exact  bool
	play   func(s *simulation, lies int)
}{
	{"before this run", 1, true, func(s *simulation, lies int) {
		s.send("eve", s.pick(all(simulated), lies), all(simulated)...)
		s.restart()
	}},
	{"while the count runs", 1, false, func(s *simulation, lies int) {
		forged := s.pick(all(simulated), lies)
		for _, task := range s.openTasks() {
			s.send("eve", forged, task)
			s.recountAll()
		}
	}},
	{"honest first", 1, false, func(s *simulation, lies int) {
		order := s.openTasks()
		forged := s.pick(order[simulated-lies:], lies)
		for _, task := range order {
			s.send("eve", forged, task)
			s.recountAll()
		}
	}},
	{"honest first, restarts before and after the lies", 1, true, func(s *simulation, lies int) {
		order := s.openTasks()
		s.send("eve", nil, order[:simulated-lies]...)
		s.restart()
		s.send("eve", s.pick(order[simulated-lies:], lies), order[simulated-lies:]...)
		s.restart()
	}},
	{"restarts during the audit", 1, true, func(s *simulation, lies int) {
		s.send("eve", s.pick(all(simulated), lies), all(simulated)...)
		for range 3 {
			s.restart()
			s.done() // which draws
		}
		s.restart()
	}},
	{"keys that lie alike, two copies", 2, true, func(s *simulation, lies int) {
		forged := s.pick(all(simulated), lies)
		s.send("eve", forged, all(simulated)...)
		s.send("mallory", forged, all(simulated)...)
		s.restart()
	}},
	{"everything twice, and from others' tasks", 1, false, func(s *simulation, lies int) {
		forged := s.pick(all(simulated), lies)
		order := s.openTasks()
		for range 2 {
			s.send("eve", forged, order[:simulated/2]...)
			s.send("mallory", forged, order...)
			s.restart()
		}
	}},
}

// runs is the number of simulations of each adversary.
func runs() uint64 {
	if os.Getenv("QUEENS_LONG") == "" {
		return 50
	}
	return 1000
}

// TestAdversaries compares how often lies are missed with the formula.
func TestAdversaries(t *testing.T) {
	for _, a := range adversaries {
		for _, lies := range []int{simulated, simulated * 97 / 100, simulated / 20, simulated / 100, simulated / 1000} {
			t.Run(fmt.Sprintf("%s/%d", a.name, lies), func(t *testing.T) {
				t.Parallel()
				won := 0.0
				for seed := range runs() {
					s := simulate(t, simulated, a.copies, seed)
					a.play(s, lies) // with lies that are missed only if all of them are
					if s.finish() >= lies {
						won++
					}
				}
				n := float64(runs())
				p := missed(simulated, lies, ledger.Quota(simulated, 0.01))
				expected, most := n*p, 4.5*math.Sqrt(n*p*(1-p))
				t.Logf("missed %.1f %%, formula %.1f %%", 100*won/n, 100*p)
				if won > expected+most || a.exact && won < expected-most {
					t.Errorf("%.0f of %.0f counts are wrong, want %.1f ± %.1f", won, n, expected, most)
				}
			})
		}
	}
}

// TestManyKeys has ten keys forge 5 % each, one after the other: when one is found, the next
// sends what is missing, with lies of its own. Between a withdrawal and the next audit the
// process is killed. The bound holds for all of them together because audits that follow a
// failed one draw twice as many. If all drew the same number, it would not.
func TestManyKeys(t *testing.T) {
	const keys = 10
	for _, growth := range []float64{2, 1} {
		won := 0.0
		n := float64(4 * runs())
		for seed := range 4 * runs() {
			s := simulate(t, simulated, 1, seed)
			s.growth = growth
			var forged map[int]bool
			for key := range keys {
				open := s.openTasks()
				if forged == nil {
					forged = s.pick(open, simulated/20)
				}
				s.send(fmt.Sprintf("eve%d", key), forged, open...)
				s.restart()
				if s.recountAll() {
					break
				}
			}
			if s.finish() > 0 {
				won++
			}
		}
		m := missed(simulated, simulated/20, ledger.Quota(simulated, 0.01))
		limit := bound(m, keys)
		most := 4.5 * math.Sqrt(limit*(1-limit)/n)
		t.Logf("growth %.0f: missed %.1f %%; bound %.1f %% (a single key: %.1f %%; ten tries: %.1f %%)",
			growth, 100*won/n, 100*limit, 100*m, 100*(1-math.Pow(1-m, keys)))
		if within := won/n <= limit+most; within != (growth == 2) {
			t.Errorf("growth %.0f: missed %.3f, bound %.3f ± %.3f", growth, won/n, limit, most)
		}
	}
}

// TestCopies has a single liar among honest accounts, with two copies: it is never missed,
// however rarely it lies.
func TestCopies(t *testing.T) {
	for _, lies := range []int{1, 50, simulated} {
		for seed := range runs() / 10 {
			s := simulate(t, simulated, 2, seed)
			forged := s.pick(all(simulated), lies)
			for _, account := range []string{"eve", "ann"} {
				for _, task := range s.openTasks() {
					s.send(account, map[string]map[int]bool{"eve": forged}[account], task)
				}
			}
			if s.finish() > 0 || !slices.Equal(s.liars, []string{"eve"}) {
				t.Fatalf("%d lies: wrong, or withdrawn: %q", lies, s.liars)
			}
		}
	}
}

// TestEachIsRefused sends what must not change anything, or convicts who sends it.
func TestEachIsRefused(t *testing.T) {
	tests := []struct {
		name      string
		send      []ledger.Result
		convicted bool
	}{
		{"a task that does not exist", []ledger.Result{{Task: 1000, Count: 1}, {Task: -1, Count: 1}, {Task: math.MaxInt, Count: 1}, {Task: math.MinInt, Count: 1}}, false},
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
			test.send[i].By = "eve@x"
		}
		if err := s.take(test.send); err != nil {
			t.Fatal(err)
		}
		wrong := s.finish()
		if wrong > 0 || (len(s.liars) > 0) != test.convicted {
			t.Errorf("%s: wrong %d, withdrawn %q", test.name, wrong, s.liars)
		}
		if test.convicted {
			s.restart() // and later
			if s.take([]ledger.Result{{Task: 5, Count: 7, By: "eve@x"}}); !s.banned("eve") {
				t.Errorf("%s: believed again", test.name)
			}
		}
	}
}

// TestOwnName sends results without a name, and under the coordinator's: neither is own.
func TestOwnName(t *testing.T) {
	for _, by := range []string{"", "@x", "@", "coordinator@x"} {
		s := simulate(t, simulated, 1, 1)
		var results []ledger.Result
		for task := range simulated {
			results = append(results, ledger.Result{Task: task, Count: 5000, By: by})
		}
		if err := s.take(results); err != nil {
			t.Fatal(err)
		}
		if s.finish() > 0 {
			t.Errorf("%q: believed", by)
		}
	}
}

// TestForgedLedger has a ledger that somebody has filled in without a name. The audit finds
// it like that of an account; what this run has counted stays.
func TestForgedLedger(t *testing.T) {
	for seed := range uint64(20) {
		s := simulate(t, simulated, 1, seed)
		var results []ledger.Result
		for task := range simulated {
			results = append(results, ledger.Result{Task: task, Count: 5000})
		}
		if _, err := s.ledger.Add(results[:900]...); err != nil {
			t.Fatal(err)
		}
		s.restart()
		for { // count the rest here
			task, ok := s.next(false)
			if !ok {
				break
			}
			if err := s.counted([]ledger.Result{{Task: task, Count: s.truth[task]}}); err != nil {
				t.Fatal(err)
			}
		}
		s.recountAll()
		if !slices.Equal(s.liars, []string{"results without a name"}) || s.ledger.Done() < 100 || s.ledger.FailedAudits() != 1 {
			t.Fatalf("withdrawn %q, %d done, %d failed audits", s.liars, s.ledger.Done(), s.ledger.FailedAudits())
		}
		s.liars = nil
		if s.finish() > 0 {
			t.Error("wrong")
		}
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
	s := simulate(t, 50_000, 1, 1)
	for account := range 1000 {
		s.send(fmt.Sprintf("a%d", account), nil, all(50_000)[50*account:50*account+50]...)
	}
	if n := len(s.recounts); n < 1000 || n > 1500 {
		t.Errorf("%d recounts", n)
	}
	s = simulate(t, 50_000, 1, 1)
	s.send("eve", map[int]bool{77: true}, 77)
	if s.recountAll(); !s.banned("eve") {
		t.Error("the first result is not recounted")
	}
}

// TestReadme computes the figures of the README.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
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
			t.Errorf("the README has no row %s", row)
		}
	}
}
