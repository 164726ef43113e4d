package coordinator

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/wire"
)

// A Report is the state of a count, for "queensd status", the page and its metrics. All its
// texts are safe to show: see [wire.Clean] and [wire.Shown]. It has at most mostShown machines and
// as many accounts, so it fits into a message of [wire.MostAnswer] bytes.
type Report struct {
	At          time.Time `json:"at"`
	Board       string    `json:"board"`
	State       string    `json:"state"` // counting, auditing or done
	Tasks       int       `json:"tasks"`
	Done        int       `json:"done"` // tasks with as many results as they need
	Solutions   uint64    `json:"solutions"`
	Rate        float64   `json:"tasks_per_second"`    // in this run; 0 if unknown
	SecondsLeft float64   `json:"seconds_left"`        // at that rate; 0 if unknown
	Recounting  int       `json:"recounting"`          // tasks that an audit has drawn but not yet recounted
	Audits      int       `json:"unpassed_audits"`     // begun but not passed, including the current one
	Withdrawn   []string  `json:"withdrawn,omitempty"` // accounts, at most mostWithdrawn
	Accounts    []Account `json:"accounts,omitempty"`  // that have been heard of, by name
	Machines    []Machine `json:"machines,omitempty"`  // seen last, by account and name
	NotShown    int       `json:"machines_not_shown,omitempty"`
}

const (
	// mostMachines is how many machines of an account are remembered.
	mostMachines  = 256
	mostShown     = 1000
	mostWithdrawn = 256
)

// The states of a count.
const (
	Counting = "counting"
	Auditing = "auditing"
	Done     = "done"
)

// An Account is a key that helps.
type Account struct {
	Name string `json:"name"`
	Held int    `json:"held"` // tasks that it has and that are not done
	Sent int    `json:"sent"` // results in this run
}

// A Machine is what a worker says about itself.
type Machine struct {
	Account string `json:"account"`
	wire.Machine
	Sent int       `json:"sent"` // results in this run
	Seen time.Time `json:"seen"`
}

// seenFor is how long a machine is shown after its last message.
const seenFor = 2 * time.Minute

// A helper is an account that has been heard of.
type helper struct {
	sent     int
	machines map[string]*Machine // by name
}

// see records that a machine has sent a message with some results. If its account has too many
// machines, the one seen least recently is forgotten.
func (r *run) see(account string, m wire.Machine, results int) {
	h := r.helpers[account]
	if h == nil {
		h = &helper{machines: map[string]*Machine{}}
		r.helpers[account] = h
	}
	found := h.machines[m.Name]
	if found == nil {
		if len(h.machines) == mostMachines {
			oldest := slices.MinFunc(slices.Collect(maps.Values(h.machines)), bySeen)
			delete(h.machines, oldest.Name)
		}
		found = &Machine{Account: account}
		h.machines[m.Name] = found
	}
	found.Machine, found.Seen = m, time.Now().UTC()
	found.Sent += results
	h.sent += results
}

func bySeen(a, b *Machine) int { return a.Seen.Compare(b.Seen) }

// helping adds accounts and machines to a report.
func (r *run) helping(report *Report) {
	var machines []*Machine
	for account, h := range r.helpers {
		report.Accounts = append(report.Accounts, Account{account, r.judge.desk.held(account), h.sent})
		for _, m := range h.machines {
			if report.At.Sub(m.Seen) < seenFor {
				machines = append(machines, m)
			}
		}
	}
	slices.SortFunc(report.Accounts, func(a, b Account) int { return strings.Compare(a.Name, b.Name) })
	report.Accounts = report.Accounts[:min(len(report.Accounts), mostShown)]
	slices.SortFunc(machines, bySeen)
	report.NotShown = max(0, len(machines)-mostShown)
	for _, m := range machines[report.NotShown:] {
		report.Machines = append(report.Machines, *m)
	}
	slices.SortFunc(report.Machines, func(a, b Machine) int {
		return cmp.Or(strings.Compare(a.Account, b.Account), strings.Compare(a.Name, b.Name))
	})
}

// Report returns the latest report, or nil before Run.
func (c *Count) Report() *Report { return c.report.Load() }

// observe makes a new report.
func (r *run) observe() {
	j, at := r.judge, time.Now().UTC()
	progress, _ := r.Ledger.Progress() // an overflow ends the count, when all is recounted
	report := &Report{
		At: at, Board: r.Cut.Board, State: Counting,
		Tasks: j.ledger.Total, Done: j.ledger.Total - j.desk.left(), Solutions: progress.Solutions,
		Recounting: len(j.drawn), Audits: j.ledger.Audits(),
	}
	names := r.Ledger.WithdrawnAccounts()
	for _, name := range names[:min(len(names), mostWithdrawn)] {
		report.Withdrawn = append(report.Withdrawn, wire.Shown(name))
	}
	if j.desk.left() == 0 {
		report.State = Auditing
		if len(j.waiting)+len(j.drawn) == 0 && j.drawn != nil {
			report.State = Done
		}
	}
	if report.Rate = max(0, float64(report.Done-r.already)/at.Sub(r.begun).Seconds()); report.Rate > 0 {
		report.SecondsLeft = float64(j.desk.left()) / report.Rate
	}
	r.helping(report)
	r.report.Store(report)
	if r.Progress != nil {
		p := queens.Progress{Total: report.Tasks, Done: report.Done, Solutions: report.Solutions, Fraction: 1}
		if p.Total > 0 {
			p.Fraction = float64(p.Done) / float64(p.Total)
		}
		r.Progress(p)
	}
}
