package ledger

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAccountsAreChecked flips a bit of every byte of lines that say who and when.
func TestAccountsAreChecked(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	for _, line := range [][]byte{head.ResultLine(by("ann@a", 0, 5)), head.WithdrawalLine("ann", noon), head.AuditLine(true, noon)} {
		for at := range line {
			changed := bytes.Clone(line)
			changed[at] ^= 1
			if _, err := head.ParseResult(changed); err == nil {
				t.Errorf("%s is a result", changed)
			}
			if _, ok := head.parseWithdrawal(changed); ok {
				t.Errorf("%s is a withdrawal", changed)
			}
			if _, ok := head.parseAudit(changed); ok {
				t.Errorf("%s is an audit", changed)
			}
		}
	}
}

// TestHeadRules reads heads that have the right checksum and break a rule. None may cost
// more than its size warrants.
func TestHeadRules(t *testing.T) {
	good := cut(t, "n=8 given=b4", 10).Head
	if h, err := ParseHead(good.Line()); h != good || err != nil {
		t.Errorf("%+v, %v", h, err)
	}
	var many []string
	for row := range 2000 {
		many = append(many, fmt.Sprintf("a%d", row+1))
	}
	tests := []struct {
		change func(*Head)
		want   string
	}{
		{func(h *Head) { h.Total = 2e9 }, "2000000000 tasks, want 0.."},
		{func(h *Head) { h.Asked = 2e9 }, "asks for 2000000000 tasks"},
		{func(h *Head) { h.Total = -1 }, "-1 tasks"},
		{func(h *Head) { h.Asked = 0 }, "asks for 0 tasks"},
		{func(h *Head) { h.Board = "n=8  given=b4" }, "not in standard form"},
		{func(h *Head) { h.Board = "n=65" }, "65"},
		{func(h *Head) { h.Board = "n=8 given=" + strings.Join(many, ",") }, "off the 8×8 board"},
	}
	for _, test := range tests {
		h := good
		test.change(&h)
		begun := time.Now()
		if _, err := ParseHead(h.Line()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("%q: it took %v", test.want, took)
		}
	}
	other := good
	other.Digest = "0123456789abcdef"
	if _, err := other.Recut(t.Context()); err == nil || !strings.Contains(err.Error(), "but this program cuts board") {
		t.Errorf("another digest: %v", err)
	}
	if c, err := good.Recut(t.Context()); err != nil || c.Head != good {
		t.Errorf("cut again: %v", err)
	}
}
