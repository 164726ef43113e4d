package queue

import (
	crand "crypto/rand"
	"math"
	"math/rand/v2"
)

// atLeast is how many results a count recounts, if there are so many.
const atLeast = 20

// A lottery draws the results that are counted again: after they have come, so that
// who stored them cannot know. All that it draws by lot are as likely as any others.
type lottery struct {
	share float64 // of all results, 0 to draw none
	rng   *rand.Rand
	known map[string]int // results drawn of each account
}

func newLottery(share float64) *lottery {
	var seed [32]byte
	crand.Read(seed[:]) // it never fails
	return &lottery{share, rand.New(rand.NewChaCha8(seed)), map[string]int{}}
}

// offer draws a result that has just come: by lot, or because its account has not yet
// earned trust. The first result of an account is drawn for sure, and after k that were
// drawn the next with a chance of 1 in k+1, until that is less than the share.
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

// quota returns how many of so many results are to be counted again in all.
func (l *lottery) quota(results int) int {
	if l.share == 0 {
		return 0
	}
	return min(results, max(atLeast, int(math.Ceil(l.share*float64(results)))))
}

// rest draws some of the tasks that have not been drawn, each set of them as likely.
func (l *lottery) rest(tasks []int, some int) []int {
	l.rng.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	return tasks[:min(max(some, 0), len(tasks))]
}

// Draw draws a share of some tasks, or twenty if that is more.
func Draw(tasks []int, share float64) []int {
	l := newLottery(share)
	return l.rest(tasks, l.quota(len(tasks)))
}
