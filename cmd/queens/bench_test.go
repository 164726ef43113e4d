package main

import (
	"strings"
	"testing"
)

// TestBench checks the three lines that bench prints.
func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("counts n = 18")
	}
	lines := strings.Split(mustRun(t, "bench --workers 2"), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "n = 16: 14772512 solutions in ") || !strings.HasPrefix(lines[2], "n = 18: 666090624 solutions in ") || !strings.HasSuffix(lines[2], " times the 0.633 s in the table") {
		t.Errorf("%q", lines)
	}
}
