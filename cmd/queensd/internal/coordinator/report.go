package coordinator

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
)

// A Report is the state of a count, for "queensd status" and Prometheus. All its texts are safe to
// show: see [wire.Clean] and [wire.Shown]. It has at most mostShown machines and as many accounts.
type Report struct {
	At          time.Time `json:"at"`
	Board       string    `json:"board"`
	State       string    `json:"state"` // counting, auditing or done
	Tasks       int       `json:"tasks"`
	Done        int       `json:"done"` // tasks with as many results as they need
	Solutions   uint64    `json:"solutions"`
	Fraction    float64   `json:"fraction"`            // of the expected cost of all tasks that is done
	SecondsLeft float64   `json:"seconds_left"`        // at the rate of this run; 0 if unknown
	Recounting  int       `json:"recounting"`          // tasks that an audit has drawn but not yet recounted
	Audits      int       `json:"unpassed_audits"`     // begun but not passed, including the current one
	Withdrawn   []string  `json:"withdrawn,omitempty"` // accounts, at most mostWithdrawn
	Accounts    []Account `json:"accounts,omitempty"`  // that have been heard of, by name
	Machines    []Machine `json:"machines,omitempty"`  // seen last, by account and name
	NotShown    int       `json:"machines_not_shown,omitempty"`
}

const (
	// mostMachines is how many machines of an account are remembered, and seenFor how long one is
	// shown after its last message.
	mostMachines  = 256
	seenFor       = 2 * time.Minute
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
	Sent int    `json:"sent"` // results in this run
}

// A Machine is what a worker says about itself.
type Machine struct {
	Account string `json:"account"`
	wire.Machine
	Sent int       `json:"sent"` // results in this run
	Seen time.Time `json:"seen"`
}

// The helpers are the accounts that have been heard of.
type helpers map[string]*helper

type helper struct {
	sent     int
	machines map[string]*Machine // by name
}

// see records that a machine has sent a message with some results. If its account has too many
// machines, the one seen least recently is forgotten. It returns how many more goroutines there are
// than before, as the machines say.
func (all helpers) see(account string, m wire.Machine, results int) (grown int) {
	h := all[account]
	if h == nil {
		h = &helper{machines: map[string]*Machine{}}
		all[account] = h
	}
	found := h.machines[m.Name]
	if found == nil {
		if len(h.machines) == mostMachines {
			oldest := slices.MinFunc(slices.Collect(maps.Values(h.machines)), bySeen)
			delete(h.machines, oldest.Name)
			grown -= oldest.Goroutines
		}
		found = &Machine{Account: account}
		h.machines[m.Name] = found
	}
	grown += m.Goroutines - found.Goroutines
	found.Machine, found.Seen = m, time.Now().UTC()
	found.Sent += results
	h.sent += results
	return grown
}

func bySeen(a, b *Machine) int { return a.Seen.Compare(b.Seen) }

// addTo adds accounts and machines to a report.
func (all helpers) addTo(report *Report) {
	var machines []*Machine
	for _, account := range slices.Sorted(maps.Keys(all)) {
		h := all[account]
		report.Accounts = append(report.Accounts, Account{account, h.sent})
		for _, m := range h.machines {
			if report.At.Sub(m.Seen) < seenFor {
				machines = append(machines, m)
			}
		}
	}
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
