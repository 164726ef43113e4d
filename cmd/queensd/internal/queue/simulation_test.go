package queue

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// A simulation is a count without a server, in which the tasks take no time. What the
// coordinator decides, it decides by the same code as in a real count.
type simulation struct {
	*testing.T
	head   ledger.Head
	truth  []uint64 // by task
	copies int
	share  float64

	c      *Count
	stored []ledger.Result // on the server
	taken  map[place]bool  // on the server
	away   bool            // the coordinator
	named  []string        // the accounts that were accused
}

const simulated = 200 // tasks

func simulate(t *testing.T, tasks, copies int) *simulation {
	s := &simulation{T: t, head: ledger.Head{Board: "n=16", Asked: tasks, Total: tasks, Digest: "d"}, copies: copies, share: 0.01, taken: map[place]bool{}}
	for range tasks {
		s.truth = append(s.truth, 1+rand.Uint64N(1000))
	}
	s.restart()
	return s
}

// restart replaces the coordinator by one that knows what is on the server.
func (s *simulation) restart() {
	s.away = false
	cut := &ledger.Cut{Head: s.head}
	s.c = &Count{Queue: &Queue{options: Options{Warn: func(error) {}}}, Cut: cut, Ledger: ledger.InMemory(s.head), Copies: s.copies, Recount: s.share}
	s.c.init(nil)
	s.c.recounts.most = 0 // at a time: the simulation counts itself
	s.take(s.stored...)
	s.c.following = true
}

// A place is the task and the account of a result.
type place struct {
	task    int
	account string
}

// store stores a result and lets the coordinator see it, unless it is away. Like the server,
// it refuses a second result under the same subject.
func (s *simulation) store(account string, task int, count uint64) {
	at := place{task, account}
	if s.taken[at] {
		return
	}
	s.taken[at] = true
	r := ledger.Result{Task: task, Count: count, By: account + "@x"}
	s.stored = append(s.stored, r)
	if !s.away {
		s.take(r)
	}
}

func (s *simulation) take(results ...ledger.Result) {
	if err := s.c.takeResults(s.Context(), results); err != nil {
		s.Fatal(err)
	}
}

// alias sends a result under another number of its task.
func (s *simulation) alias(account string, task string, r ledger.Result) {
	m := message{subject: wire.ResultPrefix + s.c.job + "." + task + "." + account, data: s.head.ResultLine(r)}
	if r, err := parseResult(s.head, s.c.most, m); err == nil {
		s.Errorf("%s was read as %+v", m.subject, r)
		s.take(r)
	}
}

func (s *simulation) complain(account string, task int) {
	m := message{subject: strings.Replace(wire.ResultSubject(s.c.job, task, account), wire.ResultPrefix, wire.ReportPrefix, 1)}
	if err := s.c.takeAll(s.Context(), []message{m}); err != nil {
		s.Fatal(err)
	}
}

// recount counts all that the coordinator wants to count.
func (s *simulation) recount() {
	r := s.c.recounts
	for len(r.waiting) > 0 && s.named == nil {
		own := recount{task: r.waiting[0], count: s.truth[r.waiting[0]]}
		r.waiting = r.waiting[1:]
		r.running++
		r.take(context.Background(), own)
		for _, wrong := range s.c.wrong(own) {
			s.named = append(s.named, wrong.Account())
		}
		s.store(wire.Coordinator, own.task, own.count)
	}
}

// missed ends the count, and reports whether its total is wrong and nobody was named.
func (s *simulation) missed() bool {
	for s.named == nil {
		total, over, err := s.c.total(s.Context())
		if err != nil {
			s.Fatal(err)
		}
		if over {
			want := uint64(0)
			for _, count := range s.truth {
				want += count
			}
			return total != want
		}
		if len(s.c.recounts.waiting) == 0 {
			s.Fatalf("the count does not end: %d of %d tasks", s.c.Ledger.Done(), len(s.truth))
		}
		s.recount()
	}
	for _, account := range s.named {
		if account != "eve" && account != "mallory" {
			s.Fatalf("%q is accused", account)
		}
	}
	return false
}

// An adversary gets hold of some tasks of a simulation, and forges some of these.
type adversary struct {
	name   string
	tasks  int
	forged int // the number of tasks with a wrong count
	exact  bool
	copies int
	play   func(s *simulation, forged func(task int) uint64)
}

// honestly lets ann count all tasks that have too few results.
func (s *simulation) honestly() {
	for task, count := range s.truth {
		if s.c.copies(task) < s.copies {
			s.store("ann", task, count)
		}
	}
}

// tasksInTurn returns all tasks, those that are forged first or last.
func tasksInTurn(s *simulation, forged func(int) uint64, last bool) []int {
	var before, after []int
	for task, count := range s.truth {
		if (forged(task) == count) == last {
			before = append(before, task)
		} else {
			after = append(after, task)
		}
	}
	return append(before, after...)
}

// adversaries are named by what they do. Those that are exact do nothing that makes the
// coordinator count more than the formula has it, so that they must be missed as often as it
// says; all others at most as often.
var adversaries = []adversary{
	{"forges 5 % before the coordinator starts", simulated, 10, true, 1, storedBefore},
	{"forges 1 % before the coordinator starts", 1000, 10, true, 1, storedBefore},
	{"forges 0.1 % before the coordinator starts", 1000, 1, true, 1, storedBefore},
	{"forges 5 % from the start", simulated, 10, false, 1, func(s *simulation, forged func(int) uint64) {
		for _, task := range tasksInTurn(s, forged, false) {
			s.store("eve", task, forged(task))
			s.recount()
		}
	}},
	{"complains first, then forges the rest", simulated, 175, false, 1, func(s *simulation, forged func(int) uint64) {
		complainFirst(s, forged)
		s.restart()
		for task := range s.truth {
			s.store("eve", task, forged(task))
		}
		s.restart()
	}},
	{"complains first, then forges 5 %", simulated, 10, false, 1, func(s *simulation, forged func(int) uint64) {
		complainFirst(s, forged)
		s.restart()
		storedBefore(s, forged)
	}},
	{"is honest first", simulated, 10, false, 1, func(s *simulation, forged func(int) uint64) {
		for _, task := range tasksInTurn(s, forged, true) {
			s.store("eve", task, forged(task))
			s.recount()
		}
	}},
	{"is honest first, with a restart before it lies and one after", simulated, 10, false, 1, func(s *simulation, forged func(int) uint64) {
		order := tasksInTurn(s, forged, true)
		for _, task := range order[:len(order)-10] {
			s.store("eve", task, forged(task))
			s.recount()
		}
		s.restart()
		storedBefore(s, forged)
	}},
	{"has the coordinator restarted during its audits", simulated, 10, false, 1, func(s *simulation, forged func(int) uint64) {
		storedBefore(s, forged)
		for range 2 {
			s.c.total(s.Context()) // which draws
			s.restart()
		}
	}},
	{"sends everything twice, and the results of others under its name", simulated, 10, true, 1, func(s *simulation, forged func(int) uint64) {
		s.away = true
		for task, count := range s.truth {
			if forged(task) == count {
				s.store("ann", task, count)
			}
		}
		for range 2 {
			storedBefore(s, forged)
		}
	}},
	{"gives tasks other numbers", simulated, 10, true, 1, func(s *simulation, forged func(int) uint64) {
		for _, task := range tasksInTurn(s, forged, true)[:3] {
			r := ledger.Result{Task: task, Count: s.truth[task], By: "eve@x"}
			number := strconv.Itoa(task)
			for _, alias := range []string{"0" + number, "+" + number, "00" + number, number + "x"} {
				s.alias("eve", alias, r)
			}
		}
		storedBefore(s, forged)
	}},
	{"lies alike with two keys", simulated, 10, true, 2, func(s *simulation, forged func(int) uint64) {
		s.away = true
		for task := range s.truth {
			s.store("eve", task, forged(task))
			s.store("mallory", task, forged(task))
		}
		s.restart()
	}},
	{"contradicts itself with two keys", simulated, 10, false, 2, func(s *simulation, forged func(int) uint64) {
		for task, count := range s.truth {
			s.store("eve", task, forged(task))
			s.store("mallory", task, count)
		}
	}},
}

// storedBefore stores all results before the coordinator starts, so that it draws none early.
func storedBefore(s *simulation, forged func(int) uint64) {
	s.away = true
	for task := range s.truth {
		s.store("eve", task, forged(task))
	}
	s.restart()
}

// complainFirst makes the coordinator count up to 25 tasks itself.
func complainFirst(s *simulation, forged func(int) uint64) {
	for _, task := range tasksInTurn(s, forged, true)[:25] {
		s.complain("eve", task)
	}
	s.recount()
}

// TestAdversaries simulates thousands of counts with each adversary, and compares the number of
// those that it wins with the formula.
func TestAdversaries(t *testing.T) {
	t.Parallel()
	counts := 100_000 // divided by the number of tasks
	if long() {
		counts *= 40
	}
	for _, adversary := range adversaries {
		t.Run(adversary.name, func(t *testing.T) {
			runs := counts / adversary.tasks
			won := 0
			for range runs {
				s := simulate(t, adversary.tasks, adversary.copies)
				order := rand.Perm(adversary.tasks)
				lies := order[:adversary.forged]
				adversary.play(s, func(task int) uint64 {
					if slices.Contains(lies, task) {
						return s.truth[task] + 1
					}
					return s.truth[task]
				})
				s.recount()
				if s.named == nil {
					s.honestly()
				}
				if s.missed() {
					won++
				}
			}
			p := missed(adversary.tasks, adversary.forged, quota(adversary.tasks, 0.01))
			expected, most := p*float64(runs), 4.5*math.Sqrt(p*(1-p)*float64(runs))
			t.Logf("%d of %d not found, %.3f; formula %.3f", won, runs, float64(won)/float64(runs), p)
			if float64(won) > expected+most+0.5 || adversary.exact && float64(won) < expected-most-0.5 {
				t.Errorf("%d of %d counts are wrong and nobody is named, want %.1f ± %.1f", won, runs, expected, most)
			}
		})
	}
}
