package queue

import (
	"maps"
	"math/rand/v2"
	"testing"
	"time"
)

// TestCredit has accounts take tasks at random, and return, lose, and give back some. What
// they hold or have lost never exceeds the bound in desk_credit.go.
func TestCredit(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		h := newHolder("eve")
		now := time.Unix(1e9, 0)
		var seq uint64
		singles, most := 0, 0
		honesty := rng.Float64()
		for range 3000 {
			now = now.Add(time.Duration(rng.IntN(1000)) * time.Millisecond)
			if h.mayTake(now) {
				if h.credit == 0 {
					singles++
				}
				seq++
				h.take(&lease{seq: seq}, now)
			}
			for _, l := range h.leases {
				switch {
				case rng.IntN(4) > 0:
				case rng.Float64() < honesty:
					l.finish()
				case l.lost:
				case rng.IntN(2) == 0:
					l.lose(now)
				default:
					l.giveUp(now, rng.IntN(2) == 0)
				}
				break
			}
			most = max(most, h.held+h.lost)
			if most := firstCredit + h.returned + singles; h.held+h.lost > most || h.held > max(1, h.credit) || h.held < 0 || h.lost < 0 {
				t.Fatalf("seed %d: %d held, %d lost, %d returned, credit %d, %d single ones", seed, h.held, h.lost, h.returned, h.credit, singles)
			}
		}
		if most == 0 {
			t.Errorf("seed %d: it never had a task", seed)
		}
	}
}

// TestCreditGrows returns all tasks: then the credit doubles as long as all of it is used. With
// four tasks at a time it does not grow.
func TestCreditGrows(t *testing.T) {
	t.Parallel()
	h, few := newHolder("ann"), newHolder("bob")
	now := time.Unix(1e9, 0)
	var seq uint64
	takeAll := func(h *holder, most int) {
		for h.held < most && h.mayTake(now) {
			seq++
			h.take(&lease{seq: seq}, now)
		}
	}
	const rounds = 4
	for range rounds {
		for h, most := range map[*holder]int{h: 1 << 20, few: 4} {
			takeAll(h, most)
			for _, l := range maps.Clone(h.leases) {
				l.finish()
				takeAll(h, most)
			}
		}
	}
	if h.credit != firstCredit<<rounds || few.credit != firstCredit {
		t.Errorf("credits %d and %d after %d rounds", h.credit, few.credit, rounds)
	}
}

// TestNoCredit loses all tasks. Then there is one at a time, after longer and longer pauses,
// until one is returned, even one that was lost.
func TestNoCredit(t *testing.T) {
	t.Parallel()
	h := newHolder("eve")
	now := time.Unix(1e9, 0)
	var lost []*lease
	for h.mayTake(now) {
		l := &lease{seq: uint64(len(lost))}
		lost = append(lost, l)
		h.take(l, now)
	}
	for _, l := range lost {
		l.lose(now)
	}
	if len(lost) != firstCredit || !h.report().Stopped {
		t.Fatalf("it lost %d, and is %+v", len(lost), h.report())
	}
	for pause := leastPause; pause < 2*mostPause; pause *= 2 {
		now = now.Add(min(pause, mostPause) - 1)
		if h.mayTake(now) {
			t.Fatalf("it may take another after %v", pause)
		}
		if now = now.Add(1); !h.mayTake(now) {
			t.Fatalf("it may not take another after %v", pause)
		}
		l := &lease{seq: 1000}
		if h.take(l, now); h.mayTake(now.Add(mostPause)) {
			t.Fatal("it may take two")
		}
		l.lose(now)
	}
	lost[7].finish()
	if !h.mayTake(now) || h.credit != 1 || h.lost == 0 || h.returned != 1 {
		t.Errorf("after a late result it is %+v with credit %d", h.report(), h.credit)
	}
}

// TestGivenBack gives tasks back, soon and late.
func TestGivenBack(t *testing.T) {
	t.Parallel()
	h := newHolder("eve")
	now := time.Unix(1e9, 0)
	turn := func(free bool) (n int) {
		for ; h.mayTake(now); n++ {
			l := &lease{seq: 1}
			h.take(l, now)
			l.giveUp(now, free)
		}
		return n
	}
	if n := turn(true); n != firstCredit {
		t.Errorf("%d tasks at once, want %d", n, firstCredit)
	}
	now = now.Add(giveBackFor)
	if n := turn(true); n != firstCredit || h.credit != firstCredit {
		t.Errorf("%d tasks a second later, want %d", n, firstCredit)
	}
	now = now.Add(giveBackFor)
	if n := turn(false); n != firstCredit || h.credit != 0 {
		t.Errorf("%d tasks given back late, want %d; credit %d", n, firstCredit, h.credit)
	}
}

// TestFirst lets those wait that have lost tasks.
func TestFirst(t *testing.T) {
	t.Parallel()
	now := time.Unix(1e9, 0)
	ann, bob, eve := newHolder("ann"), newHolder("bob"), newHolder("eve")
	ann.served = now
	bob.served = now.Add(-time.Second)
	eve.failed = now.Add(-time.Hour)
	for range 100 { // the order in a map is random
		j := &deskJob{times: []time.Duration{1}, waiting: map[*holder][]waiter{ann: {{}}, bob: {{}}, eve: {{}}}}
		for _, want := range []*holder{bob, ann, eve, nil} {
			got := j.first(now)
			if got != want {
				t.Fatalf("%v is first, want %v", got, want)
			}
			if got != nil {
				j.removed(got, nil)
			}
		}
	}
}

// TestLimit computes the limit of a job.
func TestLimit(t *testing.T) {
	t.Parallel()
	j := &deskJob{}
	if got := j.limit(time.Second); got != 0 {
		t.Errorf("%v before any result", got)
	}
	if j.note(-time.Second); len(j.times) > 0 {
		t.Errorf("a result before the task took %v", j.times)
	}
	j.note(time.Millisecond)
	if got := j.limit(time.Second); got != time.Second {
		t.Errorf("%v, want the least", got)
	}
	for i := range lastTimes {
		j.note(time.Duration(1+i%2*1000) * time.Second) // half of them by somebody who is slow on purpose
	}
	j.note(time.Second)
	if got := j.limit(time.Second); got != limitFactor*time.Second || len(j.times) != lastTimes {
		t.Errorf("%v, of %d times", got, len(j.times))
	}
}
