package coordinator

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/internal/testkit"
)

// TestReport has more machines than are shown, with names as long as can be. The sums are those of
// all, and the machines those seen last.
func TestReport(t *testing.T) {
	s := simulate(t, simulated, 1, 1)
	for i := range 300 {
		testkit.Must(s.ledger.Withdraw(strings.Repeat("\U0001F600", 40)+fmt.Sprint(i), time.Now()))
	}
	r := &run{Count: &Count{Cut: &ledger.Cut{}, Ledger: s.ledger}, judge: s.judge, ctx: t.Context(), helpers: helpers{}, last: time.Now()}
	const keys, machines = 1200, 300
	for key := range keys {
		each := 1
		if key < 10 {
			each = machines
		}
		for i := range each {
			name := fmt.Sprintf("%040d", i)
			r.helpers.see(fmt.Sprintf("%032d", key), wire.Machine{Name: name, Kernel: name, Goroutines: 1 << 16}, 7)
		}
	}
	r.helpers.see("00000000000000000000000000000000", wire.Machine{Name: "last"}, 1)
	r.observe()
	report := r.Report()
	if first := report.Accounts[0]; len(report.Accounts) != mostShown || first.Sent != 7*machines+1 {
		t.Errorf("%d accounts, %+v", len(report.Accounts), first)
	}
	if n := len(report.Machines); n != mostShown || report.NotShown != 10*mostMachines+keys-10-mostShown || report.Machines[0].Name != "last" {
		t.Errorf("%d machines, %d not shown, %+v", n, report.NotShown, report.Machines[0])
	}
	if names := r.helpers["00000000000000000000000000000001"].machines; len(names) != mostMachines || names[fmt.Sprintf("%040d", machines-1)] == nil || names[fmt.Sprintf("%040d", 0)] != nil {
		t.Errorf("%d machines are remembered", len(names))
	}
	if n := len(report.Withdrawn); n != mostWithdrawn || strings.ContainsRune(report.Withdrawn[0], '\U0001F600') {
		t.Errorf("%d withdrawn, %q", n, report.Withdrawn[0])
	}
}

// TestShown has names of accounts as a ledger may have them.
func TestShown(t *testing.T) {
	for name, want := range map[string]string{"": "no name", "eve": "eve", "\r\x1b[2K7": `"\r\x1b[2K7"`, "a b": `"a b"`, "\u202e": `"\u202e"`} {
		if got := wire.Shown(name); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
}
