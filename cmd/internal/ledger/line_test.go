package ledger

import (
	"bytes"
	"fmt"
	"hash/crc64"
	"strings"
	"testing"
)

// TestSum computes the checksums of lines as the README of queens says: by the CRC-64 of the digest
// and the line up to it, and without the digest for the first line.
func TestSum(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	for key, line := range map[string][]byte{
		"":          head.Line(),
		head.Digest: head.ResultLine(by("ann@a", 0, 5)),
	} {
		text, sum, _ := strings.Cut(string(line), `,"sum":"`)
		if want := fmt.Sprintf("%016x\"}\n", crc64.Checksum([]byte(key+text), crc64.MakeTable(crc64.ECMA))); sum != want {
			t.Errorf("%s: want %s", line, want)
		}
	}
}

// TestLines reads lines of each kind as they were written. With another bit in any place, without
// their beginning or end, or in another ledger, they are damaged.
func TestLines(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	for want, line := range map[any][]byte{
		by("ann@a", 0, 5):            head.ResultLine(by("ann@a", 0, 5)),
		Result{Task: 7, Count: 12}:   head.ResultLine(Result{Task: 7, Count: 12}),
		withdrawal{"ann", noon}:      head.WithdrawalLine("ann", noon),
		audit{auditBegun, noon}:      head.AuditLine(false, noon),
		audit{auditPassed, noon}:     head.AuditLine(true, noon),
		"{[3 1]}":                    head.claimLine([]int{3, 1}),
		"it is for task 1000000 of ": head.ResultLine(Result{Task: 1_000_000}),
		"it is for task -1 of ":      head.claimLine([]int{0, -1}),
		"damaged, or ":               seal(head.Digest, audit{Audit: "over"}),
	} {
		got, err := head.parse(line)
		if text := fmt.Sprint(got); got != want && text != want && (err == nil || !strings.HasPrefix(err.Error(), fmt.Sprint(want))) {
			t.Errorf("%s: %v, %v, want %v", line, got, err, want)
		}
		for at := range line {
			changed := bytes.Clone(line)
			changed[at] ^= 1 << (at % 8)
			for _, changed := range [][]byte{changed, line[:at], line[at+1:]} {
				if got, err := head.parse(changed); err != errDamaged {
					t.Errorf("%s: %v, %v", changed, got, err)
				}
			}
		}
		if got, err := cut(t, "n=9", 10).parse(line); err != errDamaged {
			t.Errorf("%s in another ledger: %v, %v", line, got, err)
		}
	}
}

// TestHeadRules reads heads that have the right checksum and break a rule.
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
		{func(h *Head) { h.Asked = -1 }, "asks for -1 tasks"},
		{func(h *Head) { h.Board = "n=8  given=b4" }, "not in standard form"},
		{func(h *Head) { h.Board = "n=65" }, "65"},
		{func(h *Head) { h.Board = "n=8 given=" + strings.Join(many, ",") }, "off the 8×8 board"},
	}
	for _, test := range tests {
		h := good
		test.change(&h)
		if _, err := ParseHead(h.Line()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
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
