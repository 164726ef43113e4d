package main

import (
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// TestFirstLarge finds the first solution of a board that is too large for others.
func TestFirstLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("finds the first solution for n = 68")
	}
	got := mustRun(t, "first 68 --quiet")
	if !strings.HasPrefix(got, "1 3 5 2 4 9 11 ") || !testkit.Must(queens.ParsePlacement(got)).Solved() {
		t.Errorf("%q", got)
	}
}
