package coordinator

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/internal/testkit"
)

// missed returns the formula of the claim: the probability that r of n tasks drawn hit
// none of f.
func missed(n, f, r int) float64 {
	p := 1.0
	for i := range min(n, r) {
		p *= math.Max(0, float64(n-f-i)) / float64(n-i)
	}
	return p
}

// bound returns the bound of the claim, if the first audit misses with probability m.
func bound(m float64) float64 {
	sum := 0.0
	for ; m > 1e-9 && sum < 1; m *= m {
		sum += m
	}
	return math.Min(1, sum)
}

// runs is the number of counts that are simulated for each strategy.
func runs() int {
	if os.Getenv("QUEENS_LONG") == "" {
		return 50
	}
	return 150
}

// A strategy is how adversaries try to get wrong counts into a total. They know everything, an
// audit's draw too once it has begun, and can kill the process; but they cannot draw.
type strategy struct {
	name string
	lies int // of simulated tasks
	keys int // that lie, each when the one before is withdrawn

	copies int
	slow   bool    // wrong counts are recounted last
	byHand int     // who fills in the ledger before the count begins, see fillIn; 0 for nobody
	giveUp moment  // when the key that lies contradicts itself
	others int     // keys without a lie that contradict themselves instead
	kill   moment  // when the process is killed
	kills  float64 // the probability in each call that writes

	tries int // audits, if the formula is not only a bound: as many draw from all tasks
}

// A moment is when an adversary acts.
type moment int

const (
	never     moment = iota
	before           // each audit, for the first few times
	onDraw           // when an audit has drawn, before there are lies: the next key spares those tasks
	hit              // when an audit is bound to find a lie
	midway           // in each audit, for the first few times
	afterward        // when it has found one
)

// mostKills bounds how often a process is killed.
const mostKills = 6

var strategies = []strategy{
	{name: "one lie", lies: 1, keys: 1, byHand: 1, tries: 1},
	{name: "one in a hundred", lies: 2, keys: 1, byHand: 1, tries: 1},
	{name: "some", lies: 10, keys: 1, byHand: 1, tries: 1},
	{name: "all", lies: simulated, keys: 8},
	{name: "all but some", lies: 188, keys: 8, byHand: 1},
	{name: "sent while the count runs", lies: 10, keys: 1},
	{name: "eight keys", lies: 10, keys: 8},
	{name: "eight keys, the slowest tasks", lies: 10, keys: 8, slow: true},
	{name: "eight keys, each gives itself up before", lies: 10, keys: 8, giveUp: before},
	{name: "lies after the draw", lies: 10, keys: 8, giveUp: onDraw},
	{name: "one key gives itself up when drawn", lies: 10, keys: 1, byHand: 1, slow: true, giveUp: hit, tries: 1},
	{name: "eight keys, each gives itself up when drawn", lies: 10, keys: 8, byHand: 1, slow: true, giveUp: hit},
	{name: "eight keys, each gives itself up midway", lies: 10, keys: 8, slow: true, giveUp: midway},
	{name: "eight other keys give themselves up when drawn", lies: 10, keys: 1, byHand: 1, slow: true, others: 8, tries: 1},
	{name: "killed before each audit", lies: 10, keys: 8, byHand: 1, kill: before},
	{name: "killed when drawn", lies: 10, keys: 1, byHand: 1, slow: true, kill: hit, tries: 1 + mostKills},
	{name: "killed midway", lies: 10, keys: 1, byHand: 1, slow: true, kill: midway},
	{name: "killed after each hit", lies: 10, keys: 8, byHand: 1, kill: afterward, tries: 8},
	{name: "killed at any write", lies: 10, keys: 8, byHand: 1, kills: 0.02},
	{name: "killed at any write, given up when drawn", lies: 10, keys: 8, slow: true, giveUp: hit, kills: 0.02},
	{name: "by hand, below a withdrawal", lies: 10, keys: 2, byHand: 2},
	{name: "by hand, below a withdrawal, killed when drawn", lies: 10, keys: 2, byHand: 2, kill: hit},
	{name: "by hand, without a name", lies: 10, keys: 1, byHand: 3},
	{name: "by hand, audits that have passed", lies: 10, keys: 1, byHand: 4, kill: hit, tries: 1 + mostKills},
	{name: "two copies, two keys alike", lies: 10, keys: 1, copies: 2, byHand: 1, slow: true, kill: hit, tries: 1 + mostKills},
	{name: "two copies, eight pairs of keys", lies: 10, keys: 8, copies: 2},
}

// fillIn fills in the ledger, before the count begins, with all tasks.
func (s *simulation) fillIn(how, others int, forged map[int]bool) {
	var lines []byte
	fill := func(account string) {
		for task := range simulated {
			lines = append(lines, s.ledger.ResultLine(s.result(account, forged, task))...)
		}
	}
	switch how {
	case 2: // the reader drops those of the first key, wherever they stand
		lines = append(lines, s.ledger.WithdrawalLine("eve0", time.Unix(1, 0))...)
		fill("eve0")
		fill("eve1")
	case 3:
		fill(ownAccount)
	case 4:
		for range 5 {
			lines = append(lines, s.ledger.AuditLine(true, time.Unix(1, 0))...)
		}
		fallthrough
	default:
		for copy := range s.copies {
			fill(liar(0, copy))
		}
	}
	for key := range others {
		for task := range 2 {
			lines = append(lines, s.ledger.ResultLine(s.result(fmt.Sprintf("other%d", key), forged, task))...)
		}
	}
	s.edit(lines)
}

func liar(key, copy int) string { return fmt.Sprintf("eve%d%s", key, []string{"", "-too"}[copy]) }

// play plays a strategy, and returns whether a total came out that has all lies.
func (a *strategy) play(s *simulation) (won bool) {
	forged := s.pick(all(simulated), a.lies)
	if a.byHand > 0 {
		s.fillIn(a.byHand, a.others, forged)
	}
	s.kills, s.mostKill = a.kills, mostKills
	kills, others := 0, 0
	kill := func(when moment) bool {
		killed := a.kill == when && kills < mostKills
		if killed {
			kills++
			s.restart()
		}
		return killed
	}
	giveUp := func(when moment, key int) {
		for copy := range s.copies {
			if a.giveUp == when {
				s.contradict(liar(key, copy))
			}
		}
		if when == hit && others < a.others {
			s.contradict(fmt.Sprintf("other%d", others))
			others++
		}
	}
	for round := 0; ; round++ {
		if round > 1000 {
			s.t.Fatalf("it does not end: %d open, %d waiting", s.pool.left, len(s.waiting))
		}
		key := 0
		for key < a.keys && s.ledger.Withdrawn(liar(key, 0)) {
			key++
		}
		if open := s.openTasks(); len(open) > 0 {
			if a.giveUp == onDraw && key == 0 {
				forged = nil
			} else if key < a.keys && s.wrong() == 0 {
				spared := slices.DeleteFunc(slices.Clone(open), func(task int) bool { _, drawn := s.drawn[task]; return drawn || s.waiting[task] })
				forged = s.pick(spared, min(a.lies, len(spared)))
			}
			// Results that are recounted as they come are among the first.
			open = forgedLast(open, forged)
			for copy := range s.copies {
				if key < a.keys {
					s.send(liar(key, copy), forged, open...)
				} else {
					s.send(fmt.Sprintf("honest%d", copy), nil, open...)
				}
			}
		}
		for len(s.drawn) == 0 && s.recountOne() { // what was chosen early
		}
		if len(s.drawn) == 0 && !s.audited && !kill(before) && round < a.keys {
			giveUp(before, key)
		}
		if s.finished() {
			return s.wrong() >= a.lies
		}
		if s.wrong() == 0 && key < a.keys {
			giveUp(onDraw, key)
		}
		found := false
		for task := range s.drawn {
			count, has := s.ledger.Count(task)
			found = found || has && count != s.truth[task]
		}
		if found && kill(hit) {
			continue
		}
		if found {
			giveUp(hit, key)
		}
		if a.slow {
			s.recounts = forgedLast(s.recounts, forged)
		}
		for half := len(s.recounts) / 2; s.recountOne(); {
			if len(s.recounts) == half && !kill(midway) && round < a.keys {
				giveUp(midway, key)
			}
		}
		if found {
			kill(afterward)
		}
	}
}

// contradict has an account send two counts of a task.
func (s *simulation) contradict(account string) {
	for _, forged := range []map[int]bool{nil, {0: true, 1: true}} {
		s.send(account, forged, 0, 1)
	}
}

// forgedLast returns tasks with the forged ones at the end.
func forgedLast(tasks []int, forged map[int]bool) []int {
	var first, last []int
	for _, task := range tasks {
		if forged[task] {
			last = append(last, task)
		} else {
			first = append(first, task)
		}
	}
	return append(first, last...)
}

// frequency plays a strategy many times, and returns how often it has won, the bound, and the
// formula for strategies that get as many audits as they have tries.
func (a *strategy) frequency(t *testing.T, runs int) (won, most, exact float64) {
	for seed := range runs {
		s := simulate(t, simulated, max(1, a.copies), uint64(seed))
		if a.play(s) {
			won++
		}
		s.ledger.Close()
	}
	r := ledger.Quota(simulated, 0.01)
	lose := 1.0
	for k := range a.tries {
		lose *= 1 - missed(simulated, a.lies, r<<k)
	}
	return won / float64(runs), bound(missed(simulated, a.lies, r)), 1 - lose
}

// TestStrategies compares how often lies get into a total with the bound, and with the exact
// probability where there is one: 4.5 standard errors are enough for all strategies.
func TestStrategies(t *testing.T) {
	testkit.Sequential(t)
	for _, a := range strategies {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			won, most, exact := a.frequency(t, runs())
			t.Logf("%s: %.1f %% of %d, bound %.1f %%, exact %.1f %%", a.name, 100*won, runs(), 100*most, 100*exact)
			err := func(p float64) float64 { return 4.5 * math.Sqrt(p*(1-p)/float64(runs())) }
			if won > most+err(most) {
				t.Errorf("more than the bound")
			}
			if a.tries > 0 && math.Abs(won-exact) > err(exact) {
				t.Errorf("not the formula")
			}
		})
	}
}

// FuzzLedger fills in ledgers with lines of all kinds that have the right checksum, and kills the
// process now and then. Whatever the reader accepts can be finished. All tasks are so few that an
// audit recounts them all: the total is always right.
func FuzzLedger(f *testing.F) {
	for _, script := range []string{"", "\x00", "abcdefghijklmnop", "\x28\x01\x05\x01\x08\x01\x30\x02", "\x05\x00\x28\x00\x00\x00\x06\x00\x0e\x00"} {
		f.Add([]byte(script), uint8(0))
		f.Add([]byte(script), uint8(3))
	}
	f.Fuzz(func(t *testing.T, script []byte, how uint8) {
		const tasks = 12
		s := simulate(t, tasks, 1+int(how)%2, 1)
		var lines []byte
		for ; len(script) > 1; script = script[2:] {
			kind, what := script[0], script[1]
			account := []string{ownAccount, "ann", "eve", "bob"}[what%4]
			r := s.result(account, nil, int(what/4)%tasks)
			switch kind % 8 {
			case 0, 1, 2:
				lines = append(lines, s.ledger.ResultLine(r)...)
			case 3:
				r.Count += uint64(kind/8) % 3
				lines = append(lines, s.ledger.ResultLine(r)...)
			case 4:
				r.Count = math.MaxUint64 - uint64(kind/8)%3
				lines = append(lines, s.ledger.ResultLine(r)...)
			case 5:
				lines = append(lines, s.ledger.WithdrawalLine(account, time.Unix(int64(kind), 0))...)
			case 6:
				lines = append(lines, s.ledger.AuditLine(what%2 > 0, time.Unix(int64(kind), 0))...)
			case 7:
				lines = append(lines, kind, '\n')
			}
		}
		if _, err := ledger.Read(bytes.NewReader(slices.Concat(s.head.Line(), lines))); err != nil {
			return
		}
		s.edit(lines)
		s.kills, s.mostKill = 0.1, int(how/2)
		if wrong := s.finish(); wrong > 0 {
			t.Errorf("%d counts are wrong", wrong)
		}
	})
}
