package coordinator

import (
	"maps"
	"slices"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/wire"
)

// A Report is the state of a count, for "queensd status", the page and its metrics. All texts
// in it are clean: see [wire.Clean].
type Report struct {
	At          time.Time `json:"at"`
	Board       string    `json:"board"`
	State       string    `json:"state"` // counting, auditing or done
	Tasks       int       `json:"tasks"`
	Done        int       `json:"done"` // tasks with as many results as they need
	Solutions   uint64    `json:"solutions"`
	Rate        float64   `json:"tasks_per_second"`    // in this run; 0 if unknown
	SecondsLeft float64   `json:"seconds_left"`        // at that rate; 0 if unknown
	Recounting  int       `json:"recounting"`          // tasks that an audit has drawn and not yet recounted
	Audits      int       `json:"unpassed_audits"`     // that were begun, the one under way included
	Withdrawn   []string  `json:"withdrawn,omitempty"` // accounts
	Accounts    []Account `json:"accounts,omitempty"`  // that have been heard of, by name
	Machines    []Machine `json:"machines,omitempty"`  // seen lately, by account and name
}

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

// A Machine is what a worker says of itself.
type Machine struct {
	Account string `json:"account"`
	wire.Machine
	Sent int       `json:"sent"` // results in this run
	Seen time.Time `json:"seen"`
}

// seenFor is how long a machine is shown after its last message.
const seenFor = 2 * time.Minute

// see notes a message of a machine with some results.
func (r *run) see(account string, m wire.Machine, results int) {
	machines := r.machines[account]
	if machines == nil {
		machines = map[string]*Machine{}
		r.machines[account] = machines
	}
	found := machines[m.Name]
	if found == nil {
		if len(machines) >= mostMachines {
			return
		}
		found = &Machine{Account: account}
		machines[m.Name] = found
	}
	found.Machine, found.Seen = m, time.Now().UTC()
	found.Sent += results
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
		Recounting: len(j.drawn), Audits: j.ledger.Audits(), Withdrawn: r.Ledger.WithdrawnAccounts(),
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
	for _, account := range slices.Sorted(maps.Keys(r.machines)) {
		sent := 0
		for _, name := range slices.Sorted(maps.Keys(r.machines[account])) {
			m := r.machines[account][name]
			sent += m.Sent
			if at.Sub(m.Seen) < seenFor {
				report.Machines = append(report.Machines, *m)
			}
		}
		report.Accounts = append(report.Accounts, Account{account, j.desk.held(account), sent})
	}
	r.report.Store(report)
	if r.Progress != nil {
		p := queens.Progress{Total: report.Tasks, Done: report.Done, Solutions: report.Solutions, Fraction: 1}
		if p.Total > 0 {
			p.Fraction = float64(p.Done) / float64(p.Total)
		}
		r.Progress(p)
	}
}
