package queue

import (
	crand "crypto/rand"
	"math"
	"math/rand/v2"
)

// leastQuota is the least number of results that are recounted, if there are that many.
const leastQuota = 20

// A lottery draws the results to recount, after they have come: whoever stored them cannot
// know which ones. All results are equally likely to be drawn by lot.
type lottery struct {
	share float64 // of all results; 0 to draw none
	rng   *rand.Rand
	known map[string]int // the number of results drawn, by account
}

func newLottery(share float64) *lottery {
	var seed [32]byte
	crand.Read(seed[:]) // it never fails
	return &lottery{share, rand.New(rand.NewChaCha8(seed)), map[string]int{}}
}

// offer decides whether to draw a result that has just come: by lot, or because its account
// has not earned trust yet. It always draws the first result of an account, and after k
// drawn ones the next with probability 1/(k+1), until that is less than the share.
func (l *lottery) offer(account string) (lot, trust bool) {
	if l.share == 0 {
		return false, false
	}
	luck := l.rng.Float64()
	lot = luck < l.share
	if lot || luck < 1/float64(1+l.known[account]) {
		l.known[account]++
		return lot, !lot
	}
	return false, false
}

// quota returns the number of results to recount in all, of a given number.
func (l *lottery) quota(results int) int {
	if l.share == 0 {
		return 0
	}
	return min(results, max(leastQuota, int(math.Ceil(l.share*float64(results)))))
}

// draw draws a number of the tasks. All sets of that size are equally likely.
func (l *lottery) draw(tasks []int, n int) []int {
	l.rng.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	return tasks[:min(max(n, 0), len(tasks))]
}

// Draw draws a share of the tasks at random, but at least twenty.
func Draw(tasks []int, share float64) []int {
	l := newLottery(share)
	return l.draw(tasks, l.quota(len(tasks)))
}
