package queens

import (
	"fmt"
	"runtime"

	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// An Option says how a call runs, not what it solves. [Workers] and [OnProgress] make them; Apply
// is not for use outside the module. Of several options of the same kind, the last one counts. A
// nil Option is an error of the call.
type Option interface{ Apply(*work.Team) error }

// An option is an Option that a function applies.
type option func(*work.Team) error

// Apply makes o an [Option].
func (o option) Apply(t *work.Team) error { return o(t) }

// Workers sets how many goroutines work at a time, in addition to the caller's. A k above 1024
// counts as 1024. It is an error of the call if k is less than 1. With Workers(1) a call starts at
// most one goroutine at a time.
//
// The default is 1 for [Board.Solutions] and [Board.Fundamental], and otherwise GOMAXPROCS at the
// time of the call. More than GOMAXPROCS do not make a call faster.
func Workers(k int) Option {
	return option(func(t *work.Team) error {
		if k < 1 {
			return fmt.Errorf("%d workers, want at least 1", k)
		}
		t.Workers = min(k, maxWorkers)
		return nil
	})
}

// maxWorkers bounds the pieces that a count is cut into for its workers, and their buffers.
const maxWorkers = 1024

// OnProgress makes a call report its progress to f: at most ten times a second, and once at
// the end unless it fails. The figures never decrease. The reports come from the goroutine
// of the call; if f panics, the work ends and the caller gets the panic. A listing reports nothing.
func OnProgress(f func(Progress)) Option {
	return option(func(t *work.Team) error {
		t.Report = nil
		if f != nil {
			t.Report = func(done, total int, solutions uint64, fraction float64) {
				f(Progress{done, total, solutions, fraction})
			}
		}
		return nil
	})
}

// A Progress says how far a count has come. The count is cut into Total pieces. Done of them have
// been counted, and have this number of Solutions together. Some pieces take a thousand times as
// long as others, so Done/Total is no measure of the time. Fraction is the share of the work done,
// from 0 to 1, with an error of usually less than 0.05. If it is not 0, about
// time·(1-Fraction)/Fraction is left, where time is the time so far.
type Progress struct {
	Done      int     `json:"done"`
	Total     int     `json:"total"`
	Solutions uint64  `json:"solutions"`
	Fraction  float64 `json:"fraction"`
}

// String returns p in words: "50.0 %, 61 of 1024 pieces, 7386256 solutions".
func (p Progress) String() string {
	return fmt.Sprintf("%.1f %%, %d of %s, %s", 100*p.Fraction, p.Done, words.Plural(p.Total, "piece"), words.Plural(p.Solutions, "solution"))
}

// newTeam returns the workers and the reports of a call, by default as many workers as can work
// at a time.
func newTeam(opts []Option) (work.Team, error) { return newTeamOf(runtime.GOMAXPROCS(0), opts) }

func newTeamOf(workers int, opts []Option) (work.Team, error) {
	team, err := work.TeamOf(workers, opts)
	return team, prefixed(err)
}
